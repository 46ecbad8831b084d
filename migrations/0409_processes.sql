-- Processes of the program that run or ran on this database, so that whoever is called at night sees which of them died.

create table processes (
  process_no integer primary key, -- of its presence
  host text not null,
  pid integer not null,
  version text not null,
  serves_requests boolean not null,
  runs_jobs boolean not null,
  -- Real time.
  started timestamptz not null default clock_timestamp(),
  ended timestamptz, -- of one that died: when another one missed it
  is_stopped boolean not null default false -- it said itself that it ends
);
grant select, insert, update, delete on processes to vezne_app, vezne_platform;
