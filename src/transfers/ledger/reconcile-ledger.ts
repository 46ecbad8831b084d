/**
 * Reconciles the ledger of source accounts with the bank: opens it with the bank's balance, updates it from the
 * statement, and compares.
 */
import type { ReportedAccount, StatementLine } from '../../connectors/transfer-bank.ts'
import { isoTime } from '../../core/clock.ts'
import { derivedId } from '../../core/id.ts'
import { gauge } from '../../infra/process/metrics.ts'
import { askBank } from '../bank/ask-bank.ts'
import { isSameAccount } from '../bank/bank-account-info.ts'
import { findServingBank, type ServingBank } from '../bank/transfer-order.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import {
  countDifferingAccounts,
  debitedReferences,
  type ExternalMovement,
  findAccountsToReconcile,
  findTenantsToReconcile,
  insertOpening,
  type LedgerAccount,
  postMovements,
  recordDifference,
  storeIban,
  toBalanceChange,
} from './ledger-store.ts'

/** How old a comparison with the bank may be, in platform time. */
const CHECKED_EVERY_MS = 5 * 60_000
const DAY_MS = 86_400_000
/** When the ledger is opened, a statement of this many days is read. */
const OPENING_DAYS = 365
/**
 * In a sandbox, this key in extra_properties_dict of a connector account is the balance with which the simulated bank
 * opens it.
 */
const OPENING_KEY = 'sandbox_opening_balance'

const differingFromBank = gauge('vezne_source_accounts_differing_from_bank')

/** Runs one round; returns how many accounts it opened or advanced. */
export const reconcileLedger = async (services: Pick<TransferServices, 'runtime' | 'connectors'>): Promise<number> => {
  const { db, clock } = services.runtime
  const before = isoTime(clock.ms() - CHECKED_EVERY_MS)
  let done = 0
  for (const tenantId of await db.transaction({ as: 'platform' }, (tx) => findTenantsToReconcile(tx, before)))
    for (const account of await db.transaction({ of: tenantId }, (tx) => findAccountsToReconcile(tx, tenantId, before)))
      if (await reconcileAccount(services, account).catch((error) => reportFailure(services, account, error))) done++
  differingFromBank.set(await db.transaction({ as: 'platform' }, countDifferingAccounts))
  return done
}

const reportFailure = (services: Pick<TransferServices, 'runtime'>, { id }: LedgerAccount, error: Error): false => {
  services.runtime.log.warn('ledger.not_updated', { account_id: id, err: error })
  return false
}

const reconcileAccount = async (
  services: Pick<TransferServices, 'runtime' | 'connectors'>,
  account: LedgerAccount,
): Promise<boolean> => {
  const at = await findServingBank(services, account)
  if (at === undefined) return false
  return account.checked_at === null ? openAccountLedger(services, account, at) : followStatement(services, account, at)
}

const openAccountLedger = async (
  services: Pick<TransferServices, 'runtime' | 'connectors'>,
  account: LedgerAccount,
  serving: ServingBank,
): Promise<boolean> => {
  const { runtime } = services
  const opening = account.extra?.[OPENING_KEY]
  if (serving.bank.open !== undefined && account.iban !== null && opening !== undefined && /^\d{1,15}$/.test(opening)) {
    const wanted = { iban: account.iban, currency: account.currency, holderName: account.holder_name }
    await askBank(services, serving, async (context) =>
      serving.bank.open?.(serving.configuration, { ...wanted, balance: Number(opening) }, context),
    )
  }
  const own = await findAtBank(services, account, serving)
  if (own === undefined) return false
  if (account.iban === null) return storeIbanAndOpen(services, { ...account, iban: own.iban }, serving)
  const lines = await statementSince(services, account, serving, runtime.clock.ms() - OPENING_DAYS * DAY_MS)
  const [last] = lines
  return runtime.db.transaction({ of: account.tenant_id }, (tx) =>
    insertOpening(tx, {
      tenantId: account.tenant_id,
      accountId: account.id,
      currency: account.currency,
      // The balance of the last line is used, not the separate balance, because movements in between are in the next
      // lines.
      balance: last?.balanceAfter ?? own.available + own.blocked,
      statementUntil: last?.id ?? null,
      now: isoTime(runtime.clock.ms()),
    }),
  )
}

/** Stores the IBAN first, because orders and statements use it. */
const storeIbanAndOpen = async (
  services: Pick<TransferServices, 'runtime' | 'connectors'>,
  account: LedgerAccount & { iban: string },
  serving: ServingBank,
): Promise<boolean> => {
  const { runtime } = services
  const { tenant_id: tenantId, id: accountId, iban } = account
  const now = isoTime(runtime.clock.ms())
  const kept = await runtime.db.transaction({ of: tenantId }, (tx) => storeIban(tx, { tenantId, accountId, iban, now }))
  if (kept > 0) return openAccountLedger(services, account, serving)
  runtime.log.warn('ledger.account_bound_twice', { account_id: accountId })
  return false
}

