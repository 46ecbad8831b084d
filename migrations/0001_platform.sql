-- What belongs to the platform itself: walls between tenants, plans, realms, merchants, settings, the clock, idempotency, limits.

-- Locks a tenant's table: row-level security for the application's role, a policy of its own for the role that may look
-- across tenants. `grants` names what the application may do; history and journals get no update and no delete.
-- The setting is read once a statement, not once a row; `is true` keeps the planner from walking an index by the tenants
-- of a batch instead of the key that the statement names.
create procedure protect_tenant_table(target regclass, grants text)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to vezne_app
       using ((tenant_id = any ((select string_to_array(current_setting(''app.tenant_ids'', true), '','')::uuid[])::uuid[])) is true)
       with check ((tenant_id = any ((select string_to_array(current_setting(''app.tenant_ids'', true), '','')::uuid[])::uuid[])) is true)',
    target);
  execute format('create policy platform on %s to vezne_platform using (true) with check (true)', target);
  execute format('grant %s on %s to vezne_app, vezne_platform', grants, target);
end $$;

-- What a process keeps in memory of realms, keys, people and merchants is dropped when a row changes. The notice is part of
-- the change's own transaction: nobody who listens misses it, whoever made the change and however that process ended.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('vezne', 'database|' || tg_argv[0] || '|' || coalesce(to_jsonb(coalesce(new, old)) ->> 'tenant_id', ''));
  return null;
end $$;

create table plans (
  id uuid primary key,
  code text not null unique,
  name text not null,
  description text,
  daily_transaction_limit integer not null,   -- 0 = none
  monthly_transaction_limit integer not null, -- 0 = none
  rate_limit_per_second integer not null check (rate_limit_per_second > 0),
  burst integer not null check (burst > 0),
  is_unlimited boolean not null default false, -- no bucket, no class limits: load tests
  is_active boolean not null default true,
  is_default boolean not null default false,
  sort_order integer not null default 0,
  features text[] not null default '{}',
  created timestamptz not null,
  last_modified timestamptz not null
);
create unique index plans_one_default on plans ((true)) where is_default;
grant select, insert, update, delete on plans to vezne_app, vezne_platform;
create trigger tell_change after insert or delete or update on plans
  for each row execute function tell_change('plans');

-- A realm issues tokens. Every tenant has one; the realm `master` belongs to the platform's own people.
create table realms (
  tenant_id uuid primary key,
  slug text not null unique,
  kind text not null check (kind in ('master', 'tenant')),
  display_name text,
  contact_email text,
  status text not null check (status in ('active', 'suspended')),
  status_reason text, -- why it was suspended; for the platform's eyes
  plan_id uuid references plans (id),
  plan_assigned_at timestamptz,
  allow_non_3d boolean not null default false,
  preferred_three_d_flow text not null default 'standard' check (preferred_three_d_flow in ('standard', 'pay', 'hosted')),
  created timestamptz not null,
  last_modified timestamptz not null
);
call protect_tenant_table('realms', 'select, insert, update');
create trigger tell_change after insert or delete or update on realms
  for each row execute function tell_change('realms');

create table merchants (
  tenant_id uuid not null references realms,
  id uuid not null,
  external_id text,
  name text not null,
  legal_name text, tax_id text, tax_office text, bkm_member_id text, email text, contact_phone text,
  city text, district text, address text, url text, default_mcc text,
  parent_id uuid,
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references merchants
);
create unique index merchants_external_id on merchants (tenant_id, external_id) where not is_deleted;
call protect_tenant_table('merchants', 'select, insert, update');
create trigger tell_change after insert or delete or update on merchants
  for each row execute function tell_change('merchants');

-- Settings of a tenant, for people to write and for the services to follow.
create table settings (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  key text not null,
  value text,
  value_sealed bytea, -- instead of value, where the setting is encrypted
  description text,
  scope text not null check (scope in ('tenant', 'user')),
  scope_id uuid,
  category text,
  is_encrypted boolean not null,
  is_read_only boolean not null,
  default_value text,
  validation_regex text,
  possible_values text,
  extra jsonb,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check (num_nonnulls(value, value_sealed) = 1 and is_encrypted = (value_sealed is not null))
);
create unique index settings_key on settings (tenant_id, key, scope, scope_id) nulls not distinct;
call protect_tenant_table('settings', 'select, insert, update, delete');
create trigger tell_change after insert or delete or update on settings
  for each row execute function tell_change('settings');

-- One row: how far the sandbox's clock is from real time.
create table platform_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
insert into platform_clock default values;
grant select, update on platform_clock to vezne_app, vezne_platform;

-- POSTs that only touch our own rows claim their key in the transaction of the change. Payments keep theirs on the payment.
create table idempotency_keys (
  tenant_id uuid not null references realms,
  scope text not null, -- merchant and operation
  key text not null,
  fingerprint bytea not null,
  status integer,
  headers jsonb,
  body text,
  body_sealed bytea, -- answers that carry a secret
  created timestamptz not null,
  primary key (tenant_id, scope, key)
);
create index idempotency_keys_created on idempotency_keys (tenant_id, created);
call protect_tenant_table('idempotency_keys', 'select, insert, update, delete');

-- Limits that several processes share. Unlogged: a crash of the server empties them, which equals full buckets.
create unlogged table limit_buckets (
  key text primary key,
  tokens double precision not null,
  filled_at timestamptz not null, -- the database's own time
  rate_per_second integer not null,
  burst integer not null,
  -- Of the last call. It may need a token of its API key's bucket and of its organization's; when the second has none, the
  -- first is given back.
  wanted integer not null,
  granted integer not null,
  returned integer not null default 0
) with (fillfactor = 50);
create unlogged table limit_windows (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null -- the database's own time
) with (fillfactor = 50);
create index limit_windows_ends_at on limit_windows (ends_at);
grant select, insert, update, delete on limit_buckets, limit_windows to vezne_app, vezne_platform;

-- Numbers of running processes: each holds an advisory lock under its number for as long as it lives.
create sequence process_numbers as integer cycle;
grant usage on sequence process_numbers to vezne_app;

-- The steps the state tables of the code allow; filled at start by the owner, read by the guards below.
create table allowed_transitions (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);
grant select on allowed_transitions to vezne_app, vezne_platform;

-- Made anew at start from the table above: a list the guard can look at without a query of its own.
create function is_allowed_step(machine text, step text) returns boolean immutable language sql as 'select false';
