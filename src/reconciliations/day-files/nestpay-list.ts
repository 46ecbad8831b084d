/** NestPay: the order history with the order id before each line, separated by tabs (docs/bank-files.md). */
import { phrase } from '../../core/phrases/phrase.ts'
import type { DayFileProfile } from './day-file.ts'
import type { FieldValues } from './field-values.ts'
import { type ListForm, type Movement, readList, readTime } from './gateway-list.ts'

const HEADING = '#NESTPAY'
/** Captured and settled. The other states moved no money: authorized, voided, declined, pending. */
const MONEY = new Set(['C', 'S'])
const STATUSES = ['A', 'C', 'S', 'V', 'D', 'PN'] as const

/**
 * Columns: order id, type, status, amount, capture amount, auth, capture, void time, host reference, auth code, code,
 * transaction id.
 */
const toMovement = (values: FieldValues, fields: readonly string[]): Movement | undefined => {
  const [orderId, typeText, status, , captured, , capturedAt, , hostReference, authCode, , transactionId] = fields
  const type = values.oneOf('type', typeText, ['S', 'C'])
  const order = values.text('order id', orderId, 40)
  if (!MONEY.has(values.oneOf('status', status, STATUSES))) return undefined
  const amount = minorOf(values, captured)
  return {
    orderId: order,
    kind: type === 'S' ? 'SALE' : 'REFUND',
    gross: type === 'S' ? amount : -amount,
    at: readTime(values, 'capture time', capturedAt),
    providerTransactionId: values.textOrNull('transaction id', transactionId, 40),
    hostReference: values.textOrNull('host reference', hostReference, 20),
    authCode: values.textOrNull('auth code', authCode, 10),
    maskedCard: null,
    installments: 1,
  }
}

const minorOf = (values: FieldValues, text: string | undefined): number => {
  const [, whole, part] = /^(\d{1,13})\.(\d{2})$/.exec(text ?? '') ?? []
  if (whole === undefined) values.wrong(phrase`capture amount is no amount with two decimals`)
  return whole === undefined ? 0 : values.minor('capture amount', `${whole}${part}`)
}

const FORM: ListForm = {
  bank: 'NESTPAY',
  separator: '\t',
  heading: HEADING,
  ending: '#END',
  fieldCount: 12,
  toMovement,
}

export const nestpayList: DayFileProfile = {
  name: 'nestpay_list',
  hasChecksum: false,
  hasCommissions: false,
  begins: (line) => line.toString('latin1').startsWith(`${HEADING}\t`),
  read: (lines) => readList(lines, FORM),
}
