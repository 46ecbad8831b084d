-- The last day by which terms counted for a movement of it: captured after the day that it is settled with. Null: no movement yet.
alter table settlement_balances add column last_movement_day date;
