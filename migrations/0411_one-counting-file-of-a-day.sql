-- Of the files of a bank's day one counts: one for which somebody vouches, and that nobody took away. What a person sent waits beside it, so
-- that it keeps no place that belongs to the bank's.
create unique index bank_files_bytes_in_use on bank_files (sha256, tenant_id) where status in ('loading', 'taken');
create unique index bank_files_day_vouched on bank_files (tenant_id, bank, merchant_number, currency, day, number)
  where status = 'taken' and (origin in ('folder', 'machine') or confirmed_by is not null);
create index bank_files_of_day on bank_files (tenant_id, bank, merchant_number, currency, day, number);
drop index bank_files_bytes;
drop index bank_files_day;
