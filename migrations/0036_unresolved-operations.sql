-- Payments, captures, voids and refunds whose outcome no bank can tell: two people decide. Few rows, and none on the way of
-- a payment whose bank answers.
create table unresolved_operations (
  tenant_id uuid not null,
  id uuid not null, -- of the payment, or of the capture, void or refund
  payment_id uuid not null,
  merchant_id uuid not null,
  kind text not null check (kind in ('sale', 'pre_auth', 'capture', 'void', 'refund')),
  why text not null check (why in ('not_found', 'no_answer')),
  amount bigint not null,
  currency text not null,
  configuration_id uuid not null,
  connector_code text not null,
  reference text not null, -- under which the bank would know it
  since timestamptz not null, -- platform clock

  -- One person says what they found at the bank, another one confirms it. Nothing of it changes after that.
  proposed_outcome text check (proposed_outcome in ('booked', 'not_booked')),
  proposed_by text,
  proposed_people text[],
  proposed_at timestamptz,
  note text,
  provider_transaction_id text,
  auth_code text,
  host_reference text,
  confirmed_by text,
  confirmed_people text[],
  confirmed_at timestamptz,

  -- How it ended; the bank may still tell before people do.
  outcome text check (outcome in ('booked', 'not_booked')),
  resolved_by text check (resolved_by in ('people', 'bank')),
  resolved_at timestamptz,

  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments,
  check ((proposed_outcome is null) = (proposed_by is null)),
  check (confirmed_by is null or proposed_by is not null),
  check (confirmed_by <> proposed_by),
  check ((resolved_at is null) = (outcome is null))
);
create index unresolved_operations_open on unresolved_operations (since, tenant_id) where resolved_at is null;
call protect_tenant_table('unresolved_operations', 'select, insert, update');

create function keep_resolving_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.proposed_by is not null or new.confirmed_by is not null or new.outcome is not null then
      raise exception 'operation %: nothing is decided when it begins to wait', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.confirmed_by is not null or new.confirmed_by is not null then
    if (new.proposed_outcome, new.proposed_by, new.proposed_at, new.note, new.provider_transaction_id, new.auth_code, new.host_reference)
       is distinct from (old.proposed_outcome, old.proposed_by, old.proposed_at, old.note, old.provider_transaction_id, old.auth_code, old.host_reference)
       or old.confirmed_by is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at) then
      raise exception 'operation %: what is confirmed is what was proposed', new.id using errcode = 'check_violation';
    end if;
  end if;
  if new.resolved_by = 'people' and (new.confirmed_by is null or new.outcome <> new.proposed_outcome) then
    raise exception 'operation %: people have confirmed no such outcome', new.id using errcode = 'check_violation';
  end if;
  new.proposed_people := case when new.proposed_at is distinct from old.proposed_at
    then people_behind(new.tenant_id, new.proposed_by) else old.proposed_people end;
  new.confirmed_people := case when new.confirmed_by is distinct from old.confirmed_by
    then people_behind(new.tenant_id, new.confirmed_by) else old.confirmed_people end;
  if new.confirmed_people && new.proposed_people then
    raise exception 'operation %: whoever proposed does not confirm', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_resolving_people before insert or update on unresolved_operations
  for each row execute function keep_resolving_people();

-- The record of how an operation ended ends its wait, whoever made it. Only what was asked about has ever waited: the fencing
-- number says so, and leaves the way of every other payment alone.
create function end_unresolved() returns trigger language plpgsql as $$
declare
  ended text := case when new.status = 'failed' then 'not_booked' else 'booked' end;
begin
  update unresolved_operations u set outcome = ended, resolved_at = new.last_modified,
    resolved_by = case when u.confirmed_by is not null and u.proposed_outcome = ended then 'people' else 'bank' end
  where u.tenant_id = new.tenant_id and u.id = new.id and u.resolved_at is null;
  return null;
end $$;
create trigger end_unresolved after update on payment_operations for each row
  when (old.fencing > 1 and old.status = 'processing' and new.status <> 'processing') execute function end_unresolved();
create trigger end_unresolved after update on payments for each row
  when (old.fencing > 1 and old.status in ('processing', 'three_d_secure_init_processing', 'three_d_secure_auth_processing')
    and new.status in ('failed', 'completed', 'authorized')) execute function end_unresolved();
