-- Up to where a check of all history has found everything right, so that the next pass reads what is new.
create table verified_bounds (
  tenant_id uuid not null,
  check_name text not null,
  until text not null, -- a day or an id, as the check orders what it reads: all before it
  verified_at timestamptz not null default now(), -- database time
  primary key (tenant_id, check_name)
);
call protect_tenant_table('verified_bounds', 'select, insert, update, delete');
