-- Card fields on a shop's own page: what a shop allows its page to make, and the one token that may come of it.

create table fields_sessions (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7; never leaves the platform
  merchant_id uuid not null,
  secret_hash bytea not null, -- digest of what opens the fields
  amount bigint not null check (amount between 1 and 9007199254740991), -- at most
  currency text not null,
  allowed_installments smallint[] not null,
  origin text not null, -- the page that may frame the fields
  expires_at timestamptz not null,
  created timestamptz not null,

  -- The card as it was typed last. A new one takes the place of a token that nobody has used.
  token_no smallint not null default 0,
  token_hash bytea,
  token_expires_at timestamptz,
  card_holder_name text,
  card_sealed bytea,
  code_sealed bytea, -- under a key made of the token, which is not kept: only who sends the token opens it
  used_by bytea,     -- keyed hash of the payment's key: whoever repeats that request may go on, nobody else
  primary key (tenant_id, id),
  check ((token_hash is null) = (token_no = 0)),
  check (token_hash is not null or (card_sealed is null and used_by is null))
);
create unique index fields_sessions_by_secret on fields_sessions (tenant_id, secret_hash);
-- The frame knows no tenant.
create index fields_sessions_of_frame on fields_sessions (secret_hash);
create unique index fields_sessions_by_token on fields_sessions (tenant_id, token_hash) where token_hash is not null;
create index fields_sessions_with_card on fields_sessions (token_expires_at) where card_sealed is not null;
create index fields_sessions_old on fields_sessions (tenant_id, expires_at);
call protect_tenant_table('fields_sessions', 'select, insert, update, delete');
