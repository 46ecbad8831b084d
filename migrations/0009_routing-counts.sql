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
