-- How far the move of a tenant to another shard is. It stands beside the tenant's place, so that whatever learns of the one learns of the other.
alter table tenant_shards
  add column other_shard smallint check (other_shard >= 0 and other_shard <> shard), -- the one it moves to; once it has moved, the one it left
  add column move_step text -- null: no move is under way
    check (move_step is null or move_step in ('draining', 'copying', 'opening', 'giving_up', 'dropping') and coalesce(other_shard, -1) >= 0),
  add column step_since timestamptz; -- when the move was begun; once it has ended, when it did
