-- A bank's offer to charge a payment in the currency of its card: kept before the payment, so that a payment with one is
-- never without it, and answered once.

create table dcc_offers (
  tenant_id uuid not null references realms,
  payment_id uuid not null,
  merchant_id uuid not null,
  currency text not null,
  amount bigint not null check (amount between 1 and 9007199254740991), -- minor units of that currency
  rate text not null,           -- exact decimals
  markup_percent text not null,
  expires_at timestamptz not null,
  -- Of a payment with 3D Secure: where the browser ends after the challenge that follows the answer.
  return_url text,
  cancel_url text,

  accepted boolean, -- null: not answered
  answered_at timestamptz,
  answer_key text,           -- of the caller, with its merchant
  answer_fingerprint bytea,
  created timestamptz not null,
  primary key (tenant_id, payment_id),
  check ((accepted is null) = (answered_at is null))
);
create unique index dcc_offers_by_key on dcc_offers (tenant_id, answer_key) where answer_key is not null;
create index dcc_offers_old on dcc_offers (tenant_id, created);
call protect_tenant_table('dcc_offers', 'select, insert, update, delete');
