/** An account's statement: the lines of some days in Istanbul, oldest first, with the balance before and after them. */
import type { AccountBooks, AccountMovement, BankAccount } from '../ledger/account-books.ts'
import { toBusinessDay } from '../ledger/books.ts'
import { iso, toBankReference } from './answers.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000
const DAYS_MAX = 366
const PAGE_SIZE = 100
const PAGE_SIZE_MAX = 1_000

export interface StatementQuery {
  /** First and last business day; the current one if absent. */
  readonly from: number
  readonly to: number
  readonly page: number
  readonly size: number
}

/** Returns a text if something is wrong with it. */
export const readStatementQuery = (query: Readonly<Record<string, unknown>>, now: number): StatementQuery | string => {
  const today = toBusinessDay(now)
  const to = toDay(query.to, today)
  const from = toDay(query.from, Math.min(to ?? today, today))
  if (from === undefined || to === undefined) return 'from and to are days such as 2026-05-11'
  if (from > to || to - from >= DAYS_MAX) return `from is not after to, and at most ${DAYS_MAX} days are shown`
  const page = toNumber(query.page, 1)
  const size = toNumber(query.page_size, PAGE_SIZE)
  if (page === undefined || size === undefined || size > PAGE_SIZE_MAX)
    return `page begins at 1, page_size is at most ${PAGE_SIZE_MAX}`
  return { from, to, page, size }
}

const toDay = (text: unknown, otherwise: number): number | undefined => {
  if (text === undefined) return otherwise
  const ms = typeof text === 'string' && DAY.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms / DAY_MS
}

const toNumber = (text: unknown, otherwise: number): number | undefined => {
  if (text === undefined) return otherwise
  return typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

export const buildStatement = (books: AccountBooks, account: BankAccount, { from, to, page, size }: StatementQuery) => {
  const { movements } = account
  const first = firstOn(movements, from)
  const end = firstOn(movements, to + 1)
  const begin = Math.min(first + (page - 1) * size, end)
  return {
    iban: account.iban,
    currency: account.currency,
    from: dayText(from),
    to: dayText(to),
    opening_balance: movements[first - 1]?.balance ?? 0,
    closing_balance: movements[end - 1]?.balance ?? 0,
    page,
    page_size: size,
    total_count: end - first,
    movements: movements
      .slice(begin, Math.min(begin + size, end))
      .map((movement) => shownMovement(books, account, movement)),
  }
}

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Movements are in the order of their times. */
const firstOn = (movements: readonly AccountMovement[], day: number): number => {
  let low = 0
  let high = movements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (toBusinessDay(movements[middle]!.at) < day) low = middle + 1
    else high = middle
  }
  return low
}

export const shownMovement = (books: AccountBooks, { iban }: BankAccount, movement: AccountMovement) => {
  const { n, at, type, amount, balance, description } = movement
  const transfer = movement.transfer === undefined ? undefined : books.transfers.get(movement.transfer)
  const isOwn = transfer?.source_iban === iban
  return {
    transaction_id: `SIMM${String(n).padStart(12, '0')}${type === 'fee' ? 'F' : ''}`,
    at: iso(at),
    type,
    amount,
    balance,
    description,
    bank_reference: transfer ? toBankReference(transfer) : null,
    /** The customer's own references, which are not disclosed to others. */
    reference: isOwn ? transfer.reference : null,
    transfer_id: isOwn ? (transfer.transfer_id ?? null) : null,
    counterparty_iban: transfer ? ((isOwn ? transfer.recipient.iban : transfer.source_iban) ?? null) : null,
    counterparty_name: isOwn ? (transfer.recipient.name ?? null) : null,
  }
}
