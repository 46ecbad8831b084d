-- Fraud checks are counted in closed blocks (0060). Bits and order of the names: src/fraud/checks/check-list.ts
create function check_facets(process text, decision text, score smallint) returns integer immutable language sql as $$
  select coalesce(array_position('{sanal_pos,para_transferi,fatura_odeme}'::text[], process), 0)
    + (coalesce(array_position('{approve,challenge,review,block}'::text[], decision), 0) << 2)
    + (score::integer << 5)
$$;
call count_in_closed_blocks('fraud_checks', 'fraud_checks', 'check_facets(process, decision, score)', 'merchant_id');
