-- A tenant that moves to another shard is closed on both meanwhile, and on the old one from then on. The policies that call this are made for
-- it on every table, and go when it is open again.
create function refuse_closed_tenant(closed uuid) returns boolean stable language plpgsql as $$
begin
  if closed::text = any (string_to_array(current_setting('app.tenant_ids', true), ',')) then
    raise exception 'tenant % moves to another shard', closed using errcode = 'lock_not_available';
  end if;
  return true;
end $$;
comment on function refuse_closed_tenant(uuid) is 'guards: a shard that a tenant is leaving, or has left, neither reads nor writes for it.';
