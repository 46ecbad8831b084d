-- The reference under which a bank knows a transfer that has an external id, or that is a run of a plan: a keyed hash of tenant, merchant and that
-- id; the last byte counts the transfers that had the same one before, and failed or were rejected (src/transfers/model/transfer-reference.ts).
-- Null: without either, or made by the release before; its bank knows the id.
alter table transfers add column key_reference uuid;
alter type new_transfer add attribute key_reference uuid;

-- Finds a transfer by what its bank calls it, in notifications, statements and after a restore.
create table transfer_references (
  tenant_id uuid not null,
  key_reference uuid not null,
  transfer_id uuid not null,
  primary key (tenant_id, key_reference)
);
call protect_tenant_table('transfer_references', 'select, insert');
