-- No attempt is due more than 29 hours ahead.
call check_bound('webhook_deliveries');
