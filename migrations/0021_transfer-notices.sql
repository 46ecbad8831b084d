-- What banks tell of transfers unasked, as it was heard. Append only; a copy of a notice adds nothing.
create table transfer_notices (
  tenant_id uuid not null,
  transfer_id uuid not null,
  signature bytea not null,  -- of the notice: a copy has the same
  received_at timestamptz not null, -- platform clock
  event text not null,       -- the bank's name for it
  user_id text,              -- header X-Request-UserId
  body text not null,        -- JSON: the members we know, card numbers masked
  verdict text not null check (verdict in ('accepted', 'duplicate', 'ignored')),
  reason text not null,      -- why: concluded, other_amount, earlier_attempt, ...
  primary key (tenant_id, transfer_id, signature),
  foreign key (tenant_id, transfer_id) references transfers
);
call protect_tenant_table('transfer_notices', 'select, insert');

-- A notice may name a transfer by the bank's own reference.
create index transfers_provider_transaction on transfers (tenant_id, provider_transaction_id)
  where provider_transaction_id is not null;
