/** SQL of the steps people take: rows are locked in one order, then changed in one statement. */
import type { Tx } from '../../infra/postgres.ts'
import type { TransferRow, TransferStep } from '../transfer.ts'

export type LockedTransfer = Pick<
  TransferRow,
  | 'id'
  | 'merchant_id'
  | 'status'
  | 'made_people'
  | 'decided_people'
  | 'sent_people'
  | 'is_held'
  | 'scheduled_date'
  | 'request_type'
  | 'currency'
  | 'amount'
  | 'source_account_id'
  | 'iban'
  | 'account_number'
  | 'masked_card_no'
  | 'bank_code'
  | 'sequence'
  | 'external_id'
  | 'correlation_id'
  | 'recurring_transfer_id'
  | 'retry_count'
  | 'fencing'
> & {
  /** Of the source account; null: the account is gone. */
  configuration_id: string | null
}

/** `merchantId`: reaches that merchant's alone. */
export const lockTransfers = (
  tx: Tx,
  tenantId: string,
  merchantId: string | null,
  ids: readonly string[],
): Promise<LockedTransfer[]> =>
  tx.query<LockedTransfer>(
    `select id, merchant_id, status,
       coalesce(made_people, people_behind(tenant_id, created_by) || people_behind(tenant_id, terms_by)) as made_people,
       coalesce(decided_people, people_behind(tenant_id, coalesce(approved_by, rejected_by))) as decided_people,
       coalesce(sent_people, people_behind(tenant_id, sent_by)) as sent_people, is_held, scheduled_date,
       request_type, currency, amount, source_account_id, iban, account_number, masked_card_no, bank_code, sequence,
       external_id, correlation_id, recurring_transfer_id, retry_count, fencing,
       (select configuration_id from source_accounts s
         where s.tenant_id = transfers.tenant_id and s.id = transfers.source_account_id) as configuration_id
     from transfers where tenant_id = $1 and id = any($2::uuid[]) and ($3::uuid is null or merchant_id = $3)
     order by id for update`,
    [tenantId, ids, merchantId],
    'lock-transfers',
  )

export interface Decision {
  id: string
  step: TransferStep
  sourceAccountId: string | null
}

export const approveRows = (
  tx: Tx,
  by: { tenantId: string; actor: string; now: string },
  decisions: readonly Decision[],
): Promise<number> =>
  tx.execute(
    `update transfers t set status = 'approved', approved_by = $2, approved_at = $3, last_modified = $3,
       source_account_id = coalesce(d.account_id, t.source_account_id), history = t.history || d.step
     from unnest($4::uuid[], $5::uuid[], $6::jsonb[]) as d (id, account_id, step)
     where t.tenant_id = $1 and t.id = d.id and t.status = 'pending'`,
    [by.tenantId, by.actor, by.now, ...columnsOf(decisions)],
  )

export const rejectRows = (
  tx: Tx,
  by: { tenantId: string; actor: string; now: string },
  decisions: readonly Decision[],
): Promise<number> =>
  tx.execute(
    `update transfers t set status = 'rejected', rejected_by = $2, processed_at = $3, last_modified = $3,
       history = t.history || d.step
     from unnest($4::uuid[], $5::uuid[], $6::jsonb[]) as d (id, account_id, step)
     where t.tenant_id = $1 and t.id = d.id and t.status = 'pending'`,
    [by.tenantId, by.actor, by.now, ...columnsOf(decisions)],
  )

const columnsOf = (decisions: readonly Decision[]): unknown[] => [
  decisions.map(({ id }) => id),
  decisions.map(({ sourceAccountId }) => sourceAccountId),
  decisions.map(({ step }) => JSON.stringify(step)),
]
