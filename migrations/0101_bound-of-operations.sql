-- Captures, voids and refunds: by the payment they are of, so that one capture and one void at a time stay promises of the database.
call bound_table('payment_operations', 'payment_id', 120);
