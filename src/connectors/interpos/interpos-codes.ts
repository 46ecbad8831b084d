/** The meaning of InterPOS's ProcReturnCode: field 39 of ISO 8583, with the gateway's ErrorCode where that says more. */
import { codeTable } from '../codes/code-table.ts'
import { ISO_CODES } from '../codes/iso-codes.ts'

export const APPROVED = '00'
/** The bank's answer to a question about an order that it does not have; of a charge it is a refusal without a reason. */
export const NO_SUCH_ORDER = '05'

export const INTERPOS_CODES = codeTable({
  ...ISO_CODES,
  // Keys out of step, not a missing original as ISO has it.
  '76': 'system_malfunction',
  '77': 'bank_declined',
  '78': 'invalid_pin',
  '79': 'security_violation',
  '81': 'terminal_not_permitted',
  '81/B810002': 'merchant_not_active',
  // Their meaning is not documented.
  E31: 'connector_error',
  E39: 'connector_error',
})
