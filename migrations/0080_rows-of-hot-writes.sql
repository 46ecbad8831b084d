-- Rows as the hot statements send them, many at once in binary form: types of their own with the columns that are sent. A
-- table's own row type would change under running processes when the table is divided into partitions.
do $$
declare
  made record;
begin
  for made in
    select * from (values
      ('new_payment', 'payments', 'tenant_id, id, merchant_id, status, operation_type, secure_type, amount, currency, installment_count,
        external_id, basket_id, bin, masked_card_number, card_holder_name, card_scheme, card_type, card_brand, issuer_bank_code,
        card_fingerprint, card_sealed, configuration_id, connector_code, lease_owner, next_inquiry_at, verdict, extra, history,
        idempotency_key, fingerprint, correlation_id, client_id, actor, caller_address, ip_address, request_body, buyer_email_key,
        buyer_identity_key, created'),
      ('new_request_log', 'api_request_logs', 'tenant_id, id, transaction_id, configuration_id, connector_code, method, endpoint,
        request_headers, request_body, response_headers, response_body, status_code, duration_ms, request_timestamp,
        response_timestamp, is_success, error_message, error_category, correlation_id, created_by, caller_address'),
      ('new_fraud_check', 'fraud_checks', 'tenant_id, id, process, merchant_id, amount, currency, score, decision, reason_codes,
        matched_rule_ids, latency_us, provider, variables, card, iban, source_account, outcome, checked_at'),
      ('new_fraud_alert', 'fraud_alerts', 'tenant_id, id, check_id, process, merchant_id, amount, currency, score, reason_codes,
        expires_at, created, made_by'),
      ('new_velocity_entry', 'fraud_velocity', 'tenant_id, check_id, at, amount, currency, failed, card, email, ip, device, customer,
        iban, merchant, source_account'),
      ('new_transfer', 'transfers', 'tenant_id, id, merchant_id, external_id, description, request_type, amount, currency,
        requested_account_id, receiver_account_id, recipient_id, receiver_key, holder_name, bank_code, iban, account_number,
        masked_card_no, card_token, card_sealed, tax_id_sealed, scheduled_date, verdict, is_held, created_by, recurring_transfer_id,
        terms_by, history, extra, correlation_id, client_id, created')
    ) as v (type, source, columns)
  loop
    execute (
      select format('create type %I as (%s)', made.type, string_agg(format('%I %s', name, format_type(a.atttypid, a.atttypmod)), ', ' order by at))
        from regexp_split_to_table(made.columns, ',\s*') with ordinality as sent (name, at)
        join pg_attribute a on a.attrelid = made.source::regclass and a.attname = name);
  end loop;
end $$;
