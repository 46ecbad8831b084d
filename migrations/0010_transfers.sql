-- Money transfers: each from its creation to its end with what the database itself holds of it, the books, notices of banks.

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
  terms_by text, -- who wrote the terms of the plan it was made by
  sequence integer not null default 0,
  history jsonb not null, -- its life, oldest first; grows only
  extra jsonb,
  correlation_id text not null,
  client_id text not null,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id) include (status, merchant_id, request_type, amount, currency, source_account_id),
  -- Four eyes: one person takes at most one step, and whoever wrote the terms of a plan made its transfers as much as the
  -- plan's creator did.
  check (approved_by <> created_by),
  check (rejected_by <> created_by),
  check (sent_by <> created_by and sent_by <> approved_by),
  check (approved_by <> terms_by),
  check (rejected_by <> terms_by),
  check (sent_by <> terms_by),
  -- Whoever is past a step has somebody who took it.
  check (approved_by is not null or status in ('pending', 'rejected')),
  check (sent_by is not null or status in ('pending', 'rejected', 'approved')),
  check ((reserved = 0 and step is null) or status in ('processing', 'delivered'))
) with (fillfactor = 60, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
create unique index transfers_external_id on transfers (tenant_id, merchant_id, external_id)
  where external_id is not null and status not in ('failed', 'rejected');
create index transfers_known on transfers (receiver_key, tenant_id) where status = 'completed';
-- By tenant first: whoever has a hundred thousand waiting does not stand before the others.
create index transfers_due on transfers (tenant_id, next_step_at) where next_step_at is not null;
-- A notice may name a transfer by the bank's own reference.
create index transfers_provider_transaction on transfers (tenant_id, provider_transaction_id)
  where provider_transaction_id is not null;
create index transfers_correlation on transfers (correlation_id, tenant_id);
call protect_tenant_table('transfers', 'select, insert, update');

create function refuse_made_transfer() returns trigger language plpgsql as $$
begin
  raise exception 'transfer %: every life begins as pending, without anybody’s step', new.id using errcode = 'check_violation';
end $$;
create trigger refuse_made_transfer before insert on transfers for each row
  when (new.status <> 'pending' or num_nonnulls(new.approved_by, new.rejected_by, new.sent_by) > 0 or new.reserved > 0)
  execute function refuse_made_transfer();

create function guard_transfer() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not is_allowed_step('transfer', old.status || '>' || new.status) then
    raise exception 'transfer %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if new.history <> old.history or new.status <> old.status then
    if (new.history - -1) <> old.history then
      raise exception 'transfer %: history only grows, one row a step', old.id using errcode = 'check_violation';
    end if;
  end if;
  if (new.id, new.amount, new.currency, new.merchant_id, new.request_type, new.created, new.created_by,
      new.requested_account_id, new.receiver_account_id, new.receiver_key, new.holder_name, new.scheduled_date)
       <> (old.id, old.amount, old.currency, old.merchant_id, old.request_type, old.created, old.created_by,
      old.requested_account_id, old.receiver_account_id, old.receiver_key, old.holder_name, old.scheduled_date)
     or (new.external_id, new.recipient_id, new.bank_code, new.iban, new.account_number, new.masked_card_no, new.card_token)
       is distinct from
        (old.external_id, old.recipient_id, old.bank_code, old.iban, old.account_number, old.masked_card_no, old.card_token)
     -- Sealed anew by a change of keys, never given or taken.
     or (new.card_sealed is null) <> (old.card_sealed is null) or (new.tax_id_sealed is null) <> (old.tax_id_sealed is null)
     or new.sequence < old.sequence or new.attempt_no < old.attempt_no or new.retry_count < old.retry_count
     or new.fencing < old.fencing then
    raise exception 'transfer %: what was agreed cannot change', old.id using errcode = 'check_violation';
  end if;
  -- Who took a step is written with it, and the approval alone may name another account to pay from.
  if (new.approved_by is distinct from old.approved_by or new.source_account_id <> old.source_account_id)
       and not (old.status = 'pending' and new.status = 'approved')
     or new.rejected_by is distinct from old.rejected_by and not (old.status = 'pending' and new.status = 'rejected')
     or new.sent_by is distinct from old.sent_by and not (old.status = 'approved' and new.status = 'processing') then
    raise exception 'transfer %: a person’s part cannot change after the step', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_transfer before update on transfers for each row execute function guard_transfer();

create function guard_transfer_terms() returns trigger language plpgsql as $$
begin
  raise exception 'transfer %: what was agreed cannot change', old.id using errcode = 'check_violation';
end $$;
create trigger guard_transfer_terms before update of terms_by, recurring_transfer_id on transfers for each row
  when (new.terms_by is distinct from old.terms_by or new.recurring_transfer_id is distinct from old.recurring_transfer_id)
  execute function guard_transfer_terms();

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

-- What banks tell of transfers unasked, as it was heard. Append only; a copy of a notice adds nothing.
create table transfer_notices (
  tenant_id uuid not null,
  transfer_id uuid not null,
  signature bytea not null,  -- of the notice: a copy has the same
  received_at timestamptz not null, -- platform clock
  event text not null,       -- the bank's name for it
  user_id text,              -- header X-Request-UserId
  body text not null,        -- JSON: the members we know, card numbers masked
  verdict text not null check (verdict in ('accepted', 'duplicate', 'ignored')),
  reason text not null,      -- why: concluded, other_amount, earlier_attempt, ...
  primary key (tenant_id, transfer_id, signature),
  foreign key (tenant_id, transfer_id) references transfers
);
call protect_tenant_table('transfer_notices', 'select, insert');
