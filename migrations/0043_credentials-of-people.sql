-- Credentials of people (docs/decisions/0205): how long sessions last, passwords used before, accounts nobody uses, the second factor.

-- Null: the longest allowed, 15 minutes and 12 hours. Plans can only shorten them.
alter table plans
  add column session_idle_minutes smallint check (session_idle_minutes between 1 and 15),
  add column session_max_minutes smallint check (session_max_minutes between 1 and 720);

-- All null for whoever writes a user without knowing these.
alter table users
  add column previous_password_hashes text[], -- newest first, without the present one
  add column unused_since timestamptz,        -- platform clock: last sign-in, enabling or new password; null: since it was made
  add column totp_sealed bytea,               -- secret of the second factor; it counts once it is confirmed
  add column totp_confirmed_at timestamptz,
  add column totp_last_step bigint,           -- a code is used once: those of this step and before are spent
  add column recovery_code_hashes bytea[];    -- keyed hashes; a used one is removed

-- Keeps what the rules need, whichever statement changes a user.
create function keep_user_credentials() returns trigger language plpgsql as $$
begin
  if new.is_deleted then
    new.previous_password_hashes := null;
    new.totp_sealed := null;
    new.totp_confirmed_at := null;
    new.totp_last_step := null;
    new.recovery_code_hashes := null;
    return new;
  end if;
  if new.password_hash is distinct from old.password_hash then
    if old.password_hash is not null then
      new.previous_password_hashes := (old.password_hash || coalesce(old.previous_password_hashes, '{}'))[1:3];
    end if;
    new.unused_since := new.last_modified;
  elsif (new.enabled and not old.enabled) or (old.pending_approval and not new.pending_approval) then
    new.unused_since := new.last_modified;
  end if;
  return new;
end $$;
create trigger keep_user_credentials before update on users for each row execute function keep_user_credentials();

-- Whether the second factor is set up decides which rights of a token count.
create trigger tell_second_factor after update of totp_confirmed_at on users
  for each row when (new.totp_confirmed_at is distinct from old.totp_confirmed_at)
  execute function tell_change('realms');

-- Accounts nobody has used for long are looked for once a minute.
create index users_unused on users ((coalesce(unused_since, created))) where enabled and not is_deleted;
