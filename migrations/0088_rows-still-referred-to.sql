-- Rows of a month that another table still refers to by tenant_id, resource_id and sequence outlive it: an event of today may be of a payment
-- of long ago. The program moves them, since the owner sees no rows of tenants.
alter table divided_tables add column referred_from text;
update divided_tables set referred_from = 'webhook_deliveries' where name = 'events';
