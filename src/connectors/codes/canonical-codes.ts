/** Meanings of bank codes in one vocabulary: the code we store, the category, whether a retry may help, and a message for the buyer. */
import { inTurkish } from '../../core/phrases/in-turkish.ts'
import { constantPhrase } from '../../core/phrases/phrase.ts'
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

// Name, stored code, category, retry class, English; the Turkish is in src/core/phrases/turkish/reasons.ts.
// biome-ignore format: one code per line reads as the table it is
const TABLE = {
  bank_declined: ['bank_declined', 'BankDeclined', 'later', 'The bank declined the payment'],
  do_not_honor: ['do_not_honor', 'BankDeclined', 'later', 'Do not honour'],
  refer_to_issuer: ['bank_declined', 'BankDeclined', 'after_change', 'Call the bank of the card'],
  insufficient_balance: ['insufficient_funds', 'BankDeclined', 'later', 'Insufficient funds'],
  expired_card: ['card_expired', 'BankDeclined', 'never', 'Expired card'],
  invalid_cvv: ['invalid_cvv', 'BankDeclined', 'after_change', 'Wrong card code'],
  invalid_transaction: ['bank_declined', 'BankDeclined', 'after_change', 'Invalid transaction'],
  restricted_card: ['bin_restricted', 'BankDeclined', 'never', 'Restricted card'],
  blocked_card: ['bank_declined', 'BankDeclined', 'never', 'The card is closed'],
  card_not_permitted: ['bank_declined', 'BankDeclined', 'never', 'Not allowed for this card'],
  amount_limit_exceeded: ['limit_exceeded', 'BankDeclined', 'later', 'Amount limit exceeded'],
  frequency_limit_exceeded: ['limit_exceeded', 'BankDeclined', 'later', 'Count limit exceeded'],
  pin_tries_exceeded: ['bank_declined', 'BankDeclined', 'never', 'PIN tries exceeded'],
  invalid_pin: ['bank_declined', 'BankDeclined', 'after_change', 'Wrong PIN'],
  issuer_not_found: ['bank_declined', 'BankDeclined', 'after_change', 'Unknown issuer'],
  ecommerce_disabled: ['bank_declined', 'BankDeclined', 'after_change', 'The card is closed to online payments'],
  installment_not_allowed: ['bank_declined', 'BankDeclined', 'after_change', 'This number of installments is not accepted'],
  card_type_not_supported: ['bank_declined', 'BankDeclined', 'after_change', 'This kind of card is not accepted'],
  recurring_revoked: ['bank_declined', 'BankDeclined', 'never', 'The holder revoked recurring payments'],
  three_ds_required: ['three_ds_required', 'BankDeclined', 'after_change', '3D Secure is required'],
  three_ds_authentication_failed: ['three_ds_authentication_failed', 'BankDeclined', 'after_change', '3D Secure authentication failed'],
  invalid_card_number: ['invalid_card', 'Validation', 'after_change', 'Invalid card number'],
  invalid_amount: ['invalid_amount', 'Validation', 'after_change', 'Invalid amount'],
  request_format_error: ['bank_declined', 'Validation', 'after_change', 'Format error'],
  duplicate_transaction: ['bank_declined', 'Validation', 'inquire_first', 'The transaction was sent before'],
  original_transaction_not_found: ['bank_declined', 'Validation', 'after_change', 'Original transaction not found'],
  refund_before_settlement: ['bank_declined', 'Validation', 'later', 'No refund before the end of the day'],
  refund_not_allowed: ['bank_declined', 'Validation', 'never', 'The refund is not allowed'],
  void_after_settlement: ['bank_declined', 'Validation', 'never', 'Nothing left to void; refund instead'],
  pickup_card: ['bank_declined', 'Fraud', 'never', 'Pick up card'],
  lost_card: ['bank_declined', 'Fraud', 'never', 'Lost card'],
  stolen_card: ['bank_declined', 'Fraud', 'never', 'Stolen card'],
  suspected_fraud: ['fraud_suspected', 'Fraud', 'never', 'Suspected fraud'],
  security_violation: ['fraud_suspected', 'Fraud', 'never', 'Security violation'],
  invalid_merchant: ['config_error', 'Configuration', 'after_change', 'Merchant set up wrongly'],
  terminal_not_permitted: ['config_error', 'Configuration', 'after_change', 'Not allowed to the terminal'],
  invalid_signature: ['config_error', 'Configuration', 'after_change', 'Credentials or signature refused'],
  merchant_not_active: ['config_error', 'Configuration', 'after_change', 'Not open to this merchant'],
  issuer_unavailable: ['bank_timeout', 'Technical', 'later', 'The issuer does not answer'],
  system_malfunction: ['bank_system_error', 'Technical', 'inquire_first', 'Bank system fault'],
  try_again: ['bank_system_error', 'Technical', 'later', 'Try again'],
  cutover_in_progress: ['bank_system_error', 'Technical', 'later', 'The bank is closing its day'],
  settlement_in_progress: ['bank_system_error', 'Technical', 'later', 'The bank is settling'],
  three_ds_unavailable: ['three_ds_failed', 'Technical', 'inquire_first', '3D Secure is not available now'],
  connector_error: ['bank_system_error', 'Technical', 'inquire_first', 'Fault of the bank gateway'],
  issuer_timeout: ['bank_timeout', 'Timeout', 'inquire_first', 'No answer from the issuer'],
} satisfies Record<string, readonly [string, ErrorCategoryName, RetryClass, string]>

export type CanonicalName = keyof typeof TABLE

export const canonicalCode = (name: CanonicalName): CanonicalCode => {
  const [storedCode, category, retry, english] = TABLE[name]
  return { storedCode, category, retry, turkish: inTurkish(constantPhrase(english)), english }
}

export const canonicalCodes = (): CanonicalCode[] =>
  (Object.keys(TABLE) as CanonicalName[]).map((name) => canonicalCode(name))
