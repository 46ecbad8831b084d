-- What the program itself finds wrong and tells people: of a tenant, or of the platform, which is the realm of kind `master`.
create table monitor_findings (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  kind text not null,
  subject text not null,       -- the thing it is about, within the kind
  since timestamptz not null,  -- platform clock, as all here
  seen_at timestamptz not null, -- it was still so
  facts jsonb not null,        -- as it was then
  ended_at timestamptz,
  primary key (tenant_id, id),
  check (ended_at is null or ended_at >= since)
);
-- One is open of each thing: of two processes that see the same one opens it.
create unique index monitor_findings_open on monitor_findings (tenant_id, kind, subject) where ended_at is null;
call protect_tenant_table('monitor_findings', 'select, insert, update, delete');

create table monitor_channels (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  name text not null,
  kind text not null check (kind in ('mail', 'webhook', 'slack')),
  address_sealed bytea not null, -- whoever knows the address of a chat may write there
  address_shown text not null,
  secret_sealed bytea,           -- signs what a webhook gets
  language text not null check (language in ('en', 'tr')),
  monitors text[] not null,      -- kinds of findings it is told, or {*}
  -- Minutes of the day in Istanbul; both null: it is told at any hour. The second may be smaller: the night is in between.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  critical_passes boolean not null, -- through the quiet hours
  is_active boolean not null,
  created timestamptz not null,
  last_modified timestamptz not null,
  primary key (tenant_id, id),
  check ((kind = 'webhook') = (secret_sealed is not null)),
  check ((quiet_from is null) = (quiet_to is null))
);
call protect_tenant_table('monitor_channels', 'select, insert, update, delete');

-- What a channel is to be told: of one finding its beginning once and its end once.
create table monitor_messages (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  channel_id uuid not null,
  finding_id uuid, -- null: a test
  part text not null check (part in ('begin', 'end', 'test')),
  due_at timestamptz,  -- platform clock; null: nothing is left to do
  give_up_at timestamptz not null,
  try_count integer not null default 0,
  sent_at timestamptz,
  fault text,          -- of the last try
  created timestamptz not null,
  lease_owner integer,
  lease_until timestamptz, -- database time
  fencing integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references monitor_channels on delete cascade,
  foreign key (tenant_id, finding_id) references monitor_findings on delete cascade,
  check ((finding_id is null) = (part = 'test'))
);
create unique index monitor_messages_once on monitor_messages (tenant_id, finding_id, channel_id, part);
create index monitor_messages_due on monitor_messages (tenant_id, due_at) where due_at is not null;
create index monitor_messages_of_channel on monitor_messages (tenant_id, channel_id, created desc);
call protect_tenant_table('monitor_messages', 'select, insert, update, delete');
