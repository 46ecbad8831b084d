-- Whoever may know a person's password is not rid of that by setting another one in the person's name (docs/decisions/0436). What ends it:
-- a link to an address that two people agreed on, or a second factor that the person had before.

-- Who may know the second factor beside the user: whoever may have known the password when it was set up. Null: nobody.
alter table users add column second_factor_known_by text[];
-- Since the factor was set up nothing tells who had the password then: whoever may know the present one counts.
update users set second_factor_known_by = password_known_by where totp_confirmed_at is not null and password_known_by is not null;
-- The present address was given since the user was last confirmed. Null, as of those from before who are confirmed: two people agreed on it.
alter table users add column address_waits boolean;
update users set address_waits = true where changed_people is not null;
-- The password was set by whoever had the one before, or the link; who is known to know it is as before.
alter table users add column password_replaced boolean;
-- The platform has made sure who the user is; nobody else has set a password since.
alter table users add column is_vouched boolean;
-- An administrator took the second factor or the passkeys away.
alter table users add column second_factor_reset_at timestamptz;

create function note_address() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email then
    new.address_waits := true;
  elsif old.changed_people is not null and new.changed_people is null then
    new.address_waits := false;
  end if;
  return new;
end $$;
create trigger note_address before update of email, changed_people on users for each row execute function note_address();

-- As in 0054, and the confirming person is told what the first change was, too: it is written before the mark, in one transaction with it.
-- What is written without a mark stays until the next change, and nobody is shown it.
create or replace function name_change() returns trigger language plpgsql as $$
declare
  changed jsonb;
  known jsonb := coalesce(old.waiting_changes, '[]');
  this text := pg_current_xact_id()::text;
begin
  if old.changed_people is not null and new.changed_people is null then
    new.waiting_changes := null;
    return new;
  end if;
  if old.changed_people is null and known -> -1 ->> 'transaction' is distinct from this then
    known := '[]';
  end if;
  select coalesce(jsonb_agg(a.key order by a.key), '[]') into changed from jsonb_each(to_jsonb(new)) a
    where a.key = any(tg_argv) and a.value is distinct from to_jsonb(old) -> a.key;
  if known -> -1 ->> 'transaction' = this then
    new.waiting_changes := jsonb_set(known, '{-1,members}', (known -> -1 -> 'members') || changed);
  elsif changed <> '[]' or tg_nargs = 0 and new.changed_people is not null then
    if jsonb_array_length(known) >= 20 then
      -- The oldest make room; what they changed is still told.
      known := jsonb_set(known - 0, '{0,members}', (known -> 0 -> 'members') || (known -> 1 -> 'members'));
    end if;
    new.waiting_changes := known || jsonb_build_object('id', gen_random_uuid(), 'transaction', this, 'members', changed);
  end if;
  return new;
end $$;

create trigger name_credentials before update of password_hash, totp_confirmed_at, second_factor_reset_at on users
  for each row execute function name_change('password_hash', 'totp_confirmed_at', 'second_factor_reset_at');
