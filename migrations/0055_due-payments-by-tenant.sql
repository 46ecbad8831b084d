-- From tenant to tenant along the index: whoever has a hundred thousand due does not stand before the others.
create index concurrently payments_due_by_tenant on payments (tenant_id, next_inquiry_at) where next_inquiry_at is not null;
