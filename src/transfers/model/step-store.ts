/** SQL of the steps people take (approve, reject, send): rows are locked in one order, then changed in one statement. */
import type { Accountable } from '../../access/four-eyes.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { TransferRow, TransferStep } from './transfer.ts'
import { transferMachine } from './transfer-states.ts'

export type LockedTransfer = Pick<
  TransferRow,
  | 'id'
  | 'merchant_id'
  | 'status'
  | 'made_people'
  | 'decided_people'
  | 'sent_people'
  | 'three_persons'
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
  /** Configuration of the source account; null if the account was deleted. */
  configuration_id: string | null
}

/** `merchantId` restricts it to one merchant. */
export const lockTransfers = (
  tx: Tx,
  tenantId: string,
  merchantId: string | null,
  ids: readonly string[],
): Promise<LockedTransfer[]> =>
  tx.query<LockedTransfer>(
    `select id, merchant_id, status,
       transfer_makers(tenant_id,
         coalesce(made_people, people_behind(tenant_id, created_by) || people_behind(tenant_id, terms_by)),
         receiver_account_id, source_account_id) as made_people,
       coalesce(decided_people, people_behind(tenant_id, coalesce(approved_by, rejected_by))) as decided_people,
       coalesce(sent_people, people_behind(tenant_id, sent_by)) as sent_people,
       (three_persons is true or wants_three_persons(tenant_id)) as three_persons, is_held, scheduled_date,
       request_type, currency, amount, source_account_id, iban, account_number, masked_card_no, bank_code, sequence,
       external_id, correlation_id, recurring_transfer_id, retry_count, fencing,
       (select configuration_id from source_accounts s
         where s.tenant_id = transfers.tenant_id and s.id = transfers.source_account_id) as configuration_id
     from transfers where tenant_id = $1 and id = any($2::uuid[]) and ($3::uuid is null or merchant_id = $3)
     order by id for update`,
    [tenantId, ids, merchantId],
    'lock-transfers',
  )

/**
 * Returns the people behind the last change of each account's binding, by account id; an account without any was bound
 * by the program.
 */
export const findBindingPeople = async (
  tx: Tx,
  tenantId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Accountable>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await tx.query<{ id: string; binding_people: Accountable }>(
    sql`select id, binding_people from source_accounts where tenant_id = ${tenantId} and id = any(${accountIds}) and binding_people is not null`,
  )
  return new Map(rows.map(({ id, binding_people }) => [id, binding_people]))
}

export const APPROVED = findTarget(transferMachine, 'approve')
export const REJECTED = findTarget(transferMachine, 'reject')

interface StepDecision {
  id: string
  step: TransferStep
  sourceAccountId: string | null
}

export const approveTransferRows = (
  tx: Tx,
  by: { tenantId: string; actor: string; now: string },
  decisions: readonly StepDecision[],
): Promise<number> =>
  tx.execute(
    `update transfers t set status = '${APPROVED}', approved_by = $2, approved_at = $3, last_modified = $3,
       source_account_id = coalesce(d.account_id, t.source_account_id), history = t.history || d.step
     from unnest($4::uuid[], $5::uuid[], $6::jsonb[]) as d (id, account_id, step)
     where t.tenant_id = $1 and t.id = d.id and t.status = 'pending'`,
    [by.tenantId, by.actor, by.now, ...toDecisionParameters(decisions)],
  )

export const rejectTransferRows = (
  tx: Tx,
  by: { tenantId: string; actor: string; now: string },
  decisions: readonly StepDecision[],
): Promise<number> =>
  tx.execute(
    `update transfers t set status = '${REJECTED}', rejected_by = $2, processed_at = $3, last_modified = $3,
       history = t.history || d.step
     from unnest($4::uuid[], $5::uuid[], $6::jsonb[]) as d (id, account_id, step)
     where t.tenant_id = $1 and t.id = d.id and t.status = 'pending'`,
    [by.tenantId, by.actor, by.now, ...toDecisionParameters(decisions)],
  )

const toDecisionParameters = (decisions: readonly StepDecision[]): unknown[] => [
  decisions.map(({ id }) => id),
  decisions.map(({ sourceAccountId }) => sourceAccountId),
  decisions.map(({ step }) => JSON.stringify(step)),
]
