-- Payments name their merchant by external_id: of a merchant that something hangs on it changes by two people, and what it was called is never
-- another merchant's.
alter table merchants
  -- Payments, transfers, links, plans, terms or bank profiles name it; noted when a change asks for it, and stays.
  add column has_been_used boolean not null default false,
  add column external_id_asked text, -- what a first person asks for; null with external_id_asked_by: none
  add column external_id_asked_by text,
  add column external_id_asked_people text[], -- behind external_id_asked_by at that moment
  add column external_id_agreed_by text, -- carried out the last change that was asked for
  add column external_id_agreed_people text[];

-- What used merchants were called before, and whose it stays.
create table retired_external_ids (
  tenant_id uuid not null,
  external_id text not null,
  merchant_id uuid not null,
  retired_at timestamptz not null default now(),
  primary key (tenant_id, external_id),
  foreign key (tenant_id, merchant_id) references merchants
);
call protect_tenant_table('retired_external_ids', 'select, insert');

-- The people are written by the database itself, as of then (0040); are_two_people is of 0416.
create function keep_external_id() returns trigger language plpgsql as $$
begin
  if old.has_been_used and not new.has_been_used then
    raise exception 'merchant %: it stays used', old.id using errcode = 'check_violation';
  end if;
  new.external_id_asked_people := old.external_id_asked_people;
  new.external_id_agreed_people := old.external_id_agreed_people;
  if (new.external_id_asked, new.external_id_asked_by) is distinct from (old.external_id_asked, old.external_id_asked_by) then
    new.external_id_asked_people := people_behind(new.tenant_id, new.external_id_asked_by);
  end if;
  if new.external_id is distinct from old.external_id and old.external_id is not null and new.has_been_used then
    new.external_id_agreed_people := people_behind(new.tenant_id, new.external_id_agreed_by);
    if new.external_id is distinct from old.external_id_asked
       or not are_two_people(old.external_id_asked_people, new.external_id_agreed_people) then
      raise exception 'merchant %: its external_id is used; two people change it', old.id using errcode = 'check_violation';
    end if;
    insert into retired_external_ids (tenant_id, external_id, merchant_id) values (old.tenant_id, old.external_id, old.id)
      on conflict do nothing;
  end if;
  return new;
end $$;
create trigger keep_external_id before update on merchants for each row execute function keep_external_id();

-- After the row is written: whoever gave the name up is committed by then, as the unique index has waited for it.
create function guard_external_id() returns trigger language plpgsql as $$
begin
  if exists (select from retired_external_ids r
      where r.tenant_id = new.tenant_id and r.external_id = new.external_id and r.merchant_id <> new.id) then
    raise exception 'merchant %: external_id % was used by another merchant', new.id, new.external_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger guard_external_id after insert or update of external_id on merchants for each row execute function guard_external_id();
