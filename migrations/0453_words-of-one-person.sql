-- Rows that a person typed, or none, are that person's word: the settlements made of them wait for a second one, unless another person finalizes.
alter table reconciliations
  add column started_people text[], -- behind its rows; null: from before this was kept, and not closed since
  add column finalized_people text[],
  add column is_of_one boolean not null default false; -- closed, and no second person of the tenant stands by it

create function keep_reconciliation_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.started_people := people_behind(new.tenant_id, new.started_by);
    new.finalized_people := null;
    new.is_of_one := false;
    return new;
  end if;
  if new.started_by is distinct from old.started_by then
    raise exception 'reconciliation %: who started it stays', old.id using errcode = 'check_violation';
  end if;
  new.started_people := coalesce(old.started_people, people_behind(old.tenant_id, old.started_by));
  if old.closing_as is null and new.closing_as is not null then
    new.finalized_people := people_behind(new.tenant_id, new.finalized_by);
    -- The program may know more against it (a key that nobody confirmed yet), never less.
    new.is_of_one := new.source <> 'files' and (new.is_of_one or not are_two_people(new.started_people, new.finalized_people));
  else
    new.finalized_people := old.finalized_people;
    new.is_of_one := old.is_of_one;
  end if;
  return new;
end $$;
create trigger keep_reconciliation_people
  before insert or update of started_by, started_people, closing_as, finalized_people, is_of_one on reconciliations
  for each row execute function keep_reconciliation_people();

-- A word of the settlement that somebody may have read, and that was said anew with another reference, or taken back.
alter table settlements add column is_word_renewed boolean not null default false;

create or replace function guard_settlement() returns trigger language plpgsql as $$
declare
  free constant text[] := array['status', 'settled_at', 'bank_reference', 'notes', 'event_count', 'completed_at', 'last_modified',
    'stated_by', 'stated_people', 'confirmed_by', 'confirmed_people', 'confirmed_at', 'settling_by', 'settling_people', 'settling_at',
    'settled_by', 'settled_people', 'is_word_renewed'];
begin
  if new.status <> old.status and not is_allowed_step('settlement', old.status || '>' || new.status) then
    raise exception 'settlement %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (to_jsonb(new) - free) <> (to_jsonb(old) - free)
     or (old.settled_at is not null and new.settled_at is distinct from old.settled_at)
     or (old.completed_at is not null and new.completed_at is distinct from old.completed_at) then
    raise exception 'settlement %: what was settled never changes; a correction is another one', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Whose word the amounts of a settlement are: of its maker, or of whoever stands alone by the reconciliation it was made of. Of two of whom one
-- is the platform, or holds a key that nobody confirmed yet, it is the other one's.
create function word_of_one(r reconciliations, out by_whom text, out people text[]) language plpgsql immutable as $$
declare
  is_platform constant boolean := array_to_string(r.started_people, ' ') like '%platform:%';
begin
  if not r.is_of_one then
    return;
  elsif r.started_people && r.finalized_people then
    by_whom := r.finalized_by;
    people := array(select distinct unnest(r.started_people || r.finalized_people) order by 1);
  elsif is_platform then
    by_whom := r.finalized_by;
    people := r.finalized_people;
  else
    by_whom := r.started_by;
    people := r.started_people;
  end if;
end $$;

-- As in 0416; what one person alone reconciled waits as well.
create or replace function keep_settlement_people() returns trigger language plpgsql as $$
declare
  stated text; -- also of one from before this was kept
begin
  if tg_op = 'INSERT' then
    if new.reconciliation_id is null then
      new.stated_by := coalesce(new.stated_by, new.created_by);
      new.stated_people := people_behind(new.tenant_id, new.stated_by);
    else
      new.stated_by := null;
      new.stated_people := null;
      select w.by_whom, w.people into new.stated_by, new.stated_people
        from reconciliations r, word_of_one(r) w where r.tenant_id = new.tenant_id and r.id = new.reconciliation_id;
    end if;
    new.is_word_renewed := false;
    if new.status <> 'pending' or coalesce(new.confirmed_by, new.settling_by, new.settled_by) is not null then
      raise exception 'settlement %: it is made by one person, and the rest takes a second person', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  stated := coalesce(old.stated_by, case when old.reconciliation_id is null then old.created_by end);
  new.stated_people := coalesce(old.stated_people, people_behind(new.tenant_id, stated));
  new.confirmed_people := old.confirmed_people;
  new.settling_people := old.settling_people;
  new.settled_people := old.settled_people;
  new.is_word_renewed := old.is_word_renewed or old.settling_by is not null
    and (new.settling_by is null or new.bank_reference is distinct from old.bank_reference);
  if coalesce(new.stated_by, stated) is distinct from stated then
    if array_to_string(new.stated_people, ' ') not like '%platform:%' or old.confirmed_by is not null then
      raise exception 'settlement %: who states its amounts stays', old.id using errcode = 'check_violation';
    end if;
    new.stated_people := people_behind(new.tenant_id, new.stated_by);
  elsif new.stated_by is null then
    new.stated_by := old.stated_by;
  end if;
  if new.confirmed_by is distinct from old.confirmed_by then
    new.confirmed_people := people_behind(new.tenant_id, new.confirmed_by);
    if old.confirmed_by is not null or not are_two_people(new.stated_people, new.confirmed_people) then
      raise exception 'settlement %: its amounts are confirmed once, by a second person', old.id using errcode = 'check_violation';
    end if;
  end if;
  if new.settling_by is distinct from old.settling_by then
    if old.status = 'settled' then
      raise exception 'settlement %: who said that it is settled stays', old.id using errcode = 'check_violation';
    end if;
    new.settling_people := people_behind(new.tenant_id, new.settling_by);
  end if;
  if new.settled_by is distinct from old.settled_by then
    new.settled_people := people_behind(new.tenant_id, new.settled_by);
  end if;
  if new.status = 'settled' and (old.status <> 'settled' or new.settled_by is distinct from old.settled_by) then
    if old.status = 'settled' or not are_two_people(new.settling_people, new.settled_people) then
      raise exception 'settlement %: that it is settled is said by two, once; the second person is another one', old.id using errcode = 'check_violation';
    end if;
    if stated is not null and new.confirmed_by is null then
      raise exception 'settlement %: its amounts are not confirmed', old.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

-- A file that counts is rejected by two people.
alter table bank_files
  add column rejecting_by text, -- asks first that it is rejected
  add column rejecting_people text[],
  add column rejecting_reason text,
  add column withdrawn_people text[]; -- of one that was rejected
create or replace function keep_file_people() returns trigger language plpgsql as $$
begin
  if new.sent_people = '{}' and new.origin <> 'folder' and new.taken_by <> 'bank-files' then -- of the release before, or from before
    new.sent_people := people_behind(new.tenant_id, new.taken_by);
  end if;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if not new.sent_people @> old.sent_people then
    raise exception 'file %: whoever sent it stays behind it', new.id using errcode = 'check_violation';
  end if;
  new.rejecting_people := case when new.rejecting_by is distinct from old.rejecting_by
    then people_behind(new.tenant_id, new.rejecting_by) else old.rejecting_people end;
  new.withdrawn_people := old.withdrawn_people;
  if new.status = 'rejected' and old.status <> 'rejected' then
    new.withdrawn_people := people_behind(new.tenant_id, new.withdrawn_by);
    if old.status = 'taken' and is_file_vouched(old) and not are_two_people(old.rejecting_people, new.withdrawn_people) then
      raise exception 'file %: one that counts is rejected by two; the second person is another one', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
