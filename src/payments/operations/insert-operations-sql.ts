/** The statement behind the first write of captures, voids and refunds: one step of each payment, its operation, a refund's child. */
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { LEASE_S } from '../../infra/database/lease-age.ts'
import { OPERATION_COLUMNS } from '../model/operation.ts'

const INSERT_COLUMNS = `tenant_id uuid, id uuid, payment_id uuid, merchant_id uuid, kind text, amount bigint, currency text,
  state_before text, to_status text, refunding bigint, step jsonb, reason text, reason_code text, extra jsonb,
  cancellation_request_id uuid, configuration_id uuid, connector_code text, idempotency_key text, fingerprint text,
  path text, correlation_id text, client_id text, created_by text, caller_address text, request_body text, lease_owner integer,
  next_inquiry_at timestamptz, created timestamptz`

/** Parameter: a json array with at most one row of each payment, whose rows are locked. */
export const INSERT_OPERATIONS = `
with sending as materialized (select * from jsonb_to_recordset($1::jsonb) as t(${INSERT_COLUMNS})),
moved as (
  update payments p set status = s.to_status, refunding = s.refunding, history = p.history || s.step, last_modified = s.created
  from sending s where ${joinByKey('p', { tenant_id: 's.tenant_id', id: 's.payment_id' })}),
child as (
  insert into payments (tenant_id, id, merchant_id, parent_id, status, operation_type, payment_type, secure_type, amount,
    currency, installment_count, external_id, basket_id, bin, masked_card_number, card_holder_name, card_scheme, card_type,
    card_brand, issuer_bank_code, card_fingerprint, configuration_id, connector_code, attempt_no, verdict, extra, history,
    correlation_id, client_id, actor, caller_address, request_body, created, last_modified)
  select s.tenant_id, s.id, s.merchant_id, s.payment_id, 'processing', 'refund', p.payment_type, p.secure_type, s.amount,
    s.currency, p.installment_count, p.external_id, p.basket_id, p.bin, p.masked_card_number, p.card_holder_name,
    p.card_scheme, p.card_type, p.card_brand, p.issuer_bank_code, p.card_fingerprint, s.configuration_id, s.connector_code,
    1, p.verdict, s.extra, jsonb_build_array(jsonb_set(s.step, '{to}', '"processing"')),
    s.correlation_id, s.client_id, nullif(s.created_by, s.client_id), s.caller_address, s.request_body, s.created, s.created
  from sending s join payments p on ${joinByKey('p', { tenant_id: 's.tenant_id', id: 's.payment_id' })}
  where s.kind = 'refund')
insert into payment_operations (tenant_id, id, payment_id, merchant_id, kind, status, amount, currency, state_before, reason,
  reason_code, extra, cancellation_request_id, configuration_id, connector_code, attempt_no, attempt_at, lease_owner,
  lease_until, next_inquiry_at, idempotency_key, fingerprint, path, correlation_id, client_id, created_by, caller_address,
  request_body, created, last_modified)
select tenant_id, id, payment_id, merchant_id, kind, 'processing', amount, currency, state_before, reason,
  reason_code, extra, cancellation_request_id, configuration_id, connector_code, 1, ${PLATFORM_TIME}, lease_owner,
  now() + interval '${LEASE_S} s', next_inquiry_at, idempotency_key, decode(fingerprint, 'hex'), path, correlation_id,
  client_id, created_by, caller_address, request_body, created, created
from sending
returning ${OPERATION_COLUMNS}, true as is_leased`
