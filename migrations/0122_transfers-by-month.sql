-- Transfers become their first month; external ids are kept by their own table (0116).
call divide_table('transfers', '{}', '{transfers_external_id}');
