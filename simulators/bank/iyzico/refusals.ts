/** Refusals of iyzico with its codes, its groups and texts in its manner; `{0}` is the name of a member. */
import type { ChargeRefusal } from '../acquirer/charge.ts'
import type { PreciseRefusal } from '../acquirer/precise-refusal.ts'

export type NamedRefusal =
  | Exclude<ChargeRefusal | PreciseRefusal, 'currency_mismatch' | 'nothing_to_refund' | 'not_settled'>
  | 'unknown_key'
  | 'wrong_signature'
  | 'invalid_request'
  | 'no_email'
  | 'email_format'
  | 'no_identity'
  | 'card_month'
  | 'card_year'
  | 'card_code'
  | 'no_holder'
  | 'card_expired'
  | 'no_callback'
  | 'mandatory'
  | 'basket_sum'
  | 'bad_installment'
  | 'bad_currency'
  | 'debit_installment'
  | 'no_3d'
  | 'start_failed'
  | 'unknown_item'
  | 'nothing_to_refund'
  | 'not_standard'
  | 'not_marketplace'
  | 'unknown_sub_merchant'
  | 'known_sub_merchant'
  | 'sub_merchant_price'
  | 'challenge_open'
  | 'challenge_used'
  | 'not_authenticated'
  | 'terms_mismatch'
  | 'other_data'
  | 'approved_before'
  | 'not_approved'

export interface Refused {
  readonly refusal: NamedRefusal
  /** The member that it is about. */
  readonly name?: string
}

export type Said = readonly [code: string, tr: string, en: string, group?: string]

export const REFUSALS: Readonly<Record<NamedRefusal, Said>> = {
  wrong_signature: ['1000', 'Geçersiz imza', 'Invalid signature'],
  unknown_key: ['1001', 'api bilgileri bulunamadı', 'api credentials not found'],
  no_email: ['3', 'Email gönderilmesi zorunludur', 'Email is mandatory'],
  email_format: ['5', 'Email hatalı formatta gönderildi', 'Email was sent in an incorrect format'],
  no_identity: ['8', 'Kimlik numarası gönderilmesi zorunludur', 'Identity number is mandatory'],
  invalid_request: ['11', 'Geçersiz istek', 'Invalid request'],
  card_format: ['12', 'Kart numarası geçersizdir', 'Invalid card number'],
  card_month: ['13', 'Son kullanma ayı geçersizdir', 'Invalid expiration month'],
  card_year: ['14', 'Son kullanma yılı geçersizdir', 'Invalid expiration year'],
  card_code: ['15', 'CVC geçersizdir', 'Invalid CVC'],
  no_holder: ['16', 'Kart sahibi gönderilmesi zorunludur', 'Cardholder name is mandatory'],
  card_expired: ['17', 'Kartın son kullanma tarihi geçersizdir', 'The expiration date of the card is invalid'],
  no_callback: ['23', 'Callback url gönderilmesi zorunludur', 'Callback URL is mandatory'],
  mandatory: ['24', '{0} gönderilmesi zorunludur', '{0} is mandatory'],
  basket_sum: [
    '5062',
    'Gönderilen tutar tüm kırılımların toplam tutarına eşit olmalıdır',
    'The price must be the sum of all items',
  ],
  not_standard: [
    '5266',
    'Tutar bazlı iadeyi sadece standart işyeri kullanabilir',
    'Only standard merchants can refund by amount',
  ],
  bad_installment: ['5063', 'Taksit sayısı geçersizdir', 'Invalid installment'],
  bad_currency: ['5064', 'Para birimi geçersizdir', 'Invalid currency'],
  currency_not_allowed: ['5065', 'Para birimi için yetkiniz yoktur', 'The currency is not permitted'],
  preauth_not_allowed: ['5066', 'Ön provizyon yetkiniz yoktur', 'Pre-authorization is not permitted'],
  no_3d: ['5067', '3D Secure yetkiniz yoktur', '3-D Secure is not permitted'],
  merchant_suspended: ['5068', 'Üye işyeri aktif değildir', 'The merchant is not active'],
  start_failed: ['5070', '3D Secure başlatılamadı', '3-D Secure could not be initialized'],
  order_used: ['5071', 'İşlem daha önce gönderilmiş', 'The request was sent before'],
  unknown_order: ['5087', 'Üye işyerine ait ödeme kaydı bulunamadı', 'The merchant has no such payment'],
  unknown_item: ['5116', 'Ödeme kırılımı bulunamadı', 'Payment item not found'],
  voided_before: ['8514', 'Bu işlem önceden başlatıldı ve devam etmektedir', 'This operation was begun before'],
  day_ended: ['5118', 'Gün sonu yapılmış ödeme iptal edilemez', 'The day of the payment has ended'],
  nothing_to_refund: ['5119', 'Ödeme iadeye uygun değildir', 'The payment cannot be refunded'],
  refunded_before: ['5119', 'Ödeme daha önce iade edilmiş', 'The payment was refunded before'],
  not_voidable: ['5120', 'Ödeme iptal edilemez', 'The payment cannot be canceled'],
  not_authorized: [
    '5082',
    'Bu ödeme işleminin durumu POST_AUTH işlemi için uygun değildir',
    'Not in a state for POST_AUTH',
  ],
  captured_before: [
    '5082',
    'Bu ödeme işleminin durumu POST_AUTH işlemi için uygun değildir',
    'Not in a state for POST_AUTH',
  ],
  above_authorization: ['5123', 'Tutar ön provizyon tutarını aşıyor', 'The price is above the pre-authorization'],
  authorization_expired: ['5125', 'Ön provizyonun süresi dolmuş', 'The pre-authorization has expired'],
  challenge_open: ['5171', '3D Secure doğrulaması tamamlanmadı', '3-D Secure is not completed'],
  not_authenticated: ['5172', '3D Secure doğrulaması başarısız', '3-D Secure failed'],
  challenge_used: ['5173', '3D Secure işlemi daha önce tamamlanmış', 'The 3-D Secure payment was completed before'],
  terms_mismatch: ['5174', '{0} ödeme ile eşleşmiyor', '{0} differs from the payment'],
  other_data: ['5175', 'conversationData geçersizdir', 'Invalid conversationData'],
  not_marketplace: ['5180', 'Pazaryeri yetkiniz yoktur', 'The merchant is not a marketplace'],
  unknown_sub_merchant: ['5181', 'Alt üye işyeri bulunamadı', 'Sub-merchant not found'],
  known_sub_merchant: ['5182', 'Alt üye işyeri zaten kayıtlı', 'The sub-merchant exists'],
  sub_merchant_price: ['5183', 'subMerchantPrice geçersizdir', 'Invalid subMerchantPrice'],
  approved_before: ['5186', 'Kırılıma daha önce onay verilmiş', 'The item was approved before'],
  not_approved: ['5185', 'Kırılıma onay verilmemiş', 'The item is not approved'],
  debit_installment: [
    '10218',
    'Banka kartları ile taksitli işlem yapılamaz',
    'Debit cards have no installments',
    'DEBIT_CARDS_INSTALLMENT_NOT_ALLOWED',
  ],
  installment_not_allowed: [
    '10222',
    'Terminal taksitli işleme kapalı',
    'Installments are not permitted',
    'NOT_PERMITTED_TO_INSTALLMENT',
  ],
  above_captured: [
    '10248',
    'İade tutarı işlem tutarını aşıyor',
    'The refund exceeds the transaction',
    'EXCEEDED_TRANSACTION_AMOUNT',
  ],
}

