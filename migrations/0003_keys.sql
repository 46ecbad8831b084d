-- Keys that seal, and how they change while everything runs: generations, rotations with their progress, who knows which keys.

-- Keys of the platform itself, wrapped by the master key: `fingerprint`, `pepper`. That they open proves that the
-- master key at hand is the one this database was sealed with.
create table platform_keys (
  name text primary key,
  master_key_id text not null,
  wrapped bytea not null,
  created timestamptz not null
);
grant select, insert, update on platform_keys to vezne_app, vezne_platform;

-- Data keys seal columns; each is itself wrapped by a master key that is not in the database. No reference to realms: a
-- new tenant's first key commits before its realm does.
create table data_keys (
  tenant_id uuid not null,
  id uuid not null,
  month text not null, -- YYYY-MM: a new key each month
  -- A rotation gives every tenant new data keys: those of its generation. Older ones open what is not sealed anew yet.
  generation integer not null default 0,
  master_key_id text not null,
  wrapped bytea not null,
  created timestamptz not null,
  primary key (tenant_id, id),
  constraint data_keys_one_a_month unique (tenant_id, month, generation)
);
call protect_tenant_table('data_keys', 'select, insert, update, delete');

-- The newest row says which master key wraps and which data keys seal, whatever order a process lists its keys in.
-- Times are the database's own.
create table key_rotations (
  generation integer primary key,
  master_key_id text not null,
  started_at timestamptz not null default clock_timestamp(),
  known_at timestamptz,    -- every living process seals with the new keys from here on
  finished_at timestamptz  -- nothing is wrapped or sealed with an older key any more
);
grant select, insert, update on key_rotations to vezne_app, vezne_platform;

-- How far a rotation is in one table of one tenant: rows are walked in the order of the primary key, again and again until
-- a round finds nothing that is sealed with an older key.
create table key_rotation_steps (
  tenant_id uuid not null,
  generation integer not null references key_rotations,
  table_name text not null,
  position text[],              -- primary key of the last row looked at in this round
  resealed bigint not null default 0,
  found integer not null default 0, -- old values met in this round
  began_at timestamptz,         -- of this round; null while it waits
  finished_at timestamptz,
  primary key (tenant_id, generation, table_name)
);
create index key_rotation_steps_open on key_rotation_steps (generation) where finished_at is null;
call protect_tenant_table('key_rotation_steps', 'select, insert, update, delete');

-- What each process can open and seals with, under the number of its presence.
create table process_keys (
  process_no integer primary key,
  generation integer not null,
  key_ids text[] not null,
  noted_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on process_keys to vezne_app, vezne_platform;
