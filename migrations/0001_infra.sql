-- What belongs to the platform itself: walls between tenants, the clock, processes, keys that seal, and tables divided by time with their
-- archive.

-- Locks a tenant's table: row-level security for the application's role, a policy of its own for the role that may look
-- across tenants. `grants` names what the application may do; history and journals get no update and no delete.
-- The setting is read once a statement, not once a row; `is true` keeps the planner from walking an index by the tenants
-- of a batch instead of the key that the statement names.
create procedure protect_tenant_table(target regclass, grants text)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to vezne_app
       using ((tenant_id = any ((select string_to_array(current_setting(''app.tenant_ids'', true), '','')::uuid[])::uuid[])) is true)
       with check ((tenant_id = any ((select string_to_array(current_setting(''app.tenant_ids'', true), '','')::uuid[])::uuid[])) is true)',
    target);
  execute format('create policy platform on %s to vezne_platform using (true) with check (true)', target);
  execute format('grant %s on %s to vezne_app, vezne_platform', grants, target);
end $$;

-- What a process keeps in memory of realms, keys, people and merchants is dropped when a row changes. The notice is part of
-- the change's own transaction: nobody who listens misses it, whoever made the change and however that process ended.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('vezne', 'database|' || tg_argv[0] || '|' || coalesce(to_jsonb(coalesce(new, old)) ->> 'tenant_id', ''));
  return null;
end $$;

-- The steps the state tables of the code allow; filled at start by the owner, read by the guards below.
create table allowed_transitions (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);
grant select on allowed_transitions to vezne_app, vezne_platform;

-- Made anew at start from the table above: a list the guard can look at without a query of its own.
create function is_allowed_step(machine text, step text) returns boolean immutable language sql as 'select false';

-- One row: how far the sandbox's clock is from real time.
create table platform_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
grant select, update on platform_clock to vezne_app, vezne_platform;

insert into platform_clock default values;

create function platform_time() returns timestamptz stable language sql as $$
  select now() + (select offset_ms from platform_clock) * interval '1 millisecond'
$$;

-- Ids that sort by their time, where the server has none: PostgreSQL does from 18 on.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    create function uuidv7() returns uuid volatile language sql as $sql$
      select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
        || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
    $sql$;
  end if;
end $$;

-- # Processes and promotions

-- Numbers of running processes: each holds an advisory lock under its number for as long as it lives.
create sequence process_numbers as integer cycle;
grant usage on sequence process_numbers to vezne_app;

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
  is_stopped boolean not null default false, -- it said itself that it ends
  seen timestamptz
);
grant select, insert, update, delete on processes to vezne_app, vezne_platform;

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

revoke execute on function timeline_history from public;
grant execute on function timeline_history to vezne_app;

-- # Keys that seal, and how they change while everything runs: generations, rotations with their progress, who knows which keys

-- Keys of the platform itself, wrapped by the master key: `fingerprint`, `pepper`. That they open proves that the
-- master key at hand is the one this database was sealed with.
create table platform_keys (
  name text primary key,
  master_key_id text not null,
  wrapped bytea not null,
  created timestamptz not null
);
grant select, insert, update on platform_keys to vezne_app, vezne_platform;

-- Data keys seal columns; each is itself wrapped by a master key that is not in the database. No reference to realms: a
-- new tenant's first key commits before its realm does.
create table data_keys (
  tenant_id uuid not null,
  id uuid not null,
  month text not null, -- YYYY-MM: a new key each month
  -- A rotation gives every tenant new data keys: those of its generation. Older ones open what is not sealed anew yet.
  generation integer not null default 0,
  master_key_id text not null,
  wrapped bytea not null,
  created timestamptz not null,
  primary key (tenant_id, id),
  constraint data_keys_one_a_month unique (tenant_id, month, generation)
);
call protect_tenant_table('data_keys', 'select, insert, update, delete');

-- The newest row says which master key wraps and which data keys seal, whatever order a process lists its keys in.
-- Times are the database's own.
create table key_rotations (
  generation integer primary key,
  master_key_id text not null,
  started_at timestamptz not null default clock_timestamp(),
  known_at timestamptz,    -- every living process seals with the new keys from here on
  finished_at timestamptz  -- nothing is wrapped or sealed with an older key any more
);
grant select, insert, update on key_rotations to vezne_app, vezne_platform;

-- How far a rotation is in one table of one tenant: rows are walked in the order of the primary key, again and again until
-- a round finds nothing that is sealed with an older key.
create table key_rotation_steps (
  tenant_id uuid not null,
  generation integer not null references key_rotations,
  table_name text not null,
  position text[],              -- primary key of the last row looked at in this round
  resealed bigint not null default 0,
  found integer not null default 0, -- old values met in this round
  began_at timestamptz,         -- of this round; null while it waits
  finished_at timestamptz,
  primary key (tenant_id, generation, table_name)
);
create index key_rotation_steps_open on key_rotation_steps (generation) where finished_at is null;
call protect_tenant_table('key_rotation_steps', 'select, insert, update, delete');

