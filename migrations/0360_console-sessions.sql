-- Sessions of people in the console: the browser has a cookie, the tokens stay here. And what each person has set there.

create table console_sessions (
  tenant_id uuid not null references realms,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,       -- keyed hash of the cookie
  access_sealed bytea not null,
  access_until timestamptz not null,   -- real time, as tokens know no other
  refresh_sealed bytea not null,
  refresh_no integer not null default 0,
  refreshing_until timestamptz,    -- database time: a process is replacing the tokens
  is_demo boolean not null,        -- signed in without a password, in a sandbox
  client_address text not null,
  user_agent text,
  -- Platform clock, as the sign-in behind it.
  created timestamptz not null,
  refreshed_at timestamptz not null,
  used_at timestamptz not null,    -- by the person, not by the page in the background
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users
);
create unique index console_sessions_by_token on console_sessions (tenant_id, token_hash);
create index console_sessions_of_person on console_sessions (tenant_id, user_id) where ended_at is null;
create index console_sessions_overdue on console_sessions (expires_at);
call protect_tenant_table('console_sessions', 'select, insert, update, delete');

create table console_preferences (
  tenant_id uuid not null references realms,
  user_id uuid not null,
  value jsonb not null,
  last_modified timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users
);
call protect_tenant_table('console_preferences', 'select, insert, update, delete');
