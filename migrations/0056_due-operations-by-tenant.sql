-- As payments_due_by_tenant.
create index concurrently payment_operations_due_by_tenant on payment_operations (tenant_id, next_inquiry_at)
  where next_inquiry_at is not null;
