-- A key, user or identity provider that somebody made or changed acts for whoever did it, and decides, sends and approves only
-- once a second person has confirmed it (src/identity/confirmation).

-- Who made or changed it since it was last confirmed. Null: confirmed, or from before, or by the program.
alter table clients add column changed_people text[], add column needs_confirmation boolean;
alter table users add column changed_people text[], add column needs_confirmation boolean;
alter table identity_providers add column changed_people text[], add column needs_confirmation boolean;
create trigger tell_confirmation after update of changed_people, needs_confirmation on clients
  for each row execute function tell_change('realms');
create trigger tell_confirmation after update of changed_people, needs_confirmation on users
  for each row execute function tell_change('realms');

-- As in 0041, and whoever changed the credential stands behind it until somebody else confirms it: whoever sets a password
-- and then changes it in the user's name is not rid of it.
create or replace function people_behind(tenant uuid, actor text) returns text[] language plpgsql stable as $$
declare
  found text[];
begin
  if actor is null then
    return null;
  end if;
  select coalesce(c.accountable, array[c.client_id]) || c.changed_people into found
    from clients c where c.tenant_id = tenant and c.client_id = actor;
  if found is null and actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select array[u.id::text] || u.password_known_by || u.changed_people into found
      from users u where u.tenant_id = tenant and u.id = actor::uuid;
  end if;
  if found is null and actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:' then -- somebody of an identity provider
    select array[actor] || p.changed_people into found
      from identity_providers p where p.tenant_id = tenant and p.id = left(actor, 36)::uuid;
  end if;
  return coalesce(found, array[actor]);
end $$;

-- What a key of the platform made has no maker among the tenant's people: two of them take part all the same.
create function keep_three_persons() returns trigger language plpgsql as $$
begin
  new.three_persons := new.three_persons or array_to_string(new.made_people, ' ') like '%platform:%';
  return new;
end $$;
create trigger keep_transfer_three_persons before insert on transfers for each row execute function keep_three_persons();
