-- The audit log: who changed what, every step of four eyes, every denied access, as one chain of hashes per tenant.

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
