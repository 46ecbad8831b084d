-- Settlements find the bank's rows of a payment.
create index concurrently bank_file_rows_payment on bank_file_rows (file_id, payment_id, tenant_id) where payment_id is not null;
