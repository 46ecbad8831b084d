-- Personal data of buyers (docs/decisions/0207): found by keyed hashes, erased on request. Null: none was sent, or erased, or written by
-- a program that does not know these.
alter table payments
  add column buyer_email_key bytea,
  add column buyer_identity_key bytea;

-- What a check knows of a person is taken out of it; nothing else of a check ever changes.
grant update (variables) on fraud_checks to vezne_app, vezne_platform;
