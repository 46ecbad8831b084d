-- A change of addresses or secrets that waits for a second person, beside the values that count until then.
alter table connector_configurations
  add column pending jsonb, -- what the configuration will be, secrets apart; null: nothing waits
  add column pending_by text,
  add column pending_people text[], -- behind pending_by at that moment
  add column pending_api_key_sealed bytea, add column pending_secret_key_sealed bytea,
  add column pending_password_sealed bytea, add column pending_extra_credentials_sealed bytea,
  add column confirmed_by text, -- of the last change that waited
  add column confirmed_people text[];

create function keep_configuration_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.pending_people := people_behind(new.tenant_id, new.pending_by);
    return new;
  end if;
  if new.pending is not distinct from old.pending and new.pending_by is not distinct from old.pending_by then
    new.pending_people := old.pending_people;
  else
    new.pending_people := people_behind(new.tenant_id, new.pending_by);
  end if;
  new.confirmed_people := old.confirmed_people;
  if old.pending is not null and new.pending is null and new.confirmed_by is not null then
    new.confirmed_people := people_behind(new.tenant_id, new.confirmed_by);
    if new.confirmed_people && old.pending_people then
      raise exception 'configuration %: whoever asked for the change does not confirm it', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger keep_configuration_people
  before insert or update of pending, pending_by, pending_people, confirmed_by, confirmed_people on connector_configurations
  for each row execute function keep_configuration_people();

-- A setting that asks for a second person is not loosened by one: the new value counts once another one wrote it too.
alter table settings
  add column counting_value text, -- counts until then; null: `value` does
  add column loosened_people text[], -- behind the first of them
  add column agreed_people text[]; -- behind the second
create function keep_setting_people() returns trigger language plpgsql as $$
begin
  if new.agreed_people && new.loosened_people then
    raise exception 'setting %: whoever loosened it does not agree to it', new.key using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_setting_people before insert or update of loosened_people, agreed_people on settings
  for each row execute function keep_setting_people();
