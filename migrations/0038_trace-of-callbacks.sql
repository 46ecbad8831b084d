-- The request that brought the first genuine callback, for its trace. Null in rows of programs that do not write it.
alter table three_d_sessions add column callback_correlation_id text;
