-- Payments and transfers of a day and of a month, counted as they are written, so that no limit has to count them again.
create table quota_counts (
  tenant_id uuid not null references realms,
  client_id text not null,
  starts_on date not null, -- the day, or the first of the month, in Istanbul
  is_month boolean not null,
  -- Connections count in rows of their own, so that batches of several processes do not wait for each other. -1: filled in.
  slot smallint not null,
  count bigint not null,
  primary key (tenant_id, starts_on, is_month, client_id, slot)
) with (fillfactor = 50);
call protect_tenant_table('quota_counts', 'select, insert, update, delete');

-- A trigger, since the release before writes payments, too. In order, so that two batches never deadlock.
do $$
declare
  source record;
begin
  for source in
    select * from (values ('payments', 'operation_type <> ''refund'''), ('transfers', 'true')) as v (name, counts)
  loop
    execute format($function$
      create function count_%1$s_for_quota() returns trigger language plpgsql as $body$
      begin
        insert into quota_counts as known (tenant_id, client_id, starts_on, is_month, slot, count)
        select tenant_id, client_id, p.starts_on, p.is_month, pg_backend_pid() & 7, sum(n)
          from (select tenant_id, client_id, (created at time zone 'Europe/Istanbul')::date as day, count(*) as n
                  from fresh where %2$s group by 1, 2, 3) as made,
               lateral (values (made.day, false), (date_trunc('month', made.day)::date, true)) as p (starts_on, is_month)
         group by 1, 2, 3, 4 order by 1, 3, 4, 2
        on conflict (tenant_id, starts_on, is_month, client_id, slot) do update set count = known.count + excluded.count;
        return null;
      end $body$ $function$, source.name, source.counts);
    execute format('create trigger count_for_quota after insert on %1$I referencing new table as fresh
      for each statement execute function count_%1$s_for_quota()', source.name);
  end loop;
end $$;

-- What is written and what was counted, where they differ, since the month before last. One statement, so both are of one moment.
create view quota_differences with (security_invoker = true) as
with written as (
  select tenant_id, client_id, (created at time zone 'Europe/Istanbul')::date as day from payments
   where operation_type <> 'refund' and created >= now() - interval '62 days'
  union all
  select tenant_id, client_id, (created at time zone 'Europe/Istanbul')::date from transfers
   where created >= now() - interval '62 days'
), periods as (
  select tenant_id, client_id, p.starts_on, p.is_month, sum(n) as count
    from (select tenant_id, client_id, day, count(*) as n from written group by 1, 2, 3) as made,
         lateral (values (made.day, false), (date_trunc('month', made.day)::date, true)) as p (starts_on, is_month)
   group by 1, 2, 3, 4
), counted as (
  select tenant_id, client_id, starts_on, is_month, sum(count) as count from quota_counts group by 1, 2, 3, 4
)
select w.tenant_id, w.client_id, w.starts_on, w.is_month, w.count as written, coalesce(c.count, 0) as counted
  from periods w left join counted c using (tenant_id, client_id, starts_on, is_month)
 where w.starts_on >= date_trunc('month', now() at time zone 'Europe/Istanbul') and w.count <> coalesce(c.count, 0);
grant select on quota_differences to vezne_app, vezne_platform;
