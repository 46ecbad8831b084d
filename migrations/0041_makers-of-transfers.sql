-- Who counts as a maker of a transfer besides its creator: whoever last said where it goes, or what it leaves by.

-- The people behind the last change of IBAN, account number or card; a new name, or becoming the default, adds to them.
-- Null: from before, or by the program.
alter table receiver_accounts add column changed_by text, add column target_people text[];
create function keep_target_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.target_people := people_behind(new.tenant_id, new.changed_by);
  elsif (new.iban, new.account_number, new.card_key, new.card_token) is distinct from
        (old.iban, old.account_number, old.card_key, old.card_token) then
    new.target_people := people_behind(new.tenant_id, new.changed_by);
  elsif new.holder_name <> old.holder_name or new.bank_code is distinct from old.bank_code
        or new.is_default and not old.is_default then
    new.target_people := array(select distinct unnest(old.target_people || people_behind(new.tenant_id, new.changed_by)) order by 1);
  else
    new.target_people := old.target_people;
  end if;
  return new;
end $$;
create trigger keep_target_people before insert or update on receiver_accounts
  for each row execute function keep_target_people();

-- The same of the account money leaves by: its configuration and its names at the bank.
alter table source_accounts add column changed_by text, add column binding_people text[];
create function keep_binding_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.configuration_id, new.bank_code, new.iban, new.account_number)
       is distinct from (old.configuration_id, old.bank_code, old.iban, old.account_number) then
    new.binding_people := people_behind(new.tenant_id, new.changed_by);
  else
    new.binding_people := old.binding_people;
  end if;
  return new;
end $$;
create trigger keep_binding_people before insert or update on source_accounts
  for each row execute function keep_binding_people();

-- PL/pgSQL keeps the plans of its statements: a call with a thousand transfers asks a thousand times.
create or replace function people_behind(tenant uuid, actor text) returns text[] language plpgsql stable as $$
declare
  found text[];
begin
  if actor is null then
    return null;
  end if;
  select coalesce(c.accountable, array[c.client_id]) into found
    from clients c where c.tenant_id = tenant and c.client_id = actor;
  if found is null and actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select array[u.id::text] || u.password_known_by into found
      from users u where u.tenant_id = tenant and u.id = actor::uuid;
  end if;
  return coalesce(found, array[actor]);
end $$;

-- Everybody who counts as a maker at this moment: `made`, and whoever last changed the two accounts.
create function transfer_makers(tenant uuid, made text[], receiver_account uuid, source_account uuid) returns text[]
language plpgsql stable as $$
declare
  target text[];
  binding text[];
begin
  select r.target_people into target from receiver_accounts r where r.tenant_id = tenant and r.id = receiver_account;
  select s.binding_people into binding from source_accounts s where s.tenant_id = tenant and s.id = source_account;
  return made || target || binding;
end $$;

-- The setting transfers.separation (docs/interface/requests.md#four-eyes). A transfer keeps what held when it was made; a later change can only
-- ask for more.
create function wants_three_persons(tenant uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from settings s where s.tenant_id = tenant and s.key = 'transfers.separation' and s.scope = 'tenant'
    and s.value = 'three_persons');
end $$;
alter table transfers add column three_persons boolean; -- null: from before

-- Sender and approver may be one person now, unless the tenant wants three.
do $$
declare
  rule record;
begin
  for rule in select conname from pg_constraint
    where conrelid = 'transfers'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%sent_by <> approved_by%'
  loop
    execute format('alter table transfers drop constraint %I', rule.conname);
  end loop;
end $$;
alter table transfers add check (sent_by <> created_by) not valid;

create or replace function keep_transfer_people() returns trigger language plpgsql as $$
declare
  makers text[];
begin
  if tg_op = 'INSERT' then
    makers := people_behind(new.tenant_id, new.created_by) || people_behind(new.tenant_id, new.terms_by);
    if new.recurring_transfer_id is not null then
      makers := makers || coalesce((select p.made_people || p.terms_people from recurring_transfers p
        where p.tenant_id = new.tenant_id and p.id = new.recurring_transfer_id), '{}');
    end if;
    new.made_people := transfer_makers(new.tenant_id, makers, new.receiver_account_id, new.source_account_id);
    new.three_persons := wants_three_persons(new.tenant_id);
    return new;
  end if;
  new.made_people := old.made_people;
  new.decided_people := old.decided_people;
  new.sent_people := old.sent_people;
  new.three_persons := old.three_persons;
  if (new.approved_by, new.rejected_by, new.sent_by) is not distinct from (old.approved_by, old.rejected_by, old.sent_by) then
    return new;
  end if;
  makers := transfer_makers(new.tenant_id, coalesce(old.made_people,
      people_behind(new.tenant_id, new.created_by) || people_behind(new.tenant_id, new.terms_by)),
    new.receiver_account_id, new.source_account_id);
  if coalesce(new.approved_by, new.rejected_by) is distinct from coalesce(old.approved_by, old.rejected_by) then
    new.decided_people := people_behind(new.tenant_id, coalesce(new.approved_by, new.rejected_by));
    if new.decided_people && makers then
      raise exception 'transfer %: whoever made it does not decide', new.id using errcode = 'check_violation';
    end if;
  end if;
  if new.sent_by is distinct from old.sent_by then
    new.sent_people := people_behind(new.tenant_id, new.sent_by);
    if new.sent_people && makers then
      raise exception 'transfer %: whoever made it does not send', new.id using errcode = 'check_violation';
    end if;
    if new.sent_people && coalesce(old.decided_people, people_behind(new.tenant_id, old.approved_by))
       and (old.three_persons or wants_three_persons(new.tenant_id)) then
      raise exception 'transfer %: whoever approved it does not send', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

-- Nobody decides the alert of what he created. `made_by`: who took the payment; a transfer tells it itself.
alter table fraud_alerts add column made_by text, add column made_people text[];
create function keep_alert_people() returns trigger language plpgsql as $$
declare
  makers text[];
begin
  if tg_op = 'INSERT' then
    new.made_people := people_behind(new.tenant_id, new.made_by);
    return new;
  end if;
  if new.reviewed_by is distinct from old.reviewed_by then
    makers := alert_makers(new.tenant_id, new.process, new.check_id, new.made_people);
    if people_behind(new.tenant_id, new.reviewed_by) && makers then
      raise exception 'alert %: nobody decides the alert of what he created', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create function alert_makers(tenant uuid, process text, check_id uuid, made text[]) returns text[] language sql stable as $$
  select coalesce(made, '{}') || case when process = 'para_transferi' then
    (select coalesce(t.made_people, people_behind(tenant, t.created_by) || people_behind(tenant, t.terms_by))
       from transfers t where t.tenant_id = tenant and t.id = check_id) end
$$;
create trigger keep_alert_people before insert or update of reviewed_by on fraud_alerts
  for each row execute function keep_alert_people();
