-- Every transfer is of a month before the bound.
call check_bound('transfers');
