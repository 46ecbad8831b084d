/** Joins the platform's ledger with the bank's after a run: every list must be empty. */
import { allowedTransitions } from '../../../../src/core/state-machine.ts'
import { paymentMachine } from '../../../../src/payments/model/payment-states.ts'
import type { StoredStep } from '../../../../src/payments/model/payment-steps.ts'
import { DEMO_LOAD } from '../load-tenant.ts'
import type { Verdict } from '../oracle.ts'
import { asOwner, idOf } from '../platform-records.ts'
import type { Told } from './stories.ts'

export interface LifePayment {
  id: string
  /** Digits by which its bank knows it. */
  order_digits: string
  parent_id: string | null
  status: string
  amount: number
  captured: number
  refunded: number
  sequence: number
  history: StoredStep[]
  has_card: boolean
  /** Taken from the merchant by lost chargebacks. */
  lost: number
}
interface LifeOperation {
  id: string
  payment_id: string
  kind: string
  status: string
  amount: number
}
export interface LifeBooks {
  payments: LifePayment[]
  operations: LifeOperation[]
  journal: { payment_id: string; kind: string; amount: number }[]
  events: { resource_id: string; sequence: number; type: string }[]
}
export interface BankOrder {
  merchant: string
  order_id: string
  state: string
  held: number
  captured: number
  refunded: number
  net: number
}

/** `slice`: of the payments whose id ends with it, for books that are larger than memory. */
export const readLife = (url: string, slice = '', { slug } = DEMO_LOAD): Promise<LifeBooks> =>
  asOwner(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read')
    const rows = async (text: string) => (await client.query(text, [slice])).rows
    const inSlice = (id: string): string => `right(${id}::text, length($1)) = $1`
    return {
      payments: await rows(
        `select id, replace(coalesce(key_reference, id)::text, '-', '') as order_digits, parent_id, status, amount::int, captured::int, refunded::int, sequence, history,
           card_sealed is not null as has_card, coalesce((select sum(c.booked) from chargebacks c
             where c.tenant_id = p.tenant_id and c.payment_id = p.id), 0)::int as lost
         from payments p where tenant_id = ${idOf(slug)} and ${inSlice('coalesce(parent_id, id)')} order by id`,
      ),
      operations: await rows(
        `select id, payment_id, kind, status, amount::int from payment_operations
         where tenant_id = ${idOf(slug)} and ${inSlice('payment_id')}`,
      ),
      journal: await rows(
        `select payment_id, kind, amount::int from journal where tenant_id = ${idOf(slug)} and ${inSlice('payment_id')}`,
      ),
      events: await rows(
        `select coalesce(c.payment_id, e.resource_id) as resource_id, e.sequence, e.type from events e
         left join chargebacks c on c.tenant_id = e.tenant_id and c.id = e.resource_id
         where e.tenant_id = ${idOf(slug)} and ${inSlice('coalesce(c.payment_id, e.resource_id)')} order by 1, 2`,
      ),
    }
  })

const OPEN = `('created', 'processing', 'three_d_secure_init_processing', 'three_d_secure_auth_processing',
  'capture_processing', 'canceled_processing', 'refund_processing')`

