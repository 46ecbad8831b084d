-- Banks as a tenant sees them: where they may be, its connectors, their configurations, the meaning of bank codes, routing, test cards;
-- what was changed of them and by whom; every call to a bank.

-- Where banks may be: an address of a configuration is taken when its host stands here. The platform writes it.
create table connector_hosts (
  id uuid primary key,
  connector_type text, -- null: of every type; the sandbox's bank simulator alone
  host text not null check (host = lower(host) and host <> ''),
  port integer check (port between 1 and 65535), -- null: any
  note text,
  is_simulator boolean not null default false, -- follows the simulator when that listens elsewhere
  is_deleted boolean not null default false, -- one that came with the program does not come back
  created timestamptz not null
);
create unique index connector_hosts_once on connector_hosts (connector_type, host, port) nulls not distinct
  where not is_deleted;
grant select on connector_hosts to vezne_app;
grant select, insert, update on connector_hosts to vezne_platform;

create table connectors (
  tenant_id uuid not null references realms,
  id uuid not null,
  name text not null,
  code text not null,
  type text not null,
  extra_properties jsonb not null default '{}',
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id)
);
create unique index connectors_code on connectors (tenant_id, code) where not is_deleted;
call protect_tenant_table('connectors', 'select, insert, update');
create trigger tell_change after insert or delete or update on connectors
  for each row execute function tell_change('connectors');

create table connector_configurations (
  tenant_id uuid not null,
  id uuid not null,
  connector_id uuid not null,
  name text not null,
  mode text not null check (mode in ('test', 'production')),
  username text, terminal_id text, store_id text,
  api_key_sealed bytea, secret_key_sealed bytea, password_sealed bytea, extra_credentials_sealed bytea,
  -- The last four characters of a secret longer than twelve: lists show them without opening a seal. Null: show none.
  api_key_end text, secret_key_end text, password_end text,
  api_endpoint_url text, three_d_secure_endpoint_url text,
  bank_code text,
  priority integer not null check (priority between 0 and 32767), -- lower first
  extra_properties jsonb not null default '{}',
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  -- A change of addresses or secrets that waits for a second person, beside the values that count until then.
  pending jsonb, -- what the configuration will be, secrets apart; null: nothing waits
  pending_by text,
  pending_people text[], -- behind pending_by at that moment
  pending_api_key_sealed bytea,
  pending_secret_key_sealed bytea,
  pending_password_sealed bytea,
  pending_extra_credentials_sealed bytea,
  confirmed_by text, -- of the last change that waited
  confirmed_people text[],
  -- What says where money goes stands as two people confirmed it: of a configuration its account, addresses and secrets, of a bank profile all.
  -- Only payments to such configurations are redirected by one person (docs/decisions/0431).
  is_confirmed boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id) references connectors
);
create index connector_configurations_connector on connector_configurations (tenant_id, connector_id);
call protect_tenant_table('connector_configurations', 'select, insert, update');
create trigger tell_change after insert or delete or update on connector_configurations
  for each row execute function tell_change('connectors');

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
comment on function keep_configuration_people() is 'keeps: who asked for a change of a bank configuration or profile, and who confirmed it; they are two.';
create trigger keep_configuration_people
  before insert or update of pending, pending_by, pending_people, confirmed_by, confirmed_people on connector_configurations
  for each row execute function keep_configuration_people();

-- Written by the database alone. A confirmation covers what was shown (docs/decisions/0431): where a bank pays is confirmed by a change
-- that showed all of it (`is_whole` of what waited), not by one of a priority, a switch or a line beside it. Sealing a secret anew for
-- another key changes its bytes, and not when the configuration was changed.
create function keep_configuration_confirmed() returns trigger language plpgsql as $$
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
comment on function keep_configuration_confirmed() is 'keeps: whether two persons confirmed a configuration as it is; a change by one ends it.';
create trigger keep_configuration_confirmed before insert or update on connector_configurations
  for each row execute function keep_configuration_confirmed();

-- How a merchant is known at a bank: the sub-merchant that goes out with its payments. One per merchant and configuration.
create table merchant_bank_profiles (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  merchant_id uuid not null,
  configuration_id uuid not null,
  sub_merchant_id text, sub_merchant_name text, sub_merchant_mcc text,
  sub_merchant_postal_code text, sub_merchant_city text, sub_merchant_country_code text,
  extra_properties jsonb not null default '{}',
  created timestamptz not null,
  last_modified timestamptz not null,
  -- A change of how a bank knows a merchant that waits for a second person, beside the values that count until then: as in configurations.
  pending jsonb, -- what it will be, and whether it is new or goes away; null: nothing waits
  pending_by text,
  pending_people text[], -- behind pending_by at that moment
  confirmed_by text, -- of the last change that waited
  confirmed_people text[],
  is_confirmed boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, merchant_id, configuration_id),
  foreign key (tenant_id, merchant_id) references merchants,
  foreign key (tenant_id, configuration_id) references connector_configurations
);
call protect_tenant_table('merchant_bank_profiles', 'select, insert, update, delete');
create trigger tell_change after insert or delete or update on merchant_bank_profiles
  for each row execute function tell_change('connectors');
