-- Transfers are counted in closed blocks (0060). Bits and order of the names: src/transfers/queries/transfer-list.ts
create function transfer_facets(status text, request_type text, currency text) returns integer immutable language sql as $$
  select coalesce(array_position('{pending,approved,processing,delivered,completed,failed,rejected}'::text[], status), 0)
    + (coalesce(array_position('{fast,eft,remittance,credit_card}'::text[], request_type), 0) << 4)
    + (coalesce(array_position('{TRY,USD,EUR}'::text[], currency), 0) << 7)
$$;
call count_in_closed_blocks('transfers', 'transfers', 'transfer_facets(status, request_type, currency)', 'merchant_id', 'source_account_id');
