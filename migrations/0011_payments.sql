-- Card payments, and what happens around them: captures, voids and refunds, requests to void with four eyes, challenges of 3D Secure,
-- offers of other currencies, card fields. Two durable writes carry a payment, so every column and index here has a price:
-- docs/decisions/0002.

-- What lists filter by, in one number: an exact count reads the primary key's index from end to end, and each column in it costs as much as
-- the comparison. Bits and the order of the names: src/payments/queries/transaction-facets.ts. A payment of an order link has no card until
-- somebody pays: scheme and type are empty then, and no filter by either finds it.
create function payment_facets(status text, operation_type text, payment_type text, secure_type text, card_scheme text,
  card_type text, installment_count smallint, is_refunded boolean)
returns integer immutable language sql as $$
  select array_position('{created,processing,three_d_secure_init_processing,three_d_secure_auth_processing,authorized,capture_processing,completed,refund_processing,refunded,canceled_processing,canceled,failed}'::text[], status)
    + (array_position('{sale,pre_auth,post_auth,void,refund,recurring}'::text[], operation_type) << 4)
    + (array_position('{card,wallet,bkm_express,bank_transfer,link}'::text[], payment_type) << 7)
    + (array_position('{non_3d,three_ds_v1,three_ds_v2,three_d_pay}'::text[], secure_type) << 10)
    + ((array_position('{"",Visa,MasterCard,Amex,Troy,UnionPay,Proprietary}'::text[], card_scheme) - 1) << 13)
    + ((array_position('{"",Credit,Debit,Prepaid}'::text[], card_type) - 1) << 16)
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
  -- Who asked for a payment, and from where (docs/decisions/0206).
  actor text, -- the person, where the key is none: `sub` of the token; null: the API key in client_id
  caller_address text,
  -- Personal data of buyers (docs/decisions/0207): found by keyed hashes, erased on request. Null: none was sent, or
  -- erased.
  buyer_email_key bytea,
  buyer_identity_key bytea,
  -- Final answers that became known while no caller waited: the next repeat of the key is the first to be given them.
  answer_unseen boolean not null default false,
  -- The program claims the key in its own statement, and says so; for a row that does not, a trigger does.
  key_claimed boolean not null default false,
  primary key (tenant_id, id) include (facets, amount, bin, merchant_id, configuration_id, basket_id, search_text),
  check (captured <= amount and refunded <= captured),
  constraint payments_refunds_fit check (refunded + refunding <= captured)
) with (
  fillfactor = 100,           -- the second write changes indexed columns and never stays on its page
  toast_tuple_target = 8160,  -- a row of 2 to 3 kB stays in one piece
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- These begin with what they are looked up by, not with the tenant: on an empty table every index looks the same, and a prepared plan that
-- found a payment by `tenant_id` alone would stay with that while the table grows. What is due is walked from tenant to tenant: whoever has
-- a hundred thousand due does not stand before the others.
create index payments_due_by_tenant on payments (tenant_id, next_inquiry_at) where next_inquiry_at is not null;
-- An index on (correlation_id, tenant_id) can be walked by the tenant alone (a skip scan), and on a small table that looks as
-- good as the primary key. One that holds "only" rows with a correlation id is not offered to a statement that names none.
create index payments_by_correlation on payments (correlation_id, tenant_id)
  where correlation_id is not null;
-- Not unique: claims are.
create index payments_by_key on payments (idempotency_key, tenant_id, merchant_id)
  where idempotency_key is not null;
call protect_tenant_table('payments', 'select, insert, update');
create trigger note_failed_check after update of status on payments for each row
  when (new.status = 'failed' and old.status <> 'failed') execute function note_failed_check();

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

-- The record of how an operation ended ends its wait, whoever made it. Only what was asked about has ever waited: the fencing
-- number says so, and leaves the way of every other payment alone.
create function end_unresolved() returns trigger language plpgsql as $$
declare
  ended text := case when new.status = 'failed' then 'not_booked' else 'booked' end;
begin
  update unresolved_operations u set outcome = ended, resolved_at = new.last_modified,
    resolved_by = case when u.confirmed_by is not null and u.proposed_outcome = ended then 'people' else 'bank' end
  where u.tenant_id = new.tenant_id and u.id = new.id and u.resolved_at is null;
  return null;
end $$;
comment on function end_unresolved() is 'decides: an unresolved operation ends with the payment or operation it is about, in the set-wise statements that record outcomes.';
create trigger end_unresolved after update on payments for each row
  when (old.fencing > 1 and old.status in ('processing', 'three_d_secure_init_processing', 'three_d_secure_auth_processing')
    and new.status in ('failed', 'completed', 'authorized')) execute function end_unresolved();

call count_in_closed_blocks('payments', 'payments', 'facets', 'merchant_id', 'configuration_id');

-- Rows as the hot statements send them, as `new_request_log`; and what becomes known of one attempt.
create type new_payment as (
  tenant_id uuid, id uuid, merchant_id uuid, status text, operation_type text, secure_type text, amount bigint, currency text,
  installment_count smallint, external_id text, basket_id text, bin integer, masked_card_number text, card_holder_name text,
  card_scheme text, card_type text, card_brand text, issuer_bank_code text, card_fingerprint bytea, card_sealed bytea,
  configuration_id uuid, connector_code text, lease_owner integer, next_inquiry_at timestamptz, verdict text, extra jsonb, history
  jsonb, idempotency_key text, fingerprint bytea, correlation_id text, client_id text, actor text, caller_address text, ip_address
  text, request_body text, buyer_email_key bytea, buyer_identity_key bytea, created timestamptz);

-- What becomes known of one attempt, as the program sends it: many at once, in the binary form of these types.
create type announced_event as (sequence integer, id text, type text, body text);

create type payment_outcome as (
  tenant_id uuid, id uuid, from_status text, fencing integer, sequence_before integer, to_status text,
  event_count integer, history jsonb, captured bigint, books_sale boolean, provider_transaction_id text, auth_code text,
  host_reference text, bank_code text, error_code text, error_message text, answer_status smallint, answer_body text,
  duration_ms integer, completed_at timestamptz, modified timestamptz, next_inquiry_at timestamptz,
  inquiry_count integer, configuration_id uuid, connector_code text, attempt_no smallint, keeps_lease boolean,
  events announced_event[]);

-- # Captures, voids and refunds

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
  caller_address text,
  answer_unseen boolean not null default false,
  -- No byte left for the bank: a repeat of the key tries anew.
  nothing_sent boolean not null default false,
  primary key (tenant_id, id, payment_id)
) with (fillfactor = 100); -- as payments
create index payment_operations_correlation on payment_operations (correlation_id, tenant_id);
create index payment_operations_refunds on payment_operations (tenant_id, id) where kind = 'refund';
-- The second lock on money: one capture for ever, and nothing beside a running capture or void.
create unique index payment_operations_one_capture on payment_operations (payment_id, tenant_id)
  where kind = 'capture' and status <> 'failed';
