-- Backups that were made by the program or told to it: what their master keys are needed for.
create table backups (
  id uuid primary key default gen_random_uuid(),
  made timestamptz not null default clock_timestamp(), -- real time, as all here
  made_by text not null,
  place text not null, -- folder, or what the operator calls it
  master_key_ids text[] not null,
  schema_version text not null,
  bytes bigint,
  expires timestamptz, -- null: needed until somebody forgets it
  forgotten timestamptz,
  forgotten_by text,
  check ((forgotten is null) = (forgotten_by is null))
);
grant select, insert, update on backups to vezne_app, vezne_platform;

-- When the platform's audit log was told that a restore was recognized: once, by one of the processes.
alter table restores add column audited timestamptz;
