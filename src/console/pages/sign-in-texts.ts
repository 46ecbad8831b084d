/** Texts of the sign-in page. */
import { texts } from '../../core/phrases/texts.ts'

export const SIGN_IN_TEXTS = texts(
  {
    title: 'Sign in',
    ended:
      'Your session has ended: it was not used for some time, or it has lasted its time. Sign in and go on where you were.',
    tenant: 'Organization',
    username: 'E-mail address or user name',
    password: 'Password',
    otp: 'Six-digit code or recovery code',
    submit: 'Sign in',
    forgotten: 'Forgot your password?',
    passkey: 'Sign in with a passkey',
    passkeyRefused: 'This passkey is not known here any more. Sign in with the password.',
    demoTitle: 'Try it as a demo person',
    demoNote: 'This is a sandbox: no money moves.',
    faults: {
      invalid_credentials: 'Organization, name, password or code is wrong.',
      otp_required: 'Enter the code of your authenticator app.',
      realm_suspended: 'This organization is suspended.',
      rate_limit_exceeded: 'Too many attempts. Wait a minute.',
      bad_request: 'Fill in every field.',
    },
    fault: 'Signing in failed. Try again.',
    does: {
      admin: 'Manages the organization: people, keys, banks, settings',
      cashier: 'Takes payments, voids and refunds them',
      finance: 'Approves and sends transfers, reconciles bank files',
      analyst: 'Decides fraud alerts, keeps the blacklist',
      developer: 'Integrates: webhooks, traces, test cards, failures',
      operator: 'Runs the platform: tenants, plans, clock',
    },
  },
  {
    title: 'Oturum aç',
    ended:
      'Oturumunuz sona erdi: bir süre kullanılmadı ya da süresi doldu. Yeniden giriş yapın ve kaldığınız yerden devam edin.',
    tenant: 'Kuruluş',
    username: 'E-posta adresi veya kullanıcı adı',
    password: 'Parola',
    otp: 'Altı haneli kod veya kurtarma kodu',
    submit: 'Oturum aç',
    forgotten: 'Parolanızı mı unuttunuz?',
    passkey: 'Geçiş anahtarıyla oturum aç',
    passkeyRefused: 'Bu geçiş anahtarı burada artık tanınmıyor. Parolayla oturum açın.',
    demoTitle: 'Bir deneme kişisi olarak deneyin',
    demoNote: 'Bu bir deneme ortamıdır: para hareket etmez.',
    faults: {
      invalid_credentials: 'Kuruluş, ad, parola veya kod yanlış.',
      otp_required: 'Doğrulama uygulamanızdaki kodu girin.',
      realm_suspended: 'Bu kuruluş askıya alınmış.',
      rate_limit_exceeded: 'Çok fazla deneme yapıldı. Bir dakika bekleyin.',
      bad_request: 'Bütün alanları doldurun.',
    },
    fault: 'Oturum açılamadı. Tekrar deneyin.',
    does: {
      admin: 'Kuruluşu yönetir: kişiler, anahtarlar, bankalar, ayarlar',
      cashier: 'Ödeme alır, iptal ve iade eder',
      finance: 'Transferleri onaylar ve gönderir, banka dosyalarını mutabık kılar',
      analyst: 'Dolandırıcılık uyarılarına karar verir, kara listeyi tutar',
      developer: 'Entegre eder: webhooklar, izler, test kartları, arızalar',
      operator: 'Platformu işletir: kuruluşlar, planlar, saat',
    },
  },
)
