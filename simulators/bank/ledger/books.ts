/**
 * State derived from the facts: orders, balances, clock, day, sessions, faults, accounts. Facts are applied the same
 * way live and on replay.
 */
import { ACCOUNT_HAPPENINGS, type AccountBooks, emptyAccountBooks } from './account-books.ts'
import type { AccountFact } from './account-facts.ts'
import type { CallbackDue, DaySettled, Entry, Fact, PaidOut, Protocol } from './facts.ts'
import {
  emptyInstitutionBooks,
  INSTITUTION_HAPPENINGS,
  type InstitutionBooks,
  indexChallenge,
  indexPayment,
} from './institution-books.ts'
import type { InstitutionFact } from './institution-facts.ts'
import { dispute, endRefund, type Order, operate, orderFrom } from './order.ts'
import { sumPostings } from './postings.ts'
import type { ArmedFault, Session } from './session.ts'

export type { ArmedFault, Session } from './session.ts'

export interface Tombstone {
  readonly at: number
  readonly face: Protocol
}

/** Changed only by {@link apply}. */
export interface Books {
  /** Number of facts. */
  count: number
  offsetMs: number
  /** The open batch, and its business day in Istanbul as days since 1970. */
  batch: number
  batchDay: number
  /** Number of charges, captures and so on; references are derived from it. */
  movements: number
  readonly balances: Map<string, number>
  readonly orders: Map<string, Order>
  readonly tombstones: Map<string, Tombstone>
  readonly sessions: Map<string, Session>
  readonly randoms: Set<string>
  /** Merchant, group and card of approved charges; later charges of the group need no card code. */
  readonly agreements: Set<string>
  readonly faults: Map<string, ArmedFault>
  readonly violations: Map<string, number>
  readonly dueCallbacks: Map<string, CallbackDue>
  readonly pendingRefunds: Set<Order>
  readonly authorized: Set<Order>
  readonly settledDays: DaySettled[]
  /** Amounts that wait for their value date: by merchant and currency, then by day. */
  readonly dues: Map<string, Map<number, number>>
  readonly payouts: PaidOut[]
  readonly accounts: AccountBooks
  readonly institution: InstitutionBooks
}

export const emptyBooks = (): Books => ({
  count: 0,
  offsetMs: 0,
  batch: 1,
  batchDay: 0,
  movements: 0,
  balances: new Map(),
  orders: new Map(),
  tombstones: new Map(),
  sessions: new Map(),
  randoms: new Set(),
  agreements: new Set(),
  faults: new Map(),
  violations: new Map(),
  dueCallbacks: new Map(),
  pendingRefunds: new Set(),
  authorized: new Set(),
  settledDays: [],
  dues: new Map(),
  payouts: [],
  accounts: emptyAccountBooks(),
  institution: emptyInstitutionBooks(),
})

const DAY_MS = 86_400_000
const ISTANBUL_MS = 3 * 3_600_000 // since 2016 all year

export const toBusinessDay = (ms: number): number => Math.floor((ms + ISTANBUL_MS) / DAY_MS)

/** Returns a key; orders, tombstones and random values are unique within a merchant. */
export const toKey = (merchant: string, name: string): string => `${merchant}\n${name}`

/** `card` is masked. */
export const toAgreementKey = (merchant: string, group: string, card: string): string =>
  `${merchant}\n${group}\n${card}`

export const apply = (books: Books, entry: Entry): void => {
  if (entry.n !== books.count + 1) throw new Error(`fact ${entry.n} follows fact ${books.count}`)
  books.count = entry.n
  if (books.batchDay === 0) books.batchDay = toBusinessDay(entry.at)
  if ('postings' in entry) post(books, entry)
  if (isOfAccounts(entry)) {
    const happen = ACCOUNT_HAPPENINGS[entry.kind] as (books: AccountBooks, entry: AccountFact) => void
    happen(books.accounts, entry)
  } else if (isOfInstitution(entry)) {
    const happen = INSTITUTION_HAPPENINGS[entry.kind] as (books: InstitutionBooks, entry: InstitutionFact) => void
    happen(books.institution, entry)
  } else {
    const happen = HAPPENINGS[entry.kind] as (books: Books, entry: Entry) => void
    happen(books, entry)
  }
}

const isOfAccounts = (entry: Entry): entry is Entry & AccountFact => Object.hasOwn(ACCOUNT_HAPPENINGS, entry.kind)

