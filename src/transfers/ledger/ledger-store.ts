/**
 * SQL of the ledger of source accounts, which is opened with the bank's balance and then reconciled with its statement.
 */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'
import { findNamedTransfers } from '../model/transfer-reference-store.ts'
import type { SourceAccount } from '../source-accounts/source-account-lookup.ts'

export interface LedgerAccount extends SourceAccount {
  /** Null if it is not opened yet. */
  available: number | null
  reserved: number | null
  statement_until: string | null
  checked_at: Date | null
}

/**
 * Returns tenants with an account whose ledger is not open, or was not reconciled since `before`. Runs across tenants.
 */
export const findTenantsToReconcile = async (tx: Tx, before: string): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct a.tenant_id from source_accounts a
       left join source_balances b on b.tenant_id = a.tenant_id and b.account_id = a.id
      where not a.is_deleted and (b.checked_at is null or b.checked_at < ${before}) order by 1`,
  )
  return rows.map((row) => row.tenant_id)
}

export const findAccountsToReconcile = (tx: Tx, tenantId: string, before: string): Promise<LedgerAccount[]> =>
  tx.query<LedgerAccount>(
    sql`select a.tenant_id, a.id, a.configuration_id, a.bank_code, a.holder_name, a.iban, a.account_number, a.currency,
       a.extra, a.is_active, b.available, b.reserved, b.statement_until, b.checked_at
     from source_accounts a left join source_balances b on b.tenant_id = a.tenant_id and b.account_id = a.id
     where a.tenant_id = ${tenantId} and not a.is_deleted and (b.checked_at is null or b.checked_at < ${before}) order by a.id`,
  )

export interface Opening {
  tenantId: string
  accountId: string
  currency: string
  balance: number
  statementUntil: string | null
  now: string
}

/** Opens a ledger; does nothing if another process was first. */
export const insertOpening = async (tx: Tx, opening: Opening): Promise<boolean> => {
  const { tenantId, accountId, currency, balance, statementUntil, now } = opening
  const made = await tx.execute(
    insertInto(
      'source_balances',
      {
        tenant_id: tenantId,
        account_id: accountId,
        available: balance,
        statement_until: statementUntil,
        checked_at: now,
      },
      sql`on conflict do nothing`,
    ),
  )
  if (made > 0 && balance > 0)
    await tx.execute(
      insertInto('transfer_postings', {
        tenant_id: tenantId,
        operation_id: accountId,
        attempt_no: 0,
        kind: 'opening',
        account_id: accountId,
        debit_account: `available:${accountId}`,
        credit_account: `outside:${accountId}`,
        amount: balance,
        currency,
        created: now,
      }),
    )
  return made > 0
}

/** Stores the IBAN a bank reports for an account that was bound only by its number. */
export const storeIban = (
  tx: Tx,
  { tenantId, accountId, iban, now }: { tenantId: string; accountId: string; iban: string; now: string },
): Promise<number> =>
  tx.execute(
    sql`update source_accounts a set iban = ${iban}, last_modified = ${now}
      where tenant_id = ${tenantId} and id = ${accountId} and iban is null and not exists (
        select from source_accounts o where o.tenant_id = ${tenantId} and o.iban = ${iban} and not o.is_deleted)`,
  )

/** Money the bank moved without an order of ours. */
export interface ExternalMovement {
  operationId: string
  kind: 'inbound' | 'outbound' | 'return'
  amount: number
}

/** Returns those of `references` whose amount the ledger has debited. */
export const debitedReferences = async (
  tx: Tx,
  tenantId: string,
  accountId: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (references.length === 0) return new Set()
  const named = [...(await findNamedTransfers(tx, tenantId, references))]
  const rows = await tx.query<{ reference: string }>(
    sql`select r.reference from unnest(${named.map(([reference]) => reference)}::text[], ${named.map(([, { transferId }]) => transferId)}::uuid[],
         ${named.map(([, { attemptNo }]) => attemptNo)}::smallint[]) as r (reference, id, attempt_no)
       join transfer_postings p on p.tenant_id = ${tenantId} and p.operation_id = r.id and p.attempt_no = r.attempt_no
        and p.kind = 'take' and p.account_id = ${accountId}`,
  )
  return new Set(rows.map(({ reference }) => reference))
}

export const toBalanceChange = ({ kind, amount }: ExternalMovement): number => (kind === 'outbound' ? -amount : amount)

/** Posts the movements and advances the cursor; returns false if another process was first. */
export const postMovements = async (
  tx: Tx,
  account: { tenantId: string; accountId: string; currency: string; from: string | null; until: string | null },
  movements: readonly ExternalMovement[],
  now: string,
): Promise<boolean> => {
  const { tenantId, accountId, currency, from, until } = account
  const change = movements.reduce((sum, movement) => sum + toBalanceChange(movement), 0)
  const moved = await tx.execute(
    sql`update source_balances set available = available + ${change}, statement_until = ${until}, checked_at = ${now}
      where tenant_id = ${tenantId} and account_id = ${accountId} and statement_until is not distinct from ${from}`,
  )
  if (moved === 0 || movements.length === 0) return moved > 0
  await tx.execute(
    sql`insert into transfer_postings (tenant_id, operation_id, attempt_no, kind, account_id, debit_account,
       credit_account, amount, currency, created)
     select ${tenantId}, m.id, 0, m.kind, ${accountId}::uuid,
       case m.kind when 'outbound' then 'outside:' else 'available:' end || ${accountId}::uuid::text,
       case m.kind when 'outbound' then 'available:' else 'outside:' end || ${accountId}::uuid::text, m.amount, ${currency}, ${now}
     from unnest(${movements.map(({ operationId }) => operationId)}::uuid[], ${movements.map(({ kind }) => kind)}::text[], ${movements.map(({ amount }) => amount)}::bigint[]) as m (id, kind, amount)`,
  )
  return true
}

interface LedgerComparison {
  books: number
  bank: number
  /** Number of consecutive comparisons that found a difference; 0 if they agree. */
  times: number
}

/**
 * Records the difference between the bank and the ledger, which was read as `seen` before the bank was asked. It does
 * so only if nothing has moved meanwhile and no transfer is in progress; null means that a comparison is not possible
 * now.
 */
export const recordDifference = async (
  tx: Tx,
  { tenantId, accountId, seen, bankHas }: { tenantId: string; accountId: string; seen: number; bankHas: number },
): Promise<LedgerComparison | null> => {
  const [noted] = await tx.query<LedgerComparison>(
    sql`update source_balances set differs_by = ${bankHas}::bigint - available,
       differs_times = case when ${bankHas}::bigint = available then 0 else least(differs_times + 1, 30000) end
      where tenant_id = ${tenantId} and account_id = ${accountId} and reserved = 0 and available = ${seen} and not exists (
        select from transfers where tenant_id = ${tenantId} and source_account_id = ${accountId} and status = 'processing' and next_step_at is not null)
     returning available as books, ${bankHas}::bigint as bank, differs_times as times`,
  )
  return noted ?? null
}

/** Counts accounts that differ from their bank, over all tenants. */
export const countDifferingAccounts = async (tx: Tx): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    'select count(tenant_id) as count from source_balances where differs_times > 1',
  )
  return row?.count ?? 0
}
