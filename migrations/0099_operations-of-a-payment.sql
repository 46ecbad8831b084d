-- Looked up by the whole key too, now that it has the payment in it: with the id, one of many operations of a payment is found at once.
-- Of all rows: an index of a part of them, which its own condition makes the planner think of, was walked from end to end on an empty table.
create index concurrently payment_operations_of_payment on payment_operations (payment_id, tenant_id, id);
