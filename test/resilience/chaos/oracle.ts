/** Joins four records of one run: responses to clients, responses of the bank, rows of the platform, deliveries to subscribers. Every list must be empty. */
import { createHmac } from 'node:crypto'
import type { Received } from '../../support/receiver.ts'
import type { LedgerLine } from './bank-ledger.ts'
import { historyFaults } from './history-faults.ts'
import type { PlatformRecords, RecordedPayment } from './platform-records.ts'
import type { Order, Told } from './swarm.ts'

export interface Records {
  orders: readonly Order[]
  /** Responses to one more repeat of every key, after all is resolved. */
  repeats: ReadonlyMap<string, Told>
  ledger: readonly LedgerLine[]
  books: PlatformRecords
  received: readonly Received[]
  /** By the path of the subscriber, which has a tenant of its own. */
  secrets: Readonly<Record<string, string>>
}

export type Verdict = Record<string, string[]>
/** Of runs with several tenants. */
export const IDLE = 'tenants that did nothing'

export const judge = (records: Records): Verdict => ({
  'acknowledged and lost': lost(records),
  'clients told something else than is stored': toldWrong(records),
  'keys with two payments': twoPayments(records),
  'payments nobody asked for': strangers(records),
  'charged twice at the bank': chargedTwice(records),
  'sent again although the outcome was open': sentAgain(records),
  'asked about while the call was open': askedTooEarly(records),
  'charged at the bank, failed here': orphans(records),
  'succeeded here, never approved by the bank': ghosts(records),
  'still open': stillOpen(records),
  'journal differs from completed sales': journalFaults(records),
  'histories the state table does not know': records.books.payments.flatMap(historyFaults),
  'events that do not fit their payment': eventFaults(records),
  'events never delivered': undelivered(records),
  'deliveries with other bytes or a wrong signature': changedBytes(records),
  'cards kept longer than needed': records.books.payments.filter((each) => isOver(each) && each.has_card).map(nameOf),
})

const isOver = ({ status }: RecordedPayment): boolean => status !== 'created' && status !== 'processing'
const hasSucceeded = ({ status }: RecordedPayment): boolean => status === 'completed' || status === 'authorized'
const nameOf = ({ id, status, key }: RecordedPayment): string => `${key} ${id} is ${status}`

const byId = new WeakMap<PlatformRecords, Map<string, RecordedPayment>>()
const find = (books: PlatformRecords, id: string | undefined): RecordedPayment | undefined => {
  const known = byId.get(books) ?? new Map(books.payments.map((payment) => [payment.id, payment]))
  byId.set(books, known)
  return known.get(id ?? '')
}

const answersOf = ({ repeats }: Records, order: Order): Told[] => [
  ...order.told,
  ...[repeats.get(order.key) ?? []].flat(),
]

const lost = (records: Records): string[] =>
  records.orders.flatMap((order) =>
    answersOf(records, order)
      .filter(({ transaction }) => transaction !== undefined && !find(records.books, transaction))
      .map(({ status, transaction }) => `${order.key} was told ${status} for ${transaction}`),
  )

const toldWrong = (records: Records): string[] =>
  records.orders.flatMap((order) => [
    ...answersOf(records, order)
      .filter((told) => !fits(told, find(records.books, told.transaction), order))
      .map(({ status, text }) => `${order.key} was told ${status} ${text}`),
    ...(records.repeats.get(order.key)?.status === 202 ? [`${order.key} is told 202 for ever`] : []),
  ])

const fits = (told: Told, stored: RecordedPayment | undefined, order: Order): boolean => {
  if (stored === undefined || stored.key !== order.key || stored.amount !== order.amount) return false
  switch (told.status) {
    case 200:
      return hasSucceeded(stored) && told.text === stored.answer_body
    case 202:
      return true // a record of that moment
    case 422:
      return stored.status === 'failed' && sameAnswer(told.text, stored.answer_body)
    case 503:
      // Nothing was sent: any result of a repeat. Otherwise a repeat gets the final state.
      return isUnsent(told) || (stored.status === 'failed' && stored.answer_status === 422)
    default:
      return false
  }
}

const isUnsent = ({ text }: Told): boolean => !text.includes('"provider_error_code"')

/** A stored failure carries the correlation id of the current response; everything else is the same, byte for byte. */
export const sameAnswer = (one: string, other: string | null): boolean =>
  other !== null && withoutCorrelation(one) === withoutCorrelation(withoutPhrases(other))
const withoutCorrelation = (text: string): string => text.replace(/"correlation_id":"[^"]*"/, '')
/** What is kept beside the text of a refusal is not sent. */
const withoutPhrases = (kept: string): string => kept.replace(/,"phrases":.*(?=\}$)/s, '')

const twoPayments = (records: Records): string[] => {
  const ids = new Map<string, Set<string>>()
  const note = (key: string, id: string): void => void ids.set(key, (ids.get(key) ?? new Set()).add(id))
  for (const { key, id } of records.books.payments) if (key !== null) note(key, id)
  for (const order of records.orders)
    for (const { transaction } of answersOf(records, order)) if (transaction !== undefined) note(order.key, transaction)
  return [...ids].filter(([, of]) => of.size > 1).map(([key, of]) => `${key}: ${[...of].join(', ')}`)
}

