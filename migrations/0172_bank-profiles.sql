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
  primary key (tenant_id, id),
  unique (tenant_id, merchant_id, configuration_id),
  foreign key (tenant_id, merchant_id) references merchants,
  foreign key (tenant_id, configuration_id) references connector_configurations
);
call protect_tenant_table('merchant_bank_profiles', 'select, insert, update, delete');
create trigger tell_change after insert or delete or update on merchant_bank_profiles
  for each row execute function tell_change('connectors');
