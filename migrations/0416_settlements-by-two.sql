-- What a person writes of a settlement is done by two: its amounts, where it was made by hand, and that it is settled.
alter table settlements
  add column stated_by text, -- stands by the amounts first, and those behind them; null: it made itself, or is from before
  add column stated_people text[],
  add column confirmed_by text, -- the amounts, second
  add column confirmed_people text[],
  add column confirmed_at timestamptz,
  add column settling_by text, -- says first that it is settled
  add column settling_people text[],
  add column settling_at timestamptz,
  add column settled_by text, -- says it second
  add column settled_people text[];

create or replace function guard_settlement() returns trigger language plpgsql as $$
declare
  free constant text[] := array['status', 'settled_at', 'bank_reference', 'notes', 'event_count', 'completed_at', 'last_modified',
    'stated_by', 'stated_people', 'confirmed_by', 'confirmed_people', 'confirmed_at', 'settling_by', 'settling_people', 'settling_at',
    'settled_by', 'settled_people'];
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

-- Two accountable people of the tenant: neither is behind the other, and the platform stands behind neither.
create function are_two_people(ones text[], others text[]) returns boolean language sql immutable as $$
  select coalesce(not ones && others and array_to_string(ones || others, ' ') not like '%platform:%', false)
$$;

-- Who stood behind a step is written with it, as of then, by the database itself and whoever sends the statement (0040).
create function keep_settlement_people() returns trigger language plpgsql as $$
declare
  stated text; -- also of one from before this was kept
begin
  if tg_op = 'INSERT' then
    new.stated_by := case when new.reconciliation_id is null then coalesce(new.stated_by, new.created_by) end;
    new.stated_people := people_behind(new.tenant_id, new.stated_by);
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
  if coalesce(new.stated_by, stated) is distinct from stated then
    if array_to_string(new.stated_people, ' ') not like '%platform:%' or old.confirmed_by is not null then
      raise exception 'settlement %: who states its amounts stays', old.id using errcode = 'check_violation';
    end if;
    new.stated_people := people_behind(new.tenant_id, new.stated_by);
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
    if new.reconciliation_id is null and new.confirmed_by is null then
      raise exception 'settlement %: its amounts are not confirmed', old.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger keep_settlement_people before insert or update on settlements for each row execute function keep_settlement_people();
