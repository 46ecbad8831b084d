-- Events, who subscribed to them, and every attempt to deliver one.

create table webhook_subscriptions (
  tenant_id uuid not null references realms,
  id uuid not null,
  surface text not null check (surface in ('cards', 'transfers')),
  merchant_id uuid, -- made for one merchant: gets only its events
  url text not null,
  description text,
  events text[] not null, -- type names, or {*}
  max_retry_count integer not null check (max_retry_count between 0 and 5),
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_expires_at timestamptz,
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  activation integer not null default 1, -- counts how often it was switched on; what waits from an earlier time is dropped
  failing_since timestamptz, -- first failed attempt since the last success
  dead_count integer not null default 0, -- deliveries failed for good since then
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id)
);
-- Every event asks for the active ones of its tenant; they are few, the deleted ones pile up.
create index webhook_subscriptions_active on webhook_subscriptions (tenant_id, surface) where is_active and not is_deleted;
call protect_tenant_table('webhook_subscriptions', 'select, insert, update');

-- What happened, with its final bytes; written by the statement that makes it happen. `resource_id` is the transaction,
-- else the transfer, plan or settlement; `sequence` counts its events from 1.
create table events (
  tenant_id uuid not null,
  resource_id uuid not null,
  sequence integer not null,
  id text not null,
  surface text not null,
  type text not null,
  merchant_id uuid,
  transaction_id uuid,
  body text not null,
  correlation_id text not null,
  created timestamptz not null,
  primary key (tenant_id, resource_id, sequence)
);
call protect_tenant_table('events', 'select, insert');

-- By the payment, transfer or plan they are of. Three months at least: deliveries are made of them. An event of today may be of a payment of
-- long ago, so events that a delivery still refers to, and those written later than their month, outlive it.
call bound_table('events', 'resource_id', 3);
update divided_tables set referred_from = 'webhook_deliveries', written_at = 'created' where name = 'events';
call check_bound('events');
call divide_table('events');

-- One row per attempt: queue and log at once. A payment writes the first one of each subscription in its own statement,
-- so a waiting row is narrow and has two index entries; the rest is filled in when the attempt is finished.
--   id             version 7 of the moment the attempt became due: also its `created`
--   due_at         the platform's clock
--   lease_until    the database's own time: somebody is sending it. The state stays `waiting`, so that taking a lease
--                  touches no index (the fill factor leaves room for the new version on the same page)
create table webhook_deliveries (
  tenant_id uuid not null,
  resource_id uuid not null,
  sequence integer not null,
  subscription_id uuid not null,
  attempt_number integer not null,
  id uuid not null,
  event_type text not null,
  activation integer not null,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  is_replay boolean not null default false,
  due_at timestamptz not null,
  lease_until timestamptz,
  crash_repeats integer not null default 0,
  -- from here on known when the attempt is finished
  max_retry_count integer,
  url text,
  http_status_code integer,
  duration_ms integer,
  error_message text,
  request_headers text, -- JSON; the body sent is the event's
  response_headers text, -- JSON
  response_body text,
  next_retry_at timestamptz,
  primary key (tenant_id, resource_id, sequence, subscription_id, attempt_number, id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, subscription_id, due_at) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (tenant_id, subscription_id, id) where state <> 'waiting';
call protect_tenant_table('webhook_deliveries', 'select, insert, update, delete');

-- By day: the id of an attempt says when it is due, and none is due more than 29 hours ahead. One attempt of a number is what claims and the
-- lock of replays keep.
call bound_table_by_day('webhook_deliveries', 'id', 30);
call check_bound('webhook_deliveries');
call divide_table('webhook_deliveries');
