-- Banks are written by the platform, too: what it wrote or deleted does not come back with the data of a release.
alter table banks add column is_deleted boolean not null default false;
alter table banks add column is_changed boolean not null default false;
