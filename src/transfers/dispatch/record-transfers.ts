/** The durable write of a transfer's outcome: its state with history, postings, balances, event and request log. */
import {
  insertRequestLogsCte,
  REQUEST_LOG_ROWS,
  type RequestLogRow,
} from '../../acquiring/request-log/insert-request-logs.ts'
import type { Database, Statement } from '../../infra/database/database.ts'
import { findBounds, inParts, joinByKey } from '../../infra/database/key-join.ts'
import { RowParameter } from '../../infra/database/rows/row-type.ts'
import { EVENT_OUTBOX_CTES } from '../../webhooks/events/event-outbox.ts'
import type { TransferStep, TransferType } from '../model/transfer.ts'
import type { TransferState } from '../model/transfer-states.ts'

/** `from_status`, `from_attempt` and `fencing` guard the step: of two writers, the second changes nothing. */
export interface TransferUpdate {
  tenant_id: string
  id: string
  from_status: TransferState
  from_attempt: number
  fencing: number
  to_status: TransferState
  step_of_history: TransferStep | null
  /** Money the bank has taken; null if none. */
  taken: { amount: number; fee: number } | null
  /** The reservation ends with this record. */
  ends_reservation: boolean
  sent_type: TransferType | null
  receipt_no: string | null
  provider_transaction_id: string | null
  bank_response_code: string | null
  error_code: string | null
  error_message: string | null
  processed_at: string | null
  retry_count: number
  attempt_no: number
  step: 'send' | 'inquire' | null
  next_step_at: string | null
  inquiry_count: number
  modified: string
  event: { id: string; type: string; body: string } | null
  logs: RequestLogRow[]
}

const RECORD = `
with outcome as materialized (select * from unnest($1::transfer_outcome[])),
before as (
  select t.tenant_id, t.id, t.reserved, t.attempt_no, t.source_account_id, t.currency
  from outcome o join transfers t on ${joinByKey('t', { tenant_id: 'o.tenant_id', id: 'o.id' })} and ${inParts('t.id', '$3', '$4')}
    and t.status = o.from_status and t.attempt_no = o.from_attempt and t.fencing = o.fencing
  order by o.tenant_id, o.id for update of t),
moved as (
  update transfers t set
    status = o.to_status,
    history = case when o.step_of_history is null then t.history else t.history || o.step_of_history end,
    sequence = t.sequence + case when o.event_id is null then 0 else 1 end,
    fee = coalesce(o.taken_fee, t.fee),
    success_account_id = case when o.taken_amount is null then t.success_account_id else t.source_account_id end,
    reserved = case when o.ends_reservation then 0 else t.reserved end,
    sent_type = coalesce(o.sent_type, t.sent_type),
    receipt_no = coalesce(o.receipt_no, t.receipt_no),
    provider_transaction_id = coalesce(o.provider_transaction_id, t.provider_transaction_id),
    bank_response_code = o.bank_response_code, error_code = o.error_code, error_message = o.error_message,
    processed_at = coalesce(o.processed_at, t.processed_at),
    retry_count = o.retry_count, attempt_no = o.attempt_no, step = o.step, next_step_at = o.next_step_at,
    inquiry_count = o.inquiry_count, lease_owner = null, lease_until = null, last_modified = o.modified
  from outcome o join before b on b.tenant_id = o.tenant_id and b.id = o.id
  where ${joinByKey('t', { tenant_id: 'o.tenant_id', id: 'o.id' })} and ${inParts('t.id', '$3', '$4')}
  returning t.tenant_id, t.id, t.merchant_id, t.sequence, t.correlation_id, t.source_account_id, t.currency, o.modified,
    b.reserved as held, b.attempt_no as held_by, o.ends_reservation, o.event_id, o.event_type, o.event_body,
    coalesce(o.taken_amount, 0) as taken, coalesce(o.taken_fee, 0) as fee),
${insertRequestLogsCte('$2', 'rows')},
movements as (
  select m.*, v.kind, v.debit, v.credit, v.amount from moved m cross join lateral (values
    ('take', 'outside:' || source_account_id, 'reserved:' || source_account_id, taken),
    ('fee', 'fees:' || source_account_id, 'reserved:' || source_account_id, least(fee, held - taken)),
    -- A bank that took more than was expected.
    ('outbound', 'fees:' || source_account_id, 'available:' || source_account_id, taken + fee - held),
    ('release', 'available:' || source_account_id, 'reserved:' || source_account_id,
      case when ends_reservation then held - taken - fee else 0 end)) as v (kind, debit, credit, amount)
  where v.amount > 0),
posted as (
  insert into transfer_postings (tenant_id, operation_id, attempt_no, kind, account_id, transfer_id, debit_account,
    credit_account, amount, currency, created)
  select tenant_id, id, held_by, kind, source_account_id, id, debit, credit, amount, currency, modified from movements),
balanced as (
  update source_balances b set available = b.available + x.back, reserved = b.reserved - x.gone
  from (select tenant_id, source_account_id,
          coalesce(sum(amount) filter (where kind <> 'outbound'), 0)::bigint as gone,
          coalesce(sum(case kind when 'release' then amount when 'outbound' then -amount end), 0)::bigint as back
        from movements group by tenant_id, source_account_id) x
  where ${joinByKey('b', { tenant_id: 'x.tenant_id', account_id: 'x.source_account_id' })}),
announced as (
  select tenant_id, id as resource_id, sequence, event_id as id, 'transfers' as surface, event_type as type,
    merchant_id, null::uuid as transaction_id, event_body as body, correlation_id, modified as created
  from moved where event_id is not null),
${EVENT_OUTBOX_CTES}
select id from moved`

