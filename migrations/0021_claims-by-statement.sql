-- contract of 0011_payments
-- Payments claim their keys in the statement that inserts them, in the release before as well. It still writes the column key_claimed, which
-- therefore goes one release later.
-- Dropping a trigger locks the partitions before their table. With the table first, nobody holds one of them and waits for another.
lock table only payments in access exclusive mode;
drop trigger claim_payment_key on payments;
drop function claim_payment_key();

comment on function claim_external_id() is 'indexes: a transfer takes its external id; where a living transfer of the merchant has it, no row is inserted.';
comment on function free_external_id() is 'indexes: the external id of a transfer that failed or was rejected is free again.';
comment on function claim_operation_keys() is 'indexes: operations take their idempotency keys; what finds one taken fails as a unique index would.';
comment on function release_claim() is 'indexes: an idempotency key that its payment or operation gives back is free again.';

comment on function end_unresolved() is 'decides: an unresolved operation ends with the payment or operation it is about. It stays: the set-wise statements that record outcomes are the busiest, and nearly all of them end none.';
comment on function note_failed_check() is 'decides: velocity counts a decline when a checked payment or transfer fails. It stays: many statements make one fail, the busiest of them set-wise, and its condition costs the others nothing.';
comment on function end_passkeys() is 'decides: passkeys end with the password they were added beside. The statements do so themselves; it goes once 0021_claims-by-statement is released.';
comment on function end_person_links() is 'decides: links in mails end, and mails not yet sent are withdrawn, when the address, password or access of their user changes. The statements do so themselves; it goes once 0021_claims-by-statement is released.';
