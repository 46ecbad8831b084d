-- Events: by the payment, transfer or plan they are of. Three months at least: deliveries are made of them.
call bound_table('events', 'resource_id', 3);
