/** The meaning of Kuveyt Türk's codes: those of the card's bank, and words of the gateway, some with a finer code. */
import type { CanonicalName } from '../codes/canonical-codes.ts'
import { codeTable } from '../codes/code-table.ts'
import { ISO_CODES } from '../codes/iso-codes.ts'

export const APPROVED = '00'

// biome-ignore format: codes with the same meaning are on one line
const GATEWAY: readonly [CanonicalName, string][] = [
  ['invalid_signature', 'ApiUserNotDefined HashDataError PosMerchantIPError'],
  ['invalid_merchant', 'EmptyMerchantIdField EmptyCustomerIdField MerchantNotDefined'],
  ['terminal_not_permitted', 'InvalidTransactionSecurity'],
  ['three_ds_required', 'Non3dUsageUnavailable'],
  ['three_ds_authentication_failed', '888 999'],
  ['invalid_card_number', 'EmptyCardNumberField LengthControlCardNumberField InvalidCardNumber'],
  ['expired_card', 'InvalidExpireDate'],
  ['invalid_cvv', 'EmptyCVV2Field'],
  ['invalid_amount', 'EmptyAmountField'],
  ['installment_not_allowed', 'CardNotOnusControl'],
  ['request_format_error', 'EmptyCardExpireDateField InvalidCardExpireDateFormat EmptyCardHolderNameField EmptyMerchantOrderIdField CurrencyCodeInvalid NullCheck'],
  // The bank may have used up the order, or the proof of the challenge, for a charge.
  ['duplicate_transaction', 'OrderIsProcessedBefore'],
  ['three_ds_unavailable', 'MetaDataNotFound EmptyMDException'],
]

export const KUVEYT_CODES = codeTable({
  ...ISO_CODES,
  '28': 'refund_not_allowed',
  ...Object.fromEntries(GATEWAY.flatMap(([name, codes]) => codes.split(' ').map((code) => [code, name]))),
  DbLayerError: 'connector_error',
  'DbLayerError/21': 'refund_not_allowed',
  'DbLayerError/InvalidRequestError': 'void_after_settlement',
  'DbLayerError/RRNOrStanOrProvIsIncorrect': 'original_transaction_not_found',
  'DbLayerError/TransactionAmountMismatchException': 'invalid_amount',
  'DbLayerError/HashDataError': 'invalid_signature',
})
