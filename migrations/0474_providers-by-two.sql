-- What widens whose tokens those of an identity provider are waits with its confirmation, as its merchant claim does (0461,
-- docs/decisions/0430).

-- A second person had confirmed it, or it is from before: its administrators have counted as people who confirm. Null: not yet.
alter table identity_providers add column has_counted boolean;

-- What counted of a provider that was deleted, beside the merchant claim; null: deleted by the release before.
alter table former_merchant_claims add column counted jsonb check (jsonb_typeof(counted) = 'object');
-- Its administrators could confirm until then. Platform clock; null as above.
alter table former_merchant_claims add column deleted_at timestamptz, add column has_counted boolean;

create or replace function keep_merchant_claim() returns trigger language plpgsql as $$
declare
  ours constant jsonb := jsonb_build_object('jwks_url', old.jwks_url, 'roles_claim', old.roles_claim, 'role_mappings', old.role_mappings,
    'max_token_life_seconds', old.max_token_life_seconds, 'is_active', old.is_active);
begin
  insert into former_merchant_claims as f (tenant_id, provider_id, merchant_claim, counted, has_counted)
    values (old.tenant_id, old.id, old.merchant_claim, ours, old.has_counted is true or old.changed_people is null)
    on conflict (tenant_id, provider_id) do update set merchant_claim = excluded.merchant_claim, counted = excluded.counted,
      has_counted = f.has_counted is true or excluded.has_counted;
  return null;
end $$;

-- As in 0464. One statement may change columns of several triggers: each adds to what the one before it has named.
create or replace function name_change() returns trigger language plpgsql as $$
declare
  changed jsonb;
  known jsonb := coalesce(new.waiting_changes, '[]');
  this text := pg_current_xact_id()::text;
begin
  if old.changed_people is not null and new.changed_people is null then
    new.waiting_changes := null;
    return new;
  end if;
  if old.changed_people is null and known -> -1 ->> 'transaction' is distinct from this then
    known := '[]';
  end if;
  select coalesce(jsonb_agg(a.key order by a.key), '[]') into changed from jsonb_each(to_jsonb(new)) a
    where a.key = any(tg_argv) and a.value is distinct from to_jsonb(old) -> a.key;
  if known -> -1 ->> 'transaction' = this then
    new.waiting_changes := jsonb_set(known, '{-1,members}', (known -> -1 -> 'members') || changed);
  elsif changed <> '[]' or tg_nargs = 0 and new.changed_people is not null then
    if jsonb_array_length(known) >= 20 then
      -- The oldest make room; what they changed is still told.
      known := jsonb_set(known - 0, '{0,members}', (known -> 0 -> 'members') || (known -> 1 -> 'members'));
    end if;
    new.waiting_changes := known || jsonb_build_object('id', gen_random_uuid(), 'transaction', this, 'members', changed);
  end if;
  return new;
end $$;
