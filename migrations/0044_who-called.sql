-- Who asked for a payment, and from where (docs/decisions/0206). Null in rows of programs that do not write it.
alter table payments
  add column actor text,          -- the person, where the key is none: `sub` of the token; null: the API key in client_id
  add column caller_address text;
alter table payment_operations add column caller_address text;
alter table api_request_logs add column caller_address text;
