/** Texts of the mails to people, in both languages. The only typed name in them is the organization's. */
import { Type } from 'typebox'
import type { RequestFacts } from '../../access/endpoint.ts'
import { Enum } from '../../core/schema.ts'
import { preferredLanguage } from '../../infra/http/preferred-language.ts'
import type { Mail } from '../../mail/mail.ts'
import type { LinkPurpose } from './person-link.ts'

export type Language = 'tr' | 'en'

export const MailLanguage = Type.Optional(
  Type.Unsafe<Language>({
    ...Enum('MailLanguage', ['tr', 'en']),
    description: 'Language of the mail, by default that of Accept-Language.',
  }),
)

export const languageOf = (
  body: { language?: Language } | undefined,
  { headers }: Pick<RequestFacts, 'headers'>,
): Language => body?.language ?? preferredLanguage(headers['accept-language'])

type Text = Pick<Mail, 'subject' | 'text'>

interface LinkFacts {
  readonly organization: string
  readonly address: string
}

export const linkMail = (purpose: LinkPurpose, language: Language, facts: LinkFacts): Text =>
  LINK_MAILS[language][purpose](facts)

const LINK_MAILS: Readonly<Record<Language, Readonly<Record<LinkPurpose, (facts: LinkFacts) => Text>>>> = {
  en: {
    invitation: ({ organization, address }) => ({
      subject: `Invitation to ${organization}`,
      text: `You have been invited to work for ${organization} in Vezne.

Choose your password here; the link works once and for 72 hours:
${address}

If you did not expect this, ignore this mail.`,
    }),
    password: ({ organization, address }) => ({
      subject: `A new password for ${organization}`,
      text: `A new password was asked for, for your account with ${organization} in Vezne.

Choose it here; the link works once and for 30 minutes:
${address}

If you did not ask for it, ignore this mail: your password stays as it is.`,
    }),
  },
  tr: {
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
  },
}

/** Informs the owner of a password that it was changed. */
export const passwordSetMail = (language: Language, organization: string): Text => PASSWORD_SET[language](organization)

const PASSWORD_SET: Readonly<Record<Language, (organization: string) => Text>> = {
  en: (organization) => ({
    subject: `Your password for ${organization} was changed`,
    text: `The password of your account with ${organization} in Vezne was changed by a link in a mail, and every session has ended.

If it was not you, tell an administrator of ${organization} at once.`,
  }),
  tr: (organization) => ({
    subject: `${organization} parolanız değişti`,
    text: `Vezne'de ${organization} hesabınızın parolası bir iletideki bağlantıyla değiştirildi ve bütün oturumlar kapandı.

Bunu siz yapmadıysanız hemen ${organization} yöneticilerinden birine haber verin.`,
  }),
}