const followStatement = async (
  services: Pick<TransferServices, 'runtime' | 'connectors'>,
  account: LedgerAccount,
  serving: ServingBank,
): Promise<boolean> => {
  const since = (account.checked_at as Date).getTime() - DAY_MS
  const lines = await statementSince(services, account, serving, since)
  const knownIndex = lines.findIndex(({ id }) => id === account.statement_until)
  const fresh = lines.slice(0, knownIndex < 0 ? lines.length : knownIndex).toReversed()
  const { tenant_id: tenantId, id: accountId, currency, statement_until: from } = account
  const { isFirst, movements } = await services.runtime.db.transaction({ of: tenantId }, async (tx) => {
    const back = fresh.flatMap((line) => (line.back === 'given_back' ? (line.reference ?? []) : []))
    const taken = await debitedReferences(tx, tenantId, accountId, back)
    const moved = fresh.flatMap((line) => toExternalMovement(accountId, line, taken) ?? [])
    const cursor = { tenantId, accountId, currency, from, until: fresh.at(-1)?.id ?? from }
    return { movements: moved, isFirst: await postMovements(tx, cursor, moved, isoTime(services.runtime.clock.ms())) }
  })
  if (isFirst && account.reserved === 0) await compareWithBank(services, account, serving, { lines, movements })
  return isFirst
}

/**
 * Raises the second alarm: the bank's balance differs from the ledger, and no transfer in progress explains it. Nothing
 * is corrected.
 */
const compareWithBank = async (
  services: Pick<TransferServices, 'runtime' | 'connectors'>,
  account: LedgerAccount,
  serving: ServingBank,
  { lines, movements }: { lines: readonly StatementLine[]; movements: readonly ExternalMovement[] },
): Promise<void> => {
  const bankHas = lines[0]?.balanceAfter ?? (await balanceAtBank(services, account, serving))
  if (bankHas === undefined) return
  const { tenant_id: tenantId, id: accountId } = account
  const seen = movements.reduce((sum, movement) => sum + toBalanceChange(movement), account.available ?? 0)
  const found = await services.runtime.db.transaction({ of: tenantId }, (tx) =>
    recordDifference(tx, { tenantId, accountId, seen, bankHas }),
  )
  // A single difference may be a line the bank writes a moment later.
  if (found === null || found.times < 2) return
  services.runtime.log.error('ledger.differs_from_bank', { tenant_id: tenantId, account_id: accountId, ...found })
}

/** Returns the balance if the statement has no recent line; undefined if something moved while the bank was asked. */
const balanceAtBank = async (
  services: Pick<TransferServices, 'runtime' | 'connectors'>,
  account: LedgerAccount,
  serving: ServingBank,
): Promise<number | undefined> => {
  const own = await findAtBank(services, account, serving)
  const lines = await statementSince(services, account, serving, (account.checked_at as Date).getTime() - DAY_MS)
  return lines.length > 0 || own === undefined ? undefined : own.available + own.blocked
}

const findAtBank = async (
  services: Pick<TransferServices, 'connectors'>,
  account: LedgerAccount,
  serving: ServingBank,
): Promise<ReportedAccount | undefined> => {
  const shown = await askBank(services, serving, (context) => serving.bank.accounts(serving.configuration, context))
  return shown.find((each) => isSameAccount(account, each))
}

/**
 * Returns null for lines posted by the record of the order's outcome. `taken` are refused orders that counted as
 * delivered before.
 */
const toExternalMovement = (
  accountId: string,
  { id, amount, reference, back }: StatementLine,
  taken: ReadonlySet<string>,
): ExternalMovement | null => {
  const isBack = back === 'returned' || (back === 'given_back' && reference !== null && taken.has(reference))
  if (amount === 0 || (reference !== null && !isBack)) return null
  return {
    operationId: operationIdOf(accountId, id),
    kind: isBack ? 'return' : amount > 0 ? 'inbound' : 'outbound',
    amount: Math.abs(amount),
  }
}

/** The same line always gives the same operation, however often it is read. */
const operationIdOf = (accountId: string, id: string): string => derivedId([accountId, id])

/** Returns lines, newest first. */
const statementSince = (
  services: Pick<TransferServices, 'runtime' | 'connectors'>,
  account: LedgerAccount,
  serving: ServingBank,
  from: number,
): Promise<readonly StatementLine[]> => {
  const { iban, account_number: accountNumber } = account
  return askBank(services, serving, (context) =>
    serving.bank.statement(
      { configuration: serving.configuration, account: { iban, accountNumber }, from, to: services.runtime.clock.ms() },
      context,
    ),
  )
}
