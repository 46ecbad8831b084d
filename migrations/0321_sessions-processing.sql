-- Those whose payment may have ended, along all tenants.
create index concurrently if not exists checkout_sessions_processing on checkout_sessions (tenant_id, id) where status = 'processing';
