-- What banks say they booked, and how it compares with our payments. Payments are divided by month: nothing here refers to one by a foreign
-- key.

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
  status text not null,
  reconciliation_id uuid, -- the last one made of it
  taken_by text not null,
  taken_at timestamptz not null,
  -- Who vouches for a bank's file. `folder`: the bank left it in the watched folder. `machine`: a key that may send files and nothing else sent
  -- it. `person`: a person's word until a second one confirms it. `earlier`: a person's word as well, unless it
  -- came by the folder or its reconciliation is finalized.
  origin text not null default 'person',
  sent_people text[] not null default '{}', -- behind the key or user that sent it
  confirmed_by text,
  confirmed_people text[],
  confirmed_at timestamptz,
  withdrawn_by text,
  withdrawn_at timestamptz, -- rejected by a person, or replaced by another file
  withdrawn_reason text,
  replaced_by uuid,
  -- A file that counts is rejected by two people.
  rejecting_by text, -- asks first that it is rejected
  rejecting_people text[],
  rejecting_reason text,
  withdrawn_people text[], -- of one that was rejected
  primary key (tenant_id, id),
  constraint bank_files_origin check (origin in ('folder', 'machine', 'person', 'earlier')),
  constraint bank_files_statuses check (status in ('loading', 'taken', 'rejected', 'replaced')),
  constraint bank_files_withdrawn check ((status in ('rejected', 'replaced')) = (withdrawn_at is not null)),
  -- Four eyes, whoever sends the statement.
  constraint bank_files_confirmed
    check ((confirmed_by is null) = (confirmed_people is null) and not coalesce(confirmed_people && sent_people, false))
);
-- Of the files of a bank's day one counts: one for which somebody vouches, and that nobody took away. What a person sent waits beside it,
-- so that it keeps no place that belongs to the bank's.
create unique index bank_files_bytes_in_use on bank_files (sha256, tenant_id) where status in ('loading', 'taken');
create unique index bank_files_day_vouched on bank_files (tenant_id, bank, merchant_number, currency, day, number)
  where status = 'taken' and (origin in ('folder', 'machine') or confirmed_by is not null);
create index bank_files_of_day on bank_files (tenant_id, bank, merchant_number, currency, day, number);
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
-- Settlements find the bank's rows of a payment.
create index bank_file_rows_payment on bank_file_rows (file_id, payment_id, tenant_id) where payment_id is not null;
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
  -- A start whose answer was lost is found by its key for a day, by the same request only.
  start_fingerprint bytea,
  -- Closing that was asked for and not answered yet: whoever asks again is answered, as the first time.
  answer_owed boolean not null default false,
  -- What else a file says, once its movements are compared: chargebacks, then commissions, a page of its lines a transaction.
  follow_up text not null default 'chargebacks',
  follow_up_line integer not null default 0,
  written_off bigint not null default 0,
  write_off_total_max bigint, -- as it was set when it was made; null: no limit
  -- What one person may write off of one row, in minor units, as it was set when the reconciliation was made: a limit that is raised
  -- later is not theirs. Null: the present limit holds.
  write_off_max bigint,
  -- Rows that a person typed, or none, are that person's word: the settlements made of them wait for a second one, unless another person finalizes.
  started_people text[], -- behind its rows
  finalized_people text[],
  is_of_one boolean not null default false, -- closed, and no second person of the tenant stands by it
  primary key (tenant_id, id),
  check ((scope = 'connector') = (connector_config_id is not null)),
  check ((scope = 'merchant') = (merchant_id is not null)),
  constraint reconciliations_follow_up check (follow_up in ('chargebacks', 'commissions', 'done'))
);
create unique index reconciliations_start on reconciliations (start_key, tenant_id) where start_key is not null;
create index reconciliations_open on reconciliations (tenant_id, id) where overall_status = 'draft' or (closing_as is not null and finalized_at is null);
-- Cancelled while they were compared: their entries are still there.
create index reconciliations_abandoned on reconciliations (tenant_id, id) where overall_status = 'cancelled' and stage <> 'done';
-- What the sweep finds in files that were compared and not followed up yet.
create index reconciliations_to_follow_up on reconciliations (tenant_id, id) where source = 'files' and overall_status = 'in_review' and follow_up <> 'done';
call protect_tenant_table('reconciliations', 'select, insert, update');

