/** Texts of the pages of links and forgotten passwords. */
import { texts } from '../../core/phrases/texts.ts'

export const LINK_TEXTS = texts(
  {
    forgottenTitle: 'Forgotten password',
    tenant: 'Organization',
    username: 'E-mail address or user name',
    send: 'Send a link',
    sent: 'If there is such an account, a mail with a link is on its way. The link works once and for 30 minutes.',
    signIn: 'Go to the sign-in',
    titles: { invitation: 'Welcome: choose a password', password: 'Choose a new password' },
    newPassword: 'New password',
    passwordRule: 'At least 12 characters, letters and digits; none of your last four passwords.',
    repeated: 'New password again',
    submit: 'Set the password',
    doneTitle: 'Your password is set',
    done: 'Every earlier session has ended. Sign in with the new password.',
    faults: {
      bad_request: 'Fill in every field.',
      mismatch: 'The two passwords differ.',
      password:
        'This password is not taken: at least 12 characters, letters and digits, not your name, none of the last four.',
      link_invalid: 'This link was used, withdrawn or has expired. Ask for another one.',
      realm_suspended: 'This organization is suspended.',
      rate_limit_exceeded: 'Too many attempts. Wait a minute.',
      conflict: 'This installation sends no mail. Ask an administrator of your organization.',
    },
    fault: 'That failed. Try again.',
  },
  {
    forgottenTitle: 'Unutulan parola',
    tenant: 'Kuruluş',
    username: 'E-posta adresi veya kullanıcı adı',
    send: 'Bağlantı gönder',
    sent: 'Böyle bir hesap varsa bağlantı içeren bir ileti yolda. Bağlantı bir kez ve 30 dakika geçerlidir.',
    signIn: 'Oturum açma sayfasına git',
    titles: { invitation: 'Hoş geldiniz: bir parola belirleyin', password: 'Yeni bir parola belirleyin' },
    newPassword: 'Yeni parola',
    passwordRule: 'En az 12 karakter, harf ve rakam; son dört parolanızdan biri olamaz.',
    repeated: 'Yeni parola, tekrar',
    submit: 'Parolayı belirle',
    doneTitle: 'Parolanız belirlendi',
    done: 'Önceki bütün oturumlar kapandı. Yeni parolanızla oturum açın.',
    faults: {
      bad_request: 'Bütün alanları doldurun.',
      mismatch: 'İki parola birbirinden farklı.',
      password:
        'Bu parola kabul edilmiyor: en az 12 karakter, harf ve rakam; adınız veya son dört parolanızdan biri olamaz.',
      link_invalid: 'Bu bağlantı kullanılmış, geri alınmış veya süresi dolmuş. Yenisini isteyin.',
      realm_suspended: 'Bu kuruluş askıya alınmış.',
      rate_limit_exceeded: 'Çok fazla deneme yapıldı. Bir dakika bekleyin.',
      conflict: 'Bu kurulum e-posta göndermiyor. Kuruluşunuzun bir yöneticisine sorun.',
    },
    fault: 'Bu olmadı. Tekrar deneyin.',
  },
)
