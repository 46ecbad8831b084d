-- A confirmation covers what was shown (docs/decisions/0431): where a bank pays is confirmed by a change that showed all of it
-- (`is_whole` of what waited), not by one of a priority, a switch or a line beside it. As in 0458 otherwise; another code of the bank ends
-- a confirmation as the rest of the account does.
create or replace function keep_configuration_confirmed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.is_confirmed := false;
    return new;
  end if;
  new.is_confirmed := old.is_confirmed;
  if old.pending is not null and new.pending is null and new.confirmed_by is not null then
    new.is_confirmed := old.is_confirmed or coalesce((old.pending->>'is_new')::boolean or (old.pending->>'is_whole')::boolean, false);
  elsif (new.mode, new.terminal_id, new.store_id, new.username, new.api_endpoint_url, new.three_d_secure_endpoint_url, new.bank_code)
        is distinct from (old.mode, old.terminal_id, old.store_id, old.username, old.api_endpoint_url, old.three_d_secure_endpoint_url,
          old.bank_code)
     or new.last_modified is distinct from old.last_modified
        and (new.api_key_sealed, new.secret_key_sealed, new.password_sealed, new.extra_credentials_sealed)
            is distinct from (old.api_key_sealed, old.secret_key_sealed, old.password_sealed, old.extra_credentials_sealed) then
    new.is_confirmed := false;
  end if;
  return new;
end $$;

create or replace function keep_profile_confirmed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.is_confirmed := false;
    return new;
  end if;
  new.is_confirmed := old.is_confirmed;
  if old.pending is not null and new.pending is null and new.confirmed_by is not null then
    new.is_confirmed := old.is_confirmed or coalesce(old.pending->>'action' = 'create' or (old.pending->>'is_whole')::boolean, false);
  elsif (new.sub_merchant_id, new.sub_merchant_name, new.sub_merchant_mcc, new.sub_merchant_postal_code, new.sub_merchant_city,
         new.sub_merchant_country_code, new.extra_properties)
        is distinct from (old.sub_merchant_id, old.sub_merchant_name, old.sub_merchant_mcc, old.sub_merchant_postal_code,
          old.sub_merchant_city, old.sub_merchant_country_code, old.extra_properties) then
    new.is_confirmed := false;
  end if;
  return new;
end $$;
