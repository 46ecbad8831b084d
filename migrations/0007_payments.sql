-- Card payments. Two durable writes carry a payment, so every column and index here has a price: docs/decisions/0002.

-- What lists filter by, in one number: an exact count reads the primary key's index from end to end, and each column in
-- it costs as much as the comparison. Bits and the order of the names: src/payments/transactions/facets.ts.
create function payment_facets(status text, operation_type text, payment_type text, secure_type text, card_scheme text,
  card_type text, installment_count smallint, is_refunded boolean)
returns integer immutable language sql as $$
  select array_position('{created,processing,three_d_secure_init_processing,three_d_secure_auth_processing,authorized,capture_processing,completed,refund_processing,refunded,canceled_processing,canceled,failed}'::text[], status)
    + (array_position('{sale,pre_auth,post_auth,void,refund,recurring}'::text[], operation_type) << 4)
    + (array_position('{card,wallet,bkm_express,bank_transfer,link}'::text[], payment_type) << 7)
    + (array_position('{non_3d,three_ds_v1,three_ds_v2,three_d_pay}'::text[], secure_type) << 10)
    + (array_position('{Visa,MasterCard,Amex,Troy,UnionPay,Proprietary}'::text[], card_scheme) << 13)
    + (array_position('{Credit,Debit,Prepaid}'::text[], card_type) << 16)
    + (installment_count::integer << 18)
    + (is_refunded::integer << 26)
$$;

