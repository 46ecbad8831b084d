-- Mails to people: written in the transaction of what they tell of, sent by a worker afterwards.
create table mail_outbox (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  purpose text not null,
  about uuid,                  -- what a later step withdraws it by
  mail_sealed bytea,           -- recipient, subject and text; null once it is sent, given up or withdrawn
  next_try_at timestamptz,     -- platform clock; null: nothing is left to do
  give_up_at timestamptz not null,
  try_count integer not null default 0,
  sent_at timestamptz,
  fault text,                  -- of the last try
  created timestamptz not null,
  lease_owner integer,
  lease_until timestamptz,     -- database time
  fencing integer not null default 0,
  primary key (tenant_id, id)
);
create index mail_outbox_due on mail_outbox (tenant_id, next_try_at) where next_try_at is not null;
create index mail_outbox_about on mail_outbox (tenant_id, about) where next_try_at is not null;
call protect_tenant_table('mail_outbox', 'select, insert, update, delete');