-- What each process can open and seals with, under the number of its presence.
create table process_keys (
  process_no integer primary key,
  generation integer not null,
  key_ids text[] not null,
  noted_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on process_keys to vezne_app, vezne_platform;

-- # Tables divided by a uuid of version 7 into a partition a month, or a day

-- Tables divided into a partition a month or a day, by a uuid of version 7 that every row is found by, so `created` is never needed for
-- that.
create table divided_tables (
  name text primary key,
  key text not null,
  kept_months integer not null, -- at least; drop_oldest_partition drops nothing younger, whoever asks
  -- Rows of a month that another table still refers to by tenant_id, resource_id and sequence outlive it: an event of today may be of a payment
  -- of long ago. The program moves them, since the owner sees no rows of tenants.
  referred_from text,
  part text not null default 'month' check (part in ('month', 'day')),
  kept_days integer, -- at least, of a table divided by day; its kept_months is 0
  written_at text -- says when a row was written, where that may be long after its key
);

create table partitions (
  name text primary key,
  table_name text not null references divided_tables,
  ends timestamptz not null, -- its rows have keys of an earlier moment; a month of Istanbul ends then
  begins timestamptz, -- null: all that came before it
  unique (table_name, ends)
);

-- Whether months pass by the clock that a sandbox can move. The owner of the schema says so at each start, the program cannot.
create table retention_clock (is_platform_clock boolean not null default false);

insert into retention_clock default values;
grant select on divided_tables, partitions, retention_clock to vezne_app, vezne_platform;

create function retention_time() returns timestamptz stable language sql as $$
  select case when is_platform_clock then platform_time() else now() end from retention_clock
$$;

create function month_start(moment timestamptz, months_later integer) returns timestamptz stable language sql as $$
  select (date_trunc('month', moment at time zone 'Europe/Istanbul') + months_later * interval '1 month') at time zone 'Europe/Istanbul'
$$;

create function part_start(moment timestamptz, part text, parts_later integer) returns timestamptz stable language sql as $$
  select (date_trunc(part, moment at time zone 'Europe/Istanbul') + parts_later * ('1 ' || part)::interval) at time zone 'Europe/Istanbul'
$$;

create function part_name(target text, part text, begins timestamptz) returns text stable language sql as $$
  select target || '_' || to_char(begins at time zone 'Europe/Istanbul', case part when 'day' then 'YYYY_MM_DD' else 'YYYY_MM' end)
$$;

create function first_key_at(moment timestamptz) returns uuid immutable language sql as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

create function kept_from(target text, parts_kept integer) returns timestamptz stable language sql as $$
  select part_start(retention_time(), part, -greatest(parts_kept, case part when 'day' then kept_days else kept_months end))
    from divided_tables where name = target
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

-- Says of everything that a division cannot carry over what it is and what has to be done first.
create procedure refuse_division(target text, widened text[], left_out text[]) language plpgsql as $$
declare
  table_id oid := target::regclass;
  division divided_tables := (select d from divided_tables d where name = target);
  key_no smallint := (select attnum from pg_attribute where attrelid = table_id and attname = division.key
    and atttypid = 'uuid'::regtype and attnotnull and attgenerated = '');
  faults text[];
begin
  if division is null then raise exception '% has no bound: call bound_table first', target; end if;
  faults := array(
    select format('its key %s is no uuid that every row has', division.key) where key_no is null
    union all select 'it is no plain table' from pg_class where oid = table_id
      and (relkind <> 'r' or relpersistence <> 'p' or relispartition
        or exists (select from pg_inherits where table_id in (inhrelid, inhparent)))
    union all select 'its bound is not checked: call check_bound in a file before'
      where not exists (select from pg_constraint where conrelid = table_id and conname = target || '_bound' and convalidated)
    union all select format('constraint %s is not valid: validate it in a file before', conname) from pg_constraint
      where conrelid = table_id and contype in ('c', 'n', 'f') and not convalidated and conname <> target || '_bound'
    union all select format('constraint %s is of a kind that no divided table has', conname) from pg_constraint
      where conrelid = table_id and contype not in ('c', 'n', 'f', 'p', 'u')
    union all select format('%s is unique without %s: name it among the widened (the key is then part of it), or among the left out, '
        'if something else keeps what it promises', indexrelid::regclass, division.key)
      from pg_index where indrelid = table_id and indisunique and not key_no = any ((indkey::smallint[])[0:indnkeyatts - 1])
        and indexrelid::regclass::text <> all (widened || left_out)
    union all select format('%s is unique over an expression or a part of the rows: it cannot be widened', indexrelid::regclass)
      from pg_index where indrelid = table_id and indexrelid::regclass::text = any (widened)
        and (not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u')) or indpred is not null)
    union all select format('%s is to be widened or left out, but is no unique index of it', name) from unnest(widened || left_out) as named (name)
      where not exists (select from pg_index where indrelid = table_id and indisunique and indexrelid::regclass::text = name)
    union all select format('%s refers to %s, which is widened or left out', conrelid::regclass, conindid::regclass) from pg_constraint
      where confrelid = table_id and contype = 'f' and conindid::regclass::text = any (widened || left_out)
    union all select format('%s refers to it by more than columns that match, with no action', conrelid::regclass) from pg_constraint
      where confrelid = table_id and contype = 'f' and (confdeltype <> 'a' or confupdtype <> 'a' or confmatchtype <> 's')
    union all select format('its rows may be deleted while %s refers to them', conrelid::regclass) from pg_constraint
      where confrelid = table_id and contype = 'f'
        and (has_table_privilege('vezne_app', table_id, 'delete') or has_table_privilege('vezne_platform', table_id, 'delete'))
    union all select format('constraint %s refers to the table itself', conname) from pg_constraint
      where contype = 'f' and table_id = conrelid and table_id = confrelid
    union all select format('column %s has numbers of a sequence that goes with the oldest part', attname) from pg_attribute
      where attrelid = table_id and attnum > 0 and (attidentity <> '' or pg_get_serial_sequence(target, attname) is not null)
    union all select format('trigger %s is switched off, or of each row with a table of them', tgname) from pg_trigger
      where tgrelid = table_id and not tgisinternal
        and (tgenabled <> 'O' or (tgtype & 1 = 1 and coalesce(tgoldtable, tgnewtable) is not null))
    union all select format('policy %s is not one of every table', polname) from pg_policy
      where polrelid = table_id and polname not in ('tenant', 'platform')
    union all select format('rule %s of it', rulename) from pg_rewrite where ev_class = table_id
    union all select format('%s is made of its rows', r.ev_class::regclass) from pg_depend d join pg_rewrite r on r.oid = d.objid
      join pg_class v on v.oid = r.ev_class
      where d.classid = 'pg_rewrite'::regclass and d.refobjid = table_id and r.ev_class <> table_id and v.relkind <> 'v'
    union all select format('statistics %s of it', stxname) from pg_statistic_ext where stxrelid = table_id
    union all select format('function %s takes or returns its rows', p.oid::regprocedure) from pg_proc p join pg_class c on c.oid = table_id
      where p.prorettype = c.reltype or c.reltype = any (p.proargtypes) or c.reltype = any (p.proallargtypes));
  if cardinality(faults) > 0 then
    raise exception '% cannot be divided: %', target, array_to_string(faults, '; ')
      using errcode = 'object_not_in_prerequisite_state';
  end if;
end $$;

-- A trigger in place of a foreign key, of its name and with its error. It sees what the statement's other parts have written.
create procedure refer_by_trigger(foreign_key oid) language plpgsql as $procedure$
declare
  replaced pg_constraint := (select c from pg_constraint c where oid = foreign_key);
  own text[] := array(select attname from unnest(replaced.conkey) with ordinality as k (no, at)
    join pg_attribute on attrelid = replaced.conrelid and attnum = no order by at);
  referred text[] := array(select attname from unnest(replaced.confkey) with ordinality as k (no, at)
    join pg_attribute on attrelid = replaced.confrelid and attnum = no order by at);
begin
  execute format('alter table %s drop constraint %I', replaced.conrelid::regclass, replaced.conname);
  execute format($function$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      if not exists (select from %2$s r where %3$s) then
        raise exception 'insert or update on table "%4$s" violates foreign key constraint "%5$s"'
          using errcode = 'foreign_key_violation', table = %4$L, constraint = %5$L;
      end if;
      return null;
    end $body$ $function$,
    left(replaced.conname, 59) || '_met', replaced.confrelid::regclass,
    (select string_agg(format('r.%I = new.%I', theirs, mine), ' and ') from unnest(own, referred) as pair (mine, theirs)),
    replaced.conrelid::regclass, replaced.conname);
  execute format('create trigger %I after insert or update of %s on %s for each row when (%s) execute function %I()', replaced.conname,
    (select string_agg(quote_ident(mine), ', ') from unnest(own) as mine), replaced.conrelid::regclass,
    (select string_agg(format('new.%I is not null', mine), ' and ') from unnest(own) as mine), left(replaced.conname, 59) || '_met');
end $procedure$;

-- Last step: a moment without writers. The table becomes its own first partition, under a new table of its name, columns, keys,
-- indexes, triggers, views and rights; what no partition has a place for goes to the one named _others.
--   widened: primary keys and unique constraints that the dividing key becomes the last column of. Where such an index is made beforehand
--     (create unique index concurrently), it is taken; else one is built meanwhile. No "on conflict" names the narrow one any more.
--   left_out: unique indexes whose promise a trigger and a table of its own keep from now on.
-- Foreign keys to it become triggers of the same names that look for the row: parts go whole, and nobody may delete a single row.
create procedure divide_table(target text, widened text[], left_out text[]) language plpgsql as $$
declare
  table_id oid := target::regclass;
  first_part partitions;
  division divided_tables;
  made text[];
  triggers text[];
  views text[];
  rights text;
  rights_on_columns text[];
  options text;
  statement text;
  each record;
  ready text;
begin
  execute format('lock table %I in access exclusive mode', target);
  call refuse_division(target, widened, left_out);
  select * into strict first_part from partitions where table_name = target;
  select * into strict division from divided_tables where name = target;

  for each in
    select conname, contype, i.indexrelid, indexrelid::regclass::text as name, pg_get_constraintdef(c.oid) as definition,
        i.indkey::smallint[] as columns, i.indnkeyatts
      from pg_constraint c join pg_index i on i.indexrelid = c.conindid
     where c.conrelid = table_id and contype in ('p', 'u') and i.indexrelid::regclass::text = any (widened)
  loop
    ready := (select indexrelid::regclass::text from pg_index
      where indrelid = table_id and indisunique and indisvalid and indpred is null and indexprs is null
        and (indkey::smallint[])[0:indnkeyatts - 1] = each.columns[0:each.indnkeyatts - 1]
          || (select attnum from pg_attribute where attrelid = table_id and attname = division.key)
        and not exists (select from pg_constraint where conindid = indexrelid) limit 1);
    execute format('alter table %I drop constraint %I', target, each.conname);
    execute format('alter table %I add constraint %I %s', target, each.conname, case when ready is null
      then regexp_replace(each.definition, '\)', format(', %I)', division.key))
      else format('%s using index %s', case each.contype when 'p' then 'primary key' else 'unique' end, ready) end);
  end loop;
  foreach statement in array left_out loop
    if exists (select from pg_constraint where conrelid = table_id and conindid = statement::regclass) then
      execute format('alter table %I drop constraint %I', target, (select conname from pg_constraint
        where conrelid = table_id and conindid = statement::regclass and contype in ('p', 'u')));
    else
      execute format('drop index %s', statement);
    end if;
  end loop;

  made := array(select format('alter table %I add constraint %I %s', target, conname, pg_get_constraintdef(oid)) from pg_constraint
      where conrelid = table_id and contype in ('p', 'u', 'c', 'f') and conname <> target || '_bound'
      order by contype <> 'p', contype = 'f', conname)
    || array(select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = table_id and not exists (select from pg_constraint where conrelid = table_id and conindid = indexrelid));
  triggers := array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = table_id and not tgisinternal order by tgname);
  views := array(select format('create or replace view %s%s as %s', v.oid::regclass,
      ' with (' || array_to_string(v.reloptions, ', ') || ')', pg_get_viewdef(v.oid))
    from pg_class v where v.relkind = 'v' and exists (select from pg_depend d join pg_rewrite r on r.oid = d.objid
      where d.classid = 'pg_rewrite'::regclass and d.refobjid = table_id and r.ev_class = v.oid));
  rights := (select string_agg(distinct lower(privilege_type), ', ') from pg_class, aclexplode(relacl) a
      where oid = table_id and a.grantee = 'vezne_app'::regrole);
  rights_on_columns := array(select format('grant %s (%I) on %I to %s', a.privilege_type, attname, target, a.grantee::regrole)
    from pg_attribute, aclexplode(attacl) a where attrelid = table_id and attnum > 0 and a.grantee <> a.grantor);
  options := (select ' with (' || string_agg(option, ', ') || ')' from (
    select unnest(reloptions) as option from pg_class where oid = table_id
    union all select 'toast.' || unnest(t.reloptions) from pg_class c join pg_class t on t.oid = c.reltoastrelid where c.oid = table_id) as o);

  for each in select tgname as name from pg_trigger where tgrelid = table_id and not tgisinternal loop
    execute format('drop trigger %I on %I', each.name, target);
  end loop;
  for each in select oid from pg_constraint where confrelid = table_id and contype = 'f' and conparentid = 0 loop
    call refer_by_trigger(each.oid);
  end loop;
  for each in select indexrelid::regclass::text as name from pg_index where indrelid = table_id loop
    execute format('alter index %s rename to %I', each.name, replace(each.name, target, first_part.name));
  end loop;
  execute format('alter table %I rename to %I', target, first_part.name);
  execute format('drop policy tenant on %I', first_part.name);
  execute format('drop policy platform on %I', first_part.name);
  call close_partition(first_part.name);

  execute format('create table %I (like %I including defaults including storage including compression including generated)
    partition by range (%I)', target, first_part.name, division.key);
  foreach statement in array made || format('call protect_tenant_table(%L, %L)', target, rights) || rights_on_columns || triggers || views loop
    execute statement;
  end loop;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
    target, first_part.name, first_key_at(first_part.ends));
  execute format('alter table %I drop constraint %I', first_part.name, target || '_bound');
  execute format('create table %I partition of %I default%s', target || '_others', target, options);
  call close_partition(target || '_others');
end $$;

create procedure divide_table(target text) language plpgsql as $$
begin
  call divide_table(target, '{}', '{}');
end $$;

-- Makes the next partition where the table has none up to `until`; returns its name, else null. Rows of its time that came early (a clock
-- that moved ahead) go into it. One at a time, so that a lock is held for a moment, and at most a year ahead, or a week where it is divided
-- by day. Days that would be dropped at once are not made: what is of then stays in _others.
create function make_next_partition(target text, until timestamptz) returns text
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
create function drop_oldest_partition(target text, months integer) returns text
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

-- Takes rows out of _others whose part is gone; returns how many. Those that were written later than their part outlive it by as much.
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

revoke execute on function make_next_partition, drop_oldest_partition, empty_others from public;
grant execute on function make_next_partition, drop_oldest_partition, empty_others to vezne_platform;

-- # Parts written anew
-- Parts of divided tables are written anew, full and without what is no longer needed, beside writers: a twin is filled in lots while a
-- trigger notes what changes, and takes the part's place in a moment. Each call is a step of its own; whoever was ended goes on.

-- What a column becomes: an expression over the row. Columns of tables that are not divided yet may be here.
create table emptied_columns (
  table_name text not null,
  column_name text not null,
  becomes text not null,
  primary key (table_name, column_name)
);

create table part_rewrites (
  part text primary key,
  table_name text not null references divided_tables,
  step text not null default 'copying' check (step in ('copying', 'indexing', 'catching up', 'done')),
  copied_to text[], -- the key of the last row copied
  rows bigint not null default 0,
  bytes_before bigint not null,
  bytes_after bigint,
  begun_at timestamptz not null default now(), -- database time
  done_at timestamptz
);
grant select on emptied_columns, part_rewrites to vezne_app, vezne_platform;

-- Notes the key of a row that changes: arguments are the table of notes and its columns.
create function note_changed_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then execute format('insert into %I select %s from (select ($1).*) r', tg_argv[0], tg_argv[1]) using old; end if;
  if tg_op <> 'DELETE' then execute format('insert into %I select %s from (select ($1).*) r', tg_argv[0], tg_argv[1]) using new; end if;
  return null;
end $$;
comment on function note_changed_key() is 'notes: rows that change while their part of a table is written again or taken to the archive.';

create function key_columns(target text) returns text[] stable language sql as $$
  select array_agg(quote_ident(attname) order by place) from pg_index
    cross join lateral unnest((indkey::smallint[])[0:indnkeyatts - 1]) with ordinality as k (no, place)
    join pg_attribute on attrelid = indrelid and attnum = no where indrelid = target::regclass and indisprimary
$$;

create procedure note_changes(target text, part text) language plpgsql as $$
declare
  keys text := array_to_string(key_columns(target), ', ');
begin
  execute format('create table %I as select %s from %I limit 0', part || '_noted', keys, part);
  call close_partition(part || '_noted');
  execute format('create trigger %I after insert or update or delete on %I for each row execute function note_changed_key(%L, %L)',
    part || '_noted', part, part || '_noted', keys);
end $$;

-- A table like a part of this one, of the rows between two keys: filled and indexed apart, it takes a place there without being read.
create procedure make_twin(target text, twin text, begins timestamptz, ends timestamptz) language plpgsql as $$
declare
  key text := (select d.key from divided_tables d where name = target);
  options text;
  each record;
begin
  options := (select string_agg(option, ', ') from (
    select unnest(reloptions) as option from pg_class where oid = (target || '_others')::regclass
    union all select 'toast.' || unnest(t.reloptions) from pg_class c join pg_class t on t.oid = c.reltoastrelid
      where c.oid = (target || '_others')::regclass) as o where option not like 'fillfactor=%');
  execute format('create table %I (like %I including defaults including storage including compression including generated
    including constraints) with (%s)', twin, target, concat_ws(', ', 'fillfactor = 100', options));
  for each in select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = target::regclass and contype = 'f' loop
    execute format('alter table %I add constraint %I %s', twin, each.name, each.definition);
  end loop;
  execute format('alter table %I add constraint %I check (%s%I < %L)', twin, twin || '_bound',
    case when begins is null then '' else format('%I >= %L and ', key, first_key_at(begins)) end, key, first_key_at(ends));
  call close_partition(twin);
end $$;

-- Makes one index; false: it has them all.
create function index_twin(target text, twin text) returns boolean language plpgsql as $$
declare
  missing record;
  made text;
begin
  select i.indexrelid, c.conname, c.contype, row_number() over (order by i.indisprimary desc, i.indexrelid) as place into missing
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
   where i.indrelid = target::regclass order by i.indisprimary desc, i.indexrelid
   offset (select count(*) from pg_index where indrelid = twin::regclass) limit 1;
  if missing is null then return false; end if;
  made := twin || '_i' || missing.place;
  execute regexp_replace(pg_get_indexdef(missing.indexrelid), ' INDEX \S+ ON (ONLY )?\S+ USING', format(' INDEX %I ON %I USING', made, twin));
  if missing.conname is not null then
    execute format('alter table %I add constraint %I %s using index %I', twin, made,
      case missing.contype when 'p' then 'primary key' else 'unique' end, made);
  end if;
  return true;
end $$;

create procedure attach_twin(target text, twin text, part text, begins timestamptz, ends timestamptz) language plpgsql as $$
begin
  if twin <> part then execute format('alter table %I rename to %I', twin, part); end if;
  execute format('alter table %I attach partition %I for values from (%s) to (%L)', target, part,
    case when begins is null then 'minvalue' else quote_literal(first_key_at(begins)) end, first_key_at(ends));
  execute format('alter table %I drop constraint %I', part, twin || '_bound');
end $$;

create function kept_columns(target text) returns text stable language sql as $$
  select string_agg(coalesce(becomes, quote_ident(attname)), ', ' order by attnum) from pg_attribute
    left join emptied_columns on table_name = target and column_name = attname
   where attrelid = target::regclass and attnum > 0 and not attisdropped and attgenerated = ''
$$;

-- Writes the rows of noted keys in a twin anew, at most so many notes; returns how many there were.
create function catch_up(target text, part text, most integer) returns integer language plpgsql as $$
declare
  keys text := array_to_string(key_columns(target), ', ');
  columns text := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = target::regclass and attnum > 0 and not attisdropped and attgenerated = '');
  noted integer;
