-- Settings of a tenant, for people to write and for the services to follow; and source accounts as people manage them.

-- One account at a bank has one set of books, whichever configuration reaches it.
drop index source_accounts_iban;
create unique index source_accounts_iban on source_accounts (tenant_id, iban) where iban is not null and not is_deleted;
create unique index source_accounts_number on source_accounts (tenant_id, configuration_id, bank_code, account_number)
  where account_number is not null and not is_deleted;

-- What the bank had more than the books when they were last compared with nothing under way, and how often in a row. From the
-- second time on it is an alarm: somebody looks, and nothing corrects it.
alter table source_balances add column differs_by bigint not null default 0;
alter table source_balances add column differs_times smallint not null default 0;
create index source_balances_differing on source_balances (tenant_id, account_id) where differs_times > 1;

create table settings (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  key text not null,
  value text,
  value_sealed bytea, -- instead of value, where the setting is encrypted
  description text,
  scope text not null check (scope in ('tenant', 'user')),
  scope_id uuid,
  category text,
  is_encrypted boolean not null,
  is_read_only boolean not null,
  default_value text,
  validation_regex text,
  possible_values text,
  extra jsonb,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check (num_nonnulls(value, value_sealed) = 1 and is_encrypted = (value_sealed is not null))
);
create unique index settings_key on settings (tenant_id, key, scope, scope_id) nulls not distinct;
call protect_tenant_table('settings', 'select, insert, update, delete');
create trigger tell_change after insert or delete or update on settings
  for each row execute function tell_change('settings');
