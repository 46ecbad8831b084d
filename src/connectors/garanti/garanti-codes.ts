/** The meaning of Garanti's Response/Code, together with its ReasonCode if that is more precise. */
import { codeTable } from '../codes/code-table.ts'
import { ISO_CODES } from '../codes/iso-codes.ts'

const { '92': _, ...ISO } = ISO_CODES // here the gateway's own refusal: its reason decides

export const GARANTI_CODES = codeTable({
  ...ISO,
  '09': 'expired_card',
  '16': 'insufficient_balance',
  '17': 'blocked_card',
  '18': 'blocked_card',
  '12/CVC': 'invalid_cvv',
  '92/0002': 'request_format_error',
  '92/0110': 'original_transaction_not_found',
  '92/0208': 'refund_not_allowed',
  '92/0651': 'invalid_signature',
  '92/0752': 'invalid_merchant',
})

/** Reasons the host gives only in SysErrMsg. */
export const GARANTI_MESSAGES: readonly [code: string, pattern: RegExp, sub: string][] = [['12', /CVC2|4CSC/, 'CVC']]
