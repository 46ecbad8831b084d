/** Keeps the books of source accounts beside the bank's: opened with its balance, followed by its statement, compared. */
import type { ShownAccount, StatementLine } from '../../connectors/transfer-bank.ts'
import { isoTime } from '../../core/clock.ts'
import { derivedId } from '../../core/id.ts'
import { gauge } from '../../infra/process/metrics.ts'
import { isSame } from '../bank/bank-account-info.ts'
import { askBank } from '../bank/ask-bank.ts'
import { type AtBank, bankOfAccount } from '../bank/bank-order.ts'
import type { TransferParts } from '../model/transfer-services.ts'
import {
  accountsToCheck,
  type BookedAccount,
  changeOf,
  countOfDiffering,
  differingBalances,
  keepIban,
  noteDifference,
  type OutsideMovement,
  openBooks,
  postMovements,
  takenReferences,
  tenantsToCheck,
} from './ledger-store.ts'

/** How old a comparison with the bank may be, platform clock. */
const CHECKED_EVERY_MS = 5 * 60_000
const DAY_MS = 86_400_000
/** A statement is read back this far when the books are opened. */
const OPENING_DAYS = 365
/** extra_properties_dict of a connector account in a sandbox: the simulated bank opens it with so much. */
const OPENING_KEY = 'sandbox_opening_balance'

const differing = gauge(
  'vezne_source_accounts_differing',
  'Source accounts whose balance is not the sum of their postings',
)
const differingFromBank = gauge(
  'vezne_source_accounts_differing_from_bank',
  'Source accounts whose balance is not the one of their bank, with nothing under way',
)

/** One round; answers how many accounts it opened or moved on. */
export const keepBooks = async (desk: TransferParts): Promise<number> => {
  const { db, clock } = desk.house
  const before = isoTime(clock.ms() - CHECKED_EVERY_MS)
  let done = 0
  for (const tenantId of await db.acrossTenants((tx) => tenantsToCheck(tx, before)))
    for (const account of await db.inTenant(tenantId, (tx) => accountsToCheck(tx, tenantId, before)))
      if (await keepOne(desk, account).catch((error) => report(desk, account, error))) done++
  await compare(desk)
  return done
}

const report = (desk: TransferParts, { id }: BookedAccount, error: Error): false => {
  desk.house.log.warn('books.not_kept', { account_id: id, error: error.message })
  return false
}

const keepOne = async (desk: TransferParts, account: BookedAccount): Promise<boolean> => {
  const at = await bankOfAccount(desk, account)
  if (at === undefined) return false
  return account.checked_at === null ? openBooksOf(desk, account, at) : follow(desk, account, at)
}

const openBooksOf = async (desk: TransferParts, account: BookedAccount, at: AtBank): Promise<boolean> => {
  const { house } = desk
  const opening = account.extra?.[OPENING_KEY]
  if (at.bank.open !== undefined && account.iban !== null && opening !== undefined && /^\d{1,15}$/.test(opening)) {
    const wanted = { iban: account.iban, currency: account.currency, holderName: account.holder_name }
    await askBank(desk, at, async (context) =>
      at.bank.open?.(at.configuration, { ...wanted, balance: Number(opening) }, context),
    )
  }
  const own = await shownAs(desk, account, at)
  if (own === undefined) return false
  if (account.iban === null) return openNamed(desk, { ...account, iban: own.iban }, at)
  const lines = await statementSince(desk, account, at, house.clock.ms() - OPENING_DAYS * DAY_MS)
  const [last] = lines
  return house.db.inTenant(account.tenant_id, (tx) =>
    openBooks(tx, {
      tenantId: account.tenant_id,
      accountId: account.id,
      currency: account.currency,
      // The last line rather than the balance beside it: what moves in between is in the next lines.
      balance: last?.balanceAfter ?? own.available + own.blocked,
      statementUntil: last?.id ?? null,
      now: isoTime(house.clock.ms()),
    }),
  )
}

/** The IBAN is what orders and statements go by: it is kept first. */
const openNamed = async (
  desk: TransferParts,
  account: BookedAccount & { iban: string },
  at: AtBank,
): Promise<boolean> => {
  const { house } = desk
  const { tenant_id: tenantId, id: accountId, iban } = account
  const now = isoTime(house.clock.ms())
  const kept = await house.db.inTenant(tenantId, (tx) => keepIban(tx, { tenantId, accountId, iban, now }))
  if (kept > 0) return openBooksOf(desk, account, at)
  house.log.warn('books.account_bound_twice', { account_id: accountId })
  return false
}

