-- Parts of divided tables are written anew, full and without what is no longer needed, beside writers: a twin is filled in lots while a
-- trigger notes what changes, and takes the part's place in a moment. Each call is a step of its own; whoever was ended goes on.

-- What a column becomes: an expression over the row. Columns of tables that are not divided yet may be here.
create table emptied_columns (
  table_name text not null,
  column_name text not null,
  becomes text not null,
  primary key (table_name, column_name)
);
insert into emptied_columns values
  ('api_request_logs', 'request_headers', 'null'),
  ('api_request_logs', 'request_body', 'null'),
  ('api_request_logs', 'response_headers', 'null'),
  ('api_request_logs', 'response_body', 'null'),
  -- A payment that may still be worked on keeps all. Without a key of its own a person is found by the body alone.
  ('payments', 'answer_body', $$case when next_inquiry_at is null and status not like '%processing' and status <> 'created' then null else answer_body end$$),
  ('payments', 'request_body', $$case when next_inquiry_at is null and status not like '%processing' and status <> 'created'
    and (buyer_email_key is not null or request_body not ilike '%"email"%')
    and (buyer_identity_key is not null or request_body not ilike '%"identity_number"%') then '{}' else request_body end$$);

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
create function kept_columns(target text) returns text stable language sql as $$
  select string_agg(coalesce(becomes, quote_ident(attname)), ', ' order by attnum) from pg_attribute
    left join emptied_columns on table_name = target and column_name = attname
   where attrelid = target::regclass and attnum > 0 and not attisdropped and attgenerated = ''
$$;

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

do $$ begin
  revoke execute on function rewrite_step, exchange_part, index_twin, catch_up from public;
end $$;
grant execute on function rewrite_step, exchange_part to vezne_platform;
