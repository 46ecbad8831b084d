-- Switching a key off ends its access tokens for good, also when it is switched on again while they would still live.
alter table clients add column sessions_valid_from timestamptz; -- real time, whole seconds: access tokens issued before it are refused
