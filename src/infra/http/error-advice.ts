/** Advice on what a caller should do about each error code; codes that require the same action share a sentence. */
import type { ProblemCode } from '../../core/error-codes.ts'
import type { InBothLanguages, Language } from '../../core/phrases/texts.ts'

const BY_ADVICE: readonly (InBothLanguages & { readonly codes: string })[] = [
  {
    en: 'correct the request and send it anew',
    tr: 'isteği düzeltip yeniden gönderin',
    codes: `bad_request invalid_json unsupported_media_type payload_too_large uri_too_long
    headers_too_large validation_failed invalid_filter tenant_id_required merchant_id_required invalid_amount invalid_currency
    invalid_installment invalid_card_number invalid_card_expiry invalid_cvv invalid_card_holder invalid_billing_city card_token_mismatch
    invalid_shipping_city invalid_callback_url invalid_merchant_id invalid_refund_amount refund_exceeds_original
    refund_currency_mismatch capture_amount_exceeds_authorization capture_currency_mismatch session_amount_mismatch
    session_installment_not_allowed invalid_iban invalid_schedule invalid_tax_id invalid_expression invalid_webhook_url
    invalid_ip_format invalid_expires_at invalid_signature default_receiver_account_required unsupported_transfer_type
    iban_not_eligible fast_amount_limit single_transfer_limit_exceeded route_not_found method_not_allowed https_required
    cross_site_request`,
  },
  {
    en: 'check the id: it is not there, or out of the caller’s reach',
    tr: 'kimliği denetleyin: yok ya da erişiminizin dışında',
    codes: `merchant_not_found resource_not_found realm_not_found
    payment_not_found connector_not_found recurring_plan_not_found recurring_installment_not_found session_not_found
    transfer_not_found source_account_not_found recipient_not_found account_not_found bank_not_found plan_not_found
    api_key_not_found source_account_unauthorized`,
  },
  {
    en: 'read it again: its state does not allow this, or it is done already',
    tr: 'yeniden okuyun: durumu buna izin vermiyor ya da zaten yapılmış',
    codes: `invalid_state_transition capture_not_allowed
    payment_already_voided payment_not_voidable payment_already_refunded payment_not_refundable payment_already_captured
    payment_not_pre_auth pre_auth_expired refund_not_allowed bank_refund_period_expired three_ds_complete_not_allowed
    recurring_plan_not_active recurring_installment_not_pending recurring_installment_due_passed dcc_invalid_state
    dcc_offer_expired dcc_not_available payment_already_approved payment_already_sent payment_already_rejected
    receipt_not_available`,
  },
  {
    en: 'compare what you read with `current`, then send the change again with its `etag`',
    tr: 'okuduğunuzu `current` ile karşılaştırın, sonra değişikliği onun `etag` değeriyle yeniden gönderin',
    codes: 'precondition_failed',
  },
  {
    en: 'refund it instead',
    tr: 'bunun yerine iade edin',
    codes: 'void_not_allowed void_not_allowed_after_settlement',
  },
  {
    en: 'ask for another card or another way to pay',
    tr: 'başka bir kart ya da başka bir ödeme yolu isteyin',
    codes: `bank_declined payment_failed three_ds_not_supported
    three_ds_authentication_failed point_inquiry_not_supported point_inquiry_failed`,
  },
  {
    en: 'send the payment through 3D Secure',
    tr: 'ödemeyi 3D Secure ile gönderin',
    codes: 'three_ds_required non_3d_not_allowed',
  },
  {
    en: 'begin the payment anew',
    tr: 'ödemeye baştan başlayın',
    codes: `three_ds_verify_failed three_ds_card_mismatch three_ds_card_data_missing three_ds_complete_failed
    empty_callback_data missing_transaction_id session_expired session_closed max_attempts_exceeded`,
  },
  {
    en: 'have the shopper enter the card again, in a new fields session',
    tr: 'kartı yeni bir alan oturumunda müşteriye yeniden girdirin',
    codes: 'card_token_invalid card_token_expired card_token_used',
  },
  {
    en: 'do not repeat it; the fraud log says why',
    tr: 'tekrarlamayın; nedeni dolandırıcılık kaydında',
    codes: 'fraud_blocked recipient_blocked',
  },
  {
    en: 'wait for the decision of the fraud review',
    tr: 'dolandırıcılık incelemesinin kararını bekleyin',
    codes: 'fraud_review_required',
  },
  {
    en: 'have another person do it',
    tr: 'başka bir kişi yapsın',
    codes: 'four_eyes_violation',
  },
  {
    en: 'take another value, or what is there already',
    tr: 'başka bir değer seçin ya da var olanı kullanın',
    codes: `conflict duplicate_external_id iban_already_registered api_key_in_use
    idempotency_key_in_use`,
  },
  {
    en: 'have the set-up, the plan or the roles changed; repeating does not help',
    tr: 'kurulumu, planı ya da rolleri değiştirtin; tekrarlamak işe yaramaz',
    codes: `forbidden merchant_inactive product_not_licensed
    ip_not_allowed realm_suspended routing_no_match config_error three_ds_init_not_allowed three_ds_module_not_found
    void_not_supported refund_not_supported capture_not_supported recurring_not_supported payment_mode_not_allowed
    origin_not_allowed pre_auth_not_allowed source_account_inactive daily_limit_exceeded monthly_limit_exceeded api_key_limit_reached`,
  },
  {
    en: 'get a new token',
    tr: 'yeni bir erişim anahtarı alın',
    codes: 'invalid_token token_expired',
  },
  {
    en: 'sign in anew with the right credentials',
    tr: 'doğru bilgilerle yeniden oturum açın',
    codes: 'invalid_credentials invalid_refresh_token sign_in_required',
  },
  { en: 'have another link sent', tr: 'yeni bir bağlantı gönderilmesini sağlayın', codes: 'link_invalid' },
  {
    en: 'send the code as `otp`',
    tr: 'kodu `otp` alanında gönderin',
    codes: 'otp_required',
  },
  {
    en: 'give the password again, then repeat it',
    tr: 'parolayı yeniden verin, sonra tekrarlayın',
    codes: 'step_up_required',
  },
  {
    en: 'try again later, with the same Idempotency-Key where one was sent',
    tr: 'daha sonra yeniden deneyin; gönderdiyseniz aynı Idempotency-Key ile',
    codes: `request_timeout rate_limit_exceeded
    internal_server_error bad_gateway service_unavailable connector_unavailable bank_system_error three_ds_init_exception
    three_ds_complete_exception recurring_exception recurring_cancel_exception point_inquiry_exception fast_window_closed
    eft_window_closed bank_receipt_error bank_balance_unavailable bank_data_unavailable`,
  },
]

const ADVICE: ReadonlyMap<string, InBothLanguages> = new Map(
  BY_ADVICE.flatMap((advice) => advice.codes.split(/\s+/).map((code): [string, InBothLanguages] => [code, advice])),
)

/** Returns undefined for a code that is only stored, never returned. */
export const findAdvice = (code: string, language: Language = 'en'): string | undefined => ADVICE.get(code)?.[language]

/** Groups the codes by their advice, in the order of the table. */
export const groupedByAdvice = (codes: readonly ProblemCode[]): [advice: string, codes: ProblemCode[]][] =>
  BY_ADVICE.map(({ en }): [string, ProblemCode[]] => [en, codes.filter((code) => findAdvice(code) === en)]).filter(
    ([, of]) => of.length > 0,
  )
