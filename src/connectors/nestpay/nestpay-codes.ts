/** The meaning of NestPay's ProcReturnCode, and of its ERRORCODE if the former is 99. */
import { codeTable } from '../codes/code-table.ts'
import { ISO_CODES } from '../codes/iso-codes.ts'

export const NESTPAY_CODES = codeTable({
  ...ISO_CODES,
  '77': 'original_transaction_not_found',
  '99/CORE-2012': 'invalid_card_number',
  '99/CORE-2603': 'installment_not_allowed',
  '99/CORE-2008': 'void_after_settlement',
  '99/CORE-2507': 'duplicate_transaction',
  '99/CORE-2508': 'refund_before_settlement',
  '99/215021': 'refund_not_allowed',
  '99/XID': 'duplicate_transaction',
  '99/ISO8583-82': 'invalid_cvv',
  '99/3D-1007': 'merchant_not_active',
  '99/HPP-1001': 'invalid_card_number',
})

/** Reasons the gateway gives only as text. */
export const NESTPAY_MESSAGES: readonly [pattern: RegExp, sub: string][] = [[/xid already used/i, 'XID']]
