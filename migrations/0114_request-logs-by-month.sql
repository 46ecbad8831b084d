-- Calls to banks become their first month.
call divide_table('api_request_logs');
