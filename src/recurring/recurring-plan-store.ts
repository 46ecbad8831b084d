/** SQL of plans and installments, one function per statement. */
import { findTarget } from '../core/state-machine.ts'
import type { Tx } from '../infra/database/database.ts'
import { joinByKey } from '../infra/database/key-join.ts'
import { LEASE_S } from '../infra/database/lease-age.ts'
import { ifGiven, rawSql, sql } from '../infra/database/statements/sql.ts'
import { EVENT_OUTBOX_CTES } from '../webhooks/events/event-outbox.ts'
import type { RecurringPlanEvent } from './model/recurring-plan-events.ts'
import type { InstallmentRow, RecurringPlanRow } from './model/recurring-plan-row.ts'
import { installmentMachine } from './model/recurring-plan-states.ts'

/** `merchantId` restricts it to one merchant; null means the whole tenant. */
export interface RecurringPlanScope {
  readonly tenantId: string
  readonly merchantId: string | null
}

export const INSTALLMENT_COLUMNS = `tenant_id, id, plan_id, installment_index, due_date, amount, status, try_count, last_try_at,
  is_trying, payment_id, transaction_id, result_code, proc_return_code, result_message, provider_process_id, next_step_at, step_count,
  fencing, updated_at`

const PLAN_COLUMNS = sql`tenant_id, id, merchant_id, status, external_id, description, amount, currency, period, every,
  installment_count, start_date, secure_type, extra, wanted_configuration_id, configuration_id, masked_card_number, card_holder_name,
  card_brand, card_sealed, buyer_sealed, buyer_email_key, buyer_identity_key, uncovered_index, expiry_alarm_at, first_payment_id, agreement, is_established, open_count, error_count,
  completed_count, event_count, last_error_code, last_error_message, last_synced_at, idempotency_key, fingerprint, answer_status,
  answer_body, correlation_id, client_id, created_by, caller_address, created, last_modified`

/** Returns false if its key belongs to an earlier plan. `owner` is the process that now creates the first payment. */
export const insertRecurringPlan = async (
  tx: Tx,
  plan: RecurringPlanRow,
  installments: readonly InstallmentRow[],
  owner: number,
): Promise<boolean> => {
  const inserted = await tx.execute(
    sql`insert into recurring_plans (${PLAN_COLUMNS})
     select ${PLAN_COLUMNS} from jsonb_populate_record(null::recurring_plans, ${JSON.stringify({ ...plan, ...toBytes(plan) })}) on conflict do nothing`,
  )
  if (inserted === 0) return false
  await tx.execute(
    sql`insert into recurring_installments (${rawSql(INSTALLMENT_COLUMNS)}, lease_owner, lease_until)
     select ${rawSql(INSTALLMENT_COLUMNS)}, case when is_trying then ${owner}::integer end,
       case when is_trying then now() + interval '${rawSql(LEASE_S)} s' end
     from jsonb_populate_recordset(null::recurring_installments, ${JSON.stringify(installments)})`,
  )
  return true
}

/** Encodes bytes as PostgreSQL reads them from a text. */
const toBytes = (plan: RecurringPlanRow) =>
  Object.fromEntries(
    (['card_sealed', 'buyer_sealed', 'buyer_email_key', 'buyer_identity_key', 'fingerprint'] as const).map((name) => {
      const bytes = plan[name]
      return [name, bytes === null ? null : `\\x${bytes.toString('hex')}`]
    }),
  )

/** Deletes a plan whose first payment could not be created; no caller has seen the plan yet. */
export const deleteRecurringPlan = (
  tx: Tx,
  { tenant_id, id }: Pick<RecurringPlanRow, 'tenant_id' | 'id'>,
): Promise<number> =>
  tx.execute(sql`delete from recurring_plans where tenant_id = ${tenant_id} and id = ${id} and event_count = 0`)

export const findRecurringPlan = async (
  tx: Tx,
  scope: RecurringPlanScope,
  id: string,
): Promise<RecurringPlanRow | undefined> => {
  const rows = await tx.query<RecurringPlanRow>(
    sql`select * from recurring_plans where tenant_id = ${scope.tenantId} and id = ${id} and ${ifGiven(scope.merchantId, sql`merchant_id = ${scope.merchantId}`)}`,
  )
  return rows[0]
}

export const lockRecurringPlan = async (
  tx: Tx,
  { tenantId }: RecurringPlanScope,
  id: string,
): Promise<RecurringPlanRow | undefined> => {
  const rows = await tx.query<RecurringPlanRow>(
    sql`select * from recurring_plans where tenant_id = ${tenantId} and id = ${id} for update`,
  )
  return rows[0]
}

export const findInstallments = (tx: Tx, tenantId: string, planId: string): Promise<InstallmentRow[]> =>
  tx.query<InstallmentRow>(
    sql`select ${rawSql(INSTALLMENT_COLUMNS)} from recurring_installments
      where tenant_id = ${tenantId} and plan_id = ${planId} order by installment_index`,
  )

