-- A start whose answer was lost is found by its key for a day, by the same request only.
alter table reconciliations add column start_fingerprint bytea;
