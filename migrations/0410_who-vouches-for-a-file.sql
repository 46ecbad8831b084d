-- Who vouches for a bank's file. `folder`: the bank left it in the watched folder. `machine`: a key that may send files and nothing else sent
-- it. `person`: a person's word until a second one confirms it. `earlier`: taken before this was kept, and a person's word as well unless it
-- came by the folder or its reconciliation is finalized.
alter table bank_files add column origin text not null default 'earlier';
alter table bank_files alter column origin set default 'person'; -- what the release before takes
alter table bank_files
  add column sent_people text[] not null default '{}', -- behind the key or user that sent it
  add column confirmed_by text, add column confirmed_people text[], add column confirmed_at timestamptz,
  add column withdrawn_by text, add column withdrawn_at timestamptz, -- rejected by a person, or replaced by another file
  add column withdrawn_reason text, add column replaced_by uuid;
alter table bank_files add constraint bank_files_origin check (origin in ('folder', 'machine', 'person', 'earlier')) not valid;
alter table bank_files drop constraint bank_files_status_check,
  add constraint bank_files_statuses check (status in ('loading', 'taken', 'rejected', 'replaced')) not valid;
alter table bank_files add constraint bank_files_withdrawn check ((status in ('rejected', 'replaced')) = (withdrawn_at is not null)) not valid;
-- Four eyes, whoever sends the statement (0040).
alter table bank_files add constraint bank_files_confirmed
  check ((confirmed_by is null) = (confirmed_people is null) and not coalesce(confirmed_people && sent_people, false)) not valid;

create function keep_file_people() returns trigger language plpgsql as $$
begin
  if new.sent_people = '{}' and new.origin <> 'folder' and new.taken_by <> 'bank-files' then -- of the release before, or from before
    new.sent_people := people_behind(new.tenant_id, new.taken_by);
  end if;
  if tg_op = 'UPDATE' and not new.sent_people @> old.sent_people then
    raise exception 'file %: whoever sent it stays behind it', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_file_people before insert or update on bank_files for each row execute function keep_file_people();

-- A file whose word is a person's settles nothing, whoever sends the statement.
create function is_file_vouched(f bank_files) returns boolean language sql stable as $$
  select f.origin in ('folder', 'machine') or f.confirmed_by is not null or f.origin = 'earlier' and (f.taken_by = 'bank-files'
    or exists (select from reconciliations r where r.tenant_id = f.tenant_id and r.id = f.reconciliation_id and r.closing_as is not null))
$$;
create function keep_vouched_closings() returns trigger language plpgsql as $$
begin
  if exists (select from bank_files f where f.tenant_id = new.tenant_id and f.id = any(new.file_ids)
      and (f.status <> 'taken' or not is_file_vouched(f))) then
    raise exception 'reconciliation %: nobody vouches for its file', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_vouched_closings before update of closing_as on reconciliations
  for each row when (new.closing_as is not null and old.closing_as is null) execute function keep_vouched_closings();

-- What one person gave up alone: of a row, and of all rows of a reconciliation.
alter table reconciliation_details add column written_off bigint not null default 0;
alter table reconciliations add column written_off bigint not null default 0,
  add column write_off_total_max bigint; -- as it was set when it was made; null: from before this was kept
