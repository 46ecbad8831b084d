-- Keys in use from before: of a day and an hour, and of what is still open. New ones claim theirs since the file before this one.
insert into idempotency_claims_1 (tenant_id, claim, holder, payment_id, day_no)
select tenant_id, payment_claim(merchant_id, idempotency_key), id, null, 1 from payments
 where idempotency_key is not null and (id >= first_key_at(platform_time() - interval '25 hours') or next_inquiry_at is not null)
union all
select tenant_id, operation_claim(idempotency_key), id, payment_id, 1 from payment_operations
 where idempotency_key is not null and (id >= first_key_at(platform_time() - interval '25 hours') or status = 'processing')
on conflict do nothing;
