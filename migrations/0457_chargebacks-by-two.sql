-- How a chargeback ended moves money between merchant and bank: it is the bank's word, or that of two people, where the tenant has it so.
alter table chargebacks
  add column ends_by_two boolean not null default false, -- as the tenant had it when this was opened; stays
  add column asked_action text check (asked_action in ('win', 'lose')), -- what a first person says; null: nobody has, or it counts by now
  add column asked_by text,
  add column asked_people text[], -- behind asked_by at that moment
  add column ended_by text, -- null: the bank, or it is open
  add column ended_people text[];

-- The people are written by the database itself, as of then (0040); are_two_people is of 0416.
create function keep_chargeback_people() returns trigger language plpgsql as $$
begin
  new.ends_by_two := old.ends_by_two;
  new.asked_people := old.asked_people;
  new.ended_people := old.ended_people;
  if (new.asked_action, new.asked_by) is distinct from (old.asked_action, old.asked_by) then
    new.asked_people := people_behind(new.tenant_id, new.asked_by);
  end if;
  if new.ended_by is distinct from old.ended_by then
    new.ended_people := people_behind(new.tenant_id, new.ended_by);
    if old.status not in ('opened', 'disputed') or new.status not in ('won', 'lost') then
      raise exception 'chargeback %: who ended it is said with its end', old.id using errcode = 'check_violation';
    end if;
    if old.ends_by_two and (old.asked_action is distinct from case new.status when 'won' then 'win' else 'lose' end
        or not are_two_people(old.asked_people, new.ended_people)) then
      raise exception 'chargeback %: how it ended is said by two people', old.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger keep_chargeback_people before update on chargebacks for each row execute function keep_chargeback_people();
