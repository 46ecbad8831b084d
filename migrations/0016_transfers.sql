-- Money transfers: the accounts they leave from, each transfer from its creation to its end, and the books.

-- A source account: the contract calls it a connector account. Its money is in source_balances.
create table source_accounts (
  tenant_id uuid not null references realms,
  id uuid not null,
  configuration_id uuid not null,
  bank_code text not null,
  holder_name text not null,
  description text,
  account_number text,
  iban text,
  currency text not null check (currency in ('TRY', 'USD', 'EUR')),
  extra jsonb,
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check (iban is not null or account_number is not null)
);
create unique index source_accounts_iban on source_accounts (tenant_id, configuration_id, iban)
  where iban is not null and not is_deleted;
call protect_tenant_table('source_accounts', 'select, insert, update');

-- What the books say of an account. available + reserved is what the bank has booked; reserved is what was sent and has no
-- outcome yet. Both equal the sums of transfer_postings, row by row in the same transaction.
create table source_balances (
  tenant_id uuid not null,
  account_id uuid not null,
  available bigint not null default 0,
  reserved bigint not null default 0 check (reserved >= 0),
  statement_until text, -- the bank's last line that is in the books
  checked_at timestamptz,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references source_accounts
);
call protect_tenant_table('source_balances', 'select, insert, update');

-- Money is never reserved that is not there, whoever sends the update. What the bank books on its own may go below zero.
create function guard_source_balance() returns trigger language plpgsql as $$
begin
  if new.reserved > old.reserved and new.available < 0 then
    raise exception 'account %: no cover', old.account_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_source_balance before update on source_balances for each row execute function guard_source_balance();

-- Who gets money: people and companies a merchant pays, and the accounts and cards they are paid on.
create table recipients (
  tenant_id uuid not null references realms,
  id uuid not null,
  merchant_id uuid not null,
  holder_name text not null,
  first_name text,
  last_name text,
  description text,
  bank_code text, -- named by the caller for one without an account
  tax_id_sealed bytea,
  tax_id_last4 text,
  tax_id_type text check (tax_id_type in ('tckn', 'vkn')),
  email text,
  phone text,
  label text,
  external_id text,
  extra jsonb,
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id)
);
create unique index recipients_external_id on recipients (tenant_id, merchant_id, external_id) where not is_deleted;
call protect_tenant_table('recipients', 'select, insert, update');

create table receiver_accounts (
  tenant_id uuid not null references realms,
  id uuid not null,
  merchant_id uuid not null,
  recipient_id uuid not null,
  holder_name text not null,
  bank_code text,
  iban text,
  account_number text,
  masked_card_no text,
  card_token text,
  card_key text, -- keyed hash of the number: the same card, whatever its token
  card_sealed bytea,
  description text,
  label text,
  external_id text,
  extra jsonb,
  is_default boolean not null default false,
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, recipient_id) references recipients,
  check ((iban is not null or account_number is not null) <> (card_token is not null))
);
create index receiver_accounts_recipient on receiver_accounts (tenant_id, recipient_id) where not is_deleted;
create unique index receiver_accounts_iban on receiver_accounts (tenant_id, recipient_id, iban)
  where iban is not null and not is_deleted;
create unique index receiver_accounts_default on receiver_accounts (tenant_id, recipient_id)
  where is_default and not is_deleted;
create unique index receiver_accounts_card on receiver_accounts (tenant_id, card_token)
  where card_token is not null and not is_deleted;
call protect_tenant_table('receiver_accounts', 'select, insert, update');

create table transfers (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  merchant_id uuid not null,
  status text not null,
  external_id text,
  description text,
  request_type text not null check (request_type in ('fast', 'eft', 'remittance', 'credit_card')),
  sent_type text,
  amount bigint not null check (amount between 1 and 9007199254740991),
  currency text not null,
  fee bigint not null default 0 check (fee >= 0),

  requested_account_id uuid not null, -- as the caller asked
  source_account_id uuid not null,    -- an approval may name another one
  success_account_id uuid,

  -- Where it goes, as it was when the transfer was made.
  receiver_account_id uuid not null,
  recipient_id uuid,
  receiver_key text not null, -- the IBAN, bank and account number, or keyed hash of the card: the same account, whatever its name
  holder_name text not null,
  bank_code text,
  iban text,
  account_number text,
  masked_card_no text,
  card_token text,
  card_sealed bytea,
  tax_id_sealed bytea,

  scheduled_date timestamptz not null,
  verdict text not null,
  is_held boolean not null default false, -- an open fraud alert: nobody may approve it

  created_by text not null,
  approved_by text,
  rejected_by text,
  sent_by text,
  approved_at timestamptz,
  sent_at timestamptz,
  processed_at timestamptz,

  -- The attempt under way: one call with our own reference (id and attempt_no).
  reserved bigint not null default 0 check (reserved >= 0),
  retry_count smallint not null default 0,
  attempt_no smallint not null default 0,
  attempt_at timestamptz,   -- platform clock: the lateness window counts from here
  step text check (step in ('send', 'inquire')), -- what is due at next_step_at
  next_step_at timestamptz, -- platform clock; null = nobody has to do anything
  inquiry_count integer not null default 0,
  lease_owner integer,
  lease_until timestamptz,  -- database time
  fencing integer not null default 1,

  receipt_no text,
  provider_transaction_id text,
  bank_response_code text,
  error_code text,
  error_message text,

  recurring_transfer_id uuid,
  sequence integer not null default 0,
  history jsonb not null, -- its life, oldest first; grows only
  extra jsonb,
  correlation_id text not null,
  client_id text not null,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id) include (status, merchant_id, request_type, amount, currency, source_account_id),
  -- Four eyes: one person takes at most one step.
  check (approved_by <> created_by),
  check (rejected_by <> created_by),
  check (sent_by <> created_by and sent_by <> approved_by)
) with (fillfactor = 60, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
create unique index transfers_external_id on transfers (tenant_id, merchant_id, external_id)
  where external_id is not null and status not in ('failed', 'rejected');
create index transfers_known on transfers (receiver_key, tenant_id) where status = 'completed';
-- By tenant first: whoever has a hundred thousand waiting does not stand before the others.
create index transfers_due on transfers (tenant_id, next_step_at) where next_step_at is not null;
create index transfers_correlation on transfers (correlation_id, tenant_id);
call protect_tenant_table('transfers', 'select, insert, update');

-- Money of source accounts that moved: one row debits and credits, so every movement adds up to zero. Append only.
--   opening, inbound, outbound, return   available against the outside, as the bank's statement says
--   reserve, release                     available against reserved
--   take, fee                            reserved against the outside, and against fees
create table transfer_postings (
  tenant_id uuid not null,
  operation_id uuid not null, -- the transfer, or a line of the bank's statement
  attempt_no smallint not null,
  kind text not null check (kind in ('opening', 'inbound', 'outbound', 'return', 'reserve', 'release', 'take', 'fee')),
  account_id uuid not null,
  transfer_id uuid,
  debit_account text not null,
  credit_account text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  created timestamptz not null,
  primary key (tenant_id, operation_id, attempt_no, kind),
  check (debit_account <> credit_account)
);
create index transfer_postings_account on transfer_postings (tenant_id, account_id, created);
call protect_tenant_table('transfer_postings', 'select, insert');
