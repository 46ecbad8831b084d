-- Payments: by their own id. Ten years at least, as commercial law wants of what the books are made of.
call bound_table('payments', 'id', 120);
