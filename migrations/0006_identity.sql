-- Tenants and who calls: plans, realms, merchants, settings, API keys, people with their roles, links, passkeys and sign-ins, the keys that
-- sign tokens, and issuers of others.

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
  last_modified timestamptz not null,
  -- Null: the longest allowed, 15 minutes and 12 hours. Plans can only shorten them.
  session_idle_minutes smallint check (session_idle_minutes between 1 and 15),
  session_max_minutes smallint check (session_max_minutes between 1 and 720)
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

-- Tables of lower nouns whose tenant has to be there.
alter table mail_outbox add foreign key (tenant_id) references realms;
alter table idempotency_keys add foreign key (tenant_id) references realms;
alter table quota_counts add foreign key (tenant_id) references realms;
alter table waiting_changes add foreign key (tenant_id) references realms;

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
  -- Payments name their merchant by external_id: of a merchant that something hangs on it changes by two people, and what it was called is
  -- never another merchant's.
  -- Payments, transfers, links, plans, terms or bank profiles name it; noted when a change asks for it, and stays.
  has_been_used boolean not null default false,
  external_id_asked text, -- what a first person asks for; null with external_id_asked_by: none
  external_id_asked_by text,
  external_id_asked_people text[], -- behind external_id_asked_by at that moment
  external_id_agreed_by text, -- carried out the last change that was asked for
  external_id_agreed_people text[],
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references merchants
);
create unique index merchants_external_id on merchants (tenant_id, external_id) where not is_deleted;
call protect_tenant_table('merchants', 'select, insert, update');
create trigger tell_change after insert or delete or update on merchants
  for each row execute function tell_change('merchants');

-- What used merchants were called before, and whose it stays.
create table retired_external_ids (
  tenant_id uuid not null,
  external_id text not null,
  merchant_id uuid not null,
  retired_at timestamptz not null default now(),
  primary key (tenant_id, external_id),
  foreign key (tenant_id, merchant_id) references merchants
);
call protect_tenant_table('retired_external_ids', 'select, insert');

-- The people are written by the database itself, as of then.
create function keep_external_id() returns trigger language plpgsql as $$
begin
  if old.has_been_used and not new.has_been_used then
    raise exception 'merchant %: it stays used', old.id using errcode = 'check_violation';
  end if;
  new.external_id_asked_people := old.external_id_asked_people;
  new.external_id_agreed_people := old.external_id_agreed_people;
  if (new.external_id_asked, new.external_id_asked_by) is distinct from (old.external_id_asked, old.external_id_asked_by) then
    new.external_id_asked_people := people_behind(new.tenant_id, new.external_id_asked_by);
  end if;
  if new.external_id is distinct from old.external_id and old.external_id is not null and new.has_been_used then
    new.external_id_agreed_people := people_behind(new.tenant_id, new.external_id_agreed_by);
    if new.external_id is distinct from old.external_id_asked
       or not are_two_people(old.external_id_asked_people, new.external_id_agreed_people) then
      raise exception 'merchant %: its external_id is used; two people change it', old.id using errcode = 'check_violation';
    end if;
    insert into retired_external_ids (tenant_id, external_id, merchant_id) values (old.tenant_id, old.external_id, old.id)
      on conflict do nothing;
  end if;
  return new;
end $$;
comment on function keep_external_id() is 'keeps: who asked for another external id of a used merchant and who agreed; they are two, and the id it had is not given to another.';
create trigger keep_external_id before update on merchants for each row execute function keep_external_id();

