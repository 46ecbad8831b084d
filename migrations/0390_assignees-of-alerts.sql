-- Who looks at an alert while it is open: apart from assigned_to, which the previous release writes with a decision and checks against it.
alter table fraud_alerts add column assignee text;

create or replace function guard_fraud_alert() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      raise exception 'alert %: every life begins as open', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.assignee is distinct from old.assignee then
    if old.status <> 'open' or to_jsonb(new) - 'assignee' <> to_jsonb(old) - 'assignee' then
      raise exception 'alert %: who looks at it changes by itself, while it is open', old.id using errcode = 'check_violation';
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
