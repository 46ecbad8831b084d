-- Limits of links count mailboxes, whoever the users of them are. Hashed with a key; null: of the release before.
alter table person_links add column address_hash bytea;
create index person_links_of_mailbox on person_links (tenant_id, address_hash, created);
