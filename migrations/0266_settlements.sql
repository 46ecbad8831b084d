-- What a bank pays for a merchant's days, and what of it is the merchant's.
create table settlements (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  merchant_id uuid not null,
  period_start date not null, -- days of Istanbul
  period_end date not null,
  bank_code text,
  currency text not null,
  gross_amount bigint not null,
  refund_amount bigint not null,
  bank_commission bigint not null,     -- with its tax
  platform_commission bigint not null, -- with its tax
  net_amount bigint not null,
  transaction_count integer not null,
  refund_count integer not null,
  status text not null check (status in ('pending', 'processing', 'settled', 'failed')),
  settled_at timestamptz,
  bank_reference text,
  notes text,
  -- Null: made by a person, without lines and entries.
  reconciliation_id uuid,
  configuration_id uuid,
  chargeback_amount bigint not null default 0,  -- part of refund_amount
  bank_tax bigint not null default 0,           -- part of bank_commission
  platform_tax bigint not null default 0,       -- part of platform_commission
  adjustment_amount bigint not null default 0,  -- what the bank books above what the platform had booked
  reserve_amount bigint not null default 0,
  reserve_until date,
  reserve_released bigint not null default 0,
  carried_in bigint not null default 0,         -- at most zero
  payout_amount bigint not null,
  carried_out bigint not null default 0,        -- at most zero
  value_dates jsonb not null default '[]',      -- { value_date, amount }: when the bank pays what of the net
  is_correction boolean not null default false, -- days that were settled before it
  event_count integer not null default 0,
  completed_at timestamptz,                     -- settled, and every payment of its days is in a finalized reconciliation
  created_by text not null,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check (period_end >= period_start),
  check (net_amount = gross_amount - refund_amount - bank_commission - platform_commission),
  check (payout_amount + carried_out = net_amount - reserve_amount + reserve_released + carried_in),
  check (carried_in <= 0 and carried_out <= 0 and payout_amount >= 0),
  check (reserve_amount >= 0 and reserve_released >= 0),
  check ((reconciliation_id is null) = (configuration_id is null)),
  check (completed_at is null or settled_at is not null)
);
-- What is made of a reconciliation is made once.
create unique index settlements_made on settlements (tenant_id, reconciliation_id, merchant_id, configuration_id, currency, period_end)
  where reconciliation_id is not null;
create index settlements_period on settlements (tenant_id, merchant_id, period_end);
create index settlements_unconfirmed on settlements (tenant_id, id) where status = 'settled' and completed_at is null;
call protect_tenant_table('settlements', 'select, insert, update');

create function guard_settlement() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not is_allowed_step('settlement', old.status || '>' || new.status) then
    raise exception 'settlement %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (to_jsonb(new) - array['status', 'settled_at', 'bank_reference', 'notes', 'event_count', 'completed_at', 'last_modified'])
       <> (to_jsonb(old) - array['status', 'settled_at', 'bank_reference', 'notes', 'event_count', 'completed_at', 'last_modified'])
     or (old.settled_at is not null and new.settled_at is distinct from old.settled_at)
     or (old.completed_at is not null and new.completed_at is distinct from old.completed_at) then
    raise exception 'settlement %: what was settled never changes; a correction is another one', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_settlement before update on settlements for each row execute function guard_settlement();

-- The movements that make it up, an installment a row. They stand before their settlement does: what has none counts for nothing yet.
create table settlement_lines (
  tenant_id uuid not null,
  reconciliation_id uuid not null,
  merchant_id uuid not null,
  configuration_id uuid not null,
  currency text not null,
  period_day date not null, -- of its settlement
  source_id uuid not null,  -- payment or refund; of what is only the bank's, its file
  line integer not null,    -- of the bank's file; 0: it has none
  installment smallint not null,
  payment_id uuid not null, -- the sale it belongs to
  kind text not null check (kind in ('sale', 'refund', 'void', 'chargeback', 'chargeback_reversal')),
  day date not null,        -- of the movement
  gross bigint not null,    -- signed
  bank_commission bigint not null,
  bank_tax bigint not null,
  platform_commission bigint not null,
  platform_tax bigint not null,
  net bigint not null,
  booked bigint not null,   -- of the gross what the journal had
  value_date date,          -- null: its year's holidays are not known
  terms_id uuid,
  primary key (tenant_id, reconciliation_id, merchant_id, configuration_id, currency, period_day, source_id, line, installment),
  check (net = gross - bank_commission - bank_tax - platform_commission - platform_tax)
);
create index settlement_lines_payment on settlement_lines (payment_id, tenant_id);
call protect_tenant_table('settlement_lines', 'select, insert');

-- A finalized reconciliation becomes settlements; where that stands commits with what it made.
create table settlement_runs (
  tenant_id uuid not null,
  reconciliation_id uuid not null,
  stage text not null check (stage in ('payments', 'bank', 'close', 'confirm', 'done')),
  cursor text,
  last_day date not null,
  created timestamptz not null,
  primary key (tenant_id, reconciliation_id)
);
create index settlement_runs_open on settlement_runs (created, reconciliation_id) where stage <> 'done';
call protect_tenant_table('settlement_runs', 'select, insert, update');

-- With the commit that finalizes it, whichever release does that.
create function begin_settlement_run() returns trigger language plpgsql as $$
begin
  insert into settlement_runs (tenant_id, reconciliation_id, stage, last_day, created)
  values (new.tenant_id, new.id, 'payments', ((new.period_end - interval '1 millisecond') at time zone 'Europe/Istanbul')::date, new.finalized_at)
  on conflict do nothing;
  return null;
end $$;
create trigger begin_settlement_run after update on reconciliations for each row
  when (old.finalized_at is null and new.finalized_at is not null) execute function begin_settlement_run();

-- What a merchant owes from settlements below zero, and what of its reserve is withheld: of one bank and currency, in the order they were made.
create table settlement_balances (
  tenant_id uuid not null,
  merchant_id uuid not null,
  configuration_id uuid not null,
  currency text not null,
  carried bigint not null check (carried <= 0),
  last_day date not null, -- the last that is settled
  primary key (tenant_id, merchant_id, configuration_id, currency)
);
call protect_tenant_table('settlement_balances', 'select, insert, update');

-- Reserves until they are released into a later settlement.
create table settlement_reserves (
  tenant_id uuid not null,
  settlement_id uuid not null,
  merchant_id uuid not null,
  configuration_id uuid not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  until date not null,
  released_by uuid, -- the settlement that pays it
  primary key (tenant_id, settlement_id)
);
create index settlement_reserves_due on settlement_reserves (tenant_id, merchant_id, configuration_id, currency, until) where released_by is null;
call protect_tenant_table('settlement_reserves', 'select, insert, update');

-- Entries of settlements, beside the journal of payments and in its words: one row debits and credits. Append only.
create table settlement_entries (
  tenant_id uuid not null,
  settlement_id uuid not null,
  kind text not null,
  merchant_id uuid not null,
  debit_account text not null,
  credit_account text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  created timestamptz not null,
  primary key (tenant_id, settlement_id, kind),
  foreign key (tenant_id, settlement_id) references settlements,
  check (debit_account <> credit_account)
);
call protect_tenant_table('settlement_entries', 'select, insert');
