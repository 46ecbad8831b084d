-- A merchant's external ids of transfers that are neither failed nor rejected, in a table of its own: transfers are divided by month, and no
-- unique index over all months can hold this. Rows are claimed and freed by triggers, so the release before does as well.
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
create trigger claim_external_id before insert on transfers
  for each row when (new.external_id is not null and new.status not in ('failed', 'rejected')) execute function claim_external_id();

create function free_external_id() returns trigger language plpgsql as $$
begin
  delete from transfer_external_ids
   where tenant_id = new.tenant_id and merchant_id = new.merchant_id and external_id = new.external_id;
  return null;
end $$;
create trigger free_external_id after update of status on transfers
  for each row when (new.external_id is not null and new.status in ('failed', 'rejected') and old.status not in ('failed', 'rejected'))
  execute function free_external_id();

-- The next two files read transfers as the owner, who sees no rows of tenants otherwise.
create policy keeper_of_external_ids on transfers for select using (pg_has_role((select relowner from pg_class where oid = 'transfers'::regclass), 'usage'));
