-- Tables with foreign keys, keys that lack the dividing column, views and rights on columns are divided as well (0081).

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

create or replace procedure divide_table(target text) language plpgsql as $$
begin
  call divide_table(target, '{}', '{}');
end $$;
