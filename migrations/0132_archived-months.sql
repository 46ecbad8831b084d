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

-- Keys of what files say of a person: without its key nobody reads that again. Both null: of those nobody can be found by.
create table archive_keys (
  tenant_id uuid not null,
  id uuid not null,
  email_key bytea, -- as in payments
  identity_key bytea,
  key_sealed bytea not null,
  created timestamptz not null, -- platform's clock
  primary key (tenant_id, id)
);
create unique index archive_keys_person on archive_keys (tenant_id, email_key, identity_key) nulls not distinct;
create index archive_keys_identity on archive_keys (tenant_id, identity_key) where identity_key is not null;
call protect_tenant_table('archive_keys', 'select, insert, update, delete');

-- Refunds that are here while their payment is in the archive: they name its cardholder, too.
create table archived_person_rows (
  tenant_id uuid not null,
  row_id uuid not null,
  key_id uuid not null,
  primary key (tenant_id, row_id)
);
create index archived_person_rows_key on archived_person_rows (tenant_id, key_id);
call protect_tenant_table('archived_person_rows', 'select, insert, delete');

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
create function returned_name(target text, until timestamptz) returns text stable language sql as $$
  select target || '_' || to_char((until - interval '1 day') at time zone 'Europe/Istanbul', 'YYYY_MM') || '_back'
$$;
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

do $$ begin
  revoke execute on function take_out_month, attach_month from public;
  revoke execute on procedure begin_archive, allow_archive, begin_return, allow_return from public;
end $$;
grant execute on function take_out_month, attach_month to vezne_platform;

-- Books as they would be with every month at hand.
create view book_sums with (security_invoker = true) as
  select tenant_id, currency, sum(rows)::bigint as rows, sum(amount) as amount from (
    select tenant_id, currency, count(*) as rows, sum(amount) as amount from journal group by 1, 2
    union all select tenant_id, currency, rows, amount from archived_sums where table_name = 'journal') as all_months
   group by 1, 2;
grant select on book_sums to vezne_app, vezne_platform;
