-- Tenants and merchants that are administered over HTTP, and BIN ranges the platform writes.

alter table realms add column status_reason text; -- why it was suspended; for the platform's eyes

alter table merchants add foreign key (tenant_id, parent_id) references merchants;

-- Ranges of one length never overlap, inactive ones included: the length goes in front of the digits.
alter table bank_bins add constraint bank_bins_no_overlap exclude using gist (
  int8range(
    length(bin_start) * 1000000000::bigint + bin_start::bigint,
    length(bin_end) * 1000000000::bigint + bin_end::bigint, '[]') with &&
) where (not is_deleted);

-- Look-up data is kept in memory: the change itself tells every process.
create function tell_reference_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('vezne', 'database|reference|');
  return null;
end $$;
create trigger tell_change after insert or delete or update on bank_bins
  for each statement execute function tell_reference_change();
