-- Whether a user has ever counted as a person of the tenant's own: the platform vouches for the first two, and for nobody
-- after them (docs/decisions/0227). Null: not yet, or one who has counted since before and was never changed.
alter table users add column has_counted boolean;
