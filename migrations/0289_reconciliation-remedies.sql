-- What a person may do about a row, beside resolving it, and what became of it. `remedy_begun` is real time: what a process left
-- half-way may be carried out again.
alter table reconciliation_details add column remedy text, add column remedy_target text, add column remedy_status text,
  add column remedy_outcome text, add column remedy_reference text, add column remedy_by text, add column remedy_at timestamptz,
  add column remedy_begun timestamptz;
alter table reconciliation_details add constraint reconciliation_details_remedy
  check (remedy in ('inquire', 'force_status', 'reverse_at_bank', 'mark_reversed')) not valid;
alter table reconciliation_details add constraint reconciliation_details_remedy_status
  check (remedy_status in ('proposed', 'under_way', 'carried_out', 'failed')) not valid;