-- A file whose word is a person's settles nothing, whoever sends the statement.
create function is_file_vouched(f bank_files) returns boolean language sql stable as $$
  select f.origin in ('folder', 'machine') or f.confirmed_by is not null or f.origin = 'earlier' and (f.taken_by = 'bank-files'
    or exists (select from reconciliations r where r.tenant_id = f.tenant_id and r.id = f.reconciliation_id and r.closing_as is not null))
$$;

create function keep_file_people() returns trigger language plpgsql as $$
begin
  if new.sent_people = '{}' and new.origin <> 'folder' and new.taken_by <> 'bank-files' then -- of the release before, or from before
    new.sent_people := people_behind(new.tenant_id, new.taken_by);
  end if;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if not new.sent_people @> old.sent_people then
    raise exception 'file %: whoever sent it stays behind it', new.id using errcode = 'check_violation';
  end if;
  new.rejecting_people := case when new.rejecting_by is distinct from old.rejecting_by
    then people_behind(new.tenant_id, new.rejecting_by) else old.rejecting_people end;
  new.withdrawn_people := old.withdrawn_people;
  if new.status = 'rejected' and old.status <> 'rejected' then
    new.withdrawn_people := people_behind(new.tenant_id, new.withdrawn_by);
    if old.status = 'taken' and is_file_vouched(old) and not are_two_people(old.rejecting_people, new.withdrawn_people) then
      raise exception 'file %: one that counts is rejected by two; the second person is another one', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
comment on function keep_file_people() is 'keeps: who sent, rejected and withdrew a bank file; one that counts is rejected by two.';
create trigger keep_file_people before insert or update on bank_files for each row execute function keep_file_people();

create function keep_vouched_closings() returns trigger language plpgsql as $$
begin
  if exists (select from bank_files f where f.tenant_id = new.tenant_id and f.id = any(new.file_ids)
      and (f.status <> 'taken' or not is_file_vouched(f))) then
    raise exception 'reconciliation %: nobody vouches for its file', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function keep_vouched_closings() is 'guards: a reconciliation is closed only while every file of it counts and is vouched for.';
create trigger keep_vouched_closings before update of closing_as on reconciliations
  for each row when (new.closing_as is not null and old.closing_as is null) execute function keep_vouched_closings();

create function keep_reconciliation_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.started_people := people_behind(new.tenant_id, new.started_by);
    new.finalized_people := null;
    new.is_of_one := false;
    return new;
  end if;
  if new.started_by is distinct from old.started_by then
    raise exception 'reconciliation %: who started it stays', old.id using errcode = 'check_violation';
  end if;
  new.started_people := coalesce(old.started_people, people_behind(old.tenant_id, old.started_by));
  if old.closing_as is null and new.closing_as is not null then
    new.finalized_people := people_behind(new.tenant_id, new.finalized_by);
    -- The program may know more against it (a key that nobody confirmed yet), never less.
    new.is_of_one := new.source <> 'files' and (new.is_of_one or not are_two_people(new.started_people, new.finalized_people));
  else
    new.finalized_people := old.finalized_people;
    new.is_of_one := old.is_of_one;
  end if;
  return new;
end $$;
comment on function keep_reconciliation_people() is 'keeps: who started and who closed a reconciliation, and whether that is one person.';
create trigger keep_reconciliation_people
  before insert or update of started_by, started_people, closing_as, finalized_people, is_of_one on reconciliations
  for each row execute function keep_reconciliation_people();

-- Whose word the amounts of a settlement are: of its maker, or of whoever stands alone by the reconciliation it was made of. Of two of whom one
-- is the platform, or holds a key that nobody confirmed yet, it is the other one's.
create function word_of_one(r reconciliations, out by_whom text, out people text[]) language plpgsql immutable as $$
declare
  is_platform constant boolean := array_to_string(r.started_people, ' ') like '%platform:%';
begin
  if not r.is_of_one then
    return;
  elsif r.started_people && r.finalized_people then
    by_whom := r.finalized_by;
    people := array(select distinct unnest(r.started_people || r.finalized_people) order by 1);
  elsif is_platform then
    by_whom := r.finalized_by;
    people := r.finalized_people;
  else
    by_whom := r.started_by;
    people := r.started_people;
  end if;
