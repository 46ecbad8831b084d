-- What lists are filtered by that is no facet, kept beside each closed block in the order of its values, so that a filter is counted
-- without its rows. Made in the background behind the closing of a block. docs/decisions/0240-closed-blocks.md

-- Belongs to one form of a block, and to one form of what a list declares; with another, the block's rows are counted as before.
create table closed_block_copies (
  tenant_id uuid not null,
  list text not null,
  first_id uuid not null,
  written_by bigint not null, -- of the block that was copied
  form bytea not null,        -- hash of what was copied of a row
  made_at timestamptz not null default now(), -- database time
  primary key (tenant_id, list, first_id)
);
call protect_tenant_table('closed_block_copies', 'select, insert, update, delete');

-- In pieces, each of the values from `first_key` to `last_key`.
create table closed_block_values (
  tenant_id uuid not null,
  list text not null,
  first_id uuid not null,
  name text not null,
  piece smallint not null,
  first_key bigint not null,
  last_key bigint not null,
  scopes uuid[] not null,
  dimensions uuid[] not null,
  -- Side by side, in the order of `keys`: a value, the places of the row's scope (0: none) and dimension, its kind, how many.
  keys bigint[] not null, -- the largest: rows without a value
  scope_places smallint[] not null,
  places smallint[] not null,
  facets integer[] not null,
  counts integer[] not null,
  -- The same without values and scopes.
  sum_places smallint[] not null,
  sum_facets integer[] not null,
  sums integer[] not null,
  primary key (tenant_id, list, first_id, name, piece)
);
call protect_tenant_table('closed_block_values', 'select, insert, update, delete');

-- The texts of rows that follow each other, in one.
create table closed_block_texts (
  tenant_id uuid not null,
  list text not null,
  first_id uuid not null, -- of the block
  from_id uuid not null,
  before_id uuid not null,
  texts text not null,
  primary key (tenant_id, list, first_id, from_id)
);
call protect_tenant_table('closed_block_texts', 'select, insert, update, delete');
