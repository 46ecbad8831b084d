-- Fraud rules, those of a tenant and those the platform sets for all; merchants for whom they are switched off; the blacklist.

-- The version rises with every change: of two changes made of the same version one is refused. The last editor is the one
-- actor who may not switch the rule on where a tenant wants four eyes.
create table fraud_rules (
  tenant_id uuid not null references realms,
  id uuid not null,
  process text not null check (process in ('sanal_pos', 'para_transferi', 'fatura_odeme')),
  code text not null,
  name text not null,
  description text,
  type text not null check (type in ('velocity', 'amount_threshold', 'geo', 'blacklist', 'custom')),
  expression_json text not null,
  action text not null check (action in ('approve', 'challenge', 'review', 'block')),
  priority integer not null check (priority between 0 and 32767), -- lower first
  is_active boolean not null default true,
  is_shadow boolean not null default false, -- evaluated and noted, not acted on
  is_deleted boolean not null default false,
  version integer not null default 1,
  edited_by text, -- null: made by the program
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id)
);
create unique index fraud_rules_code on fraud_rules (tenant_id, process, code) where not is_deleted;
call protect_tenant_table('fraud_rules', 'select, insert, update');
create trigger tell_change after insert or delete or update on fraud_rules
  for each row execute function tell_change('fraud_rules');

create table fraud_rules_global (
  id uuid primary key,
  process text not null check (process in ('sanal_pos', 'para_transferi', 'fatura_odeme')),
  code text not null,
  name text not null,
  description text,
  type text not null check (type in ('velocity', 'amount_threshold', 'geo', 'blacklist', 'custom')),
  expression_json text not null,
  action text not null check (action in ('approve', 'challenge', 'review', 'block')),
  priority integer not null check (priority between 0 and 32767),
  is_active boolean not null default true,
  is_shadow boolean not null default false,
  is_builtin boolean not null default false, -- neither changed nor deleted
  is_deleted boolean not null default false,
  version integer not null default 1,
  edited_by text,
  created timestamptz not null,
  last_modified timestamptz not null
);
create unique index fraud_rules_global_code on fraud_rules_global (process, code) where not is_deleted;
grant select on fraud_rules_global to vezne_app;
grant select, insert, update on fraud_rules_global to vezne_platform;
create trigger tell_change after insert or delete or update on fraud_rules_global
  for each row execute function tell_change('fraud_rules');

-- No row: rules apply.
create table fraud_policies (
  tenant_id uuid not null references realms,
  merchant_id uuid not null,
  process text not null check (process in ('sanal_pos', 'para_transferi', 'fatura_odeme')),
  enabled boolean not null,
  reason text,
  last_modified timestamptz not null,
  primary key (tenant_id, merchant_id, process),
  foreign key (tenant_id, merchant_id) references merchants (tenant_id, id),
  check (enabled or reason is not null)
);
call protect_tenant_table('fraud_policies', 'select, insert, update');
create trigger tell_change after insert or delete or update on fraud_policies
  for each row execute function tell_change('fraud_rules');

-- What is refused wherever it turns up: entries of a tenant, and those the platform sets for all. A value is kept as a keyed
-- hash alone, made with one key for both tables, so that a payment's values are hashed once.
create table fraud_blacklist (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  entry_type text not null check (entry_type in ('card', 'email', 'ip', 'device', 'iban', 'merchant_external_id')),
  form text not null, -- what was hashed: the type, `domain`, or ip4 and ip6 with the bits of the range
  value_hash bytea not null check (length(value_hash) = 32),
  pattern text, -- of ranges and domains, which are no personal data
  display_value text not null,
  reason text,
  expires_at timestamptz, -- of the platform's clock; null: never
  created timestamptz not null,
  -- What is new is found by these two: the database's own time, and the transaction, as rows show in the order of commits.
  written_at timestamptz not null default clock_timestamp(),
  written_by xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
-- Processes read hashes in their order, with the forms there are.
create unique index fraud_blacklist_value on fraud_blacklist (tenant_id, value_hash) include (form);
create index fraud_blacklist_written on fraud_blacklist (tenant_id, written_at);
create index fraud_blacklist_id on fraud_blacklist (id); -- the platform's list of every tenant's
call protect_tenant_table('fraud_blacklist', 'select, insert, delete');

create table fraud_blacklist_global (
  id uuid primary key,
  entry_type text not null check (entry_type in ('card', 'email', 'ip', 'device', 'iban', 'merchant_external_id')),
  form text not null,
  value_hash bytea not null check (length(value_hash) = 32),
  pattern text,
  display_value text not null,
  reason text,
  expires_at timestamptz,
  created timestamptz not null,
  written_at timestamptz not null default clock_timestamp(),
  written_by xid8 not null default pg_current_xact_id()
);
create unique index fraud_blacklist_global_value on fraud_blacklist_global (value_hash) include (form);
create index fraud_blacklist_global_written on fraud_blacklist_global (written_at);
grant select on fraud_blacklist_global to vezne_app;
grant select, insert, delete on fraud_blacklist_global to vezne_platform;

create trigger tell_change after insert or delete on fraud_blacklist
  for each row execute function tell_change('fraud_blacklist');
create trigger tell_change after insert or delete on fraud_blacklist_global
  for each row execute function tell_change('fraud_blacklist');
