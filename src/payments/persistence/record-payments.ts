/** The second durable write of a payment: its new state with everything that must commit with it. */
import {
  insertRequestLogsCte,
  REQUEST_LOG_ROWS,
  type RequestLogRow,
} from '../../acquiring/request-log/insert-request-logs.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { findBounds, inParts, joinByKey } from '../../infra/database/key-join.ts'
import { LEASE_S } from '../../infra/database/lease-age.ts'
import { RowParameter } from '../../infra/database/rows/row-type.ts'
import type { Transactions } from '../../infra/database/statements/joined-transactions.ts'
import { EVENT_OUTBOX_CTES } from '../../webhooks/events/event-outbox.ts'
import type { BankFacts } from '../model/bank-facts.ts'
import { FIRST_ANSWERED_DIFFERENTLY } from '../model/payment-result.ts'
import type { PaymentState } from '../model/payment-states.ts'
import type { StoredStep } from '../model/payment-steps.ts'

/** One event with its final bytes; tenant, merchant and times are the payment's. */
export interface PaymentEventRow {
  sequence: number
  id: string
  type: string
  body: string
}

/**
 * One step of a payment. `from_status` and `fencing` guard the step: of two writers, the second changes nothing.
 */
export interface PaymentUpdate extends BankFacts {
  tenant_id: string
  id: string
  from_status: PaymentState
  fencing: number
  sequence_before: number
  to_status: PaymentState
  event_count: number
  history: StoredStep | null
  captured: number | null
  /** Money moved, so the bank owes us and we owe the merchant. */
  books_sale: boolean
  answer_status: number | null
  answer_body: string | null
  duration_ms: number | null
  completed_at: string | null
  modified: string
  next_inquiry_at: string | null
  inquiry_count: number
  /** State of the attempt after this record; names another configuration if the fallback is about to be called. */
  configuration_id: string
  connector_code: string
  attempt_no: number
  /** This process makes a further call immediately, so its lease starts again. */
  keeps_lease: boolean
  logs: RequestLogRow[]
  events: PaymentEventRow[]
}

const FAULTS = FIRST_ANSWERED_DIFFERENTLY.map((code) => `'${code}'`).join(', ')

const RECORD = `
with outcome as materialized (select * from unnest($1::payment_outcome[])),
moved as (
  update payments p set
    status = o.to_status,
    sequence = p.sequence + o.event_count,
    history = case when o.history is null then p.history else p.history || o.history end,
    captured = coalesce(o.captured, p.captured),
    provider_transaction_id = coalesce(o.provider_transaction_id, p.provider_transaction_id),
    auth_code = coalesce(o.auth_code, p.auth_code),
    host_reference = coalesce(o.host_reference, p.host_reference),
    bank_code = o.bank_code, error_code = o.error_code, error_message = o.error_message,
    answer_unseen = p.answer_unseen or (p.answer_status is null and o.answer_status is not null
      and (o.duration_ms is null or coalesce(o.error_code, '') in (${FAULTS}))),
    answer_status = coalesce(p.answer_status, o.answer_status), answer_body = coalesce(p.answer_body, o.answer_body),
    duration_ms = coalesce(p.duration_ms, o.duration_ms),
    completed_at = o.completed_at, last_modified = o.modified,
    next_inquiry_at = o.next_inquiry_at, inquiry_count = o.inquiry_count,
    configuration_id = o.configuration_id, connector_code = o.connector_code, attempt_no = o.attempt_no,
    attempt_at = case when o.keeps_lease then ${PLATFORM_TIME} else p.attempt_at end,
    lease_until = case when o.keeps_lease then now() + interval '${LEASE_S} s' end,
    lease_owner = case when o.keeps_lease then p.lease_owner end,
    card_sealed = case when o.next_inquiry_at is null then null else p.card_sealed end
  from outcome o
  where ${joinByKey('p', { tenant_id: 'o.tenant_id', id: 'o.id' })} and ${inParts('p.id', '$3', '$4')}
    and p.status = o.from_status and p.fencing = o.fencing and p.sequence = o.sequence_before
  returning p.tenant_id, p.id, p.merchant_id, p.configuration_id, p.amount, p.currency, p.correlation_id, p.last_modified,
    o.books_sale, o.events),
${insertRequestLogsCte('$2', 'rows')},
journaled as (
  insert into journal (tenant_id, operation_id, kind, payment_id, debit_account, credit_account, amount, currency, created)
  select tenant_id, id, 'sale', id, 'bank:' || configuration_id, 'merchant:' || merchant_id, amount, currency, last_modified
  from moved where books_sale),
announced as (
  select m.tenant_id, m.id as resource_id, a.sequence, a.id, 'cards' as surface, a.type, m.merchant_id,
    m.id as transaction_id, a.body, m.correlation_id, m.last_modified as created
  from moved m
  cross join lateral unnest(m.events) as a),
${EVENT_OUTBOX_CTES}
select id from moved`

const updateRows = new RowParameter<PaymentUpdate>('payment_outcome')

/**
 * Records all updates and returns for each whether the step was taken. False means that another process was first and
 * nothing changed.
 */
export const recordPayments = async (db: Transactions, updates: readonly PaymentUpdate[]): Promise<boolean[]> => {
  const rows = await updateRows.with(db, (encodeUpdates) =>
    REQUEST_LOG_ROWS.with(db, (encodeExchanges) =>
      db.batch<{ id: string }>(
        updates.map((update) => update.tenant_id),
        {
          name: 'record-outcomes',
          text: RECORD,
          joinsByIndex: true,
          values: [
            encodeUpdates(updates),
            encodeExchanges(updates.flatMap((update) => update.logs)),
            ...findBounds(updates.map(({ id }) => id)),
          ],
        },
      ),
    ),
  )
  const moved = new Set(rows.map((row) => row.id))
  return updates.map((update) => moved.has(update.id))
}
