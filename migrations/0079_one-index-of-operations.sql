-- replaced by 0079_index-of-operations
drop index concurrently if exists payment_operations_payment;
