-- When a process last said that it is at work: one that is held up keeps its session with the database and its lock, and says nothing.
-- Null: it is of a release that does not say.

alter table processes add column seen timestamptz;