create trigger keep_profile_people
  before insert or update of pending, pending_by, pending_people, confirmed_by, confirmed_people on merchant_bank_profiles
  for each row execute function keep_configuration_people();

-- The same of a bank profile, all of which says where money goes.
create function keep_profile_confirmed() returns trigger language plpgsql as $$
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
comment on function keep_profile_confirmed() is 'keeps: whether two persons confirmed a bank profile as it is; a change by one ends it.';
create trigger keep_profile_confirmed before insert or update on merchant_bank_profiles
  for each row execute function keep_profile_confirmed();

create table connector_error_codes (
  tenant_id uuid not null references realms,
  id uuid not null,
  connector_code text not null,
  provider_error_code text not null,
  category text not null,
  turkish_message text, english_message text, internal_description text,
  should_retry boolean not null default false, -- routing may try the fallback after it
  http_status_suggestion integer,
  mapped_to_id uuid,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, connector_code, provider_error_code),
  foreign key (tenant_id, mapped_to_id) references connector_error_codes
);
call protect_tenant_table('connector_error_codes', 'select, insert, update');
create trigger tell_change after insert or delete or update on connector_error_codes
  for each row execute function tell_change('connectors');

-- Changelog of connectors, their configurations and their bank codes. Append only; secrets stand in it as ***.
create table connector_changes (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7: newest first by id
  connector_id uuid not null,
  at timestamptz not null,
  actor text not null, -- `sub` of the token
  action text not null,
  entity_kind text not null,
  entity_id uuid not null,
  note text,
  diff jsonb not null,
  primary key (tenant_id, id)
);
create index connector_changes_connector on connector_changes (connector_id, tenant_id, id);
call protect_tenant_table('connector_changes', 'select, insert');

create table routing_rules (
  tenant_id uuid not null references realms,
  id uuid not null,
  name text not null,
  priority integer not null check (priority between 0 and 32767), -- lower first
  card_bin text, card_bin_end text,
  installment_count integer,
  min_amount bigint not null check (min_amount between 0 and 9007199254740991),
  max_amount bigint not null check (max_amount between min_amount and 9007199254740991),
  currency text,
  card_brand_filter text,
  card_type_filter text,
  target_connector_config_id uuid not null,
  fallback_connector_config_id uuid,
  weight integer not null,
  success_rate numeric(5, 2) not null,
  average_response_time_ms integer not null,
  cost_score integer not null,
  daily_transaction_limit integer,
  extra_properties jsonb not null default '{}',
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, target_connector_config_id) references connector_configurations,
  foreign key (tenant_id, fallback_connector_config_id) references connector_configurations
);
call protect_tenant_table('routing_rules', 'select, insert, update');
create trigger tell_change after insert or delete or update on routing_rules
  for each row execute function tell_change('connectors');

-- Payments a rule with a daily limit has taken today: one row a rule, begun anew every day.
create table routing_rule_days (
  tenant_id uuid not null,
  rule_id uuid not null,
  day date not null, -- of Europe/Istanbul
  count integer not null check (count > 0),
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, rule_id) references routing_rules
);
call protect_tenant_table('routing_rule_days', 'select, insert, update');

-- At most one row; a tenant without one has the defaults of the columns.
create table routing_settings (
  tenant_id uuid primary key references realms,
  routing_mode text not null default 'priority' check (routing_mode in ('priority', 'score')),
  weight_factor numeric(4, 3) not null default 0.30,
  success_rate_factor numeric(4, 3) not null default 0.30,
  response_time_factor numeric(4, 3) not null default 0.20,
  cost_factor numeric(4, 3) not null default 0.20,
  min_execution_candidates integer not null default 1,
  fallback_enabled boolean not null default true,
  bin_weight integer not null default 0, amount_weight integer not null default 0,
  currency_weight integer not null default 0, installment_weight integer not null default 0,
  brand_weight integer not null default 0, type_weight integer not null default 0,
  last_modified timestamptz not null
);
call protect_tenant_table('routing_settings', 'select, insert, update');
create trigger tell_change after insert or delete or update on routing_settings
  for each row execute function tell_change('connectors');

