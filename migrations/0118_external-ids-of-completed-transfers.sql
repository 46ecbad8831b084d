-- And of those that stay as they are.
insert into transfer_external_ids
select tenant_id, merchant_id, external_id from transfers where external_id is not null and status = 'completed'
on conflict do nothing;
