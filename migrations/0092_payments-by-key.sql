-- The release before looks for the payment of a key here; unique no more, since claims are.
create index concurrently payments_by_key on payments (idempotency_key, tenant_id, merchant_id)
  where idempotency_key is not null;
