-- What says where money goes stands as two people confirmed it: of a configuration its account, addresses and secrets, of a bank profile all.
-- Only payments to such configurations are redirected by one person (docs/decisions/0431).
alter table connector_configurations add column is_confirmed boolean not null default false;
alter table merchant_bank_profiles add column is_confirmed boolean not null default false;

-- Confirmed in the release before, and not changed since.
update connector_configurations c set is_confirmed = true
 where c.pending is null and c.confirmed_by is not null
   and not exists (
     select from connector_changes later
      where later.tenant_id = c.tenant_id and later.entity_id = c.id and later.action = 'updated'
        and later.id > (select max(done.id::text)::uuid from connector_changes done
          where done.tenant_id = c.tenant_id and done.entity_id = c.id and done.action = 'confirmed')
        and exists (select from jsonb_array_elements(later.diff) member
          where member->>'field' in ('mode', 'terminal_id', 'store_id', 'username', 'api_endpoint_url', 'three_d_secure_endpoint_url',
            'api_key', 'secret_key', 'password', 'extra_credentials')));
update merchant_bank_profiles p set is_confirmed = true
 where p.pending is null and p.confirmed_by is not null
   and not exists (
     select from connector_changes later
      where later.tenant_id = p.tenant_id and later.entity_id = p.id and later.action = 'updated'
        and later.id > (select max(done.id::text)::uuid from connector_changes done
          where done.tenant_id = p.tenant_id and done.entity_id = p.id and done.action = 'confirmed'));

-- Written by the database alone. Sealing a secret anew for another key changes its bytes, and not when the configuration was changed.
create function keep_configuration_confirmed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.is_confirmed := false;
    return new;
  end if;
  new.is_confirmed := old.is_confirmed;
  if old.pending is not null and new.pending is null and new.confirmed_by is not null then
    -- Whoever confirms that it is switched off has not looked at where it pays.
    new.is_confirmed := old.is_confirmed or (old.pending->>'is_new')::boolean or old.pending->>'is_active' is distinct from 'false';
  elsif (new.mode, new.terminal_id, new.store_id, new.username, new.api_endpoint_url, new.three_d_secure_endpoint_url)
        is distinct from (old.mode, old.terminal_id, old.store_id, old.username, old.api_endpoint_url, old.three_d_secure_endpoint_url)
     or new.last_modified is distinct from old.last_modified
        and (new.api_key_sealed, new.secret_key_sealed, new.password_sealed, new.extra_credentials_sealed)
            is distinct from (old.api_key_sealed, old.secret_key_sealed, old.password_sealed, old.extra_credentials_sealed) then
    new.is_confirmed := false;
  end if;
  return new;
end $$;
create trigger keep_configuration_confirmed before insert or update on connector_configurations
  for each row execute function keep_configuration_confirmed();

create function keep_profile_confirmed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.is_confirmed := false;
    return new;
  end if;
  new.is_confirmed := old.is_confirmed;
  if old.pending is not null and new.pending is null and new.confirmed_by is not null then
    new.is_confirmed := true;
  elsif (new.sub_merchant_id, new.sub_merchant_name, new.sub_merchant_mcc, new.sub_merchant_postal_code, new.sub_merchant_city,
         new.sub_merchant_country_code, new.extra_properties)
        is distinct from (old.sub_merchant_id, old.sub_merchant_name, old.sub_merchant_mcc, old.sub_merchant_postal_code,
          old.sub_merchant_city, old.sub_merchant_country_code, old.extra_properties) then
    new.is_confirmed := false;
  end if;
  return new;
end $$;
create trigger keep_profile_confirmed before insert or update on merchant_bank_profiles
  for each row execute function keep_profile_confirmed();
