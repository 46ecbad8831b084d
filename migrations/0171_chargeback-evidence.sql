-- Documents of a chargeback's response: what each is, and its content sealed piece by piece, so that a file of any size is written and
-- read in little memory.
create table chargeback_evidence (
  tenant_id uuid not null,
  id uuid not null, -- version 7
  chargeback_id uuid not null,
  merchant_id uuid not null,
  file_name text not null,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')), -- by its content
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  sha256 text not null,
  description text,
  uploaded_by text not null,
  created timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, chargeback_id) references chargebacks
);
create index chargeback_evidence_chargeback on chargeback_evidence (chargeback_id, tenant_id);
call protect_tenant_table('chargeback_evidence', 'select, insert, delete');

create table chargeback_evidence_pieces (
  tenant_id uuid not null,
  evidence_id uuid not null,
  piece text not null, -- 0000, 0001, ...; part of the place it is sealed for
  sealed bytea not null,
  primary key (tenant_id, evidence_id, piece),
  foreign key (tenant_id, evidence_id) references chargeback_evidence
);
alter table chargeback_evidence_pieces alter column sealed set storage external; -- sealed bytes do not compress
call protect_tenant_table('chargeback_evidence_pieces', 'select, insert, update, delete');

-- What the bank was shown stays: nothing is taken away once the response was sent.
create function guard_chargeback_evidence() returns trigger language plpgsql as $$
begin
  if not exists (
    select from chargeback_evidence e join chargebacks c on c.tenant_id = e.tenant_id and c.id = e.chargeback_id
     where e.tenant_id = old.tenant_id and e.id = old.evidence_id and c.status = 'opened')
  then
    raise exception 'evidence %: its chargeback was answered', old.evidence_id using errcode = 'check_violation';
  end if;
  return old;
end $$;
create trigger guard_chargeback_evidence before delete on chargeback_evidence_pieces
  for each row execute function guard_chargeback_evidence();
