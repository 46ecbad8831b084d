-- What banks know the payments and transfers of a plan by, so that a plan that a restored database has lost, and that is made again, finds
-- them (docs/decisions/0445). Null in plans of before: there it is derived from their ids.

-- Reference of the plan's first payment at its bank: the agreement with the cardholder, and where the keys of the other payments begin.
alter table recurring_plans add column agreement uuid;

-- Where the references of a plan's runs begin. The last byte counts the plans of the same name, account and receiver before it.
alter table recurring_transfers add column run_reference uuid;
