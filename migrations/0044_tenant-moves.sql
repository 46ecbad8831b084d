-- How far the move of a tenant to another shard is. It stands beside the tenant's place, so that whatever learns of the one learns of the other.

-- The one it moves to; once it has moved, the one it left.
alter table tenant_shards add column other_shard smallint check (other_shard >= 0 and other_shard <> shard);
-- Null: no move is under way.
alter table tenant_shards add column move_step text check (move_step is null or move_step in ('draining', 'copying', 'opening', 'giving_up', 'dropping') and coalesce(other_shard, -1) >= 0);
-- When the move was begun; once it has ended, when it did.
alter table tenant_shards add column step_since timestamptz;
