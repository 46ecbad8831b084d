/** The money of source accounts: balances are locked in one order, and reserved when a transfer is sent. */
import type { Tx } from '../../infra/database/database.ts'

export interface Balance {
  account_id: string
  available: number
  reserved: number
}

/** Locks the balances in the order of account ids, so that concurrent sends do not deadlock. */
export const lockBalances = (tx: Tx, tenantId: string, accountIds: readonly string[]): Promise<Balance[]> =>
  tx.query<Balance>(
    `select account_id, available, reserved from source_balances
      where tenant_id = $1 and account_id = any($2::uuid[]) order by account_id for update`,
    [tenantId, accountIds],
    'lock-balances',
  )

/** One reservation of one transfer. */
interface Reservation {
  transferId: string
  attemptNo: number
  accountId: string
  amount: number
  currency: string
}

/** Posts the reservations: postings and balances change together. The balances must be locked. */
export const reserveFunds = async (
  tx: Tx,
  tenantId: string,
  reservations: readonly Reservation[],
  now: string,
): Promise<void> => {
  if (reservations.length === 0) return
  await tx.execute(RESERVE, [
    tenantId,
    now,
    reservations.map((each) => each.transferId),
    reservations.map((each) => each.attemptNo),
    reservations.map((each) => each.accountId),
    reservations.map((each) => each.amount),
    reservations.map((each) => each.currency),
  ])
}

const RESERVE = `
with wanted as (
  select * from unnest($3::uuid[], $4::smallint[], $5::uuid[], $6::bigint[], $7::text[])
    as w (transfer_id, attempt_no, account_id, amount, currency)),
posted as (
  insert into transfer_postings (tenant_id, operation_id, attempt_no, kind, account_id, transfer_id, debit_account,
    credit_account, amount, currency, created)
  select $1, transfer_id, attempt_no, 'reserve', account_id, transfer_id, 'reserved:' || account_id,
    'available:' || account_id, amount, currency, $2
  from wanted)
update source_balances b set available = b.available - w.total, reserved = b.reserved + w.total
from (select account_id, sum(amount)::bigint as total from wanted group by account_id) w
where b.tenant_id = $1 and b.account_id = w.account_id`
