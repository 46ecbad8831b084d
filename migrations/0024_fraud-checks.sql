-- Every judgement of a payment or transfer, and the alerts people decide. A check has the id of what it judged, commits
-- with it, and is never changed.
create table fraud_checks (
  tenant_id uuid not null,
  id uuid not null, -- of the payment or transfer: version 7, so the order of ids is the order of time
  process text not null check (process in ('sanal_pos', 'para_transferi', 'fatura_odeme')),
  merchant_id uuid not null,
  amount bigint not null,
  currency text not null,
  score smallint not null check (score between 0 and 100),
  decision text not null check (decision in ('approve', 'challenge', 'review', 'block')),
  reason_codes text,     -- comma-separated, like the ids of the matched rules
  matched_rule_ids text,
  latency_us integer not null,
  provider text not null check (provider in ('builtin', 'policy_off')),
  variables text not null, -- packed values of what the rules could look at
  outcome text check (outcome in ('failed', 'cancelled')), -- only where nothing was made; else that of the payment or transfer
  checked_at timestamptz not null,
  primary key (tenant_id, id)
);
call protect_tenant_table('fraud_checks', 'select, insert');

create table fraud_alerts (
  tenant_id uuid not null,
  id uuid not null,
  check_id uuid not null,
  process text not null,
  merchant_id uuid not null,
  amount bigint not null,
  currency text not null,
  score smallint not null,
  reason_codes text not null,
  status text not null default 'open' check (status in ('open', 'approved', 'rejected', 'expired')),
  assigned_to text,
  reviewed_by text,
  reviewed_at timestamptz,
  notes text,
  expires_at timestamptz not null,
  created timestamptz not null,
  primary key (tenant_id, id)
);
create unique index fraud_alerts_of_check on fraud_alerts (check_id, tenant_id);
create index fraud_alerts_open on fraud_alerts (expires_at) where status = 'open';
call protect_tenant_table('fraud_alerts', 'select, insert, update');
