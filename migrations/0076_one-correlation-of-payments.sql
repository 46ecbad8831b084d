-- replaced by 0075_correlation-of-payments
-- Each index is written with every payment: there is never one too many.
drop index concurrently if exists payments_correlation;
