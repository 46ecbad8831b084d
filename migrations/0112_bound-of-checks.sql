-- Fraud checks by month. Three months at least: velocity is filled in from thirty days of them, and alerts show their check.
call bound_table('fraud_checks', 'id', 3);
