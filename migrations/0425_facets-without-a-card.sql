-- A payment of an order link has no card until somebody pays: scheme and type are empty then, and no filter by either finds it.
-- Links made before this file keep the scheme and the type that stood for "none".
create or replace function payment_facets(status text, operation_type text, payment_type text, secure_type text, card_scheme text,
  card_type text, installment_count smallint, is_refunded boolean)
returns integer immutable language sql as $$
  select array_position('{created,processing,three_d_secure_init_processing,three_d_secure_auth_processing,authorized,capture_processing,completed,refund_processing,refunded,canceled_processing,canceled,failed}'::text[], status)
    + (array_position('{sale,pre_auth,post_auth,void,refund,recurring}'::text[], operation_type) << 4)
    + (array_position('{card,wallet,bkm_express,bank_transfer,link}'::text[], payment_type) << 7)
    + (array_position('{non_3d,three_ds_v1,three_ds_v2,three_d_pay}'::text[], secure_type) << 10)
    + ((array_position('{"",Visa,MasterCard,Amex,Troy,UnionPay,Proprietary}'::text[], card_scheme) - 1) << 13)
    + ((array_position('{"",Credit,Debit,Prepaid}'::text[], card_type) - 1) << 16)
    + (installment_count::integer << 18)
    + (is_refunded::integer << 26)
$$;
