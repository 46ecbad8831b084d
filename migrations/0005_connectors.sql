-- Banks as a tenant sees them: its connectors, their configurations, the meaning of bank codes, routing, test cards; what was
-- changed of them and by whom.

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
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id) references connectors
);
create index connector_configurations_connector on connector_configurations (tenant_id, connector_id);
call protect_tenant_table('connector_configurations', 'select, insert, update');
create trigger tell_change after insert or delete or update on connector_configurations
  for each row execute function tell_change('connectors');

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
