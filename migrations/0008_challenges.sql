-- 3D Secure: what a payment's challenge needs beside the payment itself, and the simulated bank's own challenges.

-- One row a payment that is, or was, challenged.
create table three_d_sessions (
  tenant_id uuid not null,
  payment_id uuid not null,
  merchant_id uuid not null,
  model text not null check (model in ('3d_secure', '3d_pay', '3d_host')),
  state_sealed bytea not null,      -- what the connector compares a callback with
  return_url text not null,
  cancel_url text,
  is_manual boolean not null,       -- waits for 3d/complete after the challenge
  needs_review boolean not null,    -- waits for a person after the challenge
  expires_at timestamptz not null,  -- platform clock

  -- What the first genuine callback said; it is written once.
  md_status text,
  eci text,
  xid text,
  ds_trans_id text,
  proof_sealed bytea,               -- cavv and the bank's handle of the authentication
  refusal text,
  refusal_message text,
  charged jsonb,                    -- the bank's own authorization, where it makes it before the callback
  verified_at timestamptz,

  held_until timestamptz,           -- platform clock; set while is_manual or needs_review holds the payment
  -- The one 3d/complete that goes on to the bank, for repeats of its key.
  completion_key text,
  completion_fingerprint bytea,
  completion_correlation_id text,
  -- Charged at the bank after the shop was told that it failed: reversed.
  late_charge text check (late_charge in ('found', 'reversed')),

  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments
);
create unique index three_d_sessions_completion on three_d_sessions (completion_key, tenant_id, merchant_id)
  where completion_key is not null;
call protect_tenant_table('three_d_sessions', 'select, insert, update');

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
