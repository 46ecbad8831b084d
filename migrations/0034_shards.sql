-- Tenants spread over several servers: which one each is on, and the tables of the platform that all of them have.

-- Written on the first shard. Without shards there is no row.
create table tenant_shards (
  id uuid primary key, -- of the tenant
  slug text not null unique,
  shard smallint not null check (shard >= 0), -- its place among the shards
  version bigint not null -- counts the changes of all rows, in the order of their commits
);
grant select on tenant_shards to vezne_app, vezne_platform;
grant insert, update on tenant_shards to vezne_platform;
create trigger tell_change after insert or update on tenant_shards
  for each row execute function tell_change('shards');

-- Tables that belong to no tenant and that all read: the first shard publishes them, the others follow it and refuse to be written to. All
-- other tables without a tenant describe their own server.
create table shared_tables (
  name text primary key,
  on_arrival text -- trigger function that a row passes on another shard
);
grant select on shared_tables to vezne_app, vezne_platform;

create procedure share_table(target regclass, on_arrival text default null) language sql as $$
  insert into shared_tables (name, on_arrival) values (target::text, on_arrival)
$$;

call share_table('tenant_shards');
call share_table('platform_clock');
call share_table('platform_keys');
call share_table('key_rotations');
call share_table('banks');
call share_table('bank_bins');
call share_table('cities');
call share_table('districts');
call share_table('mcc_codes');
call share_table('reference_seeds');
call share_table('plans');
call share_table('connector_hosts');
call share_table('fraud_rules_global');
call share_table('fraud_blacklist_global', 'stamp_arrival');

-- Triggers of it are made by the migration of the other shards; what is replicated passes them.
create function refuse_shared_write() returns trigger language plpgsql as $$
begin
  raise exception '% is written on the first shard', tg_table_name using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_shared_write() is 'guards: a table that all shards share is written on the first one.';

create function stamp_arrival() returns trigger language plpgsql as $$
begin
  new.written_at := clock_timestamp();
  new.written_by := pg_current_xact_id();
  return new;
end $$;
comment on function stamp_arrival() is 'keeps: when and by which transaction a row arrived from the first shard, as what is new in the list is found by those of its own server.';

-- The first key of a tenant on another shard than the platform's is claimed in the transaction that makes its realm.
alter table idempotency_keys alter constraint idempotency_keys_tenant_id_fkey deferrable initially immediate;
