-- What is unique in a divided table has the key it is divided by.
create unique index concurrently payment_operations_wide on payment_operations (tenant_id, id, payment_id);