begin
  -- A statement each, so that the row is read as it is after its notes: what changes later is noted again.
  execute format('create temporary table if not exists noted_keys on commit drop as select %s from %I limit 0', keys, part || '_noted');
  truncate noted_keys;
  execute format('with gone as (delete from %1$I where ctid = any (array(select ctid from %1$I limit %3$s)) returning %2$s)
    insert into noted_keys select * from gone', part || '_noted', keys, most);
  get diagnostics noted = row_count;
  if noted > 0 then
    execute format('delete from %I where (%s) in (select * from noted_keys)', part || '_new', keys);
    execute format('insert into %I (%s) select %s from %I where (%s) in (select * from noted_keys)',
      part || '_new', columns, kept_columns(target), part, keys);
  end if;
  drop table noted_keys;
  return noted;
end $$;

-- The next step of the oldest month of a table that is older than `months` and was not written anew; returns the part, else null.
create function rewrite_step(target text, months integer, lot integer, out part text, out step text)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  division divided_tables := (select d from divided_tables d where name = target);
  work part_rewrites;
  due partitions;
  keys text[];
  copied bigint;
  last text[];
  behind text;
  columns text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('rewrite ' || target, 0))
    or (select relkind from pg_class where oid = target::regclass) <> 'p' then return; end if;
  -- What is left of a part that was dropped meanwhile.
  for work in select * from part_rewrites r where table_name = target
      and not exists (select from partitions p where p.name = r.part) loop
    execute format('drop table if exists %I, %I', work.part || '_new', work.part || '_noted');
    delete from part_rewrites r where r.part = work.part;
  end loop;
  select * into work from part_rewrites r where table_name = target and done_at is null order by r.part limit 1;
  if work is null then
    select p.* into due from partitions p left join part_rewrites r on r.part = p.name
     where p.table_name = target and r.part is null and to_regclass(quote_ident(p.name || '_noted')) is null
       and p.ends <= month_start(retention_time(), -greatest(months, 1))
     order by p.ends limit 1;
    if due is null or division.part = 'day' then return; end if;
    call note_changes(target, due.name);
    call make_twin(target, due.name || '_new', due.begins, due.ends);
    insert into part_rewrites (part, table_name, bytes_before) values (due.name, target, pg_total_relation_size(due.name::regclass));
    part := due.name; step := 'begun';
    return;
  end if;
  part := work.part; step := work.step;
  if work.step = 'copying' then
    keys := key_columns(target);
    columns := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = target::regclass and attnum > 0 and not attisdropped and attgenerated = '');
    behind := (select format('where (%s) > (%s)', array_to_string(keys, ', '), string_agg(format('%L::%s', value, format_type(atttypid, atttypmod)), ', ' order by place))
      from unnest(keys, work.copied_to) with ordinality as k (name, value, place)
      join pg_attribute on attrelid = target::regclass and quote_ident(attname) = k.name where work.copied_to is not null having count(*) > 0);
    execute format('with put as (insert into %1$I (%2$s) select %3$s from (select * from %4$I %5$s order by %6$s limit %7$s) as lot returning %6$s)
      select (select count(*) from put), (select array[%8$s] from put order by %9$s limit 1)', part || '_new', columns, kept_columns(target), part,
      behind, array_to_string(keys, ', '), lot, (select string_agg(k || '::text', ', ') from unnest(keys) k),
      (select string_agg(k || ' desc', ', ') from unnest(keys) k)) into copied, last;
    update part_rewrites r set rows = rows + copied, copied_to = coalesce(last, copied_to),
      step = case when copied < lot then 'indexing' else 'copying' end where r.part = work.part;
  elsif work.step = 'indexing' then
    if not index_twin(target, part || '_new') then
      execute format('analyze %I', part || '_new');
      update part_rewrites r set step = 'catching up' where r.part = work.part;
    end if;
  elsif catch_up(target, part, lot) < lot then
    step := 'ready';
  end if;
