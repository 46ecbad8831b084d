-- Money transfers: where they leave from and where they go, each from its creation to its end with what the database itself holds of it,
-- the books, notices of banks, and plans that make transfers again and again.

-- # Source accounts and recipients
-- Who counts as a maker of a transfer because he said where money goes, how much, how often or what may leave: each such value keeps the
-- people who wrote it until that very value is another one. A change of anything else only adds the people behind it.

-- `people` for every term that is new or another one, its authors so far for every other.
create function authors_of(terms jsonb, people text[], old_terms jsonb, old_authors jsonb, old_people text[]) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(t.key, coalesce(
    case when old_terms -> t.key = t.value then coalesce(old_authors -> t.key, to_jsonb(old_people)) else to_jsonb(people) end,
    '[]')), '{}') from jsonb_each(terms) t
$$;

-- All of them together. Null: only the program wrote it.
create function people_of_authors(authors jsonb) returns text[] language sql immutable as $$
  select nullif(array(select distinct jsonb_array_elements_text(a.value) from jsonb_each(authors) a order by 1), '{}')
$$;

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
  -- The same of the account money leaves by: its configuration and its names at the bank.
  changed_by text,
  binding_people text[],
  authors jsonb,
  primary key (tenant_id, id),
  check (iban is not null or account_number is not null)
);
-- One account at a bank has one set of books, whichever configuration reaches it.
create unique index source_accounts_iban on source_accounts (tenant_id, iban) where iban is not null and not is_deleted;
create unique index source_accounts_number on source_accounts (tenant_id, configuration_id, bank_code, account_number)
  where account_number is not null and not is_deleted;
call protect_tenant_table('source_accounts', 'select, insert, update');

-- Of a source account: its configuration, its names at the bank, and how much one transfer may carry.
create function single_transfer_limit(extra jsonb) returns numeric language sql immutable as $$
  select substring(extra ->> 'single_transfer_limit' from '^[0-9]{1,16}$')::numeric
$$;

create function terms_of_source(s source_accounts) returns jsonb language sql stable as $$
  select jsonb_build_object('configuration_id', s.configuration_id, 'bank_code', s.bank_code, 'iban', s.iban,
    'account_number', s.account_number, 'single_transfer_limit', single_transfer_limit(s.extra))
$$;

create function keep_binding_people() returns trigger language plpgsql as $$
declare
  people text[] := people_behind(new.tenant_id, new.changed_by);
  terms jsonb := terms_of_source(new);
  old_terms jsonb;
begin
  if tg_op = 'INSERT' then
    new.authors := authors_of(terms, people, null, null, null);
  else
    old_terms := terms_of_source(old);
    -- A smaller limit lets nothing through that was refused: whoever sets it is no maker, and releases nobody who set a larger one.
    if single_transfer_limit(new.extra) < coalesce(single_transfer_limit(old.extra), 'infinity') then
      terms := terms || jsonb_build_object('single_transfer_limit', old_terms -> 'single_transfer_limit');
    end if;
    new.authors := authors_of(terms, people, old_terms, old.authors, old.binding_people);
  end if;
  new.binding_people := people_of_authors(new.authors);
  return new;
end $$;
comment on function keep_binding_people() is 'keeps: who is author of a source account''s terms.';
create trigger keep_binding_people before insert or update on source_accounts
  for each row execute function keep_binding_people();

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
  -- The people behind the last change of IBAN, account number or card; a new name, or becoming the default, adds to them.
  -- Null: by the program.
  changed_by text,
  target_people text[],
  authors jsonb,
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

-- Of a receiver account: each way to pay it is a term of its own, so that one added to another does not replace its author.
create function terms_of_receiver(r receiver_accounts) returns jsonb language sql stable as $$
  select jsonb_build_object('iban', r.iban, 'account_number', r.account_number, 'card_key', r.card_key,
      'card_token', r.card_token, 'bank_code', r.bank_code, 'holder_name', r.holder_name)
    -- Another account that becomes the default ends this one's: whoever wrote this one last has not.
    || case when r.is_default then '{"is_default": true}'::jsonb else '{}' end
