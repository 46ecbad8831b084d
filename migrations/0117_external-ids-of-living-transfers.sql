-- Ids of transfers that may still fail, locked until this is committed, so that none is freed before it is claimed: few, and read by an index or not.
insert into transfer_external_ids
select tenant_id, merchant_id, external_id from (
  select tenant_id, merchant_id, external_id from transfers
   where external_id is not null and status in ('pending', 'approved', 'processing', 'delivered') for share) as living
on conflict do nothing;