end $$;

-- The twin takes the part's place: a moment without writers.
create function exchange_part(target text) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  work part_rewrites;
  due partitions;
begin
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

revoke execute on function rewrite_step, exchange_part, index_twin, catch_up from public;
grant execute on function rewrite_step, exchange_part to vezne_platform;

-- # Months taken out of the database into files, and brought back
-- The owner of the schema alone allows either; then the program does it, in one transaction with its lists.

-- Months taken out of the database into files, and brought back. The owner of the schema alone allows either; then the program does it,
-- in one transaction with its lists.
create table archived_months (
  ends timestamptz primary key, -- as of its parts
  begins timestamptz,           -- null: all that came before is in it
  folder text not null,         -- name of the folder that holds the files
  state text not null check (state in ('writing', 'verified', 'out', 'coming', 'loaded', 'back')),
  tables text[] not null,
  manifest text,                -- SHA-256 of the manifest, in hex
  changed_at timestamptz not null default now() -- database time
);
grant select on archived_months to vezne_app, vezne_platform;

-- What months that are out add up to, so that books can be proved without their files. Rows without a currency have ''.
create table archived_sums (
  tenant_id uuid not null,
  ends timestamptz not null references archived_months,
  table_name text not null,
  currency text not null,
  rows bigint not null,
  amount numeric not null,
  primary key (tenant_id, ends, table_name, currency)
);
call protect_tenant_table('archived_sums', 'select');

