-- What finalizes a reconciliation begins the run of its settlements itself, in the same transaction; the release before has neither.
drop trigger begin_settlement_run on reconciliations;
drop function begin_settlement_run();
