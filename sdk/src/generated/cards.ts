/** Vezne card payments: made from its OpenAPI document by `node scripts/docs.ts`; not to be edited. */

export interface Address {
  /** Who is there */
  contact_name?: string | null | undefined
  /** City */
  city?: string | null | undefined
  /** Two-letter code */
  country?: string | null | undefined
  /** Street address */
  address?: string | null | undefined
  /** Postal code */
  postal_code?: string | null | undefined
}

export interface ApiRequestLog {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Its id; does not change */
  id: string
  /** Id of the payment */
  transaction_id: string | null
  /** Id of the connector configuration */
  connector_configuration_id: string
  /** Short name of the connector, such as SIMBANK */
  connector_code: string
  /** HTTP method */
  method: string
  /** Address that was called */
  endpoint: string
  /** Headers that were sent, masked */
  request_headers: string | null
  /** Body that was sent, masked */
  request_body: string | null
  /** Headers that came back, masked */
  response_headers: string | null
  /** Body that came back, masked */
  response_body: string | null
  /** HTTP status that came back */
  status_code: number | null
  /** hh:mm:ss.fffffff */
  duration: string
  /** When the call began */
  request_timestamp: string
  /** When the answer came; null: none did */
  response_timestamp: string | null
  /** Whether it succeeded */
  is_success: boolean
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** What kind of error it was */
  error_category: ErrorCategory | null
  /** Request id: the key of the trace, and what to quote to support */
  correlation_id: string | null
  /** When it was made, UTC */
  created: string
  /** `sub` of the token that asked for it: a user or an API key */
  created_by: string | null
  /** Address that asked for it */
  caller_address: string | null
  /** When it was last changed, UTC */
  last_modified: string
  /** Who last changed it */
  last_modified_by: string | null
  /** Id of the tenant */
  tenant_id: string
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
  /** Whether it was deleted */
  is_deleted: boolean
}

