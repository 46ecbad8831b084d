/** The file of a settled day as records, which the profiles write, including armed file faults. */
import type { Books } from '../ledger/books.ts'
import type { DaySettled, FileLie } from '../ledger/facts.ts'
import { dayName } from '../world/calendar.ts'
import { listMovements, type SettledMovement } from './day-rows.ts'

export const BANK = 'SIMBANK'
const VERSION = '1'
const ISTANBUL_MS = 3 * 3_600_000

/** The kind comes first; numbers are not formatted yet. */
export type FileRecord = readonly (string | number)[]

export const istanbulTime = (ms: number): string => `${new Date(ms + ISTANBUL_MS).toISOString().slice(0, 19)}+03:00`

export const buildRecords = (books: Readonly<Books>, settled: DaySettled & { readonly at: number }): FileRecord[] => {
  const { merchant, currency, batch, day, number, lies, at } = settled
  const ofMerchant = [...books.orders.values()]
    .filter((order) => order.merchant === merchant && order.currency === currency)
    .flatMap(listMovements)
  const details = ofMerchant
    .filter((movement) => movement.batch === batch)
    .flatMap((movement) => told(movement, lies).flatMap(detailsOf))
  for (const { lie, minor } of lies) if (lie === 'unknown_row') details.push(unknownRow(settled, minor))
  const others = [...releasesOf(books, settled, ofMerchant), ...payoutsOf(books, settled)]
  const numbered = [...details, ...others].map(([kind, ...fields], n) => [kind!, n + 1, ...fields])
  const sum = (field: number): number => details.reduce((total, fields) => total + Number(fields[field]), 0)
  return [
    ['H', VERSION, BANK, merchant, currency, dayName(day), number, istanbulTime(at)],
    ...numbered,
    ['T', details.length, sum(GROSS), sum(COMMISSION), sum(NET)],
  ]
}
// Position in a detail record without its line number.
const GROSS = 12
const COMMISSION = 14
const NET = 16

const detailsOf = (movement: SettledMovement): FileRecord[] => {
  const { order, kind, references, at, basisPoints, scheme, cardType, isOnUs, parts } = movement
  return parts.map((part) => [
    'D',
    order.order_id,
    references.transaction_id,
    references.host_reference,
    references.auth_code,
    kind,
    istanbulTime(at),
    order.card,
    scheme,
    cardType,
    isOnUs ? 'Y' : 'N',
    `${part.installment}/${part.installments}`,
    part.gross,
    basisPoints,
    part.commission,
    0,
    part.net,
    part.blockedDays,
    dayName(part.valueDay),
  ])
}

/** Returns the movement as it appears in the file: not at all, twice, or with other sums. */
const told = (movement: SettledMovement, lies: readonly FileLie[]): SettledMovement[] => {
  const lie = lies.find((one) => one.transaction_id === `${movement.kind}/${movement.references.transaction_id}`)
  const [first, ...others] = movement.parts as [SettledMovement['parts'][0], ...SettledMovement['parts']]
  switch (lie?.lie) {
    case 'missing_row':
      return []
    case 'double_row':
      return [movement, movement]
    case 'amount_off': {
      const changed = { ...first, gross: first.gross + lie.minor, net: first.net + lie.minor }
      return [{ ...movement, parts: [changed, ...others] }]
    }
    case 'commission_off': {
      const changed = { ...first, commission: first.commission + lie.minor, net: first.net - lie.minor }
      return [{ ...movement, parts: [changed, ...others] }]
    }
    default:
      return [movement]
  }
}

const unknownRow = ({ batch, day, at }: DaySettled & { readonly at: number }, minor: number): FileRecord => {
  const reference = `X${batch}`.padEnd(10, '0')
  const card = '415565******0000'
  const rest = ['VISA', 'CREDIT', 'N', '1/1', minor, 0, 0, 0, minor, 0, dayName(day + 1)]
  return ['D', `UNKNOWN-${batch}`, `${reference}SIM`, reference, 'S99999', 'SALE', istanbulTime(at), card, ...rest]
}

const before = (books: Readonly<Books>, { merchant, currency, batch }: DaySettled): number =>
  books.settledDays.findLast((one) => one.merchant === merchant && one.currency === currency && one.batch < batch)
    ?.day ?? 0

/** Returns blocked parts whose value date came since the previous file. */
const releasesOf = (
  books: Readonly<Books>,
  settled: DaySettled,
  movements: readonly SettledMovement[],
): FileRecord[] => {
  const since = before(books, settled)
  return movements.flatMap(({ order, references, parts, batch }) =>
    parts
      .filter(({ blockedDays, valueDay }) => {
        const isOlder = batch < settled.batch
        return isOlder && blockedDays > 0 && valueDay > since && valueDay <= settled.day
      })
      .map(({ installment, installments, net, valueDay }) => [
        'B',
        order.order_id,
        references.transaction_id,
        `${installment}/${installments}`,
        net,
        dayName(valueDay),
      ]),
  )
}

const payoutsOf = (books: Readonly<Books>, settled: DaySettled): FileRecord[] => {
  const { merchant, currency, day } = settled
  const since = before(books, settled)
  return books.payouts
    .filter((one) => one.merchant === merchant && one.currency === currency && one.day > since && one.day <= day)
    .map((one) => ['P', dayName(one.day), one.amount, one.carried])
}
