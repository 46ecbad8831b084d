-- As payments_by_correlation: no look-up of an operation by its key may walk the tenant's entries of this index.
create index concurrently payment_operations_by_payment on payment_operations (payment_id, tenant_id)
  where payment_id is not null;
