-- A mailbox of a channel receives nothing before the code that was mailed to it is entered. Both null: it is confirmed, or is no mailbox.
alter table monitor_channels add column code_hash bytea; -- keyed
alter table monitor_channels add column code_expires_at timestamptz; -- platform clock
