-- What is unique in a divided table has the key it is divided by.
create unique index concurrently webhook_deliveries_wide
  on webhook_deliveries (tenant_id, resource_id, sequence, subscription_id, attempt_number, id);
