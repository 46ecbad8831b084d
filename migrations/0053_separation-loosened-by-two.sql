-- transfers.separation is loosened by two people (docs/decisions/0228): until the second one agrees the value so far counts.
create or replace function wants_three_persons(tenant uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from settings s where s.tenant_id = tenant and s.key = 'transfers.separation' and s.scope = 'tenant'
    and coalesce(s.counting_value, s.value) = 'three_persons');
end $$;