create unique index payment_operations_one_alone on payment_operations (payment_id, tenant_id)
  where kind <> 'refund' and status = 'processing';
-- As payments_due_by_tenant.
create index payment_operations_due_by_tenant on payment_operations (tenant_id, next_inquiry_at)
  where next_inquiry_at is not null;
-- As payments_by_key.
create index payment_operations_by_key on payment_operations (idempotency_key, tenant_id)
  where idempotency_key is not null;
-- Looked up by the whole key too: with the id, one of many operations of a payment is found at once. Of all rows: an index of a part of
-- them, which its own condition makes the planner think of, was walked from end to end on an empty table.
create index payment_operations_of_payment on payment_operations (payment_id, tenant_id, id);
call protect_tenant_table('payment_operations', 'select, insert, update');
create trigger end_unresolved after update on payment_operations for each row
  when (old.fencing > 1 and old.status = 'processing' and new.status <> 'processing') execute function end_unresolved();

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

call count_in_closed_blocks('refunds', 'payment_operations',
  $$coalesce(array_position('{processing,completed,failed}'::text[], status), 0)$$, 'merchant_id', null, $$kind = 'refund'$$);

-- Captures, voids and refunds as their two hot statements send them, many at once in binary form, as payments.
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
  -- Who stood behind a step is written with it, by the database itself and whoever sends the statement.
  requested_people text[],
  reviewed_people text[],
  primary key (tenant_id, id),
  check (reviewed_by is distinct from requested_by)
);
create unique index cancellation_requests_one_open on cancellation_requests (payment_id, tenant_id)
  where status = 'pending';
call protect_tenant_table('cancellation_requests', 'select, insert, update');

