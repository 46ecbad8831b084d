-- Tables divided by day (0081 knew months).
alter table divided_tables add column part text not null default 'month' check (part in ('month', 'day'));
alter table divided_tables add column kept_days integer; -- at least, of a table divided by day; its kept_months is 0
alter table partitions add column begins timestamptz; -- null: all that came before it
update partitions set begins = month_start(ends, -1) where name not like '%_before_%';

create function part_start(moment timestamptz, part text, parts_later integer) returns timestamptz stable language sql as $$
  select (date_trunc(part, moment at time zone 'Europe/Istanbul') + parts_later * ('1 ' || part)::interval) at time zone 'Europe/Istanbul'
$$;
create function part_name(target text, part text, begins timestamptz) returns text stable language sql as $$
  select target || '_' || to_char(begins at time zone 'Europe/Istanbul', case part when 'day' then 'YYYY_MM_DD' else 'YYYY_MM' end)
$$;

-- First step for a table divided by day: what comes until a week from now will be the first partition.
create procedure bound_table_by_day(target text, key_name text, days_kept integer) language plpgsql as $$
declare
  newest timestamptz;
  ends_at timestamptz;
begin
  execute format($sql$select to_timestamp(max(('x' || substr(%1$I::text, 1, 8) || substr(%1$I::text, 10, 4))::bit(48)::bigint) / 1000.0)
    from %2$I where substr(%1$I::text, 15, 1) = '7'$sql$, key_name, target) into newest;
  ends_at := part_start(greatest(newest, platform_time()), 'day', 8);
  insert into divided_tables (name, key, kept_months, part, kept_days) values (target, key_name, 0, 'day', days_kept);
  insert into partitions (name, table_name, ends)
    values (target || '_before_' || to_char(ends_at at time zone 'Europe/Istanbul', 'YYYY_MM_DD'), target, ends_at);
  execute format('alter table %I add constraint %I check (%I < %L) not valid', target, target || '_bound', key_name, first_key_at(ends_at));
end $$;

-- As before, for days as well. Days that would be dropped at once are not made: what is of then stays in _others.
create or replace function make_next_partition(target text, until timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  division divided_tables;
  begins_at timestamptz;
  ends_at timestamptz;
  made text;
  options text;
  columns text;
begin
  select * into strict division from divided_tables where name = target for update;
  until := least(until, retention_time() + case division.part when 'day' then interval '7 days' else interval '1 year' end);
  begins_at := greatest((select max(ends) from partitions where table_name = target),
    part_start(retention_time(), 'day', -division.kept_days));
  if begins_at >= until or (select relkind from pg_class where oid = target::regclass) <> 'p' then return null; end if;
  ends_at := part_start(begins_at, division.part, 1);
  made := part_name(target, division.part, begins_at);
  options := (select ' with (' || string_agg(option, ', ') || ')' from (
    select unnest(reloptions) as option from pg_class where oid = (target || '_others')::regclass
    union all select 'toast.' || unnest(t.reloptions) from pg_class c join pg_class t on t.oid = c.reltoastrelid
      where c.oid = (target || '_others')::regclass) as o);
  execute format('create table %I (like %I including defaults including storage including compression including generated
    including constraints)%s', made, target, coalesce(options, ''));
  call close_partition(made);
  execute format('lock table %I in access exclusive mode', target || '_others');
  columns := (select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = made::regclass and attnum > 0 and not attisdropped and attgenerated = '');
  execute format('with early as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning %5$s)
    insert into %6$I (%5$s) select %5$s from early',
    target || '_others', division.key, first_key_at(begins_at), first_key_at(ends_at), columns, made);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', target, made, first_key_at(begins_at), first_key_at(ends_at));
  insert into partitions (name, table_name, begins, ends) values (made, target, begins_at, ends_at);
  return made;
end $$;

-- Drops the oldest partition once all of it is older than `months`, or days where it is divided by day; returns its name, else null.
-- The newest one stays.
create or replace function drop_oldest_partition(target text, months integer) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  division divided_tables;
  oldest partitions;
begin
  select * into strict division from divided_tables where name = target for update;
  select * into oldest from partitions where table_name = target order by ends limit 1;
  if oldest.ends > part_start(retention_time(), division.part,
      -greatest(months, case division.part when 'day' then division.kept_days else division.kept_months end))
    or oldest.ends = (select max(ends) from partitions where table_name = target) then return null; end if;
  execute format('alter table %I detach partition %I', target, oldest.name);
  execute format('drop table %I', oldest.name);
  delete from partitions where name = oldest.name;
  return oldest.name;
end $$;
