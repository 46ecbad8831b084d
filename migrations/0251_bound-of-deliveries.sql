-- Deliveries by day: the id of an attempt says when it is due.
call bound_table_by_day('webhook_deliveries', 'id', 30);
