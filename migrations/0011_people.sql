-- People: sessions that end at once, passwords that must be changed, and a tenant's own roles.

-- Real time, whole seconds: access tokens issued before it are refused. Null: no session was ever ended.
alter table users add sessions_valid_from timestamptz;
-- Such a password signs nobody in; it only lets its owner set another one.
alter table users add password_is_temporary boolean not null default false;

-- Ends every sign-in of a person at once.
create index refresh_tokens_of_person on refresh_tokens (tenant_id, subject) where is_user and dead_at is null;

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
