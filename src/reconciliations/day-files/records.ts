/**
 * The records of our own day file: header, details, releases, payouts, trailer. Its profiles differ only in the
 * notation.
 */
import { phrase } from '../../core/phrases/phrase.ts'
import {
  type DayHeader,
  type DayItem,
  type DayPayout,
  type DayRelease,
  type DayRow,
  Faults,
  type Line,
  ROW_KINDS,
  SIDES,
} from './day-file.ts'
import { FieldValues } from './field-values.ts'

export interface Record {
  readonly line: number
  /** The first field is the kind: H, D, B, P or T. */
  readonly fields: readonly string[]
}

const VERSION = '1'
const FIELD_COUNTS: Readonly<{ [kind: string]: number }> = { H: 8, D: 20, B: 7, P: 5, T: 5 }
const COUNT_MAX = 10_000_000

interface Sums {
  count: number
  gross: number
  commission: number
  net: number
}

/** `toRecord` returns undefined if the line contains no record; it notes the faults. */
export async function* readRecords(
  lines: AsyncIterable<Line>,
  records: (lines: AsyncIterable<Line>, faults: Faults) => AsyncIterable<Record>,
): AsyncGenerator<DayItem> {
  const faults = new Faults()
  const sums: Sums = { count: 0, gross: 0, commission: 0, net: 0 }
  let isOpen = false
  let isClosed = false
  let numbered = 0
  for await (const { line, fields } of records(lines, faults)) {
    const values = new FieldValues(faults, line)
    const [kind = ''] = fields
    if (isClosed) values.wrong(phrase`follows the trailer`)
    else if (!Object.hasOwn(FIELD_COUNTS, kind)) values.wrong(phrase`is no record of this file`)
    else if (fields.length !== FIELD_COUNTS[kind])
      values.wrong(phrase`has ${fields.length} fields; a record ${kind} has ${FIELD_COUNTS[kind] as number}`)
    else if ((kind === 'H') === isOpen)
      values.wrong(isOpen ? phrase`is a second header` : phrase`comes before the header`)
    else if (kind === 'H') {
      isOpen = true
      const header = readHeader(values, fields)
      faults.throwIfAny() // after an unknown header the rest has no meaning
      yield { kind: 'header', header }
    } else if (kind === 'T') {
      isClosed = true
      checkTrailer(values, fields, sums)
    } else {
      const number = values.whole('line', fields[1], 1, COUNT_MAX)
      if (number !== ++numbered) {
        values.wrong(phrase`is numbered ${number}, and ${numbered} is next: lines are missing, doubled or out of order`)
        numbered = number
      }
      yield itemOf(kind, values, fields, sums)
    }
    if (faults.isFull) break
  }
  if (!isOpen) faults.add(null, phrase`the file has no header`)
  else if (!isClosed && !faults.isFull) faults.add(null, phrase`the file has no trailer: it is cut off`)
  faults.throwIfAny()
}

const readHeader = (values: FieldValues, fields: readonly string[]): DayHeader => {
  const [, version, bank, merchant, currency, day, number, created] = fields
  if (version !== VERSION)
    values.wrong(phrase`is of version ${JSON.stringify(version?.slice(0, 8))}; version ${VERSION} is known`)
  if (!/^[A-Z]{3}$/.test(currency ?? '')) values.wrong(phrase`currency is no code of three letters`)
  return {
    bank: values.text('bank', bank, 12),
    merchant: values.merchant('merchant', merchant, 15),
    currency: currency ?? '',
    day: values.day('business day', day),
    number: values.whole('file number', number, 1, 9_999),
    createdAt: values.time('created', created),
  }
}

const itemOf = (kind: string, values: FieldValues, fields: readonly string[], sums: Sums): DayItem => {
  if (kind === 'B') return { kind: 'release', release: releaseOf(values, fields) }
  if (kind === 'P') return { kind: 'payout', payout: payoutOf(values, fields) }
  const row = toRow(values, fields)
  sums.count++
  sums.gross += row.gross
  sums.commission += row.commission
  sums.net += row.net
  return { kind: 'row', row }
}

