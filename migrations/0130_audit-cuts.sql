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
grant delete on audit_log to vezne_platform;

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