-- After the row is written: whoever gave the name up is committed by then, as the unique index has waited for it.
create function guard_external_id() returns trigger language plpgsql as $$
begin
  if exists (select from retired_external_ids r
      where r.tenant_id = new.tenant_id and r.external_id = new.external_id and r.merchant_id <> new.id) then
    raise exception 'merchant %: external_id % was used by another merchant', new.id, new.external_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger guard_external_id after insert or update of external_id on merchants for each row execute function guard_external_id();

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
  -- A setting that asks for a second person is not loosened by one: the new value counts once another one wrote it too.
  counting_value text, -- counts until then; null: `value` does
  loosened_people text[], -- behind the first of them
  agreed_people text[], -- behind the second
  primary key (tenant_id, id),
  check (num_nonnulls(value, value_sealed) = 1 and is_encrypted = (value_sealed is not null))
);
create unique index settings_key on settings (tenant_id, key, scope, scope_id) nulls not distinct;
call protect_tenant_table('settings', 'select, insert, update, delete');
create trigger tell_change after insert or delete or update on settings
  for each row execute function tell_change('settings');

create function keep_setting_people() returns trigger language plpgsql as $$
begin
  if new.agreed_people && new.loosened_people then
    raise exception 'setting %: whoever loosened it does not agree to it', new.key using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function keep_setting_people() is 'guards: the person who loosened a setting does not agree to it.';
create trigger keep_setting_people before insert or update of loosened_people, agreed_people on settings
  for each row execute function keep_setting_people();

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

-- # Credentials: API keys, users, identity providers
-- Four eyes means people: who can have had a secret or a password in hand stands behind what is done with it. A key that somebody made acts
-- for whoever made it, so two keys of one person are one person. A key, user or identity provider that somebody made or changed acts for
-- whoever did it, and decides, sends and approves only once a second person has confirmed it (src/identity/confirmation).

-- The people behind an actor (`sub` of a token), as the program reads them with the credential (access/callers). Whoever changed the
-- credential stands behind it until somebody else confirms it: whoever sets a password and then changes it in the user's name is not rid of
-- it. Somebody of an identity provider is a person of his own, and so is an id that nobody has. PL/pgSQL keeps the plans of its statements:
-- a call with a thousand transfers asks a thousand times.
create function people_behind(tenant uuid, actor text) returns text[] language plpgsql stable as $$
declare
  found text[];
begin
  if actor is null then
    return null;
  end if;
  select coalesce(c.accountable, array[c.client_id]) || c.changed_people into found
    from clients c where c.tenant_id = tenant and c.client_id = actor;
  if found is null and actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select array[u.id::text] || u.password_known_by || u.changed_people into found
      from users u where u.tenant_id = tenant and u.id = actor::uuid;
  end if;
  if found is null and actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:' then -- somebody of an identity provider
    select array[actor] || p.changed_people into found
      from identity_providers p where p.tenant_id = tenant and p.id = left(actor, 36)::uuid;
  end if;
  return coalesce(found, array[actor]);
end $$;

-- What waits for a second person has a name: each change of a credential until it is confirmed, with the members it changed. Whoever
-- confirms names what was looked at (docs/decisions/0230). Arguments: the columns that are looked at; none for the mark itself, which
-- stands for what is in no such column (a password, what a role includes). All that one transaction changes has one name, as nobody sees
-- less of it; one statement may change columns of several triggers, and each adds to what the one before it has named. The first change is
-- written before the mark, in one transaction with it, and is told, too. What is written without a mark stays until the next change, and
-- nobody is shown it.
create function name_change() returns trigger language plpgsql as $$
declare
  changed jsonb;
  known jsonb := coalesce(new.waiting_changes, '[]');
  this text := pg_current_xact_id()::text;
begin
  if old.changed_people is not null and new.changed_people is null then
    new.waiting_changes := null;
    return new;
  end if;
  if old.changed_people is null and known -> -1 ->> 'transaction' is distinct from this then
    known := '[]';
  end if;
  select coalesce(jsonb_agg(a.key order by a.key), '[]') into changed from jsonb_each(to_jsonb(new)) a
    where a.key = any(tg_argv) and a.value is distinct from to_jsonb(old) -> a.key;
  if known -> -1 ->> 'transaction' = this then
    new.waiting_changes := jsonb_set(known, '{-1,members}', (known -> -1 -> 'members') || changed);
  elsif changed <> '[]' or tg_nargs = 0 and new.changed_people is not null then
    if jsonb_array_length(known) >= 20 then
      -- The oldest make room; what they changed is still told.
      known := jsonb_set(known - 0, '{0,members}', (known -> 0 -> 'members') || (known -> 1 -> 'members'));
    end if;
    new.waiting_changes := known || jsonb_build_object('id', gen_random_uuid(), 'transaction', this, 'members', changed);
  end if;
  return new;
