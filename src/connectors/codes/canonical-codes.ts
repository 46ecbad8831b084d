/** Meanings of bank codes in one vocabulary: the code we store, the category, whether a retry may help, and a message for the buyer. */
import type { ErrorCategoryName } from '../../core/schema.ts'

/** never: not with this card. after_change: something must be corrected. later: the same may work then. inquire_first: the outcome is unknown. */
type RetryClass = 'never' | 'after_change' | 'later' | 'inquire_first'

export interface CanonicalCode {
  readonly storedCode: string
  readonly category: ErrorCategoryName
  readonly retry: RetryClass
  readonly turkish: string
  readonly english: string
}

// Name, stored code, category, retry class, Turkish, English.
// biome-ignore format: one code per line reads as the table it is
const TABLE = {
  bank_declined: ['bank_declined', 'BankDeclined', 'later', 'İşlem banka tarafından onaylanmadı', 'The bank declined the payment'],
  do_not_honor: ['do_not_honor', 'BankDeclined', 'later', 'İşlem onaylanmadı', 'Do not honour'],
  refer_to_issuer: ['bank_declined', 'BankDeclined', 'after_change', 'Bankanızı arayınız', 'Call the bank of the card'],
  insufficient_balance: ['insufficient_funds', 'BankDeclined', 'later', 'Bakiye yetersiz', 'Insufficient funds'],
  expired_card: ['card_expired', 'BankDeclined', 'never', 'Kartın süresi dolmuş', 'Expired card'],
  invalid_cvv: ['invalid_cvv', 'BankDeclined', 'after_change', 'Güvenlik kodu hatalı', 'Wrong card code'],
  invalid_transaction: ['bank_declined', 'BankDeclined', 'after_change', 'Geçersiz işlem', 'Invalid transaction'],
  restricted_card: ['bin_restricted', 'BankDeclined', 'never', 'Kısıtlı kart', 'Restricted card'],
  blocked_card: ['bank_declined', 'BankDeclined', 'never', 'Kart kapalı', 'The card is closed'],
  card_not_permitted: ['bank_declined', 'BankDeclined', 'never', 'Kart bu işleme kapalı', 'Not allowed for this card'],
  amount_limit_exceeded: ['limit_exceeded', 'BankDeclined', 'later', 'Tutar limiti aşıldı', 'Amount limit exceeded'],
  frequency_limit_exceeded: ['limit_exceeded', 'BankDeclined', 'later', 'İşlem adedi limiti aşıldı', 'Count limit exceeded'],
  pin_tries_exceeded: ['bank_declined', 'BankDeclined', 'never', 'Şifre deneme sayısı aşıldı', 'PIN tries exceeded'],
  invalid_pin: ['bank_declined', 'BankDeclined', 'after_change', 'Hatalı şifre', 'Wrong PIN'],
  issuer_not_found: ['bank_declined', 'BankDeclined', 'after_change', 'Kartı veren banka bulunamadı', 'Unknown issuer'],
  ecommerce_disabled: ['bank_declined', 'BankDeclined', 'after_change', 'Kart internet alışverişine kapalı', 'The card is closed to online payments'],
  installment_not_allowed: ['bank_declined', 'BankDeclined', 'after_change', 'Bu taksit sayısı kabul edilmiyor', 'This number of installments is not accepted'],
  card_type_not_supported: ['bank_declined', 'BankDeclined', 'after_change', 'Bu kart türü kabul edilmiyor', 'This kind of card is not accepted'],
  recurring_revoked: ['bank_declined', 'BankDeclined', 'never', 'Kart sahibi düzenli ödemeyi iptal etti', 'The holder revoked recurring payments'],
  three_ds_required: ['three_ds_required', 'BankDeclined', 'after_change', '3D Secure doğrulaması gerekli', '3D Secure is required'],
  three_ds_authentication_failed: ['three_ds_authentication_failed', 'BankDeclined', 'after_change', '3D Secure doğrulaması başarısız', '3D Secure authentication failed'],
  invalid_card_number: ['invalid_card', 'Validation', 'after_change', 'Geçersiz kart numarası', 'Invalid card number'],
  invalid_amount: ['invalid_amount', 'Validation', 'after_change', 'Geçersiz tutar', 'Invalid amount'],
  request_format_error: ['bank_declined', 'Validation', 'after_change', 'Mesaj biçimi hatalı', 'Format error'],
  duplicate_transaction: ['bank_declined', 'Validation', 'inquire_first', 'İşlem daha önce gönderilmiş', 'The transaction was sent before'],
  original_transaction_not_found: ['bank_declined', 'Validation', 'after_change', 'Asıl işlem bulunamadı', 'Original transaction not found'],
  refund_before_settlement: ['bank_declined', 'Validation', 'later', 'Gün sonundan önce iade yapılamaz', 'No refund before the end of the day'],
  refund_not_allowed: ['bank_declined', 'Validation', 'never', 'İade yapılamaz', 'The refund is not allowed'],
  void_after_settlement: ['bank_declined', 'Validation', 'never', 'İptal edilecek işlem yok; iade ediniz', 'Nothing left to void; refund instead'],
  pickup_card: ['bank_declined', 'Fraud', 'never', 'Karta el koyunuz', 'Pick up card'],
  lost_card: ['bank_declined', 'Fraud', 'never', 'Kayıp kart', 'Lost card'],
  stolen_card: ['bank_declined', 'Fraud', 'never', 'Çalıntı kart', 'Stolen card'],
  suspected_fraud: ['fraud_suspected', 'Fraud', 'never', 'Dolandırıcılık şüphesi', 'Suspected fraud'],
  security_violation: ['fraud_suspected', 'Fraud', 'never', 'Güvenlik ihlali', 'Security violation'],
  invalid_merchant: ['config_error', 'Configuration', 'after_change', 'Üye işyeri tanımı hatalı', 'Merchant set up wrongly'],
  terminal_not_permitted: ['config_error', 'Configuration', 'after_change', 'Terminalin bu işleme yetkisi yok', 'Not allowed to the terminal'],
  invalid_signature: ['config_error', 'Configuration', 'after_change', 'Bağlantı bilgileri hatalı', 'Credentials or signature refused'],
  merchant_not_active: ['config_error', 'Configuration', 'after_change', 'Üye işyeri bu işleme kapalı', 'Not open to this merchant'],
  issuer_unavailable: ['bank_timeout', 'Technical', 'later', 'Kartı veren banka yanıt vermiyor', 'The issuer does not answer'],
  system_malfunction: ['bank_system_error', 'Technical', 'inquire_first', 'Banka sistemi arızası', 'Bank system fault'],
  try_again: ['bank_system_error', 'Technical', 'later', 'Tekrar deneyiniz', 'Try again'],
  cutover_in_progress: ['bank_system_error', 'Technical', 'later', 'Banka gün sonu alıyor', 'The bank is closing its day'],
  settlement_in_progress: ['bank_system_error', 'Technical', 'later', 'Banka mutabakat yapıyor', 'The bank is settling'],
  three_ds_unavailable: ['three_ds_failed', 'Technical', 'inquire_first', '3D Secure şu anda kullanılamıyor', '3D Secure is not available now'],
  connector_error: ['bank_system_error', 'Technical', 'inquire_first', 'Banka geçidi hatası', 'Fault of the bank gateway'],
  issuer_timeout: ['bank_timeout', 'Timeout', 'inquire_first', 'Bankadan yanıt alınamadı', 'No answer from the issuer'],
} satisfies Record<string, readonly [string, ErrorCategoryName, RetryClass, string, string]>

export type CanonicalName = keyof typeof TABLE

export const canonicalCode = (name: CanonicalName): CanonicalCode => {
  const [storedCode, category, retry, turkish, english] = TABLE[name]
  return { storedCode, category, retry, turkish, english }
}

export const canonicalCodes = (): CanonicalCode[] =>
  (Object.keys(TABLE) as CanonicalName[]).map((name) => canonicalCode(name))
