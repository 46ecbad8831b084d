-- What begins only when no process of the release before runs any more, since that one would misread it: where each step stands
-- (src/infra/database/processes/release-steps.ts). A database that no process has met yet begins all at once.
create table release_steps (
  name text primary key,
  known_since timestamptz, -- real time; null: a process runs that does not know the step
  begun timestamptz
);
grant select, update on release_steps to vezne_app, vezne_platform;
insert into release_steps (name, begun)
  select 'key_references', clock_timestamp() where not exists (select from processes)
  union all
  select 'key_references', null where exists (select from processes);

-- Steps that a process knows; none in one of the release before.
alter table processes add column known_steps text[] not null default '{}';
