-- Where the figures of a process are, so that whoever looks for them need not know which port it took. Null: a process of the release before, or one
-- whose figures are those of the process that started it.
alter table processes add column metrics_url text;
