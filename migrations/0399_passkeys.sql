-- Passkeys of people: keys of their devices, which sign them in to the console in place of password and code.

create table passkeys (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null, -- COSE
  counter bigint not null, -- of the device; 0 where it counts nothing
  name text not null,
  is_synced boolean not null, -- kept by the maker of the device for the person's other devices
  -- Platform clock.
  created timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users
);
create unique index passkeys_by_credential on passkeys (tenant_id, credential_id);
create index passkeys_of_person on passkeys (tenant_id, user_id);
call protect_tenant_table('passkeys', 'select, insert, update, delete');

-- A challenge that was answered, until it ends by itself: an answer counts once.
create table spent_challenges (
  tenant_id uuid not null references realms,
  challenge_hash bytea not null,
  ends timestamptz not null, -- real time
  primary key (tenant_id, challenge_hash)
);
create index spent_challenges_over on spent_challenges (tenant_id, ends);
call protect_tenant_table('spent_challenges', 'select, insert, delete');

-- Whoever sets a password holds the account anew: an administrator, the person, the owner of the mailbox. Keys of before count no more.
create function end_passkeys() returns trigger language plpgsql as $$
begin
  delete from passkeys where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
create trigger end_passkeys after update of password_hash, is_deleted on users
  for each row when (new.password_hash is distinct from old.password_hash or new.is_deleted)
  execute function end_passkeys();