const follow = async (desk: TransferParts, account: BookedAccount, at: AtBank): Promise<boolean> => {
  const since = (account.checked_at as Date).getTime() - DAY_MS
  const lines = await statementSince(desk, account, at, since)
  const known = lines.findIndex(({ id }) => id === account.statement_until)
  const fresh = lines.slice(0, known < 0 ? lines.length : known).toReversed()
  const { tenant_id: tenantId, id: accountId, currency, statement_until: from } = account
  const { isFirst, movements } = await desk.house.db.inTenant(tenantId, async (tx) => {
    const back = fresh.flatMap((line) => (line.back === 'given_back' ? (line.reference ?? []) : []))
    const taken = await takenReferences(tx, tenantId, accountId, back)
    const moved = fresh.flatMap((line) => movementOf(accountId, line, taken) ?? [])
    const cursor = { tenantId, accountId, currency, from, until: fresh.at(-1)?.id ?? from }
    return { movements: moved, isFirst: await postMovements(tx, cursor, moved, isoTime(desk.house.clock.ms())) }
  })
  if (isFirst && account.reserved === 0) await compareWithBank(desk, account, at, { lines, movements })
  return isFirst
}

/** The second alarm: the bank has another balance than the books, and nothing under way explains it. Nothing is corrected. */
const compareWithBank = async (
  desk: TransferParts,
  account: BookedAccount,
  at: AtBank,
  { lines, movements }: { lines: readonly StatementLine[]; movements: readonly OutsideMovement[] },
): Promise<void> => {
  const bankHas = lines[0]?.balanceAfter ?? (await balanceAtBank(desk, account, at))
  if (bankHas === undefined) return
  const { tenant_id: tenantId, id: accountId } = account
  const seen = movements.reduce((sum, movement) => sum + changeOf(movement), account.available ?? 0)
  const found = await desk.house.db.inTenant(tenantId, (tx) =>
    noteDifference(tx, { tenantId, accountId, seen, bankHas }),
  )
  // Once may be a line the bank writes a moment later.
  if (found === null || found.times < 2) return
  desk.house.log.error('books.differ_from_bank', { tenant_id: tenantId, account_id: accountId, ...found })
}

/** Where the statement has no line of late: undefined when something moved while the bank was asked. */
const balanceAtBank = async (desk: TransferParts, account: BookedAccount, at: AtBank): Promise<number | undefined> => {
  const own = await shownAs(desk, account, at)
  const lines = await statementSince(desk, account, at, (account.checked_at as Date).getTime() - DAY_MS)
  return lines.length > 0 || own === undefined ? undefined : own.available + own.blocked
}

const shownAs = async (desk: TransferParts, account: BookedAccount, at: AtBank): Promise<ShownAccount | undefined> => {
  const shown = await askBank(desk, at, (context) => at.bank.accounts(at.configuration, context))
  return shown.find((each) => isSame(account, each))
}

/** Null: what the record of an order's outcome books. `taken`: refused orders that were taken as delivered before. */
const movementOf = (
  accountId: string,
  { id, amount, reference, back }: StatementLine,
  taken: ReadonlySet<string>,
): OutsideMovement | null => {
  const isBack = back === 'returned' || (back === 'given_back' && reference !== null && taken.has(reference))
  if (amount === 0 || (reference !== null && !isBack)) return null
  return {
    operationId: lineId(accountId, id),
    kind: isBack ? 'return' : amount > 0 ? 'inbound' : 'outbound',
    amount: Math.abs(amount),
  }
}

/** The same line is the same operation, however often it is read. */
const lineId = (accountId: string, id: string): string => derivedId([accountId, id])

/** Newest first. */
const statementSince = (
  desk: TransferParts,
  account: BookedAccount,
  at: AtBank,
  from: number,
): Promise<readonly StatementLine[]> => {
  const { iban, account_number: accountNumber } = account
  return askBank(desk, at, (context) =>
    at.bank.statement(
      { configuration: at.configuration, account: { iban, accountNumber }, from, to: desk.house.clock.ms() },
      context,
    ),
  )
}

/** The alarm: a balance that is not the sum of its postings cannot be, and somebody has to look. */
const compare = async (desk: TransferParts): Promise<void> => {
  const found = await desk.house.db.acrossTenants(differingBalances)
  differing.set(found.length)
  differingFromBank.set(await desk.house.db.acrossTenants(countOfDiffering))
  for (const difference of found) desk.house.log.error('books.differ', { ...difference })
}
