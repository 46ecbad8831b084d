-- The journal: ten years at least, as commercial law wants of books.
call bound_table('journal', 'operation_id', 120);
