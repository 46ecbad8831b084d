-- Who counts as a maker of a transfer because he said where money goes, how much, how often or what may leave: each such value keeps the
-- people who wrote it until that very value is another one. A change of anything else only adds the people behind it.

-- The people behind each term of the row, by its name. Null: a row from before, whose people stand behind every term.
alter table recurring_transfers add column authors jsonb;
alter table receiver_accounts add column authors jsonb;
alter table source_accounts add column authors jsonb;

-- `people` for every term that is new or another one, its authors so far for every other.
create function authors_of(terms jsonb, people text[], old_terms jsonb, old_authors jsonb, old_people text[]) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(t.key, coalesce(
    case when old_terms -> t.key = t.value then coalesce(old_authors -> t.key, to_jsonb(old_people)) else to_jsonb(people) end,
    '[]')), '{}') from jsonb_each(terms) t
$$;
-- All of them together. Null: only the program wrote it.
create function people_of_authors(authors jsonb) returns text[] language sql immutable as $$
  select nullif(array(select distinct jsonb_array_elements_text(a.value) from jsonb_each(authors) a order by 1), '{}')
$$;

-- Of a plan: all that a person writes of it. Its creator wrote what nobody has changed.
create function terms_of_plan(p recurring_transfers) returns jsonb language sql stable as $$
  select jsonb_build_object('plan_name', p.plan_name, 'account_id', p.account_id, 'recipient_id', p.recipient_id,
    'amount', p.amount, 'currency', p.currency, 'description', p.description, 'transfer_type', p.transfer_type,
    'repeat_type', p.repeat_type, 'start_date', p.start_date, 'end_type', p.end_type, 'end_date', p.end_date,
    'repeat_count', p.repeat_count, 'month_day', p.month_day, 'week_days', p.week_days,
    'holiday_handling', p.holiday_handling, 'reminder_days', p.reminder_days,
    'notify_on_success', p.notify_on_success, 'notify_on_error', p.notify_on_error)
$$;
create or replace function keep_plan_people() returns trigger language plpgsql as $$
declare
  people text[] := people_behind(new.tenant_id, coalesce(new.changed_by, new.created_by));
begin
  if tg_op = 'INSERT' then
    new.made_people := people_behind(new.tenant_id, new.created_by);
    new.authors := authors_of(terms_of_plan(new), people, null, null, null);
  else
    new.made_people := coalesce(old.made_people, people_behind(new.tenant_id, new.created_by));
    new.authors := authors_of(terms_of_plan(new), people, terms_of_plan(old), old.authors, old.terms_people);
  end if;
  new.terms_people := people_of_authors(new.authors);
  return new;
end $$;
create or replace trigger keep_plan_people before insert or update on recurring_transfers
  for each row execute function keep_plan_people();

-- Of a receiver account: each way to pay it is a term of its own, so that one added to another does not replace its author.
create function terms_of_receiver(r receiver_accounts) returns jsonb language sql stable as $$
  select jsonb_build_object('iban', r.iban, 'account_number', r.account_number, 'card_key', r.card_key,
      'card_token', r.card_token, 'bank_code', r.bank_code, 'holder_name', r.holder_name)
    -- Another account that becomes the default ends this one's: whoever wrote this one last has not.
    || case when r.is_default then '{"is_default": true}'::jsonb else '{}' end
$$;
create or replace function keep_target_people() returns trigger language plpgsql as $$
declare
  people text[] := people_behind(new.tenant_id, new.changed_by);
begin
  if tg_op = 'INSERT' then
    new.authors := authors_of(terms_of_receiver(new), people, null, null, null);
  else
    new.authors := authors_of(terms_of_receiver(new), people, terms_of_receiver(old), old.authors, old.target_people);
  end if;
  new.target_people := people_of_authors(new.authors);
  return new;
end $$;

-- Of a source account: its configuration, its names at the bank, and how much one transfer may carry.
create function single_transfer_limit(extra jsonb) returns numeric language sql immutable as $$
  select substring(extra ->> 'single_transfer_limit' from '^[0-9]{1,16}$')::numeric
$$;
create function terms_of_source(s source_accounts) returns jsonb language sql stable as $$
  select jsonb_build_object('configuration_id', s.configuration_id, 'bank_code', s.bank_code, 'iban', s.iban,
    'account_number', s.account_number, 'single_transfer_limit', single_transfer_limit(s.extra))
$$;
create or replace function keep_binding_people() returns trigger language plpgsql as $$
declare
  people text[] := people_behind(new.tenant_id, new.changed_by);
  terms jsonb := terms_of_source(new);
  old_terms jsonb;
begin
  if tg_op = 'INSERT' then
    new.authors := authors_of(terms, people, null, null, null);
  else
    old_terms := terms_of_source(old);
    -- A smaller limit lets nothing through that was refused: whoever sets it is no maker, and releases nobody who set a larger one.
    if single_transfer_limit(new.extra) < coalesce(single_transfer_limit(old.extra), 'infinity') then
      terms := terms || jsonb_build_object('single_transfer_limit', old_terms -> 'single_transfer_limit');
    end if;
    new.authors := authors_of(terms, people, old_terms, old.authors, old.binding_people);
  end if;
  new.binding_people := people_of_authors(new.authors);
  return new;
end $$;
