-- Refunds are counted in closed blocks (0060).
call count_in_closed_blocks('refunds', 'payment_operations',
  $$coalesce(array_position('{processing,completed,failed}'::text[], status), 0)$$, 'merchant_id', null, $$kind = 'refund'$$);
