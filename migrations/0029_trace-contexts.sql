-- The trace of a request, for the deliveries that follow from it in other processes. Written only where spans are collected,
-- kept for days, and gone after a crash of the server: nothing depends on it.
create unlogged table trace_contexts (
  tenant_id uuid not null,
  correlation_id uuid not null,
  traceparent text not null check (length(traceparent) = 55),
  created timestamptz not null default clock_timestamp(),
  primary key (tenant_id, correlation_id)
);
create index trace_contexts_old on trace_contexts (created);
call protect_tenant_table('trace_contexts', 'select, insert, update, delete');