create function keep_cancellation_people() returns trigger language plpgsql as $$
begin
  new.requested_people := people_behind(new.tenant_id, new.requested_by);
  if tg_op = 'UPDATE' and new.requested_by = old.requested_by then
    new.requested_people := coalesce(old.requested_people, new.requested_people);
  end if;
  new.reviewed_people := people_behind(new.tenant_id, new.reviewed_by);
  if new.reviewed_people && new.requested_people then
    raise exception 'request %: whoever asked does not review', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function keep_cancellation_people() is 'keeps: who requested and who reviewed a cancellation; they are two.';
create trigger keep_cancellation_people
  before insert or update of requested_by, reviewed_by, requested_people, reviewed_people on cancellation_requests
  for each row execute function keep_cancellation_people();

-- Payments, captures, voids and refunds whose outcome no bank can tell: two people decide. Few rows, and none on the way of
-- a payment whose bank answers.
create table unresolved_operations (
  tenant_id uuid not null,
  id uuid not null, -- of the payment, or of the capture, void or refund
  payment_id uuid not null,
  merchant_id uuid not null,
  kind text not null check (kind in ('sale', 'pre_auth', 'capture', 'void', 'refund')),
  why text not null check (why in ('not_found', 'no_answer')),
  amount bigint not null,
  currency text not null,
  configuration_id uuid not null,
  connector_code text not null,
  reference text not null, -- under which the bank would know it
  since timestamptz not null, -- platform clock

  -- One person says what they found at the bank, another one confirms it. Nothing of it changes after that.
  proposed_outcome text check (proposed_outcome in ('booked', 'not_booked')),
  proposed_by text,
  proposed_people text[],
  proposed_at timestamptz,
  note text,
  provider_transaction_id text,
  auth_code text,
  host_reference text,
  confirmed_by text,
  confirmed_people text[],
  confirmed_at timestamptz,

  -- How it ended; the bank may still tell before people do.
  outcome text check (outcome in ('booked', 'not_booked')),
  resolved_by text check (resolved_by in ('people', 'bank')),
  resolved_at timestamptz,

  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments,
  check ((proposed_outcome is null) = (proposed_by is null)),
  check (confirmed_by is null or proposed_by is not null),
  check (confirmed_by <> proposed_by),
  check ((resolved_at is null) = (outcome is null))
);
create index unresolved_operations_open on unresolved_operations (since, tenant_id) where resolved_at is null;
call protect_tenant_table('unresolved_operations', 'select, insert, update');

create function keep_resolving_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.proposed_by is not null or new.confirmed_by is not null or new.outcome is not null then
      raise exception 'operation %: nothing is decided when it begins to wait', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.confirmed_by is not null or new.confirmed_by is not null then
    if (new.proposed_outcome, new.proposed_by, new.proposed_at, new.note, new.provider_transaction_id, new.auth_code, new.host_reference)
       is distinct from (old.proposed_outcome, old.proposed_by, old.proposed_at, old.note, old.provider_transaction_id, old.auth_code, old.host_reference)
       or old.confirmed_by is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at) then
      raise exception 'operation %: what is confirmed is what was proposed', new.id using errcode = 'check_violation';
    end if;
  end if;
  if new.resolved_by = 'people' and (new.confirmed_by is null or new.outcome <> new.proposed_outcome) then
    raise exception 'operation %: people have confirmed no such outcome', new.id using errcode = 'check_violation';
  end if;
  new.proposed_people := case when new.proposed_at is distinct from old.proposed_at
    then people_behind(new.tenant_id, new.proposed_by) else old.proposed_people end;
  new.confirmed_people := case when new.confirmed_by is distinct from old.confirmed_by
    then people_behind(new.tenant_id, new.confirmed_by) else old.confirmed_people end;
  if new.confirmed_people && new.proposed_people then
    raise exception 'operation %: whoever proposed does not confirm', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function keep_resolving_people() is 'keeps: who proposed and who confirmed the outcome of an unresolved operation; they are two, and what is confirmed is what was proposed.';
create trigger keep_resolving_people before insert or update on unresolved_operations
  for each row execute function keep_resolving_people();

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
  -- The request that brought the first genuine callback, for its trace.
  callback_correlation_id text,
  -- 3d/complete answers from the payment's history: whether its final answer was given before stands here.
  completion_answered boolean not null default false,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments
);
create unique index three_d_sessions_completion on three_d_sessions (completion_key, tenant_id, merchant_id)
  where completion_key is not null;
-- Finds the payment that a return from the bank sent on.
create index three_d_sessions_callback on three_d_sessions (callback_correlation_id, tenant_id)
  where callback_correlation_id is not null;
