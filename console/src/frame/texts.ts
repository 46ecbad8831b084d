/** Texts of what opens in the frame: signing in again, confirming, signing out. */
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
    ownAccount: 'Your account',
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
    ownAccount: 'Hesabınız',
  },
)
