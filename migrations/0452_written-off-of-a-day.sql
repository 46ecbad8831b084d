-- What single persons wrote off on a day is added up at every resolution.
create index concurrently reconciliation_details_written_off on reconciliation_details (tenant_id, resolved_at) where written_off > 0;
