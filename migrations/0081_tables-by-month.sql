-- Tables divided into a partition a month, by a uuid of version 7 that every row is found by, so `created` is never needed for that.
create table divided_tables (
  name text primary key,
  key text not null,
  kept_months integer not null -- at least; drop_oldest_partition drops nothing younger, whoever asks
);
create table partitions (
  name text primary key,
  table_name text not null references divided_tables,
  ends timestamptz not null, -- its rows have keys of an earlier moment; a month of Istanbul ends then
  unique (table_name, ends)
);
-- Whether months pass by the clock that a sandbox can move. The owner of the schema says so at each start, the program cannot.
create table retention_clock (is_platform_clock boolean not null default false);
insert into retention_clock default values;
grant select on divided_tables, partitions, retention_clock to vezne_app, vezne_platform;

create function platform_time() returns timestamptz stable language sql as $$
  select now() + (select offset_ms from platform_clock) * interval '1 millisecond'
$$;
create function retention_time() returns timestamptz stable language sql as $$
  select case when is_platform_clock then platform_time() else now() end from retention_clock
$$;
create function month_start(moment timestamptz, months_later integer) returns timestamptz stable language sql as $$
  select (date_trunc('month', moment at time zone 'Europe/Istanbul') + months_later * interval '1 month') at time zone 'Europe/Istanbul'
$$;
create function first_key_at(moment timestamptz) returns uuid immutable language sql as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- First step of a division: what is there, and what comes until the end of the next month, will be the first partition.
create procedure bound_table(target text, key_name text, months_kept integer) language plpgsql as $$
declare
  newest timestamptz;
  ends_at timestamptz;
begin
  execute format($sql$select to_timestamp(max(('x' || substr(%1$I::text, 1, 8) || substr(%1$I::text, 10, 4))::bit(48)::bigint) / 1000.0)
    from %2$I where substr(%1$I::text, 15, 1) = '7'$sql$, key_name, target) into newest;
  ends_at := month_start(greatest(newest, platform_time()), 2);
  insert into divided_tables values (target, key_name, months_kept);
  insert into partitions values (target || '_before_' || to_char(ends_at at time zone 'Europe/Istanbul', 'YYYY_MM'), target, ends_at);
  execute format('alter table %I add constraint %I check (%I < %L) not valid', target, target || '_bound', key_name, first_key_at(ends_at));
end $$;
-- Second step, in a transaction of its own: looks at every row without locking writers out.
create procedure check_bound(target text) language plpgsql as $$
begin
  execute format('alter table %I validate constraint %I', target, target || '_bound');
end $$;

