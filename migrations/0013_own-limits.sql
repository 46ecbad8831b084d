-- A call may need a token of its API key's bucket and of its organization's; when the second has none, the first is given back.
alter table limit_buckets add column returned integer not null default 0; -- of the last call
