/** The meaning of Akbank's codes: the gateway's own, and those of the card's bank where it has been asked. */
import { codeTable } from '../codes/code-table.ts'
import { ISO_CODES } from '../codes/iso-codes.ts'

export const APPROVED = 'VPS-0000'
/** The card's bank was asked and has refused: its own code says why. */
export const REFUSED_BY_HOST = 'VPS-1005'
export const VOIDED_BEFORE = 'VPS-1008'
export const USED_BEFORE = 'VPS-1013'
/** The history has no such order. */
export const NO_SUCH_ORDER = 'VPS-1123'

export const AKBANK_CODES = codeTable({
  ...ISO_CODES,
  '83': 'installment_not_allowed',
  [REFUSED_BY_HOST]: 'connector_error',
  'VPS-1007': 'original_transaction_not_found',
  [VOIDED_BEFORE]: 'refund_not_allowed',
  [USED_BEFORE]: 'duplicate_transaction',
  'VPS-1044': 'installment_not_allowed',
  'VPS-1055': 'request_format_error',
  'VPS-1059': 'original_transaction_not_found',
  'VPS-1060': 'terminal_not_permitted',
  'VPS-1061': 'merchant_not_active',
  'VPS-1066': 'card_type_not_supported',
  'VPS-1073': 'request_format_error',
  [NO_SUCH_ORDER]: 'original_transaction_not_found',
  'VPS-1279': 'three_ds_authentication_failed',
})
