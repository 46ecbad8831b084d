-- Cancelled while they were compared: their entries are still there.
create index concurrently if not exists reconciliations_abandoned on reconciliations (tenant_id, id) where overall_status = 'cancelled' and stage <> 'done';
