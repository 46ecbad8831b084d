-- Finds the payment that a return from the bank sent on.
create index concurrently three_d_sessions_callback on three_d_sessions (callback_correlation_id, tenant_id)
  where callback_correlation_id is not null;
