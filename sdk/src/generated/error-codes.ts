/** Codes of problem documents with their HTTP status, made by `npm run docs`; not to be edited. */

export interface ErrorStatus {
  /** The input breaks the schema: required field missing, wrong type, unknown enum value, out of range, bad page or page_size */
  bad_request: 400
  /** The body is not parsable JSON, is empty where one is required, or is not an object */
  invalid_json: 400
  /** Header X-Tenant-Id missing (transfer surface) */
  tenant_id_required: 400
  /** A payment write for which neither the token nor a header names a merchant */
  merchant_id_required: 400
  /** A payment without 3D Secure while the tenant’s payment policy switches it off */
  non_3d_not_allowed: 400
  /** Request came over plain HTTP */
  https_required: 403
  /** No such path on this surface */
  route_not_found: 404
  /** The path exists with another method */
  method_not_allowed: 405
  /** The request did not arrive in time */
  request_timeout: 408
  /** Body above the size limit */
  payload_too_large: 413
  /** URL above 8 KiB */
  uri_too_long: 414
  /** Body with a Content-Type the operation does not take */
  unsupported_media_type: 415
  /** Header block above 16 KiB */
  headers_too_large: 431
  /** A rule between fields is broken and no finer code exists */
  validation_failed: 422
  /** A list filter range is reversed (transfer surface) */
  invalid_filter: 422
  /** Authorization header missing, not a bearer token, bad signature, unknown realm, revoked client */
  invalid_token: 401
  /** The access token is past its expiry */
  token_expired: 401
  /** Token or login endpoint: unknown client or user, or wrong secret or password */
  invalid_credentials: 401
  /** Refresh token unknown, used before, revoked, or unused for 30 days */
  invalid_refresh_token: 401
  /** The password is right */
  otp_required: 401
  /** The link of an invitation or a forgotten password is unknown, used, withdrawn or expired */
  link_invalid: 422
  /** The console has no session, or it has ended */
  sign_in_required: 401
  /** The console asks for the password again: the person has not given it in the last five minutes */
  step_up_required: 403
  /** A request to the console that does not come from its own pages */
  cross_site_request: 403
  /** No role of the token allows the operation, or X-Tenant-Id differs from the token’s tenant */
  forbidden: 403
  /** The merchant of the request is not active */
  merchant_inactive: 403
  /** The merchant given in a header is unknown in the tenant, or is not the one the token is bound to */
  merchant_not_found: 403
  /** The tenant’s plan does not contain the product */
  product_not_licensed: 403
  /** The caller’s address is not in the allow-list of the credentials */
  ip_not_allowed: 403
  /** The realm’s tenant is suspended */
  realm_suspended: 403
  /** No realm with this slug */
  realm_not_found: 404
  /** The resource does not exist or belongs to another tenant or merchant */
  resource_not_found: 404
  /** A unique value is taken, the resource is in use, or it changed under a concurrent write */
  conflict: 409
  /** If-Match names a tag the resource no longer has: somebody changed it since it was read */
  precondition_failed: 412
  /** The key belongs to another request body, or its first call, no payment write, still runs after the waiting time */
  idempotency_key_in_use: 409
  /** The resource is not in a state that allows the step (resources other than payments) */
  invalid_state_transition: 409
  /** External_id is taken by a live transfer of the merchant */
  duplicate_external_id: 409
  /** Quota or class limit used up */
  rate_limit_exceeded: 429
  /** Fault of the service */
  internal_server_error: 500
  /** A dependency answered a read with something unreadable (a write whose outcome is not known answers 202) */
  bad_gateway: 502
  /** The service is starting, stopping, overloaded or not ready */
  service_unavailable: 503
  /** The target connector is switched off by its circuit breaker and no fallback took over, or a dependency (the fraud engine included) is unreachable */
  connector_unavailable: 503
  /** Amount zero, negative, below the smallest payment of 100 minor units, or refused by the bank (13) */
  invalid_amount: 422
  /** Unknown currency, or none of the usable connector configurations supports it */
  invalid_currency: 422
  /** Installment count not allowed for the card (debit, prepaid and foreign cards: 1 only), the connector, or the amount */
  invalid_installment: 422
  /** Card number fails the Luhn check or has a length its scheme does not use */
  invalid_card_number: 422
  /** Expiry date lies in the past */
  invalid_card_expiry: 422
  /** CVV length does not suit the scheme (3 */
  invalid_cvv: 422
  /** Holder name blank or without letters */
  invalid_card_holder: 422
  /** No card_token of this merchant has this value */
  card_token_invalid: 422
  /** The card_token is older than 15 minutes */
  card_token_expired: 422
  /** Another request has paid, or tried to pay, with this card_token */
  card_token_used: 409
  /** The amount is above that of the card_token, or currency or installments are others */
  card_token_mismatch: 422
  /** The page’s origin is not in the setting checkout.origins of the merchant */
  origin_not_allowed: 422
  /** The connector asks for a listed city and the billing city is not one */
  invalid_billing_city: 422
  /** Same for the shipping city */
  invalid_shipping_city: 422
  /** Callback_url, return_url, cancel_url or success_url is not an absolute HTTPS URL */
  invalid_callback_url: 422
  /** A merchant id in a body or filter is unknown in the tenant */
  invalid_merchant_id: 422
  /** Decline by the bank, whose own code is in provider_error_code */
  bank_declined: 422
  /** 3D Secure is demanded: by a fraud decision challenge on a payment without it (HTTP code), or by the bank (1A, stored finer code) */
  three_ds_required: 422
  /** Failed without a finer reason */
  payment_failed: 422
  /** The bank reports a fault of its own system (96) */
  bank_system_error: 502
  /** The connector configuration is incomplete or refused by the bank (58, 92) */
  config_error: 422
  /** No such payment in the tenant, or it belongs to a merchant outside the caller’s reach */
  payment_not_found: 404
  /** No rule and no default configuration can take the payment */
  routing_no_match: 422
  /** A connector or configuration named by id or code does not exist */
  connector_not_found: 404
  /** Fraud decision block */
  fraud_blocked: 422
  /** Capture, refund or 3d/complete of a payment that waits for the decision of a fraud alert */
  fraud_review_required: 422
  /** Wrong code, or the issuer refused the authentication (N) */
  three_ds_authentication_failed: 422
  /** The callback’s signature does not match */
  three_ds_verify_failed: 422
  /** The callback belongs to another card or payment */
  three_ds_card_mismatch: 422
  /** The card’s bank does not take part (U), or the connector has no 3D Secure */
  three_ds_not_supported: 422
  /** 3D start refused: payment mode or session forbids it */
  three_ds_init_not_allowed: 422
  /** The bank’s 3D start failed technically */
  three_ds_init_exception: 502
  /** The sealed card data of the payment is gone */
  three_ds_card_data_missing: 422
  /** The configuration names a 3D module that does not exist */
  three_ds_module_not_found: 422
  /** 3d/complete on a payment that is not waiting for it */
  three_ds_complete_not_allowed: 422
  /** Completion reached the bank and failed without a bank code */
  three_ds_complete_failed: 422
  /** Completion failed technically */
  three_ds_complete_exception: 502
  /** The bank’s callback carries no fields */
  empty_callback_data: 422
  /** The callback cannot be tied to a payment */
  missing_transaction_id: 422
  /** The connector has no void */
  void_not_supported: 422
  /** Completed on an earlier day, or partly refunded */
  void_not_allowed: 422
  /** The payment is part of a finalized reconciliation */
  void_not_allowed_after_settlement: 422
  /** The payment is canceled */
  payment_already_voided: 422
  /** The payment is in no state that can be voided */
  payment_not_voidable: 422
  /** The connector has no refund */
  refund_not_supported: 422
  /** An open chargeback blocks the refund */
  refund_not_allowed: 422
  /** Nothing is left to refund */
  payment_already_refunded: 422
  /** Refund amount zero or negative */
  invalid_refund_amount: 422
  /** Refund above what is left */
  refund_exceeds_original: 422
  /** Currency differs from the payment’s */
  refund_currency_mismatch: 422
  /** The refund window is over: 180 days, or as the tenant has set */
  bank_refund_period_expired: 422
  /** The payment is not completed */
  payment_not_refundable: 422
  /** The connector has no pre-authorization */
  capture_not_supported: 422
  /** Another step of the payment is running */
  capture_not_allowed: 422
  /** Capture above the authorized amount */
  capture_amount_exceeds_authorization: 422
  /** Currency differs from the authorization’s */
  capture_currency_mismatch: 422
  /** A capture was made before */
  payment_already_captured: 422
  /** The capture window is over */
  pre_auth_expired: 422
  /** The payment is not an authorized pre-authorization */
  payment_not_pre_auth: 422
  /** No such plan */
  recurring_plan_not_found: 404
  /** The plan is cancelled, completed or failed */
  recurring_plan_not_active: 409
  /** No installment with this index */
  recurring_installment_not_found: 404
  /** The installment is not pending */
  recurring_installment_not_pending: 409
  /** The installment’s due date has passed */
  recurring_installment_due_passed: 409
  /** The connector has no recurring payments */
  recurring_not_supported: 422
  /** Plan creation failed technically at the bank */
  recurring_exception: 502
  /** Plan cancellation failed technically at the bank */
  recurring_cancel_exception: 502
  /** Card without a point program, or connector without points */
  point_inquiry_not_supported: 422
  /** The bank refused the enquiry */
  point_inquiry_failed: 422
  /** The enquiry failed technically */
  point_inquiry_exception: 502
  /** The payment carries no conversion offer */
  dcc_not_available: 422
  /** The offer is older than 5 minutes */
  dcc_offer_expired: 422
  /** The offer was already answered */
  dcc_invalid_state: 422
  /** No such session */
  session_not_found: 404
  /** The session is past expires_at */
  session_expired: 410
  /** Pay: the session is completed or cancelled */
  session_closed: 422
  /** The paid amount or currency differs from the session’s */
  session_amount_mismatch: 422
  /** Installment count not in allowed_installments */
  session_installment_not_allowed: 422
  /** The session’s mode is not open to the tenant */
  payment_mode_not_allowed: 422
  /** Pre_auth while allow_pre_auth is false */
  pre_auth_not_allowed: 422
  /** The third failed attempt closed the session */
  max_attempts_exceeded: 422
  /** The same accountable person tries two steps of one resource */
  four_eyes_violation: 422
  /** No such transfer */
  transfer_not_found: 404
  /** Source_account_id unknown */
  source_account_not_found: 404
  /** The source account is switched off */
  source_account_inactive: 403
  /** The source account belongs to another merchant */
  source_account_unauthorized: 403
  /** Recipient_id or receiver_account_id unknown */
  recipient_not_found: 404
  /** Bank account unknown here, or at the bank (02) */
  account_not_found: 404
  /** Bank_id unknown, or the IBAN names no known bank */
  bank_not_found: 404
  /** Daily limit of the plan or of the bank account (04) */
  daily_limit_exceeded: 422
  /** Monthly limit of the plan */
  monthly_limit_exceeded: 422
  /** Above the limit for one transfer of the account */
  single_transfer_limit_exceeded: 422
  /** IBAN fails length, country or checksum */
  invalid_iban: 422
  /** The IBAN’s bank does not take this transfer type */
  iban_not_eligible: 422
  /** The recipient already has this IBAN */
  iban_already_registered: 409
  /** Recipient inactive, or frozen at the bank (03) */
  recipient_blocked: 422
  /** The source account cannot send this type, or the recipient data does not suit it */
  unsupported_transfer_type: 422
  /** Fast transfer above 20000000 minor units (200 000.00 TRY) */
  fast_amount_limit: 422
  /** Fast is not available now */
  fast_window_closed: 422
  /** Outside the EFT hours */
  eft_window_closed: 422
  /** Bulk step: every transfer named was approved before */
  payment_already_approved: 422
  /** Bulk step: every transfer named was sent before */
  payment_already_sent: 422
  /** Bulk step: every transfer named was rejected before */
  payment_already_rejected: 422
  /** The recipient has no default receiver account */
  default_receiver_account_required: 422
  /** Scheduled_date or a plan’s dates make no sense together */
  invalid_schedule: 422
  /** Tax_id fails its check digits */
  invalid_tax_id: 422
  /** No receipt in this state of the transfer */
  receipt_not_available: 409
  /** The bank gave no receipt */
  bank_receipt_error: 502
  /** The bank gave no balance */
  bank_balance_unavailable: 502
  /** The bank gave no accounts or movements */
  bank_data_unavailable: 502
  /** Expression_json breaks the grammar */
  invalid_expression: 422
  /** Subscriber URL is not HTTPS, carries credentials, or resolves to a private address */
  invalid_webhook_url: 422
  /** Bank notice with a missing, wrong or too old signature */
  invalid_signature: 401
  /** No such plan */
  plan_not_found: 404
  /** No such API key */
  api_key_not_found: 404
  /** The tenant, or the merchant of the key, already has 50 keys */
  api_key_limit_reached: 409
  /** The key calling cannot delete itself */
  api_key_in_use: 409
  /** An entry of allowed_ips is no IPv4, IPv6 or CIDR */
  invalid_ip_format: 422
  /** Expires_at lies in the past */
  invalid_expires_at: 422
}