create table payments (
  tenant_id uuid not null,
  id uuid not null, -- version 7: the order of ids is the order of `created`
  merchant_id uuid not null,
  parent_id uuid,
  status text not null,
  operation_type text not null,
  payment_type text not null,
  secure_type text not null,
  amount bigint not null check (amount between 1 and 9007199254740991),
  captured bigint not null default 0 check (captured >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  -- Sum of refunds on their way to the bank: money that may be gone is never offered again.
  refunding bigint not null default 0 check (refunding >= 0),
  currency text not null,
  installment_count smallint not null,
  external_id text,
  basket_id text,

  bin integer not null,
  masked_card_number text not null,
  card_holder_name text not null,
  -- what search_term looks into, lower case: one comparison a row instead of three
  search_text text not null generated always as
    (lower(coalesce(external_id, '') || ' ' || coalesce(basket_id, '') || ' ' || masked_card_number)) stored,
  card_scheme text not null,
  card_type text not null,
  card_brand text,
  issuer_bank_code text,
  card_fingerprint bytea not null, -- keyed hash: matching without the number
  card_sealed bytea,               -- number and expiry; erased as soon as no bank has to be asked any more

  -- The attempt under way: one bank call with our own reference (id and attempt_no).
  configuration_id uuid not null,
  connector_code text not null,
  attempt_no smallint not null,
  attempt_at timestamptz,          -- platform clock: the lateness window counts from here
  lease_owner integer,             -- the process whose call it is; its lease ends with it
  lease_until timestamptz,         -- database time
  fencing integer not null default 1,
  next_inquiry_at timestamptz,     -- platform clock; null = nobody needs to ask
  inquiry_count integer not null default 0,
  verdict text not null,
  extra jsonb,                     -- extra_properties of the request

  provider_transaction_id text,
  auth_code text,
  host_reference text,
  bank_code text,
  error_code text,
  error_message text,

  sequence integer not null default 0, -- events so far
  history jsonb not null,              -- its life, oldest first; grows only

  idempotency_key text,
  fingerprint bytea,
  answer_status smallint,
  answer_body text,

  correlation_id text not null,
  client_id text not null,
  ip_address text,
  request_body text not null, -- card data masked
  duration_ms integer,

  created timestamptz not null,
  completed_at timestamptz,
  settlement_date timestamptz, -- a finalized reconciliation settled it; from then on it cannot be voided
  last_modified timestamptz not null,

  -- One index is identity, order of lists, filter and count at once: lists are index-only scans.
  -- Null for a name the function does not know: such a row is refused.
  facets integer not null generated always as (payment_facets(status, operation_type, payment_type, secure_type,
    card_scheme, card_type, installment_count, refunded > 0)) stored,
  primary key (tenant_id, id) include (facets, amount, bin, merchant_id, configuration_id, basket_id, search_text),
  check (captured <= amount and refunded <= captured),
  constraint payments_refunds_fit check (refunded + refunding <= captured)
) with (
  fillfactor = 50,            -- room for the second write on the same page
  toast_tuple_target = 8160,  -- a row of 2 to 3 kB stays in one piece
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- These begin with what they are looked up by, not with the tenant: on an empty table every index looks the same, and a
-- prepared plan that found a payment by `tenant_id` alone would stay with that while the table grows.
create unique index payments_idempotency on payments (idempotency_key, tenant_id, merchant_id)
  where idempotency_key is not null;
create index payments_correlation on payments (correlation_id, tenant_id);
-- By time alone: every payment is in it for a moment, and looking at what is due must not walk past what is not.
create index payments_due on payments (next_inquiry_at) where next_inquiry_at is not null;
call protect_tenant_table('payments', 'select, insert, update');

-- The second lock on money: an update that takes a step the table does not list, rewrites the past or moves the
-- amount is refused, whoever sends it.
create function guard_payment() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    if not is_allowed_step('payment', old.status || '>' || new.status) then
      raise exception 'payment %: % to % is no step of the state table', old.id, old.status, new.status
        using errcode = 'check_violation';
    end if;
    -- One step, one row of history. Without it, or with a rewritten past, the comparison fails.
    if (new.history - -1) <> old.history then
      raise exception 'payment %: history only grows, one row a step', old.id using errcode = 'check_violation';
    end if;
  elsif new.history <> old.history and (new.history - -1) <> old.history then
    raise exception 'payment %: history only grows, one row at a time', old.id using errcode = 'check_violation';
  end if;
  if (new.id, new.amount, new.currency, new.merchant_id, new.created)
       <> (old.id, old.amount, old.currency, old.merchant_id, old.created)
     or new.sequence < old.sequence then
    raise exception 'payment %: what was agreed cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_payment before update on payments for each row execute function guard_payment();

-- What becomes known of one attempt, as the program sends it: many at once, in the binary form of these types.
create type announced_event as (sequence integer, id text, type text, body text);
create type payment_outcome as (
  tenant_id uuid, id uuid, from_status text, fencing integer, sequence_before integer, to_status text,
  event_count integer, history jsonb, captured bigint, books_sale boolean, provider_transaction_id text, auth_code text,
  host_reference text, bank_code text, error_code text, error_message text, answer_status smallint, answer_body text,
  duration_ms integer, completed_at timestamptz, modified timestamptz, next_inquiry_at timestamptz,
  inquiry_count integer, configuration_id uuid, connector_code text, attempt_no smallint, keeps_lease boolean,
  events announced_event[]);

-- Every call to a bank, as it was: card data masked. Append only.
create table api_request_logs (
  tenant_id uuid not null,
  id uuid not null,
  transaction_id uuid,
  configuration_id uuid not null,
  connector_code text not null,
  method text not null,
  endpoint text not null,
  request_headers text,
  request_body text,
  response_headers text,
  response_body text,
  status_code integer,
  duration_ms double precision not null,
  request_timestamp timestamptz not null,
  response_timestamp timestamptz,
  is_success boolean not null,
  error_message text,
  error_category text,
  correlation_id text,
  created_by text,
  primary key (tenant_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index api_request_logs_transaction on api_request_logs (transaction_id, tenant_id);
-- Health of a configuration: its last calls and those of an hour, without reading a row of the log.
create index api_request_logs_configuration on api_request_logs (configuration_id, tenant_id, id) include (error_category);
call protect_tenant_table('api_request_logs', 'select, insert');

-- Money that moved: one row debits and credits, so it balances by construction. Append only.
create table journal (
  tenant_id uuid not null,
  operation_id uuid not null, -- the payment, or later the capture, void or refund
  kind text not null,
  payment_id uuid not null,
  debit_account text not null,
  credit_account text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  created timestamptz not null,
  primary key (tenant_id, operation_id, kind),
  check (debit_account <> credit_account)
);
call protect_tenant_table('journal', 'select, insert');