/** By the code of the card's bank. */
const BANK: Readonly<Record<string, Said>> = {
  '05': ['10005', 'İşlem onaylanmadı', 'Do not honour', 'DO_NOT_HONOUR'],
  '12': ['10012', 'Geçersiz işlem', 'Invalid transaction', 'INVALID_TRANSACTION'],
  '14': ['10215', 'Geçersiz kart numarası', 'Invalid card number', 'INVALID_CARD_NUMBER'],
  '1A': ['10217', 'Kart sadece 3D Secure işleminde kullanılabilir', 'The card requires 3-D Secure', 'REQUIRES_3DS'],
  '41': ['10041', 'Kayıp kart, karta el koyunuz', 'Lost card', 'LOST_CARD'],
  '43': ['10043', 'Çalıntı kart, karta el koyunuz', 'Stolen card', 'STOLEN_CARD'],
  '51': ['10051', 'Kart limiti yetersiz, yetersiz bakiye', 'Not sufficient funds', 'NOT_SUFFICIENT_FUNDS'],
  '54': ['10054', 'Vadesi dolmuş kart', 'Expired card', 'EXPIRED_CARD'],
  '57': ['10057', 'Kart sahibi bu işlemi yapamaz', 'Not permitted to cardholder', 'NOT_PERMITTED_TO_CARDHOLDER'],
  '58': ['10058', 'Terminalin bu işlemi yapmaya yetkisi yok', 'Not permitted to terminal', 'NOT_PERMITTED_TO_TERMINAL'],
  '59': ['10034', 'Dolandırıcılık şüphesi', 'Suspected fraud', 'FRAUD_SUSPECT'],
  '61': ['10224', 'Para çekme limiti aşılmış', 'Exceeds limit', 'EXCEEDS_WITHDRAWAL_AMOUNT_LIMIT'],
  '82': ['10084', 'CVC2 bilgisi hatalı', 'Invalid CVC2', 'INVALID_CVC2'],
  '91': ['10228', 'Banka hizmet dışı', 'Issuer or switch inoperative', 'ISSUER_OR_SWITCH_INOPERATIVE'],
  '93': ['10093', 'Kartınız e-ticaret işlemlerine kapalıdır', 'Restricted by law', 'RESTRICTED_BY_LAW'],
  '96': ['10214', 'İletişim veya sistem hatası', 'Communication or system error', 'COMMUNICATION_OR_SYSTEM_ERROR'],
  '99': ['10204', 'Ödeme işlemi esnasında genel bir hata oluştu', 'A general error occurred', 'UNKNOWN'],
}

const DECLINED: Said = ['10220', 'Ödeme alınamadı', 'Declined', 'DECLINED']
const REFUND_DECLINED: Said = ['10246', 'İade işlemi onaylanmadı', 'The refund was declined', 'REFUND_DECLINE']

export const saidByBank = (code: string, isOfRefund = false): Said =>
  isOfRefund && code === '05' ? REFUND_DECLINED : (BANK[code] ?? DECLINED)
