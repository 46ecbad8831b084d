-- The platform vouches for a person who has an own password (docs/decisions/0436). Where it did so before, and the person has set none since,
-- whoever set the password stands behind the person again, until there is an own one and the platform has said so once more.
-- Nothing reads is_vouched after this; the release before does.
update users set changed_people = password_known_by
 where is_vouched and password_known_by is not null and password_replaced is not true and changed_people is null;
update users set waiting_changes = jsonb_set(waiting_changes, '{-1,members}', '["password_hash"]')
 where is_vouched and waiting_changes -> -1 ->> 'transaction' = pg_current_xact_id()::text;
