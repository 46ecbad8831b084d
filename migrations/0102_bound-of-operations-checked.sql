-- Every row is of a payment of a month before the bound.
call check_bound('payment_operations');
