-- External issuers of tokens (OpenID Connect) that a tenant trusts. The id follows from tenant and issuer, so that a person
-- keeps one name, whatever is deleted and made again.
create table identity_providers (
  tenant_id uuid not null references realms,
  id uuid not null,
  name text not null,
  issuer text not null,
  audience text not null,
  algorithm text not null check (algorithm in ('RS256', 'PS256', 'ES256')),
  jwks_url text, -- null: the discovery document names it
  roles_claim text not null,
  role_mappings jsonb not null,
  merchant_claim text,
  max_token_life_seconds integer not null check (max_token_life_seconds between 60 and 86400),
  is_active boolean not null default true,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id)
);
-- A token names its issuer and its audience; the two together lead to one tenant.
create unique index identity_providers_issuer_audience on identity_providers (issuer, audience);
call protect_tenant_table('identity_providers', 'select, insert, update, delete');
create trigger tell_change after insert or delete or update on identity_providers
  for each row execute function tell_change('identity_providers');