call protect_tenant_table('three_d_sessions', 'select, insert, update');

-- # Whose an idempotency key is
-- One row for each key that is in use. A table divided by id cannot hold keys unique, so these rows do, for payments and for captures,
-- voids and refunds. docs/decisions/0260-idempotency-keys.md

-- Claims are written into the newest day and looked for in all of them. Days have numbers and begin when begin_claim_day says so: no clock
-- is compared when a key is claimed.
create table claim_days (
  no integer primary key,
  begun_at timestamptz not null default platform_time()
);
grant select on claim_days to vezne_app, vezne_platform;

insert into claim_days values (1);

create table idempotency_claims (
  tenant_id uuid not null,
  claim uuid not null,  -- the key with all that it belongs to, hashed: payment_claim, operation_claim
  holder uuid not null, -- the payment, or the capture, void or refund
  payment_id uuid,      -- of a capture, void or refund
  day_no integer not null,
  primary key (tenant_id, claim, day_no)
) partition by list (day_no);
call protect_tenant_table('idempotency_claims', 'select, insert, delete');

create table idempotency_claims_1 partition of idempotency_claims for values in (1);
call close_partition('idempotency_claims_1');

-- 128 bits of SHA-256: nobody finds two keys with one claim.
create function hashed_claim(words text) returns uuid immutable parallel safe language sql as $$
  select encode(substr(sha256(convert_to(words, 'UTF8')), 1, 16), 'hex')::uuid
$$;

create function payment_claim(merchant uuid, key text) returns uuid immutable parallel safe language sql as $$
  select hashed_claim('payment ' || merchant || ' ' || key)
$$;

create function operation_claim(key text) returns uuid immutable parallel safe language sql as $$
  select hashed_claim('operation ' || key)
$$;

-- Claims all that are free; returns the holders that have theirs now, from an earlier try as well. Whoever claims holds the shared lock until the commit, and a new
-- day begins under the exclusive one. So whoever writes into a day sees all claims of earlier days, and those of its own day conflict.
-- Each statement here has a snapshot of its own, taken behind the lock: that holds at read committed only.
create function claim_keys(tenants uuid[], claims uuid[], holders uuid[], payments uuid[]) returns setof uuid
language plpgsql set enable_seqscan = off as $$
declare
  today integer;
  claimed integer;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'keys are claimed at read committed' using errcode = 'feature_not_supported';
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('claim_days', 0));
  today := (select max(no) from claim_days);
  return query
    insert into idempotency_claims (tenant_id, claim, holder, payment_id, day_no)
    select s.tenant_id, s.claim, s.holder, s.payment_id, today
      from unnest(tenants, claims, holders, payments) as s (tenant_id, claim, holder, payment_id)
     where not exists (select from idempotency_claims k
       where k.tenant_id = any(array[s.tenant_id]) and k.claim = any(array[s.claim]) and k.day_no <> today)
    on conflict do nothing returning holder;
  get diagnostics claimed = row_count;
  if claimed < cardinality(holders) then
    return query select s.holder from unnest(tenants, claims, holders) as s (tenant_id, claim, holder)
      where exists (select from idempotency_claims k
        where k.tenant_id = any(array[s.tenant_id]) and k.claim = any(array[s.claim]) and k.holder = s.holder);
  end if;
end $$;

create function claim_payment_key() returns trigger language plpgsql as $$
begin
  -- It gives back an expired key where it finds the payment that has it.
  perform from payments where idempotency_key = new.idempotency_key and tenant_id = new.tenant_id and merchant_id = new.merchant_id;
  if found then return null; end if;
  perform from claim_keys(array[new.tenant_id], array[payment_claim(new.merchant_id, new.idempotency_key)], array[new.id], array[null::uuid]);
  if not found then return null; end if;
  return new;
end $$;
comment on function claim_payment_key() is 'decides: a payment of the release before claims its idempotency key, which has no index over all months; this release claims it in its own statement.';
create trigger claim_payment_key before insert on payments for each row
  when (new.idempotency_key is not null and not new.key_claimed) execute function claim_payment_key();

-- Captures, voids and refunds find out before they are written whose their key is; two at once are told here, as by an index.
create function claim_operation_keys() returns trigger language plpgsql as $$
declare
  wanted record;
