-- As payments_by_correlation.
create index concurrently transfers_by_correlation on transfers (correlation_id, tenant_id)
  where correlation_id is not null;