end $$;
comment on function name_change() is 'keeps: which members of a credential or provider were changed while a second person is waited for.';

-- What waits counts with the confirmation alone, or not at all.
create function guard_awaited() returns trigger language plpgsql as $$
begin
  if old.awaited is not null and old.changed_people is not null and new.changed_people is null and new.awaited is not null then
    raise exception '% %: what waited is confirmed with it', tg_table_name, old.id using errcode = 'check_violation';
  end if;
  if new.awaited is not null and new.changed_people is null then
    raise exception '% %: nobody changed it, so nothing of it waits', tg_table_name, old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Arguments: the column that says whose the payments are, and one that is set once somebody may sell by the credential.
create function guard_merchant_of_credential() returns trigger language plpgsql as $$
declare
  ours jsonb := to_jsonb(new);
  before jsonb := to_jsonb(old);
begin
  if new.needs_confirmation and ours -> tg_argv[0] is distinct from before -> tg_argv[0] and before ->> tg_argv[1] is not null then
    raise exception '% %: another % waits for a second person', tg_table_name, old.id, tg_argv[0] using errcode = 'check_violation';
  end if;
  return new;
end $$;

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
  -- Everybody who made the key or issued it a new secret, each told as the person behind the call; grows only. Null: made
  -- by the program; the key counts as a person of its own.
  accountable text[],
  -- Who made or changed it since it was last confirmed. Null: confirmed, or made by the program.
  changed_people text[],
  needs_confirmation boolean,
  -- The changes that wait, each with its name (name_change). Null: nothing waits.
  waiting_changes jsonb,
  -- What of a credential's reach waits with its confirmation: the merchant whose payments it makes, and larger limits. The columns of these
  -- names keep what counts until then. Null: nothing waits.
  awaited jsonb check (jsonb_typeof(awaited) = 'object'),
  -- Switching a key off ends its access tokens for good, also when it is switched on again while they would still live.
  sessions_valid_from timestamptz, -- real time, whole seconds: access tokens issued before it are refused
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
create trigger tell_accountable after update of accountable on clients
  for each row execute function tell_change('realms');
create trigger tell_confirmation after update of changed_people, needs_confirmation on clients
  for each row execute function tell_change('realms');
create trigger name_change before update of display_name, contact_email, merchant_id, roles, plan_id, daily_limit_override,
  monthly_limit_override, rate_limit_override, allowed_ips, expires_at, is_active, secret_hash on clients
  for each row execute function name_change('display_name', 'contact_email', 'merchant_id', 'roles', 'plan_id',
    'daily_limit_override', 'monthly_limit_override', 'rate_limit_override', 'allowed_ips', 'expires_at', 'is_active', 'secret_hash');
