/**
 * Lists of movements as gateways show them, saved as a file: what NestPay and Garanti have in common. Public material
 * describes the lines (order history, order list); a first line that names the list and a last line that counts it are
 * assumed (docs/bank-files.md). None of them contains commissions or value dates.
 */
import { phrase } from '../../core/phrases/phrase.ts'
import { type DayHeader, type DayItem, type DayRow, Faults, type Line } from './day-file.ts'
import { FieldValues } from './field-values.ts'

export interface ListForm {
  readonly bank: string
  readonly separator: string
  readonly heading: string
  readonly ending: string
  readonly fieldCount: number
  /** Returns undefined if no money moved, or it was taken back before the day ended. */
  readonly toMovement: (values: FieldValues, fields: readonly string[]) => Movement | undefined
}

export type Movement = Pick<DayRow, 'orderId' | 'kind' | 'at' | 'maskedCard' | 'installments' | 'gross'> &
  Pick<DayRow, 'providerTransactionId' | 'hostReference' | 'authCode'>

const COUNT_MAX = 10_000_000

export async function* readList(lines: AsyncIterable<Line>, form: ListForm): AsyncGenerator<DayItem> {
  const faults = new Faults()
  let count = 0
  let isOpen = false
  let isClosed = false
  for await (const { number, bytes } of lines) {
    const values = new FieldValues(faults, number)
    const fields = bytes.toString('latin1').split(form.separator)
    if (isClosed) values.wrong(phrase`follows the last line`)
    else if (!isOpen) {
      isOpen = true
      const header = readHeader(values, fields, form)
      faults.throwIfAny()
      yield { kind: 'header', header }
    } else if (fields[0] === form.ending) {
      isClosed = true
      if (values.whole('count', fields[1], 0, COUNT_MAX) !== count) values.wrong(phrase`the list has ${count} lines`)
    } else if (fields.length !== form.fieldCount)
      values.wrong(phrase`has ${fields.length} fields; a line of this list has ${form.fieldCount}`)
    else {
      count++
      const movement = form.toMovement(values, fields)
      if (movement) yield { kind: 'row', row: toRow(movement, count) }
    }
    if (faults.isFull) break
  }
  if (!isOpen) faults.add(null, phrase`the file is empty`)
  else if (!isClosed && !faults.isFull) faults.add(null, phrase`the last line is missing: the list is cut off`)
  faults.throwIfAny()
}

const readHeader = (values: FieldValues, fields: readonly string[], form: ListForm): DayHeader => {
  const [heading, merchant, currency, day, number, ...more] = fields
  if (heading !== form.heading || more.length > 0) values.wrong(phrase`is no heading ${form.heading}`)
  if (!/^[A-Z]{3}$/.test(currency ?? '')) values.wrong(phrase`currency is no code of three letters`)
  return {
    bank: form.bank,
    merchant: values.merchant('merchant', merchant, 15),
    currency: currency ?? '',
    day: values.day('business day', day),
    number: values.whole('file number', number, 1, 9_999),
    createdAt: `${day}T23:59:59+03:00`,
  }
}

const toRow = (movement: Movement, line: number): DayRow => ({
  ...movement,
  line,
  scheme: null,
  cardType: null,
  isOnUs: null,
  installment: 1,
  commissionBasisPoints: null,
  commission: 0,
  tax: 0,
  net: movement.gross,
  blockedDays: null,
  valueDate: null,
})

/** Parses 20260105 10:15:30, the format of the gateways. */
export const readTime = (values: FieldValues, name: string, stamp: string | undefined): string => {
  const [, y, m, d, time] = /^(\d{4})(\d{2})(\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(stamp ?? '') ?? []
  return values.time(name, y === undefined ? '' : `${y}-${m}-${d}T${time}+03:00`)
}