create policy keeper on archived_sums using (pg_has_role((select relowner from pg_class where oid = 'archived_sums'::regclass), 'usage'));

-- The owner: from now on changes of the month's rows are noted.
create procedure begin_archive(until timestamptz, into_folder text) language plpgsql as $$
declare
  each record;
  taken text[] := '{}';
  first_moment timestamptz;
begin
  if (select state from archived_months where ends = until) in ('out', 'coming', 'loaded') then
    raise exception 'it is in the archive already';
  end if;
  for each in select p.* from partitions p join divided_tables d on d.name = p.table_name
      where p.ends = until and d.part = 'month' order by p.table_name for update of d loop
    if exists (select from partitions p where p.table_name = each.table_name and p.ends < until) then
      raise exception 'months before it are here: the oldest goes first';
    end if;
    if exists (select from part_rewrites r where r.part = each.name and r.done_at is null) then
      execute format('drop table if exists %I', each.name || '_new');
      delete from part_rewrites r where r.part = each.name;
    end if;
    if to_regclass(quote_ident(each.name || '_noted')) is null then call note_changes(each.table_name, each.name);
    else execute format('delete from %I', each.name || '_noted'); end if;
    taken := taken || each.table_name;
    first_moment := each.begins;
  end loop;
  insert into archived_months as known (ends, begins, folder, state, tables) values (until, first_moment, into_folder, 'writing', taken)
    on conflict (ends) do update set begins = excluded.begins, folder = excluded.folder, state = 'writing', tables = excluded.tables,
      manifest = null, changed_at = now();