$$;

create function keep_target_people() returns trigger language plpgsql as $$
declare
  people text[] := people_behind(new.tenant_id, new.changed_by);
begin
  if tg_op = 'INSERT' then
    new.authors := authors_of(terms_of_receiver(new), people, null, null, null);
  else
    new.authors := authors_of(terms_of_receiver(new), people, terms_of_receiver(old), old.authors, old.target_people);
  end if;
  new.target_people := people_of_authors(new.authors);
  return new;
end $$;
comment on function keep_target_people() is 'keeps: who is author of a receiver account''s terms.';
create trigger keep_target_people before insert or update on receiver_accounts
  for each row execute function keep_target_people();

-- # Transfers

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
  made_people text[],
  decided_people text[],
  sent_people text[],
  three_persons boolean, -- as the tenant wanted it when it was made
  primary key (tenant_id, id) include (status, merchant_id, request_type, amount, currency, source_account_id),
  -- Four eyes: one person takes at most one step, and whoever wrote the terms of a plan made its transfers as much as the
  -- plan's creator did.
  check (approved_by <> created_by),
  check (rejected_by <> created_by),
  check (sent_by <> created_by),
  check (approved_by <> terms_by),
  check (rejected_by <> terms_by),
  check (sent_by <> terms_by),
  -- Whoever is past a step has somebody who took it.
  check (approved_by is not null or status in ('pending', 'rejected')),
  check (sent_by is not null or status in ('pending', 'rejected', 'approved')),
  check ((reserved = 0 and step is null) or status in ('processing', 'delivered'))
) with (fillfactor = 60, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
create index transfers_known on transfers (receiver_key, tenant_id) where status = 'completed';
-- By tenant first: whoever has a hundred thousand waiting does not stand before the others.
create index transfers_due on transfers (tenant_id, next_step_at) where next_step_at is not null;
-- A notice may name a transfer by the bank's own reference.
create index transfers_provider_transaction on transfers (tenant_id, provider_transaction_id)
  where provider_transaction_id is not null;
-- As payments_by_correlation.
create index transfers_by_correlation on transfers (correlation_id, tenant_id)
  where correlation_id is not null;
call protect_tenant_table('transfers', 'select, insert, update');
create trigger note_failed_check after update of status on transfers for each row
  when (new.status = 'failed' and old.status <> 'failed') execute function note_failed_check();

create function refuse_made_transfer() returns trigger language plpgsql as $$
begin
  raise exception 'transfer %: every life begins as pending, without anybody’s step', new.id using errcode = 'check_violation';
end $$;
comment on function refuse_made_transfer() is 'guards: a transfer begins as pending, before anyone approved, rejected or sent it.';
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

-- Everybody who counts as a maker at this moment: `made`, and whoever last changed the two accounts.
create function transfer_makers(tenant uuid, made text[], receiver_account uuid, source_account uuid) returns text[]
language plpgsql stable as $$
declare
  target text[];
  binding text[];
begin
  select r.target_people into target from receiver_accounts r where r.tenant_id = tenant and r.id = receiver_account;
  select s.binding_people into binding from source_accounts s where s.tenant_id = tenant and s.id = source_account;
  return made || target || binding;
end $$;

-- The setting transfers.separation (docs/interface/requests.md#four-eyes). A transfer keeps what held when it was made; a later change can
-- only ask for more. It is loosened by two people (docs/decisions/0228): until the second one agrees the value so far counts.
create function wants_three_persons(tenant uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from settings s where s.tenant_id = tenant and s.key = 'transfers.separation' and s.scope = 'tenant'
    and coalesce(s.counting_value, s.value) = 'three_persons');
end $$;

-- Sender and approver may be one person, unless the tenant wants three.
create function keep_transfer_people() returns trigger language plpgsql as $$
declare
  makers text[];
begin
  if tg_op = 'INSERT' then
    makers := people_behind(new.tenant_id, new.created_by) || people_behind(new.tenant_id, new.terms_by);
    if new.recurring_transfer_id is not null then
      makers := makers || coalesce((select p.made_people || p.terms_people from recurring_transfers p
        where p.tenant_id = new.tenant_id and p.id = new.recurring_transfer_id), '{}');
    end if;
    new.made_people := transfer_makers(new.tenant_id, makers, new.receiver_account_id, new.source_account_id);
    new.three_persons := wants_three_persons(new.tenant_id);
    return new;
  end if;
  new.made_people := old.made_people;
  new.decided_people := old.decided_people;
  new.sent_people := old.sent_people;
  new.three_persons := old.three_persons;
  if (new.approved_by, new.rejected_by, new.sent_by) is not distinct from (old.approved_by, old.rejected_by, old.sent_by) then
    return new;
  end if;
  makers := transfer_makers(new.tenant_id, coalesce(old.made_people,
      people_behind(new.tenant_id, new.created_by) || people_behind(new.tenant_id, new.terms_by)),
    new.receiver_account_id, new.source_account_id);
  if coalesce(new.approved_by, new.rejected_by) is distinct from coalesce(old.approved_by, old.rejected_by) then
    new.decided_people := people_behind(new.tenant_id, coalesce(new.approved_by, new.rejected_by));
    if new.decided_people && makers then
      raise exception 'transfer %: whoever made it does not decide', new.id using errcode = 'check_violation';
    end if;
  end if;
  if new.sent_by is distinct from old.sent_by then
    new.sent_people := people_behind(new.tenant_id, new.sent_by);
    if new.sent_people && makers then
      raise exception 'transfer %: whoever made it does not send', new.id using errcode = 'check_violation';
    end if;
    if new.sent_people && coalesce(old.decided_people, people_behind(new.tenant_id, old.approved_by))
       and (old.three_persons or wants_three_persons(new.tenant_id)) then
      raise exception 'transfer %: whoever approved it does not send', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
comment on function keep_transfer_people() is 'keeps: who made, decided and sent a transfer; nobody takes two of these steps where the tenant separates them.';
create trigger keep_transfer_people
  before insert or update of approved_by, rejected_by, sent_by, made_people, decided_people, sent_people on transfers
  for each row execute function keep_transfer_people();

-- What a key of the platform made has no maker among the tenant's people: two of them take part all the same.
create function keep_three_persons() returns trigger language plpgsql as $$
begin
  new.three_persons := new.three_persons or array_to_string(new.made_people, ' ') like '%platform:%';
  return new;
end $$;
comment on function keep_three_persons() is 'keeps: a transfer that someone of the platform made is sent by a third person.';
create trigger keep_transfer_three_persons before insert on transfers for each row execute function keep_three_persons();

create function alert_makers(tenant uuid, process text, check_id uuid, made text[]) returns text[] language sql stable as $$
  select coalesce(made, '{}') || case when process = 'para_transferi' then
    (select coalesce(t.made_people, people_behind(tenant, t.created_by) || people_behind(tenant, t.terms_by))
       from transfers t where t.tenant_id = tenant and t.id = check_id) end
$$;

-- A merchant's external ids of transfers that are neither failed nor rejected, in a table of its own: transfers are divided by month, and
-- no unique index over all months can hold this. Rows are claimed and freed by triggers.
create table transfer_external_ids (
  tenant_id uuid not null,
  merchant_id uuid not null,
  external_id text not null,
  primary key (tenant_id, merchant_id, external_id)
);
call protect_tenant_table('transfer_external_ids', 'select, insert, delete');

-- As "on conflict do nothing" skips a row whose id is taken. Its name makes it the first of the triggers.
create function claim_external_id() returns trigger language plpgsql as $$
begin
  insert into transfer_external_ids values (new.tenant_id, new.merchant_id, new.external_id) on conflict do nothing;
  if found then return new; end if;
  return null;
end $$;
comment on function claim_external_id() is 'decides: a transfer takes its external id, which has no index over all months; where it is taken, no row is inserted.';
create trigger claim_external_id before insert on transfers
  for each row when (new.external_id is not null and new.status not in ('failed', 'rejected')) execute function claim_external_id();

create function free_external_id() returns trigger language plpgsql as $$
begin
  delete from transfer_external_ids
   where tenant_id = new.tenant_id and merchant_id = new.merchant_id and external_id = new.external_id;
  return null;
end $$;
comment on function free_external_id() is 'decides: the external id of a transfer that failed or was rejected is free again; the release before rejects transfers, too.';
create trigger free_external_id after update of status on transfers
  for each row when (new.external_id is not null and new.status in ('failed', 'rejected') and old.status not in ('failed', 'rejected'))
  execute function free_external_id();

-- Transfers are counted in closed blocks. Bits and order of the names: src/transfers/queries/transfer-list.ts
create function transfer_facets(status text, request_type text, currency text) returns integer immutable language sql as $$
  select coalesce(array_position('{pending,approved,processing,delivered,completed,failed,rejected}'::text[], status), 0)
    + (coalesce(array_position('{fast,eft,remittance,credit_card}'::text[], request_type), 0) << 4)
    + (coalesce(array_position('{TRY,USD,EUR}'::text[], currency), 0) << 7)
$$;

call count_in_closed_blocks('transfers', 'transfers', 'transfer_facets(status, request_type, currency)', 'merchant_id', 'source_account_id');

-- Rows as the hot statements send them, as `new_request_log`.
create type new_transfer as (
  tenant_id uuid, id uuid, merchant_id uuid, external_id text, description text, request_type text, amount bigint, currency text,
  requested_account_id uuid, receiver_account_id uuid, recipient_id uuid, receiver_key text, holder_name text, bank_code text, iban
  text, account_number text, masked_card_no text, card_token text, card_sealed bytea, tax_id_sealed bytea, scheduled_date timestamptz,
  verdict text, is_held boolean, created_by text, recurring_transfer_id uuid, terms_by text, history jsonb, extra jsonb,
  correlation_id text, client_id text, created timestamptz);

-- What becomes known of a transfer as the program sends it, many at once in binary form: as `payment_outcome` of payments.
create type transfer_outcome as (
  tenant_id uuid, id uuid, from_status text, from_attempt smallint, fencing integer, to_status text, step_of_history jsonb,
  taken_amount bigint, taken_fee bigint, ends_reservation boolean, sent_type text, receipt_no text,
  provider_transaction_id text, bank_response_code text, error_code text, error_message text, processed_at timestamptz,
  retry_count smallint, attempt_no smallint, step text, next_step_at timestamptz, inquiry_count integer,
  modified timestamptz, event_id text, event_type text, event_body text);

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

-- What the postings of a source account before a moment add up to, so that a comparison with its balance reads the ones since.
create table posting_sums (
  tenant_id uuid not null,
  account_id uuid not null,
  until timestamptz not null, -- platform clock: of all postings created before
  available bigint not null,
  reserved bigint not null,
  primary key (tenant_id, account_id)
);
call protect_tenant_table('posting_sums', 'select, insert, update');

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

-- # Plans

create table recurring_transfers (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  merchant_id uuid not null,
  status text not null,
  plan_name text not null,
  account_id uuid not null,
  recipient_id uuid not null,
  amount bigint not null check (amount between 1 and 9007199254740991),
  currency text not null,
  description text,
  transfer_type text not null check (transfer_type in ('fast', 'eft', 'remittance', 'credit_card')),

  -- As the caller wrote it.
  repeat_type text not null check (repeat_type in ('daily', 'weekly', 'monthly', 'yearly')),
  start_date timestamptz not null,
  end_type text not null check (end_type in ('indefinite', 'count', 'date')),
  end_date timestamptz,
  repeat_count integer,
  month_day smallint check (month_day between 1 and 31),
  week_days smallint[],
  holiday_handling text not null check (holiday_handling in ('next', 'previous', 'skip')),
  reminder_days smallint not null default 0,
  notify_on_success boolean not null default false,
  notify_on_error boolean not null default false,

  -- The run that comes next, platform clock.
  next_run_at timestamptz,
  next_run_day date, -- of Istanbul
  try_at timestamptz, -- later than next_run_at while the run waits for something

  run_no integer not null default 0, -- of the last run, whether or not it made a transfer
  execution_count integer not null default 0,
  last_run_day date,
  last_run_at timestamptz,
  last_transfer_id uuid, -- null: the last run made none

  version integer not null default 1, -- grows with every change: a run that was drafted before one changes nothing
  created_by text not null,
  changed_by text, -- who wrote the present terms, when it was not the creator
  client_id text not null,
  created timestamptz not null,
  last_modified timestamptz not null,
  -- Of a plan: whoever created it, and whoever wrote its present terms.
  made_people text[],
  terms_people text[],
  -- The people behind each term of the row, by its name. Null: its people stand behind every term.
  authors jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references source_accounts,
  foreign key (tenant_id, recipient_id) references recipients,
  check ((end_date is not null) = (end_type = 'date')),
  check ((repeat_count is not null) = (end_type = 'count')),
  check ((status = 'active') = (next_run_at is not null)),
  check (num_nonnulls(next_run_at, next_run_day, try_at) in (0, 3)),
  check (execution_count between 0 and run_no),
  check (execution_count <= repeat_count)
);
create index recurring_transfers_due on recurring_transfers (try_at) where try_at is not null;
create index recurring_transfers_recipient on recurring_transfers (tenant_id, recipient_id);
create index recurring_transfers_account on recurring_transfers (tenant_id, account_id);
call protect_tenant_table('recurring_transfers', 'select, insert, update');

create function guard_recurring_transfer() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not is_allowed_step('recurring_transfer', old.status || '>' || new.status) then
    raise exception 'plan %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (new.id, new.merchant_id, new.created_by, new.created) <> (old.id, old.merchant_id, old.created_by, old.created)
     or new.version <= old.version or new.run_no not in (old.run_no, old.run_no + 1)
     or new.execution_count not between old.execution_count and old.execution_count + 1 then
    raise exception 'plan %: what was agreed cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_recurring_transfer before update on recurring_transfers
  for each row execute function guard_recurring_transfer();

-- Of a plan: all that a person writes of it. Its creator wrote what nobody has changed.
create function terms_of_plan(p recurring_transfers) returns jsonb language sql stable as $$
  select jsonb_build_object('plan_name', p.plan_name, 'account_id', p.account_id, 'recipient_id', p.recipient_id,
    'amount', p.amount, 'currency', p.currency, 'description', p.description, 'transfer_type', p.transfer_type,
    'repeat_type', p.repeat_type, 'start_date', p.start_date, 'end_type', p.end_type, 'end_date', p.end_date,
    'repeat_count', p.repeat_count, 'month_day', p.month_day, 'week_days', p.week_days,
    'holiday_handling', p.holiday_handling, 'reminder_days', p.reminder_days,
    'notify_on_success', p.notify_on_success, 'notify_on_error', p.notify_on_error)
$$;

create function keep_plan_people() returns trigger language plpgsql as $$
declare
  people text[] := people_behind(new.tenant_id, coalesce(new.changed_by, new.created_by));
begin
  if tg_op = 'INSERT' then
    new.made_people := people_behind(new.tenant_id, new.created_by);
    new.authors := authors_of(terms_of_plan(new), people, null, null, null);
  else
    new.made_people := coalesce(old.made_people, people_behind(new.tenant_id, new.created_by));
    new.authors := authors_of(terms_of_plan(new), people, terms_of_plan(old), old.authors, old.terms_people);
  end if;
  new.terms_people := people_of_authors(new.authors);
  return new;
end $$;
comment on function keep_plan_people() is 'keeps: who made a recurring transfer and who is author of its terms.';
create trigger keep_plan_people before insert or update on recurring_transfers
  for each row execute function keep_plan_people();

-- One row a run: what it made, or why it made nothing. Its number and its day are keys, so no run happens twice. Append only.
create table recurring_runs (
  tenant_id uuid not null,
  plan_id uuid not null,
  run_no integer not null,
  day date not null, -- of Istanbul
  due_at timestamptz not null,
  transfer_id uuid,
  error_code text,
  created timestamptz not null,
  primary key (tenant_id, plan_id, run_no),
  unique (tenant_id, plan_id, day),
  unique (tenant_id, transfer_id),
  foreign key (tenant_id, plan_id) references recurring_transfers,
  foreign key (tenant_id, transfer_id) references transfers,
  check (num_nonnulls(transfer_id, error_code) = 1)
);
call protect_tenant_table('recurring_runs', 'select, insert');

-- # Limits of payments and transfers

-- Counted by a trigger, in the statement that makes them. In order, so that two batches never deadlock.
do $$
declare
  source record;
begin
  for source in
    select * from (values ('payments', 'operation_type <> ''refund'''), ('transfers', 'true')) as v (name, counts)
  loop
    execute format($function$
      create function count_%1$s_for_quota() returns trigger language plpgsql as $body$
      begin
        insert into quota_counts as known (tenant_id, client_id, starts_on, is_month, slot, count)
        select tenant_id, client_id, p.starts_on, p.is_month, pg_backend_pid() & 7, sum(n)
          from (select tenant_id, client_id, (created at time zone 'Europe/Istanbul')::date as day, count(*) as n
                  from fresh where %2$s group by 1, 2, 3) as made,
               lateral (values (made.day, false), (date_trunc('month', made.day)::date, true)) as p (starts_on, is_month)
         group by 1, 2, 3, 4 order by 1, 3, 4, 2
        on conflict (tenant_id, starts_on, is_month, client_id, slot) do update set count = known.count + excluded.count;
        return null;
      end $body$ $function$, source.name, source.counts);
    execute format('create trigger count_for_quota after insert on %1$I referencing new table as fresh
      for each statement execute function count_%1$s_for_quota()', source.name);
  end loop;
end $$;

-- What is written and what was counted, where they differ, since the month before last. One statement, so both are of one moment.
create view quota_differences with (security_invoker = true) as
with written as (
  select tenant_id, client_id, (created at time zone 'Europe/Istanbul')::date as day from payments
   where operation_type <> 'refund' and created >= now() - interval '62 days'
  union all
  select tenant_id, client_id, (created at time zone 'Europe/Istanbul')::date from transfers
   where created >= now() - interval '62 days'
), periods as (
  select tenant_id, client_id, p.starts_on, p.is_month, sum(n) as count
    from (select tenant_id, client_id, day, count(*) as n from written group by 1, 2, 3) as made,
         lateral (values (made.day, false), (date_trunc('month', made.day)::date, true)) as p (starts_on, is_month)
   group by 1, 2, 3, 4
), counted as (
  select tenant_id, client_id, starts_on, is_month, sum(count) as count from quota_counts group by 1, 2, 3, 4
)
select w.tenant_id, w.client_id, w.starts_on, w.is_month, w.count as written, coalesce(c.count, 0) as counted
  from periods w left join counted c using (tenant_id, client_id, starts_on, is_month)
 where w.starts_on >= date_trunc('month', now() at time zone 'Europe/Istanbul') and w.count <> coalesce(c.count, 0);
grant select on quota_differences to vezne_app, vezne_platform;

-- # Months

-- Ten years at least, as commercial law wants of books. Foreign keys become triggers, as those to payments.
call bound_table('transfers', 'id', 120);
call check_bound('transfers');
call divide_table('transfers');
