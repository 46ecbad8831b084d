-- What of a credential's reach waits with its confirmation: the merchant whose payments it makes, and larger limits. The columns of these
-- names keep what counts until then. Null: nothing waits.
alter table clients add column awaited jsonb check (jsonb_typeof(awaited) = 'object');
alter table users add column awaited jsonb check (jsonb_typeof(awaited) = 'object');
create trigger name_awaited before update of awaited on clients for each row execute function name_change('awaited');
create trigger name_awaited before update of awaited on users for each row execute function name_change('awaited');

-- What waits counts with the confirmation alone, or not at all.
create function guard_awaited() returns trigger language plpgsql as $$
begin
  if old.awaited is not null and old.changed_people is not null and new.changed_people is null and new.awaited is not null then
    raise exception '% %: what waited is confirmed with it', tg_table_name, old.id using errcode = 'check_violation';
  end if;
  if new.awaited is not null and new.changed_people is null then
    raise exception '% %: nobody changed it, so nothing of it waits', tg_table_name, old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_awaited before update on clients for each row execute function guard_awaited();
create trigger guard_awaited before update on users for each row execute function guard_awaited();
