/**
 * State derived from the facts of the accounts API: customers, accounts with their movements, transfers, due steps and
 * notifications.
 */
import type {
  AccountFact,
  AccountOpened,
  AccountStatus,
  Enrolled,
  Planned,
  TransferMoved,
  Transferred,
  TransferStatus,
  Windows,
} from './account-facts.ts'
import { addDue, type DueQueue, removeDue } from './due-queue.ts'

export type MovementType = 'opening' | 'deposit' | 'transfer_out' | 'transfer_in' | 'fee' | 'given_back' | 'returned'

export interface AccountMovement {
  /** Number of the fact. */
  readonly n: number
  readonly at: number
  readonly type: MovementType
  /** Negative if money leaves the account. */
  readonly amount: number
  /** Balance after the movement. */
  readonly balance: number
  /** Key of the transfer that caused it. */
  readonly transfer?: string
  readonly description: string
}

export interface BankAccount extends Omit<AccountOpened, 'kind' | 'postings'> {
  readonly opened_at: number
  status: AccountStatus
  readonly movements: AccountMovement[]
}

export interface Transfer extends Omit<Transferred, 'kind' | 'status' | 'code' | 'plan' | 'postings'> {
  /** Taken from the count of transfers; bank reference and receipt number are derived from it. */
  readonly number: number
  readonly accepted_at: number
  status: TransferStatus
  code: string
  /** The steps still to come with time. */
  plan: readonly Planned[]
  completed_at?: number
  /** When it was refused or returned. */
  ended_at?: number
}

export interface OwedNotice {
  readonly n: number
  readonly key: string
  readonly step: TransferMoved['step']
  readonly code: string
}
export interface PostedNotice extends OwedNotice {
  readonly posted_at: number
  readonly answer: string
}

/** Changed only by {@link ACCOUNT_HAPPENINGS}. Keys of transfers are customer and reference. */
export interface AccountBooks {
  readonly customers: Map<string, Enrolled>
  /** Accounts by IBAN. */
  readonly accounts: Map<string, BankAccount>
  readonly transfers: Map<string, Transfer>
  readonly tombstones: Map<string, number>
  /** System faults by customer and transfer id. */
  readonly systemFaults: Map<string, number>
  /** References a transfer was sent under, by customer and transfer id; only for the consistency report. */
  readonly tries: Map<string, string[]>
  readonly due: DueQueue
  readonly owed: Map<number, OwedNotice>
  readonly posted: PostedNotice[]
  windows: Windows
}

export const emptyAccountBooks = (): AccountBooks => ({
  customers: new Map(),
  accounts: new Map(),
  transfers: new Map(),
  tombstones: new Map(),
  systemFaults: new Map(),
  tries: new Map(),
  due: [],
  owed: new Map(),
  posted: [],
  windows: 'open',
})

const ACCOUNT_PREFIX = 'account/'
/** Returns a customer's account as the double entries name it. */
export const ledgerAccount = (iban: string): string => `${ACCOUNT_PREFIX}${iban}`

export const transferKey = (customer: string, reference: string): string => `${customer}\n${reference}`

export const sumMovements = ({ movements }: BankAccount): number => movements.at(-1)?.balance ?? 0

type Timed<F> = F & { readonly n: number; readonly at: number }
type Happening<K extends AccountFact['kind']> = (
  books: AccountBooks,
  entry: Timed<Extract<AccountFact, { kind: K }>>,
) => void

