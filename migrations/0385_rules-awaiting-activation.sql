-- Rules that were saved inactive because another person is to activate them: they wait for somebody, others that are inactive do not.
-- The release before writes no such mark; who it lets activate such a rule is the same.
alter table fraud_rules add column awaits_activation boolean not null default false;
alter table fraud_rules_global add column awaits_activation boolean not null default false;