create table simple_routing_rules (
  tenant_id uuid not null references realms,
  id uuid not null,
  name text not null,
  priority integer not null check (priority between 0 and 32767), -- lower first
  bank_code text, -- issuer of the card
  has_installment boolean,
  min_amount bigint check (min_amount between 0 and 9007199254740991),
  max_amount bigint check (max_amount between 0 and 9007199254740991),
  currency text,
  card_brand_filter text,
  card_type_filter text,
  target_connector_config_id uuid not null,
  fallback_connector_config_id uuid,
  extra_properties jsonb not null default '{}',
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check (min_amount <= max_amount),
  foreign key (tenant_id, target_connector_config_id) references connector_configurations,
  foreign key (tenant_id, fallback_connector_config_id) references connector_configurations
);
call protect_tenant_table('simple_routing_rules', 'select, insert, update');
create trigger tell_change after insert or delete or update on simple_routing_rules
  for each row execute function tell_change('connectors');

-- Sandbox alone. The one table whose card numbers stand in clear: they are public, and no card of anybody.
create table test_cards (
  tenant_id uuid not null references realms,
  id uuid not null,
  card_number text not null,
  card_holder_name text not null,
  expiry_month integer not null,
  expiry_year integer not null,
  cvv text not null,
  card_schema_type text not null,
  card_type text not null,
  card_brand text not null,
  expected_result text not null,
  custom_error_code text, custom_error_message text,
  simulated_delay_ms integer check (simulated_delay_ms between 0 and 60000),
  label text,
  extra_properties jsonb not null default '{}',
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id)
);
create unique index test_cards_number on test_cards (tenant_id, card_number) where not is_deleted;
call protect_tenant_table('test_cards', 'select, insert, update');
create trigger tell_change after insert or delete or update on test_cards
  for each row execute function tell_change('test_cards');

-- Every call to a bank, as it was: card data masked. Append only.
create table api_request_logs (
  tenant_id uuid not null,
  id uuid not null,
  transaction_id uuid,
  configuration_id uuid not null,
  connector_code text not null,
  method text not null,
  endpoint text not null,
  request_headers text,
  request_body text,
  response_headers text,
  response_body text,
  status_code integer,
  duration_ms double precision not null,
  request_timestamp timestamptz not null,
  response_timestamp timestamptz,
  is_success boolean not null,
  error_message text,
  error_category text,
  correlation_id text,
  created_by text,
  caller_address text,
  primary key (tenant_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index api_request_logs_transaction on api_request_logs (transaction_id, tenant_id);
-- Health of a configuration: its last calls and those of an hour, without reading a row of the log.
create index api_request_logs_configuration on api_request_logs (configuration_id, tenant_id, id) include (error_category);
call protect_tenant_table('api_request_logs', 'select, insert');

-- Calls to banks are counted in closed blocks. Bits and order of the names: src/acquiring/request-log/request-log-list.ts
create function request_log_facets(is_success boolean, status_code integer, method text, error_category text)
returns integer immutable language sql as $$
  select is_success::integer
    + (case when status_code between 0 and 999 then status_code + 1 else 0 end << 1)
    + (coalesce(array_position('{GET,POST,PUT,PATCH,DELETE,HEAD}'::text[], method), 0) << 11)
    + (coalesce(array_position('{Technical,BankDeclined,Validation,Fraud,Configuration,Timeout,Unknown}'::text[], error_category), 0) << 14)
$$;

call count_in_closed_blocks('api_request_logs', 'api_request_logs',
  'request_log_facets(is_success, status_code, method, error_category)', null, 'configuration_id');

-- Bodies and headers go when a month is written anew.
insert into emptied_columns values
  ('api_request_logs', 'request_headers', 'null'),
  ('api_request_logs', 'request_body', 'null'),
  ('api_request_logs', 'response_headers', 'null'),
  ('api_request_logs', 'response_body', 'null');

-- Rows as the hot statements send them, many at once in binary form: types of their own with the columns that are sent. A table's own row type
-- would change under running processes when the table is divided into partitions.
create type new_request_log as (
  tenant_id uuid, id uuid, transaction_id uuid, configuration_id uuid, connector_code text, method text, endpoint text,
  request_headers text, request_body text, response_headers text, response_body text, status_code integer, duration_ms double
  precision, request_timestamp timestamptz, response_timestamp timestamptz, is_success boolean, error_message text, error_category
  text, correlation_id text, created_by text, caller_address text);

-- By month. Three months at least: health and traces look back at them.
call bound_table('api_request_logs', 'id', 3);
call check_bound('api_request_logs');
call divide_table('api_request_logs');
