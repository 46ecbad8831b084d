-- The job that ends them asks once for all tenants, not each of them.
create index concurrently if not exists checkout_sessions_overdue on checkout_sessions (expires_at, id) where status = 'open';
