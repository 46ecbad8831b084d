-- Every judgement of a payment or transfer, the alerts people decide, and what velocity rules count.

-- A check has the id of what it judged, commits with it, and is never changed.
create table fraud_checks (
  tenant_id uuid not null,
  id uuid not null, -- of the payment or transfer: version 7, so the order of ids is the order of time
  process text not null check (process in ('sanal_pos', 'para_transferi', 'fatura_odeme')),
  merchant_id uuid not null,
  amount bigint not null,
  currency text not null,
  score smallint not null check (score between 0 and 100),
  decision text not null check (decision in ('approve', 'challenge', 'review', 'block')),
  reason_codes text,     -- comma-separated, like the ids of the matched rules
  matched_rule_ids text,
  latency_us integer not null,
  provider text not null check (provider in ('builtin', 'policy_off')),
  variables text not null, -- packed values of what the rules could look at
  outcome text check (outcome in ('failed', 'cancelled')), -- only where nothing was made; else that of the payment or transfer
  checked_at timestamptz not null,
  -- What the packed variables do not hold, so that a velocity rule switched on tomorrow counts the checks of today.
  card bigint,
  iban bigint,
  source_account bigint,
  -- A row of an index has its limit; a list of reasons has none, so its beginning is what is searched.
  search_text text generated always as (left(lower(reason_codes), 1000)) stored,
  -- Lists of checks read their filters from the index of the key, and only the rows of the page they show.
  primary key (tenant_id, id) include (process, decision, score, merchant_id, search_text)
);
call protect_tenant_table('fraud_checks', 'select, insert');

create table fraud_alerts (
  tenant_id uuid not null,
  id uuid not null,
  check_id uuid not null,
  process text not null,
  merchant_id uuid not null,
  amount bigint not null,
  currency text not null,
  score smallint not null,
  reason_codes text not null,
  status text not null default 'open' check (status in ('open', 'approved', 'rejected', 'expired')),
  assigned_to text,
  reviewed_by text,
  reviewed_at timestamptz,
  notes text,
  expires_at timestamptz not null,
  created timestamptz not null,
  primary key (tenant_id, id),
  -- Open, then decided once by a person or by the clock; who decided is written with the decision.
  check ((status in ('approved', 'rejected')) = (reviewed_by is not null)),
  check ((reviewed_by is null) = (reviewed_at is null)),
  check ((reviewed_by is null) = (assigned_to is null)),
  check (notes is null or reviewed_by is not null)
);
create unique index fraud_alerts_of_check on fraud_alerts (check_id, tenant_id);
create index fraud_alerts_open on fraud_alerts (expires_at) where status = 'open';
-- The platform lists the alerts of all tenants, newest first.
create index fraud_alerts_newest on fraud_alerts (id);
call protect_tenant_table('fraud_alerts', 'select, insert, update');

create function guard_fraud_alert() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      raise exception 'alert %: every life begins as open', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if not is_allowed_step('fraud_alert', old.status || '>' || new.status) then
    raise exception 'alert %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if to_jsonb(new) - '{status,assigned_to,reviewed_by,reviewed_at,notes}'::text[]
       <> to_jsonb(old) - '{status,assigned_to,reviewed_by,reviewed_at,notes}'::text[] then
    raise exception 'alert %: what it is about cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_fraud_alert before insert or update on fraud_alerts for each row execute function guard_fraud_alert();

-- What velocity rules count (docs/decisions/0169). Moments are seconds since 1970 by the platform's clock: windows are
-- counted to the second. Subjects are keyed hashes of 53 bits over tenant, process, kind and value; nobody reads them back.
-- A check that is counted, and its subjects: only those that some active rule reads.
create table fraud_velocity (
  tenant_id uuid not null,
  check_id uuid not null,
  at bigint not null,
  amount bigint not null,
  currency text not null,
  failed boolean not null, -- what the check judged has failed since
  card bigint,
  email bigint,
  ip bigint,
  device bigint,
  customer bigint,
  iban bigint,
  merchant bigint,       -- not null: fraud_volumes counts this check for it
  source_account bigint, -- likewise
  primary key (tenant_id, check_id)
) with (fillfactor = 90); -- room for `failed`, which no index holds
-- These begin with what they are looked up by (0007); a subject that nobody counts costs no entry in its index.
create index fraud_velocity_card on fraud_velocity (card, at) where card is not null;
create index fraud_velocity_email on fraud_velocity (email, at) where email is not null;
create index fraud_velocity_ip on fraud_velocity (ip, at) where ip is not null;
create index fraud_velocity_device on fraud_velocity (device, at) where device is not null;
create index fraud_velocity_customer on fraud_velocity (customer, at) where customer is not null;
create index fraud_velocity_iban on fraud_velocity (iban, at) where iban is not null;
create index fraud_velocity_merchant on fraud_velocity (merchant, at) where merchant is not null;
create index fraud_velocity_source_account on fraud_velocity (source_account, at) where source_account is not null;
call protect_tenant_table('fraud_velocity', 'select, insert, update, delete');

-- Sums over merchants and source accounts: a window of millions of checks is a few hundred rows.
create table fraud_volumes (
  tenant_id uuid not null,
  subject bigint not null,
  level_s integer not null check (level_s in (1, 60, 3600)),
  start_s bigint not null,
  currency text not null,
  count bigint not null,
  amount numeric not null, -- a thousand of the largest amounts are more than a bigint holds
  declined bigint not null,
  primary key (tenant_id, subject, level_s, start_s, currency)
) with (fillfactor = 50); -- the running second, minute and hour are rewritten by every batch
create index fraud_volumes_old on fraud_volumes (start_s);
call protect_tenant_table('fraud_volumes', 'select, insert, update, delete');

-- Failures not yet in fraud_volumes: a failure takes no lock that a new check waits for.
create table fraud_declines (
  tenant_id uuid not null,
  subject bigint not null,
  check_id uuid not null,
  at bigint not null,
  currency text not null,
  primary key (tenant_id, subject, check_id)
);
call protect_tenant_table('fraud_declines', 'select, insert, delete');

-- Which kinds of subject a tenant's rules count, and how far the checks from before have been filled in.
create table fraud_counted (
  tenant_id uuid not null,
  process text not null,
  kind text not null,
  since timestamptz not null,   -- database time
  filled_at timestamptz,        -- the first time
  is_complete boolean not null default false, -- filled in again, after every process had heard
  primary key (tenant_id, process, kind)
);
call protect_tenant_table('fraud_counted', 'select, insert, update, delete');
create index fraud_counted_open on fraud_counted (tenant_id) where not is_complete;

create function note_failed_check() returns trigger language plpgsql as $$
declare counted fraud_velocity;
begin
  update fraud_velocity set failed = true
  where tenant_id = new.tenant_id and check_id = new.id and not failed
  returning * into counted;
  if found then
    insert into fraud_declines (tenant_id, subject, check_id, at, currency)
    select counted.tenant_id, subject, counted.check_id, counted.at, counted.currency
    from unnest(array[counted.merchant, counted.source_account]) as subject
    where subject is not null
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger note_failed_check after update of status on payments for each row
  when (new.status = 'failed' and old.status <> 'failed') execute function note_failed_check();
create trigger note_failed_check after update of status on transfers for each row
  when (new.status = 'failed' and old.status <> 'failed') execute function note_failed_check();
