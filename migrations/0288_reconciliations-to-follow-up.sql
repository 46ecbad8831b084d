-- What the sweep finds in files that were compared and not followed up yet.
create index concurrently if not exists reconciliations_to_follow_up on reconciliations (tenant_id, id) where source = 'files' and overall_status = 'in_review' and follow_up <> 'done';