-- A partition is reached through its table alone: the roles of the program have no rights on it.
create procedure close_partition(partition_name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', partition_name);
  execute format('alter table %I force row level security', partition_name);
  execute format('revoke all on %I from vezne_app, vezne_platform', partition_name);
  -- The owner by what it is, not by its name: a dump may be restored under another one.
  execute format('create policy keeper on %1$I using (pg_has_role((select relowner from pg_class where oid = %1$L::regclass), ''usage''))',
    partition_name);
end $$;

-- Last step: a moment without writers. The table becomes its own first partition, under a new table of its name, columns, keys,
-- indexes, triggers and rights; what no partition has a place for goes to the one named _others.
create procedure divide_table(target text) language plpgsql as $$
declare
  first_part partitions := (select p from partitions p where table_name = target);
  division divided_tables := (select d from divided_tables d where name = target);
  made text[];
  triggers text[];
  rights text;
  statement text;
  each record;
begin
  execute format('lock table %I in access exclusive mode', target);
  made := array(select format('alter table %I add constraint %I %s', target, conname, pg_get_constraintdef(oid)) from pg_constraint
      where conrelid = target::regclass and contype in ('p', 'u', 'c') and conname <> target || '_bound' order by contype <> 'p', conname)
    || array(select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = target::regclass and not exists (select from pg_constraint where conindid = indexrelid));
  triggers := array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = target::regclass and not tgisinternal order by tgname);
  rights := (select string_agg(distinct lower(privilege_type), ', ') from pg_class, aclexplode(relacl) a
      where oid = target::regclass and a.grantee = 'vezne_app'::regrole);
  for each in select tgname as name from pg_trigger where tgrelid = target::regclass and not tgisinternal loop
    execute format('drop trigger %I on %I', each.name, target);
  end loop;
  for each in select indexrelid::regclass::text as name from pg_index where indrelid = target::regclass loop
    execute format('alter index %s rename to %I', each.name, replace(each.name, target, first_part.name));
  end loop;
  execute format('alter table %I rename to %I', target, first_part.name);
  execute format('drop policy tenant on %I', first_part.name);
  execute format('drop policy platform on %I', first_part.name);
  call close_partition(first_part.name);

  execute format('create table %I (like %I including defaults including storage including compression including generated)
    partition by range (%I)', target, first_part.name, division.key);
  foreach statement in array made || format('call protect_tenant_table(%L, %L)', target, rights) || triggers loop
    execute statement;
  end loop;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
    target, first_part.name, first_key_at(first_part.ends));
  execute format('alter table %I drop constraint %I', first_part.name, target || '_bound');
  execute format('create table %I partition of %I default', target || '_others', target);
  call close_partition(target || '_others');
end $$;

-- Makes the next month's partition where the table has none up to `until`; returns its name, else null. Rows of that month that came
-- early (a clock that moved ahead) go into it. One at a time, so that a lock is held for a moment, and at most a year ahead.
create function make_next_partition(target text, until timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  division divided_tables;
  begins timestamptz;
  ends_at timestamptz;
  made text;
  options text;
  columns text;
begin
  select * into strict division from divided_tables where name = target for update;
  until := least(until, retention_time() + interval '1 year');
  begins := (select max(ends) from partitions where table_name = target);
  if begins >= until or (select relkind from pg_class where oid = target::regclass) <> 'p' then return null; end if;
  ends_at := month_start(begins, 1);
  made := target || '_' || to_char(begins at time zone 'Europe/Istanbul', 'YYYY_MM');
  options := (select ' with (' || array_to_string(reloptions, ', ') || ')' from pg_class where oid = (target || '_others')::regclass
    and reloptions is not null);
  execute format('create table %I (like %I including defaults including storage including compression including generated
    including constraints)%s', made, target, coalesce(options, ''));
  call close_partition(made);
  execute format('lock table %I in access exclusive mode', target || '_others');
  columns := (select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = made::regclass and attnum > 0 and not attisdropped and attgenerated = '');
  execute format('with early as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning %5$s)
    insert into %6$I (%5$s) select %5$s from early',
    target || '_others', division.key, first_key_at(begins), first_key_at(ends_at), columns, made);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', target, made, first_key_at(begins), first_key_at(ends_at));
  insert into partitions values (made, target, ends_at);
  return made;
end $$;

-- Drops the oldest partition once all of it is older than `months`; returns its name, else null. The newest one stays.
create function drop_oldest_partition(target text, months integer) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  division divided_tables;
  oldest partitions;
begin
  select * into strict division from divided_tables where name = target for update;
  select * into oldest from partitions where table_name = target order by ends limit 1;
  if oldest.ends > month_start(retention_time(), -greatest(months, division.kept_months))
    or oldest.ends = (select max(ends) from partitions where table_name = target) then return null; end if;
  execute format('alter table %I detach partition %I', target, oldest.name);
  execute format('drop table %I', oldest.name);
  delete from partitions where name = oldest.name;
  return oldest.name;
end $$;

-- They are new: nobody has used them before.
do $$ begin
  revoke execute on function make_next_partition, drop_oldest_partition from public;
end $$;
grant execute on function make_next_partition, drop_oldest_partition to vezne_platform;
