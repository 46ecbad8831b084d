-- As payments_by_key.
create index concurrently payment_operations_by_key on payment_operations (idempotency_key, tenant_id)
  where idempotency_key is not null;
