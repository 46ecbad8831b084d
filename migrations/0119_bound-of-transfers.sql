-- Transfers by month. Ten years at least, as commercial law wants of books.
do $$ begin
  drop policy keeper_of_external_ids on transfers;
end $$;
call bound_table('transfers', 'id', 120);
