-- What becomes known of a transfer as the program sends it, many at once in binary form: as `payment_outcome` of payments.
create type transfer_outcome as (
  tenant_id uuid, id uuid, from_status text, from_attempt smallint, fencing integer, to_status text, step_of_history jsonb,
  taken_amount bigint, taken_fee bigint, ends_reservation boolean, sent_type text, receipt_no text,
  provider_transaction_id text, bank_response_code text, error_code text, error_message text, processed_at timestamptz,
  retry_count smallint, attempt_no smallint, step text, next_step_at timestamptz, inquiry_count integer,
  modified timestamptz, event_id text, event_type text, event_body text);