begin
  select array_agg(tenant_id) as tenants, array_agg(operation_claim(idempotency_key)) as claims, array_agg(id) as holders,
    array_agg(payment_id) as payments into wanted from fresh where idempotency_key is not null;
  if (select count(distinct holder) from claim_keys(wanted.tenants, wanted.claims, wanted.holders, wanted.payments) as holder) < coalesce(cardinality(wanted.holders), 0) then
    raise unique_violation using message = 'the key of an operation is taken', constraint = 'payment_operations_key', table = 'payment_operations';
  end if;
  return null;
end $$;
comment on function claim_operation_keys() is 'decides: operations claim their idempotency keys in the statement that inserts them; what finds one taken fails as a unique index would.';
create trigger claim_operation_keys after insert on payment_operations referencing new table as fresh
  for each statement execute function claim_operation_keys();

-- A key that is given back is free.
create function release_claim() returns trigger language plpgsql as $$
begin
  delete from idempotency_claims where tenant_id = old.tenant_id and holder = old.id
    and claim = case tg_argv[0] when 'payment' then payment_claim((to_jsonb(old) ->> 'merchant_id')::uuid, old.idempotency_key)
      else operation_claim(old.idempotency_key) end;
  return null;
end $$;
comment on function release_claim() is 'decides: an idempotency key that its payment or operation gives back is free again, whichever statement gives it back.';
create trigger release_claim after update of idempotency_key on payments for each row
  when (old.idempotency_key is not null and new.idempotency_key is null) execute function release_claim('payment');
create trigger release_claim after update of idempotency_key on payment_operations for each row
  when (old.idempotency_key is not null and new.idempotency_key is null) execute function release_claim('operation');

-- Begins the next day once the newest is a day old; null: it is not. Nobody waits for the commit of a process that stands still: it is
-- called as a transaction of its own that the server ends by itself. It waits for no standby: what is claimed later follows it.
create function begin_claim_day() returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  next_no integer;
  made text;
begin
  select max(no) + 1 into next_no from claim_days having max(begun_at) <= platform_time() - interval '1 day';
  if next_no is null then return null; end if;
  made := 'idempotency_claims_' || next_no;
  execute format('create table %I (like idempotency_claims including all)', made);
  call close_partition(made);
  execute format('alter table idempotency_claims attach partition %I for values in (%s)', made, next_no);
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('claim_days', 0));
  insert into claim_days values (next_no);
  return next_no;
exception when duplicate_table or unique_violation or duplicate_object then
  return null; -- another process was first
end $$;

-- Drops the oldest day once it has been over for a day, by the clock that retention goes by; null: there is none. Whoever calls it has
-- taken care of keys that are still in use.
create function drop_claim_day() returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  oldest integer;
begin
  select no into oldest from claim_days order by no limit 1 for update;
  if not exists (select from claim_days where no = oldest + 1 and begun_at <= retention_time() - interval '1 day') then return null; end if;
  execute format('alter table idempotency_claims detach partition %I', 'idempotency_claims_' || oldest);
  execute format('drop table %I', 'idempotency_claims_' || oldest);
  delete from claim_days where no = oldest;
  return oldest;
end $$;

revoke execute on function begin_claim_day, drop_claim_day from public;
grant execute on function begin_claim_day to vezne_app;
grant execute on function drop_claim_day to vezne_platform;

-- # Beside payments

-- A bank's offer to charge a payment in the currency of its card: kept before the payment, so that a payment with one is never without it,
-- and answered once.
create table dcc_offers (
  tenant_id uuid not null references realms,
  payment_id uuid not null,
  merchant_id uuid not null,
  currency text not null,
  amount bigint not null check (amount between 1 and 9007199254740991), -- minor units of that currency
  rate text not null,           -- exact decimals
  markup_percent text not null,
  expires_at timestamptz not null,
  -- Of a payment with 3D Secure: where the browser ends after the challenge that follows the answer.
  return_url text,
  cancel_url text,

  accepted boolean, -- null: not answered
  answered_at timestamptz,
  answer_key text,           -- of the caller, with its merchant
  answer_fingerprint bytea,
  created timestamptz not null,
  primary key (tenant_id, payment_id),
  check ((accepted is null) = (answered_at is null))
);
create unique index dcc_offers_by_key on dcc_offers (tenant_id, answer_key) where answer_key is not null;
create index dcc_offers_old on dcc_offers (tenant_id, created);
call protect_tenant_table('dcc_offers', 'select, insert, update, delete');