export interface OutcomeEncoders {
  encodeOutcomes: (rows: readonly OutcomeRow[]) => Buffer
  encodeLogs: (rows: readonly RequestLogRow[]) => Buffer
}

/** An update in the form the statement takes: the members of its objects as columns. */
type OutcomeRow = ReturnType<typeof toOutcomeRow>
const toOutcomeRow = ({ logs: _logs, taken, event, ...update }: TransferUpdate) => ({
  ...update,
  taken_amount: taken?.amount ?? null,
  taken_fee: taken?.fee ?? null,
  event_id: event?.id ?? null,
  event_type: event?.type ?? null,
  event_body: event?.body ?? null,
})

const outcomeRows = new RowParameter<OutcomeRow>('transfer_outcome')

/** Runs `work` with the encoders for the rows of {@link buildRecordStatement}. */
export const withOutcomeEncoders = <Result>(
  db: Database,
  work: (encoders: OutcomeEncoders) => Promise<Result>,
): Promise<Result> =>
  outcomeRows.with(db, (encodeOutcomes) =>
    REQUEST_LOG_ROWS.with(db, (encodeLogs) => work({ encodeOutcomes, encodeLogs })),
  )

export const buildRecordStatement = (
  updates: readonly TransferUpdate[],
  { encodeOutcomes, encodeLogs }: OutcomeEncoders,
): Statement => ({
  name: 'record-transfers',
  text: RECORD,
  joinsByIndex: true,
  values: [
    encodeOutcomes(updates.map(toOutcomeRow)),
    encodeLogs(updates.flatMap((update) => update.logs)),
    ...findBounds(updates.map(({ id }) => id)),
  ],
})

/**
 * Records all updates and returns for each whether the step was taken. False means that another process was first and
 * nothing changed.
 */
export const recordTransfers = async (db: Database, updates: readonly TransferUpdate[]): Promise<boolean[]> => {
  const rows = await withOutcomeEncoders(db, (encoders) =>
    db.batch<{ id: string }>(
      updates.map((update) => update.tenant_id),
      buildRecordStatement(updates, encoders),
    ),
  )
  const moved = new Set(rows.map((row) => row.id))
  return updates.map((update) => moved.has(update.id))
}