export interface ApiRequestLogPage {
  /** The rows of this page */
  items: ApiRequestLog[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface Bank {
  /** Its id; does not change */
  id: string
  /** Short name that programs use */
  code: string
  /** Name for people */
  name: string
  /** SWIFT code (BIC) of the bank */
  swift_code: string | null
  /** Member number at BKM, the Turkish card switch */
  bkm_member_id: string | null
  /** Address of the logo */
  logo_url: string | null
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
}

export interface BankBin {
  /** Its id; does not change */
  id: string
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** Name of the bank */
  bank_name: string | null
  /** First BIN of the range */
  bin_start: string
  /** Last BIN of the range */
  bin_end: string
  /** Scheme of the card, such as Visa */
  schema_type: CardSchemaType
  /** Credit, debit or prepaid */
  card_type: CardType
  /** Programme of the card, such as Bonus */
  card_program: CardBrand | null
  /** Country, two letters of ISO 3166 */
  country: string | null
  /** Whether it is a company's card */
  is_commercial: boolean
  /** Digits of the card numbers */
  card_length: number
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
}

export interface BankBinPage {
  /** The rows of this page */
  items: BankBin[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface BankCallback {
  /** The platform's id */
  transaction_id?: string | undefined
  /** One character: 1 authenticated, 2 to 4 attempted, 0 and 5 to 8 failed */
  md_status?: string | undefined
  /** Electronic commerce indicator */
  eci?: string | undefined
  /** Cryptogram of the authentication */
  cavv?: string | undefined
  /** Id of the authentication at the bank */
  xid?: string | undefined
  /** Id of the authentication at the scheme */
  ds_trans_id?: string | undefined
  /** ok, wrong_code, cancelled, timeout, refused, unavailable */
  result?: string | undefined
  /** Lower-case hex HMAC-SHA256 over the other fields, keyed by the configuration's secret_key */
  hash?: string | undefined
}

export interface BankFile {
  /** Its id; does not change */
  id: string
  /** Hash of the file, hex */
  sha256: string
  /** csv, fixed_width, mt940, nestpay_list or garanti_list */
  form: string
  /** Bank or kind of file it came from */
  bank: string
  /** The merchant's number at the bank */
  merchant_number: string
  /** ISO 4217, such as TRY */
  currency: string
  /** Day in Istanbul */
  day: string
  /** Which file of the day it is */
  number: number
  /** Id of the connector configuration */
  connector_config_id: string
  /** How many rows the file has */
  row_count: number
  /** Before what is kept or taken back, minor units */
  gross: number
  /** What the bank keeps, minor units */
  commission: number
  /** What is paid out, minor units */
  net: number
  /** Id of the reconciliation */
  reconciliation_id: string | null
  /** Who or what took the file */
  taken_by: string
  /** When the file was taken */
  taken_at: string
}

export interface BankPage {
  /** The rows of this page */
  items: Bank[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface BankRow {
  /** Matched with provider_transaction_id */
  bank_transaction_id?: string | null | undefined
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** Where it stands now */
  status: BankRowStatus
  /** When it happened at the bank */
  transaction_date?: string | null | undefined
  /** Your own id of the merchant */
  merchant_external_id?: string | null | undefined
  /** The second key, with the amount and, where there is one, the day */
  auth_code?: string | null | undefined
}

export type BankRowStatus = 'approved' | 'completed' | 'declined' | 'failed' | 'refunded' | 'voided' | 'pending'

export interface BasketItem {
  /** Its id; does not change */
  id?: string | null | undefined
  /** Name for people */
  name: string
  /** Minor units */
  price: number
  /** How many of it */
  quantity: number
}

export interface BinAnswer {
  /** First six to eight digits of the card */
  bin: string
  /** Whether the BIN is known */
  found: boolean
  /** Scheme of the card, such as Visa */
  schema: CardSchemaType | null
  /** Credit, debit or prepaid */
  card_type: CardType | null
  /** Programme of the card, such as Bonus */
  card_program: CardBrand | null
  /** Country, two letters of ISO 3166 */
  country: string | null
  /** Whether it is a company's card */
  is_commercial: boolean | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** Name of the bank */
  bank_name: string | null
  /** Address of the bank's logo */
  bank_logo_url: string | null
}

export type BreakerState = 'closed' | 'open' | 'half_open'

export interface BulkDeleteResult {
  /** Rules that were deleted */
  deleted_count: number
  /** Ids that name no rule of this tenant */
  not_found_ids: string[]
}

export interface BulkErrorCodeItem {
  /** Code of a connector of this tenant */
  connector_code: string
  /** The bank's code */
  provider_error_code: string
  /** What kind of error it is */
  category: ErrorCategory
  /** For people, in Turkish */
  turkish_message?: string | null | undefined
  /** For people, in English */
  english_message?: string | null | undefined
  /** For the operators */
  internal_description?: string | null | undefined
  /** Routing tries the fallback after it. True only where the bank promises that nothing was booked */
  should_retry?: boolean | null | undefined
  /** HTTP status suggested to callers */
  http_status_suggestion?: number | null | undefined
}

export interface BulkErrorCodes {
  /** Rows to create or overwrite */
  items: BulkErrorCodeItem[]
}

export interface BulkErrorCodesResult {
  /** Rows that are new */
  created_count: number
  /** Rows that were there already */
  updated_count: number
}

export interface BulkIds {
  /** Rules to delete */
  ids: string[]
}

export interface BulkResolve {
  /** Rows to resolve, each in its own way */
  items?: BulkResolveItem[] | null | undefined
  /** Rows to resolve alike */
  detail_ids?: string[] | null | undefined
  /** What was decided about the row */
  resolution_action?: ReconciliationResolutionAction | null | undefined
  /** Free text for people */
  remarks?: string | null | undefined
}

export interface BulkResolveError {
  /** Id of the row */
  detail_id: string
  /** What to know about it, for people */
  message: string
}

export interface BulkResolveItem {
  /** Id of the row */
  detail_id: string
  /** How to resolve the row */
  request: ResolveDetail
}

export interface BulkResolveResult {
  /** How many were done */
  processed: number
  /** How many failed */
  failed: number
  /** More of it, row by row */
  details: ReconciliationDetail[]
  /** What was wrong, one by one */
  errors: BulkResolveError[]
}

export interface Buyer {
  /** Its id; does not change */
  id?: string | null | undefined
  /** Name for people */
  name?: string | null | undefined
  /** Family name of the person */
  surname?: string | null | undefined
  /** E-mail address */
  email?: string | null | undefined
  /** Telephone number */
  phone?: string | null | undefined
  /** The shopper's network address */
  ip_address?: string | null | undefined
  /** Identity number of the person */
  identity_number?: string | null | undefined
}

export interface CancelReconciliation {
  /** Why, for people */
  reason?: string | null | undefined
}

export interface CancelRecurring {
  /** Id of the payment */
  transaction_id?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface CancellationRequest {
  /** Its id; does not change */
  id: string
  /** Id of the payment */
  transaction_id: string
  /** Id of the merchant */
  merchant_id: string
  /** Who asked for it */
  requested_by: string | null
  /** When it was asked for */
  requested_at: string
  /** Why, for people */
  reason: string | null
  /** Where it stands now */
  status: CancellationRequestStatus
  /** Who decided */
  reviewed_by: string | null
  /** When it was decided; null before */
  reviewed_at: string | null
  /** What the second person wrote */
  review_note: string | null
  /** Filled when the void after the approval failed */
  void_error_code: string | null
  /** Why the void failed, for people */
  void_error_message: string | null
  /** The payment in short */
  transaction: TransactionSummary | null
}

export interface CancellationRequestPage {
  /** The rows of this page */
  items: CancellationRequest[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type CancellationRequestStatus = 'pending' | 'approved' | 'rejected' | 'failed'

export interface Capture {
  /** Repeats the path */
  transaction_id?: string | null | undefined
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount?: number | null | Money | undefined
  /** With the plain integer; default: the payment's */
  currency?: string | null | undefined
  /** Why, for people */
  reason?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

export interface CaptureById {
  /** Id of the payment */
  transaction_id: string
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount?: number | null | Money | undefined
  /** With the plain integer; default: the payment's */
  currency?: string | null | undefined
  /** Why, for people */
  reason?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

/** A pre-authorization was captured */
export interface CaptureCompletedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'capture.completed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: PaymentCompletedData
}

export interface Card {
  /** As printed on the card; at least one letter */
  holder_name: string
  /** 13 to 19 digits, no blanks; must pass the Luhn check */
  number: string
  /** Two digits, 01 to 12 */
  expire_month: string
  /** Four digits */
  expire_year: string
  /** 3 digits, 4 for Amex; never stored */
  cvv: string
}

export type CardBrand = 'Bonus' | 'Axess' | 'World' | 'Maximum' | 'Cardfinans' | 'Paraf' | 'Advantage' | 'Bankkart' | 'Other'

export type CardEventType = 'payment.completed' | 'payment.failed' | 'payment.authorized' | 'capture.completed' | 'void.completed' | 'refund.completed' | '3ds.completed' | '3ds.failed' | 'subscription.charged' | 'subscription.failed' | 'subscription.cancelled' | 'subscription.completed' | 'subscription.charge.reversed' | 'subscription.charge.failed' | 'chargeback.opened' | 'chargeback.resolved' | 'settlement.created' | 'settlement.completed'

export type CardSchemaType = 'Visa' | 'MasterCard' | 'Amex' | 'Troy' | 'UnionPay' | 'Proprietary'

export type CardType = 'Credit' | 'Debit' | 'Prepaid'

export interface CardValidation {
  /** Whether it is well-formed */
  is_valid: boolean
  /** Whether the check digit is right */
  luhn_valid: boolean
  /** Whether its scheme uses this length */
  length_valid: boolean
  /** How many digits it has */
  length: number
  /** First six to eight digits of the card */
  bin: string | null
  /** The number with its middle hidden */
  masked_number: string | null
  /** Scheme of the card, such as Visa */
  schema_type: CardSchemaType | null
  /** The BIN range the number lies in; null where none is known */
  bank_bin: BankBin | null
  /** The bank; null where none is known */
  bank: Bank | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
}

export interface CarryOutRemedy {
  /** Another one than the proposed */
  remedy?: ReconciliationRemedy | null | undefined
  /** Free text for people */
  remarks?: string | null | undefined
}

export interface ChangelogDiff {
  /** Member that changed */
  field: string
  /** Its value as text; null when there was none; secrets as *** */
  before: string | null
  /** The new value as text; null when there is none; secrets as *** */
  after: string | null
}

export interface ChangelogEntry {
  /** Id of the entry */
  id: string
  /** When it happened */
  at: string
  /** User or client that made the change: `sub` of its token */
  actor: string
  /** created, updated, deleted, activated, deactivated; requested, confirmed or rejected where a second person confirms */
  action: string
  /** connector, connector_configuration, connector_error_code, routing_rule or simple_routing_rule; a rule stands with the connector of its target */
  entity_kind: string
  /** Id of what was changed */
  entity_id: string
  /** Remark, when somebody made one */
  note: string | null
  /** What changed */
  diff: ChangelogDiff[]
}

export interface Chargeback {
  /** Its id; does not change */
  id: string
  /** Id of the payment */
  transaction_id: string
  /** Minor units */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Why, for people */
  reason: string | null
  /** Why, as a code */
  reason_code: string | null
  /** The bank's reference of the case */
  bank_reference_no: string | null
  /** Where it stands now */
  status: ChargebackStatus
  /** Until when evidence is taken */
  response_deadline: string | null
  /** When it was decided; null before */
  resolved_at: string | null
  /** What the merchant says to it */
  merchant_response: string | null
  /** Free text for people */
  notes: string | null
  /** When it was made, UTC */
  created: string
  /** Name of the merchant */
  merchant_name: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Minor units */
  transaction_amount: number
  /** Id of the merchant */
  merchant_id: string
  /** How near the deadline is */
  deadline_alarm: ChargebackDeadlineAlarm | null
}

export type ChargebackAction = 'dispute' | 'win' | 'lose'

export type ChargebackDeadlineAlarm = 'due' | 'missed'

export interface ChargebackEvidence {
  /** Its id; does not change */
  id: string
  /** Id of the chargeback */
  chargeback_id: string
  /** Name of the file, as it was sent */
  file_name: string
  /** By the content of the file */
  media_type: EvidenceMediaType
  /** Size of the file */
  size_bytes: number
  /** Of the file, lower-case hex */
  sha256: string
  /** Free text for people */
  description: string | null
  /** Who sent the file */
  uploaded_by: string
  /** When it was made, UTC */
  created: string
}

export interface ChargebackOpenedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the chargeback */
  chargeback_id: string
  /** Why, as a code */
  reason_code: string
  /** When it is due */
  due_date: string
  /** Where the chargeback stands */
  chargeback_status: 'opened' | 'disputed' | 'won' | 'lost'
}

/** The cardholder’s bank asks for the money back; respond before `due_date` */
export interface ChargebackOpenedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'chargeback.opened'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: ChargebackOpenedData
}

export interface ChargebackPage {
  /** The rows of this page */
  items: Chargeback[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface ChargebackResolvedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the chargeback */
  chargeback_id: string
  /** Why, as a code */
  reason_code: string
  /** When it is due */
  due_date: string
  /** Where the chargeback stands */
  chargeback_status: 'opened' | 'disputed' | 'won' | 'lost'
  /** When it was decided; null before */
  resolved_at: string
}

/** A chargeback was concluded */
export interface ChargebackResolvedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'chargeback.resolved'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: ChargebackResolvedData
}

export type ChargebackStatus = 'opened' | 'disputed' | 'won' | 'lost'

export type CheckoutPaymentMode = 'non_3d' | 'three_d_secure' | 'three_d_pay' | 'three_d_pay_hosting'

export interface CheckoutSession {
  /** Id of the checkout session */
  session_id: string
  /** Id of the tenant */
  tenant_id: string
  /** Id of the merchant */
  merchant_id: string
  /** Your own id of the merchant */
  external_merchant_id: string | null
  /** Name of the merchant */
  merchant_name: string | null
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string
  /** Installment counts the page offers */
  allowed_installments: number[]
  /** Free text for people */
  description: string | null
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** Your own id of the basket */
  basket_id: string | null
  /** The shopper's e-mail address */
  customer_email: string | null
  /** The shopper's telephone number */
  customer_phone: string | null
  /** Your own values by name, answered as they came */
  metadata: {
    [key: string]: string
  } | null
  /** Where it stands now */
  status: CheckoutStatus
  /** Of the latest try */
  transaction_id: string | null
  /** When it was made, UTC */
  created_at: string
  /** When it stops being good */
  expires_at: string
  /** Whether the shopper pays with or without 3D Secure */
  payment_mode: CheckoutPaymentMode
  /** Whether the shopper may be charged by pre-authorization */
  allow_pre_auth: boolean
  /** Whether it charges nothing at a real bank */
  is_test_session: boolean
  /** Charges tried so far */
  attempt_count: number
  /** Charges the shopper may try */
  max_attempts: number
  /** Where the shopper goes who has paid */
  success_url: string | null
  /** Where the shopper goes who gives up */
  cancel_url: string | null
}

export interface CheckoutSessionCreated {
  /** 128 random bits as 32 hex digits; whoever has it can pay the session */
  session_id: string
  /** The hosted page: send the shopper's browser there */
  checkout_url: string
  /** When it stops being good */
  expires_at: string
}

export type CheckoutStatus = 'open' | 'processing' | 'completed' | 'failed' | 'expired' | 'cancelled'

export interface City {
  /** Its id; does not change */
  id: string
  /** Plate number, 01 to 81 */
  code: string
  /** Name for people */
  name: string
  /** Country, two letters of ISO 3166 */
  country: string
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
}

export interface Complete3D {
  /** Id of the payment */
  transaction_id: string
  /** true = ask the bank for the authentication result first, for a payment whose callback never came */
  need_verification?: boolean | null | undefined
}

export interface CompleteSession {
  /** Id of the payment */
  transaction_id: string
}

export interface ConfirmDcc {
  /** Id of the payment */
  transaction_id?: string | null | undefined
  /** True: charge the card's currency; false: the payment's own */
  accept_dcc: boolean
}

export interface ConfirmOutcome {
  /** As it is proposed */
  outcome: KnownOutcome
  /** The proposal as it was read; another one by now: 409. Required in production */
  change_id?: string | null | undefined
}

export interface Connector {
  /** Free notes of yours */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the connector */
  id: string
  /** Name for people */
  name: string
  /** Name for programs, unique in the tenant; never changes */
  code: string
  /** What kind it is */
  type: ConnectorType
  /** An inactive connector takes no new payments, whatever its configurations say */
  is_active: boolean
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
  /** Configurations, active and inactive together */
  configuration_count: number
}

export interface ConnectorConfiguration {
  /** Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, supports_recurring, supports_points (default true), dcc_enabled (false alone), max_insta… */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the configuration */
  id: string
  /** Its connector */
  connector_id: string
  /** Name of the connector */
  connector_name: string | null
  /** Code of the connector */
  connector_code: string | null
  /** Name for people */
  name: string | null
  /** Whether it calls a real bank or its test system */
  mode: ConnectorMode
  /** Masked: *** and, of one longer than 12, its last four characters; null when there is none */
  api_key: string | null
  /** Masked: *** and, of one longer than 12, its last four characters; null when there is none */
  secret_key: string | null
  /** Masked: *** and, of one longer than 12, its last four characters; null when there is none */
  password: string | null
  /** User name at the bank */
  username: string | null
  /** Terminal at the bank */
  terminal_id: string | null
  /** Store or merchant number at the bank */
  store_id: string | null
  /** Address that is called */
  api_endpoint_url: string | null
  /** Address of the 3D Secure page */
  three_d_secure_endpoint_url: string | null
  /** *** when set */
  extra_credentials: string | null
  /** Code of the bank, as in GET /api/v1/lookups/banks */
  bank_code: string | null
  /** Lower first, where no routing rule decides */
  priority: number
  /** An inactive configuration takes no new payments */
  is_active: boolean
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
  /** Change that waits for a second person */
  pending_change: PendingConfigurationChange | null
}

export interface ConnectorConfigurationHealth {
  /** The configuration */
  connector_configuration_id: string
  /** Whether the circuit breaker lets calls through */
  breaker_state: BreakerState
  /** Where it stands now */
  status: HealthStatus
  /** Whole percent; a decline of a card counts as success. 100 while there were no calls */
  success_rate: number
  /** Calls counted: the last 100 of the last 24 hours of each configuration */
  sample_size: number
  /** Calls the bank answered */
  success_count: number
  /** Technical faults and timeouts */
  failure_count: number
  /** When it last took a payment */
  last_transaction_at: string | null
  /** When the figures were made */
  last_calculated_at: string
  /** Success percent of the last 24 hours, one number an hour, oldest first; 100 for an hour without calls, and at most the last 100 calls of an hour and configuration are counted */
  sparkline: number[]
  /** The newest failure */
  last_error: LastError | null
}

export interface ConnectorConfigurationPage {
  /** The rows of this page */
  items: ConnectorConfiguration[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface ConnectorDetail {
  /** The connector itself */
  connector: Connector
  /** Active and inactive ones, by priority */
  configurations: ConnectorConfiguration[]
  /** How its configurations do */
  health: ConnectorHealth
  /** What its codes mean to this tenant */
  error_codes: ConnectorErrorCode[]
  /** Newest first, at most 100 */
  changelog: ChangelogEntry[]
}

export interface ConnectorErrorCode {
  /** Id of the row */
  id: string
  /** Connector whose code it is */
  connector_code: string | null
  /** The bank's code */
  provider_error_code: string | null
  /** What kind of error it is */
  category: ErrorCategory
  /** For people, in Turkish */
  turkish_message: string | null
  /** For people, in English */
  english_message: string | null
  /** For the operators */
  internal_description: string | null
  /** Routing tries the fallback after it. True only where the bank promises that nothing was booked */
  should_retry: boolean
  /** HTTP status suggested to callers */
  http_status_suggestion: number | null
  /** Row whose meaning this one follows */
  mapped_to_id: string | null
  /** Code of that row */
  mapped_to_code: string | null
}

export interface ConnectorHealth {
  /** All configurations together */
  rollup: ConnectorHealthRollup
  /** By priority */
  per_configuration: ConnectorConfigurationHealth[]
}

export interface ConnectorHealthRollup {
  /** Where it stands now */
  status: HealthStatus
  /** Whole percent; a decline of a card counts as success. 100 while there were no calls */
  success_rate: number
  /** Calls counted: the last 100 of the last 24 hours of each configuration */
  sample_size: number
  /** Calls the bank answered */
  success_count: number
  /** Technical faults and timeouts */
  failure_count: number
  /** When it last took a payment */
  last_transaction_at: string | null
  /** When the figures were made */
  last_calculated_at: string
  /** Success percent of the last 24 hours, one number an hour, oldest first; 100 for an hour without calls, and at most the last 100 calls of an hour and configuration are counted */
  sparkline: number[]
  /** The newest failure */
  last_error: LastError | null
}

export interface ConnectorHealthRow {
  /** The connector */
  connector_id: string
  /** Its code */
  connector_code: string
  /** All configurations together */
  rollup: ConnectorHealthRollup
}

export interface ConnectorHost {
  /** Its id; does not change */
  id: string
  /** What the connector connects to */
  connector_type: ConnectorType | null
  /** Host name, or an address literal */
  host: string
  /** The one port; null: any */
  port: number | null
  /** For people */
  note: string | null
}

export interface ConnectorHostPage {
  /** The rows of this page */
  items: ConnectorHost[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type ConnectorMode = 'test' | 'production'

export interface ConnectorPage {
  /** The rows of this page */
  items: Connector[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type ConnectorType = 'nest_pay' | 'halk_bank_vpos' | 'garanti_vpos' | 'vakifbank_vpos' | 'is_bank_vpos' | 'qnb_finansbank_vpos' | 'deniz_bank_vpos' | 'yapi_kredi_vpos' | 'ziraat_vpos' | 'kuveyt_turk_vpos' | 'enpara_vpos' | 'custom'

export interface CreateBankProfile {
  /** Repeats the path */
  merchant_id?: string | null | undefined
  /** Id of the connector configuration */
  connector_config_id: string
  /** Id of the shop at the bank */
  sub_merchant_id?: string | null | undefined
  /** Name of the shop, as the bank is told */
  sub_merchant_name?: string | null | undefined
  /** Merchant category code */
  sub_merchant_mcc?: string | null | undefined
  /** Postal code of the shop, as the bank is told */
  sub_merchant_postal_code?: string | null | undefined
  /** City of the shop, as the bank is told */
  sub_merchant_city?: string | null | undefined
  /** ISO 3166, as the bank asks for it */
  sub_merchant_country_code?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface CreateCancellation {
  /** Id of the payment */
  transaction_id: string
  /** Why, for people */
  reason?: string | null | undefined
}

export interface CreateChargeback {
  /** A payment that is completed or refunded */
  transaction_id: string
  /** Minor units; at most the amount of the payment */
  amount: number
  /** Default: that of the payment */
  currency?: string | null | undefined
  /** Why, for people */
  reason?: string | null | undefined
  /** Of the card scheme, such as 4837 */
  reason_code?: string | null | undefined
  /** The bank's reference of the case */
  bank_reference_no?: string | null | undefined
  /** Default: seven days from now */
  response_deadline?: string | null | undefined
  /** Free text for people */
  notes?: string | null | undefined
}

export interface CreateCheckoutSession {
  /** Shown on the page; default: the merchant's name */
  merchant_name?: string | null | undefined
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount: number | Money
  /** ISO 4217; required with the plain integer */
  currency?: string | null | undefined
  /** Counts the page offers; absent or empty: single payment only */
  allowed_installments?: number[] | null | undefined
  /** Shown on the page */
  description?: string | null | undefined
  /** The caller's order id; need not be unique */
  external_id?: string | null | undefined
  /** Your own id of the basket */
  basket_id?: string | null | undefined
  /** The shopper's e-mail address */
  customer_email?: string | null | undefined
  /** The shopper's telephone number */
  customer_phone?: string | null | undefined
  /** Your own values by name, answered as they came */
  metadata?: {
    [key: string]: string
  } | null | undefined
  /** Whether the shopper pays with or without 3D Secure */
  payment_mode?: CheckoutPaymentMode | null | undefined
  /** Lets pay ask for pre_auth; the page sells */
  allow_pre_auth?: boolean | null | undefined
  /** Only configurations of mode test take its payments */
  is_test_session?: boolean | null | undefined
  /** HTTPS; where the page leads once it is paid, with session_id and status added to its query */
  success_url?: string | null | undefined
  /** HTTPS; where the page leads otherwise, with session_id and status added to its query */
  cancel_url?: string | null | undefined
}

export interface CreateConnector {
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name for people */
  name: string
  /** What kind it is */
  type: ConnectorType
  /** Upper-case letters, digits, underscores; unique in the tenant. Default: made from name */
  code?: string | null | undefined
  /** Default true */
  is_active?: boolean | null | undefined
}

export interface CreateConnectorConfiguration {
  /** Connector it belongs to */
  connector_id: string
  /** Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, supports_recurring, supports_points (default true), dcc_enabled (false alone), max_insta… */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name for people */
  name: string
  /** Whether it calls a real bank or its test system */
  mode: ConnectorMode | number
  /** Write-only: stored sealed, answered masked. Absent or masked: the stored one stays; empty: none any more */
  api_key?: string | null | undefined
  /** Write-only: stored sealed, answered masked. Absent or masked: the stored one stays; empty: none any more */
  secret_key?: string | null | undefined
  /** Write-only: stored sealed, answered masked. Absent or masked: the stored one stays; empty: none any more */
  password?: string | null | undefined
  /** User name at the bank */
  username?: string | null | undefined
  /** Terminal at the bank */
  terminal_id?: string | null | undefined
  /** Store or merchant number at the bank */
  store_id?: string | null | undefined
  /** Address of the bank that is called: HTTPS, at a public address or in a network the operator allows; in the sandbox also http on loopback */
  api_endpoint_url?: string | null | undefined
  /** Address of the bank's 3D Secure page: HTTPS, at a public address or in a network the operator allows; in the sandbox also http on loopback */
  three_d_secure_endpoint_url?: string | null | undefined
  /** JSON as text. Write-only: stored sealed, answered masked. Absent or masked: the stored one stays; empty: none any more */
  extra_credentials?: string | null | undefined
  /** Code of the bank, as in GET /api/v1/lookups/banks */
  bank_code?: string | null | undefined
  /** Lower first */
  priority?: number | null | undefined
  /** Default true */
  is_active?: boolean | null | undefined
}

export interface CreateFieldsSession {
  /** The most a payment with the token may be */
  amount: number | Money
  /** ISO 4217; required with the plain integer */
  currency?: string | null | undefined
  /** Of the page that shows the fields, as browsers write it: https://shop.example */
  origin: string
  /** Counts the page offers; absent or empty: single payment only */
  allowed_installments?: number[] | null | undefined
}

export interface CreateMerchantTerms {
  /** Left out: every merchant */
  merchant_id?: string | null | undefined
  /** Left out: every configuration */
  connector_config_id?: string | null | undefined
  /** Instead of a configuration: all of a bank */
  bank_code?: string | null | undefined
  /** Day of Istanbul; after every day that is settled */
  effective_from: string
  /** Commission of the bank: the first that fits */
  rates: TermsRateInput[]
  /** When the bank pays */
  value_date_plan: ValueDatePlan
  /** With blocked_n */
  blocked_days?: number | null | undefined
  /** With weekly; 1 is Monday */
  payout_weekday?: number | null | undefined
  /** A refund brings the commission of the bank back */
  returns_commission?: boolean | null | undefined
  /** Commission of the platform */
  platform_basis_points?: number | null | undefined
  /** Tax on the commission of the platform */
  tax_basis_points?: number | null | undefined
  /** Whether the platform gives its commission back with a refund */
  returns_platform_commission?: boolean | null | undefined
  /** Withheld of the gross amount against chargebacks */
  reserve_basis_points?: number | null | undefined
  /** How long it is withheld */
  reserve_days?: number | null | undefined
  /** Free text for people */
  notes?: string | null | undefined
}

export interface CreatePayment {
  /** The caller's order id; need not be unique */
  external_id?: string | null | undefined
  /** Your own id of the basket */
  basket_id?: string | null | undefined
  /** How much, in minor units: 12990 is 129.90 */
  amount: Money
  /** 1 = single payment */
  installment: number
  /** The card that is charged; never stored, never answered */
  card?: Card | null | undefined
  /** Instead of `card`, exactly one of the two: what card fields on the shop’s own page gave out */
  card_token?: string | null | undefined
  /** Free text for people */
  description?: string | null | undefined
  /** Who buys */
  buyer?: Buyer | null | undefined
  /** Where the bill goes */
  billing_address?: Address | null | undefined
  /** Where the goods go */
  shipping_address?: Address | null | undefined
  /** What is bought */
  basket_items?: BasketItem[] | null | undefined
  /** Sale or pre-authorization */
  operation_type?: PaymentOperation | null | undefined
  /** Further keys are handed to the connector as they are */
  extra_properties?: {
    /** true: pay with all usable points of the card, the rest by card */
    use_points?: string | undefined
    /** The shopper's device, for the fraud rules */
    device_fingerprint?: string | undefined
    /** The shopper's browser, for the fraud rules */
    user_agent?: string | undefined
    /** true: ask the bank for an offer in the currency of the card */
    dcc?: string | undefined
    /** Sandbox: this configuration takes the payment, whatever routing decides */
    connector_configuration_id?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

export interface CreatePlanRecurring {
  /** The caller's order id; need not be unique */
  external_id?: string | null | undefined
  /** How much, in minor units: 12990 is 129.90 */
  amount: Money
  /** The card that is charged on each date; sealed until the plan ends, without its code */
  card: Card
  /** Who buys */
  buyer?: Buyer | null | undefined
  /** Free text for people */
  description?: string | null | undefined
  /** Every so many periods */
  interval?: number | null | undefined
  /** Absent or past: the first payment is made now. Ahead: it is stored now and sent on its date */
  start_date?: string | null | undefined
  /** Absent: routing decides */
  connector_config_id?: string | null | undefined
  /** How long one turn is */
  period: RecurringPeriod
  /** In how many installments */
  installment_count: number
  /** With or without 3D Secure */
  secure_type?: RecurringSecureType | null | undefined
  /** HTTPS; required with three_ds: where the browser ends */
  return_url?: string | null | undefined
}

export interface CreateRecurringPayment {
  /** The caller's order id; need not be unique */
  external_id?: string | null | undefined
  /** How much, in minor units: 12990 is 129.90 */
  amount: Money
  /** The card that is charged on each date; sealed until the plan ends, without its code */
  card: Card
  /** Who buys */
  buyer?: Buyer | null | undefined
  /** Free text for people */
  description?: string | null | undefined
  /** Every so many periods */
  interval?: number | null | undefined
  /** Absent or past: the first payment is made now. Ahead: it is stored now and sent on its date */
  start_date?: string | null | undefined
  /** Always 1 */
  installment?: number | null | undefined
  /** How often the card is charged */
  frequency: RecurringPeriod
  /** How many payments in all */
  total_payment_count: number
  /** Further values by name */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface CreateRoutingRule {
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name for people */
  name: string
  /** Lower first */
  priority?: number | null | undefined
  /** ISO 4217; absent or null: any */
  currency?: string | null | undefined
  /** Cards of this programme; null: any */
  card_brand_filter?: CardBrand | null | undefined
  /** Cards of this type; null: any */
  card_type_filter?: CardType | null | undefined
  /** Configuration payments go to */
  target_connector_config_id: string
  /** Configuration that is tried when the target cannot take the payment; another one than the target */
  fallback_connector_config_id?: string | null | undefined
  /** First 1 to 6 digits of the card number; with card_bin_end the start of a range */
  card_bin?: string | null | undefined
  /** Last BIN of the range, as long as card_bin */
  card_bin_end?: string | null | undefined
  /** Number of installments; absent: any */
  installment_count?: number | null | undefined
  /** Smallest amount, minor units */
  min_amount: number
  /** Largest amount, minor units */
  max_amount: number
  /** Part of the score, 0 to 100; default 0 */
  weight?: number | null | undefined
  /** Part of the score, percent; default 0 */
  success_rate?: number | null | undefined
  /** Part of the score, milliseconds: quicker is better; default 1000 */
  average_response_time_ms?: number | null | undefined
  /** Part of the score, 0 to 100: cheaper is higher; default 0 */
  cost_score?: number | null | undefined
  /** Payments a day (Europe/Istanbul) the rule takes at most; absent or null: no limit */
  daily_transaction_limit?: number | null | undefined
  /** Default true */
  is_active?: boolean | null | undefined
}

export interface CreateSetting {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Such as transfers.max_retries */
  key: string
  /** As text */
  value: string
  /** For people */
  description?: string | null | undefined
  /** Default tenant; global is refused with 403 to tenants */
  scope?: SettingScope | null | undefined
  /** Needed by scope user, and by no other; of tenant: its own id at most */
  scope_id?: string | null | undefined
  /** For people */
  category?: string | null | undefined
  /** What counts where nothing is set */
  default_value?: string | null | undefined
  /** What a value must match, as JavaScript writes it */
  validation_regex?: string | null | undefined
  /** Values it may have, comma-separated */
  possible_values?: string | null | undefined
  /** Keep it sealed; default false */
  is_encrypted?: boolean | null | undefined
  /** Neither changed nor deleted from then on; default false */
  is_read_only?: boolean | null | undefined
}

export interface CreateSettlement {
  /** Id of the merchant */
  merchant_id: string
  /** First day of the period */
  period_start: string
  /** Not before period_start */
  period_end: string
  /** Five digits of the bank, as in an IBAN */
  bank_code?: string | null | undefined
  /** ISO 4217, such as TRY */
  currency?: string | null | undefined
  /** Minor units */
  gross_amount?: number | null | undefined
  /** Minor units */
  refund_amount?: number | null | undefined
  /** Minor units */
  bank_commission?: number | null | undefined
  /** Minor units */
  platform_commission?: number | null | undefined
  /** Default: gross less refunds and both commissions; another value is refused */
  net_amount?: number | null | undefined
  /** How many payments */
  transaction_count?: number | null | undefined
  /** How many refunds */
  refund_count?: number | null | undefined
  /** The bank's reference of the payout */
  bank_reference?: string | null | undefined
  /** Free text for people */
  notes?: string | null | undefined
}

export interface CreateSimpleRoutingRule {
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name for people */
  name: string
  /** Lower first */
  priority?: number | null | undefined
  /** ISO 4217; absent or null: any */
  currency?: string | null | undefined
  /** Cards of this programme; null: any */
  card_brand_filter?: CardBrand | null | undefined
  /** Cards of this type; null: any */
  card_type_filter?: CardType | null | undefined
  /** Configuration payments go to */
  target_connector_config_id: string
  /** Configuration that is tried when the target cannot take the payment; another one than the target */
  fallback_connector_config_id?: string | null | undefined
  /** Issuer bank of the card; absent: any */
  bank_code?: string | null | undefined
  /** true: 2 installments or more; false: 1; absent: any */
  has_installment?: boolean | null | undefined
  /** Smallest amount, minor units */
  min_amount?: number | null | undefined
  /** Largest amount, minor units */
  max_amount?: number | null | undefined
  /** Default true */
  is_active?: boolean | null | undefined
}

export interface CreateTestCard {
  /** 13 to 19 digits that pass the Luhn check */
  card_number: string
  /** Default TEST CARD */
  card_holder_name?: string | null | undefined
  /** Month the card ends */
  expiry_month: number
  /** Year the card ends */
  expiry_year: number
  /** Default 000, for Amex 0000 */
  cvv?: string | null | undefined
  /** Scheme of the card, such as Visa */
  card_schema_type: CardSchemaType
  /** Credit, debit or prepaid */
  card_type: CardType
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: CardBrand
  /** What the simulated bank answers to it */
  expected_result: TestCardExpectedResult
  /** Overrides provider_error_code of a decline */
  custom_error_code?: string | null | undefined
  /** Overrides detail of a decline */
  custom_error_message?: string | null | undefined
  /** How long the simulated bank waits, ms */
  simulated_delay_ms?: number | null | undefined
  /** Name for people */
  label?: string | null | undefined
  /** Further values by name, kept and answered as they came */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
}

export interface CreateWebhookSubscription {
  /** HTTPS, publicly reachable */
  url: string
  /** Event types, or the wildcard * alone; also accepted as one text, separated by commas */
  events: Array<'payment.completed' | 'payment.failed' | 'payment.authorized' | 'capture.completed' | 'void.completed' | 'refund.completed' | '3ds.completed' | '3ds.failed' | 'subscription.charged' | 'subscription.failed' | 'subscription.cancelled' | 'subscription.completed' | 'subscription.charge.reversed' | 'subscription.charge.failed' | 'chargeback.opened' | 'chargeback.resolved' | 'settlement.created' | 'settlement.completed' | '*'> | string
  /** Free text for people */
  description?: string | null | undefined
  /** Tries after the first; 0 to 5 */
  max_retry_count?: number | null | undefined
}

export type CsvHeadings = 'names' | 'tr' | 'en'

export type DashboardPeriod = 'today' | 'last_7_days' | 'last_30_days'

export interface DashboardStats {
  /** How long one turn is */
  period: DashboardPeriod
  /** Payments made in the period, refunds not counted */
  today_transactions: number
  /** Successful ones in percent of those that succeeded or failed, two decimals; 0 when none did */
  today_success_rate: number
  /** Amounts of the successful ones in TRY, minor units; other currencies are not added */
  today_total_amount: number
  /** Authorized or charged, also when refunded since */
  today_successful: number
  /** Refused or failed */
  today_failed: number
  /** Voided */
  today_canceled: number
  /** Of all connectors, those that are degraded or down */
  problem_connectors: number
  /** All of the tenant */
  total_connectors: number
  /** Change of the number against the period before */
  transactions_trend: Trend | null
  /** Change of the success rate against the period before */
  success_rate_trend: Trend | null
  /** Change of the amount against the period before */
  amount_trend: Trend | null
  /** 24 hours, 7 or 30 days, oldest first */
  trend_buckets: TrendBucket[]
  /** Statuses that occur, in the order of a payment’s life */
  status_distribution: StatusDistribution[]
  /** The newest ten, of whatever time */
  recent_failed_transactions: RecentFailedTransaction[]
}

export interface DecideConfigurationChange {
  /** The id of pending_change, as it was read */
  change_id: string
}

export type DiscrepancyType = 'matched' | 'amount_mismatch' | 'status_mismatch' | 'orphan_db' | 'orphan_bank'

export interface District {
  /** Its id; does not change */
  id: string
  /** Code of the city the district lies in */
  city_code: string
  /** Name for people */
  name: string
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
}

export type ErrorCategory = 'Technical' | 'BankDeclined' | 'Validation' | 'Fraud' | 'Configuration' | 'Timeout' | 'Unknown'

export type EvidenceMediaType = 'application/pdf' | 'image/png' | 'image/jpeg'

export interface FieldError {
  /** Dotted path such as items[3].recipient.iban, or a query parameter */
  field: string
  /** required, invalid_type, invalid_format, unknown_value, out_of_range, ... */
  code: string
  /** What to know about it, for people */
  message: string
}

export interface FieldsSessionCreated {
  /** For the page alone: whoever has it can make the card_token of the session */
  session_secret: string
  /** When it stops being good */
  expires_at: string
}

export interface FinalizeReconciliation {
  /** Free text for people */
  notes?: string | null | undefined
  /** Closes with rows still pending */
  force_partial?: boolean | null | undefined
}

export interface GenerateTestCards {
  /** How many */
  count: number
  /** Default by scheme */
  bin_prefix?: string | null | undefined
  /** Scheme of the card, such as Visa */
  card_schema_type: CardSchemaType
  /** Credit, debit or prepaid */
  card_type: CardType
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: CardBrand
  /** What the simulated bank answers to it */
  expected_result: TestCardExpectedResult
}

export interface HealthCheckEntry {
  /** Name for people */
  name: string
  /** Where it stands now */
  status: HealthReportStatus
  /** How long it took */
  duration: string | null
  /** Free text for people */
  description: string | null
  /** What the check failed with */
  exception: string | null
}

export interface HealthReport {
  /** Where it stands now */
  status: HealthReportStatus
  /** How long all checks took */
  total_duration: string | null
  /** Each dependency by itself */
  checks: HealthCheckEntry[]
}

export type HealthReportStatus = 'healthy' | 'degraded' | 'unhealthy'

export type HealthStatus = 'healthy' | 'degraded' | 'down' | 'unknown'

export interface IbanValidation {
  /** Whether it is well-formed */
  is_valid: boolean
  /** Whether the check digits are right */
  checksum_valid: boolean
  /** Whether length and characters are right */
  format_valid: boolean
  /** Country, two letters of ISO 3166 */
  country_code: string | null
  /** The two digits after the country */
  check_digits: string | null
  /** Of a Turkish IBAN */
  bank_code: string | null
  /** The IBAN in groups of four */
  formatted_iban: string | null
  /** The IBAN with its middle hidden */
  masked_iban: string | null
  /** The bank; null where none is known */
  bank: Bank | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
}

export interface Init3DFull {
  /** The caller's order id; need not be unique */
  external_id?: string | null | undefined
  /** Your own id of the basket */
  basket_id?: string | null | undefined
  /** How much, in minor units: 12990 is 129.90 */
  amount: Money
  /** 1 = single payment */
  installment: number
  /** The card that is charged; never stored, never answered */
  card?: Card | null | undefined
  /** Instead of `card`, exactly one of the two: what card fields on the shop’s own page gave out */
  card_token?: string | null | undefined
  /** Free text for people */
  description?: string | null | undefined
  /** Who buys */
  buyer?: Buyer | null | undefined
  /** Where the bill goes */
  billing_address?: Address | null | undefined
  /** Where the goods go */
  shipping_address?: Address | null | undefined
  /** What is bought */
  basket_items?: BasketItem[] | null | undefined
  /** Sale or pre-authorization */
  operation_type?: PaymentOperation | null | undefined
  /** Further keys are handed to the connector as they are */
  extra_properties?: {
    /** true: pay with all usable points of the card, the rest by card */
    use_points?: string | undefined
    /** The shopper's device, for the fraud rules */
    device_fingerprint?: string | undefined
    /** The shopper's browser, for the fraud rules */
    user_agent?: string | undefined
    /** true: ask the bank for an offer in the currency of the card */
    dcc?: string | undefined
    /** Sandbox: this configuration takes the payment, whatever routing decides */
    connector_configuration_id?: string | undefined
    /** true: wait for POST /payments/3d/complete after the challenge */
    manual_complete?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
  /** HTTPS; where the browser goes when return_url is absent; one of the two is required */
  callback_url?: string | null | undefined
  /** HTTPS; where the browser ends, with transaction_id and status added to its query */
  return_url?: string | null | undefined
  /** HTTPS; used instead of return_url after a cancel on the challenge page */
  cancel_url?: string | null | undefined
}

export interface Installment {
  /** Its id; does not change */
  id: string
  /** Id of the plan */
  recurring_plan_id: string
  /** Which installment of the plan, from 0 */
  installment_index: number
  /** When it is due */
  due_date: string
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** How often it was tried */
  try_count: number
  /** When it was last tried */
  last_try_at: string | null
  /** Where the installment stands */
  payment_status: InstallmentStatus
  /** Id of the payment */
  transaction_id: string | null
  /** The bank's id of the charge */
  provider_process_id: string | null
  /** Our code of the outcome */
  result_code: string | null
  /** The bank's own code */
  proc_return_code: string | null
  /** What came of it, for people */
  result_message: string | null
  /** When it was last changed, UTC */
  updated_at: string
}

export type InstallmentStatus = 'pending' | 'completed' | 'error' | 'cancelled'

export type KnownOutcome = 'booked' | 'not_booked'

export interface LastError {
  /** Kind of fault: Technical or Timeout */
  code: string | null
  /** What the bank or the line said */
  message: string
  /** When it happened */
  at: string
}

export interface Live {
  /** Where it stands now */
  status: 'healthy'
}

export interface MccCode {
  /** Its id; does not change */
  id: string
  /** Short name that programs use */
  code: string
  /** Free text for people */
  description: string
  /** Name of the category in English */
  description_en: string | null
  /** retail, food, travel, online, services, entertainment or utilities */
  category: string
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
}

export interface MccCodePage {
  /** The rows of this page */
  items: MccCode[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type MdStatus = 'unknown' | 'fully_authenticated' | 'attempted_authentication' | 'authentication_failed'

export interface MerchantBankProfile {
  /** Its id; does not change */
  id: string
  /** Id of the merchant */
  merchant_id: string
  /** Id of the connector configuration */
  connector_config_id: string
  /** Name of the connector configuration */
  connector_config_name: string | null
  /** Short name of the connector, such as SIMBANK */
  connector_code: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** Id of the shop at the bank */
  sub_merchant_id: string | null
  /** Name of the shop, as the bank is told */
  sub_merchant_name: string | null
  /** Category of the shop, as the bank is told */
  sub_merchant_mcc: string | null
  /** Postal code of the shop, as the bank is told */
  sub_merchant_postal_code: string | null
  /** City of the shop, as the bank is told */
  sub_merchant_city: string | null
  /** Country of the shop, as the bank is told */
  sub_merchant_country_code: string | null
  /** Further values by name */
  extra_properties: {
    [key: string]: string
  } | null
  /** When it was made, UTC */
  created: string
}

export interface MerchantTerms {
  /** Its id; does not change */
  id: string
  /** Id of the merchant */
  merchant_id: string | null
  /** Id of the connector configuration */
  connector_config_id: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** First day the terms apply to */
  effective_from: string
  /** What the bank and the platform keep, by card and installments */
  rates: TermsRate[]
  /** When the bank pays */
  value_date_plan: ValueDatePlan
  /** Days the bank keeps the money */
  blocked_days: number | null
  /** Day of the week the bank pays on, from 1 for Monday */
  payout_weekday: number | null
  /** Whether the bank gives its commission back with a refund */
  returns_commission: boolean
  /** 100 are one percent */
  platform_basis_points: number
  /** 100 are one percent */
  tax_basis_points: number
  /** Whether the platform gives its commission back with a refund */
  returns_platform_commission: boolean
  /** 100 are one percent */
  reserve_basis_points: number
  /** Days a part is withheld against chargebacks */
  reserve_days: number
  /** Where it stands now */
  status: MerchantTermsStatus
  /** Free text for people */
  notes: string | null
  /** Who made it */
  created_by: string
  /** Who decided */
  decided_by: string | null
  /** When it was decided; null before */
  decided_at: string | null
  /** When it was made, UTC */
  created: string
}

export interface MerchantTermsPage {
  /** The rows of this page */
  items: MerchantTerms[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type MerchantTermsStatus = 'pending' | 'effective' | 'rejected'

export interface Money {
  /** Minor units */
  amount: number
  /** ISO 4217 */
  currency: string
}

export type OperationType = 'sale' | 'pre_auth' | 'post_auth' | 'void' | 'refund' | 'recurring'

export interface OrderHistory {
  /** Id of the payment */
  transaction_id: string
  /** Where it stands now */
  status: TransactionStatus
  /** What was charged at first, minor units */
  original_amount: number
  /** What is left after refunds, minor units */
  net_amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Whether it succeeded */
  is_success: boolean
  /** What to know about it, for people */
  message: string | null
  /** Whether the bank shows its steps */
  provider_history_available: boolean
  /** Steps in our record */
  internal_history: OrderHistoryEntry[] | null
  /** Steps in the bank's record */
  external_history: OrderHistoryEntry[] | null
}

export interface OrderHistoryEntry {
  /** When it happened */
  timestamp: string
  /** Where it stands now */
  status: string | null
  /** State before the step; null at the first */
  previous_status: string | null
  /** Sale or pre-authorization, in the bank's words */
  charge_type: string | null
  /** What to know about it, for people */
  message: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Reference number of the bank's host */
  host_reference: string | null
  /** Id of the payment at the bank */
  order_id: string | null
  /** Id of the settlement */
  settlement_id: string | null
  /** How much, in minor units: 12990 is 129.90 */
  amount: number | null
  /** Outcome of 3D Secure in the bank's words */
  md_status: string | null
  /** Proof of the 3D Secure authentication */
  cavv: string | null
  /** How far 3D Secure vouches for the payment */
  eci: string | null
  /** Id of the authentication of 3D Secure */
  xid: string | null
}

export interface OrderLink {
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount: number | Money
  /** ISO 4217; required with the plain integer */
  currency?: string | null | undefined
  /** Highest count the page offers */
  installment?: number | null | undefined
  /** HTTPS; where the browser goes when return_url is absent; one of the two is required */
  callback_url?: string | null | undefined
  /** HTTPS; where the browser ends, with transaction_id and status added to its query */
  return_url?: string | null | undefined
  /** Shown on the page */
  description?: string | null | undefined
  /** The caller's order id; shown on the page */
  external_id?: string | null | undefined
  /** The shopper's e-mail address */
  customer_email?: string | null | undefined
  /** The shopper's telephone number */
  customer_phone?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

/** A pre-authorization was obtained: the amount is blocked, not yet collected */
export interface PaymentAuthorizedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'payment.authorized'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: PaymentCompletedData
}

export interface PaymentCompletedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
}

/** A sale finished, with or without 3-D Secure */
export interface PaymentCompletedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'payment.completed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: PaymentCompletedData
}

export interface PaymentFailedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** The bank’s code */
  provider_error_code: string | null
}

/** The bank declined a payment, or it failed for a technical reason */
export interface PaymentFailedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'payment.failed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: PaymentFailedData
}

export type PaymentOperation = 'sale' | 'pre_auth'

export interface PaymentResult {
  /** Id of the payment */
  transaction_id: string
  /** Where it stands now */
  status: WriteStatus
  /** Kept for a transition period; rely on the HTTP status */
  is_success: boolean
  /** What to know about it, for people */
  message: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** The bank's own code of the failure */
  provider_error_code: string | null
  /** Further values by name */
  extra_properties: {
    /** When the bank answered */
    processed_at?: string | undefined
    /** Number of the receipt */
    receipt_id?: string | undefined
    /** Your order id */
    external_id?: string | undefined
    /** Reference at the bank */
    provider_transaction_id?: string | undefined
    /** Approval code of the bank */
    auth_code?: string | undefined
    /** Reference of the host (RRN) */
    host_reference?: string | undefined
    /** 3D: where the shopper's browser goes (GET) */
    redirect_url?: string | undefined
    /** 3D: GET */
    redirect_method?: string | undefined
    /** 3D: a form that sends itself to the same page; show it, never store or log it */
    html_content?: string | undefined
    /** 3D: until when the shopper may answer */
    expires_at?: string | undefined
    /** Capture: minor units */
    captured_amount?: string | undefined
    /** Capture: minor units that are no longer blocked */
    released_amount?: string | undefined
    /** Refund: minor units of this refund */
    refund_amount?: string | undefined
    /** Refund: minor units of all refunds so far */
    refunded_amount?: string | undefined
    /** Refund: minor units that may still be refunded */
    remaining_refundable?: string | undefined
    /** Refund: its id */
    refund_id?: string | undefined
    /** Refund: the payment */
    original_transaction_id?: string | undefined
    /** Refund: its transaction */
    refund_transaction_id?: string | undefined
    /** Points: minor units paid with points */
    used_points?: string | undefined
    /** Points: of the card, minor units */
    point_balance?: string | undefined
    /** Points: name of the program */
    point_program?: string | undefined
    /** Points: currency of the balance */
    point_currency?: string | undefined
    /** Points: minor units usable for this payment */
    max_usable_points?: string | undefined
    /** Conversion: true when there is an offer */
    dcc_offered?: string | undefined
    /** Conversion: currency of the card */
    dcc_alternative_currency?: string | undefined
    /** Conversion: minor units in that currency */
    dcc_alternative_amount?: string | undefined
    /** Conversion: the rate */
    dcc_exchange_rate?: string | undefined
    /** Conversion: surcharge in the rate */
    dcc_markup_percent?: string | undefined
    /** Conversion: until when the offer stands */
    dcc_offer_expires_at?: string | undefined
    /** Conversion: what was charged */
    dcc_charged_currency?: string | undefined
    /** Conversion: minor units charged */
    dcc_charged_amount?: string | undefined
    /** Conversion: minor units of the payment */
    dcc_original_amount?: string | undefined
    /** Conversion: currency of the payment */
    dcc_original_currency?: string | undefined
    /** Recurring: the plan */
    recurring_plan_id?: string | undefined
    [key: string]: string | undefined
  } | null
}

export interface PaymentStatus {
  /** Id of the payment */
  transaction_id: string
  /** Where it stands now */
  status: WriteStatus
  /** Kept for a transition period; rely on the HTTP status */
  is_success: boolean
  /** What to know about it, for people */
  message: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** The bank's own code of the failure */
  provider_error_code: string | null
  /** Further values by name */
  extra_properties: {
    /** When the bank answered */
    processed_at?: string | undefined
    /** Number of the receipt */
    receipt_id?: string | undefined
    /** Your order id */
    external_id?: string | undefined
    /** Reference at the bank */
    provider_transaction_id?: string | undefined
    /** Approval code of the bank */
    auth_code?: string | undefined
    /** Reference of the host (RRN) */
    host_reference?: string | undefined
    /** 3D: where the shopper's browser goes (GET) */
    redirect_url?: string | undefined
    /** 3D: GET */
    redirect_method?: string | undefined
    /** 3D: a form that sends itself to the same page; show it, never store or log it */
    html_content?: string | undefined
    /** 3D: until when the shopper may answer */
    expires_at?: string | undefined
    /** Capture: minor units */
    captured_amount?: string | undefined
    /** Capture: minor units that are no longer blocked */
    released_amount?: string | undefined
    /** Refund: minor units of this refund */
    refund_amount?: string | undefined
    /** Refund: minor units of all refunds so far */
    refunded_amount?: string | undefined
    /** Refund: minor units that may still be refunded */
    remaining_refundable?: string | undefined
    /** Refund: its id */
    refund_id?: string | undefined
    /** Refund: the payment */
    original_transaction_id?: string | undefined
    /** Refund: its transaction */
    refund_transaction_id?: string | undefined
    /** Points: minor units paid with points */
    used_points?: string | undefined
    /** Points: of the card, minor units */
    point_balance?: string | undefined
    /** Points: name of the program */
    point_program?: string | undefined
    /** Points: currency of the balance */
    point_currency?: string | undefined
    /** Points: minor units usable for this payment */
    max_usable_points?: string | undefined
    /** Conversion: true when there is an offer */
    dcc_offered?: string | undefined
    /** Conversion: currency of the card */
    dcc_alternative_currency?: string | undefined
    /** Conversion: minor units in that currency */
    dcc_alternative_amount?: string | undefined
    /** Conversion: the rate */
    dcc_exchange_rate?: string | undefined
    /** Conversion: surcharge in the rate */
    dcc_markup_percent?: string | undefined
    /** Conversion: until when the offer stands */
    dcc_offer_expires_at?: string | undefined
    /** Conversion: what was charged */
    dcc_charged_currency?: string | undefined
    /** Conversion: minor units charged */
    dcc_charged_amount?: string | undefined
    /** Conversion: minor units of the payment */
    dcc_original_amount?: string | undefined
    /** Conversion: currency of the payment */
    dcc_original_currency?: string | undefined
    /** Recurring: the plan */
    recurring_plan_id?: string | undefined
    [key: string]: string | undefined
  } | null
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Whether 3D Secure was passed */
  is_3d_secure: boolean
  /** When it was made, UTC */
  created: string
  /** Your own id of the basket */
  basket_id: string | null
  /** Of the request that made the payment; key of its trace */
  correlation_id: string
}

export type PaymentType = 'card' | 'wallet' | 'bkm_express' | 'bank_transfer' | 'link'

export interface PendingConfigurationChange {
  /** Names what is confirmed or rejected */
  id: string
  /** User or client that asked for it: `sub` of its token */
  requested_by: string
  /** When it was asked for */
  requested_at: string
  /** The configuration itself is new and takes nothing before it is confirmed */
  is_new: boolean
  /** What counts now, and what will */
  changes: ChangelogDiff[]
}

export interface PointInquiry {
  /** Id of the payment */
  transaction_id?: string | null | undefined
  /** The card whose points are asked for */
  card: Card
  /** Further values by name */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

/** RFC 9457 */
export interface Problem {
  /** Page of the code; its last segment equals code */
  type: string
  /** Short name of it, for people */
  title: string
  /** The HTTP status once more */
  status: number
  /** Machine-readable; new codes may appear */
  code: string
  /** What was wrong and how to correct it; for people */
  detail: string
  /** Path of the request */
  instance?: string | undefined
  /** Request id: the key of the trace, and what to quote to support */
  correlation_id: string
  /** Of a failed payment write: the finer code, as reads of the payment show it */
  error_code?: string | undefined
  /** The bank's own code */
  provider_error_code?: string | undefined
  /** What was wrong, one by one */
  errors?: FieldError[] | undefined
  /** Of a payment write that stored a payment */
  transaction_id?: string | undefined
}

export interface ProposeOutcome {
  /** What became of it */
  outcome: KnownOutcome
  /** What was found at the bank, and where */
  note: string
  /** The bank's id of the payment */
  provider_transaction_id?: string | null | undefined
  /** Authorization code of the bank; null before it approved */
  auth_code?: string | null | undefined
  /** Reference number of the bank's host */
  host_reference?: string | null | undefined
}

export interface RecentFailedTransaction {
  /** Its id; does not change */
  id: string
  /** Name of the merchant */
  merchant_name: string | null
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Name of the connector */
  connector_name: string | null
  /** When it was made, UTC */
  created: string
}

export interface Reconciliation {
  /** Its id; does not change */
  id: string
  /** How far it reaches */
  scope: ReconciliationScope
  /** Id of the connector configuration */
  connector_config_id: string | null
  /** Name of the connector configuration */
  connector_config_name: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** Name of the merchant */
  merchant_name: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** How long one turn is */
  period: ReconciliationPeriod
  /** First day of the period */
  period_start: string
  /** Last day of the period */
  period_end: string
  /** Day it compares */
  reconciliation_date: string
  /** Rows of our record */
  total_db_transactions: number
  /** Rows of the bank's file */
  total_bank_transactions: number
  /** Rows both sides have alike */
  matched_count: number
  /** Rows whose amounts differ */
  amount_mismatch_count: number
  /** Rows whose states differ */
  status_mismatch_count: number
  /** Rows that we alone have */
  orphan_db_count: number
  /** Rows that the bank alone has */
  orphan_bank_count: number
  /** Rows somebody decided about */
  resolved_count: number
  /** Rows that were set aside */
  ignored_count: number
  /** All amounts of our record, minor units */
  total_db_amount: number
  /** All amounts of the bank's file, minor units */
  total_bank_amount: number
  /** Where the comparison stands */
  overall_status: ReconciliationOverallStatus
  /** When it was closed; null before */
  finalized_at: string | null
  /** Who closed it */
  finalized_by: string | null
  /** Free text for people */
  notes: string | null
  /** When it was made, UTC */
  created: string
}

export interface ReconciliationDetail {
  /** Its id; does not change */
  id: string
  /** Id of the reconciliation */
  reconciliation_id: string
  /** Id of the payment */
  transaction_id: string | null
  /** The bank's id of the row */
  bank_transaction_id: string | null
  /** What our record says, minor units */
  db_amount: number | null
  /** What the bank's file says, minor units */
  bank_amount: number | null
  /** State in our record */
  db_status: string | null
  /** State in the bank's file */
  bank_status: string | null
  /** What differs between the two sides */
  discrepancy: DiscrepancyType
  /** Whether the row still needs somebody */
  detail_status: ReconciliationDetailStatus
  /** What was decided about the row */
  resolution_action: ReconciliationResolutionAction | null
  /** Amount the record is corrected to, minor units */
  adjusted_amount: number | null
  /** State that was given to the payment */
  applied_status: TransactionStatus | null
  /** When it was decided; null before */
  resolved_at: string | null
  /** Who decided */
  resolved_by: string | null
  /** Free text for people */
  remarks: string | null
  /** Of the row only the other side has that may be meant; mark_matched says that it is */
  proposed_match_id: string | null
  /** Of 100 */
  proposed_score: number | null
  /** What was proposed and waits for a second person */
  awaiting_action: ReconciliationResolutionAction | null
  /** Who proposed it */
  awaiting_by: string | null
  /** adjusted_amount of what is awaited */
  awaiting_amount: number | null
  /** State it would get */
  awaiting_status: TransactionStatus | null
  /** movement: of money, as compared; chargeback: one of the bank that could not be opened or ended here; commission: amounts are the commission by the terms and the bank’s */
  kind: ReconciliationDetailKind
  /** What puts the payment right at the bank */
  remedy: ReconciliationRemedy | null
  /** State the payment gets by it */
  remedy_target: TransactionStatus | null
  /** How far that has come */
  remedy_status: ReconciliationRemedyStatus | null
  /** What came of it, in words */
  remedy_outcome: string | null
  /** The bank’s, of what gave the money back */
  remedy_reference: string | null
  /** Who had it done */
  remedy_by: string | null
  /** When that was done */
  remedy_at: string | null
  /** Why it stands here, where amounts and statuses do not say it */
  reason: string | null
}

export type ReconciliationDetailKind = 'movement' | 'chargeback' | 'commission'

export interface ReconciliationDetailPage {
  /** The rows of this page */
  items: ReconciliationDetail[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type ReconciliationDetailStatus = 'pending' | 'resolved' | 'ignored' | 'auto_matched'

export type ReconciliationOverallStatus = 'draft' | 'in_review' | 'completed' | 'partially_completed' | 'cancelled'

export interface ReconciliationPage {
  /** The rows of this page */
  items: Reconciliation[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type ReconciliationPeriod = 'daily' | 'monthly' | 'yearly' | 'custom'

export type ReconciliationRemedy = 'inquire' | 'force_status' | 'reverse_at_bank' | 'mark_reversed'

export type ReconciliationRemedyStatus = 'proposed' | 'under_way' | 'carried_out' | 'failed'

export type ReconciliationResolutionAction = 'none' | 'accept_bank' | 'accept_db' | 'mark_matched' | 'ignore' | 'adjust_amount' | 'force_status'

export type ReconciliationScope = 'connector' | 'merchant'

export interface ReconciliationWithDetails {
  /** Its id; does not change */
  id: string
  /** How far it reaches */
  scope: ReconciliationScope
  /** Id of the connector configuration */
  connector_config_id: string | null
  /** Name of the connector configuration */
  connector_config_name: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** Name of the merchant */
  merchant_name: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** How long one turn is */
  period: ReconciliationPeriod
  /** First day of the period */
  period_start: string
  /** Last day of the period */
  period_end: string
  /** Day it compares */
  reconciliation_date: string
  /** Rows of our record */
  total_db_transactions: number
  /** Rows of the bank's file */
  total_bank_transactions: number
  /** Rows both sides have alike */
  matched_count: number
  /** Rows whose amounts differ */
  amount_mismatch_count: number
  /** Rows whose states differ */
  status_mismatch_count: number
  /** Rows that we alone have */
  orphan_db_count: number
  /** Rows that the bank alone has */
  orphan_bank_count: number
  /** Rows somebody decided about */
  resolved_count: number
  /** Rows that were set aside */
  ignored_count: number
  /** All amounts of our record, minor units */
  total_db_amount: number
  /** All amounts of the bank's file, minor units */
  total_bank_amount: number
  /** Where the comparison stands */
  overall_status: ReconciliationOverallStatus
  /** When it was closed; null before */
  finalized_at: string | null
  /** Who closed it */
  finalized_by: string | null
  /** Free text for people */
  notes: string | null
  /** When it was made, UTC */
  created: string
  /** The first 10000, discrepancies before what matched; all of them under /details */
  details: ReconciliationDetail[]
}

export interface RecurringCreated {
  /** The plan as it is read */
  plan: RecurringPlanDetail | null
  /** Whether it succeeded */
  is_success: boolean
  /** What to know about it, for people */
  message: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** Whether the shopper has to confirm the first payment */
  requires_three_d_secure: boolean
  /** Page that takes the shopper through 3D Secure; show it as it is */
  html_content: string | null
  /** Token of the page that takes the shopper through 3D Secure */
  redirect_token: string | null
  /** Id of the payment */
  transaction_id: string | null
}

export type RecurringPeriod = 'daily' | 'weekly' | 'monthly' | 'yearly'

export interface RecurringPlan {
  /** Its id; does not change */
  id: string
  /** Id of the merchant */
  merchant_id: string | null
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** The bank's id of the plan */
  provider_recurring_id: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** How long one turn is */
  period: RecurringPeriod
  /** Every how many periods */
  interval: number
  /** In how many installments */
  installment_count: number
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** First date of the plan */
  start_date: string
  /** With or without 3D Secure */
  secure_type: RecurringSecureType
  /** Where it stands now */
  status: RecurringPlanStatus
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: CardBrand | null
  /** Name on the card */
  card_holder_name: string | null
  /** Free text for people */
  description: string | null
  /** When it was last compared with the bank */
  last_synced_at: string | null
  /** Our code of the newest failure */
  last_error_code: string | null
  /** What went wrong last, for people */
  last_error_message: string | null
  /** The card expires before the last installment is due */
  card_expires_before_end: boolean
  /** Index of the first installment that is due after the card expires */
  card_expires_before_installment: number | null
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
}

export interface RecurringPlanDetail {
  /** Its id; does not change */
  id: string
  /** Id of the merchant */
  merchant_id: string | null
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** The bank's id of the plan */
  provider_recurring_id: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** How long one turn is */
  period: RecurringPeriod
  /** Every how many periods */
  interval: number
  /** In how many installments */
  installment_count: number
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** First date of the plan */
  start_date: string
  /** With or without 3D Secure */
  secure_type: RecurringSecureType
  /** Where it stands now */
  status: RecurringPlanStatus
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: CardBrand | null
  /** Name on the card */
  card_holder_name: string | null
  /** Free text for people */
  description: string | null
  /** When it was last compared with the bank */
  last_synced_at: string | null
  /** Our code of the newest failure */
  last_error_code: string | null
  /** What went wrong last, for people */
  last_error_message: string | null
  /** The card expires before the last installment is due */
  card_expires_before_end: boolean
  /** Index of the first installment that is due after the card expires */
  card_expires_before_installment: number | null
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
  /** Dates and outcomes, in order */
  installments: Installment[]
}

export interface RecurringPlanPage {
  /** The rows of this page */
  items: RecurringPlan[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type RecurringPlanStatus = 'active' | 'cancelled' | 'completed' | 'failed'

export type RecurringSecureType = 'three_ds' | 'non_three_ds'

export interface Refund {
  /** Repeats the path */
  transaction_id?: string | null | undefined
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount?: number | null | Money | undefined
  /** With the plain integer; default: the payment's */
  currency?: string | null | undefined
  /** Why, for people */
  reason?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
  /** Why, as a code */
  reason_code?: RefundReasonCode | null | undefined
}

export interface RefundById {
  /** Id of the payment */
  transaction_id: string
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount?: number | null | Money | undefined
  /** With the plain integer; default: the payment's */
  currency?: string | null | undefined
  /** Why, for people */
  reason?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
  /** Why, as a code */
  reason_code?: RefundReasonCode | null | undefined
}

export interface RefundCompletedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the refund */
  refund_id: string
}

/** A refund succeeded; `status` is that of the payment: refunded after all of it, else completed */
export interface RefundCompletedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'refund.completed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: RefundCompletedData
}

export interface RefundDetail {
  /** Also the id of the child transaction */
  id: string
  /** The refunded payment */
  transaction_id: string
  /** Id of the merchant */
  merchant_id: string
  /** Your own id of the merchant */
  merchant_external_id: string | null
  /** Name of the merchant */
  merchant_name: string | null
  /** Minor units */
  refund_amount: number
  /** Minor units */
  original_amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Where it stands now */
  status: RefundStatus
  /** Why, as a code */
  reason_code: RefundReasonCode | null
  /** Why, for people */
  reason: string | null
  /** Who made it */
  created_by: string | null
  /** When it was made, UTC */
  created: string
  /** When it came to its end; null before */
  completed_at: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Basket of the payment that is refunded */
  original_transaction_basket_id: string | null
  /** Last four digits of the card that was charged */
  original_transaction_card_last4: string | null
  /** Scheme of that card */
  original_transaction_card_schema_type: CardSchemaType | null
  /** Connector the payment went through */
  original_transaction_connector_name: string | null
  /** When that payment was made */
  original_transaction_created: string
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Code the bank answered with */
  provider_response_code: string | null
  /** Text the bank answered with */
  provider_response_message: string | null
  /** Other refunds of the same payment */
  sibling_refunds: SiblingRefund[]
}

export interface RefundListItem {
  /** Also the id of the child transaction */
  id: string
  /** The refunded payment */
  transaction_id: string
  /** Id of the merchant */
  merchant_id: string
  /** Your own id of the merchant */
  merchant_external_id: string | null
  /** Name of the merchant */
  merchant_name: string | null
  /** Minor units */
  refund_amount: number
  /** Minor units */
  original_amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Where it stands now */
  status: RefundStatus
  /** Why, as a code */
  reason_code: RefundReasonCode | null
  /** Why, for people */
  reason: string | null
  /** Who made it */
  created_by: string | null
  /** When it was made, UTC */
  created: string
  /** When it came to its end; null before */
  completed_at: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
}

export interface RefundPage {
  /** The rows of this page */
  items: RefundListItem[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type RefundReasonCode = 'customer_request' | 'out_of_stock' | 'duplicate_charge' | 'product_defect' | 'fraud' | 'wrong_amount' | 'other'

export type RefundStatus = 'pending' | 'completed' | 'failed'

export type RefundType = 'full' | 'partial'

export interface ReplayResult {
  /** Which try it will be */
  queued_attempt_number: number
  /** The delivery that is sent again */
  original_delivery_id: string
}

export interface ResolveDetail {
  /** none is refused */
  action: ReconciliationResolutionAction
  /** Amount the record is corrected to, minor units */
  adjusted_amount?: number | null | undefined
  /** State that was given to the payment */
  applied_status?: TransactionStatus | null | undefined
  /** Free text for people */
  remarks?: string | null | undefined
}

export interface ResolveRouting {
  /** First digits of the card number; absent: rules that ask for a BIN do not match */
  card_bin?: string | null | undefined
  /** Number of installments; default 1 */
  installment_count?: number | null | undefined
  /** The same under another name */
  installment?: number | null | undefined
  /** Minor units */
  amount: number
  /** ISO 4217; default TRY */
  currency?: string | null | undefined
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand?: CardBrand | null | undefined
  /** Credit, debit or prepaid */
  card_type?: CardType | null | undefined
}

export type ResolvedBy = 'people' | 'bank'

export interface ReviewCancellation {
  /** Repeats the path */
  id?: string | null | undefined
  /** Free text for people */
  note?: string | null | undefined
}

export interface RotatedSecret {
  /** Its id; does not change */
  id: string
  /** The new secret; shown in this answer only */
  secret: string
  /** When the secret was replaced */
  rotated_at: string
  /** Until when the secret before still signs, too */
  previous_secret_expires_at: string
}

export type RoutingMode = 'priority' | 'score'

export interface RoutingRule {
  /** Free notes of yours */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the rule */
  id: string
  /** Name for people */
  name: string | null
  /** Lower first */
  priority: number
  /** ISO 4217; absent or null: any */
  currency: string | null
  /** Cards of this programme; null: any */
  card_brand_filter: CardBrand | null
  /** Cards of this type; null: any */
  card_type_filter: CardType | null
  /** Configuration payments go to */
  target_connector_config_id: string
  /** Its name */
  target_connector_config_name: string | null
  /** Configuration that is tried when the target cannot take the payment; another one than the target */
  fallback_connector_config_id: string | null
  /** Its name */
  fallback_connector_config_name: string | null
  /** An inactive rule is not asked */
  is_active: boolean
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
  /** First 1 to 6 digits of the card number; with card_bin_end the start of a range */
  card_bin: string | null
  /** Last BIN of the range, as long as card_bin */
  card_bin_end: string | null
  /** Number of installments; null: any */
  installment_count: number | null
  /** Smallest amount, minor units */
  min_amount: number
  /** Largest amount, minor units */
  max_amount: number
  /** Part of the score, 0 to 100 */
  weight: number
  /** Part of the score, percent */
  success_rate: number
  /** Part of the score, milliseconds: quicker is better */
  average_response_time_ms: number
  /** Part of the score, 0 to 100: cheaper is higher */
  cost_score: number
  /** Payments a day (Europe/Istanbul) the rule takes at most; absent or null: no limit */
  daily_transaction_limit: number | null
  /** Payments taken today (Europe/Istanbul); counted while the rule has a daily limit */
  daily_transaction_count: number
  /** Worked out from the figures above and the routing settings */
  composite_score: number
}

export interface RoutingRulePage {
  /** The rows of this page */
  items: RoutingRule[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface RoutingScore {
  /** Repeats the path */
  id?: string | null | undefined
  /** Part of the score, 0 to 100; default 0 */
  weight?: number | null | undefined
  /** Part of the score, percent; default 0 */
  success_rate?: number | null | undefined
  /** Part of the score, milliseconds: quicker is better; default 1000 */
  average_response_time_ms?: number | null | undefined
  /** Part of the score, 0 to 100: cheaper is higher; default 0 */
  cost_score?: number | null | undefined
  /** Payments a day (Europe/Istanbul) the rule takes at most; absent or null: no limit */
  daily_transaction_limit?: number | null | undefined
}

export interface RoutingSettings {
  /** Which kind of rules is asked */
  routing_mode: RoutingMode
  /** Factor of weight in the score */
  weight_factor: number
  /** Factor of success_rate in the score */
  success_rate_factor: number
  /** Factor of the response time in the score */
  response_time_factor: number
  /** Factor of cost_score in the score */
  cost_factor: number
  /** Configurations a payment may try at least, as far as there are so many */
  min_execution_candidates: number
  /** false: a payment goes to its target alone */
  fallback_enabled: boolean
  /** Added to the score of a rule that names a BIN */
  bin_weight: number
  /** Added to the score of a rule that names an amount */
  amount_weight: number
  /** Added to the score of a rule that names a currency */
  currency_weight: number
  /** Added to the score of a rule that names a number of installments */
  installment_weight: number
  /** Added to the score of a rule that names a card program */
  brand_weight: number
  /** Added to the score of a rule that names a card type */
  type_weight: number
}

export type SecureType = 'non_3d' | 'three_ds_v1' | 'three_ds_v2' | 'three_d_pay'

export interface Setting {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Its name; unique per scope and scope_id */
  key: string
  /** *** where it is encrypted */
  value: string
  /** For people */
  description: string | null
  /** How far it reaches */
  scope: SettingScope
  /** The user of a setting of scope user */
  scope_id: string | null
  /** For people */
  category: string | null
  /** Kept sealed; its value is not shown again */
  is_encrypted: boolean
  /** Neither changed nor deleted */
  is_read_only: boolean
  /** What counts where nothing is set */
  default_value: string | null
  /** What a value must match, as JavaScript writes it */
  validation_regex: string | null
  /** Values it may have, comma-separated */
  possible_values: string | null
  /** The value that counts until a second person has set `value` too; null: `value` counts */
  counting_value: string | null
}

export interface SettingPage {
  /** The rows of this page */
  items: Setting[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type SettingScope = 'global' | 'tenant' | 'user'

export interface Settlement {
  /** Its id; does not change */
  id: string
  /** Id of the merchant */
  merchant_id: string
  /** Name of the merchant */
  merchant_name: string | null
  /** First day of the period */
  period_start: string
  /** Last day of the period */
  period_end: string
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Minor units */
  gross_amount: number
  /** Minor units */
  refund_amount: number
  /** Minor units, with its tax */
  bank_commission: number
  /** Minor units, with its tax */
  platform_commission: number
  /** Gross less refunds and both commissions */
  net_amount: number
  /** How many payments */
  transaction_count: number
  /** How many refunds */
  refund_count: number
  /** Where it stands now */
  status: SettlementStatus
  /** When the money was paid out; null before */
  settled_at: string | null
  /** The bank's reference of the payout */
  bank_reference: string | null
  /** Free text for people */
  notes: string | null
  /** When it was made, UTC */
  created: string
  /** Id of the connector configuration */
  connector_config_id: string | null
  /** Null: made by a person */
  reconciliation_id: string | null
  /** Part of refund_amount */
  chargeback_amount: number
  /** Part of bank_commission */
  bank_tax: number
  /** Part of platform_commission */
  platform_tax: number
  /** What the bank paid above what was booked */
  adjustment_amount: number
  /** Withheld against chargebacks */
  reserve_amount: number
  /** Last day a part is withheld */
  reserve_until: string | null
  /** Minor units */
  reserve_released: number
  /** What the settlement before left below zero */
  carried_in: number
  /** Minor units */
  payout_amount: number
  /** Below zero: for the next settlement */
  carried_out: number
  /** Of days that were settled before */
  is_correction: boolean
  /** When it came to its end; null before */
  completed_at: string | null
  /** When the bank pays what of the net; null: holidays of that year are not known yet */
  value_dates: SettlementValueDate[]
}

export interface SettlementCompletedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the settlement */
  settlement_id: string
  /** First day of the period */
  period_start: string
  /** Last day of the period */
  period_end: string
  /** Minor units */
  total_amount: number
  /** How many payments */
  transaction_count: number
  /** Where the settlement stands */
  settlement_status: 'pending' | 'processing' | 'settled' | 'failed'
  /** When the money was paid out; null before */
  settled_at: string
  /** The bank's reference of the payout */
  bank_reference: string | null
}

/** A settlement was paid and its reconciliation confirmed */
export interface SettlementCompletedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'settlement.completed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: SettlementCompletedData
}

export interface SettlementCreatedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the settlement */
  settlement_id: string
  /** First day of the period */
  period_start: string
  /** Last day of the period */
  period_end: string
  /** Minor units */
  total_amount: number
  /** How many payments */
  transaction_count: number
  /** Where the settlement stands */
  settlement_status: 'pending' | 'processing' | 'settled' | 'failed'
}

/** A settlement was recorded for a day or a period */
export interface SettlementCreatedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'settlement.created'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: SettlementCreatedData
}

export interface SettlementLine {
  /** The sale, also of what is taken back of it */
  transaction_id: string
  /** What kind of row it is */
  kind: SettlementLineKind
  /** Day in Istanbul */
  day: string
  /** Which installment it is of */
  installment: number
  /** Minor units; below zero what is taken back */
  gross: number
  /** Minor units */
  bank_commission: number
  /** Minor units */
  bank_tax: number
  /** Minor units */
  platform_commission: number
  /** Minor units */
  platform_tax: number
  /** Minor units */
  net: number
  /** Day the bank pays it */
  value_date: string | null
  /** Of the bank’s file */
  bank_line: number | null
}

export type SettlementLineKind = 'sale' | 'refund' | 'void' | 'chargeback' | 'chargeback_reversal'

export interface SettlementLinePage {
  /** The rows of this page */
  items: SettlementLine[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface SettlementPage {
  /** The rows of this page */
  items: Settlement[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type SettlementStatus = 'pending' | 'processing' | 'settled' | 'failed'

export interface SettlementValueDate {
  /** Day the bank pays it */
  value_date: string | null
  /** Minor units */
  amount: number
}

export interface SiblingRefund {
  /** Its id; does not change */
  id: string
  /** Minor units */
  refund_amount: number
  /** Where it stands now */
  status: RefundStatus
  /** When it was made, UTC */
  created: string
}

export interface SimpleRoutingRule {
  /** Free notes of yours */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the rule */
  id: string
  /** Name for people */
  name: string | null
  /** Lower first */
  priority: number
  /** ISO 4217; absent or null: any */
  currency: string | null
  /** Cards of this programme; null: any */
  card_brand_filter: CardBrand | null
  /** Cards of this type; null: any */
  card_type_filter: CardType | null
  /** Configuration payments go to */
  target_connector_config_id: string
  /** Its name */
  target_connector_config_name: string | null
  /** Configuration that is tried when the target cannot take the payment; another one than the target */
  fallback_connector_config_id: string | null
  /** Its name */
  fallback_connector_config_name: string | null
  /** An inactive rule is not asked */
  is_active: boolean
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
  /** true: 2 installments or more; false: 1; null: any */
  has_installment: boolean | null
  /** Smallest amount, minor units */
  min_amount: number | null
  /** Largest amount, minor units */
  max_amount: number | null
  /** Issuer bank of the card; null: any */
  bank_code: string | null
}

export interface SimpleRoutingRulePage {
  /** The rows of this page */
  items: SimpleRoutingRule[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface StartReconciliation {
  /** How far it reaches */
  scope: ReconciliationScope
  /** Id of the connector configuration */
  connector_config_id?: string | null | undefined
  /** Id of the merchant */
  merchant_id?: string | null | undefined
  /** How long one turn is */
  period: ReconciliationPeriod
  /** First day of the period */
  period_start: string
  /** Last day of the period */
  period_end?: string | null | undefined
  /** Absent or empty: self-check only */
  bank_transactions?: BankRow[] | null | undefined
}

export interface StatusDistribution {
  /** TransactionStatus, as it is now */
  status: string
  /** For people */
  name: string
  /** Payments */
  value: number
  /** Hex, for display only */
  color: string | null
}

export interface SubscriptionCancelledData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the plan */
  recurring_plan_id: string
  /** Where the plan stands */
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  /** Who cancelled the plan */
  cancelled_by: string
}

/** A plan was cancelled by a user or an operator */
export interface SubscriptionCancelledEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'subscription.cancelled'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: SubscriptionCancelledData
}

export interface SubscriptionChargeFailedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the plan */
  recurring_plan_id: string
  /** Where the plan stands */
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  /** Which installment of the plan, from 0 */
  installment_index: number
  /** Where the installment stands */
  installment_status: 'pending' | 'completed' | 'error' | 'cancelled'
  /** The bank’s code */
  provider_error_code: string | null
}

/** The bank reported later that an installment had failed */
export interface SubscriptionChargeFailedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'subscription.charge.failed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: SubscriptionChargeFailedData
}

/** An installment charged earlier was reversed at the bank */
export interface SubscriptionChargeReversedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'subscription.charge.reversed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: SubscriptionChargedData
}

export interface SubscriptionChargedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the plan */
  recurring_plan_id: string
  /** Where the plan stands */
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  /** Which installment of the plan, from 0 */
  installment_index: number
  /** Where the installment stands */
  installment_status: 'pending' | 'completed' | 'error' | 'cancelled'
}

/** An installment of a plan was charged; payment.completed is sent, too */
export interface SubscriptionChargedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'subscription.charged'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: SubscriptionChargedData
}

export interface SubscriptionCompletedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the plan */
  recurring_plan_id: string
  /** Where the plan stands */
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  /** In how many installments */
  installment_count: number
}

/** All installments of a plan succeeded */
export interface SubscriptionCompletedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'subscription.completed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: SubscriptionCompletedData
}

export interface SubscriptionFailedData {
  /** Id of the payment */
  transaction_id: string | null
  /** Where it stands now */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
  /** Id of the plan */
  recurring_plan_id: string
  /** Where the plan stands */
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  /** Which installment of the plan, from 0 */
  installment_index: number
  /** Where the installment stands */
  installment_status: 'pending' | 'completed' | 'error' | 'cancelled'
  /** How often it was tried */
  try_count: number
  /** The bank’s code */
  provider_error_code: string | null
}

/** An installment of a plan failed; the plan goes on */
export interface SubscriptionFailedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'subscription.failed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: SubscriptionFailedData
}

export interface TermsRate {
  /** Credit, debit or prepaid */
  card_type?: CardType | undefined
  /** Scheme of the card, such as Visa; null: any */
  card_scheme?: CardSchemaType | undefined
  /** The card is of the bank that takes the payment */
  is_on_us?: boolean | undefined
  /** From this count of installments on */
  installments_from?: number | undefined
  /** Up to this count of installments */
  installments_to?: number | undefined
  /** 100 are one percent */
  basis_points: number
}

export interface TermsRateInput {
  /** Credit, debit or prepaid */
  card_type?: CardType | null | undefined
  /** Scheme of the card, such as Visa; null: any */
  card_scheme?: CardSchemaType | null | undefined
  /** The card is of the bank that takes the payment */
  is_on_us?: boolean | null | undefined
  /** From this count of installments on */
  installments_from?: number | null | undefined
  /** Up to this count of installments */
  installments_to?: number | null | undefined
  /** 100 are one percent */
  basis_points: number
}

export interface TestCard {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** The whole number; of test cards alone */
  card_number: string | null
  /** Name on the card */
  card_holder_name: string | null
  /** Month the card ends */
  expiry_month: number
  /** Year the card ends */
  expiry_year: number
  /** Security code; of test cards alone */
  cvv: string | null
  /** Scheme of the card, such as Visa */
  card_schema_type: CardSchemaType
  /** Credit, debit or prepaid */
  card_type: CardType
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: CardBrand
  /** What the simulated bank answers to it */
  expected_result: TestCardExpectedResult
  /** Code the simulated bank declines with */
  custom_error_code: string | null
  /** Text the simulated bank declines with */
  custom_error_message: string | null
  /** How long the simulated bank waits, ms */
  simulated_delay_ms: number | null
  /** Name for people */
  label: string | null
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
}

export type TestCardExpectedResult = 'Success' | 'Declined' | 'InsufficientFunds' | 'InvalidCard' | 'Timeout' | 'ThreeDSecureRequired' | 'RandomFailure' | 'GatewayError'

export interface TestCardPage {
  /** The rows of this page */
  items: TestCard[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

/** The shopper was authenticated and the bank authorized the payment */
export interface ThreeDsCompletedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: '3ds.completed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: PaymentCompletedData
}

/** The challenge failed, or the bank declined after it; no payment.failed follows */
export interface ThreeDsFailedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: '3ds.failed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: PaymentFailedData
}

export interface TraceEnvelope {
  /** What to know about it, for people */
  message: string | null
  /** Whether it succeeded */
  isSuccess: boolean
  /** HTTP status as text, as the interface has it */
  code: string | null
  /** What happened, with the state at that moment */
  data: TraceResult
}

export interface TraceEvent {
  /** Which log the event comes from */
  source: TraceSource
  /** When it happened */
  timestamp: string
  /** Id of the row behind the event */
  recordId: string
  /** Payment the event is about */
  transactionId: string | null
  /** Short name of it, for people */
  title: string
  /** Second line of the event, for people */
  subtitle: string | null
  /** Whether it succeeded */
  isSuccess: boolean
  /** What went wrong; null when nothing did */
  errorMessage: string | null
  /** More of it, by its source */
  details: {
    [key: string]: string
  }
  /** Body that was sent, masked */
  requestBody: string | null
  /** Body that came back, masked */
  responseBody: string | null
}

export interface TraceResult {
  /** The request id the trace is about */
  correlationId: string
  /** The events in figures */
  summary: TraceSummary
  /** What happened, in order of time */
  events: TraceEvent[]
}

export type TraceSource = 'PaymentRequest' | 'FraudCheck' | 'FraudAlert' | 'TransactionHistory' | 'Chargeback' | 'ApiRequest' | 'WebhookDelivery'

export interface TraceSummary {
  /** Payments the events are about */
  transactionIds: string[]
  /** When the first of the events happened */
  firstEventAt: string
  /** When the last of the events happened */
  lastEventAt: string
  /** How many payment requests are among the events */
  paymentRequestCount: number
  /** How many calls to banks are among the events */
  apiRequestCount: number
  /** How many deliveries are among the events */
  webhookCount: number
  /** How many steps of payments are among the events */
  transactionHistoryCount: number
  /** Whether one of the events failed */
  hasErrors: boolean
}

export interface Transaction {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Id of the merchant */
  merchant_id: string
  /** Payment this one follows from */
  parent_transaction_id: string | null
  /** Your own id of the merchant */
  external_merchant_id: string | null
  /** Name of the merchant */
  merchant_name: string | null
  /** Your own id of the basket */
  basket_id: string | null
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** What is left after refunds, minor units */
  net_amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Where it stands now */
  status: TransactionStatus
  /** Sale or pre-authorization */
  operation_type: OperationType
  /** Through which entrance the payment came */
  payment_type: PaymentType
  /** First six digits of the card */
  bin_number: number | null
  /** Last four digits of the card */
  last4: string | null
  /** Name on the card */
  card_holder_name: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Scheme of the card, such as Visa */
  card_schema_type: CardSchemaType | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: CardBrand | null
  /** Credit, debit or prepaid */
  card_type: CardType | null
  /** Five digits of the bank that issued the card */
  issuer_bank_code: string | null
  /** Bank that issued the card */
  issuer_bank_name: string | null
  /** Address of that bank's logo */
  issuer_bank_logo_url: string | null
  /** Whether 3D Secure was passed */
  is_3d_secure: boolean
  /** With or without 3D Secure */
  secure_type: SecureType | null
  /** In how many installments */
  installment_count: number
  /** When it was made, UTC */
  created: string
  /** When it came to its end; null before */
  completed_at: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Id of the connector configuration */
  connector_configuration_id: string | null
  /** Name of the connector configuration */
  connector_configuration_name: string | null
  /** Short name of the connector, such as SIMBANK */
  connector_code: string | null
  /** One installment, minor units */
  installment_amount: number
  /** What the bank keeps, minor units */
  bank_commission_amount: number
  /** What the merchant pays, minor units */
  merchant_commission_amount: number
  /** What the merchant gets, minor units */
  net_merchant_amount: number
  /** Day the bank pays out */
  settlement_date: string | null
  /** Code the bank answered with */
  bank_response_code: string | null
  /** Outcome of 3D Secure in the bank's words */
  md_status: MdStatus | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Reference number of the bank's host */
  host_reference: string | null
  /** Retrieval reference number of the bank */
  rrn: string | null
  /** Of the request that made the payment; key of its trace */
  correlation_id: string
}

export interface TransactionDetail {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Id of the merchant */
  merchant_id: string
  /** Payment this one follows from */
  parent_transaction_id: string | null
  /** Your own id of the merchant */
  external_merchant_id: string | null
  /** Name of the merchant */
  merchant_name: string | null
  /** Your own id of the basket */
  basket_id: string | null
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** What is left after refunds, minor units */
  net_amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** Where it stands now */
  status: TransactionStatus
  /** Sale or pre-authorization */
  operation_type: OperationType
  /** Through which entrance the payment came */
  payment_type: PaymentType
  /** First six digits of the card */
  bin_number: number | null
  /** Last four digits of the card */
  last4: string | null
  /** Name on the card */
  card_holder_name: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Scheme of the card, such as Visa */
  card_schema_type: CardSchemaType | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: CardBrand | null
  /** Credit, debit or prepaid */
  card_type: CardType | null
  /** Five digits of the bank that issued the card */
  issuer_bank_code: string | null
  /** Bank that issued the card */
  issuer_bank_name: string | null
  /** Address of that bank's logo */
  issuer_bank_logo_url: string | null
  /** Whether 3D Secure was passed */
  is_3d_secure: boolean
  /** With or without 3D Secure */
  secure_type: SecureType | null
  /** In how many installments */
  installment_count: number
  /** When it was made, UTC */
  created: string
  /** When it came to its end; null before */
  completed_at: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Id of the connector configuration */
  connector_configuration_id: string | null
  /** Name of the connector configuration */
  connector_configuration_name: string | null
  /** Short name of the connector, such as SIMBANK */
  connector_code: string | null
  /** One installment, minor units */
  installment_amount: number
  /** What the bank keeps, minor units */
  bank_commission_amount: number
  /** What the merchant pays, minor units */
  merchant_commission_amount: number
  /** What the merchant gets, minor units */
  net_merchant_amount: number
  /** Day the bank pays out */
  settlement_date: string | null
  /** Code the bank answered with */
  bank_response_code: string | null
  /** Outcome of 3D Secure in the bank's words */
  md_status: MdStatus | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Reference number of the bank's host */
  host_reference: string | null
  /** Retrieval reference number of the bank */
  rrn: string | null
  /** Of the request that made the payment; key of its trace */
  correlation_id: string
  /** The shopper's network address */
  ip_address: string | null
  /** Proof of the 3D Secure authentication */
  cavv: string | null
  /** How far 3D Secure vouches for the payment */
  eci: string | null
  /** Id of the authentication of 3D Secure */
  xid: string | null
  /** What the bank's 3D Secure page sent back */
  md: string | null
  /** Id of the authentication at the 3D Secure server */
  three_ds_server_trans_id: string | null
  /** What was sent to the bank, masked */
  provider_raw_request: string | null
  /** What the bank answered, masked */
  provider_raw_response: string | null
}

export interface TransactionHistory {
  /** Its id; does not change */
  id: string
  /** Id of the payment */
  transaction_id: string
  /** Id of the connector configuration */
  connector_configuration_id: string | null
  /** Name of the connector configuration */
  connector_configuration_name: string | null
  /** State before the step; null at the first */
  previous_status: TransactionStatus | null
  /** State after the step */
  new_status: TransactionStatus
  /** What to know about it, for people */
  message: string | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Reference number of the bank's host */
  host_reference: string | null
  /** Outcome of 3D Secure in the bank's words */
  md_status: string | null
  /** Proof of the 3D Secure authentication */
  cavv: string | null
  /** How far 3D Secure vouches for the payment */
  eci: string | null
  /** Id of the authentication of 3D Secure */
  xid: string | null
  /** What the bank's 3D Secure page sent back */
  md: string | null
  /** Id of the authentication at the 3D Secure server */
  three_ds_server_trans_id: string | null
  /** What the bank answered, masked */
  provider_raw_response: string | null
  /** What the step moved, minor units */
  operation_amount: number
  /** When it was made, UTC */
  created: string
}

export interface TransactionPage {
  /** The rows of this page */
  items: Transaction[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface TransactionQuery {
  /** Id of the payment */
  transaction_id: string
  /** Where it stands now */
  status: TransactionStatus
  /** Whether it succeeded */
  is_success: boolean
  /** What to know about it, for people */
  message: string | null
  /** Whether the bank can be asked */
  external_query_available: boolean
  /** Our record */
  internal: TransactionQueryDetail | null
  /** The bank's record; null where it was not asked */
  external: TransactionQueryDetail | null
}

export interface TransactionQueryDetail {
  /** Where it stands now */
  status: TransactionStatus
  /** Sale or pre-authorization */
  operation_type: OperationType | null
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** What is left after refunds, minor units */
  net_amount: number
  /** ISO 4217, such as TRY */
  currency: string | null
  /** In how many installments */
  installment_count: number
  /** Whether 3D Secure was passed */
  is_3d_secure: boolean
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Reference number of the bank's host */
  host_reference: string | null
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: string | null
  /** Name on the card */
  card_holder_name: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** State in the words of the side that was asked */
  transaction_status: string | null
  /** Sale or pre-authorization, in the bank's words */
  charge_type: string | null
  /** Id of the settlement */
  settlement_id: string | null
  /** What was captured, minor units */
  captured_amount: number | null
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** When the bank dealt with it */
  processed_at: string | null
  /** When it came to its end; null before */
  completed_at: string | null
  /** When it was made, UTC */
  created_at: string | null
}

export type TransactionStatus = 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed'

export type TransactionStatusFilter = 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | 'voided' | 'pending' | 'pending_3ds' | 'partially_refunded'

export interface TransactionSummary {
  /** Its id; does not change */
  id: string
  /** Minor units */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string
  /** Where it stands now */
  status: TransactionStatus
  /** When it was made, UTC */
  created: string
  /** Card number with its middle hidden */
  masked_card_number: string | null
  /** Name of the connector */
  connector_name: string | null
}

export interface Trend {
  /** Percent above or below the period before, two decimals; 0 without a baseline */
  value: number
  /** Not below the period before */
  is_positive: boolean
  /** False when the period before was empty */
  has_baseline: boolean
}

export interface TrendBucket {
  /** Hour (09:00) or day (2026-11-22) of Istanbul */
  label: string
  /** Payments made in it */
  transactions: number
}

export type UnresolvedKind = 'sale' | 'pre_auth' | 'capture' | 'void' | 'refund'

export interface UnresolvedOperation {
  /** Its id; does not change */
  id: string
  /** Id of the payment */
  transaction_id: string
  /** Id of the merchant */
  merchant_id: string
  /** What kind of row it is */
  kind: UnresolvedKind
  /** Why the outcome is not known */
  reason: UnresolvedReason
  /** Where it stands now */
  status: UnresolvedStatus
  /** Minor units */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string
  /** Id of the connector configuration */
  connector_configuration_id: string
  /** Short name of the connector, such as SIMBANK */
  connector_code: string
  /** Under which the bank would know it */
  bank_reference: string
  /** Since when the outcome is not known */
  waiting_since: string
  /** Of what is proposed; whoever confirms it names it */
  change_id: string | null
  /** Outcome that waits for a second person */
  proposed_outcome: KnownOutcome | null
  /** Who proposed it */
  proposed_by: string | null
  /** When an outcome was proposed */
  proposed_at: string | null
  /** Free text for people */
  note: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before it approved */
  auth_code: string | null
  /** Reference number of the bank's host */
  host_reference: string | null
  /** Who confirmed it */
  confirmed_by: string | null
  /** When it was confirmed; null before */
  confirmed_at: string | null
  /** What became of it */
  outcome: KnownOutcome | null
  /** Who decided */
  resolved_by: ResolvedBy | null
  /** When it was decided; null before */
  resolved_at: string | null
}

export interface UnresolvedOperationPage {
  /** The rows of this page */
  items: UnresolvedOperation[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export type UnresolvedReason = 'not_found' | 'no_answer'

export type UnresolvedStatus = 'waiting' | 'proposed' | 'confirmed' | 'resolved'

export interface UpdateBankProfile {
  /** Repeats the path */
  id?: string | null | undefined
  /** Repeats the path */
  merchant_id?: string | null | undefined
  /** Id of the shop at the bank */
  sub_merchant_id?: string | null | undefined
  /** Name of the shop, as the bank is told */
  sub_merchant_name?: string | null | undefined
  /** Merchant category code */
  sub_merchant_mcc?: string | null | undefined
  /** Postal code of the shop, as the bank is told */
  sub_merchant_postal_code?: string | null | undefined
  /** City of the shop, as the bank is told */
  sub_merchant_city?: string | null | undefined
  /** ISO 3166, as the bank asks for it */
  sub_merchant_country_code?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface UpdateChargebackStatus {
  /** Repeats the path */
  id?: string | null | undefined
  /** Where it stands now */
  status?: 'disputed' | 'won' | 'lost' | null | undefined
  /** What the merchant does about it */
  action?: ChargebackAction | null | undefined
  /** What the merchant says to it */
  merchant_response?: string | null | undefined
  /** Free text for people */
  notes?: string | null | undefined
}

export interface UpdateConnector {
  /** Repeats the path */
  id?: string | null | undefined
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name for people */
  name: string
  /** What kind it is */
  type: ConnectorType
  /** Absent: stays as it is */
  is_active?: boolean | null | undefined
}

export interface UpdateConnectorConfiguration {
  /** Repeats the path */
  id?: string | null | undefined
  /** Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, supports_recurring, supports_points (default true), dcc_enabled (false alone), max_insta… */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name for people */
  name: string
  /** Whether it calls a real bank or its test system */
  mode: ConnectorMode | number
  /** Write-only: stored sealed, answered masked. Absent or masked: the stored one stays; empty: none any more */
  api_key?: string | null | undefined
  /** Write-only: stored sealed, answered masked. Absent or masked: the stored one stays; empty: none any more */
  secret_key?: string | null | undefined
  /** Write-only: stored sealed, answered masked. Absent or masked: the stored one stays; empty: none any more */
  password?: string | null | undefined
  /** User name at the bank */
  username?: string | null | undefined
  /** Terminal at the bank */
  terminal_id?: string | null | undefined
  /** Store or merchant number at the bank */
  store_id?: string | null | undefined
  /** Address of the bank that is called: HTTPS, at a public address or in a network the operator allows; in the sandbox also http on loopback */
  api_endpoint_url?: string | null | undefined
  /** Address of the bank's 3D Secure page: HTTPS, at a public address or in a network the operator allows; in the sandbox also http on loopback */
  three_d_secure_endpoint_url?: string | null | undefined
  /** JSON as text. Write-only: stored sealed, answered masked. Absent or masked: the stored one stays; empty: none any more */
  extra_credentials?: string | null | undefined
  /** Code of the bank, as in GET /api/v1/lookups/banks */
  bank_code?: string | null | undefined
  /** Lower first */
  priority?: number | null | undefined
  /** Absent: stays as it is */
  is_active?: boolean | null | undefined
}

export interface UpdateConnectorErrorCode {
  /** Repeats the path */
  id?: string | null | undefined
  /** What kind of error it is */
  category: ErrorCategory
  /** For people, in Turkish */
  turkish_message?: string | null | undefined
  /** For people, in English */
  english_message?: string | null | undefined
  /** For the operators */
  internal_description?: string | null | undefined
  /** Routing tries the fallback after it. True only where the bank promises that nothing was booked */
  should_retry?: boolean | null | undefined
  /** HTTP status suggested to callers */
  http_status_suggestion?: number | null | undefined
  /** Row of this tenant whose meaning this one follows, one step far */
  mapped_to_id?: string | null | undefined
}

export interface UpdateRoutingRule {
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name for people */
  name: string
  /** Lower first */
  priority?: number | null | undefined
  /** ISO 4217; absent or null: any */
  currency?: string | null | undefined
  /** Cards of this programme; null: any */
  card_brand_filter?: CardBrand | null | undefined
  /** Cards of this type; null: any */
  card_type_filter?: CardType | null | undefined
  /** Configuration payments go to */
  target_connector_config_id: string
  /** Configuration that is tried when the target cannot take the payment; another one than the target */
  fallback_connector_config_id?: string | null | undefined
  /** First 1 to 6 digits of the card number; with card_bin_end the start of a range */
  card_bin?: string | null | undefined
  /** Last BIN of the range, as long as card_bin */
  card_bin_end?: string | null | undefined
  /** Number of installments; absent: any */
  installment_count?: number | null | undefined
  /** Smallest amount, minor units */
  min_amount: number
  /** Largest amount, minor units */
  max_amount: number
  /** Part of the score, 0 to 100; default 0 */
  weight?: number | null | undefined
  /** Part of the score, percent; default 0 */
  success_rate?: number | null | undefined
  /** Part of the score, milliseconds: quicker is better; default 1000 */
  average_response_time_ms?: number | null | undefined
  /** Part of the score, 0 to 100: cheaper is higher; default 0 */
  cost_score?: number | null | undefined
  /** Payments a day (Europe/Istanbul) the rule takes at most; absent or null: no limit */
  daily_transaction_limit?: number | null | undefined
  /** Repeats the path */
  id?: string | null | undefined
  /** Absent: stays as it is */
  is_active?: boolean | null | undefined
}

export interface UpdateSetting {
  /** Repeats the path */
  id?: string | null | undefined
  /** Further values by name, kept and answered as they came */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Such as transfers.max_retries */
  key: string
  /** As text */
  value: string
  /** For people */
  description?: string | null | undefined
  /** Default tenant; global is refused with 403 to tenants */
  scope?: SettingScope | null | undefined
  /** Needed by scope user, and by no other; of tenant: its own id at most */
  scope_id?: string | null | undefined
  /** For people */
  category?: string | null | undefined
  /** What counts where nothing is set */
  default_value?: string | null | undefined
  /** What a value must match, as JavaScript writes it */
  validation_regex?: string | null | undefined
  /** Values it may have, comma-separated */
  possible_values?: string | null | undefined
}

export interface UpdateSettlementStatus {
  /** Repeats the path */
  id?: string | null | undefined
  /** Where it stands now */
  status: SettlementStatus
  /** The bank's reference of the payout */
  bank_reference?: string | null | undefined
  /** Free text for people */
  notes?: string | null | undefined
}

export interface UpdateSimpleRoutingRule {
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name for people */
  name: string
  /** Lower first */
  priority?: number | null | undefined
  /** ISO 4217; absent or null: any */
  currency?: string | null | undefined
  /** Cards of this programme; null: any */
  card_brand_filter?: CardBrand | null | undefined
  /** Cards of this type; null: any */
  card_type_filter?: CardType | null | undefined
  /** Configuration payments go to */
  target_connector_config_id: string
  /** Configuration that is tried when the target cannot take the payment; another one than the target */
  fallback_connector_config_id?: string | null | undefined
  /** Issuer bank of the card; absent: any */
  bank_code?: string | null | undefined
  /** true: 2 installments or more; false: 1; absent: any */
  has_installment?: boolean | null | undefined
  /** Smallest amount, minor units */
  min_amount?: number | null | undefined
  /** Largest amount, minor units */
  max_amount?: number | null | undefined
  /** Repeats the path */
  id?: string | null | undefined
  /** Absent: stays as it is */
  is_active?: boolean | null | undefined
}

export interface UpdateTestCard {
  /** Repeats the path */
  id?: string | null | undefined
  /** Default TEST CARD */
  card_holder_name?: string | null | undefined
  /** Month the card ends */
  expiry_month: number
  /** Year the card ends */
  expiry_year: number
  /** Default 000, for Amex 0000 */
  cvv?: string | null | undefined
  /** Scheme of the card, such as Visa */
  card_schema_type: CardSchemaType
  /** Credit, debit or prepaid */
  card_type: CardType
  /** Programme of the card, such as Bonus; in events its scheme */
  card_brand: CardBrand
  /** What the simulated bank answers to it */
  expected_result: TestCardExpectedResult
  /** Overrides provider_error_code of a decline */
  custom_error_code?: string | null | undefined
  /** Overrides detail of a decline */
  custom_error_message?: string | null | undefined
  /** How long the simulated bank waits, ms */
  simulated_delay_ms?: number | null | undefined
  /** Name for people */
  label?: string | null | undefined
  /** Further values by name, kept and answered as they came */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
}

export interface UpdateWebhookSubscription {
  /** Repeats the path */
  id?: string | null | undefined
  /** HTTPS, publicly reachable */
  url: string
  /** Event types, or the wildcard * alone; also accepted as one text, separated by commas */
  events: Array<'payment.completed' | 'payment.failed' | 'payment.authorized' | 'capture.completed' | 'void.completed' | 'refund.completed' | '3ds.completed' | '3ds.failed' | 'subscription.charged' | 'subscription.failed' | 'subscription.cancelled' | 'subscription.completed' | 'subscription.charge.reversed' | 'subscription.charge.failed' | 'chargeback.opened' | 'chargeback.resolved' | 'settlement.created' | 'settlement.completed' | '*'> | string
  /** Free text for people */
  description?: string | null | undefined
  /** Tries after the first; 0 to 5 */
  max_retry_count?: number | null | undefined
  /** Absent: stays as it is */
  is_active?: boolean | null | undefined
}

export interface ValidateCard {
  /** Or number */
  card_number?: string | null | undefined
  /** The number to check */
  number?: string | null | undefined
}

export interface ValidateIban {
  /** Blanks are allowed */
  iban: string
  /** false leaves bank out */
  resolve?: boolean | null | undefined
}

export type ValueDatePlan = 'next_day' | 'blocked_n' | 'per_installment' | 'weekly'

export interface Void {
  /** Repeats the path */
  transaction_id?: string | null | undefined
  /** Why, for people */
  reason?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

export interface VoidById {
  /** Id of the payment */
  transaction_id: string
  /** Why, for people */
  reason?: string | null | undefined
  /** Further values by name */
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

/** A payment was voided before reconciliation, or a pre-authorization given up */
export interface VoidCompletedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'void.completed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: PaymentCompletedData
}

export interface WebhookDelivery {
  /** Its id; does not change */
  id: string
  /** Id of the event: remember it, the same event may come again */
  event_id: string
  /** Id of the payment */
  transaction_id: string | null
  /** Transfer, plan, chargeback or settlement */
  resource_id: string | null
  /** What happened, such as payment.completed */
  event_type: string
  /** Address */
  url: string
  /** What the subscriber answered; null: nothing */
  http_status_code: number | null
  /** Whether it succeeded */
  is_success: boolean
  /** Which try of the delivery this is, from 1 */
  attempt_number: number
  /** Tries after the first */
  retry_count: number
  /** Tries after the first; 0 to 5 */
  max_retry_count: number
  /** How long the subscriber took, ms */
  duration_ms: number
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Headers and body as sent, as JSON text */
  request_payload: string | null
  /** Headers and body as received, as JSON text */
  response_payload: string | null
  /** At most 64 KiB */
  response_body: string | null
  /** When it is tried again; null: not any more */
  next_retry_at: string | null
  /** Request id: the key of the trace, and what to quote to support */
  correlation_id: string | null
  /** When it was made, UTC */
  created: string
}

export interface WebhookDeliveryPage {
  /** The rows of this page */
  items: WebhookDelivery[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface WebhookSubscription {
  /** Its id; does not change */
  id: string
  /** Address */
  url: string
  /** Free text for people */
  description: string | null
  /** Event types it is told of */
  events: string[]
  /** Tries after the first; 0 to 5 */
  max_retry_count: number
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
  /** When it was made, UTC */
  created_at: string
}

export interface WebhookSubscriptionCreated {
  /** Its id; does not change */
  id: string
  /** Address */
  url: string
  /** Free text for people */
  description: string | null
  /** Event types it is told of */
  events: string[]
  /** Tries after the first; 0 to 5 */
  max_retry_count: number
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
  /** When it was made, UTC */
  created_at: string
  /** Signs every delivery; shown in this answer only */
  secret: string
}

export interface WebhookSubscriptionPage {
  /** The rows of this page */
  items: WebhookSubscription[]
  /** Number of this page, from 1 */
  page: number
  /** How many pages */
  total_pages: number
  /** Rows on all pages */
  total_count: number
  /** Whether a page lies before */
  has_previous_page: boolean
  /** Whether another page follows */
  has_next_page: boolean
}

export interface WriteRoutingSettings {
  /** Which kind of rules is asked */
  routing_mode: RoutingMode
  /** Factor of weight in the score */
  weight_factor: number
  /** Factor of success_rate in the score */
  success_rate_factor: number
  /** Factor of the response time in the score */
  response_time_factor: number
  /** Factor of cost_score in the score */
  cost_factor: number
  /** Configurations a payment may try at least, as far as there are so many */
  min_execution_candidates: number
  /** false: a payment goes to its target alone */
  fallback_enabled: boolean
  /** Added to the score of a rule that names a BIN */
  bin_weight: number
  /** Added to the score of a rule that names an amount */
  amount_weight: number
  /** Added to the score of a rule that names a currency */
  currency_weight: number
  /** Added to the score of a rule that names a number of installments */
  installment_weight: number
  /** Added to the score of a rule that names a card program */
  brand_weight: number
  /** Added to the score of a rule that names a card type */
  type_weight: number
}

export type WriteStatus = 'pending' | 'pending_3ds' | 'authorized' | 'completed' | 'failed' | 'voided' | 'refunded' | 'partially_refunded'

/** Operations by method and path. */
export interface Operations {
  /** Charge a card */
  'POST /api/v1/payments': {
    body: CreatePayment
    answer: PaymentResult
  }
  /** Capture a pre-authorization */
  'POST /api/v1/payments/{transaction_id}/capture': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    body?: Capture
    answer: PaymentResult
  }
  /** Refund a payment */
  'POST /api/v1/payments/{transaction_id}/refund': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    body?: Refund
    answer: PaymentResult
  }
  /** Void a payment */
  'POST /api/v1/payments/{transaction_id}/void': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    body?: Void
    answer: PaymentResult
  }
  /** Capture a pre-authorization, short form */
  'POST /api/v1/capture': {
    body: CaptureById
    answer: PaymentResult
  }
  /** Refund a payment, short form */
  'POST /api/v1/refund': {
    body: RefundById
    answer: PaymentResult
  }
  /** Void a payment, short form */
  'POST /api/v1/void': {
    body: VoidById
    answer: PaymentResult
  }
  /** Start a payment with 3D Secure */
  'POST /api/v1/payments/3d/init': {
    body: Init3DFull
    answer: PaymentResult
  }
  /** Return from the bank after a challenge */
  'GET /api/v1/payments/3d/callback': {
    query?: {
      /** Signed value from the address we gave the bank; names payment and destination */
      cb?: string | undefined
      /** The platform's id */
      transaction_id?: string | undefined
      /** One character: 1 authenticated, 2 to 4 attempted, 0 and 5 to 8 failed */
      md_status?: string | undefined
      /** Electronic commerce indicator */
      eci?: string | undefined
      /** Cryptogram of the authentication */
      cavv?: string | undefined
      /** Id of the authentication at the bank */
      xid?: string | undefined
      /** Id of the authentication at the scheme */
      ds_trans_id?: string | undefined
      /** ok, wrong_code, cancelled, timeout, refused, unavailable */
      result?: string | undefined
      /** Lower-case hex HMAC-SHA256 over the other fields, keyed by the configuration's secret_key */
      hash?: string | undefined
    }
    answer: undefined
  }
  /** Return from the bank after a challenge, as a form */
  'POST /api/v1/payments/3d/callback': {
    query?: {
      /** Signed value from the address we gave the bank; names payment and destination */
      cb?: string | undefined
    }
    body?: BankCallback
    answer: undefined
  }
  /** Finish a payment with 3D Secure */
  'POST /api/v1/payments/3d/complete': {
    body: Complete3D
    answer: PaymentResult
  }
  /** Status of a payment */
  'GET /api/v1/payments/{transaction_id}': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    answer: PaymentStatus
  }
  /** What happened to a payment */
  'GET /api/v1/payments/{transaction_id}/trace': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    answer: TraceEnvelope
  }
  /** Our record of a payment beside the bank's */
  'GET /api/v1/payments/{transaction_id}/query': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    query?: {
      /** The bank's order id, for the bank's side; for callers of one merchant an order of its own payments */
      order_id?: string | undefined
    }
    answer: TransactionQuery
  }
  /** Every step of a payment */
  'GET /api/v1/payments/{transaction_id}/history': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    query?: {
      /** The bank's order id, for the bank's side; for callers of one merchant an order of its own payments */
      order_id?: string | undefined
    }
    answer: OrderHistory
  }
  /** Points of a card */
  'POST /api/v1/payments/{transaction_id}/point-inquiry': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    body: PointInquiry
    answer: PaymentResult
  }
  /** Answer a currency conversion offer */
  'POST /api/v1/payments/{transaction_id}/dcc/confirm': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    body: ConfirmDcc
    answer: PaymentResult
  }
  /** Make a recurring plan and its first payment */
  'POST /api/v1/payments/recurring': {
    body: CreateRecurringPayment
    answer: PaymentResult
  }
  /** Cancel the plan of a payment */
  'POST /api/v1/payments/{transaction_id}/recurring/cancel': {
    path: {
      /** Id of the payment, as its creation answered it */
      transaction_id: string
    }
    body?: CancelRecurring
    answer: PaymentResult
  }
  /** Make a payment link */
  'POST /api/v1/payments/order-link': {
    body: OrderLink
    answer: PaymentResult
  }
  /** Make a checkout session */
  'POST /api/v1/checkout/sessions': {
    body: CreateCheckoutSession
    answer: CheckoutSessionCreated
  }
  /** Read a checkout session */
  'GET /api/v1/checkout/sessions/{session_id}': {
    path: {
      /** Id of the checkout session */
      session_id: string
    }
    answer: CheckoutSession
  }
  /** Pay a checkout session */
  'POST /api/v1/checkout/sessions/{session_id}/pay': {
    path: {
      /** Id of the checkout session */
      session_id: string
    }
    body: Init3DFull
    answer: PaymentResult
  }
  /** Status of a payment of a checkout session */
  'GET /api/v1/checkout/sessions/{session_id}/transaction-status': {
    path: {
      /** Id of the checkout session */
      session_id: string
    }
    query?: {
      /** Id of the payment, as its creation answered it */
      transaction_id?: string | undefined
    }
    answer: PaymentStatus
  }
  /** Complete a checkout session */
  'POST /api/v1/checkout/sessions/{session_id}/complete': {
    path: {
      /** Id of the checkout session */
      session_id: string
    }
    body: CompleteSession
    answer: undefined
  }
  /** Let a page of yours ask for a card */
  'POST /api/v1/fields/sessions': {
    body: CreateFieldsSession
    answer: FieldsSessionCreated
  }
  /** List transactions */
  'GET /api/v1/transactions': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Then or later */
      start_date?: string | undefined
      /** Then or earlier */
      end_date?: string | undefined
      /** With this status */
      status?: TransactionStatusFilter | undefined
      /** Of this type */
      operation_type?: OperationType | undefined
      /** That came through this entrance */
      payment_type?: PaymentType | undefined
      /** With or without 3D Secure */
      secure_type?: SecureType | undefined
      /** Of cards of this scheme */
      card_schema_type?: CardSchemaType | undefined
      /** Of cards of this type */
      card_type?: CardType | undefined
      /** In this many installments */
      installment_count?: number | undefined
      /** First 1 to 6 digits */
      bin_number?: string | undefined
      /** This amount or more, minor units */
      min_amount?: number | undefined
      /** This amount or less, minor units */
      max_amount?: number | undefined
      /** Of the merchant with this id */
      merchant_id?: string | undefined
      /** Of the merchant with this id of yours */
      external_merchant_id?: string | undefined
      /** Of the basket with this id of yours */
      basket_id?: string | undefined
      /** Your order id, exactly */
      external_id?: string | undefined
      /** Payments that failed with this code; give a range of times where there are many */
      error_code?: string | undefined
      /** Through the connector with this short name */
      connector_code?: string | undefined
      /** Of the connector configuration with this id */
      connector_configuration_id?: string | undefined
      /** Part of basket_id, external_id or masked card, or the start of an id */
      search_term?: string | undefined
    }
    answer: TransactionPage
  }
  /** Export transactions */
  'GET /api/v1/transactions/export': {
    query?: {
      /** Then or later */
      start_date?: string | undefined
      /** Then or earlier */
      end_date?: string | undefined
      /** With this status */
      status?: TransactionStatusFilter | undefined
      /** Of this type */
      operation_type?: OperationType | undefined
      /** That came through this entrance */
      payment_type?: PaymentType | undefined
      /** With or without 3D Secure */
      secure_type?: SecureType | undefined
      /** Of cards of this scheme */
      card_schema_type?: CardSchemaType | undefined
      /** Of cards of this type */
      card_type?: CardType | undefined
      /** In this many installments */
      installment_count?: number | undefined
      /** First 1 to 6 digits */
      bin_number?: string | undefined
      /** This amount or more, minor units */
      min_amount?: number | undefined
      /** This amount or less, minor units */
      max_amount?: number | undefined
      /** Of the merchant with this id */
      merchant_id?: string | undefined
      /** Of the merchant with this id of yours */
      external_merchant_id?: string | undefined
      /** Of the basket with this id of yours */
      basket_id?: string | undefined
      /** Your order id, exactly */
      external_id?: string | undefined
      /** Payments that failed with this code; give a range of times where there are many */
      error_code?: string | undefined
      /** Through the connector with this short name */
      connector_code?: string | undefined
      /** Of the connector configuration with this id */
      connector_configuration_id?: string | undefined
      /** Part of basket_id, external_id or masked card, or the start of an id */
      search_term?: string | undefined
      /** names: the members of a list row; tr, en: for people */
      headings?: CsvHeadings | undefined
    }
    answer: Uint8Array
  }
  /** Read a transaction */
  'GET /api/v1/transactions/{id}': {
    path: {
      /** Id of the transaction */
      id: string
    }
    answer: TransactionDetail
  }
  /** Every step of a transaction */
  'GET /api/v1/transactions/{id}/histories': {
    path: {
      /** Id of the transaction */
      id: string
    }
    answer: TransactionHistory[]
  }
  /** List refunds */
  'GET /api/v1/refunds': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Then or later */
      start_date?: string | undefined
      /** Then or earlier */
      end_date?: string | undefined
      /** With this status */
      status?: RefundStatus | undefined
      /** With this reason */
      reason_code?: RefundReasonCode | undefined
      /** Whole or partial refunds */
      refund_type?: RefundType | undefined
      /** Of the merchant with this id */
      merchant_id?: string | undefined
      /** Of the merchant with this id of yours */
      external_merchant_id?: string | undefined
      /** This amount or more, minor units */
      min_amount?: number | undefined
      /** This amount or less, minor units */
      max_amount?: number | undefined
      /** True: pending for more than 24 hours */
      sla_breached?: boolean | undefined
      /** Part of the reason or of the payment's basket_id, external_id or masked card, or the start of an id */
      search_term?: string | undefined
    }
    answer: RefundPage
  }
  /** Read a refund */
  'GET /api/v1/refunds/{id}': {
    path: {
      /** Id of the refund */
      id: string
    }
    answer: RefundDetail
  }
  /** Subscribe an address to events */
  'POST /api/v1/webhook-subscriptions': {
    body: CreateWebhookSubscription
    answer: WebhookSubscriptionCreated
  }
  /** Webhook subscriptions */
  'GET /api/v1/webhook-subscriptions': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: WebhookSubscriptionPage
  }
  /** Event types that can be subscribed to */
  'GET /api/v1/webhook-subscriptions/event-types': {
    answer: string[]
  }
  /** One webhook subscription */
  'GET /api/v1/webhook-subscriptions/{id}': {
    path: {
      /** Id of the webhook subscription */
      id: string
    }
    answer: WebhookSubscription
  }
  /** Change a webhook subscription */
  'PUT /api/v1/webhook-subscriptions/{id}': {
    path: {
      /** Id of the webhook subscription */
      id: string
    }
    body: UpdateWebhookSubscription
    answer: undefined
  }
  /** Delete a webhook subscription */
  'DELETE /api/v1/webhook-subscriptions/{id}': {
    path: {
      /** Id of the webhook subscription */
      id: string
    }
    answer: undefined
  }
  /** Issue a new signing secret */
  'POST /api/v1/webhook-subscriptions/{id}/rotate-secret': {
    path: {
      /** Id of the webhook subscription */
      id: string
    }
    answer: RotatedSecret
  }
  /** Switch a webhook subscription on */
  'POST /api/v1/webhook-subscriptions/{id}/activate': {
    path: {
      /** Id of the webhook subscription */
      id: string
    }
    answer: undefined
  }
  /** Switch a webhook subscription off */
  'POST /api/v1/webhook-subscriptions/{id}/deactivate': {
    path: {
      /** Id of the webhook subscription */
      id: string
    }
    answer: undefined
  }
  /** Delivery log: one row per attempt */
  'GET /api/v1/webhook-subscriptions/{id}/deliveries': {
    path: {
      /** Id of the webhook subscription */
      id: string
    }
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Deliveries of this event */
      event_type?: CardEventType | undefined
      /** true: what succeeded; false: what failed */
      is_success?: boolean | undefined
    }
    answer: WebhookDeliveryPage
  }
  /** Send an event once more */
  'POST /api/v1/webhook-subscriptions/deliveries/{delivery_id}/replay': {
    path: {
      /** Id of the delivery, as the delivery log has it */
      delivery_id: string
    }
    answer: ReplayResult
  }
  /** List test cards */
  'GET /api/v1/test-cards': {
    query?: {
      /** Cards to which the simulated bank answers so */
      expected_result?: TestCardExpectedResult | undefined
      /** Of cards of this scheme */
      card_schema_type?: CardSchemaType | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: TestCardPage
  }
  /** Create a test card */
  'POST /api/v1/test-cards': {
    body: CreateTestCard
    answer: TestCard
  }
  /** Read a test card */
  'GET /api/v1/test-cards/{id}': {
    path: {
      /** Id of the test card */
      id: string
    }
    answer: TestCard
  }
  /** Replace a test card */
  'PUT /api/v1/test-cards/{id}': {
    path: {
      /** Id of the test card */
      id: string
    }
    body: UpdateTestCard
    answer: TestCard
  }
  /** Delete a test card */
  'DELETE /api/v1/test-cards/{id}': {
    path: {
      /** Id of the test card */
      id: string
    }
    answer: undefined
  }
  /** Generate test cards */
  'POST /api/v1/test-cards/generate': {
    body: GenerateTestCards
    answer: TestCard[]
  }
  /** Activate a test card */
  'POST /api/v1/test-cards/{id}/activate': {
    path: {
      /** Id of the test card */
      id: string
    }
    answer: TestCard
  }
  /** Deactivate a test card */
  'POST /api/v1/test-cards/{id}/deactivate': {
    path: {
      /** Id of the test card */
      id: string
    }
    answer: TestCard
  }
  /** Everything one request set off */
  'GET /api/v1/Trace/{correlationId}': {
    path: {
      /** Request id, as X-Correlation-Id answered it */
      correlationId: string
    }
    answer: TraceEnvelope
  }
  /** Make a recurring plan */
  'POST /api/v1/recurring': {
    body: CreatePlanRecurring
    answer: RecurringCreated
  }
  /** List recurring plans */
  'GET /api/v1/recurring': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
      /** With this status */
      status?: RecurringPlanStatus | undefined
      /** Of this length */
      period?: RecurringPeriod | undefined
      /** Then or later */
      start_date?: string | undefined
      /** Then or earlier */
      end_date?: string | undefined
      /** Of the merchant with this id */
      merchant_id?: string | undefined
      /** Of the merchant with this id of yours */
      external_merchant_id?: string | undefined
    }
    answer: RecurringPlanPage
  }
  /** Read a recurring plan with its installments */
  'GET /api/v1/recurring/{id}': {
    path: {
      /** Id of the recurring */
      id: string
    }
    query?: {
      /** Ask the bank first about what it charged */
      force_sync?: boolean | undefined
    }
    answer: RecurringPlanDetail
  }
  /** Cancel a recurring plan */
  'POST /api/v1/recurring/{id}/cancel': {
    path: {
      /** Id of the recurring */
      id: string
    }
    answer: RecurringPlanDetail
  }
  /** Cancel one installment of a plan */
  'POST /api/v1/recurring/{id}/installments/{index}/cancel': {
    path: {
      /** Id of the recurring */
      id: string
      /** 1 is the first */
      index: string
    }
    answer: RecurringPlanDetail
  }
  /** List cancellation requests */
  'GET /api/v1/cancellation-requests': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
      /** With this status */
      status?: CancellationRequestStatus | undefined
      /** Of the merchant with this id */
      merchant_id?: string | undefined
      /** Id of the payment, as its creation answered it */
      transaction_id?: string | undefined
      /** Then or later */
      from_date?: string | undefined
      /** Then or earlier */
      to_date?: string | undefined
      /** The same as from_date; of both the last one counts */
      start_date?: string | undefined
      /** The same as to_date; of both the last one counts */
      end_date?: string | undefined
    }
    answer: CancellationRequestPage
  }
  /** Request a void */
  'POST /api/v1/cancellation-requests': {
    body: CreateCancellation
    answer: string
  }
  /** Approve a void */
  'POST /api/v1/cancellation-requests/{id}/approve': {
    path: {
      /** Id of the cancellation request */
      id: string
    }
    body?: ReviewCancellation
    answer: CancellationRequest
  }
  /** Reject a void */
  'POST /api/v1/cancellation-requests/{id}/reject': {
    path: {
      /** Id of the cancellation request */
      id: string
    }
    body?: ReviewCancellation
    answer: string
  }
  /** List chargebacks */
  'GET /api/v1/chargebacks': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** With this status */
      status?: ChargebackStatus | undefined
      /** Id of the payment, as its creation answered it */
      transaction_id?: string | undefined
      /** Then or later */
      start_date?: string | undefined
      /** Then or earlier */
      end_date?: string | undefined
    }
    answer: ChargebackPage
  }
  /** Open a chargeback */
  'POST /api/v1/chargebacks': {
    body: CreateChargeback
    answer: Chargeback
  }
  /** Get a chargeback */
  'GET /api/v1/chargebacks/{id}': {
    path: {
      /** Id of the chargeback */
      id: string
    }
    answer: Chargeback
  }
  /** Dispute a chargeback, or tell how it ended */
  'PUT /api/v1/chargebacks/{id}/status': {
    path: {
      /** Id of the chargeback */
      id: string
    }
    body: UpdateChargebackStatus
    answer: undefined
  }
  /** Add a document to the evidence */
  'POST /api/v1/chargebacks/{id}/evidence': {
    path: {
      /** Id of the chargeback */
      id: string
    }
    query?: {
      /** Default: evidence, with the ending of its type */
      file_name?: string | undefined
      /** What the document shows, for people */
      description?: string | undefined
    }
    body: Uint8Array
    answer: ChargebackEvidence
  }
  /** List the evidence of a chargeback */
  'GET /api/v1/chargebacks/{id}/evidence': {
    path: {
      /** Id of the chargeback */
      id: string
    }
    answer: ChargebackEvidence[]
  }
  /** Download a document of the evidence */
  'GET /api/v1/chargebacks/{id}/evidence/{evidence_id}': {
    path: {
      /** Id of the chargeback */
      id: string
      /** Id of the document */
      evidence_id: string
    }
    answer: Uint8Array
  }
  /** Delete a document of the evidence */
  'DELETE /api/v1/chargebacks/{id}/evidence/{evidence_id}': {
    path: {
      /** Id of the chargeback */
      id: string
      /** Id of the document */
      evidence_id: string
    }
    answer: undefined
  }
  /** List settlements */
  'GET /api/v1/settlements': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Of the merchant with this id */
      merchant_id?: string | undefined
      /** Of the bank with these five digits */
      bank_code?: string | undefined
      /** With this status */
      status?: SettlementStatus | undefined
      /** Periods that end on it or later */
      start_date?: string | undefined
      /** Periods that begin on it or before */
      end_date?: string | undefined
      /** Periods that begin on it or later */
      period_start_from?: string | undefined
      /** Periods that begin on it or before */
      period_start_to?: string | undefined
    }
    answer: SettlementPage
  }
  /** Create a settlement */
  'POST /api/v1/settlements': {
    body: CreateSettlement
    answer: Settlement
  }
  /** Get a settlement */
  'GET /api/v1/settlements/{id}': {
    path: {
      /** Id of the settlement */
      id: string
    }
    answer: Settlement
  }
  /** List the lines of a settlement */
  'GET /api/v1/settlements/{id}/lines': {
    path: {
      /** Id of the settlement */
      id: string
    }
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
    }
    answer: SettlementLinePage
  }
  /** Export settlements */
  'GET /api/v1/settlements/export': {
    query?: {
      /** Of the merchant with this id */
      merchant_id?: string | undefined
      /** Of the bank with these five digits */
      bank_code?: string | undefined
      /** With this status */
      status?: SettlementStatus | undefined
      /** Periods that end on it or later */
      start_date?: string | undefined
      /** Periods that begin on it or before */
      end_date?: string | undefined
      /** Periods that begin on it or later */
      period_start_from?: string | undefined
      /** Periods that begin on it or before */
      period_start_to?: string | undefined
      /** names: the members of a list row; tr, en: for people. Also as lang */
      headings?: CsvHeadings | undefined
    }
    answer: Uint8Array
  }
  /** Say where a settlement stands */
  'PUT /api/v1/settlements/{id}/status': {
    path: {
      /** Id of the settlement */
      id: string
    }
    body: UpdateSettlementStatus
    answer: undefined
  }
  /** List the terms of merchants */
  'GET /api/v1/settlements/terms': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Of the merchant with this id */
      merchant_id?: string | undefined
      /** Of the connector configuration with this id */
      connector_config_id?: string | undefined
      /** With this status */
      status?: MerchantTermsStatus | undefined
    }
    answer: MerchantTermsPage
  }
  /** Agree on the terms of a merchant */
  'POST /api/v1/settlements/terms': {
    body: CreateMerchantTerms
    answer: MerchantTerms
  }
  /** Confirm terms */
  'POST /api/v1/settlements/terms/{id}/confirm': {
    path: {
      /** Id of the term */
      id: string
    }
    answer: MerchantTerms
  }
  /** Reject terms */
  'POST /api/v1/settlements/terms/{id}/reject': {
    path: {
      /** Id of the term */
      id: string
    }
    answer: MerchantTerms
  }
  /** List reconciliations */
  'GET /api/v1/reconciliations': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** That reach this far */
      scope?: ReconciliationScope | undefined
      /** Of the connector configuration with this id */
      connector_config_id?: string | undefined
      /** Of the merchant with this id */
      merchant_id?: string | undefined
      /** Of the bank with these five digits */
      bank_code?: string | undefined
      /** Of this length */
      period?: ReconciliationPeriod | undefined
      /** With this status */
      overall_status?: ReconciliationOverallStatus | undefined
      /** Then or later */
      start_date?: string | undefined
      /** Then or earlier */
      end_date?: string | undefined
    }
    answer: ReconciliationPage
  }
  /** Get a reconciliation */
  'GET /api/v1/reconciliations/{id}': {
    path: {
      /** Id of the reconciliation */
      id: string
    }
    answer: ReconciliationWithDetails
  }
  /** List the rows of a reconciliation */
  'GET /api/v1/reconciliations/{id}/details': {
    path: {
      /** Id of the reconciliation */
      id: string
    }
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Rows with this difference */
      discrepancy?: DiscrepancyType | undefined
      /** Rows with this status */
      detail_status?: ReconciliationDetailStatus | undefined
      /** Rows alone that still need somebody */
      only_pending?: boolean | undefined
      /** Rows with this remedy */
      remedy?: ReconciliationRemedy | undefined
    }
    answer: ReconciliationDetailPage
  }
  /** Start a reconciliation */
  'POST /api/v1/reconciliations/start': {
    body: StartReconciliation
    answer: ReconciliationWithDetails
  }
  /** Send a bank’s file of a day */
  'POST /api/v1/reconciliations/files': {
    query?: {
      /** As the bank states it beside the file; forms that come with one need it */
      sha256?: string | undefined
      /** Where several have the merchant number of the file */
      connector_config_id?: string | undefined
    }
    body: Uint8Array
    answer: BankFile
  }
  /** Resolve many discrepancies */
  'POST /api/v1/reconciliations/{id}/details/bulk-resolve': {
    path: {
      /** Id of the reconciliation */
      id: string
    }
    body: BulkResolve
    answer: BulkResolveResult
  }
  /** Resolve a discrepancy */
  'POST /api/v1/reconciliations/{id}/details/{detail_id}/resolve': {
    path: {
      /** Id of the reconciliation */
      id: string
      /** Id of the row of the reconciliation */
      detail_id: string
    }
    body: ResolveDetail
    answer: ReconciliationDetail
  }
  /** Carry out the remedy of a discrepancy */
  'POST /api/v1/reconciliations/{id}/details/{detail_id}/remedy': {
    path: {
      /** Id of the reconciliation */
      id: string
      /** Id of the row of the reconciliation */
      detail_id: string
    }
    body?: CarryOutRemedy
    answer: ReconciliationDetail
  }
  /** Finalize a reconciliation */
  'POST /api/v1/reconciliations/{id}/finalize': {
    path: {
      /** Id of the reconciliation */
      id: string
    }
    body?: FinalizeReconciliation
    answer: ReconciliationWithDetails
  }
  /** Cancel a reconciliation */
  'POST /api/v1/reconciliations/{id}/cancel': {
    path: {
      /** Id of the reconciliation */
      id: string
    }
    body?: CancelReconciliation
    answer: Reconciliation
  }
  /** List hosts of banks */
  'GET /api/v1/lookups/connector-hosts': {
    query?: {
      /** Of connectors of this type */
      connector_type?: ConnectorType | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: ConnectorHostPage
  }
  /** List banks */
  'GET /api/v1/lookups/banks': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: BankPage
  }
  /** List cities */
  'GET /api/v1/lookups/cities': {
    query?: {
      /** With this code */
      code?: string | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: City[]
  }
  /** List districts */
  'GET /api/v1/lookups/districts': {
    query?: {
      /** Of the city with this code */
      city_code?: string | undefined
      /** Of the city with this id */
      city_id?: string | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: District[]
  }
  /** List merchant category codes */
  'GET /api/v1/lookups/mcc-codes': {
    query?: {
      /** Of this category */
      category?: string | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: MccCodePage
  }
  /** Read a BIN */
  'GET /api/v1/lookups/bins/{bin}': {
    path: {
      /** The first 6 to 8 digits of a card */
      bin: string
    }
    answer: BinAnswer
  }
  /** List BIN ranges */
  'GET /api/v1/lookups/bank-bins': {
    query?: {
      /** Of the bank with these five digits */
      bank_code?: string | undefined
      /** Rows whose range covers these digits */
      bin?: string | undefined
      /** Rows whose range covers these digits */
      bin_prefix?: string | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: BankBinPage
  }
  /** Check an IBAN */
  'POST /api/v1/validation/iban': {
    body: ValidateIban
    answer: IbanValidation
  }
  /** Check a card number */
  'POST /api/v1/validation/card': {
    body: ValidateCard
    answer: CardValidation
  }
  /** Figures of a period */
  'GET /api/v1/dashboard/stats': {
    query?: {
      /** Of this length */
      period?: DashboardPeriod | undefined
    }
    answer: DashboardStats
  }
  /** List calls to banks */
  'GET /api/v1/api-request-logs': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Id of the payment, as its creation answered it */
      transaction_id?: string | undefined
      /** Of the connector configuration with this id */
      connector_configuration_id?: string | undefined
      /** Through the connector with this short name */
      connector_code?: string | undefined
      /** Calls with this HTTP method */
      method?: string | undefined
      /** Part of the address, without case */
      endpoint?: string | undefined
      /** Calls answered with this HTTP status */
      status_code?: number | undefined
      /** true: what succeeded; false: what failed */
      is_success?: boolean | undefined
      /** Calls that began then or later */
      request_timestamp_from?: string | undefined
      /** Calls that began then or earlier */
      request_timestamp_to?: string | undefined
      /** Of the call with this X-Correlation-Id */
      correlation_id?: string | undefined
      /** Part of address, bodies or error message, without case */
      search_term?: string | undefined
      /** Rows of any of them */
      error_categories?: ErrorCategory[] | undefined
      /** The same as request_timestamp_from; of both the last one counts */
      start_date?: string | undefined
      /** The same as request_timestamp_to; of both the last one counts */
      end_date?: string | undefined
    }
    answer: ApiRequestLogPage
  }
  /** List operations that wait for people */
  'GET /api/v1/unresolved-operations': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** With this status */
      status?: UnresolvedStatus | undefined
      /** Id of the payment, as its creation answered it */
      transaction_id?: string | undefined
    }
    answer: UnresolvedOperationPage
  }
  /** Propose how an operation ended */
  'POST /api/v1/unresolved-operations/{id}/propose': {
    path: {
      /** Id of the unresolved operation */
      id: string
    }
    body: ProposeOutcome
    answer: UnresolvedOperation
  }
  /** Confirm how an operation ended */
  'POST /api/v1/unresolved-operations/{id}/confirm': {
    path: {
      /** Id of the unresolved operation */
      id: string
    }
    body: ConfirmOutcome
    answer: UnresolvedOperation
  }
  /** List connectors */
  'GET /api/v1/connectors': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: ConnectorPage
  }
  /** Create a connector */
  'POST /api/v1/connectors': {
    body: CreateConnector
    answer: Connector
  }
  /** Read a connector */
  'GET /api/v1/connectors/{id}': {
    path: {
      /** Id of the connector */
      id: string
    }
    answer: Connector
  }
  /** Replace a connector */
  'PUT /api/v1/connectors/{id}': {
    path: {
      /** Id of the connector */
      id: string
    }
    body: UpdateConnector
    answer: Connector
  }
  /** Delete a connector */
  'DELETE /api/v1/connectors/{id}': {
    path: {
      /** Id of the connector */
      id: string
    }
    answer: undefined
  }
  /** Activate a connector */
  'POST /api/v1/connectors/{id}/activate': {
    path: {
      /** Id of the connector */
      id: string
    }
    answer: Connector
  }
  /** Deactivate a connector */
  'POST /api/v1/connectors/{id}/deactivate': {
    path: {
      /** Id of the connector */
      id: string
    }
    answer: Connector
  }
  /** Health of a connector */
  'GET /api/v1/connectors/{id}/health': {
    path: {
      /** Id of the connector */
      id: string
    }
    answer: ConnectorHealth
  }
  /** Read a connector with its configurations, health, codes and changelog */
  'GET /api/v1/connectors/{id}/detail': {
    path: {
      /** Id of the connector */
      id: string
    }
    answer: ConnectorDetail
  }
  /** List connector configurations */
  'GET /api/v1/connector-configurations': {
    query?: {
      /** Configurations of this connector */
      connector_id?: string | undefined
      /** Of real banks, or of their test systems */
      mode?: ConnectorMode | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: ConnectorConfigurationPage
  }
  /** Create a connector configuration */
  'POST /api/v1/connector-configurations': {
    body: CreateConnectorConfiguration
    answer: ConnectorConfiguration
  }
  /** Read a connector configuration */
  'GET /api/v1/connector-configurations/{id}': {
    path: {
      /** Id of the connector configuration */
      id: string
    }
    answer: ConnectorConfiguration
  }
  /** Replace a connector configuration */
  'PUT /api/v1/connector-configurations/{id}': {
    path: {
      /** Id of the connector configuration */
      id: string
    }
    body: UpdateConnectorConfiguration
    answer: ConnectorConfiguration
  }
  /** Delete a connector configuration */
  'DELETE /api/v1/connector-configurations/{id}': {
    path: {
      /** Id of the connector configuration */
      id: string
    }
    answer: undefined
  }
  /** Activate a connector configuration */
  'POST /api/v1/connector-configurations/{id}/activate': {
    path: {
      /** Id of the connector configuration */
      id: string
    }
    answer: ConnectorConfiguration
  }
  /** Deactivate a connector configuration */
  'POST /api/v1/connector-configurations/{id}/deactivate': {
    path: {
      /** Id of the connector configuration */
      id: string
    }
    answer: ConnectorConfiguration
  }
  /** Confirm a change of addresses or secrets */
  'POST /api/v1/connector-configurations/{id}/confirm': {
    path: {
      /** Id of the connector configuration */
      id: string
    }
    body: DecideConfigurationChange
    answer: ConnectorConfiguration
  }
  /** Reject a change of addresses or secrets */
  'POST /api/v1/connector-configurations/{id}/reject': {
    path: {
      /** Id of the connector configuration */
      id: string
    }
    body: DecideConfigurationChange
    answer: ConnectorConfiguration
  }
  /** Health of a connector configuration */
  'GET /api/v1/connector-configurations/{id}/health': {
    path: {
      /** Id of the connector configuration */
      id: string
    }
    answer: ConnectorConfigurationHealth
  }
  /** List the bank profiles of a merchant */
  'GET /api/v1/merchants/{merchant_id}/bank-profiles': {
    path: {
      /** Of the merchant with this id */
      merchant_id: string
    }
    answer: MerchantBankProfile[]
  }
  /** Create a bank profile */
  'POST /api/v1/merchants/{merchant_id}/bank-profiles': {
    path: {
      /** Of the merchant with this id */
      merchant_id: string
    }
    body: CreateBankProfile
    answer: MerchantBankProfile
  }
  /** Count the bank profiles of merchants */
  'GET /api/v1/merchants/bank-profile-counts': {
    query?: {
      /** Default: every merchant that has a profile */
      merchant_ids?: string[] | undefined
    }
    answer: {
      [key: string]: number
    }
  }
  /** Replace a bank profile */
  'PUT /api/v1/merchants/{merchant_id}/bank-profiles/{id}': {
    path: {
      /** Of the merchant with this id */
      merchant_id: string
      /** Id of the bank profile */
      id: string
    }
    body: UpdateBankProfile
    answer: undefined
  }
  /** Delete a bank profile */
  'DELETE /api/v1/merchants/{merchant_id}/bank-profiles/{id}': {
    path: {
      /** Of the merchant with this id */
      merchant_id: string
      /** Id of the bank profile */
      id: string
    }
    answer: undefined
  }
  /** List routing rules */
  'GET /api/v1/routing-rules': {
    query?: {
      /** Rules with this target */
      target_connector_config_id?: string | undefined
      /** Rules with this fallback */
      fallback_connector_config_id?: string | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: RoutingRulePage
  }
  /** Create a routing rule */
  'POST /api/v1/routing-rules': {
    body: CreateRoutingRule
    answer: string
  }
  /** Read a routing rule */
  'GET /api/v1/routing-rules/{id}': {
    path: {
      /** Id of the routing rule */
      id: string
    }
    answer: RoutingRule
  }
  /** Replace a routing rule */
  'PUT /api/v1/routing-rules/{id}': {
    path: {
      /** Id of the routing rule */
      id: string
    }
    body: UpdateRoutingRule
    answer: undefined
  }
  /** Delete a routing rule */
  'DELETE /api/v1/routing-rules/{id}': {
    path: {
      /** Id of the routing rule */
      id: string
    }
    answer: undefined
  }
  /** Delete many routing rules */
  'POST /api/v1/routing-rules/bulk-delete': {
    body: BulkIds
    answer: BulkDeleteResult
  }
  /** Activate a routing rule */
  'POST /api/v1/routing-rules/{id}/activate': {
    path: {
      /** Id of the routing rule */
      id: string
    }
    answer: undefined
  }
  /** Deactivate a routing rule */
  'POST /api/v1/routing-rules/{id}/deactivate': {
    path: {
      /** Id of the routing rule */
      id: string
    }
    answer: undefined
  }
  /** Change the figures of a routing rule */
  'PATCH /api/v1/routing-rules/{id}/score': {
    path: {
      /** Id of the routing rule */
      id: string
    }
    body: RoutingScore
    answer: undefined
  }
  /** Find the routing rules a payment would meet */
  'POST /api/v1/routing-rules/resolve': {
    body: ResolveRouting
    answer: RoutingRule[]
  }
  /** Read the routing settings */
  'GET /api/v1/routing-rules/settings': {
    answer: RoutingSettings
  }
  /** Replace the routing settings */
  'PUT /api/v1/routing-rules/settings': {
    body: WriteRoutingSettings
    answer: undefined
  }
  /** List simple routing rules */
  'GET /api/v1/simple-routing-rules': {
    query?: {
      /** Rules with this target */
      target_connector_config_id?: string | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** Rows in which this text is found */
      search_term?: string | undefined
    }
    answer: SimpleRoutingRulePage
  }
  /** Create a simple routing rule */
  'POST /api/v1/simple-routing-rules': {
    body: CreateSimpleRoutingRule
    answer: string
  }
  /** Read a simple routing rule */
  'GET /api/v1/simple-routing-rules/{id}': {
    path: {
      /** Id of the simple routing rule */
      id: string
    }
    answer: SimpleRoutingRule
  }
  /** Replace a simple routing rule */
  'PUT /api/v1/simple-routing-rules/{id}': {
    path: {
      /** Id of the simple routing rule */
      id: string
    }
    body: UpdateSimpleRoutingRule
    answer: undefined
  }
  /** Delete a simple routing rule */
  'DELETE /api/v1/simple-routing-rules/{id}': {
    path: {
      /** Id of the simple routing rule */
      id: string
    }
    answer: undefined
  }
  /** Delete many simple routing rules */
  'POST /api/v1/simple-routing-rules/bulk-delete': {
    body: BulkIds
    answer: BulkDeleteResult
  }
  /** Activate a simple routing rule */
  'POST /api/v1/simple-routing-rules/{id}/activate': {
    path: {
      /** Id of the simple routing rule */
      id: string
    }
    answer: undefined
  }
  /** Deactivate a simple routing rule */
  'POST /api/v1/simple-routing-rules/{id}/deactivate': {
    path: {
      /** Id of the simple routing rule */
      id: string
    }
    answer: undefined
  }
  /** List bank codes */
  'GET /api/v1/connector-error-codes': {
    query?: {
      /** Rows of this connector */
      connector_code?: string | undefined
      /** Of this category */
      category?: ErrorCategory | undefined
    }
    answer: ConnectorErrorCode[]
  }
  /** List bank codes of one connector */
  'GET /api/v1/connector-error-codes/{key}': {
    path: {
      /** Code of a connector, such as SIMBANK */
      key: string
    }
    answer: ConnectorErrorCode[]
  }
  /** Replace what a bank code means */
  'PUT /api/v1/connector-error-codes/{key}': {
    path: {
      /** Short name of the error code */
      key: string
    }
    body: UpdateConnectorErrorCode
    answer: undefined
  }
  /** Create or overwrite bank codes */
  'POST /api/v1/connector-error-codes/bulk': {
    body: BulkErrorCodes
    answer: BulkErrorCodesResult
  }
  /** Create a setting */
  'POST /api/v1/settings': {
    body: CreateSetting
    answer: string
  }
  /** List settings */
  'GET /api/v1/settings': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Part of key, description or category */
      search_term?: string | undefined
      /** This key */
      key?: string | undefined
      /** Of this scope */
      scope?: SettingScope | undefined
      /** Of this user */
      scope_id?: string | undefined
      /** Of this category */
      category?: string | undefined
      /** Those, or the others */
      is_read_only?: boolean | undefined
    }
    answer: SettingPage
  }
  /** Change a setting */
  'PUT /api/v1/settings/{id}': {
    path: {
      /** Id of the setting */
      id: string
    }
    body: UpdateSetting
    answer: undefined
  }
  /** Delete a setting */
  'DELETE /api/v1/settings/{id}': {
    path: {
      /** Id of the setting */
      id: string
    }
    answer: undefined
  }
  /** Health of all connectors */
  'GET /api/v1/health/connectors': {
    answer: ConnectorHealthRow[]
  }
  /** The process is alive */
  'GET /health/live': {
    answer: Live
  }
  /** The process can do its work */
  'GET /health/ready': {
    answer: HealthReport
  }
  /** The process is alive */
  'GET /api/v1/health/live': {
    answer: Live
  }
  /** The process can do its work */
  'GET /api/v1/health/ready': {
    answer: HealthReport
  }
  /** The process can do its work */
  'GET /api/v1/health': {
    answer: HealthReport
  }
}

/** What the webhooks of cards send; `switch (event.type)` narrows it. */
export type WebhookEvent =
  | PaymentCompletedEvent
  | PaymentFailedEvent
  | PaymentAuthorizedEvent
  | CaptureCompletedEvent
  | VoidCompletedEvent
  | RefundCompletedEvent
  | ThreeDsCompletedEvent
  | ThreeDsFailedEvent
  | SubscriptionChargedEvent
  | SubscriptionFailedEvent
  | SubscriptionCancelledEvent
  | SubscriptionCompletedEvent
  | SubscriptionChargeReversedEvent
  | SubscriptionChargeFailedEvent
  | ChargebackOpenedEvent
  | ChargebackResolvedEvent
  | SettlementCreatedEvent
  | SettlementCompletedEvent
