-- What belongs to the platform itself: roles, plans, realms, merchants, clients, keys, the clock, idempotency.

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

-- A realm issues tokens. Every tenant has one; the realm `master` belongs to the platform's own people.
create table realms (
  tenant_id uuid primary key,
  slug text not null unique,
  kind text not null check (kind in ('master', 'tenant')),
  display_name text,
  contact_email text,
  status text not null check (status in ('active', 'suspended')),
  plan_id uuid references plans (id),
  plan_assigned_at timestamptz,
  allow_non_3d boolean not null default false,
  preferred_three_d_flow text not null default 'standard' check (preferred_three_d_flow in ('standard', 'pay', 'hosted')),
  created timestamptz not null,
  last_modified timestamptz not null
);
call protect_tenant_table('realms', 'select, insert, update');

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
  primary key (tenant_id, id)
);
create unique index merchants_external_id on merchants (tenant_id, external_id) where not is_deleted;
call protect_tenant_table('merchants', 'select, insert, update');

-- API keys: the OAuth clients of a realm. Secrets are kept as keyed hashes (HMAC with a pepper outside the database).
create table clients (
  tenant_id uuid not null references realms,
  id uuid not null,
  client_id text not null,
  secret_hash bytea not null,
  previous_secret_hash bytea,
  previous_secret_expires_at timestamptz,
  display_name text,
  contact_email text,
  merchant_id uuid,
  roles text[] not null,
  plan_id uuid references plans (id),
  daily_limit_override integer, monthly_limit_override integer, rate_limit_override integer,
  allowed_ips text,
  expires_at timestamptz,
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  last_used_at timestamptz,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, client_id),
  foreign key (tenant_id, merchant_id) references merchants
);
call protect_tenant_table('clients', 'select, insert, update');

create table users (
  tenant_id uuid not null references realms,
  id uuid not null,
  username text not null,
  email text not null,
  first_name text,
  last_name text,
  password_hash text,
  roles text[] not null,
  merchant_id uuid,
  company_name text,
  enabled boolean not null default true,
  email_verified boolean not null default false,
  pending_approval boolean not null default false,
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchants
);
create unique index users_username on users (tenant_id, lower(username)) where not is_deleted;
create unique index users_email on users (tenant_id, lower(email)) where not is_deleted;
call protect_tenant_table('users', 'select, insert, update');

-- A new key is in the key set from its creation and signs some minutes later, when every cache out there has it; the one
-- before then stays in the key set for a day. Real time, as outsiders compare it with their own watch.
create table signing_keys (
  tenant_id uuid not null references realms,
  kid text not null,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created timestamptz not null,
  signs_from timestamptz not null,
  primary key (tenant_id, kid)
);
call protect_tenant_table('signing_keys', 'select, insert, update, delete');

-- A family is the chain of one sign-in: each refresh replaces the token before. The row whose id is family_id speaks for
-- all of it: dead_at is set there, and there alone.
create table refresh_tokens (
  tenant_id uuid not null references realms,
  id uuid not null,
  family_id uuid not null,
  token_hash bytea not null,
  subject text not null,
  client_id text not null,
  is_user boolean not null,
  created timestamptz not null,
  replaced_at timestamptz,
  dead_at timestamptz,
  primary key (tenant_id, id)
);
create unique index refresh_tokens_hash on refresh_tokens (tenant_id, token_hash);
create index refresh_tokens_family on refresh_tokens (tenant_id, family_id, created);
call protect_tenant_table('refresh_tokens', 'select, insert, update, delete');

-- Data keys seal columns; each is itself wrapped by a master key that is not in the database. No reference to realms: a
-- new tenant's first key commits before its realm does.
create table data_keys (
  tenant_id uuid not null,
  id uuid not null,
  month text not null, -- YYYY-MM: a new key each month
  master_key_id text not null,
  wrapped bytea not null,
  created timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, month)
);
call protect_tenant_table('data_keys', 'select, insert, update');

-- One row: how far the sandbox's clock is from real time.
create table platform_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
insert into platform_clock default values;
grant select, update on platform_clock to vezne_app, vezne_platform;

-- Keys of the platform itself, wrapped by the master key: `fingerprint`, `pepper`. That they open proves that the
-- master key at hand is the one this database was sealed with.
create table platform_keys (
  name text primary key,
  master_key_id text not null,
  wrapped bytea not null,
  created timestamptz not null
);
grant select, insert, update on platform_keys to vezne_app, vezne_platform;

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
  wanted integer not null,  -- of the last call
  granted integer not null  -- of the last call
) with (fillfactor = 50);
create unlogged table limit_windows (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null -- the database's own time
) with (fillfactor = 50);
create index limit_windows_ends_at on limit_windows (ends_at);
grant select, insert, update, delete on limit_buckets, limit_windows to vezne_app, vezne_platform;
