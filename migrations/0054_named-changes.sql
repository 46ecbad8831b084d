-- What waits for a second person has a name: each change of a credential until it is confirmed, with the members it changed. Whoever
-- confirms names what was looked at (docs/decisions/0230). Null: nothing waits, or nothing has changed since before this file.
alter table clients add column waiting_changes jsonb;
alter table users add column waiting_changes jsonb;
alter table identity_providers add column waiting_changes jsonb;

-- Arguments: the columns that are looked at; none for the mark itself, which stands for what is in no such column (a password, what a
-- role includes). All that one transaction changes has one name, as nobody sees less of it.
create function name_change() returns trigger language plpgsql as $$
declare
  changed jsonb;
  known jsonb := coalesce(old.waiting_changes, '[]');
  this text := pg_current_xact_id()::text;
begin
  if new.changed_people is null then
    new.waiting_changes := null;
    return new;
  end if;
  select coalesce(jsonb_agg(a.key order by a.key), '[]') into changed from jsonb_each(to_jsonb(new)) a
    where a.key = any(tg_argv) and a.value is distinct from to_jsonb(old) -> a.key;
  if known -> -1 ->> 'transaction' = this then
    new.waiting_changes := jsonb_set(known, '{-1,members}', (known -> -1 -> 'members') || changed);
  elsif tg_nargs = 0 or changed <> '[]' then
    if jsonb_array_length(known) >= 20 then
      known := known - 0;
    end if;
    new.waiting_changes := known || jsonb_build_object('id', gen_random_uuid(), 'transaction', this, 'members', changed);
  end if;
  return new;
end $$;

create trigger name_change before update of display_name, contact_email, merchant_id, roles, plan_id, daily_limit_override,
  monthly_limit_override, rate_limit_override, allowed_ips, expires_at, is_active, secret_hash on clients
  for each row execute function name_change('display_name', 'contact_email', 'merchant_id', 'roles', 'plan_id',
    'daily_limit_override', 'monthly_limit_override', 'rate_limit_override', 'allowed_ips', 'expires_at', 'is_active', 'secret_hash');
create trigger name_change before update of email, first_name, last_name, company_name, roles, merchant_id, enabled,
  pending_approval on users
  for each row execute function name_change('email', 'first_name', 'last_name', 'company_name', 'roles', 'merchant_id', 'enabled',
    'pending_approval');
create trigger name_change before update of name, audience, algorithm, jwks_url, roles_claim, role_mappings, merchant_claim,
  max_token_life_seconds, is_active on identity_providers
  for each row execute function name_change('name', 'audience', 'algorithm', 'jwks_url', 'roles_claim', 'role_mappings',
    'merchant_claim', 'max_token_life_seconds', 'is_active');
create trigger name_mark before update of changed_people on clients for each row execute function name_change();
create trigger name_mark before update of changed_people on users for each row execute function name_change();
create trigger name_mark before update of changed_people on identity_providers for each row execute function name_change();
