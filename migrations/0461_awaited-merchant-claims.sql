-- Which claim names the merchant of a provider's people says whose their payments are: another one waits with the confirmation, as the
-- merchant of a key or user in use does (0456).
alter table identity_providers add column awaited jsonb check (jsonb_typeof(awaited) = 'object');
create trigger name_awaited before update of awaited on identity_providers for each row execute function name_change('awaited');
create trigger guard_awaited before update on identity_providers for each row execute function guard_awaited();

-- What counted for a provider that was deleted. Made again it is the same one (its id follows from the issuer), so this counts until a
-- second person has confirmed another one.
create table former_merchant_claims (
  tenant_id uuid not null references realms,
  provider_id uuid not null,
  merchant_claim text, -- null: its people were bound to no merchant
  primary key (tenant_id, provider_id)
);
call protect_tenant_table('former_merchant_claims', 'select, insert, update');

create function keep_merchant_claim() returns trigger language plpgsql as $$
begin
  insert into former_merchant_claims (tenant_id, provider_id, merchant_claim) values (old.tenant_id, old.id, old.merchant_claim)
    on conflict (tenant_id, provider_id) do update set merchant_claim = excluded.merchant_claim;
  return null;
end $$;
create trigger keep_merchant_claim after delete on identity_providers for each row execute function keep_merchant_claim();

create function guard_former_claim() returns trigger language plpgsql as $$
begin
  if exists (select from former_merchant_claims f where f.tenant_id = new.tenant_id and f.provider_id = new.id
      and f.merchant_claim is distinct from new.merchant_claim) then
    raise exception 'identity provider %: it is made again with the merchant claim it had', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_former_claim before insert on identity_providers for each row execute function guard_former_claim();

-- Arguments: the column that says whose the payments are, and one that is set once somebody may sell by the credential.
create function guard_merchant_of_credential() returns trigger language plpgsql as $$
declare
  ours jsonb := to_jsonb(new);
  before jsonb := to_jsonb(old);
begin
  if new.needs_confirmation and ours -> tg_argv[0] is distinct from before -> tg_argv[0] and before ->> tg_argv[1] is not null then
    raise exception '% %: another % waits for a second person', tg_table_name, old.id, tg_argv[0] using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_merchant before update of merchant_id on clients
  for each row execute function guard_merchant_of_credential('merchant_id', 'last_used_at');
create trigger guard_merchant before update of merchant_id on users
  for each row execute function guard_merchant_of_credential('merchant_id', 'unused_since');
create trigger guard_merchant before update of merchant_claim on identity_providers
  for each row execute function guard_merchant_of_credential('merchant_claim', 'created');