/** Payments and operations that wait for a bank or a shopper. */
export const openLife = (url: string, { slug } = DEMO_LOAD): Promise<number> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select (select count(*) from payments where tenant_id = ${idOf(slug)} and status in ${OPEN})::int
         + (select count(*) from payment_operations where tenant_id = ${idOf(slug)} and status = 'processing')::int as n`,
    )
    return rows[0]?.n ?? 0
  })

/** Orders of one payment: their references have its digits, whatever the bank's alphabet made of them. */
const ordersOf = (orders: ReadonlyMap<string, BankOrder[]>, { order_digits }: LifePayment): readonly BankOrder[] =>
  orders.get(order_digits) ?? []
const ID_DIGITS = /[0-9a-f]{32}/i

/** `listed`: payments that people have on a list because the bank did something without a word. */
export const judgeLife = (
  books: LifeBooks,
  bank: readonly BankOrder[],
  told: readonly Told[],
  listed: ReadonlySet<string> = new Set(),
): Verdict => {
  const orders = new Map<string, BankOrder[]>()
  const strangers: string[] = []
  for (const order of bank) {
    if (order.state === 'tombstone') continue
    const id = ID_DIGITS.exec(order.order_id)?.[0]?.toLowerCase()
    if (id === undefined) strangers.push(order.order_id)
    else orders.set(id, [...(orders.get(id) ?? []), order])
  }
  const parents = books.payments.filter(({ parent_id }) => parent_id === null)
  const known = new Map(parents.map((payment) => [payment.order_digits, payment]))
  const nameOf = (payment: LifePayment): string => {
    const theirs = ordersOf(orders, payment).map(
      ({ state, held, captured, refunded }) => `${state} ${held}/${captured}/${refunded}`,
    )
    return `${payment.id} ${payment.status} ${payment.amount}/${payment.captured}/${payment.refunded}, bank ${theirs.join(' + ') || 'nothing'}`
  }
  const where = (isWrong: (payment: LifePayment, theirs: readonly BankOrder[]) => boolean): string[] =>
    parents.filter((payment) => isWrong(payment, ordersOf(orders, payment))).map(nameOf)
  const netOf = (theirs: readonly BankOrder[]): number => theirs.reduce((sum, { net }) => sum + net, 0)
  const isListed = ({ order_digits }: LifePayment): boolean => listed.has(order_digits)
  const isVoided = ({ status }: LifePayment): boolean => status === 'canceled'
  return {
    'captured minus refunded differs': where(
      (payment, theirs) =>
        !isListed(payment) && (isVoided(payment) ? 0 : payment.captured - payment.refunded) !== netOf(theirs),
    ),
    'charged twice': where((_payment, theirs) => theirs.filter(({ net, held }) => net + held > 0).length > 1),
    'failed here, money there': where(
      (payment, theirs) =>
        payment.status === 'failed' && !isListed(payment) && theirs.some(({ net, held }) => net + held > 0),
    ),
    'held there without an authorization here': where(
      (payment, theirs) => payment.status !== 'authorized' && theirs.some(({ held }) => held > 0),
    ),
    'authorized here, nothing held there': where(
      (payment, theirs) =>
        payment.status === 'authorized' &&
        // The bank lets go of a hold after its time without a word; here it stays authorized until somebody captures or voids it.
        !theirs.some(({ held, state }) => held === payment.amount || state === 'expired'),
    ),
    'orders nobody asked for': [...strangers, ...[...orders.keys()].filter((id) => !known.has(id))],
    'still open': [
      ...parents.filter(({ status }) => OPEN.includes(`'${status}'`)).map(nameOf),
      ...books.operations.filter(({ status }) => status === 'processing').map(({ id, kind }) => `${kind} ${id}`),
    ],
    'acknowledged and missing': missingOf(told, books),
    'refunds differ from their records': refundFaults(books, parents),
    'histories the state table does not know': parents.flatMap(historyFaults),
    'events not in order': eventFaults(books, parents),
    'journal differs': journalFaults(books, parents),
    'cards kept longer than needed': parents.filter((each) => each.has_card).map(nameOf),
  }
}

const ALLOWED = new Set(allowedTransitions(paymentMachine).map(([from, to]) => `${from}>${to}`))
const historyFaults = ({ id, status, history }: LifePayment): string[] => {
  const states = history.map(({ to }) => to)
  // A step of an attempt, or of a refund that ends while another runs, may leave the state as it is.
  const isAllowed = states.every((to, at) => {
    const from = states[at - 1]
    return from === undefined ? to === 'created' : from === to || ALLOWED.has(`${from}>${to}`)
  })
  return isAllowed && states.at(-1) === status ? [] : [`${id} ${status}: ${states.join(' ')}`]
}

const missingOf = (told: readonly Told[], { payments, operations }: LifeBooks): string[] => {
  const stored = new Map(payments.map((payment) => [payment.id, payment]))
  const operationsOf = Map.groupBy(operations, ({ payment_id }) => payment_id)
  return told.flatMap((each) => missing(each, stored.get(each.payment), operationsOf.get(each.payment) ?? []))
}

const missing = (
  { kind, payment, status, amount }: Told,
  stored: LifePayment | undefined,
  operations: readonly LifeOperation[],
): string[] => {
  if (stored === undefined) return [`${kind} of ${payment} was told ${status}`]
  if (status !== 200) return []
  const isThere =
    kind === 'sale' || kind === 'pre_auth' || kind === 'plan'
      ? stored.status !== 'failed'
      : kind === '3d' ||
        operations.some(
          (each) =>
            each.kind === kind &&
            each.status === 'completed' &&
            (kind === 'void' || amount === 0 || each.amount === amount),
        )
  return isThere ? [] : [`${kind} of ${payment} over ${amount} was told 200 and is not there`]
}

const refundFaults = ({ operations, payments }: LifeBooks, parents: readonly LifePayment[]): string[] => {
  const refunds = operations.filter(({ kind, status }) => kind === 'refund' && status === 'completed')
  const refundsOf = Map.groupBy(refunds, ({ payment_id }) => payment_id)
  const childrenOf = Map.groupBy(payments, ({ parent_id, status }) => (status === 'completed' ? parent_id : null))
  return parents.flatMap(({ id, refunded, status, captured }) => {
    const done = refundsOf.get(id) ?? []
    const sum = done.reduce((total, { amount }) => total + amount, 0)
    const children = childrenOf.get(id) ?? []
    const isWhole = refunded === captured && captured > 0
    return sum === refunded && children.length === done.length && (status === 'refunded') === isWhole
      ? []
      : [`${id} ${status}: refunded ${refunded}, records ${sum}, children ${children.length}`]
  })
}

/** Of each payment one row of events a sequence, from 1 on. */
const eventFaults = ({ events }: LifeBooks, parents: readonly LifePayment[]): string[] => {
  const rows = Map.groupBy(events, ({ resource_id }) => resource_id)
  return parents.flatMap(({ id, sequence }) => {
    const numbers = (rows.get(id) ?? []).map((row) => row.sequence)
    return numbers.length === sequence && numbers.every((number, at) => number === at + 1)
      ? []
      : [`${id} is at ${sequence}, its events are ${numbers.join(', ') || 'none'}`]
  })
}

/** What a merchant is owed: sales and captures, less voids and refunds. */
const journalFaults = ({ journal }: LifeBooks, parents: readonly LifePayment[]): string[] => {
  const rows = Map.groupBy(journal, ({ payment_id }) => payment_id)
  return parents.flatMap(({ id, status, captured, refunded, lost }) => {
    const booked = (rows.get(id) ?? []).reduce(
      (sum, { kind, amount }) => sum + (kind === 'sale' || kind === 'capture' ? amount : -amount),
      0,
    )
    const owed = status === 'canceled' ? 0 : captured - refunded - lost
    return booked === owed ? [] : [`${id} ${status}: journal ${booked}, owed ${owed}`]
  })
}
