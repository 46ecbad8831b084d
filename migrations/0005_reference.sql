-- Look-up data of no tenant. The application reads it; the platform writes it.

create table banks (
  id uuid primary key,
  code text not null unique, -- five digits, as in a Turkish IBAN
  name text not null,
  swift_code text,
  bkm_member_id text,
  logo_url text,
  is_active boolean not null default true,
  -- Banks are written by the platform, too: what it wrote or deleted does not come back with the data of a release.
  is_deleted boolean not null default false,
  is_changed boolean not null default false
);
grant select on banks to vezne_app;
grant select, insert, update, delete on banks to vezne_platform;

-- Look-up data is kept in memory: the change itself tells every process.
create function tell_reference_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('vezne', 'database|reference|');
  return null;
end $$;

-- Ranges of 6 to 8 digits.
create table bank_bins (
  id uuid primary key,
  bank_code text, -- null: a bank this table does not know, abroad
  bin_start text not null check (bin_start ~ '^[0-9]{6,8}$'),
  bin_end text not null check (length(bin_end) = length(bin_start) and bin_end >= bin_start),
  schema_type text not null,
  card_type text not null,
  card_program text,
  country text,
  is_commercial boolean not null default false,
  card_length integer not null default 16,
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  -- Ranges of one length never overlap, inactive ones included: the length goes in front of the digits.
  constraint bank_bins_no_overlap exclude using gist (
    int8range(
      length(bin_start) * 1000000000::bigint + bin_start::bigint,
      length(bin_end) * 1000000000::bigint + bin_end::bigint, '[]') with &&
  ) where (not is_deleted)
);
create unique index bank_bins_start on bank_bins (bin_start) where not is_deleted;
grant select on bank_bins to vezne_app;
grant select, insert, update, delete on bank_bins to vezne_platform;
create trigger tell_change after insert or delete or update on bank_bins
  for each statement execute function tell_reference_change();

create table cities (
  id uuid primary key,
  code text not null unique, -- plate number
  name text not null,
  country text not null,
  is_active boolean not null default true
);
grant select on cities to vezne_app;
grant select, insert, update, delete on cities to vezne_platform;

create table districts (
  id uuid primary key,
  city_code text not null references cities (code),
  name text not null,
  is_active boolean not null default true,
  unique (city_code, name)
);
grant select on districts to vezne_app;
grant select, insert, update, delete on districts to vezne_platform;

create table mcc_codes (
  id uuid primary key,
  code text not null unique,
  description text not null,
  description_en text,
  category text not null
    check (category in ('retail', 'food', 'travel', 'online', 'services', 'entertainment', 'utilities')),
  is_active boolean not null default true
);
grant select on mcc_codes to vezne_app;
grant select, insert, update, delete on mcc_codes to vezne_platform;

-- What of the data that ships with the program this database already has.
create table reference_seeds (
  name text primary key,
  digest text not null
);
grant select, insert, update on reference_seeds to vezne_platform;
