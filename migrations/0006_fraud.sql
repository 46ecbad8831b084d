-- Fraud rules: those of a tenant, and those the platform sets for all.

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
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id)
);
create unique index fraud_rules_code on fraud_rules (tenant_id, process, code) where not is_deleted;
call protect_tenant_table('fraud_rules', 'select, insert, update');

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
  created timestamptz not null,
  last_modified timestamptz not null
);
create unique index fraud_rules_global_code on fraud_rules_global (process, code) where not is_deleted;
grant select on fraud_rules_global to vezne_app;
grant select, insert, update on fraud_rules_global to vezne_platform;
