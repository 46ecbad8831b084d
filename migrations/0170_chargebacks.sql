-- Chargebacks of card payments: what a cardholder's bank asks back, and how the dispute ended.
-- A payment is named by tenant_id and payment_id without a foreign key: payments are kept by month. Whoever opens or ends one,
-- and every capture, void and refund, holds the payment's row meanwhile.
create table chargebacks (
  tenant_id uuid not null,
  id uuid not null, -- version 7: the order of ids is the order of `created`
  payment_id uuid not null,
  merchant_id uuid not null,
  configuration_id uuid not null,
  status text not null check (status in ('opened', 'disputed', 'won', 'lost')),
  amount bigint not null check (amount > 0),
  -- What a lost one takes from the merchant: its amount, as far as refunds have not given that back already.
  booked bigint not null default 0,
  currency text not null,
  reason text,
  reason_code text,
  bank_reference_no text,
  bank_notice text, -- reference of the bank's own notice, where that opened it
  response_deadline timestamptz not null, -- platform clock
  deadline_alarm text check (deadline_alarm in ('due', 'missed')), -- the last one that was raised
  merchant_response text,
  notes text,
  -- Of the payment, which may be kept for a shorter time.
  payment_amount bigint not null,
  masked_card_number text not null,
  created timestamptz not null,
  resolved_at timestamptz,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check (amount <= payment_amount),
  check (booked between 0 and amount and (booked = 0 or status = 'lost')),
  check ((status in ('won', 'lost')) = (resolved_at is not null))
);
create index chargebacks_payment on chargebacks (payment_id, tenant_id);
create unique index chargebacks_one_open on chargebacks (payment_id, tenant_id) where status in ('opened', 'disputed');
create unique index chargebacks_notice on chargebacks (bank_notice, configuration_id, tenant_id) where bank_notice is not null;
create index chargebacks_unanswered on chargebacks (response_deadline)
  where status in ('opened', 'disputed') and merchant_response is null and deadline_alarm is distinct from 'missed';
call protect_tenant_table('chargebacks', 'select, insert, update');

create function guard_chargeback() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not is_allowed_step('chargeback', old.status || '>' || new.status) then
    raise exception 'chargeback %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (new.id, new.payment_id, new.merchant_id, new.configuration_id, new.amount, new.currency, new.payment_amount, new.created)
       <> (old.id, old.payment_id, old.merchant_id, old.configuration_id, old.amount, old.currency, old.payment_amount, old.created)
     or (old.resolved_at is not null
       and (new.booked, new.resolved_at) is distinct from (old.booked, old.resolved_at)) then
    raise exception 'chargeback %: what was claimed and how it ended cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_chargeback before update on chargebacks for each row execute function guard_chargeback();

-- Its life, by whom and by which request. Append only.
create table chargeback_steps (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  chargeback_id uuid not null,
  merchant_id uuid not null,
  from_status text,
  to_status text not null,
  actor text, -- null: the bank's notice
  correlation_id text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, chargeback_id) references chargebacks
);
create index chargeback_steps_chargeback on chargeback_steps (chargeback_id, tenant_id);
create index chargeback_steps_correlation on chargeback_steps (correlation_id, tenant_id);
call protect_tenant_table('chargeback_steps', 'select, insert');
