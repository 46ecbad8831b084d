-- What banks say they booked, and how it compares with our payments. Payments are divided by month: nothing here refers to one by
-- a foreign key.

-- One row a file of a bank: merchant, currency, business day.
create table bank_files (
  tenant_id uuid not null,
  id uuid not null,
  sha256 text not null,
  form text not null,
  bank text not null,
  merchant_number text not null,
  currency text not null,
  day date not null,
  number integer not null,
  configuration_id uuid not null,
  covers_until timestamptz not null, -- what came later is in the next file
  row_count integer not null,
  gross bigint not null,
  commission bigint not null,
  net bigint not null,
  status text not null check (status in ('loading', 'taken')),
  reconciliation_id uuid, -- the last one made of it
  taken_by text not null,
  taken_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index bank_files_bytes on bank_files (sha256, tenant_id);
create unique index bank_files_day on bank_files (tenant_id, bank, merchant_number, currency, day, number);
call protect_tenant_table('bank_files', 'select, insert, update');

-- Its rows, as they stood there; those of a file that is still loading count for nothing.
create table bank_file_rows (
  tenant_id uuid not null,
  file_id uuid not null,
  line integer not null,
  kind text not null check (kind in ('SALE', 'REFUND', 'VOID_AFTER', 'CHARGEBACK', 'CHARGEBACK_REVERSAL', 'FEE', 'RELEASE', 'PAYOUT')),
  order_id text,
  payment_id uuid, -- that the order id names: of the sale, also where the row is a refund
  provider_transaction_id text,
  host_reference text,
  auth_code text,
  at timestamptz,
  masked_card text,
  scheme text,
  card_type text,
  is_on_us boolean,
  installment smallint,
  installments smallint,
  gross bigint not null,
  basis_points integer,
  commission bigint not null,
  tax bigint not null,
  net bigint not null,
  blocked_days integer,
  value_date date,
  primary key (tenant_id, file_id, line)
);
call protect_tenant_table('bank_file_rows', 'select, insert, delete');

create table reconciliations (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  scope text not null check (scope in ('connector', 'merchant')),
  connector_config_id uuid,
  merchant_id uuid,
  bank_code text,
  period text not null check (period in ('daily', 'monthly', 'yearly', 'custom')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  reconciliation_date date not null,
  -- What is compared: `self` has no bank rows, `files` list only what moved money.
  source text not null check (source in ('self', 'rows', 'files')),
  currency text,
  first_id uuid not null,
  last_id uuid not null,
  file_ids uuid[] not null default '{}',
  -- Where matching stands: each step commits its rows with this.
  stage text not null check (stage in ('bank', 'platform', 'match', 'propose', 'done')),
  cursor text,
  overall_status text not null check (overall_status in ('draft', 'in_review', 'completed', 'partially_completed', 'cancelled')),
  total_db_transactions integer not null default 0,
  total_bank_transactions integer not null default 0,
  matched_count integer not null default 0,
  amount_mismatch_count integer not null default 0,
  status_mismatch_count integer not null default 0,
  orphan_db_count integer not null default 0,
  orphan_bank_count integer not null default 0,
  resolved_count integer not null default 0,
  ignored_count integer not null default 0,
  total_db_amount bigint not null default 0,
  total_bank_amount bigint not null default 0,
  -- Set when finalizing begins: from then on nothing of it changes.
  closing_as text check (closing_as in ('completed', 'partially_completed')),
  finalized_at timestamptz,
  finalized_by text,
  notes text,
  started_by text not null,
  start_key text,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check ((scope = 'connector') = (connector_config_id is not null)),
  check ((scope = 'merchant') = (merchant_id is not null))
);
create unique index reconciliations_start on reconciliations (start_key, tenant_id) where start_key is not null;
create index reconciliations_open on reconciliations (tenant_id, id) where overall_status = 'draft' or (closing_as is not null and finalized_at is null);
call protect_tenant_table('reconciliations', 'select, insert, update');

-- The rows of a caller, and both sides while they are compared. A bucket holds all rows that may belong together and is one
-- transaction; its rows go with it.
create table reconciliation_entries (
  tenant_id uuid not null,
  reconciliation_id uuid not null,
  bucket smallint not null,
  entry uuid not null default uuidv7(),
  side text not null check (side in ('platform', 'bank')),
  line integer, -- of the bank's
  payment_id uuid, -- of the bank's: the one its order id names
  parent_id uuid,
  kind text not null,
  order_id text,
  reference text,
  auth_code text,
  amount bigint not null,
  status text not null,
  class text not null,
  day date,
  installment smallint not null,
  primary key (tenant_id, reconciliation_id, bucket, entry)
);
call protect_tenant_table('reconciliation_entries', 'select, insert, update, delete');

create table reconciliation_details (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  reconciliation_id uuid not null,
  transaction_id uuid,
  bank_line integer,
  bank_transaction_id text,
  bank_order_id text,
  auth_code text, -- of the side there is
  db_amount bigint,
  bank_amount bigint,
  db_status text,
  bank_status text,
  db_day date,
  bank_day date,
  discrepancy text not null check (discrepancy in ('matched', 'amount_mismatch', 'status_mismatch', 'orphan_db', 'orphan_bank')),
  detail_status text not null check (detail_status in ('pending', 'resolved', 'ignored', 'auto_matched')),
  resolution_action text,
  adjusted_amount bigint,
  applied_status text,
  resolved_at timestamptz,
  resolved_by text,
  resolved_people text[],
  remarks text,
  -- A counterpart that may be meant; only a person says so.
  proposed_match_id uuid,
  proposed_score smallint,
  -- A resolution above the limit waits for a second person.
  awaiting_action text,
  awaiting_by text,
  awaiting_people text[],
  primary key (tenant_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index reconciliation_details_list on reconciliation_details (reconciliation_id, tenant_id, discrepancy, id);
create index reconciliation_details_payment on reconciliation_details (transaction_id, tenant_id) where transaction_id is not null;
call protect_tenant_table('reconciliation_details', 'select, insert, update');

-- The one finalized reconciliation of a payment.
create table reconciled_payments (
  tenant_id uuid not null,
  payment_id uuid not null,
  reconciliation_id uuid not null,
  settled_at timestamptz not null,
  primary key (tenant_id, payment_id)
);
call protect_tenant_table('reconciled_payments', 'select, insert');
