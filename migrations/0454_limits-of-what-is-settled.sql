-- What single persons wrote off on the day of a moment, in Istanbul, of other rows than these.
create function written_off_on_day(tenant uuid, moment timestamptz, besides uuid[]) returns bigint language sql stable as $$
  select coalesce(sum(d.written_off), 0)::bigint from reconciliation_details d
  where d.tenant_id = tenant and d.written_off > 0 and d.id <> all(besides)
    and d.resolved_at >= date_trunc('day', moment at time zone 'Europe/Istanbul') at time zone 'Europe/Istanbul'
    and d.resolved_at < (date_trunc('day', moment at time zone 'Europe/Istanbul') + interval '1 day') at time zone 'Europe/Istanbul'
$$;
create function keep_write_offs_of_day() returns trigger language plpgsql as $$
declare
  most bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('write-offs ' || new.tenant_id, 0)); -- the program spells it alike
  select r.write_off_total_max into most from reconciliations r where r.tenant_id = new.tenant_id and r.id = new.reconciliation_id;
  if written_off_on_day(new.tenant_id, new.resolved_at, '{}') > most then
    raise exception 'row %: more was written off by single persons on that day than its reconciliation allows', new.id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger keep_write_offs_of_day after update of written_off on reconciliation_details
  for each row when (new.written_off > 0) execute function keep_write_offs_of_day();

-- Settlements pay it: between nothing and the larger amount of both sides, and on their side. Rows from before were checked by the program alone,
-- some releases of which did not, so it is not validated.
alter table reconciliation_details add constraint reconciliation_details_adjusted check (adjusted_amount is null or (
  adjusted_amount between least(0, db_amount, bank_amount) and greatest(0, db_amount, bank_amount)
  and not (least(0, db_amount, bank_amount) < 0 and greatest(0, db_amount, bank_amount) > 0))) not valid;
