/** The statement of the second write of captures, voids and refunds. */

import { insertRequestLogsCte } from '../../acquiring/request-log/insert-request-logs.ts'
import { findTarget } from '../../core/state-machine.ts'
import { constantOfRow, inParts, joinByKey } from '../../infra/database/key-join.ts'
import { EVENT_OUTBOX_CTES } from '../../webhooks/events/event-outbox.ts'
import { cancellationMachine } from '../model/cancellation-states.ts'
import { operationMachine } from '../model/operation-states.ts'
import { operationByKey } from '../model/operation-store.ts'

const ACCEPTED = findTarget(operationMachine, 'accept')
const APPROVED = findTarget(cancellationMachine, 'approve')
const FAILED = findTarget(cancellationMachine, 'fail')

/**
 * Parameters: rows of `operation_outcome`, at most one per payment, exchanges, the bounds of the payments and of the
 * operations. Payments and operations must be locked.
 */
export const RECORD_OPERATIONS = `
with concluded as materialized (select * from unnest($1::operation_outcome[])),
settled as (
  update payment_operations o set status = c.status, provider_transaction_id = c.provider_transaction_id,
    auth_code = c.auth_code, host_reference = c.host_reference, bank_code = c.bank_code, error_code = c.error_code,
    error_message = c.error_message, answer_status = c.answer_status, answer_body = c.answer_body,
    answer_unseen = c.answer_unseen, nothing_sent = c.nothing_sent,
    duration_ms = coalesce(o.duration_ms, c.duration_ms), completed_at = c.completed_at, last_modified = c.modified,
    next_inquiry_at = c.next_inquiry_at, inquiry_count = c.inquiry_count, lease_until = null, lease_owner = null
  from concluded c where ${operationByKey('o', { tenant_id: 'c.tenant_id', id: 'c.operation_id', payment_id: 'c.payment_id' })}
    and ${inParts('o.payment_id', '$3', '$4')}
  returning o.tenant_id, o.id, o.correlation_id, o.cancellation_request_id, o.status, o.error_code, o.error_message),
moved as (
  update payments p set status = c.to_status, history = p.history || c.step, captured = c.captured, refunded = c.refunded,
    refunding = c.refunding, sequence = p.sequence + cardinality(c.events),
    completed_at = coalesce(c.payment_completed_at, p.completed_at), last_modified = c.modified
  from concluded c where ${joinByKey('p', { tenant_id: 'c.tenant_id', id: 'c.payment_id' })} and ${inParts('p.id', '$3', '$4')} and c.step is not null
  returning p.tenant_id, p.id, p.merchant_id, p.currency, p.last_modified, c.operation_id, c.events, c.journal_kind,
    c.debit_account, c.credit_account, c.journal_amount),
child as (
  update payments p set status = c.child_status, history = p.history || c.child_step,
    provider_transaction_id = c.provider_transaction_id, auth_code = c.auth_code, host_reference = c.host_reference,
    bank_code = c.bank_code, error_code = c.error_code, error_message = c.error_message, completed_at = c.completed_at,
    last_modified = c.modified
  from concluded c where ${joinByKey('p', { tenant_id: 'c.tenant_id', id: 'c.operation_id' })} and ${inParts('p.id', '$5', '$6')} and c.child_status is not null),
reviewed as (
  update cancellation_requests r set status = case s.status when '${ACCEPTED}' then '${APPROVED}' else '${FAILED}' end,
    void_error_code = s.error_code, void_error_message = s.error_message
  from settled s where ${joinByKey('r', { tenant_id: 's.tenant_id', id: 's.cancellation_request_id' })} and r.status = ${constantOfRow('pending', 's.tenant_id')}
    and s.status <> 'processing'),
journaled as (
  insert into journal (tenant_id, operation_id, kind, payment_id, debit_account, credit_account, amount, currency, created)
  select tenant_id, operation_id, journal_kind, id, debit_account, credit_account, journal_amount, currency, last_modified
  from moved where journal_kind is not null),
${insertRequestLogsCte('$2', 'rows')},
announced as (
  select m.tenant_id, m.id as resource_id, a.sequence, a.id, 'cards' as surface, a.type, m.merchant_id,
    m.id as transaction_id, a.body, s.correlation_id, m.last_modified as created
  from moved m join settled s on s.tenant_id = m.tenant_id and s.id = m.operation_id
  cross join lateral unnest(m.events) as a),
${EVENT_OUTBOX_CTES}
select 1`
