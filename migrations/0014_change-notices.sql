-- What a process keeps in memory of realms, keys, people and merchants is dropped when a row changes. The notice is part of
-- the change's own transaction: nobody who listens misses it, whoever made the change and however that process ended.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('vezne', 'database|' || tg_argv[0] || '|' || coalesce(to_jsonb(coalesce(new, old)) ->> 'tenant_id', ''));
  return null;
end $$;

create trigger tell_change after insert or delete or update on realms
  for each row execute function tell_change('realms');
create trigger tell_change after insert or delete or update on tenant_roles
  for each row execute function tell_change('realms');
create trigger tell_change after insert or delete or update on signing_keys
  for each row execute function tell_change('realms');
create trigger tell_change after insert or delete or update on plans
  for each row execute function tell_change('plans');
create trigger tell_change after insert or delete or update on merchants
  for each row execute function tell_change('merchants');
-- What every use of a key or an account notes (last_used_at and the like) is left out: nothing kept depends on it.
create trigger tell_change after insert or delete or update of secret_hash, previous_secret_hash,
  previous_secret_expires_at, merchant_id, roles, plan_id, daily_limit_override, monthly_limit_override,
  rate_limit_override, allowed_ips, expires_at, is_active, is_deleted on clients
  for each row execute function tell_change('realms');
create trigger tell_change after insert or delete or update of username, email, first_name, last_name, roles,
  merchant_id, company_name, enabled, pending_approval, is_deleted, sessions_valid_from on users
  for each row execute function tell_change('realms');

do $$
declare
  watched text[];
begin
  foreach watched slice 1 in array array[
    ['connectors', 'connectors'], ['connector_configurations', 'connectors'], ['connector_error_codes', 'connectors'],
    ['routing_rules', 'connectors'], ['routing_settings', 'connectors'], ['simple_routing_rules', 'connectors'],
    ['test_cards', 'test_cards'], ['fraud_rules', 'fraud_rules'], ['fraud_rules_global', 'fraud_rules']]
  loop
    execute format(
      'create trigger tell_change after insert or delete or update on %I for each row execute function tell_change(%L)',
      watched[1], watched[2]);
  end loop;
end $$;
