-- Settlements read what a reconciliation settled, page by page.
create index concurrently reconciled_payments_reconciliation on reconciled_payments (reconciliation_id, payment_id, tenant_id);
