-- Captures, voids and refunds as their two hot statements send them, many at once in binary form: as 0080 for payments.
create type new_operation as (
  tenant_id uuid, id uuid, payment_id uuid, merchant_id uuid, kind text, amount bigint, currency text, state_before text,
  to_status text, refunding bigint, step jsonb, reason text, reason_code text, extra jsonb, cancellation_request_id uuid,
  configuration_id uuid, connector_code text, idempotency_key text, fingerprint bytea, path text, correlation_id text,
  client_id text, created_by text, caller_address text, request_body text, lease_owner integer, next_inquiry_at timestamptz,
  created timestamptz);
create type operation_outcome as (
  tenant_id uuid, operation_id uuid, payment_id uuid, status text, provider_transaction_id text, auth_code text,
  host_reference text, bank_code text, error_code text, error_message text, answer_status smallint, answer_body text,
  duration_ms integer, completed_at timestamptz, modified timestamptz, next_inquiry_at timestamptz, inquiry_count integer,
  to_status text, step jsonb, captured bigint, refunded bigint, refunding bigint, payment_completed_at timestamptz,
  child_status text, child_step jsonb, journal_kind text, debit_account text, credit_account text, journal_amount bigint,
  events announced_event[], nothing_sent boolean, answer_unseen boolean);