end $$;

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
  -- Ours that an earlier reconciliation had settled when it was gathered: compared, and settled no second time.
  was_settled boolean not null default false,
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
  -- What a second person is asked to agree to stands beside the row's resolution, not in it.
  awaiting_amount bigint,
  awaiting_status text,
  awaiting_remarks text,
  -- What a row is about; `reason` says why it stands there, where that is not plain from its amounts and statuses.
  kind text not null default 'movement',
  reason text,
  -- What a person may do about a row, beside resolving it, and what became of it. `remedy_begun` is real time: what a process left
  -- half-way may be carried out again.
  remedy text,
  remedy_target text,
  remedy_status text,
  remedy_outcome text,
  remedy_reference text,
  remedy_by text,
  remedy_at timestamptz,
  remedy_begun timestamptz,
  was_settled boolean not null default false,
  -- What one person gave up alone: of a row, and of all rows of a reconciliation.
  written_off bigint not null default 0,
  primary key (tenant_id, id),
  constraint reconciliation_details_kind check (kind in ('movement', 'chargeback', 'commission')),
  constraint reconciliation_details_remedy
    check (remedy in ('inquire', 'force_status', 'reverse_at_bank', 'mark_reversed')),
  constraint reconciliation_details_remedy_status
    check (remedy_status in ('proposed', 'under_way', 'carried_out', 'failed')),
  -- Settlements pay it: between nothing and the larger amount of both sides, and on their side.
  constraint reconciliation_details_adjusted check (adjusted_amount is null or (
    adjusted_amount between least(0, db_amount, bank_amount) and greatest(0, db_amount, bank_amount)
    and not (least(0, db_amount, bank_amount) < 0 and greatest(0, db_amount, bank_amount) > 0)))
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index reconciliation_details_list on reconciliation_details (reconciliation_id, tenant_id, discrepancy, id);
create index reconciliation_details_payment on reconciliation_details (transaction_id, tenant_id) where transaction_id is not null;
-- What single persons wrote off on a day is added up at every resolution.
create index reconciliation_details_written_off on reconciliation_details (tenant_id, resolved_at) where written_off > 0;
-- What stands on a list about a row of a bank's file, found by the row when it is settled.
create index reconciliation_details_of_rows on reconciliation_details (reconciliation_id, tenant_id, kind, bank_line)
  where kind <> 'movement';
call protect_tenant_table('reconciliation_details', 'select, insert, update');

-- What single persons wrote off on the day of a moment, in Istanbul, of other rows than these.
create function written_off_on_day(tenant uuid, moment timestamptz, besides uuid[]) returns bigint language sql stable as $$
  select coalesce(sum(d.written_off), 0)::bigint from reconciliation_details d
  where d.tenant_id = tenant and d.written_off > 0 and d.id <> all(besides)
    and d.resolved_at >= date_trunc('day', moment at time zone 'Europe/Istanbul') at time zone 'Europe/Istanbul'
    and d.resolved_at < (date_trunc('day', moment at time zone 'Europe/Istanbul') + interval '1 day') at time zone 'Europe/Istanbul'
$$;

create function keep_write_offs_of_day() returns trigger language plpgsql as $$
declare
  most bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('write-offs ' || new.tenant_id, 0)); -- the program spells it alike
  select r.write_off_total_max into most from reconciliations r where r.tenant_id = new.tenant_id and r.id = new.reconciliation_id;
  if written_off_on_day(new.tenant_id, new.resolved_at, '{}') > most then
    raise exception 'row %: more was written off by single persons on that day than its reconciliation allows', new.id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function keep_write_offs_of_day() is 'guards: single persons write off no more on a day than the reconciliation allows.';
create trigger keep_write_offs_of_day after update of written_off on reconciliation_details
  for each row when (new.written_off > 0) execute function keep_write_offs_of_day();

-- The one finalized reconciliation of a payment.
create table reconciled_payments (
  tenant_id uuid not null,
  payment_id uuid not null,
  reconciliation_id uuid not null,
  settled_at timestamptz not null,
  primary key (tenant_id, payment_id)
);
-- Settlements read what a reconciliation settled, page by page.
create index reconciled_payments_reconciliation on reconciled_payments (reconciliation_id, payment_id, tenant_id);
call protect_tenant_table('reconciled_payments', 'select, insert');
