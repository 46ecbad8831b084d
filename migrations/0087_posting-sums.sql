-- What the postings of a source account before a moment add up to, so that a comparison with its balance reads the ones since.
create table posting_sums (
  tenant_id uuid not null,
  account_id uuid not null,
  until timestamptz not null, -- platform clock: of all postings created before
  available bigint not null,
  reserved bigint not null,
  primary key (tenant_id, account_id)
);
call protect_tenant_table('posting_sums', 'select, insert, update');
