-- Every row is of a month before the bound.
call check_bound('api_request_logs');
call check_bound('fraud_checks');