export const findRecurringPlanByKey = async (
  tx: Tx,
  claim: { tenantId: string; merchantId: string; key: string },
): Promise<RecurringPlanRow | undefined> => {
  const rows = await tx.query<RecurringPlanRow>(
    sql`select * from recurring_plans where tenant_id = ${claim.tenantId} and merchant_id = ${claim.merchantId} and idempotency_key = ${claim.key}`,
  )
  return rows[0]
}

/** Frees the key a day after its plan was created. */
export const releaseRecurringPlanKey = (tx: Tx, { tenant_id, id }: RecurringPlanRow): Promise<number> =>
  tx.execute(sql`update recurring_plans set idempotency_key = null where tenant_id = ${tenant_id} and id = ${id}`)

/** Stores the first response. */
export const keepAnswer = (
  tx: Tx,
  { tenant_id, id }: RecurringPlanRow,
  status: number,
  body: string,
): Promise<number> =>
  tx.execute(
    sql`update recurring_plans set answer_status = ${status}, answer_body = ${body}
      where tenant_id = ${tenant_id} and id = ${id} and answer_body is null`,
  )

/** One step of plans whose rows are locked, with everything that commits together. */
interface RecurringPlanWrite {
  readonly plans: readonly RecurringPlanRow[]
  readonly installments: readonly InstallmentRow[]
  readonly events: readonly (RecurringPlanEvent &
    Pick<RecurringPlanRow, 'tenant_id' | 'merchant_id' | 'correlation_id'> & {
      readonly plan_id: string
      readonly transaction_id: string | null
    })[]
  /** Plans whose other open installments become due on their dates, or are canceled. */
  readonly others: readonly (Pick<RecurringPlanRow, 'tenant_id'> & { plan_id: string; effect: 'arm' | 'withdraw' })[]
  readonly nowMs: number
}

export const writeRecurringPlans = async (
  tx: Tx,
  { plans, installments, events, others, nowMs }: RecurringPlanWrite,
): Promise<void> => {
  const bare = plans.map(({ card_sealed, buyer_sealed: _, fingerprint: __, ...plan }) => ({
    ...plan,
    is_erased: card_sealed === null,
  }))
  await tx.query(
    WRITE_PLANS,
    [bare, installments, events, others].map((each) => JSON.stringify(each)).concat(new Date(nowMs).toISOString()),
    'write-card-plans',
  )
}

const WITHDRAWN = findTarget(installmentMachine, 'withdraw')

const WRITE_PLANS = `
with planned as (
  update recurring_plans p set status = n.status, configuration_id = n.configuration_id, agreement = n.agreement, is_established = n.is_established,
    open_count = n.open_count, error_count = n.error_count, completed_count = n.completed_count, event_count = n.event_count,
    last_error_code = n.last_error_code, last_error_message = n.last_error_message, last_synced_at = n.last_synced_at,
    last_modified = n.last_modified,
    card_sealed = case when n.is_erased then null else p.card_sealed end,
    buyer_sealed = case when n.is_erased then null else p.buyer_sealed end
  from jsonb_to_recordset($1::jsonb) as n(tenant_id uuid, id uuid, status text, configuration_id uuid, agreement uuid, is_established boolean,
    open_count smallint, error_count smallint, completed_count smallint, event_count integer, last_error_code text,
    last_error_message text, last_synced_at timestamptz, last_modified timestamptz, is_erased boolean)
  where ${joinByKey('p', { tenant_id: 'n.tenant_id', id: 'n.id' })}),
stepped as (
  update recurring_installments i set status = n.status, is_trying = n.is_trying, payment_id = n.payment_id,
    transaction_id = n.transaction_id, result_code = n.result_code, proc_return_code = n.proc_return_code,
    result_message = n.result_message, provider_process_id = n.provider_process_id, next_step_at = n.next_step_at,
    step_count = n.step_count, updated_at = n.updated_at, lease_owner = null, lease_until = null
  from jsonb_populate_recordset(null::recurring_installments, $2) n
  where ${joinByKey('i', { tenant_id: 'n.tenant_id', id: 'n.id' })}),
others as (
  update recurring_installments i set
    status = case n.effect when 'withdraw' then '${WITHDRAWN}' else i.status end,
    next_step_at = case n.effect when 'arm' then i.due_date end, updated_at = $5::timestamptz
  from jsonb_to_recordset($4::jsonb) as n(tenant_id uuid, plan_id uuid, effect text)
  where i.tenant_id = any(array[n.tenant_id]) and i.plan_id = any(array[n.plan_id]) and i.status = 'pending'
    and i.installment_index > 1),
announced as (
  select tenant_id, plan_id as resource_id, sequence, id, 'cards' as surface, type, merchant_id, transaction_id, body,
    correlation_id, $5::timestamptz as created
  from jsonb_to_recordset($3::jsonb) as e(tenant_id uuid, plan_id uuid, sequence integer, id text, type text, merchant_id uuid,
    transaction_id uuid, body text, correlation_id text)),
${EVENT_OUTBOX_CTES}
select 1`
