-- What a tenant has agreed with banks and merchants, what a bank pays for a merchant's days, and what of it is the merchant's.

-- What a tenant has agreed with banks and merchants, as rows in effect from a day on. What a row leaves open holds for all.
create table merchant_terms (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  merchant_id uuid,
  configuration_id uuid,
  bank_code text,
  effective_from date not null, -- in Istanbul; until the next row of the same reach
  -- Commission of the bank, the first that fits: { card_type, card_scheme, is_on_us, installments_from, installments_to, basis_points }.
  rates jsonb not null check (jsonb_typeof(rates) = 'array'),
  value_date_plan text not null check (value_date_plan in ('next_day', 'blocked_n', 'per_installment', 'weekly')),
  blocked_days smallint check (blocked_days between 0 and 365),
  payout_weekday smallint check (payout_weekday between 1 and 5),
  returns_commission boolean not null, -- of the bank, on a refund
  platform_basis_points integer not null check (platform_basis_points between 0 and 10000),
  tax_basis_points integer not null check (tax_basis_points between 0 and 10000), -- on the platform's commission
  returns_platform_commission boolean not null,
  reserve_basis_points integer not null check (reserve_basis_points between 0 and 10000),
  reserve_days smallint not null check (reserve_days between 0 and 540),
  status text not null check (status in ('pending', 'effective', 'rejected')),
  notes text,
  created_by text not null,
  created_people text[] not null,
  decided_by text,
  decided_people text[],
  decided_at timestamptz,
  created timestamptz not null,
  primary key (tenant_id, id),
  check ((value_date_plan = 'blocked_n') = (blocked_days is not null)),
  check ((value_date_plan = 'weekly') = (payout_weekday is not null)),
  check (configuration_id is null or bank_code is null)
);
-- One reach has one row a day.
create unique index merchant_terms_day on merchant_terms (tenant_id, merchant_id, configuration_id, bank_code, effective_from) nulls not distinct
  where status = 'effective';
call protect_tenant_table('merchant_terms', 'select, insert, update');

-- What was agreed never changes: a change is another row. Only who decided is added, once.
create function guard_merchant_terms() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' or new.status = 'pending'
     or (to_jsonb(new) - array['status', 'decided_by', 'decided_people', 'decided_at'])
          <> (to_jsonb(old) - array['status', 'decided_by', 'decided_people', 'decided_at']) then
    raise exception 'terms %: what was agreed cannot change; make another row', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_merchant_terms before update on merchant_terms for each row execute function guard_merchant_terms();

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
  -- What a person writes of a settlement is done by two: its amounts, where it was made by hand, and that it is settled.
  stated_by text, -- stands by the amounts first, and those behind them; null: it made itself
  stated_people text[],
  confirmed_by text, -- the amounts, second
  confirmed_people text[],
  confirmed_at timestamptz,
  settling_by text, -- says first that it is settled
  settling_people text[],
  settling_at timestamptz,
  settled_by text, -- says it second
  settled_people text[],
  -- A word of the settlement that somebody may have read, and that was said anew with another reference, or taken back.
  is_word_renewed boolean not null default false,
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
declare
  free constant text[] := array['status', 'settled_at', 'bank_reference', 'notes', 'event_count', 'completed_at', 'last_modified',
    'stated_by', 'stated_people', 'confirmed_by', 'confirmed_people', 'confirmed_at', 'settling_by', 'settling_people', 'settling_at',
    'settled_by', 'settled_people', 'is_word_renewed'];
begin
  if new.status <> old.status and not is_allowed_step('settlement', old.status || '>' || new.status) then
    raise exception 'settlement %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (to_jsonb(new) - free) <> (to_jsonb(old) - free)
     or (old.settled_at is not null and new.settled_at is distinct from old.settled_at)
     or (old.completed_at is not null and new.completed_at is distinct from old.completed_at) then
    raise exception 'settlement %: what was settled never changes; a correction is another one', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_settlement before update on settlements for each row execute function guard_settlement();

-- Who stood behind a step is written with it, as of then, by the database itself and whoever sends the statement. What one person alone
-- reconciled waits as well.
create function keep_settlement_people() returns trigger language plpgsql as $$
declare
  stated text; -- also of one from before this was kept
