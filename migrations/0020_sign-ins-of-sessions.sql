-- A session of the console names the sign-in it stands on (refresh_tokens.family_id) and needs no token any more. Null: begun by the release before.
-- That release still reads access_sealed, access_until, refresh_sealed, refresh_no, refreshing_until and refreshed_at, which are written once, at the sign-in, for it
-- alone (src/console/session/release-before.ts). A contract of this file drops them one release later, with that file, and sets sign_in_id not null.
alter table console_sessions add column sign_in_id uuid;
