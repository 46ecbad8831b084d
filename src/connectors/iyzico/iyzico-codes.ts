/** The meaning of iyzico's codes: its own checks of a request, and from 10000 on those of the card's bank. */
import type { CanonicalName } from '../codes/canonical-codes.ts'
import { codeTable } from '../codes/code-table.ts'

/** Ours: of a payment that the report shows as failed, without the code of its bank. */
export const FAILED = 'FAILURE'
/** The operation was begun before, and may be done, or still on its way. */
const BEGUN_BEFORE = '8514'

// biome-ignore format: codes with the same meaning are on one line
const CODES: readonly [CanonicalName, string][] = [
  ['connector_error', '1 2 10000 10214 10241 10242'],
  ['request_format_error', '3 4 5 6 7 8 9 10 11 16 18 19 20 21 22 23 24 25 5004'],
  ['invalid_card_number', '12 10215'],
  ['expired_card', '13 14 17 10054 10229'],
  ['invalid_cvv', '15 10084 10206'],
  ['invalid_signature', '1000 1001'],
  ['invalid_amount', '5062 10232'],
  ['invalid_merchant', '5079 10208'],
  ['merchant_not_active', '9000'],
  ['card_type_not_supported', '5184 10221 10233 10235'],
  ['original_transaction_not_found', '5087'],
  ['refund_not_allowed', '10246 10248'],
  ['invalid_transaction', '5082 10012'],
  ['duplicate_transaction', BEGUN_BEFORE],
  ['do_not_honor', '10005'],
  ['bank_declined', `10220 10234 10243 10244 ${FAILED}`],
  ['suspected_fraud', '10034'],
  ['lost_card', '10041'],
  ['stolen_card', '10043'],
  ['insufficient_balance', '10051'],
  ['card_not_permitted', '10057 10201'],
  ['terminal_not_permitted', '10058'],
  ['ecommerce_disabled', '10093'],
  ['refer_to_issuer', '10207'],
  ['blocked_card', '10209'],
  ['restricted_card', '10225 10230'],
  ['three_ds_unavailable', '10210 10211'],
  ['issuer_not_found', '10213 10216'],
  ['three_ds_required', '10217'],
  ['installment_not_allowed', '10218 10222'],
  ['issuer_timeout', '10219 10240'],
  ['issuer_unavailable', '10228'],
  ['settlement_in_progress', '10223'],
  ['amount_limit_exceeded', '10224'],
  ['pin_tries_exceeded', '10226'],
  ['invalid_pin', '10227'],
]

export const IYZICO_CODES = codeTable(
  Object.fromEntries(CODES.flatMap(([name, codes]) => codes.split(' ').map((code) => [code, name]))),
)
