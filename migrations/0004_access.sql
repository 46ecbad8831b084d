-- What every call passes: repeats of keys, limits, the audit log, and changes that wait for a second person.

-- POSTs that only touch our own rows claim their key in the transaction of the change. Payments keep theirs on the payment.
create table idempotency_keys (
  tenant_id uuid not null,
  scope text not null, -- merchant and operation
  key text not null,
  fingerprint bytea not null,
  status integer,
  headers jsonb,
  body text,
  body_sealed bytea, -- answers that carry a secret
  created timestamptz not null,
  primary key (tenant_id, scope, key)
);
create index idempotency_keys_created on idempotency_keys (tenant_id, created);
call protect_tenant_table('idempotency_keys', 'select, insert, update, delete');

-- Limits that several processes share. Unlogged: a crash of the server empties them, which equals full buckets.
create unlogged table limit_buckets (
  key text primary key,
  tokens double precision not null,
  filled_at timestamptz not null, -- the database's own time
  rate_per_second integer not null,
  burst integer not null,
  -- Of the last call. It may need a token of its API key's bucket and of its organization's; when the second has none, the
  -- first is given back.
  wanted integer not null,
  granted integer not null,
  returned integer not null default 0
) with (fillfactor = 50);

create unlogged table limit_windows (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null -- the database's own time
) with (fillfactor = 50);
create index limit_windows_ends_at on limit_windows (ends_at);

grant select, insert, update, delete on limit_buckets, limit_windows to vezne_app, vezne_platform;

-- Payments and transfers of a day and of a month, counted as they are written, so that no limit has to count them again.
create table quota_counts (
  tenant_id uuid not null,
  client_id text not null,
  starts_on date not null, -- the day, or the first of the month, in Istanbul
  is_month boolean not null,
  -- Connections count in rows of their own, so that batches of several processes do not wait for each other. -1: filled in.
  slot smallint not null,
  count bigint not null,
  primary key (tenant_id, starts_on, is_month, client_id, slot)
) with (fillfactor = 50);
call protect_tenant_table('quota_counts', 'select, insert, update, delete');

-- # The audit log: who changed what, every step of four eyes, every denied access, as one chain of hashes per tenant

-- Where each chain ends. Whoever appends holds this row until the commit, so the rows of a chain commit in their order.
create table audit_heads (
  tenant_id uuid primary key,
  seq bigint not null check (seq >= 0), -- of the last entry, and how many there are
  hash bytea not null,                  -- of the last entry
  mac bytea not null,                   -- over tenant, seq and hash
  at timestamptz not null               -- platform's clock
);
call protect_tenant_table('audit_heads', 'select, insert, update');

-- All texts are texts: the hash covers what is read back, and jsonb would reorder members. No reference to realms: what
-- was done stays when its tenant is gone.
create table audit_log (
  tenant_id uuid not null,   -- whose chain: the tenant the change belongs to, or the platform's own realm
  seq bigint not null check (seq > 0),
  at timestamptz not null,   -- platform's clock
  actor text,                -- `sub` of the token, or the id somebody claimed to be; null: not told
  realm text,                -- of the actor: `master` where the platform acted on a tenant
  operation text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  code text,                 -- of the problem, when refused
  kind text,
  target_id text,
  merchant_id text,
  correlation_id text,
  address text,
  repeats integer not null check (repeats > 0), -- refusals this one entry stands for
  before text,               -- JSON, masked
  after text,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq)
);
create index audit_log_at on audit_log (at, tenant_id, seq);
create index audit_log_of_tenant_at on audit_log (tenant_id, at);
create index audit_log_target on audit_log (tenant_id, target_id) where target_id is not null;
create index audit_log_correlation on audit_log (correlation_id, tenant_id);
call protect_tenant_table('audit_log', 'select, insert');
grant delete on audit_log to vezne_platform;

-- Where chains of the audit log were cut at their beginning: the head they had there, which proves what follows. Kept for good.
create table audit_cuts (
  tenant_id uuid not null,
  seq bigint not null check (seq > 0), -- of the last entry that goes
  hash bytea not null,                 -- of that entry
  mac bytea not null,                  -- over tenant, seq and hash
  at timestamptz not null,             -- platform's clock
  primary key (tenant_id, seq)
);
call protect_tenant_table('audit_cuts', 'select');
grant insert on audit_cuts to vezne_platform;

-- Whoever has the program's role removes nothing that has to be at hand: twelve months, and only what a cut stands for.
create function guard_audit_log() returns trigger language plpgsql as $$
begin
  if not pg_has_role((select relowner from pg_class where oid = tg_relid), 'usage') and (old.at >= month_start(retention_time(), -12)
    or not exists (select from audit_cuts c where c.tenant_id = old.tenant_id and c.seq >= old.seq)) then
    raise exception 'permission denied: entry % of the audit log is kept', old.seq using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger guard_audit_log before delete on audit_log for each row execute function guard_audit_log();

-- # Changes that wait for a second person

-- Two accountable people of the tenant: neither is behind the other, and the platform stands behind neither.
create function are_two_people(ones text[], others text[]) returns boolean language sql immutable as $$
  select coalesce(not ones && others and array_to_string(ones || others, ' ') not like '%platform:%', false)
$$;

-- A change that one person asked for and that counts once another person has confirmed it: routing, meanings of bank codes, fraud rules,
-- the blacklist, policies (docs/decisions/0431, 0433). What it changes goes on as it was until then.
create table waiting_changes (
  tenant_id uuid not null,
  id uuid not null, -- version 7; a second person confirms exactly what was displayed under it
  surface text not null check (surface in ('cards', 'fraud')),
  kind text not null, -- what it changes: routing_rule, fraud_rule, ...
  entity_id uuid not null,
  label text not null, -- for people
  basis jsonb not null, -- what it was made of: carried out while that is still so
  wish jsonb not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'array'), -- what counts now, and what will
  requested_by text not null,
  requested_people text[], -- behind it at that moment
  requested_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'confirmed', 'rejected', 'replaced')),
  decided_by text,
  decided_people text[],
  decided_at timestamptz,
  primary key (tenant_id, id)
);
create unique index waiting_changes_open on waiting_changes (tenant_id, kind, entity_id) where status = 'waiting';
call protect_tenant_table('waiting_changes', 'select, insert, update');

-- What was asked for never changes; who decided is added, once, and whoever asked does not confirm.
create function guard_waiting_change() returns trigger language plpgsql as $$
declare
  decision constant text[] := array['status', 'decided_by', 'decided_people', 'decided_at'];
begin
  if tg_op = 'INSERT' then
    -- Of somebody of the platform the program knows the name, and no row of the tenant does.
    new.requested_people := array(
      select distinct unnest(coalesce(new.requested_people, '{}') || people_behind(new.tenant_id, new.requested_by)) order by 1);
    if new.status <> 'waiting' or new.decided_by is not null then
      raise exception 'change %: it begins waiting', new.id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.status <> 'waiting' or new.status = 'waiting' or (to_jsonb(new) - decision) <> (to_jsonb(old) - decision) then
    raise exception 'change %: what was asked for, and what was decided, stays', old.id using errcode = 'check_violation';
  end if;
  new.decided_people := people_behind(new.tenant_id, new.decided_by);
  if new.status = 'confirmed' and not are_two_people(new.requested_people, new.decided_people) then
    raise exception 'change %: whoever asked for it does not confirm it', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function guard_waiting_change() is 'keeps: who requested and who decided a waiting change; they are two where it is confirmed.';
create trigger guard_waiting_change before insert or update on waiting_changes
  for each row execute function guard_waiting_change();
