-- A change that one person asked for and that counts once another person has confirmed it: routing, meanings of bank codes, fraud rules,
-- the blacklist, policies (docs/decisions/0431, 0433). What it changes goes on as it was until then.
create table waiting_changes (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7; a second person confirms exactly what was displayed under it
  surface text not null check (surface in ('cards', 'fraud')),
  kind text not null, -- what it changes: routing_rule, fraud_rule, ...
  entity_id uuid not null,
  label text not null, -- for people
  basis jsonb not null, -- what it was made of: carried out while that is still so
  wish jsonb not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'array'), -- what counts now, and what will
  requested_by text not null,
  requested_people text[], -- behind it at that moment
  requested_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'confirmed', 'rejected', 'replaced')),
  decided_by text,
  decided_people text[],
  decided_at timestamptz,
  primary key (tenant_id, id)
);
create unique index waiting_changes_open on waiting_changes (tenant_id, kind, entity_id) where status = 'waiting';
call protect_tenant_table('waiting_changes', 'select, insert, update');

-- What was asked for never changes; who decided is added, once, and whoever asked does not confirm.
create function guard_waiting_change() returns trigger language plpgsql as $$
declare
  decision constant text[] := array['status', 'decided_by', 'decided_people', 'decided_at'];
begin
  if tg_op = 'INSERT' then
    -- Of somebody of the platform the program knows the name, and no row of the tenant does.
    new.requested_people := array(
      select distinct unnest(coalesce(new.requested_people, '{}') || people_behind(new.tenant_id, new.requested_by)) order by 1);
    if new.status <> 'waiting' or new.decided_by is not null then
      raise exception 'change %: it begins waiting', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.status <> 'waiting' or new.status = 'waiting' or (to_jsonb(new) - decision) <> (to_jsonb(old) - decision) then
    raise exception 'change %: what was asked for, and what was decided, stays', old.id using errcode = 'check_violation';
  end if;
  new.decided_people := people_behind(new.tenant_id, new.decided_by);
  if new.status = 'confirmed' and not are_two_people(new.requested_people, new.decided_people) then
    raise exception 'change %: whoever asked for it does not confirm it', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_waiting_change before insert or update on waiting_changes
  for each row execute function guard_waiting_change();