-- Card fields on a shop's own page: what a shop allows its page to make, and the one token that may come of it.
create table fields_sessions (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7; never leaves the platform
  merchant_id uuid not null,
  secret_hash bytea not null, -- digest of what opens the fields
  amount bigint not null check (amount between 1 and 9007199254740991), -- at most
  currency text not null,
  allowed_installments smallint[] not null,
  origin text not null, -- the page that may frame the fields
  expires_at timestamptz not null,
  created timestamptz not null,

  -- The card as it was typed last. A new one takes the place of a token that nobody has used.
  token_no smallint not null default 0,
  token_hash bytea,
  token_expires_at timestamptz,
  card_holder_name text,
  card_sealed bytea,
  code_sealed bytea, -- under a key made of the token, which is not kept: only who sends the token opens it
  used_by bytea,     -- keyed hash of the payment's key: whoever repeats that request may go on, nobody else
  primary key (tenant_id, id),
  check ((token_hash is null) = (token_no = 0)),
  check (token_hash is not null or (card_sealed is null and used_by is null))
);
create unique index fields_sessions_by_secret on fields_sessions (tenant_id, secret_hash);
-- The frame knows no tenant.
create index fields_sessions_of_frame on fields_sessions (secret_hash);
create unique index fields_sessions_by_token on fields_sessions (tenant_id, token_hash) where token_hash is not null;
create index fields_sessions_with_card on fields_sessions (token_expires_at) where card_sealed is not null;
create index fields_sessions_old on fields_sessions (tenant_id, expires_at);
call protect_tenant_table('fields_sessions', 'select, insert, update, delete');

-- Keys of what files say of a person: without its key nobody reads that again. Both null: of those nobody can be found by.
create table archive_keys (
  tenant_id uuid not null,
  id uuid not null,
  email_key bytea, -- as in payments
  identity_key bytea,
  key_sealed bytea not null,
  created timestamptz not null, -- platform's clock
  primary key (tenant_id, id)
);
create unique index archive_keys_person on archive_keys (tenant_id, email_key, identity_key) nulls not distinct;
create index archive_keys_identity on archive_keys (tenant_id, identity_key) where identity_key is not null;
call protect_tenant_table('archive_keys', 'select, insert, update, delete');

-- Refunds that are here while their payment is in the archive: they name its cardholder, too.
create table archived_person_rows (
  tenant_id uuid not null,
  row_id uuid not null,
  key_id uuid not null,
  primary key (tenant_id, row_id)
);
create index archived_person_rows_key on archived_person_rows (tenant_id, key_id);
call protect_tenant_table('archived_person_rows', 'select, insert, delete');

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

-- Books as they would be with every month at hand.
create view book_sums with (security_invoker = true) as
  select tenant_id, currency, sum(rows)::bigint as rows, sum(amount) as amount from (
    select tenant_id, currency, count(*) as rows, sum(amount) as amount from journal group by 1, 2
    union all select tenant_id, currency, rows, amount from archived_sums where table_name = 'journal') as all_months
   group by 1, 2;
grant select on book_sums to vezne_app, vezne_platform;

-- # Months

-- What is no longer needed once a month is over. A payment or operation that may still be worked on keeps all. Without a key of its own a
-- person is found by the body alone.
insert into emptied_columns values
  ('payments', 'answer_body', $$case when next_inquiry_at is null and status not like '%processing' and status <> 'created' then null else answer_body end$$),
  ('payments', 'request_body', $$case when next_inquiry_at is null and status not like '%processing' and status <> 'created'
    and (buyer_email_key is not null or request_body not ilike '%"email"%')
    and (buyer_identity_key is not null or request_body not ilike '%"identity_number"%') then '{}' else request_body end$$),
  ('payment_operations', 'answer_body', $$case when status = 'processing' or next_inquiry_at is not null then answer_body end$$),
  ('payment_operations', 'request_body', $$case when status = 'processing' or next_inquiry_at is not null then request_body else '{}' end$$);

-- The journal, payments and operations by month; ten years at least, as commercial law wants of books and of what they are made of.
-- Operations go by the payment they are of, so that one capture and one void at a time stay promises of the database.
-- The foreign keys to payments above become triggers of their names: parts go whole, and nobody may delete a single row.
call bound_table('journal', 'operation_id', 120);
call check_bound('journal');
call divide_table('journal');
call bound_table('payments', 'id', 120);
call check_bound('payments');
call divide_table('payments');
call bound_table('payment_operations', 'payment_id', 120);
call check_bound('payment_operations');
call divide_table('payment_operations');
