-- Where money transfers leave from and where they go: source accounts with their books, recipients and their accounts.

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
-- One account at a bank has one set of books, whichever configuration reaches it.
create unique index source_accounts_iban on source_accounts (tenant_id, iban) where iban is not null and not is_deleted;
create unique index source_accounts_number on source_accounts (tenant_id, configuration_id, bank_code, account_number)
  where account_number is not null and not is_deleted;
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
  -- What the bank had more than the books when they were last compared with nothing under way, and how often in a row. From
  -- the second time on it is an alarm: somebody looks, and nothing corrects it.
  differs_by bigint not null default 0,
  differs_times smallint not null default 0,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references source_accounts
);
create index source_balances_differing on source_balances (tenant_id, account_id) where differs_times > 1;
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
