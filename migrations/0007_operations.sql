-- What follows an approved payment: captures, voids and refunds, and requests to void with four eyes.

-- Sum of refunds on their way to the bank: money that may be gone is never offered again.
alter table payments add column refunding bigint not null default 0 check (refunding >= 0);
alter table payments add constraint payments_refunds_fit check (refunded + refunding <= captured);
-- When a finalized reconciliation settled it; from then on it cannot be voided.
alter table payments add column settlement_date timestamptz;

-- One row each, from before its first byte leaves until its end is known. A refund has a child row in `payments` as well, of
-- the same id, so that lists show it.
create table payment_operations (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  payment_id uuid not null,
  merchant_id uuid not null,
  kind text not null check (kind in ('capture', 'void', 'refund')),
  status text not null check (status in ('processing', 'completed', 'failed')),
  amount bigint not null check (amount > 0),
  currency text not null,
  state_before text not null, -- where the payment goes back to when the bank refuses
  reason text,
  reason_code text,
  extra jsonb,
  cancellation_request_id uuid,

  -- The attempt under way, as in `payments`.
  configuration_id uuid not null,
  connector_code text not null,
  attempt_no smallint not null,
  attempt_at timestamptz not null,
  lease_owner integer,
  lease_until timestamptz,
  fencing integer not null default 1,
  next_inquiry_at timestamptz,
  inquiry_count integer not null default 0,

  provider_transaction_id text,
  auth_code text,
  host_reference text,
  bank_code text,
  error_code text,
  error_message text,

  idempotency_key text, -- merchant, operation and the caller's key
  fingerprint bytea,
  answer_status smallint,
  answer_body text,

  path text not null,
  correlation_id text not null,
  client_id text not null,
  created_by text not null,
  request_body text not null,
  duration_ms integer,

  created timestamptz not null,
  completed_at timestamptz,
  last_modified timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = 70);
create index payment_operations_payment on payment_operations (payment_id, tenant_id);
create unique index payment_operations_key on payment_operations (idempotency_key, tenant_id)
  where idempotency_key is not null;
create index payment_operations_due on payment_operations (next_inquiry_at) where next_inquiry_at is not null;
create index payment_operations_correlation on payment_operations (correlation_id, tenant_id);
create index payment_operations_refunds on payment_operations (tenant_id, id) where kind = 'refund';
-- The second lock on money: one capture for ever, and nothing beside a running capture or void.
create unique index payment_operations_one_capture on payment_operations (payment_id, tenant_id)
  where kind = 'capture' and status <> 'failed';
create unique index payment_operations_one_alone on payment_operations (payment_id, tenant_id)
  where kind <> 'refund' and status = 'processing';
call protect_tenant_table('payment_operations', 'select, insert, update');

create function guard_payment_operation() returns trigger language plpgsql as $$
begin
  if old.status <> 'processing' and new.status <> old.status then
    raise exception 'operation %: % is its end', old.id, old.status using errcode = 'check_violation';
  end if;
  if (new.id, new.payment_id, new.kind, new.amount, new.currency, new.created)
       <> (old.id, old.payment_id, old.kind, old.amount, old.currency, old.created) then
    raise exception 'operation %: what was asked cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_payment_operation before update on payment_operations
  for each row execute function guard_payment_operation();

create table cancellation_requests (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  payment_id uuid not null,
  merchant_id uuid not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'failed')),
  reason text,
  requested_by text not null,
  requested_at timestamptz not null,
  reviewed_by text,
  reviewed_at timestamptz,
  review_note text,
  void_operation_id uuid, -- set by the approval, before the void is sent
  void_error_code text,
  void_error_message text,
  primary key (tenant_id, id),
  check (reviewed_by is distinct from requested_by)
);
create unique index cancellation_requests_one_open on cancellation_requests (payment_id, tenant_id)
  where status = 'pending';
call protect_tenant_table('cancellation_requests', 'select, insert, update');
