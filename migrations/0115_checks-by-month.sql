-- So do fraud checks.
call divide_table('fraud_checks');
