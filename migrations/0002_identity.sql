-- Who calls: API keys, people and their roles, sign-ins, the keys that sign tokens, and issuers of others.

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
  -- Switching a key off ends its sign-ins in one row, however many refresh tokens it has: those created before are refused,
  -- also when the key is switched on again.
  signed_out_at timestamptz,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, client_id),
  foreign key (tenant_id, merchant_id) references merchants
);
call protect_tenant_table('clients', 'select, insert, update');
-- What every use of a key or an account notes (last_used_at and the like) is left out: nothing kept depends on it.
create trigger tell_change after insert or delete or update of secret_hash, previous_secret_hash,
  previous_secret_expires_at, merchant_id, roles, plan_id, daily_limit_override, monthly_limit_override,
  rate_limit_override, allowed_ips, expires_at, is_active, is_deleted on clients
  for each row execute function tell_change('realms');

create table users (
  tenant_id uuid not null references realms,
  id uuid not null,
  username text not null,
  email text not null,
  first_name text,
  last_name text,
  password_hash text,
  password_is_temporary boolean not null default false, -- signs nobody in; it only lets its owner set another one
  roles text[] not null,
  merchant_id uuid,
  company_name text,
  enabled boolean not null default true,
  email_verified boolean not null default false,
  pending_approval boolean not null default false,
  sessions_valid_from timestamptz, -- real time, whole seconds: access tokens issued before it are refused
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchants
);
create unique index users_username on users (tenant_id, lower(username)) where not is_deleted;
create unique index users_email on users (tenant_id, lower(email)) where not is_deleted;
call protect_tenant_table('users', 'select, insert, update');
create trigger tell_change after insert or delete or update of username, email, first_name, last_name, roles,
  merchant_id, company_name, enabled, pending_approval, is_deleted, sessions_valid_from on users
  for each row execute function tell_change('realms');

-- A tenant's own roles: named bundles of built-in ones.
create table tenant_roles (
  tenant_id uuid not null references realms,
  name text not null check (name ~ '^[a-z0-9-]{3,50}$'),
  description text,
  includes text[] not null check (cardinality(includes) > 0),
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, name)
);
call protect_tenant_table('tenant_roles', 'select, insert, update, delete');
create trigger tell_change after insert or delete or update on tenant_roles
  for each row execute function tell_change('realms');

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
create trigger tell_change after insert or delete or update on signing_keys
  for each row execute function tell_change('realms');

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
-- Ends every sign-in of a person at once.
create index refresh_tokens_of_person on refresh_tokens (tenant_id, subject) where is_user and dead_at is null;
call protect_tenant_table('refresh_tokens', 'select, insert, update, delete');

-- External issuers of tokens (OpenID Connect) that a tenant trusts. The id follows from tenant and issuer, so that a person
-- keeps one name, whatever is deleted and made again.
create table identity_providers (
  tenant_id uuid not null references realms,
  id uuid not null,
  name text not null,
  issuer text not null,
  audience text not null,
  algorithm text not null check (algorithm in ('RS256', 'PS256', 'ES256')),
  jwks_url text, -- null: the discovery document names it
  roles_claim text not null,
  role_mappings jsonb not null,
  merchant_claim text,
  max_token_life_seconds integer not null check (max_token_life_seconds between 60 and 86400),
  is_active boolean not null default true,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id)
);
-- A token names its issuer and its audience; the two together lead to one tenant.
create unique index identity_providers_issuer_audience on identity_providers (issuer, audience);
call protect_tenant_table('identity_providers', 'select, insert, update, delete');
create trigger tell_change after insert or delete or update on identity_providers
  for each row execute function tell_change('identity_providers');
