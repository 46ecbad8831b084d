-- Whether a payment waits for a fraud review stands on the payment alone: its verdict is review until an alert is decided.
alter table three_d_sessions drop column needs_review;