create trigger name_mark before update of changed_people on clients for each row execute function name_change();
create trigger name_awaited before update of awaited on clients for each row execute function name_change('awaited');
create trigger guard_awaited before update on clients for each row execute function guard_awaited();
create trigger guard_merchant before update of merchant_id on clients
  for each row execute function guard_merchant_of_credential('merchant_id', 'last_used_at');

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
  -- Who knows the user's password beside the user: the people behind the call that set it, until the user sets another one.
  password_known_by text[],
  changed_people text[],
  needs_confirmation boolean,
  previous_password_hashes text[], -- newest first, without the present one
  unused_since timestamptz, -- platform clock: last sign-in, enabling or new password; null: since it was made
  totp_sealed bytea, -- secret of the second factor; it counts once it is confirmed
  totp_confirmed_at timestamptz,
  totp_last_step bigint, -- a code is used once: those of this step and before are spent
  recovery_code_hashes bytea[], -- keyed hashes; a used one is removed
  -- Whether a user has ever counted as a person of the tenant's own: the platform vouches for the first two, and for nobody
  -- after them (docs/decisions/0227). Null: not yet.
  has_counted boolean,
  waiting_changes jsonb,
  awaited jsonb check (jsonb_typeof(awaited) = 'object'),
  -- Whoever may know a person's password is not rid of that by setting another one in the person's name (docs/decisions/0436). What ends it:
  -- a link to an address that two people agreed on, or a second factor that the person had before.
  -- Who may know the second factor beside the user: whoever may have known the password when it was set up. Null: nobody.
  second_factor_known_by text[],
  -- The present address was given since the user was last confirmed. Null: two people agreed on it.
  address_waits boolean,
  -- The password was set by whoever had the one before, or the link; who is known to know it is as before.
  password_replaced boolean,
  -- Nothing reads or writes it: a later release may drop it.
  is_vouched boolean,
  -- An administrator took the second factor or the passkeys away.
  second_factor_reset_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references merchants
);
create unique index users_username on users (tenant_id, lower(username)) where not is_deleted;
create unique index users_email on users (tenant_id, lower(email)) where not is_deleted;
-- Accounts nobody has used for long are looked for once a minute.
create index users_unused on users ((coalesce(unused_since, created))) where enabled and not is_deleted;
call protect_tenant_table('users', 'select, insert, update');
create trigger tell_change after insert or delete or update of username, email, first_name, last_name, roles,
  merchant_id, company_name, enabled, pending_approval, is_deleted, sessions_valid_from on users
  for each row execute function tell_change('realms');
create trigger tell_accountable after update of password_known_by on users
  for each row execute function tell_change('realms');
create trigger tell_confirmation after update of changed_people, needs_confirmation on users
  for each row execute function tell_change('realms');
-- Whether the second factor is set up decides which rights of a token count.
create trigger tell_second_factor after update of totp_confirmed_at on users
  for each row when (new.totp_confirmed_at is distinct from old.totp_confirmed_at)
  execute function tell_change('realms');
create trigger name_change before update of email, first_name, last_name, company_name, roles, merchant_id, enabled,
  pending_approval on users
  for each row execute function name_change('email', 'first_name', 'last_name', 'company_name', 'roles', 'merchant_id', 'enabled',
    'pending_approval');
create trigger name_mark before update of changed_people on users for each row execute function name_change();
create trigger name_awaited before update of awaited on users for each row execute function name_change('awaited');
create trigger guard_awaited before update on users for each row execute function guard_awaited();
create trigger guard_merchant before update of merchant_id on users
  for each row execute function guard_merchant_of_credential('merchant_id', 'unused_since');
create trigger name_credentials before update of password_hash, totp_confirmed_at, second_factor_reset_at on users
  for each row execute function name_change('password_hash', 'totp_confirmed_at', 'second_factor_reset_at');

-- Keeps what the rules need, whichever statement changes a user.
create function keep_user_credentials() returns trigger language plpgsql as $$
begin
  if new.is_deleted then
    new.previous_password_hashes := null;
    new.totp_sealed := null;
    new.totp_confirmed_at := null;
    new.totp_last_step := null;
    new.recovery_code_hashes := null;
    return new;
  end if;
  if new.password_hash is distinct from old.password_hash then
    if old.password_hash is not null then
      new.previous_password_hashes := (old.password_hash || coalesce(old.previous_password_hashes, '{}'))[1:3];
    end if;
    new.unused_since := new.last_modified;
  elsif (new.enabled and not old.enabled) or (old.pending_approval and not new.pending_approval) then
    new.unused_since := new.last_modified;
  end if;
  return new;
end $$;
comment on function keep_user_credentials() is 'keeps: the last three password hashes and since when an account is unused; a deleted user keeps no credential.';
create trigger keep_user_credentials before update on users for each row execute function keep_user_credentials();

