-- The life of an alert: open, then decided once by a person or by the clock; who decided is written with the decision.
alter table fraud_alerts
  add check ((status in ('approved', 'rejected')) = (reviewed_by is not null)),
  add check ((reviewed_by is null) = (reviewed_at is null)),
  add check ((reviewed_by is null) = (assigned_to is null)),
  add check (notes is null or reviewed_by is not null);

create function guard_fraud_alert() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      raise exception 'alert %: every life begins as open', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if not is_allowed_step('fraud_alert', old.status || '>' || new.status) then
    raise exception 'alert %: % to % is no step of the state table', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if to_jsonb(new) - '{status,assigned_to,reviewed_by,reviewed_at,notes}'::text[]
       <> to_jsonb(old) - '{status,assigned_to,reviewed_by,reviewed_at,notes}'::text[] then
    raise exception 'alert %: what it is about cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_fraud_alert before insert or update on fraud_alerts for each row execute function guard_fraud_alert();

-- The platform lists the alerts of all tenants, newest first.
create index fraud_alerts_newest on fraud_alerts (id);

-- Lists of checks read their filters from the index of the key, and only the rows of the page they show. A row of an index
-- has its limit; a list of reasons has none, so its beginning is what is searched.
alter table fraud_checks
  add column search_text text generated always as (left(lower(reason_codes), 1000)) stored,
  drop constraint fraud_checks_pkey,
  add primary key (tenant_id, id) include (process, decision, score, merchant_id, search_text);
