-- Rows that come with a tenant from another shard are written without triggers. Those that note changes of a part are always on, or the twin that
-- takes the part's place would lack such rows, and an archive would not know that its month has changed.
create or replace procedure note_changes(target text, part text) language plpgsql as $$
declare
  keys text := array_to_string(key_columns(target), ', ');
begin
  execute format('create table %I as select %s from %I limit 0', part || '_noted', keys, part);
  call close_partition(part || '_noted');
  execute format('create trigger %I after insert or update or delete on %I for each row execute function note_changed_key(%L, %L)',
    part || '_noted', part, part || '_noted', keys);
  execute format('alter table %I enable always trigger %I', part, part || '_noted');
end $$;
do $$
declare
  each record;
begin
  for each in select tgrelid::regclass as part, tgname as name from pg_trigger
      where tgfoid = 'note_changed_key()'::regprocedure and not tgisinternal order by tgrelid::regclass::text loop
    execute format('alter table %s enable always trigger %I', each.part, each.name);
  end loop;
end $$;
