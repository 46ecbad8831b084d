-- replaced by 0055_due-payments-by-tenant
-- Each index is written with every payment: there is never one too many.
drop index concurrently if exists payments_due;
