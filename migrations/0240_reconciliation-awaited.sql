-- What a second person is asked to agree to stands beside the row's resolution, not in it.
alter table reconciliation_details add column awaiting_amount bigint, add column awaiting_status text, add column awaiting_remarks text;
