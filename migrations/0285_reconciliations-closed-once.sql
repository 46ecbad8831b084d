-- Closing that was asked for and not answered yet: whoever asks again is answered, as the first time.
alter table reconciliations add column answer_owed boolean not null default false;
