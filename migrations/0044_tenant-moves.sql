-- How far the move of a tenant to another shard is. It stands beside the tenant's place, so that whatever learns of the one learns of the other.
alter table tenant_shards
  add column move_step text check (move_step in ('draining', 'copying', 'opening', 'giving_up', 'dropping')), -- null: no move is under way
  add column other_shard smallint check (other_shard >= 0 and other_shard <> shard), -- the one it moves to; once it has moved, the one it left
  add column step_since timestamptz, -- when the move was begun; once it has ended, when it did
  add constraint tenant_shards_move check (move_step is null or other_shard is not null);