begin
  if tg_op = 'INSERT' then
    if new.reconciliation_id is null then
      new.stated_by := coalesce(new.stated_by, new.created_by);
      new.stated_people := people_behind(new.tenant_id, new.stated_by);
    else
      new.stated_by := null;
      new.stated_people := null;
      select w.by_whom, w.people into new.stated_by, new.stated_people
        from reconciliations r, word_of_one(r) w where r.tenant_id = new.tenant_id and r.id = new.reconciliation_id;
    end if;
    new.is_word_renewed := false;
    if new.status <> 'pending' or coalesce(new.confirmed_by, new.settling_by, new.settled_by) is not null then
      raise exception 'settlement %: it is made by one person, and the rest takes a second person', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  stated := coalesce(old.stated_by, case when old.reconciliation_id is null then old.created_by end);
  new.stated_people := coalesce(old.stated_people, people_behind(new.tenant_id, stated));
  new.confirmed_people := old.confirmed_people;
  new.settling_people := old.settling_people;
  new.settled_people := old.settled_people;
  new.is_word_renewed := old.is_word_renewed or old.settling_by is not null
    and (new.settling_by is null or new.bank_reference is distinct from old.bank_reference);
  if coalesce(new.stated_by, stated) is distinct from stated then
    if array_to_string(new.stated_people, ' ') not like '%platform:%' or old.confirmed_by is not null then
      raise exception 'settlement %: who states its amounts stays', old.id using errcode = 'check_violation';
    end if;
    new.stated_people := people_behind(new.tenant_id, new.stated_by);
  elsif new.stated_by is null then
    new.stated_by := old.stated_by;
  end if;
  if new.confirmed_by is distinct from old.confirmed_by then
    new.confirmed_people := people_behind(new.tenant_id, new.confirmed_by);
    if old.confirmed_by is not null or not are_two_people(new.stated_people, new.confirmed_people) then
      raise exception 'settlement %: its amounts are confirmed once, by a second person', old.id using errcode = 'check_violation';
    end if;
  end if;
  if new.settling_by is distinct from old.settling_by then
    if old.status = 'settled' then
      raise exception 'settlement %: who said that it is settled stays', old.id using errcode = 'check_violation';
    end if;
    new.settling_people := people_behind(new.tenant_id, new.settling_by);
  end if;
  if new.settled_by is distinct from old.settled_by then
    new.settled_people := people_behind(new.tenant_id, new.settled_by);
  end if;
  if new.status = 'settled' and (old.status <> 'settled' or new.settled_by is distinct from old.settled_by) then
    if old.status = 'settled' or not are_two_people(new.settling_people, new.settled_people) then
      raise exception 'settlement %: that it is settled is said by two, once; the second person is another one', old.id using errcode = 'check_violation';
    end if;
    if stated is not null and new.confirmed_by is null then
      raise exception 'settlement %: its amounts are not confirmed', old.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
comment on function keep_settlement_people() is 'keeps: who stated, confirmed and settled a settlement; amounts and payment are each said by two.';
create trigger keep_settlement_people before insert or update on settlements for each row execute function keep_settlement_people();

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
  check (net = gross - bank_commission - bank_tax - platform_commission - platform_tax),
  -- What a line settles stands on the side of its kind, and commission and tax on the side of its gross amount.
  constraint settlement_lines_sides check (
    case when kind in ('sale', 'chargeback_reversal') then gross >= 0 else gross <= 0 end
    and case sign(gross::numeric) when 1 then bank_commission >= 0 and bank_tax >= 0 when -1 then bank_commission <= 0 and bank_tax <= 0
      else bank_commission = 0 and bank_tax = 0 end
  )
);
create index settlement_lines_payment on settlement_lines (payment_id, tenant_id);
call protect_tenant_table('settlement_lines', 'select, insert');

-- Of a payment no more is taken back, or charged back at a time, than was captured or settled, and no more comes back than was charged back.
create function check_settled_movements() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select t.payment_id into wrong
  from (select l.tenant_id, l.payment_id,
      coalesce(sum(l.gross) filter (where l.kind = 'sale'), 0) as sold, -coalesce(sum(l.gross) filter (where l.kind = 'void'), 0) as voided,
      -coalesce(sum(l.gross) filter (where l.kind = 'chargeback'), 0) as charged,
      coalesce(sum(l.gross) filter (where l.kind = 'chargeback_reversal'), 0) as reversed
    from settlement_lines l
    where (l.payment_id, l.tenant_id) in (select n.payment_id, n.tenant_id from new_lines n
      where n.kind in ('void', 'chargeback', 'chargeback_reversal'))
    group by l.tenant_id, l.payment_id) t
  left join payments p on p.tenant_id = t.tenant_id and p.id = t.payment_id
  where t.reversed > t.charged or greatest(t.voided, t.charged - t.reversed) > greatest(t.sold, coalesce(p.captured, 0))
  limit 1;
  if wrong is not null then
    raise exception 'settlement lines of payment %: more is taken or given back than there was', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function check_settled_movements() is 'guards: a payment is voided or charged back in settlements for no more than was sold.';
create trigger check_settled_movements after insert on settlement_lines referencing new table as new_lines
  for each statement execute function check_settled_movements();

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

-- What a merchant owes from settlements below zero, and what of its reserve is withheld: of one bank and currency, in the order they were made.
create table settlement_balances (
  tenant_id uuid not null,
  merchant_id uuid not null,
  configuration_id uuid not null,
  currency text not null,
  carried bigint not null check (carried <= 0),
  last_day date not null, -- the last that is settled
  -- The last day by which terms counted for a movement of it: captured after the day that it is settled with. Null: no movement yet.
  last_movement_day date,
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
