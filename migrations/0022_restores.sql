-- # Restored databases

-- Which database this is, as the running installation last saw it: one row, from the first start on. A dump brings the row along into another
-- database, a copy of files or a snapshot brings an older counter. What the installation remembers outside is in files beside the
-- processes and beside the master keys.
create table database_identity (
  is_only boolean primary key default true check (is_only),
  lineage uuid not null default gen_random_uuid(), -- another one after each restore: what others remember of the old one says nothing about it
  system text not null, -- of the cluster
  database_oid bigint not null,
  timeline integer not null,
  epoch bigint not null default 1, -- advances every few seconds while a process runs
  seen timestamptz not null -- platform clock, of the last advance
);
grant select, insert, update on database_identity to vezne_app, vezne_platform;

-- Restores that the program recognized: from then on nothing is written or sent until a person opens it again.
create table restores (
  id uuid primary key default gen_random_uuid(),
  reason text not null check (reason in ('other_database', 'older_state', 'unknown_timeline', 'lost_promotion')),
  system text not null, -- where it was met
  database_oid bigint not null,
  timeline integer not null,
  met timestamptz not null default clock_timestamp(), -- real time
  -- Platform clock: between these two something may have been written that is not here.
  lost_since timestamptz not null,
  lost_until timestamptz not null,
  finished timestamptz, -- platform clock; null: closed
  finished_by text,
  asks_banks_until timestamptz, -- platform clock; null: nothing was lost
  check ((finished is null) = (finished_by is null)),
  check (lost_since <= lost_until)
);
create unique index restores_open on restores ((true)) where finished is null; -- one at a time
grant select, insert, update on restores to vezne_app, vezne_platform;

-- What banks know of the time that a restore lost, as it is found.
create table restore_findings (
  tenant_id uuid not null,
  restore_id uuid not null references restores,
  kind text not null check (kind in ('payment', 'operation', 'transfer')),
  reference text not null, -- ours, by which the bank knows it
  found_by text not null check (found_by in ('repeat', 'bank_list', 'bank_file', 'statement')),
  outcome text not null check (outcome in ('known_again', 'listed')), -- is a row again; or is on a list that people work off
  subject_id uuid, -- the row
  amount_minor bigint,
  currency text,
  found timestamptz not null, -- platform clock
  primary key (tenant_id, restore_id, kind, reference)
);
call protect_tenant_table('restore_findings', 'select, insert, update');

-- A process that remembers the timeline before found nothing missing on this one.
alter table promotions add column is_vouched boolean not null default false;
