-- The bank inside the program, sandbox alone: challenges it put before shoppers.
create table simbank_challenges (
  tenant_id uuid not null,
  transaction_id uuid not null,
  configuration_id uuid not null,
  merchant_name text,
  masked_card_number text not null,
  card_scheme text not null,
  amount bigint not null,
  currency text not null,
  callback_url text not null,
  outcome text not null check (outcome in ('frictionless', 'challenge', 'failed', 'attempt')),
  is_cvv_wrong boolean not null, -- what the bank thinks of the code, never the code
  wrong_codes smallint not null default 0,
  result text check (result in ('ok', 'wrong_code', 'cancelled', 'refused')),
  expires_at timestamptz not null,
  created timestamptz not null,
  primary key (tenant_id, transaction_id)
);
call protect_tenant_table('simbank_challenges', 'select, insert, update');
