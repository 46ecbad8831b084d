-- What stands on a list about a row of a bank's file, found by the row when it is settled.
create index concurrently if not exists reconciliation_details_of_rows on reconciliation_details (reconciliation_id, tenant_id, kind, bank_line)
  where kind <> 'movement';
