-- Ours that an earlier reconciliation had settled when it was gathered: compared, and settled no second time.
alter table reconciliation_entries add column was_settled boolean not null default false;
alter table reconciliation_details add column was_settled boolean not null default false;
