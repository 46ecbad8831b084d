-- Switching a key off ends its sign-ins in one row, however many refresh tokens it has: those created before are refused,
-- also when the key is switched on again.
alter table clients add column signed_out_at timestamptz;