const strangers = ({ orders, books }: Records): string[] => {
  const keys = new Set(orders.map(({ key }) => key))
  return books.payments.filter(({ key }) => key === null || !keys.has(key)).map(nameOf)
}

const byTransaction = (ledger: readonly LedgerLine[]): [string, LedgerLine[]][] => [
  ...Map.groupBy(ledger, ({ transaction }) => transaction),
]
const approvals = (lines: readonly LedgerLine[]): LedgerLine[] =>
  lines.filter(({ word, said }) => word === 'answered' && said === 'approved')

const chargedTwice = ({ ledger }: Records): string[] =>
  byTransaction(ledger)
    .filter(([, lines]) => approvals(lines).length > 1 || hasDoubles(lines.filter(({ word }) => word === 'asked')))
    .map(([id]) => id)
const hasDoubles = (asked: readonly LedgerLine[]): boolean =>
  new Set(asked.map(({ reference }) => reference)).size < asked.length

/** A further attempt only after a definite no: an unknown outcome, or a process that died in the call, allows none. */
const sentAgain = ({ ledger }: Records): string[] =>
  byTransaction(ledger).flatMap(([id, lines]) => {
    const asked = lines.filter(({ word }) => word === 'asked')
    const refused = new Set(
      lines.filter(({ word, said }) => word === 'answered' && said === 'declined').map(({ reference }) => reference),
    )
    return asked.slice(0, -1).some(({ reference }) => !refused.has(reference)) ? [id] : []
  })

/** An inquiry during a running call may wrongly conclude that it was not received. */
const askedTooEarly = ({ ledger }: Records): string[] =>
  byTransaction(ledger).flatMap(([id, lines]) => {
    const isEarly = lines.some(
      ({ word, reference }, at) =>
        word === 'inquired' &&
        lines.slice(at).some((later) => later.word === 'answered' && later.reference === reference),
    )
    return isEarly ? [id] : []
  })

const orphans = ({ ledger, books }: Records): string[] =>
  byTransaction(ledger).flatMap(([id, lines]) => {
    const stored = find(books, id)
    const isCharged = approvals(lines).length > 0
    return isCharged && (stored === undefined || !hasSucceeded(stored) || stored.amount !== lines[0]?.minor) ? [id] : []
  })

const ghosts = ({ ledger, books }: Records): string[] => {
  const approved = new Set(ledger.filter(({ said }) => said === 'approved').map(({ transaction }) => transaction))
  return books.payments.filter((each) => hasSucceeded(each) && !approved.has(each.id)).map(nameOf)
}

const stillOpen = ({ books }: Records): string[] => books.payments.filter((each) => !isOver(each)).map(nameOf)

const journalFaults = ({ books }: Records): string[] => {
  const sales = books.payments.filter(({ status }) => status === 'completed')
  const rows = Map.groupBy(books.journal, ({ payment_id }) => payment_id)
  const faults = books.payments.flatMap((payment) => {
    const booked = rows.get(payment.id) ?? []
    const wanted = payment.status === 'completed' ? 1 : 0
    const isRight = booked.length === wanted && booked.every(({ amount }) => amount === payment.amount)
    const isCaptured = payment.captured === (wanted === 1 ? payment.amount : 0)
    return isRight && isCaptured ? [] : [`${nameOf(payment)} with ${booked.length} journal rows`]
  })
  const [left, right] = [sum(books.journal), sum(sales)]
  return left === right ? faults : [...faults, `the journal sums to ${left}, completed sales to ${right}`]
}
const sum = (rows: readonly { amount: number }[]): number => rows.reduce((total, { amount }) => total + amount, 0)

const EVENT_OF: Record<string, string> = {
  completed: 'payment.completed',
  authorized: 'payment.authorized',
  failed: 'payment.failed',
}
const eventFaults = ({ books }: Records): string[] => {
  const rows = Map.groupBy(books.events, ({ resource_id }) => resource_id)
  return books.payments.flatMap((payment) => {
    const types = (rows.get(payment.id) ?? []).map(({ type }) => type)
    const wanted = [EVENT_OF[payment.status] ?? []].flat()
    const isRight = types.join() === wanted.join() && payment.sequence === wanted.length
    return isRight ? [] : [`${nameOf(payment)} announced ${types.join(', ') || 'nothing'}`]
  })
}

const undelivered = ({ books, received }: Records): string[] => {
  const got = new Set(received.map(({ headers }) => headers['x-service-event-id']))
  return books.events.filter(({ id }) => !got.has(id)).map(({ id, resource_id }) => `${id} of ${resource_id}`)
}

const changedBytes = ({ books, received, secrets }: Records): string[] => {
  const bodies = new Map(books.events.map(({ id, body }) => [id, body]))
  return received.flatMap(({ path, headers, body }) => {
    const id = String(headers['x-service-event-id'])
    const signed = createHmac('sha256', secrets[path] ?? '')
      .update(`${headers['x-service-timestamp']}.`)
      .update(body)
      .digest('hex')
    const isRight = bodies.get(id) === body.toString() && headers['x-service-signature'] === `sha256=${signed}`
    return isRight ? [] : [id]
  })
}
