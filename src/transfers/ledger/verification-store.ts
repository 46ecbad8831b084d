/** SQL that compares balances with their postings since the last sums. */
import type { Tx } from '../../infra/database/database.ts'

interface BalanceDifference {
  tenant_id: string
  account_id: string
  available: number
  posted_available: number
  reserved: number
  posted_reserved: number
}

/** Sums `available` and `reserved` of the postings of account `b` that fulfil `condition`. */
const summed = (condition: string): string => `cross join lateral (
  select coalesce(sum(case when debit_account = 'available:' || b.account_id then amount
                           when credit_account = 'available:' || b.account_id then -amount end), 0)::bigint as available,
         coalesce(sum(case when debit_account = 'reserved:' || b.account_id then amount
                           when credit_account = 'reserved:' || b.account_id then -amount end), 0)::bigint as reserved
    from transfer_postings t where t.tenant_id = b.tenant_id and t.account_id = b.account_id and ${condition}) p`

interface Account {
  tenant_id: string
  account_id: string
}

/**
 * Returns accounts of all tenants whose balance is not the last sum plus the postings since. A late posting also leads
 * to one.
 */
export const findSuspectBalances = (tx: Tx): Promise<Account[]> =>
  tx.query<Account>(
    `select b.tenant_id, b.account_id
       from source_balances b left join posting_sums s using (tenant_id, account_id) ${summed(`t.created >= coalesce(s.until, '-infinity')`)}
      where (b.available, b.reserved) <> (coalesce(s.available, 0) + p.available, coalesce(s.reserved, 0) + p.reserved)`,
  )

/**
 * Returns accounts whose balance is not the sum of all their postings; empty if all are correct. `only` restricts it to
 * one account.
 */
export const findDifferingBalances = (tx: Tx, only?: Account): Promise<BalanceDifference[]> =>
  tx.query<BalanceDifference>(
    `select b.tenant_id, b.account_id, b.available, p.available as posted_available, b.reserved, p.reserved as posted_reserved
       from source_balances b ${summed('true')}
      where ($1::uuid is null or (b.tenant_id, b.account_id) = ($1, $2::uuid)) and (b.available, b.reserved) <> (p.available, p.reserved)`,
    [only?.tenant_id ?? null, only?.account_id ?? null],
  )

export const findAccountsWithBalance = (tx: Tx): Promise<Account[]> =>
  tx.query<Account>('select tenant_id, account_id from source_balances order by 1, 2')

const STORE = `insert into posting_sums as known (tenant_id, account_id, until, available, reserved)`
const REPLACE = `on conflict (tenant_id, account_id) do update
  set until = excluded.until, available = excluded.available, reserved = excluded.reserved`

/**
 * Advances the sums of all accounts that are an hour behind. Each sum is absolute, so two concurrent processes cannot
 * write a wrong one.
 */
export const advanceSums = (tx: Tx, until: string): Promise<number> =>
  tx.execute(
    `${STORE}
     select b.tenant_id, b.account_id, $1, coalesce(s.available, 0) + p.available, coalesce(s.reserved, 0) + p.reserved
       from source_balances b left join posting_sums s using (tenant_id, account_id)
         ${summed(`t.created >= coalesce(s.until, '-infinity') and t.created < $1::timestamptz`)}
      where coalesce(s.until, '-infinity') < $1::timestamptz - interval '1 hour'
     ${REPLACE}`,
    [until],
  )

/** Recomputes the sum of all postings of one account. */
export const recountSum = (tx: Tx, { tenant_id, account_id }: Account, until: string): Promise<number> =>
  tx.execute(
    `${STORE}
     select b.tenant_id, b.account_id, $3, p.available, p.reserved from source_balances b ${summed('t.created < $3::timestamptz')}
      where b.tenant_id = $1 and b.account_id = $2
     ${REPLACE}`,
    [tenant_id, account_id, until],
  )
