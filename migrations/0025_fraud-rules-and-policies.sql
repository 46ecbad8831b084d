-- Fraud rules as people change them, and the merchants for whom rules are switched off.

-- The version rises with every change: of two changes made of the same version one is refused. The last editor is the one
-- actor who may not switch the rule on where a tenant wants four eyes.
alter table fraud_rules
  add column version integer not null default 1,
  add column edited_by text; -- null: made by the program
alter table fraud_rules_global
  add column version integer not null default 1,
  add column edited_by text;

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
