-- replaced by 0056_due-operations-by-tenant
drop index concurrently if exists payment_operations_due;
