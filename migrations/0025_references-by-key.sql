-- The reference under which a bank knows a payment, capture, void or refund that has an Idempotency-Key: its first two bytes are the day, the
-- others a keyed hash of tenant, merchant, operation, key and day (src/payments/model/bank-reference.ts). Null: made without a key, or by the
-- release before, whose banks know the id. Without an index: docs/decisions/0445.
alter table payments add column key_reference uuid;
alter table payment_operations add column key_reference uuid;
alter type new_payment add attribute key_reference uuid;
alter type new_operation add attribute key_reference uuid;
-- A file's rows name payments by these references; they are looked for once all rows are stored.
grant update (payment_id) on bank_file_rows to vezne_app, vezne_platform;
