-- An index on (correlation_id, tenant_id) can be walked by the tenant alone (a skip scan), and on a small table that looks as
-- good as the primary key. One that holds "only" rows with a correlation id is not offered to a statement that names none.
create index concurrently payments_by_correlation on payments (correlation_id, tenant_id)
  where correlation_id is not null;
