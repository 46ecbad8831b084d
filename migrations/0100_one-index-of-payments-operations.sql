-- replaced by 0099_operations-of-a-payment
drop index concurrently if exists payment_operations_by_payment;
