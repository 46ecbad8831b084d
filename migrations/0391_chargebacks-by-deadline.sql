-- The list in the order of the deadlines, which is the order in which people answer.
create index concurrently if not exists chargebacks_by_deadline on chargebacks (tenant_id, response_deadline, id);
