-- The table of captures, voids and refunds becomes its first month, with full pages as payments.
alter table payment_operations set (fillfactor = 100);
call divide_table('payment_operations', '{payment_operations_pkey}', '{}');