const toRow = (values: FieldValues, fields: readonly string[]): DayRow => {
  const [, number, orderId, transactionId, hostReference, authCode, kind, at, card, scheme, type, onUs] = fields
  const [installment, gross, basisPoints, commission, tax, net, blocked, valueDate] = fields.slice(12)
  const row = {
    line: Number(number),
    orderId: values.text('order id', orderId, 40),
    providerTransactionId: values.textOrNull('transaction id', transactionId, 40),
    hostReference: values.textOrNull('host reference', hostReference, 20),
    authCode: values.textOrNull('auth code', authCode, 10),
    kind: values.oneOf('kind', kind, ROW_KINDS),
    at: values.time('transaction time', at),
    maskedCard: values.maskedCard('card', card),
    scheme: values.textOrNull('scheme', scheme, 12),
    cardType: values.textOrNull('card type', type, 10),
    isOnUs: values.flagOrNull('on-us', onUs),
    ...values.installments(installment),
    gross: values.minor('gross', gross),
    commissionBasisPoints: values.wholeOrNull('commission basis points', basisPoints, 0, 10_000),
    commission: values.minor('commission', commission),
    tax: values.minor('tax', tax),
    net: values.minor('net', net),
    blockedDays: values.blockedDays(blocked),
    valueDate: values.dayOrNull('value date', valueDate),
  }
  if (row.gross - row.commission - row.tax !== row.net) values.wrong(phrase`net is not gross less commission and tax`)
  checkSides(values, row)
  return row
}

/**
 * Checks the signs: an amount with the wrong sign would be paid instead of taken. The side of a fee is not checked,
 * because no settlement uses its row.
 */
const checkSides = (values: FieldValues, { kind, gross, commission, tax }: DayRow): void => {
  const side = SIDES[kind]
  if (side === undefined) return
  if (gross * side < 0)
    values.wrong(
      side > 0
        ? phrase`gross of ${kind} is below zero`
        : phrase`gross of ${kind} is above zero; what is taken has a minus`,
    )
  else if (commission * side < 0 || tax * side < 0)
    values.wrong(phrase`commission or tax has another sign than the gross amount`)
  else if (Math.abs(commission) + Math.abs(tax) > Math.abs(gross))
    values.wrong(phrase`commission and tax are more than the gross amount`)
}

const releaseOf = (values: FieldValues, fields: readonly string[]): DayRelease => {
  const [, number, orderId, transactionId, installment, net, valueDate] = fields
  return {
    line: Number(number),
    orderId: values.text('order id', orderId, 40),
    providerTransactionId: values.textOrNull('transaction id', transactionId, 40),
    ...values.installments(installment),
    net: values.minor('net', net),
    valueDate: values.day('value date', valueDate),
  }
}

const payoutOf = (values: FieldValues, fields: readonly string[]): DayPayout => {
  const [, number, valueDate, amount, carriedOver] = fields
  return {
    line: Number(number),
    valueDate: values.day('value date', valueDate),
    amount: values.minor('amount', amount),
    carriedOver: values.minor('carried over', carriedOver),
  }
}

const checkTrailer = (values: FieldValues, fields: readonly string[], sums: Sums): void => {
  const [, count, gross, commission, net] = fields
  const stated: Sums = {
    count: values.whole('count', count, 0, COUNT_MAX),
    gross: values.minor('gross sum', gross),
    commission: values.minor('commission sum', commission),
    net: values.minor('net sum', net),
  }
  for (const name of ['count', 'gross', 'commission', 'net'] as const)
    if (stated[name] !== sums[name])
      values.wrong(phrase`the trailer states ${name} ${stated[name]}, and the details make ${sums[name]}`)
}
