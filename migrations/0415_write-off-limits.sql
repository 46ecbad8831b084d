-- What one person may write off of one row, in minor units, as it was set when the reconciliation was made: a limit that is raised
-- later is not theirs. Null: made before this was kept; the present limit holds.
alter table reconciliations add column write_off_max bigint;
