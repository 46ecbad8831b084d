-- Four eyes means people: who can have had a secret or a password in hand stands behind what is done with it. A key that
-- somebody made acts for whoever made it, so two keys of one person are one person.

-- Everybody who made the key or issued it a new secret, each told as the person behind the call; grows only. Null: made
-- before this was kept, or by the program; the key counts as a person of its own.
alter table clients add column accountable text[];
-- Who knows the user's password beside the user: the people behind the call that set it, until the user sets another one.
alter table users add column password_known_by text[];
create trigger tell_accountable after update of accountable on clients
  for each row execute function tell_change('realms');
create trigger tell_accountable after update of password_known_by on users
  for each row execute function tell_change('realms');

-- The people behind an actor (`sub` of a token), as the program reads them with the credential (access/callers). Somebody of
-- an identity provider is a person of his own, and so is an id that nobody has.
create function people_behind(tenant uuid, actor text) returns text[] language sql stable as $$
  select case when actor is null then null else coalesce(
    (select coalesce(c.accountable, array[c.client_id]) from clients c where c.tenant_id = tenant and c.client_id = actor),
    (select array[u.id::text] || u.password_known_by from users u
      where u.tenant_id = tenant
        and u.id = case when actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then actor::uuid end),
    array[actor]) end
$$;

-- Who stood behind a step is written with it, by the database itself and whoever sends the statement. Null: a step from before.
alter table cancellation_requests add column requested_people text[], add column reviewed_people text[];
create function keep_cancellation_people() returns trigger language plpgsql as $$
begin
  new.requested_people := people_behind(new.tenant_id, new.requested_by);
  if tg_op = 'UPDATE' and new.requested_by = old.requested_by then
    new.requested_people := coalesce(old.requested_people, new.requested_people);
  end if;
  new.reviewed_people := people_behind(new.tenant_id, new.reviewed_by);
  if new.reviewed_people && new.requested_people then
    raise exception 'request %: whoever asked does not review', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_cancellation_people
  before insert or update of requested_by, reviewed_by, requested_people, reviewed_people on cancellation_requests
  for each row execute function keep_cancellation_people();

-- Of a plan: whoever created it, and whoever wrote its present terms.
alter table recurring_transfers add column made_people text[], add column terms_people text[];
create function keep_plan_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.made_people := people_behind(new.tenant_id, new.created_by);
    new.terms_people := people_behind(new.tenant_id, new.changed_by);
    return new;
  end if;
  new.made_people := coalesce(old.made_people, people_behind(new.tenant_id, new.created_by));
  new.terms_people := people_behind(new.tenant_id, new.changed_by);
  if new.changed_by is not distinct from old.changed_by then -- terms or not: the same actor goes on
    new.terms_people := array(select distinct unnest(new.terms_people || old.terms_people) order by 1);
  end if;
  return new;
end $$;
create trigger keep_plan_people before insert or update of changed_by, made_people, terms_people on recurring_transfers
  for each row execute function keep_plan_people();

alter table transfers add column made_people text[], add column decided_people text[], add column sent_people text[];
create function keep_transfer_people() returns trigger language plpgsql as $$
declare
  makers text[] := people_behind(new.tenant_id, new.created_by) || people_behind(new.tenant_id, new.terms_by);
begin
  if tg_op = 'INSERT' then
    if new.recurring_transfer_id is not null then
      makers := makers || coalesce((select p.made_people || p.terms_people from recurring_transfers p
        where p.tenant_id = new.tenant_id and p.id = new.recurring_transfer_id), '{}');
    end if;
    new.made_people := array(select distinct unnest(makers) order by 1);
    return new;
  end if;
  makers := coalesce(old.made_people, makers);
  new.made_people := old.made_people;
  new.decided_people := old.decided_people;
  new.sent_people := old.sent_people;
  if coalesce(new.approved_by, new.rejected_by) is distinct from coalesce(old.approved_by, old.rejected_by) then
    new.decided_people := people_behind(new.tenant_id, coalesce(new.approved_by, new.rejected_by));
    if new.decided_people && makers then
      raise exception 'transfer %: whoever made it does not decide', new.id using errcode = 'check_violation';
    end if;
  end if;
  if new.sent_by is distinct from old.sent_by then
    new.sent_people := people_behind(new.tenant_id, new.sent_by);
    if new.sent_people && makers
       or new.sent_people && coalesce(old.decided_people, people_behind(new.tenant_id, old.approved_by)) then
      raise exception 'transfer %: whoever made or approved it does not send', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger keep_transfer_people
  before insert or update of approved_by, rejected_by, sent_by, made_people, decided_people, sent_people on transfers
  for each row execute function keep_transfer_people();

-- The people behind `edited_by`, written with it. Null: from before.
alter table fraud_rules add column edited_people text[];
alter table fraud_rules_global add column edited_people text[];
