-- Plans that make transfers again and again, and each run of theirs.

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
