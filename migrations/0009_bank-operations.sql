-- Banks as operators run them: what was changed and by whom, how secrets are told apart, simple routing rules, health.

-- The last four characters of a secret longer than twelve: lists show them without opening a seal. Null: show none.
alter table connector_configurations
  add column api_key_end text,
  add column secret_key_end text,
  add column password_end text;

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

-- Health of a configuration: its last calls and those of an hour, without reading a row of the log.
create index api_request_logs_configuration on api_request_logs (configuration_id, tenant_id, id) include (error_category);

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
