-- Links by which people set a password of their own: of an invitation, or of a forgotten password. Each counts once.

create table person_links (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  user_id uuid not null,
  purpose text not null check (purpose in ('invitation', 'password')),
  secret_hash bytea not null, -- keyed
  -- Platform clock.
  created timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz, -- used, withdrawn, or the person was changed so that it counts no more
  is_used boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users
);
create unique index person_links_by_secret on person_links (tenant_id, secret_hash);
create index person_links_of_person on person_links (tenant_id, user_id, created);
create index person_links_old on person_links (expires_at);
call protect_tenant_table('person_links', 'select, insert, update, delete');

-- Whoever has asked for a password, known or not: looked up by a worker, so that the answer takes the same time for all.
create table password_requests (
  tenant_id uuid not null references realms,
  id uuid not null, -- version 7
  request_sealed bytea not null,
  created timestamptz not null, -- platform clock
  primary key (tenant_id, id)
);
call protect_tenant_table('password_requests', 'select, insert, update, delete');

-- Whichever statement changes a person: links went to the address of then, and stand for the access of then.
-- Their mails need not be sent any more.
create function end_person_links() returns trigger language plpgsql as $$
begin
  with ended as (
    update person_links set ended_at = new.last_modified
     where tenant_id = new.tenant_id and user_id = new.id and ended_at is null
    returning tenant_id, id)
  update mail_outbox m set next_try_at = null, mail_sealed = null
    from ended e where m.tenant_id = e.tenant_id and m.about = e.id and m.next_try_at is not null;
  return null;
end $$;
create trigger end_person_links after update of email, password_hash, enabled, pending_approval, is_deleted on users
  for each row when (new.email is distinct from old.email or new.password_hash is distinct from old.password_hash
    or not new.enabled or new.pending_approval or new.is_deleted)
  execute function end_person_links();
