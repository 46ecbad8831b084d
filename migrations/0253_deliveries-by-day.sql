-- The log of deliveries becomes the first of its days. One attempt of a number is what claims and the lock of replays keep.
call divide_table('webhook_deliveries', '{webhook_deliveries_pkey}', '{}');
