/** Texts of the mails to people, in both languages. The only typed name in them is the organization's. */
import { Type } from 'typebox'
import { type Language, texts } from '../../core/phrases/texts.ts'
import { Enum } from '../../core/schema.ts'
import type { Mail } from '../../mail/mail.ts'

export const MailLanguage = Type.Optional(
  Type.Unsafe<Language>({
    ...Enum('MailLanguage', ['tr', 'en']),
    description: 'Language of the mail, by default that of Accept-Language.',
  }),
)

type Text = Pick<Mail, 'subject' | 'text'>

interface LinkFacts {
  readonly organization: string
  readonly address: string
}

export const MAIL_TEXTS = texts(
  {
    invitation: ({ organization, address }: LinkFacts): Text => ({
      subject: `Invitation to ${organization}`,
      text: `You have been invited to work for ${organization} in Vezne.

Choose your password here; the link works once and for 72 hours:
${address}

If you did not expect this, ignore this mail.`,
    }),
    password: ({ organization, address }: LinkFacts): Text => ({
      subject: `A new password for ${organization}`,
      text: `A new password was asked for, for your account with ${organization} in Vezne.

Choose it here; the link works once and for 30 minutes:
${address}

If you did not ask for it, ignore this mail: your password stays as it is.`,
    }),
    /** To the owner of a password, after it was changed. */
    passwordSet: (organization: string): Text => ({
      subject: `Your password for ${organization} was changed`,
      text: `The password of your account with ${organization} in Vezne was changed by a link in a mail, and every session has ended.

If it was not you, tell an administrator of ${organization} at once.`,
    }),
  },
  {
    invitation: ({ organization, address }) => ({
      subject: `${organization} daveti`,
      text: `Vezne'de ${organization} için çalışmaya davet edildiniz.

Parolanızı buradan belirleyin; bağlantı bir kez ve 72 saat geçerlidir:
${address}

Bunu beklemiyorsanız bu iletiyi dikkate almayın.`,
    }),
    password: ({ organization, address }) => ({
      subject: `${organization} için yeni parola`,
      text: `Vezne'de ${organization} hesabınız için yeni bir parola istendi.

Buradan belirleyin; bağlantı bir kez ve 30 dakika geçerlidir:
${address}

Siz istemediyseniz bu iletiyi dikkate almayın: parolanız olduğu gibi kalır.`,
    }),
    passwordSet: (organization) => ({
      subject: `${organization} parolanız değişti`,
      text: `Vezne'de ${organization} hesabınızın parolası bir iletideki bağlantıyla değiştirildi ve bütün oturumlar kapandı.

Bunu siz yapmadıysanız hemen ${organization} yöneticilerinden birine haber verin.`,
    }),
  },
)
