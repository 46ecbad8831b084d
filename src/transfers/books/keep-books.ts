/** Keeps the books of source accounts beside the bank's: opened with its balance, followed by its statement, compared. */
import { hash } from 'node:crypto'
import type { CallContext } from '../../connectors/attempt.ts'
import type { StatementLine } from '../../connectors/transfer-bank.ts'
import { isoTime } from '../../core/clock.ts'
import { gauge } from '../../infra/metrics.ts'
import { type AtBank, bankOfAccount } from '../sending/order-of.ts'
import type { TransferParts } from '../transfer-desk.ts'
import {
  accountsToCheck,
  type BookedAccount,
  differingBalances,
  type OutsideMovement,
  openBooks,
  postMovements,
  tenantsToCheck,
} from './books-store.ts'

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
  return account.checked_at === null ? openOne(desk, account, at) : follow(desk, account, at)
}

const openOne = async (desk: TransferParts, account: BookedAccount, at: AtBank): Promise<boolean> => {
  const { house } = desk
  const opening = account.extra?.[OPENING_KEY]
  if (at.bank.open !== undefined && account.iban !== null && opening !== undefined && /^\d{1,15}$/.test(opening)) {
    const wanted = { iban: account.iban, currency: account.currency, holderName: account.holder_name }
    await askBank(desk, at, async (context) =>
      at.bank.open?.(at.configuration, { ...wanted, balance: Number(opening) }, context),
    )
  }
  const shown = await askBank(desk, at, (context) => at.bank.accounts(at.configuration, context))
  const own = shown.find(({ iban, accountNumber }) =>
    account.iban === null ? accountNumber === account.account_number : iban === account.iban,
  )
  if (own === undefined) return false
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

const follow = async (desk: TransferParts, account: BookedAccount, at: AtBank): Promise<boolean> => {
  const since = (account.checked_at as Date).getTime() - DAY_MS
  const lines = await statementSince(desk, account, at, since)
  const known = lines.findIndex(({ id }) => id === account.statement_until)
  const fresh = lines.slice(0, known < 0 ? lines.length : known).toReversed()
  const { tenant_id: tenantId, id: accountId, currency, statement_until: from } = account
  return desk.house.db.inTenant(tenantId, (tx) =>
    postMovements(
      tx,
      { tenantId, accountId, currency, from, until: fresh.at(-1)?.id ?? from },
      fresh.flatMap((line) => movementOf(accountId, line) ?? []),
      isoTime(desk.house.clock.ms()),
    ),
  )
}

/** Null: a line of one of our own orders, which the record of its outcome books. */
const movementOf = (accountId: string, line: StatementLine): OutsideMovement | null => {
  if (line.amount === 0 || (line.reference !== null && line.type !== 'return')) return null
  const kind = line.reference !== null ? 'return' : line.amount > 0 ? 'inbound' : 'outbound'
  return { operationId: lineId(accountId, line.id), kind, amount: Math.abs(line.amount) }
}

/** The same line is the same operation, however often it is read: a version 8 uuid made of both names. */
const lineId = (accountId: string, id: string): string => {
  const bytes = Buffer.from(hash('sha256', JSON.stringify([accountId, id]), 'hex'), 'hex').subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

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

/** A read of the bank's books: nothing of it is kept in the request log. Throws when nobody answers. */
export const askBank = async <T>(
  desk: Pick<TransferParts, 'connectors'>,
  { connector, configuration }: AtBank,
  ask: (context: CallContext) => Promise<T>,
): Promise<T> => {
  const addressed = { configuration, reference: 'books' }
  const { observation } = await desk.connectors.inquireAs(connector, addressed, async (_sent, context) => ({
    kind: 'read' as const,
    value: await ask(context),
  }))
  if (observation.kind === 'no_answer') throw new Error(observation.fault.providerMessage)
  return observation.value
}

/** The alarm: a balance that is not the sum of its postings cannot be, and somebody has to look. */
const compare = async (desk: TransferParts): Promise<void> => {
  const found = await desk.house.db.acrossTenants(differingBalances)
  differing.set(found.length)
  for (const difference of found) desk.house.log.error('books.differ', { ...difference })
}
