-- An audience other than the tenant's own counts once its tenant has proven it (docs/decisions/0121). Until then it stands here, where it
-- blocks nobody, and `audience` is the tenant's own. Null: `audience` is in force, as it is in every row from before.
alter table identity_providers add column claimed_audience text;

create or replace trigger name_change before update of name, audience, claimed_audience, algorithm, jwks_url, roles_claim,
  role_mappings, merchant_claim, max_token_life_seconds, is_active on identity_providers
  for each row execute function name_change('name', 'audience', 'claimed_audience', 'algorithm', 'jwks_url', 'roles_claim',
    'role_mappings', 'merchant_claim', 'max_token_life_seconds', 'is_active');
