-- Fraud rules, those of a tenant and those the platform sets for all; merchants for whom they are switched off; the blacklist; every
-- judgement of a payment or transfer, the alerts people decide, and what velocity rules count.

-- The version rises with every change: of two changes made of the same version one is refused. The last editor is the one
-- actor who may not switch the rule on where a tenant wants four eyes.
create table fraud_rules (
  tenant_id uuid not null references realms,
  id uuid not null,
  process text not null check (process in ('sanal_pos', 'para_transferi', 'fatura_odeme')),
  code text not null,
  name text not null,
  description text,
  type text not null check (type in ('velocity', 'amount_threshold', 'geo', 'blacklist', 'custom')),
  expression_json text not null,
  action text not null check (action in ('approve', 'challenge', 'review', 'block')),
  priority integer not null check (priority between 0 and 32767), -- lower first
  is_active boolean not null default true,
  is_shadow boolean not null default false, -- evaluated and noted, not acted on
  is_deleted boolean not null default false,
  version integer not null default 1,
  edited_by text, -- null: made by the program
  created timestamptz not null,
  last_modified timestamptz not null,
  -- The people behind `edited_by`, written with it.
  edited_people text[],
  -- Rules that were saved inactive because another person is to activate them: they wait for somebody, others that are inactive do not.
  awaits_activation boolean not null default false,
  primary key (tenant_id, id)
);
create unique index fraud_rules_code on fraud_rules (tenant_id, process, code) where not is_deleted;
call protect_tenant_table('fraud_rules', 'select, insert, update');
create trigger tell_change after insert or delete or update on fraud_rules
  for each row execute function tell_change('fraud_rules');

create table fraud_rules_global (
  id uuid primary key,
  process text not null check (process in ('sanal_pos', 'para_transferi', 'fatura_odeme')),
  code text not null,
  name text not null,
  description text,
  type text not null check (type in ('velocity', 'amount_threshold', 'geo', 'blacklist', 'custom')),
  expression_json text not null,
  action text not null check (action in ('approve', 'challenge', 'review', 'block')),
  priority integer not null check (priority between 0 and 32767),
  is_active boolean not null default true,
  is_shadow boolean not null default false,
  is_builtin boolean not null default false, -- neither changed nor deleted
  is_deleted boolean not null default false,
  version integer not null default 1,
  edited_by text,
  created timestamptz not null,
  last_modified timestamptz not null,
  edited_people text[],
  awaits_activation boolean not null default false
);
create unique index fraud_rules_global_code on fraud_rules_global (process, code) where not is_deleted;
grant select on fraud_rules_global to vezne_app;
grant select, insert, update on fraud_rules_global to vezne_platform;
create trigger tell_change after insert or delete or update on fraud_rules_global
  for each row execute function tell_change('fraud_rules');

-- No row: rules apply.
create table fraud_policies (
  tenant_id uuid not null references realms,
  merchant_id uuid not null,
  process text not null check (process in ('sanal_pos', 'para_transferi', 'fatura_odeme')),
  enabled boolean not null,
  reason text,
  last_modified timestamptz not null,
  primary key (tenant_id, merchant_id, process),
  foreign key (tenant_id, merchant_id) references merchants (tenant_id, id),
  check (enabled or reason is not null)
);
call protect_tenant_table('fraud_policies', 'select, insert, update');
create trigger tell_change after insert or delete or update on fraud_policies
  for each row execute function tell_change('fraud_rules');

