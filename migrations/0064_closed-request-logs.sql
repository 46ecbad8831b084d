-- Calls to banks are counted in closed blocks (0060). Bits and order of the names: src/acquiring/request-log/request-log-list.ts
create function request_log_facets(is_success boolean, status_code integer, method text, error_category text)
returns integer immutable language sql as $$
  select is_success::integer
    + (case when status_code between 0 and 999 then status_code + 1 else 0 end << 1)
    + (coalesce(array_position('{GET,POST,PUT,PATCH,DELETE,HEAD}'::text[], method), 0) << 11)
    + (coalesce(array_position('{Technical,BankDeclined,Validation,Fraud,Configuration,Timeout,Unknown}'::text[], error_category), 0) << 14)
$$;
call count_in_closed_blocks('api_request_logs', 'api_request_logs',
  'request_log_facets(is_success, status_code, method, error_category)', null, 'configuration_id');
