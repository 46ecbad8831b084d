-- What velocity rules count (docs/decisions/0169). Moments are seconds since 1970 by the platform's clock: windows are
-- counted to the second. Subjects are keyed hashes of 53 bits over tenant, process, kind and value; nobody reads them back.

-- What the packed variables do not hold, so that a rule switched on tomorrow counts the checks of today.
alter table fraud_checks
  add column card bigint,
  add column iban bigint,
  add column source_account bigint;

-- A check that is counted, and its subjects: only those that some active rule reads.
create table fraud_velocity (
  tenant_id uuid not null,
  check_id uuid not null,
  at bigint not null,
  amount bigint not null,
  currency text not null,
  failed boolean not null, -- what the check judged has failed since
  card bigint,
  email bigint,
  ip bigint,
  device bigint,
  customer bigint,
  iban bigint,
  merchant bigint,       -- not null: fraud_volumes counts this check for it
  source_account bigint, -- likewise
  primary key (tenant_id, check_id)
) with (fillfactor = 90); -- room for `failed`, which no index holds
-- These begin with what they are looked up by (0005); a subject that nobody counts costs no entry in its index.
create index fraud_velocity_card on fraud_velocity (card, at) where card is not null;
create index fraud_velocity_email on fraud_velocity (email, at) where email is not null;
create index fraud_velocity_ip on fraud_velocity (ip, at) where ip is not null;
create index fraud_velocity_device on fraud_velocity (device, at) where device is not null;
create index fraud_velocity_customer on fraud_velocity (customer, at) where customer is not null;
create index fraud_velocity_iban on fraud_velocity (iban, at) where iban is not null;
create index fraud_velocity_merchant on fraud_velocity (merchant, at) where merchant is not null;
create index fraud_velocity_source_account on fraud_velocity (source_account, at) where source_account is not null;
call protect_tenant_table('fraud_velocity', 'select, insert, update, delete');

-- Sums over merchants and source accounts: a window of millions of checks is a few hundred rows.
create table fraud_volumes (
  tenant_id uuid not null,
  subject bigint not null,
  level_s integer not null check (level_s in (1, 60, 3600)),
  start_s bigint not null,
  currency text not null,
  count bigint not null,
  amount numeric not null, -- a thousand of the largest amounts are more than a bigint holds
  declined bigint not null,
  primary key (tenant_id, subject, level_s, start_s, currency)
) with (fillfactor = 50); -- the running second, minute and hour are rewritten by every batch
create index fraud_volumes_old on fraud_volumes (start_s);
call protect_tenant_table('fraud_volumes', 'select, insert, update, delete');

-- Failures not yet in fraud_volumes: a failure takes no lock that a new check waits for.
create table fraud_declines (
  tenant_id uuid not null,
  subject bigint not null,
  check_id uuid not null,
  at bigint not null,
  currency text not null,
  primary key (tenant_id, subject, check_id)
);
call protect_tenant_table('fraud_declines', 'select, insert, delete');

-- Which kinds of subject a tenant's rules count, and how far the checks from before have been filled in.
create table fraud_counted (
  tenant_id uuid not null,
  process text not null,
  kind text not null,
  since timestamptz not null,   -- database time
  filled_at timestamptz,        -- the first time
  is_complete boolean not null default false, -- filled in again, after every process had heard
  primary key (tenant_id, process, kind)
);
call protect_tenant_table('fraud_counted', 'select, insert, update, delete');
create index fraud_counted_open on fraud_counted (tenant_id) where not is_complete;

create function note_failed_check() returns trigger language plpgsql as $$
declare counted fraud_velocity;
begin
  update fraud_velocity set failed = true
  where tenant_id = new.tenant_id and check_id = new.id and not failed
  returning * into counted;
  if found then
    insert into fraud_declines (tenant_id, subject, check_id, at, currency)
    select counted.tenant_id, subject, counted.check_id, counted.at, counted.currency
    from unnest(array[counted.merchant, counted.source_account]) as subject
    where subject is not null
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger note_failed_check after update of status on payments for each row
  when (new.status = 'failed' and old.status <> 'failed') execute function note_failed_check();
create trigger note_failed_check after update of status on transfers for each row
  when (new.status = 'failed' and old.status <> 'failed') execute function note_failed_check();
