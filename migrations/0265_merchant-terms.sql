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
