-- What each trigger function does that neither only refuses (guard_*) nor only notifies (tell_*), for docs/database.md and for whoever reads the schema.
-- The word before the colon is its kind: guards, keeps (in the row itself), notes (in another table), decides.
comment on function refuse_made_transfer() is 'guards: a transfer begins as pending, before anyone approved, rejected or sent it.';
comment on function keep_setting_people() is 'guards: the person who loosened a setting does not agree to it.';
comment on function keep_vouched_closings() is 'guards: a reconciliation is closed only while every file of it counts and is vouched for.';
comment on function keep_write_offs_of_day() is 'guards: single persons write off no more on a day than the reconciliation allows.';
comment on function check_settled_movements() is 'guards: a payment is voided or charged back in settlements for no more than was sold.';

comment on function keep_configuration_people() is 'keeps: who asked for a change of a bank configuration or profile, and who confirmed it; they are two.';
comment on function keep_resolving_people() is 'keeps: who proposed and who confirmed the outcome of an unresolved operation; they are two, and what is confirmed is what was proposed.';
comment on function keep_cancellation_people() is 'keeps: who requested and who reviewed a cancellation; they are two.';
comment on function keep_plan_people() is 'keeps: who made a recurring transfer and who is author of its terms.';
comment on function keep_transfer_people() is 'keeps: who made, decided and sent a transfer; nobody takes two of these steps where the tenant separates them.';
comment on function keep_target_people() is 'keeps: who is author of a receiver account''s terms.';
comment on function keep_binding_people() is 'keeps: who is author of a source account''s terms.';
comment on function keep_alert_people() is 'keeps: who made what an alert is about; that person does not decide it.';
comment on function keep_three_persons() is 'keeps: a transfer that someone of the platform made is sent by a third person.';
comment on function keep_file_people() is 'keeps: who sent, rejected and withdrew a bank file; one that counts is rejected by two.';
comment on function keep_settlement_people() is 'keeps: who stated, confirmed and settled a settlement; amounts and payment are each said by two.';
comment on function keep_reconciliation_people() is 'keeps: who started and who closed a reconciliation, and whether that is one person.';
comment on function keep_chargeback_people() is 'keeps: who asked for the end of a chargeback and who ended it; they are two where its amount demands it.';
comment on function keep_external_id() is 'keeps: who asked for another external id of a used merchant and who agreed; they are two, and the id it had is not given to another.';
comment on function guard_waiting_change() is 'keeps: who requested and who decided a waiting change; they are two where it is confirmed.';
comment on function keep_user_credentials() is 'keeps: the last three password hashes and since when an account is unused; a deleted user keeps no credential.';
comment on function keep_configuration_confirmed() is 'keeps: whether two persons confirmed a configuration as it is; a change by one ends it.';
comment on function keep_profile_confirmed() is 'keeps: whether two persons confirmed a bank profile as it is; a change by one ends it.';
comment on function name_change() is 'keeps: which members of a credential or provider were changed while a second person is waited for.';
comment on function note_address() is 'keeps: that an e-mail address waits for a second person.';

comment on function keep_merchant_claim() is 'notes: the merchant claim of a deleted identity provider, so that it cannot be made again with another one.';
comment on function note_changed_key() is 'notes: rows that change while their part of a table is written again or taken to the archive.';

comment on function claim_payment_key() is 'decides: a payment of the release before claims its idempotency key, which has no index over all months; this release claims it in its own statement.';
comment on function claim_operation_keys() is 'decides: operations claim their idempotency keys in the statement that inserts them; what finds one taken fails as a unique index would.';
comment on function release_claim() is 'decides: an idempotency key that its payment or operation gives back is free again, whichever statement gives it back.';
comment on function claim_external_id() is 'decides: a transfer takes its external id, which has no index over all months; where it is taken, no row is inserted.';
comment on function free_external_id() is 'decides: the external id of a transfer that failed or was rejected is free again; the release before rejects transfers, too.';
comment on function end_unresolved() is 'decides: an unresolved operation ends with the payment or operation it is about, in the set-wise statements that record outcomes.';
comment on function end_person_links() is 'decides: links in mails end, and mails not yet sent are withdrawn, when the address, password or access of their user changes; the release before changes users, too.';
comment on function end_passkeys() is 'decides: passkeys end with the password they were added beside; the release before changes passwords, too.';
comment on function note_failed_check() is 'decides: velocity counts a decline when a checked payment or transfer fails, in the set-wise statements that record outcomes.';
