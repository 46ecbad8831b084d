-- While a month is exchanged, no other process takes a step of the same table: that step would look for the noted keys that are dropped here.
create or replace function exchange_part(target text) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  work part_rewrites;
  due partitions;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('rewrite ' || target, 0)) then return null; end if;
  select * into work from part_rewrites r where table_name = target and r.step = 'catching up' order by r.part limit 1 for update;
  if work is null then return null; end if;
  perform from divided_tables where name = target for update;
  select * into due from partitions where name = work.part;
  if due is null then return null; end if;
  execute format('lock table only %I in access exclusive mode', target);
  execute format('lock table %I in access exclusive mode', due.name);
  while catch_up(target, due.name, 10000) > 0 loop end loop;
  execute format('alter table %I detach partition %I', target, due.name);
  execute format('drop table %I, %I', due.name, due.name || '_noted');
  call attach_twin(target, due.name || '_new', due.name, due.begins, due.ends);
  update part_rewrites r set step = 'done', done_at = now(), bytes_after = pg_total_relation_size(due.name::regclass) where r.part = due.name;
  return due.name;
end $$;