export const ACCOUNT_HAPPENINGS: { readonly [K in AccountFact['kind']]: Happening<K> } = {
  customer({ customers }, { n: _n, at: _at, ...enrolled }) {
    customers.set(enrolled.customer, enrolled)
  },
  account_opened(books, entry) {
    const { iban, customer, name, holder_name, currency, at } = entry
    const account = { iban, customer, name, holder_name, currency, opened_at: at, status: 'active', movements: [] }
    books.accounts.set(iban, account as BankAccount)
    enter(books, entry, 'opening', 'Opening balance')
  },
  account_switched({ accounts }, { iban, status }) {
    accounts.get(iban)!.status = status
  },
  deposit(books, entry) {
    enter(books, entry, 'deposit', entry.description)
  },
  transfer(books, entry) {
    const { kind: _kind, n: _n, at, postings: _postings, plan, ...rest } = entry
    const key = transferKey(entry.customer, entry.reference)
    const transfer: Transfer = { ...rest, plan: [], number: books.transfers.size + 1, accepted_at: at }
    if (entry.status === 'refused') transfer.ended_at = at
    books.transfers.set(key, transfer)
    if (entry.transfer_id !== undefined) noteTry(books, entry.customer, entry.transfer_id, entry.reference)
    schedule(books, key, transfer, plan, entry.n)
    enter(books, entry, 'transfer_out', entry.description, key)
  },
  transfer_step(books, entry) {
    const key = transferKey(entry.customer, entry.reference)
    const transfer = books.transfers.get(key)!
    const { step, code, n, at } = entry
    removeDue(books.due, key)
    transfer.status = STATUS_AFTER[step]
    if (step === 'complete') transfer.completed_at = at
    else {
      transfer.code = code
      transfer.ended_at = at
    }
    schedule(books, key, transfer, step === 'complete' ? transfer.plan.filter(isReturn) : [], n)
    enter(books, entry, TYPE_AFTER[step], transfer.description, key)
    if (entry.tells) books.owed.set(n, { n, key, step, code })
  },
  transfer_tombstone({ tombstones }, { customer, reference, at }) {
    tombstones.set(transferKey(customer, reference), at)
  },
  system_fault({ systemFaults }, { customer, transfer }) {
    const key = transferKey(customer, transfer)
    systemFaults.set(key, (systemFaults.get(key) ?? 0) + 1)
  },
  transfer_lost(books, { customer, transfer, reference }) {
    noteTry(books, customer, transfer, reference)
  },
  notice_posted({ owed, posted }, { notice, answer, at }) {
    const told = owed.get(notice)
    if (!told) return
    owed.delete(notice)
    posted.push({ ...told, posted_at: at, answer })
  },
  windows(books, { windows }) {
    books.windows = windows
  },
}

const STATUS_AFTER = { complete: 'completed', refuse: 'refused', give_back: 'refused', return: 'returned' } as const
const TYPE_AFTER = {
  complete: 'transfer_in',
  refuse: 'given_back',
  give_back: 'given_back',
  return: 'returned',
} as const

const noteTry = ({ tries }: AccountBooks, customer: string, transferId: string, reference: string): void => {
  const key = transferKey(customer, transferId)
  const known = tries.get(key)
  if (known === undefined) tries.set(key, [reference])
  else if (!known.includes(reference)) known.push(reference)
}

const isReturn = ({ step }: Planned): boolean => step === 'return'

const schedule = (books: AccountBooks, key: string, transfer: Transfer, plan: readonly Planned[], n: number): void => {
  transfer.plan = plan
  const [next] = plan
  if (next) addDue(books.due, { at: transfer.accepted_at + next.after_ms, n, key })
}

/**
 * Every posting on a customer's account is a line of its statement; the second one of an outgoing transfer is the fee.
 */
const enter = (
  { accounts }: AccountBooks,
  { n, at, postings }: Timed<Extract<AccountFact, { postings: unknown }>>,
  type: MovementType,
  description: string,
  transfer?: string,
): void => {
  let own = 0
  for (const [name, amount] of postings) {
    if (!name.startsWith(ACCOUNT_PREFIX)) continue
    const account = accounts.get(name.slice(ACCOUNT_PREFIX.length))!
    const last = account.movements.at(-1)
    const balance = (last?.balance ?? 0) + amount
    if (balance < 0) throw new Error(`fact ${n} takes more from ${name} than there is`)
    account.movements.push({
      n,
      at: Math.max(at, last?.at ?? at), // a clock that was set back does not reorder a statement
      type: type === 'transfer_out' && own++ > 0 ? 'fee' : type,
      amount,
      balance,
      ...(transfer === undefined ? {} : { transfer }),
      description,
    })
  }
}
