/** Refusals of Akbank's gateway itself, each with its code and its text. */
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { PreciseRefusal } from '../acquirer/precise-refusal.ts'

export type NamedRefusal =
  | ChargeRefusal
  | PreciseRefusal
  | 'bad_amount'
  | 'request_time'
  | 'authentication_mismatch'
  | 'authentication_used'
  | 'recurring_not_allowed'
  | 'bad_plan'
  | 'unknown_plan'
  | 'not_found'
  | 'no_3d'
  | 'card_expired'
  | 'random_used'
  | 'span_too_long'
  | 'too_many'

/** A request that is not understood: the answer has another HTTP status, and names the member that is wrong. */
export type GatewayRefusal = NamedRefusal | 'unauthorized' | { readonly shape: string }

/** Code and text; `{order}` is the number of the order. */
export const REFUSALS: Readonly<Record<NamedRefusal, readonly [code: string, text: string]>> = {
  merchant_suspended: ['VPS-1002', 'Üye işyeri kapalı'],
  unknown_order: ['VPS-1007', 'Orjinal İşlem bulunamadı. Sipariş Numarası : {order}'],
  voided_before: ['VPS-1008', 'Daha önce iptal edilmiş işlem'],
  not_voidable: ['VPS-1009', 'İşlem iptal edilemez'],
  day_ended: ['VPS-1010', 'Gün sonu yapılmış işlem iptal edilemez'],
  nothing_to_refund: ['VPS-1011', 'İade edilecek işlem yok'],
  bad_amount: ['VPS-1012', 'Hatalı Tutar'],
  order_used: ['VPS-1013', 'Sipariş Numarası : {order} tekil olmalıdır'],
  card_format: ['VPS-1014', 'Kart numarası hatalı'],
  card_expired: ['VPS-1015', 'Kartın son kullanma tarihi geçmiş'],
  currency_mismatch: ['VPS-1016', 'Para birimi orjinal işlemden farklı'],
  not_authorized: ['VPS-1017', 'Orjinal işlem ön otorizasyon değil'],
  captured_before: ['VPS-1018', 'Ön otorizasyon daha önce kapatılmış'],
  above_authorization: ['VPS-1019', 'Tutar ön otorizasyon tutarını aşıyor'],
  authorization_expired: ['VPS-1020', 'Ön otorizasyonun süresi dolmuş'],
  above_captured: ['VPS-1021', 'İade tutarı satış tutarını aşıyor'],
  not_settled: ['VPS-1022', 'Gün sonu yapılmamış işlem iade edilemez'],
  refunded_before: ['VPS-1023', 'İşlemin tamamı daha önce iade edilmiş'],
  installment_not_allowed: ['VPS-1044', 'Not-Onus Kart hatalı taksit'],
  bad_plan: ['VPS-1055', 'Eksik veya geçersiz tekrarlayan ödeme alanları'],
  unknown_plan: ['VPS-1059', 'Planlı İşlem bulunamadı. Talimat Takip Numarası : {order}'],
  recurring_not_allowed: ['VPS-1061', 'Bu üye işyerinin planlı ve tekrarlayan işlem yetkisi yoktur'],
  preauth_not_allowed: ['VPS-1062', 'Bu üye işyerinin ön otorizasyon yetkisi yoktur'],
  currency_not_allowed: ['VPS-1063', 'Bu üye işyerinin bu para birimi için yetkisi yoktur'],
  no_3d: ['VPS-1064', 'Bu üye işyerinin 3D yetkisi yoktur'],
  request_time: ['VPS-1073', 'Geçerli talep tarihi giriniz.'],
  random_used: ['VPS-1074', 'Rastgele sayı daha önce kullanılmış'],
  not_found: ['VPS-1123', 'İşlem bulunamadı. Sipariş Numarası : {order}'],
  authentication_mismatch: ['VPS-1280', '3D doğrulama bilgileri işleme ait değil'],
  authentication_used: ['VPS-1281', '3D doğrulama bilgileri daha önce kullanılmış'],
  span_too_long: ['VPS-2229', 'Gün aralığı 1 günden fazla girilemez'],
  too_many: ['VPS-2235', 'Toplam kayıt sayısı aşıldı. Batch No girerek ilerleyiniz.'],
}

export const refusalText = (refusal: NamedRefusal, orderId: string): string =>
  REFUSALS[refusal][1].replace('{order}', orderId)
