-- The table of events becomes its first month.
call divide_table('events');