create function note_address() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email then
    new.address_waits := true;
  elsif old.changed_people is not null and new.changed_people is null then
    new.address_waits := false;
  end if;
  return new;
end $$;
comment on function note_address() is 'keeps: that an e-mail address waits for a second person.';
create trigger note_address before update of email, changed_people on users for each row execute function note_address();

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
  changed_people text[],
  needs_confirmation boolean,
  waiting_changes jsonb,
  -- An audience other than the tenant's own counts once its tenant has proven it (docs/decisions/0121). Until then it stands here, where it
  -- blocks nobody, and `audience` is the tenant's own. Null: `audience` is in force.
  claimed_audience text,
  -- Which claim names the merchant of a provider's people says whose their payments are: another one waits with the confirmation, as the
  -- merchant of a key or user in use does; so does what widens whose tokens those of the provider are (docs/decisions/0430).
  awaited jsonb check (jsonb_typeof(awaited) = 'object'),
  -- A second person has confirmed it: its administrators have counted as people who confirm. Null: not yet.
  has_counted boolean,
  primary key (tenant_id, id)
);
-- A token names its issuer and its audience; the two together lead to one tenant.
create unique index identity_providers_issuer_audience on identity_providers (issuer, audience);
call protect_tenant_table('identity_providers', 'select, insert, update, delete');
create trigger tell_change after insert or delete or update on identity_providers
  for each row execute function tell_change('identity_providers');
create trigger name_mark before update of changed_people on identity_providers for each row execute function name_change();
create trigger name_change before update of name, audience, claimed_audience, algorithm, jwks_url, roles_claim,
  role_mappings, merchant_claim, max_token_life_seconds, is_active on identity_providers
  for each row execute function name_change('name', 'audience', 'claimed_audience', 'algorithm', 'jwks_url', 'roles_claim',
    'role_mappings', 'merchant_claim', 'max_token_life_seconds', 'is_active');
create trigger name_awaited before update of awaited on identity_providers for each row execute function name_change('awaited');
create trigger guard_awaited before update on identity_providers for each row execute function guard_awaited();
create trigger guard_merchant before update of merchant_claim on identity_providers
  for each row execute function guard_merchant_of_credential('merchant_claim', 'created');

-- What counted for a provider that was deleted. Made again it is the same one (its id follows from the issuer), so this counts until a
-- second person has confirmed another one.
create table former_merchant_claims (
  tenant_id uuid not null references realms,
  provider_id uuid not null,
  merchant_claim text, -- null: its people were bound to no merchant
  -- What counted of a provider that was deleted, beside the merchant claim.
  counted jsonb check (jsonb_typeof(counted) = 'object'),
  -- Its administrators could confirm until then. Platform clock.
  deleted_at timestamptz,
  has_counted boolean,
  primary key (tenant_id, provider_id)
);
call protect_tenant_table('former_merchant_claims', 'select, insert, update');

create function keep_merchant_claim() returns trigger language plpgsql as $$
declare
  ours constant jsonb := jsonb_build_object('jwks_url', old.jwks_url, 'roles_claim', old.roles_claim, 'role_mappings', old.role_mappings,
    'max_token_life_seconds', old.max_token_life_seconds, 'is_active', old.is_active);
begin
  insert into former_merchant_claims as f (tenant_id, provider_id, merchant_claim, counted, has_counted)
    values (old.tenant_id, old.id, old.merchant_claim, ours, old.has_counted is true or old.changed_people is null)
    on conflict (tenant_id, provider_id) do update set merchant_claim = excluded.merchant_claim, counted = excluded.counted,
      has_counted = f.has_counted is true or excluded.has_counted;
  return null;
end $$;
comment on function keep_merchant_claim() is 'notes: the merchant claim of a deleted identity provider, so that it cannot be made again with another one.';
create trigger keep_merchant_claim after delete on identity_providers for each row execute function keep_merchant_claim();

