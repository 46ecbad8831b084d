-- Checkout sessions and order links: what a shopper pays on a hosted page, and the tries made at it. Each try is an ordinary payment, named
-- by its id alone: payments are divided by month, so nothing here refers to them by a foreign key.

create table checkout_sessions (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7; never leaves the platform
  merchant_id uuid not null,
  kind text not null check (kind in ('session', 'link')),
  -- The session id opens the page: its digest finds the row, and its text is sealed.
  id_hash bytea not null,
  id_sealed bytea not null,

  merchant_name text,
  amount bigint not null check (amount between 1 and 9007199254740991),
  currency text not null,
  allowed_installments smallint[] not null,
  description text,
  external_id text,
  basket_id text,
  customer_sealed bytea,     -- e-mail address and phone
  customer_email_key bytea,  -- keyed hash: whose session it is, for data access and erasure
  metadata jsonb,
  extra jsonb,               -- extra_properties of an order link
  payment_mode text not null check (payment_mode in ('non_3d', 'three_d_secure', 'three_d_pay', 'three_d_pay_hosting')),
  allow_pre_auth boolean not null,
  is_test boolean not null,
  success_url text,
  cancel_url text,

  status text not null,
  attempt_no smallint not null default 0 check (attempt_no between 0 and max_attempts),
  max_attempts smallint not null,
  -- The payment of the try with that number. Its id is stored before anything is done with it and kept until a payment of that id has
  -- ended: whoever works on the try, however late, makes the same payment.
  payment_id uuid,
  attempt_at timestamptz, -- database time; null: nobody is making the payment

  correlation_id text not null,
  client_id text not null,
  created_by text not null,
  caller_address text,
  expires_at timestamptz not null,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check ((attempt_no = 0) = (payment_id is null) or kind = 'link')
);
create unique index checkout_sessions_by_hash on checkout_sessions (tenant_id, id_hash);
-- Its page knows no tenant.
create index checkout_sessions_of_page on checkout_sessions (id_hash);
create index checkout_sessions_open on checkout_sessions (tenant_id, expires_at) where status in ('open', 'processing');
create index checkout_sessions_of_people on checkout_sessions (tenant_id, customer_email_key) where customer_email_key is not null;
-- The job that ends them asks once for all tenants, not each of them.
create index checkout_sessions_overdue on checkout_sessions (expires_at, id) where status = 'open';
-- Those whose payment may have ended, along all tenants.
create index checkout_sessions_processing on checkout_sessions (tenant_id, id) where status = 'processing';
-- The lists of checkout sessions and of payment links, newest first.
create index checkout_sessions_newest on checkout_sessions (tenant_id, kind, id);
call protect_tenant_table('checkout_sessions', 'select, insert, update, delete');

create table checkout_attempts (
  tenant_id uuid not null,
  session_id uuid not null,
  attempt_no smallint not null,
  merchant_id uuid not null,
  payment_id uuid not null,
  idempotency_key text, -- the caller's; null: it sent none, or the try was made on the page
  fingerprint bytea,
  created timestamptz not null,
  primary key (tenant_id, session_id, attempt_no),
  foreign key (tenant_id, session_id) references checkout_sessions on delete cascade
);
create unique index checkout_attempts_key on checkout_attempts (tenant_id, merchant_id, idempotency_key) where idempotency_key is not null;
create index checkout_attempts_payment on checkout_attempts (tenant_id, payment_id);
call protect_tenant_table('checkout_attempts', 'select, insert, update, delete');

create function guard_checkout_session() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not is_allowed_step('checkout_session', old.status || '>' || new.status) then
    raise exception 'session %: % to % is no step of the state table', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.id, new.merchant_id, new.kind, new.amount, new.currency, new.allowed_installments, new.id_hash, new.created, new.max_attempts)
       <> (old.id, old.merchant_id, old.kind, old.amount, old.currency, old.allowed_installments, old.id_hash, old.created, old.max_attempts)
     or new.attempt_no not in (old.attempt_no, old.attempt_no + 1) then
    raise exception 'session %: what was agreed cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_checkout_session before update on checkout_sessions
  for each row execute function guard_checkout_session();
