/** Texts of the dialogs in the frame: signing in again, confirming, signing out. */
import { texts } from '../texts/dictionary.ts'

export const TEXTS = texts(
  {
    signIn: 'Sign in again',
    signInHint: (name: string) => `Your session has ended. ${name}, sign in again and go on where you were.`,
    stepUp: 'Confirm that it is you',
    stepUpHint: 'Money or access moves here, so your password is asked for once more. It then holds for five minutes.',
    password: 'Password',
    otp: 'Code of the authenticator app',
    go: 'Go on',
    demo: 'Go on as this demo person',
    other: 'Sign in as somebody else',
    byPasskey: 'Use a passkey',
    signOut: 'Sign out',
    account: 'Account',
    screenMissing: (screen: string) =>
      `“${screen}” could not be loaded. It is tried again by itself; this page stays as it is.`,
    screenThere: (screen: string) =>
      `“${screen}” can be opened now. What you have typed on this page and not sent is lost then.`,
    screenAnew: (screen: string) =>
      `“${screen}” opens once the console is loaded again: there is a newer version of it, or the connection broke. What you have typed on this page and not sent is lost then.`,
    openIt: 'Open it',
    stayHere: 'Stay here',
    ownAccount: 'Your account',
    notYet: 'Asked for, not in force yet.',
    byAdministrator: 'What counted so far counts on until another administrator confirms it.',
    byAnalyst: 'What counted so far counts on until another person who decides about fraud checks confirms it.',
    byAnother: 'What counted so far counts on until another person who may do the same confirms it.',
    whereDecided: 'See what waits',
  },
  {
    signIn: 'Yeniden giriş yapın',
    signInHint: (name) => `Oturumunuz sona erdi. ${name}, yeniden giriş yapın ve kaldığınız yerden devam edin.`,
    stepUp: 'Siz olduğunuzu doğrulayın',
    stepUpHint: 'Burada para veya yetki hareket eder; bu yüzden parolanız bir kez daha istenir. Beş dakika geçerlidir.',
    password: 'Parola',
    otp: 'Doğrulama uygulamasındaki kod',
    go: 'Devam et',
    demo: 'Bu deneme kişisi olarak devam et',
    other: 'Başka biri olarak giriş yap',
    byPasskey: 'Geçiş anahtarı kullan',
    signOut: 'Çıkış yap',
    account: 'Hesap',
    screenMissing: (screen) => `“${screen}” yüklenemedi. Kendiliğinden yeniden deneniyor; bu sayfa olduğu gibi kalır.`,
    screenThere: (screen) => `“${screen}” artık açılabilir. Bu sayfada yazıp göndermedikleriniz o zaman kaybolur.`,
    screenAnew: (screen) =>
      `“${screen}”, konsol yeniden yüklenince açılır: yeni bir sürümü var ya da bağlantı koptu. Bu sayfada yazıp göndermedikleriniz o zaman kaybolur.`,
    openIt: 'Aç',
    stayHere: 'Burada kal',
    ownAccount: 'Hesabınız',
    notYet: 'İstendi, henüz geçerli değil.',
    byAdministrator: 'Başka bir yönetici onaylayana kadar eskisi geçerlidir.',
    byAnalyst: 'Dolandırıcılık denetimlerine karar veren başka bir kişi onaylayana kadar eskisi geçerlidir.',
    byAnother: 'Aynı işi yapabilen başka bir kişi onaylayana kadar eskisi geçerlidir.',
    whereDecided: 'Bekleyenleri göster',
  },
)
