-- The lists of checkout sessions and of payment links, newest first.
create index concurrently if not exists checkout_sessions_newest on checkout_sessions (tenant_id, kind, id);