create function guard_former_claim() returns trigger language plpgsql as $$
begin
  if exists (select from former_merchant_claims f where f.tenant_id = new.tenant_id and f.provider_id = new.id
      and f.merchant_claim is distinct from new.merchant_claim) then
    raise exception 'identity provider %: it is made again with the merchant claim it had', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_former_claim before insert on identity_providers for each row execute function guard_former_claim();

-- # Links, passkeys, sign-ins, keys that sign

-- Links by which people set a password of their own: of an invitation, or of a forgotten password. Each counts once.
create table person_links (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  user_id uuid not null,
  purpose text not null check (purpose in ('invitation', 'password')),
  secret_hash bytea not null, -- keyed
  -- Platform clock.
  created timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz, -- used, withdrawn, or the person was changed so that it counts no more
  is_used boolean not null default false,
  -- Limits of links count mailboxes, whoever the users of them are. Hashed with a key.
  address_hash bytea,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users
);
create unique index person_links_by_secret on person_links (tenant_id, secret_hash);
create index person_links_of_person on person_links (tenant_id, user_id, created);
create index person_links_old on person_links (expires_at);
create index person_links_of_mailbox on person_links (tenant_id, address_hash, created);
call protect_tenant_table('person_links', 'select, insert, update, delete');

-- Whoever has asked for a password, known or not: looked up by a worker, so that the answer takes the same time for all.
create table password_requests (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  request_sealed bytea not null,
  created timestamptz not null, -- platform clock
  primary key (tenant_id, id)
);
call protect_tenant_table('password_requests', 'select, insert, update, delete');

-- Whichever statement changes a person: links went to the address of then, and stand for the access of then.
-- Their mails need not be sent any more.
create function end_person_links() returns trigger language plpgsql as $$
begin
  with ended as (
    update person_links set ended_at = new.last_modified
     where tenant_id = new.tenant_id and user_id = new.id and ended_at is null
    returning tenant_id, id)
  update mail_outbox m set next_try_at = null, mail_sealed = null
    from ended e where m.tenant_id = e.tenant_id and m.about = e.id and m.next_try_at is not null;
  return null;
end $$;
comment on function end_person_links() is 'decides: links in mails end, and mails not yet sent are withdrawn, when the address, password or access of their user changes; the release before changes users, too.';
create trigger end_person_links after update of email, password_hash, enabled, pending_approval, is_deleted on users
  for each row when (new.email is distinct from old.email or new.password_hash is distinct from old.password_hash
    or not new.enabled or new.pending_approval or new.is_deleted)
  execute function end_person_links();

-- Passkeys of people: keys of their devices, which sign them in to the console in place of password and code.
create table passkeys (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null, -- COSE
  counter bigint not null, -- of the device; 0 where it counts nothing
  name text not null,
  is_synced boolean not null, -- kept by the maker of the device for the person's other devices
  -- Platform clock.
  created timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users
);
create unique index passkeys_by_credential on passkeys (tenant_id, credential_id);
create index passkeys_of_person on passkeys (tenant_id, user_id);
call protect_tenant_table('passkeys', 'select, insert, update, delete');

-- A challenge that was answered, until it ends by itself: an answer counts once.
create table spent_challenges (
  tenant_id uuid not null references realms,
  challenge_hash bytea not null,
  ends timestamptz not null, -- real time
  primary key (tenant_id, challenge_hash)
);
create index spent_challenges_over on spent_challenges (tenant_id, ends);
call protect_tenant_table('spent_challenges', 'select, insert, delete');

-- Whoever sets a password holds the account anew: an administrator, the person, the owner of the mailbox. Keys of before count no more.
create function end_passkeys() returns trigger language plpgsql as $$
begin
  delete from passkeys where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
comment on function end_passkeys() is 'decides: passkeys end with the password they were added beside; the release before changes passwords, too.';
create trigger end_passkeys after update of password_hash, is_deleted on users
  for each row when (new.password_hash is distinct from old.password_hash or new.is_deleted)
  execute function end_passkeys();

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