-- What is refused wherever it turns up: entries of a tenant, and those the platform sets for all. A value is kept as a keyed
-- hash alone, made with one key for both tables, so that a payment's values are hashed once.
create table fraud_blacklist (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  entry_type text not null check (entry_type in ('card', 'email', 'ip', 'device', 'iban', 'merchant_external_id')),
  form text not null, -- what was hashed: the type, `domain`, or ip4 and ip6 with the bits of the range
  value_hash bytea not null check (length(value_hash) = 32),
  pattern text, -- of ranges and domains, which are no personal data
  display_value text not null,
  reason text,
  expires_at timestamptz, -- of the platform's clock; null: never
  created timestamptz not null,
  -- What is new is found by these two: the database's own time, and the transaction, as rows show in the order of commits.
  written_at timestamptz not null default clock_timestamp(),
  written_by xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
-- Processes read hashes in their order, with the forms there are.
create unique index fraud_blacklist_value on fraud_blacklist (tenant_id, value_hash) include (form);
create index fraud_blacklist_written on fraud_blacklist (tenant_id, written_at);
create index fraud_blacklist_id on fraud_blacklist (id); -- the platform's list of every tenant's
call protect_tenant_table('fraud_blacklist', 'select, insert, delete');
create trigger tell_change after insert or delete on fraud_blacklist
  for each row execute function tell_change('fraud_blacklist');

create table fraud_blacklist_global (
  id uuid primary key,
  entry_type text not null check (entry_type in ('card', 'email', 'ip', 'device', 'iban', 'merchant_external_id')),
  form text not null,
  value_hash bytea not null check (length(value_hash) = 32),
  pattern text,
  display_value text not null,
  reason text,
  expires_at timestamptz,
  created timestamptz not null,
  written_at timestamptz not null default clock_timestamp(),
  written_by xid8 not null default pg_current_xact_id()
);
create unique index fraud_blacklist_global_value on fraud_blacklist_global (value_hash) include (form);
create index fraud_blacklist_global_written on fraud_blacklist_global (written_at);
grant select on fraud_blacklist_global to vezne_app;
grant select, insert, delete on fraud_blacklist_global to vezne_platform;
create trigger tell_change after insert or delete on fraud_blacklist_global
  for each row execute function tell_change('fraud_blacklist');

-- # Checks

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
-- What a check knows of a person is taken out of it; nothing else of a check ever changes.
grant update (variables) on fraud_checks to vezne_app, vezne_platform;

-- Fraud checks are counted in closed blocks. Bits and order of the names: src/fraud/checks/check-list.ts
create function check_facets(process text, decision text, score smallint) returns integer immutable language sql as $$
  select coalesce(array_position('{sanal_pos,para_transferi,fatura_odeme}'::text[], process), 0)
    + (coalesce(array_position('{approve,challenge,review,block}'::text[], decision), 0) << 2)
    + (score::integer << 5)
$$;

call count_in_closed_blocks('fraud_checks', 'fraud_checks', 'check_facets(process, decision, score)', 'merchant_id');

-- Rows as the hot statements send them, as `new_request_log`.
create type new_fraud_check as (
  tenant_id uuid, id uuid, process text, merchant_id uuid, amount bigint, currency text, score smallint, decision text, reason_codes
  text, matched_rule_ids text, latency_us integer, provider text, variables text, card bigint, iban bigint, source_account bigint,
  outcome text, checked_at timestamptz);

-- By month. Three months at least: velocity is filled in from thirty days of them, and alerts show their check.
call bound_table('fraud_checks', 'id', 3);
call check_bound('fraud_checks');
call divide_table('fraud_checks');

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
  -- Nobody decides the alert of what he created. `made_by`: who took the payment; a transfer tells it itself.
  made_by text,
  made_people text[],
  -- Who looks at an alert while it is open: apart from assigned_to, which is written with the decision.
  assignee text,
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

create type new_fraud_alert as (
  tenant_id uuid, id uuid, check_id uuid, process text, merchant_id uuid, amount bigint, currency text, score smallint, reason_codes
  text, expires_at timestamptz, created timestamptz, made_by text);

create function guard_fraud_alert() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      raise exception 'alert %: every life begins as open', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.assignee is distinct from old.assignee then
    if old.status <> 'open' or to_jsonb(new) - 'assignee' <> to_jsonb(old) - 'assignee' then
      raise exception 'alert %: who looks at it changes by itself, while it is open', old.id using errcode = 'check_violation';
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

create function keep_alert_people() returns trigger language plpgsql as $$
declare
  makers text[];
begin
  if tg_op = 'INSERT' then
    new.made_people := people_behind(new.tenant_id, new.made_by);
    return new;
  end if;
  if new.reviewed_by is distinct from old.reviewed_by then
    makers := alert_makers(new.tenant_id, new.process, new.check_id, new.made_people);
    if people_behind(new.tenant_id, new.reviewed_by) && makers then
      raise exception 'alert %: nobody decides the alert of what he created', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
comment on function keep_alert_people() is 'keeps: who made what an alert is about; that person does not decide it.';
create trigger keep_alert_people before insert or update of reviewed_by on fraud_alerts
  for each row execute function keep_alert_people();

-- # What velocity rules count (docs/decisions/0169)
-- Moments are seconds since 1970 by the platform's clock: windows are counted to the second. Subjects are keyed hashes of 53 bits over
-- tenant, process, kind and value; nobody reads them back.

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
-- These begin with what they are looked up by, as those of payments; a subject that nobody counts costs no entry in its index.
create index fraud_velocity_card on fraud_velocity (card, at) where card is not null;
create index fraud_velocity_email on fraud_velocity (email, at) where email is not null;
create index fraud_velocity_ip on fraud_velocity (ip, at) where ip is not null;
create index fraud_velocity_device on fraud_velocity (device, at) where device is not null;
create index fraud_velocity_customer on fraud_velocity (customer, at) where customer is not null;
create index fraud_velocity_iban on fraud_velocity (iban, at) where iban is not null;
create index fraud_velocity_merchant on fraud_velocity (merchant, at) where merchant is not null;
create index fraud_velocity_source_account on fraud_velocity (source_account, at) where source_account is not null;
call protect_tenant_table('fraud_velocity', 'select, insert, update, delete');

create type new_velocity_entry as (
  tenant_id uuid, check_id uuid, at bigint, amount bigint, currency text, failed boolean, card bigint, email bigint, ip bigint, device
  bigint, customer bigint, iban bigint, merchant bigint, source_account bigint);

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
create index fraud_counted_open on fraud_counted (tenant_id) where not is_complete;
call protect_tenant_table('fraud_counted', 'select, insert, update, delete');

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
comment on function note_failed_check() is 'decides: velocity counts a decline when a checked payment or transfer fails, in the set-wise statements that record outcomes.';
