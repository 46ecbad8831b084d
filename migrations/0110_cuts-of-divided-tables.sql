-- From which moment on a table's parts are kept, and rows beside the parts that are older than that.
alter table divided_tables add column written_at text; -- says when a row was written, where that may be long after its key
update divided_tables set written_at = 'created' where name = 'events';

create function kept_from(target text, parts_kept integer) returns timestamptz stable language sql as $$
  select part_start(retention_time(), part, -greatest(parts_kept, case part when 'day' then kept_days else kept_months end))
    from divided_tables where name = target
$$;

-- Takes rows out of _others whose part is gone; returns how many. Those that were written later than their part outlive it by as much (0258).
create function empty_others(target text, parts_kept integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  division divided_tables;
  emptied bigint;
begin
  select * into strict division from divided_tables where name = target for update;
  execute format('delete from %I where %I < %L and %s', target || '_others', division.key,
    first_key_at(kept_from(target, parts_kept)),
    case when division.written_at is null then 'true' else format('%I < %L', division.written_at, kept_from(target, parts_kept)) end);
  get diagnostics emptied = row_count;
  return emptied;
end $$;
do $$ begin
  revoke execute on function empty_others from public;
end $$;
grant execute on function empty_others to vezne_platform;
