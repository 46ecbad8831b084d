-- What was asked of a capture, void or refund, and answered, goes with the bodies of its payment; one that is still open keeps both.
insert into emptied_columns values
  ('payment_operations', 'answer_body', $$case when status = 'processing' or next_inquiry_at is not null then answer_body end$$),
  ('payment_operations', 'request_body', $$case when status = 'processing' or next_inquiry_at is not null then request_body else '{}' end$$);
