-- Whose an idempotency key is: one row for each key that is in use. A table divided by id cannot hold keys unique, so these rows do, for
-- payments and for captures, voids and refunds. docs/decisions/0260-idempotency-keys.md

-- Claims are written into the newest day and looked for in all of them. Days have numbers and begin when begin_claim_day says so: no
-- clock is compared when a key is claimed.
create table claim_days (
  no integer primary key,
  begun_at timestamptz not null default platform_time()
);
insert into claim_days values (1);
grant select on claim_days to vezne_app, vezne_platform;

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

-- Payments that the program claims for in its own statement say so; the release before does not, and sees a taken key as it always did.
alter table payments add column key_claimed boolean not null default false;
create function claim_payment_key() returns trigger language plpgsql as $$
begin
  -- It gives back an expired key where it finds the payment that has it.
  perform from payments where idempotency_key = new.idempotency_key and tenant_id = new.tenant_id and merchant_id = new.merchant_id;
  if found then return null; end if;
  perform from claim_keys(array[new.tenant_id], array[payment_claim(new.merchant_id, new.idempotency_key)], array[new.id], array[null::uuid]);
  if not found then return null; end if;
  return new;
end $$;
create trigger claim_payment_key before insert on payments for each row
  when (new.idempotency_key is not null and not new.key_claimed) execute function claim_payment_key();

-- Captures, voids and refunds find out before they are written whose their key is; two at once are told here, as by the index.
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
create trigger release_claim after update of idempotency_key on payments for each row
  when (old.idempotency_key is not null and new.idempotency_key is null) execute function release_claim('payment');
create trigger release_claim after update of idempotency_key on payment_operations for each row
  when (old.idempotency_key is not null and new.idempotency_key is null) execute function release_claim('operation');

-- For the file after this one alone: the owner of the schema sees no rows of tenants.
create policy keeper_of_claims on payments for select
  using (pg_has_role((select relowner from pg_class where oid = 'payments'::regclass), 'usage'));
create policy keeper_of_claims on payment_operations for select
  using (pg_has_role((select relowner from pg_class where oid = 'payment_operations'::regclass), 'usage'));

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
do $$ begin
  revoke execute on function begin_claim_day, drop_claim_day from public;
end $$;
grant execute on function begin_claim_day to vezne_app;
grant execute on function drop_claim_day to vezne_platform;
