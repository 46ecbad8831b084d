-- Plans that charge a card again and again, and their installments. Each charge is an ordinary payment, named by its id alone: payments are
-- divided by month, so nothing here refers to them by a foreign key.

create table recurring_plans (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  merchant_id uuid not null,
  status text not null,
  external_id text,
  description text,
  amount bigint not null check (amount between 1 and 9007199254740991), -- of one installment
  currency text not null,
  period text not null check (period in ('daily', 'weekly', 'monthly', 'yearly')),
  every smallint not null check (every between 1 and 12),
  installment_count smallint not null check (installment_count between 2 and 120),
  start_date timestamptz not null,
  secure_type text not null check (secure_type in ('three_ds', 'non_three_ds')),
  extra jsonb,                 -- extra_properties of the request
  wanted_configuration_id uuid, -- named by the caller
  configuration_id uuid,        -- that took the first charge: the others follow it

  masked_card_number text not null,
  card_holder_name text not null,
  card_brand text,
  card_sealed bytea,  -- number and expiry, never the code; erased when the plan ends
  buyer_sealed bytea,
  buyer_email_key bytea, -- keyed hashes: whose plan it is, for data access and erasure
  buyer_identity_key bytea,
  uncovered_index smallint,     -- first installment due after the card's last month
  expiry_alarm_at timestamptz,

  first_payment_id uuid not null, -- of the call that made the plan
  is_established boolean not null, -- false: the first installment was not charged yet, and the others wait for it
  open_count smallint not null,
  error_count smallint not null default 0,
  completed_count smallint not null default 0,
  event_count integer not null default 0,
  last_error_code text,
  last_error_message text,
  last_synced_at timestamptz,

  idempotency_key text,
  fingerprint bytea,
  answer_status smallint,
  answer_body text,

  correlation_id text not null,
  client_id text not null,
  created_by text not null,
  caller_address text,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check (open_count between 0 and installment_count),
  -- Installments may outlive it while a bank has not answered, but nothing begins any more.
  check ((status = 'active') = (card_sealed is not null)),
  check (status = 'active' or buyer_sealed is null)
);
create unique index recurring_plans_key on recurring_plans (tenant_id, merchant_id, idempotency_key)
  where idempotency_key is not null;
-- Active plans whose card will not last: looked at once a day.
create index recurring_plans_uncovered on recurring_plans (tenant_id, id)
  where uncovered_index is not null and expiry_alarm_at is null and status = 'active';
call protect_tenant_table('recurring_plans', 'select, insert, update, delete');

create table recurring_installments (
  tenant_id uuid not null,
  id uuid not null,
  plan_id uuid not null,
  installment_index smallint not null check (installment_index between 1 and 120),
  due_date timestamptz not null,
  amount bigint not null check (amount between 1 and 9007199254740991),
  status text not null,
  try_count smallint not null default 0,
  last_try_at timestamptz,
  -- The payment of the try under way. Its id is stored before anything is done with it and kept until a payment of that id has ended,
  -- so whoever works on the try, however late, makes the same payment.
  is_trying boolean not null default false,
  payment_id uuid,
  transaction_id uuid, -- of the latest try that made a payment
  result_code text,
  proc_return_code text,
  result_message text,
  provider_process_id text,

  next_step_at timestamptz, -- platform clock; null = nothing to do
  step_count integer not null default 0,
  lease_owner integer,
  lease_until timestamptz, -- database time
  fencing integer not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, plan_id, installment_index),
  foreign key (tenant_id, plan_id) references recurring_plans on delete cascade,
  check (status = 'pending' or (next_step_at is null and not is_trying))
);
create index recurring_installments_due on recurring_installments (tenant_id, next_step_at) where next_step_at is not null;
call protect_tenant_table('recurring_installments', 'select, insert, update, delete');

create function guard_recurring_plan() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not is_allowed_step('recurring_plan', old.status || '>' || new.status) then
    raise exception 'plan %: % to % is no step of the state table', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.id, new.merchant_id, new.amount, new.currency, new.installment_count, new.start_date, new.created, new.first_payment_id)
       <> (old.id, old.merchant_id, old.amount, old.currency, old.installment_count, old.start_date, old.created, old.first_payment_id)
     or new.event_count < old.event_count then
    raise exception 'plan %: what was agreed cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_recurring_plan before update on recurring_plans for each row execute function guard_recurring_plan();

create function guard_recurring_installment() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not is_allowed_step('recurring_installment', old.status || '>' || new.status) then
    raise exception 'installment %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (new.id, new.plan_id, new.installment_index, new.due_date, new.amount)
       <> (old.id, old.plan_id, old.installment_index, old.due_date, old.amount)
     or new.try_count not in (old.try_count, old.try_count + 1) or new.fencing < old.fencing then
    raise exception 'installment %: what was agreed cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_recurring_installment before update on recurring_installments
  for each row execute function guard_recurring_installment();
