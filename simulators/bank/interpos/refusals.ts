/** Refusals of InterPOS itself, each with its ProcReturnCode, its ErrorCode and its text, which has no Turkish letters. */
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { PreciseRefusal } from '../acquirer/precise-refusal.ts'
import type { ChallengeRefusal } from '../acs/gateway-form.ts'

export type GatewayRefusal =
  | ChargeRefusal
  | PreciseRefusal
  | ChallengeRefusal
  | 'unreadable'
  | 'unknown_field'
  | 'card_in_follow_up'
  | 'bad_type'
  | 'no_merchant'
  | 'no_permission'
  | 'bad_order_id'
  | 'bad_amount'
  | 'bad_currency'
  | 'bad_installments'
  | 'bad_moto'
  | 'cvv_missing'
  | 'expiry_missing'
  | 'authentication_mismatch'
  | 'authentication_used'

/** Recorded is B810002; 05 for an order that is not there, 81, E31 and E39 are known as codes. */
export const REFUSALS: Readonly<Record<GatewayRefusal, readonly [code: string, errorCode: string, text: string]>> = {
  merchant_suspended: ['81', 'B810002', 'Terminal Aktif Degil'],
  no_merchant: ['81', 'B810001', 'Terminal Bulunamadi'],
  no_permission: ['81', 'B810003', 'Kullanici Kodu veya Sifre Hatali'],
  unreadable: ['E31', 'BE310001', 'Istek Okunamadi'],
  unknown_field: ['E31', 'BE310002', 'Taninmayan Alan'],
  bad_type: ['E31', 'BE310003', 'Islem Tipi Gecersiz'],
  card_in_follow_up: ['E31', 'BE310004', 'Bu Islemde Kart Bilgisi Gonderilmez'],
  bad_order_id: ['30', 'B300001', 'Siparis Numarasi Gecersiz'],
  bad_currency: ['30', 'B300002', 'Para Birimi Kodu Gecersiz'],
  bad_installments: ['30', 'B300003', 'Taksit Sayisi Gecersiz'],
  bad_moto: ['30', 'B300004', 'MOTO Degeri Gecersiz'],
  cvv_missing: ['30', 'B300005', 'CVV2 Olmadan Islem Yapilamaz'],
  expiry_missing: ['30', 'B300006', 'Son Kullanma Tarihi AAYY Biciminde Degil'],
  currency_mismatch: ['30', 'B300007', 'Para Birimi Siparisinki Degil'],
  bad_amount: ['13', 'B130001', 'Tutar Gecersiz'],
  above_authorization: ['13', 'B130002', 'Tutar On Otorizasyonu Asiyor'],
  above_captured: ['13', 'B130003', 'Iade Tutari Satisi Asiyor'],
  card_format: ['14', 'B140001', 'Kart Numarasi Hatali'],
  card_expired: ['54', 'B540001', 'Kartin Son Kullanma Tarihi Gecmis'],
  preauth_not_allowed: ['57', 'B570001', 'On Otorizasyon Yetkisi Yok'],
  currency_not_allowed: ['57', 'B570002', 'Bu Para Birimi Icin Yetki Yok'],
  no_3d: ['57', 'B570003', '3D Secure Yetkisi Yok'],
  installment_not_allowed: ['57', 'B570004', 'Bu Karta Bu Taksit Sayisi Verilmez'],
  authentication_mismatch: ['63', 'B630001', '3D Bilgileri Isleme Ait Degil'],
  authentication_used: ['94', 'B940002', '3D Bilgileri Daha Once Kullanilmis'],
  order_used: ['94', 'B940001', 'Siparis Numarasi Daha Once Kullanilmis'],
  random_used: ['94', 'B940003', 'Rnd Degeri Daha Once Kullanilmis'],
  unknown_order: ['05', 'B050001', 'Orjinal Islem Bulunamadi'],
  not_authorized: ['E39', 'BE390001', 'Islem On Otorizasyon Degil'],
  captured_before: ['E39', 'BE390002', 'On Otorizasyon Daha Once Kapatilmis'],
  authorization_expired: ['E39', 'BE390003', 'On Otorizasyonun Suresi Dolmus'],
  voided_before: ['E39', 'BE390004', 'Islem Daha Once Iptal Edilmis'],
  not_voidable: ['E39', 'BE390005', 'Islem Iptal Edilemez'],
  day_ended: ['E39', 'BE390006', 'Gunsonu Yapilmis Islem Iptal Edilemez'],
  nothing_to_refund: ['E39', 'BE390007', 'Iade Edilecek Islem Yok'],
  refunded_before: ['E39', 'BE390008', 'Islem Daha Once Iade Edilmis'],
  not_settled: ['E39', 'BE390009', 'Gunsonu Yapilmamis Islem Iade Edilemez'],
}

const BANK_TEXTS: Readonly<Record<string, string>> = {
  '05': 'Genel Red',
  '14': 'Hatali Kart Numarasi',
  '1A': '3D Secure Dogrulamasi Gerekli',
  '41': 'Kayip Kart',
  '51': 'Yetersiz Bakiye',
  '54': 'Vadesi Dolmus Kart',
  '58': 'Terminalin Islem Yetkisi Yok',
  '59': 'Supheli Islem',
  '61': 'Limit Asimi',
  '82': 'CVV2 Hatali',
  '91': 'Kart Bankasina Ulasilamadi',
  '96': 'Sistem Hatasi',
}

export interface Said {
  readonly code: string
  readonly errorCode: string
  readonly text: string
}

/** Returns the words for a code of the card's bank; an approval has neither an error nor a text. */
export const toSaid = (code: string): Said =>
  code === '00'
    ? { code, errorCode: '', text: '' }
    : { code, errorCode: `B${code}0000`, text: BANK_TEXTS[code] ?? 'Islem Onaylanmadi' }

export const toRefused = (refusal: GatewayRefusal): Said => {
  const [code, errorCode, text] = REFUSALS[refusal]
  return { code, errorCode, text }
}
