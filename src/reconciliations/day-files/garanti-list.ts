/** Garanti: the order list with its elements as columns, separated by semicolons (docs/bank-files.md). */
import type { DayFileProfile, RowKind } from './day-file.ts'
import type { FieldValues } from './field-values.ts'
import { type ListForm, type Movement, readList, readTime } from './gateway-list.ts'

const HEADING = '#GARANTI'
const APPROVED = '00'
const MONEY: Readonly<{ [type: string]: RowKind }> = {
  Satis: 'SALE',
  'On Otorizasyon Kapama': 'SALE',
  Iade: 'REFUND',
}
const TYPES = [...Object.keys(MONEY), 'On Otorizasyon', 'Iptal']

/**
 * Columns: OrderID, Type, Status, AuthAmount, AuthDate, RetrefNum, AuthCode, BatchNum, SequenceNum, CardNumberMasked,
 * InstallmentCnt.
 */
const toMovement = (values: FieldValues, fields: readonly string[]): Movement | undefined => {
  const [orderId, typeText, status, amount, authDate, retref, authCode, batch, sequence, card, installments] = fields
  const type = values.oneOf('Type', typeText, TYPES)
  const order = values.text('OrderID', orderId, 40)
  values.text('Status', status, 8)
  const kind = MONEY[type]
  if (kind === undefined || status !== APPROVED) return undefined
  const gross = values.whole('AuthAmount', amount, 0, Number.MAX_SAFE_INTEGER)
  return {
    orderId: order,
    kind,
    gross: kind === 'SALE' ? gross : -gross,
    at: readTime(values, 'AuthDate', authDate),
    providerTransactionId: `${values.text('BatchNum', batch, 6)}-${values.text('SequenceNum', sequence, 6)}`,
    hostReference: values.textOrNull('RetrefNum', retref, 20),
    authCode: values.textOrNull('AuthCode', authCode, 10),
    maskedCard: values.maskedCard('CardNumberMasked', card),
    installments: values.wholeOrNull('InstallmentCnt', installments, 1, 36) ?? 1,
  }
}

const FORM: ListForm = { bank: 'GARANTI', separator: ';', heading: HEADING, ending: '#END', fieldCount: 11, toMovement }

export const garantiList: DayFileProfile = {
  name: 'garanti_list',
  hasChecksum: false,
  hasCommissions: false,
  begins: (line) => line.toString('latin1').startsWith(`${HEADING};`),
  read: (lines) => readList(lines, FORM),
}
