-- What else a file says, once its movements are compared: chargebacks, then commissions, a page of its lines a transaction.
alter table reconciliations add column follow_up text not null default 'chargebacks', add column follow_up_line integer not null default 0;
alter table reconciliations add constraint reconciliations_follow_up check (follow_up in ('chargebacks', 'commissions', 'done')) not valid;
-- What a row is about; `reason` says why it stands there, where that is not plain from its amounts and statuses.
alter table reconciliation_details add column kind text not null default 'movement', add column reason text;
alter table reconciliation_details add constraint reconciliation_details_kind check (kind in ('movement', 'chargeback', 'commission')) not valid;
