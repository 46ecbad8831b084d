-- Timelines of the server's log on which the program has written: each promotion of a standby, and each restore to an earlier point, begins
-- one. A process that had seen something acknowledged that the timeline lacks says so here; then nobody writes until an operator accepts it.
create table promotions (
  system text not null, -- a dump is restored into another one
  timeline integer not null,
  seen timestamptz not null default clock_timestamp(), -- first by a process
  position pg_lsn not null, -- of the log by then
  kept_to pg_lsn, -- how far it has the log from before
  lost_to pg_lsn, -- highest position that was acknowledged and is not there; null: none known
  accepted timestamptz,
  accepted_by text,
  reconciled_until timestamptz,
  primary key (system, timeline),
  check (accepted is null or (lost_to is not null and reconciled_until is not null))
);
grant select, insert, update on promotions to vezne_app, vezne_platform;

-- Where earlier timelines ended. Only a superuser may read it, so null where the schema's owner is none.
create function timeline_history(timeline integer) returns text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return pg_read_file('pg_wal/' || lpad(upper(to_hex(timeline)), 8, '0') || '.history');
exception when others then
  return null;
end $$;
do $$ begin
  revoke execute on function timeline_history from public;
end $$;
grant execute on function timeline_history to vezne_app;
