-- Every key in use has its claim (0090, 0091), which refuses a second one: the unique indexes promise nothing more, and would refuse a
-- key that is free again.
do $$ begin
  drop policy keeper_of_claims on payments;
  drop policy keeper_of_claims on payment_operations;
  drop index payments_idempotency, payment_operations_key;
end $$;
