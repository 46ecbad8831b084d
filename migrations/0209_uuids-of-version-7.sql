-- Ids that sort by their time, where the server has none: PostgreSQL does from 18 on.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    create function uuidv7() returns uuid volatile language sql as $sql$
      select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
        || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
    $sql$;
  end if;
end $$;
