-- replaced by 0077_correlation-of-transfers
drop index concurrently if exists transfers_correlation;
