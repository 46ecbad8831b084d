-- Chargebacks of card payments: what a cardholder's bank asks back, and how the dispute ended.

-- A payment is named by tenant_id and payment_id without a foreign key: payments are kept by month. Whoever opens or ends a chargeback, and
-- every capture, void and refund, holds the payment's row meanwhile.
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
  -- How a chargeback ended moves money between merchant and bank: it is the bank's word, or that of two people, where the tenant has it so.
  ends_by_two boolean not null default false, -- as the tenant had it when this was opened; stays
  asked_action text check (asked_action in ('win', 'lose')), -- what a first person says; null: nobody has, or it counts by now
  asked_by text,
  asked_people text[], -- behind asked_by at that moment
  ended_by text, -- null: the bank, or it is open
  ended_people text[],
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
-- The list in the order of the deadlines, which is the order in which people answer.
create index chargebacks_by_deadline on chargebacks (tenant_id, response_deadline, id);
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

-- The people are written by the database itself, as of then.
create function keep_chargeback_people() returns trigger language plpgsql as $$
begin
  new.ends_by_two := old.ends_by_two;
  new.asked_people := old.asked_people;
  new.ended_people := old.ended_people;
  if (new.asked_action, new.asked_by) is distinct from (old.asked_action, old.asked_by) then
    new.asked_people := people_behind(new.tenant_id, new.asked_by);
  end if;
  if new.ended_by is distinct from old.ended_by then
    new.ended_people := people_behind(new.tenant_id, new.ended_by);
    if old.status not in ('opened', 'disputed') or new.status not in ('won', 'lost') then
      raise exception 'chargeback %: who ended it is said with its end', old.id using errcode = 'check_violation';
    end if;
    if old.ends_by_two and (old.asked_action is distinct from case new.status when 'won' then 'win' else 'lose' end
        or not are_two_people(old.asked_people, new.ended_people)) then
      raise exception 'chargeback %: how it ended is said by two people', old.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
comment on function keep_chargeback_people() is 'keeps: who asked for the end of a chargeback and who ended it; they are two where its amount demands it.';
create trigger keep_chargeback_people before update on chargebacks for each row execute function keep_chargeback_people();

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

-- Documents of a chargeback's response: what each is, and its content sealed piece by piece, so that a file of any size is written and
-- read in little memory.
create table chargeback_evidence (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  chargeback_id uuid not null,
  merchant_id uuid not null,
  file_name text not null,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')), -- by its content
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  sha256 text not null,
  description text,
  uploaded_by text not null,
  created timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, chargeback_id) references chargebacks
);
create index chargeback_evidence_chargeback on chargeback_evidence (chargeback_id, tenant_id);
call protect_tenant_table('chargeback_evidence', 'select, insert, delete');

create table chargeback_evidence_pieces (
  tenant_id uuid not null,
  evidence_id uuid not null,
  piece text not null, -- 0000, 0001, ...; part of the place it is sealed for
  sealed bytea not null,
  primary key (tenant_id, evidence_id, piece),
  foreign key (tenant_id, evidence_id) references chargeback_evidence
);
alter table chargeback_evidence_pieces alter column sealed set storage external; -- sealed bytes do not compress
call protect_tenant_table('chargeback_evidence_pieces', 'select, insert, update, delete');

-- What the bank was shown stays: nothing is taken away once the response was sent.
create function guard_chargeback_evidence() returns trigger language plpgsql as $$
begin
  if not exists (
    select from chargeback_evidence e join chargebacks c on c.tenant_id = e.tenant_id and c.id = e.chargeback_id
     where e.tenant_id = old.tenant_id and e.id = old.evidence_id and c.status = 'opened')
  then
    raise exception 'evidence %: its chargeback was answered', old.evidence_id using errcode = 'check_violation';
  end if;
  return old;
end $$;
create trigger guard_chargeback_evidence before delete on chargeback_evidence_pieces
  for each row execute function guard_chargeback_evidence();
