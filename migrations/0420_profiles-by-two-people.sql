-- A change of how a bank knows a merchant that waits for a second person, beside the values that count until then: as in configurations.
alter table merchant_bank_profiles
  add column pending jsonb, -- what it will be, and whether it is new or goes away; null: nothing waits
  add column pending_by text,
  add column pending_people text[], -- behind pending_by at that moment
  add column confirmed_by text, -- of the last change that waited
  add column confirmed_people text[];
create trigger keep_profile_people
  before insert or update of pending, pending_by, pending_people, confirmed_by, confirmed_people on merchant_bank_profiles
  for each row execute function keep_configuration_people();