end $$;

-- The owner: the files are there and were read back. `totals` are rows of archived_sums.
create procedure allow_archive(until timestamptz, manifest_hash text, totals jsonb) language plpgsql as $$
begin
  update archived_months set state = 'verified', manifest = manifest_hash, changed_at = now() where ends = until and state = 'writing';
  if not found then raise exception 'nothing is being written'; end if;
  delete from archived_sums where ends = until;
  insert into archived_sums (tenant_id, ends, table_name, currency, rows, amount)
    select t.tenant_id, until, t.table_name, t.currency, t.rows, t.amount
      from jsonb_to_recordset(totals) as t (tenant_id uuid, table_name text, currency text, rows bigint, amount numeric);
end $$;

-- The program, in the transaction that cuts the lists: takes out what the owner has allowed and nobody has changed since.
create function take_out_month(until timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  month archived_months;
  target text;
  gone text;
  is_changed boolean;
begin
  select * into month from archived_months where ends = until for update;
  if month.state is distinct from 'verified' then raise exception 'the archive has not been allowed by the owner of the schema'; end if;
  foreach target in array month.tables loop
    perform from divided_tables where name = target for update;
    gone := (select p.name from partitions p where p.table_name = target and p.ends = until);
    if gone is null then continue; end if; -- dropped by age meanwhile
    execute format('lock table only %I in access exclusive mode', target);
    execute format('lock table %I in access exclusive mode', gone);
    execute format('select exists (select from %I)', gone || '_noted') into is_changed;
    if is_changed then raise exception 'rows of % were changed while they were written', gone using errcode = 'object_not_in_prerequisite_state'; end if;
    execute format('alter table %I detach partition %I', target, gone);
    execute format('drop table %I, %I', gone, gone || '_noted');
    delete from part_rewrites r where r.part = gone;
    delete from partitions p where p.name = gone;
  end loop;
  update archived_months set state = 'out', changed_at = now() where ends = until;
end $$;

create function returned_name(target text, until timestamptz) returns text stable language sql as $$
  select target || '_' || to_char((until - interval '1 day') at time zone 'Europe/Istanbul', 'YYYY_MM') || '_back'
$$;

-- The owner: an empty table for each of the month, apart from those in use; then that they are filled and indexed.
create procedure begin_return(until timestamptz) language plpgsql as $$
declare
  month archived_months;
  target text;
begin
  select * into month from archived_months where ends = until for update;
  if month.state is null or month.state not in ('out', 'coming', 'loaded') then raise exception 'it is not in the archive'; end if;
  foreach target in array month.tables loop
    execute format('drop table if exists %I', returned_name(target, until));
    call make_twin(target, returned_name(target, until), month.begins, until);
  end loop;
  update archived_months set state = 'coming', changed_at = now() where ends = until;
end $$;

create procedure allow_return(until timestamptz) language plpgsql as $$
begin
  update archived_months set state = 'loaded', changed_at = now() where ends = until and state = 'coming';
  if not found then raise exception 'nothing is being brought back'; end if;
end $$;

-- The program, in the transaction that begins the lists anew.
create function attach_month(until timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  month archived_months;
  target text;
  twin text;
  columns text;
  key text;
begin
  select * into month from archived_months where ends = until for update;
  if month.state is distinct from 'loaded' then raise exception 'the return has not been allowed by the owner of the schema'; end if;
  foreach target in array month.tables loop
    select d.key into key from divided_tables d where name = target for update;
    twin := returned_name(target, until);
    execute format('lock table only %I in access exclusive mode', target);
    execute format('lock table %I in access exclusive mode', target || '_others');
    columns := (select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = twin::regclass and attnum > 0 and not attisdropped and attgenerated = '');
    -- Written while the month was away.
    execute format('with late as (delete from %1$I where (%2$L is null or %3$I >= %2$L) and %3$I < %4$L returning %5$s)
      insert into %6$I (%5$s) select %5$s from late on conflict do nothing', target || '_others',
      case when month.begins is null then null else first_key_at(month.begins) end, key, first_key_at(until), columns, twin);
    call attach_twin(target, twin, twin, month.begins, until);
    insert into partitions (name, table_name, begins, ends) values (twin, target, month.begins, until);
  end loop;
  delete from archived_sums where ends = until;
  update archived_months set state = 'back', changed_at = now() where ends = until;
end $$;

revoke execute on function take_out_month, attach_month from public;
revoke execute on procedure begin_archive, allow_archive, begin_return, allow_return from public;
grant execute on function take_out_month, attach_month to vezne_platform;

-- Up to where a check of all history has found everything right, so that the next pass reads what is new.
create table verified_bounds (
  tenant_id uuid not null,
  check_name text not null,
  until text not null, -- a day or an id, as the check orders what it reads: all before it
  verified_at timestamptz not null default now(), -- database time
  primary key (tenant_id, check_name)
);
call protect_tenant_table('verified_bounds', 'select, insert, update, delete');
