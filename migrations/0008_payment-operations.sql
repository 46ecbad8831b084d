-- What happens around a payment: captures, voids and refunds, requests to void with four eyes, challenges of 3D Secure.

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

-- One row a payment that is, or was, challenged.
create table three_d_sessions (
  tenant_id uuid not null,
  payment_id uuid not null,
  merchant_id uuid not null,
  model text not null check (model in ('3d_secure', '3d_pay', '3d_host')),
  state_sealed bytea not null,      -- what the connector compares a callback with
  return_url text not null,
  cancel_url text,
  is_manual boolean not null,       -- waits for 3d/complete after the challenge
  expires_at timestamptz not null,  -- platform clock

  -- What the first genuine callback said; it is written once.
  md_status text,
  eci text,
  xid text,
  ds_trans_id text,
  proof_sealed bytea,               -- cavv and the bank's handle of the authentication
  refusal text,
  refusal_message text,
  charged jsonb,                    -- the bank's own authorization, where it makes it before the callback
  verified_at timestamptz,

  held_until timestamptz,           -- platform clock; set while is_manual or a review holds the payment
  -- The one 3d/complete that goes on to the bank, for repeats of its key.
  completion_key text,
  completion_fingerprint bytea,
  completion_correlation_id text,
  -- Charged at the bank after the shop was told that it failed: reversed.
  late_charge text check (late_charge in ('found', 'reversed')),

  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments
);
create unique index three_d_sessions_completion on three_d_sessions (completion_key, tenant_id, merchant_id)
  where completion_key is not null;
call protect_tenant_table('three_d_sessions', 'select, insert, update');

-- The bank inside the program, sandbox alone: challenges it put before shoppers.
create table simbank_challenges (
  tenant_id uuid not null,
  transaction_id uuid not null,
  configuration_id uuid not null,
  merchant_name text,
  masked_card_number text not null,
  card_scheme text not null,
  amount bigint not null,
  currency text not null,
  callback_url text not null,
  outcome text not null check (outcome in ('frictionless', 'challenge', 'failed', 'attempt')),
  is_cvv_wrong boolean not null, -- what the bank thinks of the code, never the code
  wrong_codes smallint not null default 0,
  result text check (result in ('ok', 'wrong_code', 'cancelled', 'refused')),
  expires_at timestamptz not null,
  created timestamptz not null,
  primary key (tenant_id, transaction_id)
);
call protect_tenant_table('simbank_challenges', 'select, insert, update');