const isOfInstitution = (entry: Entry): entry is Entry & InstitutionFact =>
  Object.hasOwn(INSTITUTION_HAPPENINGS, entry.kind)

const post = (books: Books, { n, postings }: Extract<Entry, { postings: unknown }>): void => {
  if (sumPostings(postings) !== 0) throw new Error(`fact ${n} does not sum to zero`)
  for (const [account, minor] of postings) books.balances.set(account, (books.balances.get(account) ?? 0) + minor)
}

type CardKind = Exclude<Fact['kind'], AccountFact['kind'] | InstitutionFact['kind']>
type Happening<K extends CardKind> = (books: Books, entry: Extract<Entry, { kind: K }>) => void

const HAPPENINGS: { readonly [K in CardKind]: Happening<K> } = {
  charge(books, entry) {
    const order = orderFrom(entry, entry.at)
    books.orders.set(toKey(entry.merchant, entry.order_id), order)
    if (order.held > 0) books.authorized.add(order)
    if (order.payment) indexPayment(books.institution, order, order.payment)
    if (entry.booked && entry.group) books.agreements.add(toAgreementKey(entry.merchant, entry.group, entry.card))
    books.movements++
  },
  follow_up(books, entry) {
    const order = findOrder(books, entry)
    operate(order, entry, entry.at)
    books.movements++
    file(books, order)
  },
  refund_ended(books, entry) {
    const order = findOrder(books, entry)
    endRefund(order, entry, books.batch)
    file(books, order)
  },
  tombstone(books, { merchant, order_id, at, face }) {
    books.tombstones.set(toKey(merchant, order_id), { at, face })
  },
  dispute(books, entry) {
    dispute(findOrder(books, entry), entry, entry.at)
    books.movements++
  },
  day_settled(books, entry) {
    books.settledDays.push(entry)
    const key = `${entry.merchant}/${entry.currency}`
    const dues = books.dues.get(key) ?? new Map<number, number>()
    for (const [day, net] of entry.dues) dues.set(day, (dues.get(day) ?? 0) + net)
    books.dues.set(key, dues)
  },
  payout(books, entry) {
    books.payouts.push(entry)
    const dues = books.dues.get(`${entry.merchant}/${entry.currency}`)!
    for (const day of [...dues.keys()]) if (day <= entry.day) dues.delete(day)
    if (entry.carried !== 0) dues.set(entry.day, entry.carried)
  },
  day_end(books, { batch, at }) {
    books.batch = batch + 1
    books.batchDay = Math.max(books.batchDay, toBusinessDay(at))
  },
  clock(books, { offset_ms }) {
    books.offsetMs = offset_ms
  },
  session(books, entry) {
    const session: Session = { ...entry, opened_at: entry.at, wrong_codes: 0, used: false }
    books.sessions.set(entry.id, session)
    if (entry.payment) indexChallenge(books.institution, session, entry.payment)
    books.randoms.add(toKey(entry.merchant, entry.random))
  },
  session_step(books, { id, step, result }) {
    const session = books.sessions.get(id)
    if (!session) return
    if (step === 'asked') session.wrong_codes++
    if (step === 'used') session.used = true
    if (result) session.result = result
  },
  callback_due(books, entry) {
    books.dueCallbacks.set(entry.session, entry)
  },
  callback_posted(books, { session }) {
    books.dueCallbacks.delete(session)
  },
  fault_armed(books, entry) {
    books.faults.set(entry.id, { ...entry, fired: 0 })
  },
  faults_cleared(books, { ids }) {
    for (const id of ids) books.faults.delete(id)
  },
  fault_fired(books, { id }) {
    const fault = books.faults.get(id)
    if (fault) fault.fired++
  },
  violation(books, { violation }) {
    books.violations.set(violation, (books.violations.get(violation) ?? 0) + 1)
  },
}

const findOrder = (
  books: Books,
  { n, merchant, order_id }: Extract<Entry, { kind: 'follow_up' | 'refund_ended' | 'dispute' }>,
): Order => {
  const order = books.orders.get(toKey(merchant, order_id))
  if (!order) throw new Error(`fact ${n} is about an order that is not there`)
  return order
}

/** Registers the orders that change with time. */
const file = ({ authorized, pendingRefunds }: Books, order: Order): void => {
  authorized[order.held > 0 ? 'add' : 'delete'](order)
  pendingRefunds[order.refunding > 0 ? 'add' : 'delete'](order)
}
