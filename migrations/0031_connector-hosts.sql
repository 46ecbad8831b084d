-- Where banks may be: an address of a configuration is taken when its host stands here. The platform writes it.
create table connector_hosts (
  id uuid primary key,
  connector_type text, -- null: of every type; the sandbox's bank simulator alone
  host text not null check (host = lower(host) and host <> ''),
  port integer check (port between 1 and 65535), -- null: any
  note text,
  is_simulator boolean not null default false, -- follows the simulator when that listens elsewhere
  is_deleted boolean not null default false, -- one that came with the program does not come back
  created timestamptz not null
);
create unique index connector_hosts_once on connector_hosts (connector_type, host, port) nulls not distinct
  where not is_deleted;
grant select on connector_hosts to vezne_app;
grant select, insert, update on connector_hosts to vezne_platform;
