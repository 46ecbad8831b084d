-- The request that brought the first genuine callback, for its trace. Null in rows of programs that do not write it.
alter table three_d_sessions add column callback_correlation_id text;
create index three_d_sessions_callback on three_d_sessions (callback_correlation_id, tenant_id)
  where callback_correlation_id is not null;
create index three_d_sessions_completed on three_d_sessions (completion_correlation_id, tenant_id)
  where completion_correlation_id is not null;
