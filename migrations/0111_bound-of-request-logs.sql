-- Calls to banks by month. Three months at least: health and traces look back at them.
call bound_table('api_request_logs', 'id', 3);
