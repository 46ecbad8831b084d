/** Vezne card payments: made from its OpenAPI document by `node scripts/docs.ts`; not to be edited. */

import type { Page, PageQuery, EventOf, Bank, BankBin, BankBinPage, BankPage, BinAnswer, CardBrand, CardSchemaType, CardType, CardValidation, City, ConnectorHost, ConnectorHostPage, ConnectorType, CreateSetting, District, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, IbanValidation, KnownSetting, KnownSettingKind, ListOrder, Live, MccCode, MccCodePage, Problem, ReplayEventsResult, ReplayResult, ReplayedEvents, RotatedSecret, Setting, SettingLoosening, SettingPage, SettingScope, UpdateSetting, ValidateCard, ValidateIban, WaitingChange, WaitingChangePage, WaitingDiff, WaitsFor, WebhookDelivery, WebhookDeliveryPage, WebhookHealth, WebhookSubscription, WebhookSubscriptionCreated, WebhookSubscriptionPage } from './shared.ts'

export type { Bank, BankBin, BankBinPage, BankPage, BinAnswer, CardBrand, CardSchemaType, CardType, CardValidation, City, ConnectorHost, ConnectorHostPage, ConnectorType, CreateSetting, District, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, IbanValidation, KnownSetting, KnownSettingKind, ListOrder, Live, MccCode, MccCodePage, Problem, ReplayEventsResult, ReplayResult, ReplayedEvents, RotatedSecret, Setting, SettingLoosening, SettingPage, SettingScope, UpdateSetting, ValidateCard, ValidateIban, WaitingChange, WaitingChangePage, WaitingDiff, WaitsFor, WebhookDelivery, WebhookDeliveryPage, WebhookHealth, WebhookSubscription, WebhookSubscriptionCreated, WebhookSubscriptionPage }

export interface Address {
  contact_name?: string | null | undefined
  city?: string | null | undefined
  /** Two-letter code */
  country?: string | null | undefined
  address?: string | null | undefined
  postal_code?: string | null | undefined
}

export interface ApiRequestLog {
  extra_properties_dict: {
    [key: string]: string
  }
  id: string
  transaction_id: string | null
  connector_configuration_id: string
  connector_code: string
  method: string
  endpoint: string
  request_headers: string | null
  request_body: string | null
  response_headers: string | null
  response_body: string | null
  status_code: number | null
  /** hh:mm:ss.fffffff */
  duration: string
  request_timestamp: string
  response_timestamp: string | null
  is_success: boolean
  error_message: string | null
  error_category: ErrorCategory | null
  correlation_id: string | null
  created: string
  /** `sub` of the token that asked for it: a user or an API key */
  created_by: string | null
  /** Address that asked for it */
  caller_address: string | null
  last_modified: string
  last_modified_by: string | null
  tenant_id: string
  is_active: boolean
  is_deleted: boolean
}

export type ApiRequestLogPage = Page<ApiRequestLog>

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
  id: string
  sha256: string
  /** csv, fixed_width, mt940, nestpay_list or garanti_list */
  form: string
  bank: string
  merchant_number: string
  currency: string
  day: string
  number: number
  connector_config_id: string
  row_count: number
  gross: number
  commission: number
  net: number
  reconciliation_id: string | null
  taken_by: string
  taken_at: string
  /** folder: the bank left it in the watched folder; machine: a confirmed key that may send files and nothing else sent it; person: anybody else; earlier: from before this was kept */
  origin: BankFileOrigin
  /** waiting: nobody vouches for it yet, and nothing it says takes effect; rejected by a person; replaced by another file of the day */
  status: BankFileStatus
  confirmed_by: string | null
  confirmed_at: string | null
  /** What waits for a second person: that it is the bank’s, or that one which counts is rejected */
  awaits: BankFileAwaited | null
  /** Who sent it, or asked for its rejection */
  asked_by: string | null
  withdrawn_by: string | null
  withdrawn_at: string | null
  reason: string | null
  replaced_by: string | null
}

export type BankFileAwaited = 'confirmation' | 'rejection'

export type BankFileOrigin = 'folder' | 'machine' | 'person' | 'earlier'

export type BankFilePage = Page<BankFile>

export type BankFileStatus = 'loading' | 'waiting' | 'taken' | 'rejected' | 'replaced'

export interface BankRow {
  /** Matched with provider_transaction_id */
  bank_transaction_id?: string | null | undefined
  amount: number
  status: BankRowStatus
  transaction_date?: string | null | undefined
  merchant_external_id?: string | null | undefined
  /** The second key, with the amount and, where there is one, the day */
  auth_code?: string | null | undefined
}

export type BankRowStatus = 'approved' | 'completed' | 'declined' | 'failed' | 'refunded' | 'voided' | 'pending'

export interface BasketItem {
  id?: string | null | undefined
  name: string
  /** Minor units */
  price: number
  quantity: number
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
  items?: BulkResolveItem[] | null | undefined
  detail_ids?: string[] | null | undefined
  resolution_action?: ReconciliationResolutionAction | null | undefined
  remarks?: string | null | undefined
}

export interface BulkResolveError {
  detail_id: string
  message: string
}

export interface BulkResolveItem {
  detail_id: string
  request: BulkResolveRequest
}

export interface BulkResolveRequest {
  /** none is refused */
  action?: ReconciliationResolutionAction | null | undefined
  /** none is refused */
  resolution_action?: ReconciliationResolutionAction | null | undefined
  adjusted_amount?: number | null | undefined
  applied_status?: TransactionStatus | null | undefined
  remarks?: string | null | undefined
}

export interface BulkResolveResult {
  processed: number
  failed: number
  details: ReconciliationDetail[]
  errors: BulkResolveError[]
}

export interface Buyer {
  id?: string | null | undefined
  name?: string | null | undefined
  surname?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  ip_address?: string | null | undefined
  identity_number?: string | null | undefined
}

export interface CancelReconciliation {
  reason?: string | null | undefined
}

export interface CancelRecurring {
  transaction_id?: string | null | undefined
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface CancellationRequest {
  id: string
  transaction_id: string
  merchant_id: string
  requested_by: string | null
  requested_at: string
  reason: string | null
  status: CancellationRequestStatus
  reviewed_by: string | null
  reviewed_at: string | null
  review_note: string | null
  /** Filled when the void after the approval failed */
  void_error_code: string | null
  void_error_message: string | null
  transaction: TransactionSummary | null
}

export type CancellationRequestPage = Page<CancellationRequest>

export type CancellationRequestStatus = 'pending' | 'approved' | 'rejected' | 'failed'

export interface Capture {
  /** Repeats the path */
  transaction_id?: string | null | undefined
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount?: number | null | Money | undefined
  /** With the plain integer; default: the payment's */
  currency?: string | null | undefined
  reason?: string | null | undefined
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

export interface CaptureById {
  transaction_id: string
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount?: number | null | Money | undefined
  /** With the plain integer; default: the payment's */
  currency?: string | null | undefined
  reason?: string | null | undefined
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

/** A pre-authorization was captured */
export type CaptureCompletedEvent = EventOf<'capture.completed', PaymentCompletedData>

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

export type CardEventType = 'payment.completed' | 'payment.failed' | 'payment.authorized' | 'capture.completed' | 'void.completed' | 'refund.completed' | '3ds.completed' | '3ds.failed' | 'subscription.charged' | 'subscription.failed' | 'subscription.cancelled' | 'subscription.completed' | 'subscription.charge.reversed' | 'subscription.charge.failed' | 'chargeback.opened' | 'chargeback.resolved' | 'settlement.created' | 'settlement.completed'

export interface CarryOutRemedy {
  /** Another one than the proposed */
  remedy?: ReconciliationRemedy | null | undefined
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
  at: string
  /** User or client that made the change: `sub` of its token */
  actor: string
  /** created, updated, deleted, activated, deactivated; requested, confirmed or rejected where a second person confirms */
  action: string
  /** connector, connector_configuration, connector_error_code, routing_rule or simple_routing_rule; a rule stands with the connector of its target */
  entity_kind: string
  entity_id: string
  /** Remark, when somebody made one */
  note: string | null
  /** What changed */
  diff: ChangelogDiff[]
}

export interface Chargeback {
  id: string
  transaction_id: string
  /** Minor units */
  amount: number
  currency: string | null
  reason: string | null
  reason_code: string | null
  bank_reference_no: string | null
  status: ChargebackStatus
  response_deadline: string | null
  resolved_at: string | null
  merchant_response: string | null
  notes: string | null
  created: string
  merchant_name: string | null
  masked_card_number: string | null
  /** Minor units */
  transaction_amount: number
  merchant_id: string
  /** Open without a response: due within 24 hours of the deadline, missed from then on */
  deadline_alarm: ChargebackDeadlineAlarm | null
  /** What a first person said; it counts once a second one says the same */
  awaits: ChargebackAwaits | null
  /** Who said it */
  asked_by: string | null
  /** Who said how it ended, and was the second where two do; null: the bank, or it is open */
  ended_by: string | null
}

export type ChargebackAction = 'dispute' | 'win' | 'lose'

export type ChargebackAwaits = 'won' | 'lost'

export type ChargebackDeadlineAlarm = 'due' | 'missed'

export interface ChargebackEvidence {
  id: string
  chargeback_id: string
  file_name: string
  /** By the content of the file */
  media_type: EvidenceMediaType
  size_bytes: number
  /** Of the file, lower-case hex */
  sha256: string
  description: string | null
  uploaded_by: string
  created: string
}

export interface ChargebackOpenedData extends PaymentCompletedData {
  chargeback_id: string
  reason_code: string
  due_date: string
  chargeback_status: 'opened' | 'disputed' | 'won' | 'lost'
}

/** The cardholder’s bank asks for the money back; respond before `due_date` */
export type ChargebackOpenedEvent = EventOf<'chargeback.opened', ChargebackOpenedData>

export type ChargebackOrder = 'created' | 'deadline'

export type ChargebackPage = Page<Chargeback>

export interface ChargebackResolvedData extends ChargebackOpenedData {
  resolved_at: string
}

/** A chargeback was concluded */
export type ChargebackResolvedEvent = EventOf<'chargeback.resolved', ChargebackResolvedData>

export type ChargebackStatus = 'opened' | 'disputed' | 'won' | 'lost'

export type CheckoutPaymentMode = 'non_3d' | 'three_d_secure' | 'three_d_pay' | 'three_d_pay_hosting'

export interface CheckoutSession {
  session_id: string
  tenant_id: string
  merchant_id: string
  external_merchant_id: string | null
  merchant_name: string | null
  amount: number
  currency: string
  allowed_installments: number[]
  description: string | null
  external_id: string | null
  basket_id: string | null
  customer_email: string | null
  customer_phone: string | null
  metadata: {
    [key: string]: string
  } | null
  status: CheckoutStatus
  /** Of the latest try */
  transaction_id: string | null
  created_at: string
  expires_at: string
  payment_mode: CheckoutPaymentMode
  allow_pre_auth: boolean
  is_test_session: boolean
  attempt_count: number
  max_attempts: number
  success_url: string | null
  cancel_url: string | null
}

export interface CheckoutSessionCreated {
  /** 128 random bits as 32 hex digits; whoever has it can pay the session */
  session_id: string
  /** The hosted page: send the shopper's browser there */
  checkout_url: string
  expires_at: string
}

export type CheckoutSessionPage = Page<CheckoutSessionRow>

export interface CheckoutSessionRow {
  /** Reads the session with everything in it */
  session_id: string
  /** Payment of the latest try */
  transaction_id: string | null
  attempt_count: number
  max_attempts: number
  is_test_session: boolean
  merchant_id: string
  external_merchant_id: string | null
  merchant_name: string | null
  /** Minor units */
  amount: number
  /** ISO 4217 */
  currency: string
  description: string | null
  /** The caller's order id */
  external_id: string | null
  status: CheckoutStatus
  /** Person or API key that made it */
  created_by: string
  created_at: string
  expires_at: string
}

export type CheckoutStatus = 'open' | 'processing' | 'completed' | 'failed' | 'expired' | 'cancelled'

export interface Complete3D {
  transaction_id: string
  /** true = ask the bank for the authentication result first, for a payment whose callback never came */
  need_verification?: boolean | null | undefined
}

export interface CompleteSession {
  transaction_id: string
}

export interface ConfirmDcc {
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
  name: string
  /** Name for programs, unique in the tenant; never changes */
  code: string
  type: ConnectorType
  /** An inactive connector takes no new payments, whatever its configurations say */
  is_active: boolean
  created: string
  last_modified: string
  /** Configurations, active and inactive together */
  configuration_count: number
}

export interface ConnectorConfiguration {
  /** Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, supports_recurring, supports_points (default true), dcc_enabled (default false), max_ins… */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the configuration */
  id: string
  /** Its connector */
  connector_id: string
  connector_name: string | null
  /** Code of the connector */
  connector_code: string | null
  name: string | null
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
  created: string
  last_modified: string
  pending_change: PendingConfigurationChange | null
}

export interface ConnectorConfigurationHealth {
  /** The configuration */
  connector_configuration_id: string
  breaker_state: BreakerState
  status: HealthStatus
  /** Whole percent; a decline of a card counts as success. 100 while there were no calls */
  success_rate: number
  /** Calls counted: the last 100 of the last 24 hours of each configuration */
  sample_size: number
  /** Calls the bank answered */
  success_count: number
  /** Technical faults and timeouts */
  failure_count: number
  last_transaction_at: string | null
  last_calculated_at: string
  /** Success percent of the last 24 hours, one number an hour, oldest first; 100 for an hour without calls, and at most the last 100 calls of an hour and configuration are counted */
  sparkline: number[]
  last_error: LastError | null
}

export type ConnectorConfigurationPage = Page<ConnectorConfiguration>

export interface ConnectorDetail {
  connector: Connector
  /** Active and inactive ones, by priority */
  configurations: ConnectorConfiguration[]
  health: ConnectorHealth
  /** What its codes mean to this tenant */
  error_codes: ConnectorErrorCode[]
  /** Newest first, at most 100 */
  changelog: ChangelogEntry[]
}

export interface ConnectorErrorCode {
  id: string
  /** Connector whose code it is */
  connector_code: string | null
  /** The bank's code */
  provider_error_code: string | null
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
  rollup: ConnectorHealthRollup
  /** By priority */
  per_configuration: ConnectorConfigurationHealth[]
}

export interface ConnectorHealthRollup {
  status: HealthStatus
  /** Whole percent; a decline of a card counts as success. 100 while there were no calls */
  success_rate: number
  /** Calls counted: the last 100 of the last 24 hours of each configuration */
  sample_size: number
  /** Calls the bank answered */
  success_count: number
  /** Technical faults and timeouts */
  failure_count: number
  last_transaction_at: string | null
  last_calculated_at: string
  /** Success percent of the last 24 hours, one number an hour, oldest first; 100 for an hour without calls, and at most the last 100 calls of an hour and configuration are counted */
  sparkline: number[]
  last_error: LastError | null
}

export interface ConnectorHealthRow {
  /** The connector */
  connector_id: string
  /** Its code */
  connector_code: string
  rollup: ConnectorHealthRollup
}

export type ConnectorMode = 'test' | 'production'

export type ConnectorPage = Page<Connector>

export interface CreateBankProfile {
  /** Repeats the path */
  merchant_id?: string | null | undefined
  /** A connector configuration: its id, or its name where only one has it */
  connector_config_id: string
  sub_merchant_id?: string | null | undefined
  sub_merchant_name?: string | null | undefined
  /** Merchant category code */
  sub_merchant_mcc?: string | null | undefined
  sub_merchant_postal_code?: string | null | undefined
  sub_merchant_city?: string | null | undefined
  /** ISO 3166, as the bank asks for it */
  sub_merchant_country_code?: string | null | undefined
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface CreateCancellation {
  transaction_id: string
  reason?: string | null | undefined
}

export interface CreateChargeback {
  /** A payment that is completed or refunded */
  transaction_id: string
  /** Minor units; at most the amount of the payment */
  amount: number
  /** Default: that of the payment */
  currency?: string | null | undefined
  reason?: string | null | undefined
  /** Of the card scheme, such as 4837 */
  reason_code?: string | null | undefined
  bank_reference_no?: string | null | undefined
  /** Default: seven days from now */
  response_deadline?: string | null | undefined
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
  basket_id?: string | null | undefined
  customer_email?: string | null | undefined
  customer_phone?: string | null | undefined
  metadata?: {
    [key: string]: string
  } | null | undefined
  /** Of each of its payments; a key that pay sends replaces the session's */
  extra_properties?: {
    /** true: a foreign card is offered its own currency, and the shopper chooses on the page */
    dcc?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
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
  name: string
  type: ConnectorType
  /** Upper-case letters, digits, underscores; unique in the tenant. Default: made from name */
  code?: string | null | undefined
  /** Default true */
  is_active?: boolean | null | undefined
}

export interface CreateConnectorConfiguration {
  /** Connector it belongs to */
  connector_id: string
  /** Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, supports_recurring, supports_points (default true), dcc_enabled (default false), max_ins… */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  name: string
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
  /** Its id or name. Left out: every configuration */
  connector_config_id?: string | null | undefined
  /** Instead of a configuration: all of a bank */
  bank_code?: string | null | undefined
  /** Day of Istanbul; after every day that is settled */
  effective_from: string
  /** Commission of the bank: the first that fits */
  rates: TermsRateInput[]
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
  returns_platform_commission?: boolean | null | undefined
  /** Withheld of the gross amount against chargebacks */
  reserve_basis_points?: number | null | undefined
  /** How long it is withheld */
  reserve_days?: number | null | undefined
  notes?: string | null | undefined
}

export interface CreatePayment {
  /** The caller's order id; need not be unique */
  external_id?: string | null | undefined
  basket_id?: string | null | undefined
  amount: Money
  /** 1 = single payment */
  installment: number
  card?: Card | null | undefined
  /** Instead of `card`, exactly one of the two: what card fields on the shop’s own page gave out */
  card_token?: string | null | undefined
  description?: string | null | undefined
  buyer?: Buyer | null | undefined
  billing_address?: Address | null | undefined
  shipping_address?: Address | null | undefined
  basket_items?: BasketItem[] | null | undefined
  operation_type?: PaymentOperation | null | undefined
  /** Further keys are handed to the connector as they are */
  extra_properties?: {
    /** true: pay with all usable points of the card, the rest by card */
    use_points?: string | undefined
    /** The shopper's device, for the fraud rules */
    device_fingerprint?: string | undefined
    /** The shopper's browser, for the fraud rules */
    user_agent?: string | undefined
    /** true: ask the bank for an offer in the currency of the card; the payment then waits for dcc/confirm */
    dcc?: string | undefined
    /** Sandbox: this configuration, by its id or its name, takes the payment, whatever routing decides */
    connector_configuration_id?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

export interface CreatePlanRecurring {
  /** The caller's order id; need not be unique */
  external_id?: string | null | undefined
  amount: Money
  card: Card
  buyer?: Buyer | null | undefined
  description?: string | null | undefined
  /** Every so many periods */
  interval?: number | null | undefined
  /** Absent or past: the first payment is made now. Ahead: it is stored now and sent on its date */
  start_date?: string | null | undefined
  /** Its id or name. Absent: routing decides */
  connector_config_id?: string | null | undefined
  period: RecurringPeriod
  installment_count: number
  secure_type?: RecurringSecureType | null | undefined
  /** HTTPS; required with three_ds: where the browser ends */
  return_url?: string | null | undefined
}

export interface CreateRecurringPayment {
  /** The caller's order id; need not be unique */
  external_id?: string | null | undefined
  amount: Money
  card: Card
  buyer?: Buyer | null | undefined
  description?: string | null | undefined
  /** Every so many periods */
  interval?: number | null | undefined
  /** Absent or past: the first payment is made now. Ahead: it is stored now and sent on its date */
  start_date?: string | null | undefined
  /** Always 1 */
  installment?: number | null | undefined
  frequency: RecurringPeriod
  total_payment_count: number
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface CreateRoutingRule {
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  name: string
  /** Lower first */
  priority?: number | null | undefined
  /** ISO 4217; absent or null: any */
  currency?: string | null | undefined
  card_brand_filter?: CardBrand | null | undefined
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

export interface CreateSettlement {
  merchant_id: string
  period_start: string
  /** Not before period_start */
  period_end: string
  bank_code?: string | null | undefined
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
  transaction_count?: number | null | undefined
  refund_count?: number | null | undefined
  bank_reference?: string | null | undefined
  notes?: string | null | undefined
}

export interface CreateSimpleRoutingRule {
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  name: string
  /** Lower first */
  priority?: number | null | undefined
  /** ISO 4217; absent or null: any */
  currency?: string | null | undefined
  card_brand_filter?: CardBrand | null | undefined
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
  expiry_month: number
  expiry_year: number
  /** Default 000, for Amex 0000 */
  cvv?: string | null | undefined
  card_schema_type: CardSchemaType
  card_type: CardType
  card_brand: CardBrand
  expected_result: TestCardExpectedResult
  /** Overrides provider_error_code of a decline */
  custom_error_code?: string | null | undefined
  /** Overrides detail of a decline */
  custom_error_message?: string | null | undefined
  simulated_delay_ms?: number | null | undefined
  label?: string | null | undefined
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
}

export interface CreateWebhookSubscription {
  /** HTTPS, publicly reachable */
  url: string
  /** Event types, or the wildcard * alone; also accepted as one text, separated by commas */
  events: Array<'payment.completed' | 'payment.failed' | 'payment.authorized' | 'capture.completed' | 'void.completed' | 'refund.completed' | '3ds.completed' | '3ds.failed' | 'subscription.charged' | 'subscription.failed' | 'subscription.cancelled' | 'subscription.completed' | 'subscription.charge.reversed' | 'subscription.charge.failed' | 'chargeback.opened' | 'chargeback.resolved' | 'settlement.created' | 'settlement.completed' | '*'> | string
  description?: string | null | undefined
  max_retry_count?: number | null | undefined
}

export type CsvHeadings = 'names' | 'tr' | 'en'

export type DashboardPeriod = 'today' | 'last_7_days' | 'last_30_days'

export interface DashboardStats {
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
  transactions_trend: Trend | null
  success_rate_trend: Trend | null
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

export interface DecideProfileChange {
  /** The id of pending_change, as it was read */
  change_id: string
}

export type DiscrepancyType = 'matched' | 'amount_mismatch' | 'status_mismatch' | 'orphan_db' | 'orphan_bank'

export type ErrorCategory = 'Technical' | 'BankDeclined' | 'Validation' | 'Fraud' | 'Configuration' | 'Timeout' | 'Unknown'

export type EvidenceMediaType = 'application/pdf' | 'image/png' | 'image/jpeg'

export interface FieldsSessionCreated {
  /** For the page alone: whoever has it can make the card_token of the session */
  session_secret: string
  expires_at: string
  /** The one script of ours on your page */
  script_url: string
  /** Its digest, for the attribute `integrity` */
  script_integrity: string
}

export interface FinalizeReconciliation {
  notes?: string | null | undefined
  /** Closes with rows still pending */
  force_partial?: boolean | null | undefined
}

export interface GenerateTestCards {
  count: number
  /** Default by scheme */
  bin_prefix?: string | null | undefined
  card_schema_type: CardSchemaType
  card_type: CardType
  card_brand: CardBrand
  expected_result: TestCardExpectedResult
}

export type HealthStatus = 'healthy' | 'degraded' | 'down' | 'unknown'

export interface IdempotencyKeyHolder {
  /** The same key of another operation is another key */
  operation: string
  /** null: the request named no merchant */
  merchant_id: string | null
  /** The payment it made or changed */
  transaction_id: string | null
  /** Of its answer; null: it is not final yet */
  status_code: number | null
  /** Beginning of the fingerprint a repeat has to match; a repeat shows the same */
  fingerprint: string | null
  /** As it was sent, card and personal data masked; null: none is kept */
  request_body: string | null
  /** `sub` of the token: a user or an API key */
  requested_by: string | null
  correlation_id: string | null
  created: string
  /** Then the key is free again */
  expires_at: string
}

export interface Init3DFull {
  /** The caller's order id; need not be unique */
  external_id?: string | null | undefined
  basket_id?: string | null | undefined
  amount: Money
  /** 1 = single payment */
  installment: number
  card?: Card | null | undefined
  /** Instead of `card`, exactly one of the two: what card fields on the shop’s own page gave out */
  card_token?: string | null | undefined
  description?: string | null | undefined
  buyer?: Buyer | null | undefined
  billing_address?: Address | null | undefined
  shipping_address?: Address | null | undefined
  basket_items?: BasketItem[] | null | undefined
  operation_type?: PaymentOperation | null | undefined
  /** Further keys are handed to the connector as they are */
  extra_properties?: {
    /** true: pay with all usable points of the card, the rest by card */
    use_points?: string | undefined
    /** The shopper's device, for the fraud rules */
    device_fingerprint?: string | undefined
    /** The shopper's browser, for the fraud rules */
    user_agent?: string | undefined
    /** true: ask the bank for an offer in the currency of the card; the payment then waits for dcc/confirm */
    dcc?: string | undefined
    /** Sandbox: this configuration, by its id or its name, takes the payment, whatever routing decides */
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
  id: string
  recurring_plan_id: string
  installment_index: number
  due_date: string
  amount: number
  try_count: number
  last_try_at: string | null
  payment_status: InstallmentStatus
  transaction_id: string | null
  provider_process_id: string | null
  result_code: string | null
  proc_return_code: string | null
  result_message: string | null
  updated_at: string
}

export type InstallmentStatus = 'pending' | 'completed' | 'error' | 'cancelled'

export type KnownOutcome = 'booked' | 'not_booked'

export interface LastError {
  /** Kind of fault: Technical or Timeout */
  code: string | null
  /** What the bank or the line said */
  message: string
  at: string
}

export type MdStatus = 'unknown' | 'fully_authenticated' | 'attempted_authentication' | 'authentication_failed'

export interface MerchantBankProfile {
  id: string
  merchant_id: string
  connector_config_id: string
  connector_config_name: string | null
  connector_code: string | null
  bank_code: string | null
  sub_merchant_id: string | null
  sub_merchant_name: string | null
  sub_merchant_mcc: string | null
  sub_merchant_postal_code: string | null
  sub_merchant_city: string | null
  sub_merchant_country_code: string | null
  extra_properties: {
    [key: string]: string
  } | null
  created: string
  pending_change: PendingProfileChange | null
}

export interface MerchantTerms {
  id: string
  merchant_id: string | null
  connector_config_id: string | null
  bank_code: string | null
  effective_from: string
  rates: TermsRate[]
  value_date_plan: ValueDatePlan
  blocked_days: number | null
  payout_weekday: number | null
  returns_commission: boolean
  /** 100 are one percent */
  platform_basis_points: number
  /** 100 are one percent */
  tax_basis_points: number
  returns_platform_commission: boolean
  /** 100 are one percent */
  reserve_basis_points: number
  reserve_days: number
  status: MerchantTermsStatus
  notes: string | null
  created_by: string
  decided_by: string | null
  decided_at: string | null
  created: string
}

export type MerchantTermsPage = Page<MerchantTerms>

export type MerchantTermsStatus = 'pending' | 'effective' | 'rejected'

export interface Money {
  /** Minor units */
  amount: number
  /** ISO 4217 */
  currency: string
}

export type OperationType = 'sale' | 'pre_auth' | 'post_auth' | 'void' | 'refund' | 'recurring'

export interface OrderHistory {
  transaction_id: string
  status: TransactionStatus
  original_amount: number
  net_amount: number
  currency: string | null
  is_success: boolean
  message: string | null
  provider_history_available: boolean
  internal_history: OrderHistoryEntry[] | null
  external_history: OrderHistoryEntry[] | null
}

export interface OrderHistoryEntry {
  timestamp: string
  status: string | null
  previous_status: string | null
  charge_type: string | null
  message: string | null
  error_code: string | null
  error_message: string | null
  provider_transaction_id: string | null
  auth_code: string | null
  host_reference: string | null
  order_id: string | null
  settlement_id: string | null
  amount: number | null
  md_status: string | null
  cavv: string | null
  eci: string | null
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
  customer_email?: string | null | undefined
  customer_phone?: string | null | undefined
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export type OrderLinkPage = Page<OrderLinkRow>

export interface OrderLinkRow {
  /** The payment that waits for a card */
  transaction_id: string
  /** The page to send; null once nobody can pay there any more */
  payment_link: string | null
  merchant_id: string
  external_merchant_id: string | null
  merchant_name: string | null
  /** Minor units */
  amount: number
  /** ISO 4217 */
  currency: string
  description: string | null
  /** The caller's order id */
  external_id: string | null
  status: CheckoutStatus
  /** Person or API key that made it */
  created_by: string
  created_at: string
  expires_at: string
}

/** A pre-authorization was obtained: the amount is blocked, not yet collected */
export type PaymentAuthorizedEvent = EventOf<'payment.authorized', PaymentCompletedData>

export interface PaymentCompletedData {
  transaction_id: string | null
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Minor units */
  amount: number | null
  currency: string | null
  merchant_id: string | null
  provider_transaction_id: string | null
  auth_code: string | null
  error_code: string | null
  error_message: string | null
  masked_card_number: string | null
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Counts the events of one transaction */
  sequence: number | null
  /** The caller’s order id */
  external_id: string | null
}

/** A sale finished, with or without 3-D Secure */
export type PaymentCompletedEvent = EventOf<'payment.completed', PaymentCompletedData>

export interface PaymentFailedData extends PaymentCompletedData {
  /** The bank’s code */
  provider_error_code: string | null
}

/** The bank declined a payment, or it failed for a technical reason */
export type PaymentFailedEvent = EventOf<'payment.failed', PaymentFailedData>

export type PaymentOperation = 'sale' | 'pre_auth'

export interface PaymentResult {
  transaction_id: string
  status: WriteStatus
  /** Kept for a transition period; rely on the HTTP status */
  is_success: boolean
  message: string | null
  error_code: string | null
  provider_error_code: string | null
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
    /** Conversion: true while an offer waits for its answer */
    dcc_offered?: string | undefined
    /** Conversion: currency of the card */
    dcc_alternative_currency?: string | undefined
    /** Conversion: minor units in that currency */
    dcc_alternative_amount?: string | undefined
    /** Conversion: units of the payment's currency for one of the card's, before the surcharge */
    dcc_exchange_rate?: string | undefined
    /** Conversion: surcharge of the bank, in the alternative amount */
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
  transaction_id: string
  status: WriteStatus
  /** Kept for a transition period; rely on the HTTP status */
  is_success: boolean
  message: string | null
  error_code: string | null
  provider_error_code: string | null
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
    /** Conversion: true while an offer waits for its answer */
    dcc_offered?: string | undefined
    /** Conversion: currency of the card */
    dcc_alternative_currency?: string | undefined
    /** Conversion: minor units in that currency */
    dcc_alternative_amount?: string | undefined
    /** Conversion: units of the payment's currency for one of the card's, before the surcharge */
    dcc_exchange_rate?: string | undefined
    /** Conversion: surcharge of the bank, in the alternative amount */
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
  amount: number
  currency: string | null
  is_3d_secure: boolean
  created: string
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
  requested_at: string
  /** The configuration itself is new and takes nothing before it is confirmed */
  is_new: boolean
  /** What counts now, and what will */
  changes: ChangelogDiff[]
}

export type PendingProfileAction = 'create' | 'update' | 'delete'

export interface PendingProfileChange {
  /** Names what is confirmed or rejected */
  id: string
  /** User or client that asked for it: `sub` of its token */
  requested_by: string
  requested_at: string
  action: PendingProfileAction
  /** What counts now, and what will */
  changes: ChangelogDiff[]
}

export interface PointInquiry {
  transaction_id?: string | null | undefined
  card: Card
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface ProposeOutcome {
  outcome: KnownOutcome
  /** What was found at the bank, and where */
  note: string
  provider_transaction_id?: string | null | undefined
  auth_code?: string | null | undefined
  host_reference?: string | null | undefined
}

export interface RecentFailedTransaction {
  id: string
  merchant_name: string | null
  amount: number
  error_message: string | null
  connector_name: string | null
  created: string
}

export interface Reconciliation {
  id: string
  scope: ReconciliationScope
  connector_config_id: string | null
  connector_config_name: string | null
  merchant_id: string | null
  merchant_name: string | null
  bank_code: string | null
  /** Of the amounts; null where payments of several were compared */
  currency: string | null
  period: ReconciliationPeriod
  period_start: string
  period_end: string
  reconciliation_date: string
  total_db_transactions: number
  total_bank_transactions: number
  matched_count: number
  amount_mismatch_count: number
  status_mismatch_count: number
  orphan_db_count: number
  orphan_bank_count: number
  resolved_count: number
  ignored_count: number
  total_db_amount: number
  total_bank_amount: number
  overall_status: ReconciliationOverallStatus
  finalized_at: string | null
  finalized_by: string | null
  notes: string | null
  /** What single persons gave up of its rows, without a second one (reconciliation.write_off_total_max) */
  written_off: number
  /** Files of it that a person sent and no second one confirmed: it cannot be finalized */
  waiting_files: number
  created: string
}

export interface ReconciliationDetail {
  id: string
  reconciliation_id: string
  transaction_id: string | null
  bank_transaction_id: string | null
  db_amount: number | null
  bank_amount: number | null
  db_status: string | null
  bank_status: string | null
  discrepancy: DiscrepancyType
  detail_status: ReconciliationDetailStatus
  resolution_action: ReconciliationResolutionAction | null
  adjusted_amount: number | null
  applied_status: TransactionStatus | null
  resolved_at: string | null
  resolved_by: string | null
  remarks: string | null
  /** Of the row only the other side has that may be meant; mark_matched says that it is */
  proposed_match_id: string | null
  /** Of 100 */
  proposed_score: number | null
  /** Writes off more than one person may; another one repeats it */
  awaiting_action: ReconciliationResolutionAction | null
  awaiting_by: string | null
  /** adjusted_amount of what is awaited */
  awaiting_amount: number | null
  /** applied_status of what is awaited */
  awaiting_status: TransactionStatus | null
  /** movement: of money, as compared; chargeback: one of the bank that could not be opened or ended here; commission: amounts are the commission by the terms and the bank’s */
  kind: ReconciliationDetailKind
  /** Proposed, and carried out by a person: inquire asks the bank, force_status ends an open outcome, reverse_at_bank gives back what failed here and was charged there, mark_reversed records what the bank … */
  remedy: ReconciliationRemedy | null
  /** applied_status of force_status */
  remedy_target: TransactionStatus | null
  remedy_status: ReconciliationRemedyStatus | null
  /** What came of it, in words */
  remedy_outcome: string | null
  /** The bank’s, of what gave the money back */
  remedy_reference: string | null
  remedy_by: string | null
  remedy_at: string | null
  /** Why it stands here, where amounts and statuses do not say it */
  reason: string | null
}

export type ReconciliationDetailKind = 'movement' | 'chargeback' | 'commission'

export type ReconciliationDetailPage = Page<ReconciliationDetail>

export type ReconciliationDetailStatus = 'pending' | 'resolved' | 'ignored' | 'auto_matched'

export type ReconciliationOverallStatus = 'draft' | 'in_review' | 'completed' | 'partially_completed' | 'cancelled'

export type ReconciliationPage = Page<Reconciliation>

export type ReconciliationPeriod = 'daily' | 'monthly' | 'yearly' | 'custom'

export type ReconciliationRemedy = 'inquire' | 'force_status' | 'reverse_at_bank' | 'mark_reversed'

export type ReconciliationRemedyStatus = 'proposed' | 'under_way' | 'carried_out' | 'failed'

export type ReconciliationResolutionAction = 'none' | 'accept_bank' | 'accept_db' | 'mark_matched' | 'ignore' | 'adjust_amount' | 'force_status'

export type ReconciliationScope = 'connector' | 'merchant'

export interface ReconciliationWithDetails extends Reconciliation {
  /** The first 10000, discrepancies before what matched; all of them under /details */
  details: ReconciliationDetail[]
}

export interface RecurringCreated {
  plan: RecurringPlanDetail | null
  is_success: boolean
  message: string | null
  error_code: string | null
  requires_three_d_secure: boolean
  html_content: string | null
  redirect_token: string | null
  transaction_id: string | null
}

export type RecurringPeriod = 'daily' | 'weekly' | 'monthly' | 'yearly'

export interface RecurringPlan {
  id: string
  merchant_id: string | null
  external_id: string | null
  provider_recurring_id: string | null
  bank_code: string | null
  period: RecurringPeriod
  interval: number
  installment_count: number
  amount: number
  currency: string | null
  start_date: string
  secure_type: RecurringSecureType
  status: RecurringPlanStatus
  masked_card_number: string | null
  card_brand: CardBrand | null
  card_holder_name: string | null
  description: string | null
  last_synced_at: string | null
  last_error_code: string | null
  last_error_message: string | null
  /** The card expires before the last installment is due */
  card_expires_before_end: boolean
  /** Index of the first installment that is due after the card expires */
  card_expires_before_installment: number | null
  created: string
  last_modified: string
}

export interface RecurringPlanDetail extends RecurringPlan {
  installments: Installment[]
}

export type RecurringPlanPage = Page<RecurringPlan>

export type RecurringPlanStatus = 'active' | 'cancelled' | 'completed' | 'failed'

export type RecurringSecureType = 'three_ds' | 'non_three_ds'

export interface Refund {
  /** Repeats the path */
  transaction_id?: string | null | undefined
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount?: number | null | Money | undefined
  /** With the plain integer; default: the payment's */
  currency?: string | null | undefined
  reason?: string | null | undefined
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
  reason_code?: RefundReasonCode | null | undefined
}

export interface RefundById {
  transaction_id: string
  /** Minor units; also accepted with their currency, as {amount, currency} */
  amount?: number | null | Money | undefined
  /** With the plain integer; default: the payment's */
  currency?: string | null | undefined
  reason?: string | null | undefined
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
  reason_code?: RefundReasonCode | null | undefined
}

export interface RefundCompletedData extends PaymentCompletedData {
  refund_id: string
}

/** A refund succeeded; `status` is that of the payment: refunded after all of it, else completed */
export type RefundCompletedEvent = EventOf<'refund.completed', RefundCompletedData>

export interface RefundDetail {
  /** Also the id of the child transaction */
  id: string
  /** The refunded payment */
  transaction_id: string
  merchant_id: string
  merchant_external_id: string | null
  merchant_name: string | null
  /** Minor units */
  refund_amount: number
  /** Minor units */
  original_amount: number
  currency: string | null
  status: RefundStatus
  reason_code: RefundReasonCode | null
  reason: string | null
  created_by: string | null
  created: string
  completed_at: string | null
  error_message: string | null
  original_transaction_basket_id: string | null
  original_transaction_card_last4: string | null
  original_transaction_card_schema_type: CardSchemaType | null
  original_transaction_connector_name: string | null
  original_transaction_created: string
  provider_transaction_id: string | null
  provider_response_code: string | null
  provider_response_message: string | null
  /** Other refunds of the same payment */
  sibling_refunds: SiblingRefund[]
}

export interface RefundListItem {
  /** Also the id of the child transaction */
  id: string
  /** The refunded payment */
  transaction_id: string
  merchant_id: string
  merchant_external_id: string | null
  merchant_name: string | null
  /** Minor units */
  refund_amount: number
  /** Minor units */
  original_amount: number
  currency: string | null
  status: RefundStatus
  reason_code: RefundReasonCode | null
  reason: string | null
  created_by: string | null
  created: string
  completed_at: string | null
  error_message: string | null
}

export type RefundPage = Page<RefundListItem>

export type RefundReasonCode = 'customer_request' | 'out_of_stock' | 'duplicate_charge' | 'product_defect' | 'fraud' | 'wrong_amount' | 'other'

export type RefundStatus = 'pending' | 'completed' | 'failed'

export type RefundType = 'full' | 'partial'

export interface RejectBankFile {
  reason?: string | null | undefined
}

export interface ReplayEvents {
  /** Attempts of that moment and later, of the last 30 days; replays are none */
  since: string
  /** And not later than this; left out: up to now */
  until?: string | null | undefined
  /** Left out: all */
  event_types?: CardEventType[] | null | undefined
  /** `undelivered`: events of which no attempt has succeeded; `all`: also those that were received */
  which?: ReplayedEvents | null | undefined
  /** `next_after` of the answer before, to go on behind it */
  after?: string | null | undefined
}

export interface ResolveDetail {
  /** none is refused */
  action: ReconciliationResolutionAction
  adjusted_amount?: number | null | undefined
  applied_status?: TransactionStatus | null | undefined
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
  card_brand?: CardBrand | null | undefined
  card_type?: CardType | null | undefined
}

export type ResolvedBy = 'people' | 'bank'

export interface ReviewCancellation {
  /** Repeats the path */
  id?: string | null | undefined
  note?: string | null | undefined
}

export type RoutingMode = 'priority' | 'score'

export interface RoutingRule {
  /** Free notes of yours */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the rule */
  id: string
  name: string | null
  /** Lower first */
  priority: number
  /** ISO 4217; absent or null: any */
  currency: string | null
  card_brand_filter: CardBrand | null
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
  created: string
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

export type RoutingRulePage = Page<RoutingRule>

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

export interface Settlement {
  id: string
  merchant_id: string
  merchant_name: string | null
  period_start: string
  period_end: string
  bank_code: string | null
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
  transaction_count: number
  refund_count: number
  status: SettlementStatus
  settled_at: string | null
  bank_reference: string | null
  notes: string | null
  created: string
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
  completed_at: string | null
  /** When the bank pays what of the net; null: holidays of that year are not known yet */
  value_dates: SettlementValueDate[]
  /** What waits for a second person: confirmation of amounts that are one person’s word (made by hand, or of rows that one person sent and finalized), or the word that it is settled */
  awaits: SettlementAwaited | null
  /** Who asked for what waits */
  asked_by: string | null
  /** Who confirmed the amounts, second */
  confirmed_by: string | null
  /** Who said second that it is settled */
  settled_by: string | null
}

export type SettlementAwaited = 'confirmation' | 'settled'

export interface SettlementCompletedData extends SettlementCreatedData {
  settled_at: string
  bank_reference: string | null
}

/** A settlement was paid and its reconciliation confirmed */
export type SettlementCompletedEvent = EventOf<'settlement.completed', SettlementCompletedData>

export interface SettlementCreatedData extends PaymentCompletedData {
  settlement_id: string
  period_start: string
  period_end: string
  /** Minor units */
  total_amount: number
  transaction_count: number
  settlement_status: 'pending' | 'processing' | 'settled' | 'failed'
}

/** A settlement was recorded for a day or a period */
export type SettlementCreatedEvent = EventOf<'settlement.created', SettlementCreatedData>

export interface SettlementLine {
  /** The sale, also of what is taken back of it */
  transaction_id: string
  kind: SettlementLineKind
  day: string
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
  value_date: string | null
  /** Of the bank’s file */
  bank_line: number | null
}

export type SettlementLineKind = 'sale' | 'refund' | 'void' | 'chargeback' | 'chargeback_reversal'

export type SettlementLinePage = Page<SettlementLine>

export type SettlementPage = Page<Settlement>

export type SettlementStatus = 'pending' | 'processing' | 'settled' | 'failed'

export interface SettlementValueDate {
  value_date: string | null
  /** Minor units */
  amount: number
}

export interface SiblingRefund {
  id: string
  /** Minor units */
  refund_amount: number
  status: RefundStatus
  created: string
}

export interface SimpleRoutingRule {
  /** Free notes of yours */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the rule */
  id: string
  name: string | null
  /** Lower first */
  priority: number
  /** ISO 4217; absent or null: any */
  currency: string | null
  card_brand_filter: CardBrand | null
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
  created: string
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

export type SimpleRoutingRulePage = Page<SimpleRoutingRule>

export interface StartReconciliation {
  scope: ReconciliationScope
  /** A connector configuration: its id, or its name where only one has it */
  connector_config_id?: string | null | undefined
  merchant_id?: string | null | undefined
  period: ReconciliationPeriod
  period_start: string
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

export interface SubscriptionCancelledData extends PaymentCompletedData {
  recurring_plan_id: string
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  cancelled_by: string
}

/** A plan was cancelled by a user or an operator */
export type SubscriptionCancelledEvent = EventOf<'subscription.cancelled', SubscriptionCancelledData>

export interface SubscriptionChargeFailedData extends SubscriptionChargedData {
  /** The bank’s code */
  provider_error_code: string | null
}

/** The bank reported later that an installment had failed */
export type SubscriptionChargeFailedEvent = EventOf<'subscription.charge.failed', SubscriptionChargeFailedData>

/** An installment charged earlier was reversed at the bank */
export type SubscriptionChargeReversedEvent = EventOf<'subscription.charge.reversed', SubscriptionChargedData>

export interface SubscriptionChargedData extends PaymentCompletedData {
  recurring_plan_id: string
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  installment_index: number
  installment_status: 'pending' | 'completed' | 'error' | 'cancelled'
}

/** An installment of a plan was charged; payment.completed is sent, too */
export type SubscriptionChargedEvent = EventOf<'subscription.charged', SubscriptionChargedData>

export interface SubscriptionCompletedData extends PaymentCompletedData {
  recurring_plan_id: string
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  installment_count: number
}

/** All installments of a plan succeeded */
export type SubscriptionCompletedEvent = EventOf<'subscription.completed', SubscriptionCompletedData>

export interface SubscriptionFailedData extends SubscriptionChargeFailedData {
  try_count: number
}

/** An installment of a plan failed; the plan goes on */
export type SubscriptionFailedEvent = EventOf<'subscription.failed', SubscriptionFailedData>

export interface TermsRate {
  card_type?: CardType | undefined
  card_scheme?: CardSchemaType | undefined
  /** The card is of the bank that takes the payment */
  is_on_us?: boolean | undefined
  installments_from?: number | undefined
  installments_to?: number | undefined
  /** 100 are one percent */
  basis_points: number
}

export interface TermsRateInput {
  card_type?: CardType | null | undefined
  card_scheme?: CardSchemaType | null | undefined
  /** The card is of the bank that takes the payment */
  is_on_us?: boolean | null | undefined
  installments_from?: number | null | undefined
  installments_to?: number | null | undefined
  /** 100 are one percent */
  basis_points: number
}

export interface TestCard {
  extra_properties_dict: {
    [key: string]: string
  } | null
  id: string
  masked_card_number: string | null
  card_number: string | null
  card_holder_name: string | null
  expiry_month: number
  expiry_year: number
  cvv: string | null
  card_schema_type: CardSchemaType
  card_type: CardType
  card_brand: CardBrand
  expected_result: TestCardExpectedResult
  custom_error_code: string | null
  custom_error_message: string | null
  simulated_delay_ms: number | null
  label: string | null
  is_active: boolean
  created: string
  last_modified: string
}

export type TestCardExpectedResult = 'Success' | 'Declined' | 'InsufficientFunds' | 'InvalidCard' | 'Timeout' | 'ThreeDSecureRequired' | 'RandomFailure' | 'GatewayError'

export type TestCardPage = Page<TestCard>

/** The shopper was authenticated and the bank authorized the payment */
export type ThreeDsCompletedEvent = EventOf<'3ds.completed', PaymentCompletedData>

/** The challenge failed, or the bank declined after it; no payment.failed follows */
export type ThreeDsFailedEvent = EventOf<'3ds.failed', PaymentFailedData>

export interface TraceEnvelope {
  message: string | null
  isSuccess: boolean
  code: string | null
  data: TraceResult
}

export interface TraceEvent {
  source: TraceSource
  timestamp: string
  recordId: string
  transactionId: string | null
  title: string
  subtitle: string | null
  isSuccess: boolean
  errorMessage: string | null
  details: {
    [key: string]: string
  }
  requestBody: string | null
  responseBody: string | null
}

export interface TraceResult {
  correlationId: string
  summary: TraceSummary
  events: TraceEvent[]
}

export type TraceSource = 'PaymentRequest' | 'FraudCheck' | 'FraudAlert' | 'TransactionHistory' | 'Chargeback' | 'ApiRequest' | 'WebhookDelivery'

export interface TraceSummary {
  transactionIds: string[]
  firstEventAt: string
  lastEventAt: string
  paymentRequestCount: number
  apiRequestCount: number
  webhookCount: number
  transactionHistoryCount: number
  hasErrors: boolean
}

export interface Transaction {
  extra_properties_dict: {
    [key: string]: string
  } | null
  id: string
  merchant_id: string
  parent_transaction_id: string | null
  external_merchant_id: string | null
  merchant_name: string | null
  basket_id: string | null
  external_id: string | null
  amount: number
  net_amount: number
  currency: string | null
  status: TransactionStatus
  operation_type: OperationType
  payment_type: PaymentType
  bin_number: number | null
  last4: string | null
  card_holder_name: string | null
  masked_card_number: string | null
  card_schema_type: CardSchemaType | null
  card_brand: CardBrand | null
  card_type: CardType | null
  issuer_bank_code: string | null
  issuer_bank_name: string | null
  issuer_bank_logo_url: string | null
  is_3d_secure: boolean
  secure_type: SecureType | null
  installment_count: number
  created: string
  completed_at: string | null
  error_code: string | null
  error_message: string | null
  connector_configuration_id: string | null
  connector_configuration_name: string | null
  connector_code: string | null
  installment_amount: number
  bank_commission_amount: number
  merchant_commission_amount: number
  net_merchant_amount: number
  settlement_date: string | null
  bank_response_code: string | null
  md_status: MdStatus | null
  provider_transaction_id: string | null
  auth_code: string | null
  host_reference: string | null
  rrn: string | null
  /** Of the request that made the payment; key of its trace */
  correlation_id: string
}

export interface TransactionDetail extends Transaction {
  ip_address: string | null
  cavv: string | null
  eci: string | null
  xid: string | null
  md: string | null
  three_ds_server_trans_id: string | null
  provider_raw_request: string | null
  provider_raw_response: string | null
}

export interface TransactionHistory {
  id: string
  transaction_id: string
  connector_configuration_id: string | null
  connector_configuration_name: string | null
  previous_status: TransactionStatus | null
  new_status: TransactionStatus
  message: string | null
  error_code: string | null
  error_message: string | null
  provider_transaction_id: string | null
  auth_code: string | null
  host_reference: string | null
  md_status: string | null
  cavv: string | null
  eci: string | null
  xid: string | null
  md: string | null
  three_ds_server_trans_id: string | null
  provider_raw_response: string | null
  operation_amount: number
  created: string
}

export type TransactionPage = Page<Transaction>

export interface TransactionQuery {
  transaction_id: string
  status: TransactionStatus
  is_success: boolean
  message: string | null
  external_query_available: boolean
  internal: TransactionQueryDetail | null
  external: TransactionQueryDetail | null
}

export interface TransactionQueryDetail {
  status: TransactionStatus
  operation_type: OperationType | null
  amount: number
  net_amount: number
  currency: string | null
  installment_count: number
  is_3d_secure: boolean
  provider_transaction_id: string | null
  auth_code: string | null
  host_reference: string | null
  masked_card_number: string | null
  card_brand: string | null
  card_holder_name: string | null
  bank_code: string | null
  transaction_status: string | null
  charge_type: string | null
  settlement_id: string | null
  captured_amount: number | null
  error_code: string | null
  error_message: string | null
  processed_at: string | null
  completed_at: string | null
  created_at: string | null
}

export type TransactionStatus = 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed'

export type TransactionStatusFilter = 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | 'voided' | 'pending' | 'pending_3ds' | 'partially_refunded'

export interface TransactionSummary {
  id: string
  /** Minor units */
  amount: number
  currency: string
  status: TransactionStatus
  created: string
  masked_card_number: string | null
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
  id: string
  transaction_id: string
  merchant_id: string
  kind: UnresolvedKind
  reason: UnresolvedReason
  status: UnresolvedStatus
  /** Minor units */
  amount: number
  currency: string
  connector_configuration_id: string
  connector_code: string
  /** Under which the bank would know it */
  bank_reference: string
  waiting_since: string
  /** Of what is proposed; whoever confirms it names it */
  change_id: string | null
  proposed_outcome: KnownOutcome | null
  proposed_by: string | null
  proposed_at: string | null
  note: string | null
  provider_transaction_id: string | null
  auth_code: string | null
  host_reference: string | null
  confirmed_by: string | null
  confirmed_at: string | null
  outcome: KnownOutcome | null
  resolved_by: ResolvedBy | null
  resolved_at: string | null
}

export type UnresolvedOperationPage = Page<UnresolvedOperation>

export type UnresolvedReason = 'not_found' | 'no_answer'

export type UnresolvedStatus = 'waiting' | 'proposed' | 'confirmed' | 'resolved'

export interface UpdateBankProfile {
  /** Repeats the path */
  id?: string | null | undefined
  /** Repeats the path */
  merchant_id?: string | null | undefined
  sub_merchant_id?: string | null | undefined
  sub_merchant_name?: string | null | undefined
  /** Merchant category code */
  sub_merchant_mcc?: string | null | undefined
  sub_merchant_postal_code?: string | null | undefined
  sub_merchant_city?: string | null | undefined
  /** ISO 3166, as the bank asks for it */
  sub_merchant_country_code?: string | null | undefined
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface UpdateChargebackStatus {
  /** Repeats the path */
  id?: string | null | undefined
  status?: 'disputed' | 'won' | 'lost' | null | undefined
  action?: ChargebackAction | null | undefined
  merchant_response?: string | null | undefined
  notes?: string | null | undefined
}

export interface UpdateConnector {
  /** Repeats the path */
  id?: string | null | undefined
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  name: string
  type: ConnectorType
  /** Absent: stays as it is */
  is_active?: boolean | null | undefined
}

export interface UpdateConnectorConfiguration {
  /** Repeats the path */
  id?: string | null | undefined
  /** Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, supports_recurring, supports_points (default true), dcc_enabled (default false), max_ins… */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  name: string
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
  name: string
  /** Lower first */
  priority?: number | null | undefined
  /** ISO 4217; absent or null: any */
  currency?: string | null | undefined
  card_brand_filter?: CardBrand | null | undefined
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

export interface UpdateSettlementStatus {
  /** Repeats the path */
  id?: string | null | undefined
  status: SettlementStatus
  bank_reference?: string | null | undefined
  notes?: string | null | undefined
}

export interface UpdateSimpleRoutingRule {
  /** Free notes of yours; default none */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  name: string
  /** Lower first */
  priority?: number | null | undefined
  /** ISO 4217; absent or null: any */
  currency?: string | null | undefined
  card_brand_filter?: CardBrand | null | undefined
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
  expiry_month: number
  expiry_year: number
  /** Default 000, for Amex 0000 */
  cvv?: string | null | undefined
  card_schema_type: CardSchemaType
  card_type: CardType
  card_brand: CardBrand
  expected_result: TestCardExpectedResult
  /** Overrides provider_error_code of a decline */
  custom_error_code?: string | null | undefined
  /** Overrides detail of a decline */
  custom_error_message?: string | null | undefined
  simulated_delay_ms?: number | null | undefined
  label?: string | null | undefined
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
  description?: string | null | undefined
  max_retry_count?: number | null | undefined
  /** Absent: stays as it is */
  is_active?: boolean | null | undefined
}

export type ValueDatePlan = 'next_day' | 'blocked_n' | 'per_installment' | 'weekly'

export interface Void {
  /** Repeats the path */
  transaction_id?: string | null | undefined
  reason?: string | null | undefined
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

export interface VoidById {
  transaction_id: string
  reason?: string | null | undefined
  extra_properties?: {
    /** Sandbox: the bank code to answer with */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

/** A payment was voided before reconciliation, or a pre-authorization given up */
export type VoidCompletedEvent = EventOf<'void.completed', PaymentCompletedData>

export interface WriteRoutingSettings {
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
      transaction_id: string
    }
    body?: Capture
    answer: PaymentResult
  }
  /** Refund a payment */
  'POST /api/v1/payments/{transaction_id}/refund': {
    path: {
      transaction_id: string
    }
    body?: Refund
    answer: PaymentResult
  }
  /** Void a payment */
  'POST /api/v1/payments/{transaction_id}/void': {
    path: {
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
      transaction_id: string
    }
    answer: PaymentStatus
  }
  /** What happened to a payment */
  'GET /api/v1/payments/{transaction_id}/trace': {
    path: {
      transaction_id: string
    }
    answer: TraceEnvelope
  }
  /** Our record of a payment beside the bank's */
  'GET /api/v1/payments/{transaction_id}/query': {
    path: {
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
      transaction_id: string
    }
    body: PointInquiry
    answer: PaymentResult
  }
  /** Answer a currency conversion offer */
  'POST /api/v1/payments/{transaction_id}/dcc/confirm': {
    path: {
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
      transaction_id: string
    }
    body?: CancelRecurring
    answer: PaymentResult
  }
  /** List payment links */
  'GET /api/v1/payments/order-link': {
    query?: PageQuery & {
      /** Rows of any of these */
      status?: CheckoutStatus | readonly CheckoutStatus[] | undefined
      /** Made then or later; default: 31 days ago */
      start_date?: string | undefined
      /** Made then or earlier */
      end_date?: string | undefined
      /** In external_id and description */
      search_term?: string | undefined
    }
    answer: OrderLinkPage
  }
  /** Make a payment link */
  'POST /api/v1/payments/order-link': {
    body: OrderLink
    answer: PaymentResult
  }
  /** List checkout sessions */
  'GET /api/v1/checkout/sessions': {
    query?: PageQuery & {
      /** Rows of any of these */
      status?: CheckoutStatus | readonly CheckoutStatus[] | undefined
      /** Made then or later; default: 31 days ago */
      start_date?: string | undefined
      /** Made then or earlier */
      end_date?: string | undefined
      /** In external_id and description */
      search_term?: string | undefined
    }
    answer: CheckoutSessionPage
  }
  /** Make a checkout session */
  'POST /api/v1/checkout/sessions': {
    body: CreateCheckoutSession
    answer: CheckoutSessionCreated
  }
  /** Read a checkout session */
  'GET /api/v1/checkout/sessions/{session_id}': {
    path: {
      session_id: string
    }
    answer: CheckoutSession
  }
  /** Pay a checkout session */
  'POST /api/v1/checkout/sessions/{session_id}/pay': {
    path: {
      session_id: string
    }
    body: Init3DFull
    answer: PaymentResult
  }
  /** Status of a payment of a checkout session */
  'GET /api/v1/checkout/sessions/{session_id}/transaction-status': {
    path: {
      session_id: string
    }
    query?: {
      transaction_id?: string | undefined
    }
    answer: PaymentStatus
  }
  /** Complete a checkout session */
  'POST /api/v1/checkout/sessions/{session_id}/complete': {
    path: {
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
    query?: PageQuery & {
      /** `-created`: newest first; `created`: oldest first */
      sort?: ListOrder | undefined
      start_date?: string | undefined
      end_date?: string | undefined
      /** Rows of any of these */
      status?: TransactionStatusFilter | readonly TransactionStatusFilter[] | undefined
      operation_type?: OperationType | undefined
      payment_type?: PaymentType | undefined
      secure_type?: SecureType | undefined
      card_schema_type?: CardSchemaType | undefined
      card_type?: CardType | undefined
      installment_count?: number | undefined
      /** First 1 to 6 digits */
      bin_number?: string | undefined
      min_amount?: number | undefined
      max_amount?: number | undefined
      merchant_id?: string | undefined
      external_merchant_id?: string | undefined
      basket_id?: string | undefined
      /** Your order id, exactly */
      external_id?: string | undefined
      /** Refunds of this payment, each a row of its own */
      parent_transaction_id?: string | undefined
      /** E-mail address of the buyer, whole, without case */
      customer_email?: string | undefined
      /** Payments that failed with this code; give a range of times where there are many */
      error_code?: string | undefined
      connector_code?: string | undefined
      /** A connector configuration: its id, or its name where only one has it */
      connector_configuration_id?: string | undefined
      /** Part of basket_id, external_id or masked card, or the start of an id */
      search_term?: string | undefined
    }
    answer: TransactionPage
  }
  /** Export transactions */
  'GET /api/v1/transactions/export': {
    query?: {
      start_date?: string | undefined
      end_date?: string | undefined
      /** Rows of any of these */
      status?: TransactionStatusFilter | readonly TransactionStatusFilter[] | undefined
      operation_type?: OperationType | undefined
      payment_type?: PaymentType | undefined
      secure_type?: SecureType | undefined
      card_schema_type?: CardSchemaType | undefined
      card_type?: CardType | undefined
      installment_count?: number | undefined
      /** First 1 to 6 digits */
      bin_number?: string | undefined
      min_amount?: number | undefined
      max_amount?: number | undefined
      merchant_id?: string | undefined
      external_merchant_id?: string | undefined
      basket_id?: string | undefined
      /** Your order id, exactly */
      external_id?: string | undefined
      /** Refunds of this payment, each a row of its own */
      parent_transaction_id?: string | undefined
      /** E-mail address of the buyer, whole, without case */
      customer_email?: string | undefined
      /** Payments that failed with this code; give a range of times where there are many */
      error_code?: string | undefined
      connector_code?: string | undefined
      /** A connector configuration: its id, or its name where only one has it */
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
    query?: PageQuery & {
      /** `-created`: newest first; `created`: oldest first */
      sort?: ListOrder | undefined
      start_date?: string | undefined
      end_date?: string | undefined
      /** Rows of any of these */
      status?: RefundStatus | readonly RefundStatus[] | undefined
      /** Refunds of this payment */
      transaction_id?: string | undefined
      reason_code?: RefundReasonCode | undefined
      refund_type?: RefundType | undefined
      merchant_id?: string | undefined
      external_merchant_id?: string | undefined
      min_amount?: number | undefined
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
    query?: PageQuery & {
      include_inactive?: boolean | undefined
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
  /** Delivery log of all subscriptions */
  'GET /api/v1/webhook-subscriptions/deliveries': {
    query?: PageQuery & {
      /** Rows of any of these */
      event_type?: CardEventType | readonly CardEventType[] | undefined
      is_success?: boolean | undefined
      is_retrying?: boolean | undefined
      /** Events of this payment; of a recurring plan, chargeback or settlement those of its own id */
      transaction_id?: string | undefined
      start_date?: string | undefined
      end_date?: string | undefined
      /** Of this subscription */
      subscription_id?: string | undefined
    }
    answer: WebhookDeliveryPage
  }
  /** Read a delivery */
  'GET /api/v1/webhook-subscriptions/deliveries/{delivery_id}': {
    path: {
      delivery_id: string
    }
    answer: WebhookDelivery
  }
  /** Delivery log: one row per attempt */
  'GET /api/v1/webhook-subscriptions/{id}/deliveries': {
    path: {
      /** Id of the webhook subscription */
      id: string
    }
    query?: PageQuery & {
      /** Rows of any of these */
      event_type?: CardEventType | readonly CardEventType[] | undefined
      is_success?: boolean | undefined
      is_retrying?: boolean | undefined
      /** Events of this payment; of a recurring plan, chargeback or settlement those of its own id */
      transaction_id?: string | undefined
      start_date?: string | undefined
      end_date?: string | undefined
    }
    answer: WebhookDeliveryPage
  }
  /** Send an event once more */
  'POST /api/v1/webhook-subscriptions/deliveries/{delivery_id}/replay': {
    path: {
      delivery_id: string
    }
    answer: ReplayResult
  }
  /** Send the events since a moment once more */
  'POST /api/v1/webhook-subscriptions/{id}/replay': {
    path: {
      /** Id of the webhook subscription */
      id: string
    }
    body: ReplayEvents
    answer: ReplayEventsResult
  }
  /** What waits to be delivered */
  'GET /api/v1/webhook-subscriptions/health': {
    answer: WebhookHealth
  }
  /** List test cards */
  'GET /api/v1/test-cards': {
    query?: PageQuery & {
      expected_result?: TestCardExpectedResult | undefined
      card_schema_type?: CardSchemaType | undefined
      include_inactive?: boolean | undefined
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
    query?: PageQuery & {
      include_inactive?: boolean | undefined
      search_term?: string | undefined
      /** Rows of any of these */
      status?: RecurringPlanStatus | readonly RecurringPlanStatus[] | undefined
      period?: RecurringPeriod | undefined
      start_date?: string | undefined
      end_date?: string | undefined
      merchant_id?: string | undefined
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
    query?: PageQuery & {
      include_inactive?: boolean | undefined
      search_term?: string | undefined
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
      /** Rows of any of these */
      status?: CancellationRequestStatus | readonly CancellationRequestStatus[] | undefined
      merchant_id?: string | undefined
      transaction_id?: string | undefined
      from_date?: string | undefined
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
  /** Read a cancellation request */
  'GET /api/v1/cancellation-requests/{id}': {
    path: {
      /** Id of the cancellation request */
      id: string
    }
    answer: CancellationRequest
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
    query?: PageQuery & {
      /** Rows of any of these */
      status?: ChargebackStatus | readonly ChargebackStatus[] | undefined
      transaction_id?: string | undefined
      start_date?: string | undefined
      end_date?: string | undefined
      /** Whose response_deadline is earlier; with `status` opened: what has to be answered by then */
      deadline_before?: string | undefined
      /** created: newest first, the default; deadline: the nearest response_deadline first */
      order_by?: ChargebackOrder | undefined
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
      id: string
    }
    answer: Chargeback
  }
  /** Dispute a chargeback, or tell how it ended */
  'PUT /api/v1/chargebacks/{id}/status': {
    path: {
      id: string
    }
    body: UpdateChargebackStatus
    answer: undefined
  }
  /** Add a document to the evidence */
  'POST /api/v1/chargebacks/{id}/evidence': {
    path: {
      id: string
    }
    query?: {
      /** Default: evidence, with the ending of its type */
      file_name?: string | undefined
      description?: string | undefined
    }
    body: Uint8Array
    answer: ChargebackEvidence
  }
  /** List the evidence of a chargeback */
  'GET /api/v1/chargebacks/{id}/evidence': {
    path: {
      id: string
    }
    answer: ChargebackEvidence[]
  }
  /** Download a document of the evidence */
  'GET /api/v1/chargebacks/{id}/evidence/{evidence_id}': {
    path: {
      id: string
      evidence_id: string
    }
    answer: Uint8Array
  }
  /** Delete a document of the evidence */
  'DELETE /api/v1/chargebacks/{id}/evidence/{evidence_id}': {
    path: {
      id: string
      evidence_id: string
    }
    answer: undefined
  }
  /** List settlements */
  'GET /api/v1/settlements': {
    query?: PageQuery & {
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
      merchant_id?: string | undefined
      bank_code?: string | undefined
      /** Rows of any of these */
      status?: SettlementStatus | readonly SettlementStatus[] | undefined
      /** Periods that end on it or later */
      start_date?: string | undefined
      end_date?: string | undefined
      period_start_from?: string | undefined
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
      id: string
    }
    answer: Settlement
  }
  /** List the lines of a settlement */
  'GET /api/v1/settlements/{id}/lines': {
    path: {
      id: string
    }
    query?: PageQuery
    answer: SettlementLinePage
  }
  /** Export settlements */
  'GET /api/v1/settlements/export': {
    query?: {
      merchant_id?: string | undefined
      bank_code?: string | undefined
      /** Rows of any of these */
      status?: SettlementStatus | readonly SettlementStatus[] | undefined
      /** Periods that end on it or later */
      start_date?: string | undefined
      end_date?: string | undefined
      period_start_from?: string | undefined
      period_start_to?: string | undefined
      /** names: the members of a list row; tr, en: for people. Also as lang */
      headings?: CsvHeadings | undefined
    }
    answer: Uint8Array
  }
  /** Confirm the amounts of a settlement */
  'POST /api/v1/settlements/{id}/confirm': {
    path: {
      id: string
    }
    answer: Settlement
  }
  /** Say where a settlement stands */
  'PUT /api/v1/settlements/{id}/status': {
    path: {
      id: string
    }
    body: UpdateSettlementStatus
    answer: undefined
  }
  /** List the terms of merchants */
  'GET /api/v1/settlements/terms': {
    query?: PageQuery & {
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
      merchant_id?: string | undefined
      /** A connector configuration: its id, or its name where only one has it */
      connector_config_id?: string | undefined
      /** Rows of any of these */
      status?: MerchantTermsStatus | readonly MerchantTermsStatus[] | undefined
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
    query?: PageQuery & {
      scope?: ReconciliationScope | undefined
      /** A connector configuration: its id, or its name where only one has it */
      connector_config_id?: string | undefined
      merchant_id?: string | undefined
      bank_code?: string | undefined
      period?: ReconciliationPeriod | undefined
      /** Rows of any of these */
      overall_status?: ReconciliationOverallStatus | readonly ReconciliationOverallStatus[] | undefined
      start_date?: string | undefined
      end_date?: string | undefined
    }
    answer: ReconciliationPage
  }
  /** Get a reconciliation */
  'GET /api/v1/reconciliations/{id}': {
    path: {
      id: string
    }
    answer: ReconciliationWithDetails
  }
  /** List the rows of a reconciliation */
  'GET /api/v1/reconciliations/{id}/details': {
    path: {
      id: string
    }
    query?: PageQuery & {
      /** Rows of any of these */
      discrepancy?: DiscrepancyType | readonly DiscrepancyType[] | undefined
      /** Rows of any of these */
      detail_status?: ReconciliationDetailStatus | readonly ReconciliationDetailStatus[] | undefined
      only_pending?: boolean | undefined
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
      /** Its id or name; where several have the merchant number of the file */
      connector_config_id?: string | undefined
    }
    body: Uint8Array
    answer: BankFile
  }
  /** List banks’ files */
  'GET /api/v1/reconciliations/files': {
    query?: PageQuery & {
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
      /** Rows of any of these */
      status?: BankFileStatus | readonly BankFileStatus[] | undefined
      reconciliation_id?: string | undefined
    }
    answer: BankFilePage
  }
  /** Confirm that a file is the bank’s */
  'POST /api/v1/reconciliations/files/{id}/confirm': {
    path: {
      /** Id of the file */
      id: string
    }
    answer: BankFile
  }
  /** Reject a file */
  'POST /api/v1/reconciliations/files/{id}/reject': {
    path: {
      /** Id of the file */
      id: string
    }
    body?: RejectBankFile
    answer: BankFile
  }
  /** Resolve many discrepancies */
  'POST /api/v1/reconciliations/{id}/details/bulk-resolve': {
    path: {
      id: string
    }
    body: BulkResolve
    answer: BulkResolveResult
  }
  /** Resolve a discrepancy */
  'POST /api/v1/reconciliations/{id}/details/{detail_id}/resolve': {
    path: {
      id: string
      detail_id: string
    }
    body: ResolveDetail
    answer: ReconciliationDetail
  }
  /** Carry out the remedy of a discrepancy */
  'POST /api/v1/reconciliations/{id}/details/{detail_id}/remedy': {
    path: {
      id: string
      detail_id: string
    }
    body?: CarryOutRemedy
    answer: ReconciliationDetail
  }
  /** Finalize a reconciliation */
  'POST /api/v1/reconciliations/{id}/finalize': {
    path: {
      id: string
    }
    body?: FinalizeReconciliation
    answer: ReconciliationWithDetails
  }
  /** Cancel a reconciliation */
  'POST /api/v1/reconciliations/{id}/cancel': {
    path: {
      id: string
    }
    body?: CancelReconciliation
    answer: Reconciliation
  }
  /** List hosts of banks */
  'GET /api/v1/lookups/connector-hosts': {
    query?: PageQuery & {
      connector_type?: ConnectorType | undefined
      search_term?: string | undefined
    }
    answer: ConnectorHostPage
  }
  /** List banks */
  'GET /api/v1/lookups/banks': {
    query?: PageQuery & {
      include_inactive?: boolean | undefined
      search_term?: string | undefined
    }
    answer: BankPage
  }
  /** List cities */
  'GET /api/v1/lookups/cities': {
    query?: {
      code?: string | undefined
      include_inactive?: boolean | undefined
      search_term?: string | undefined
    }
    answer: City[]
  }
  /** List districts */
  'GET /api/v1/lookups/districts': {
    query?: {
      city_code?: string | undefined
      city_id?: string | undefined
      include_inactive?: boolean | undefined
      search_term?: string | undefined
    }
    answer: District[]
  }
  /** List merchant category codes */
  'GET /api/v1/lookups/mcc-codes': {
    query?: PageQuery & {
      category?: string | undefined
      include_inactive?: boolean | undefined
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
    query?: PageQuery & {
      bank_code?: string | undefined
      /** Rows whose range covers these digits */
      bin?: string | undefined
      /** Rows whose range covers these digits */
      bin_prefix?: string | undefined
      include_inactive?: boolean | undefined
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
      period?: DashboardPeriod | undefined
    }
    answer: DashboardStats
  }
  /** Find what holds an idempotency key */
  'GET /api/v1/idempotency-keys': {
    query: {
      /** As it was sent in Idempotency-Key */
      key: string
    }
    answer: IdempotencyKeyHolder[]
  }
  /** List calls to banks */
  'GET /api/v1/api-request-logs': {
    query?: PageQuery & {
      transaction_id?: string | undefined
      /** A connector configuration: its id, or its name where only one has it */
      connector_configuration_id?: string | undefined
      connector_code?: string | undefined
      method?: string | undefined
      /** Part of the address, without case */
      endpoint?: string | undefined
      status_code?: number | undefined
      is_success?: boolean | undefined
      request_timestamp_from?: string | undefined
      request_timestamp_to?: string | undefined
      correlation_id?: string | undefined
      /** Part of address, bodies or error message, without case */
      search_term?: string | undefined
      /** Rows of any of them */
      error_categories?: ErrorCategory | readonly ErrorCategory[] | undefined
      /** The same as request_timestamp_from; of both the last one counts */
      start_date?: string | undefined
      /** The same as request_timestamp_to; of both the last one counts */
      end_date?: string | undefined
    }
    answer: ApiRequestLogPage
  }
  /** Read a call to a bank */
  'GET /api/v1/api-request-logs/{id}': {
    path: {
      /** Id of the api request log */
      id: string
    }
    answer: ApiRequestLog
  }
  /** List operations that wait for people */
  'GET /api/v1/unresolved-operations': {
    query?: PageQuery & {
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
      /** Rows of any of these */
      status?: UnresolvedStatus | readonly UnresolvedStatus[] | undefined
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
    query?: PageQuery & {
      include_inactive?: boolean | undefined
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
    query?: PageQuery & {
      /** Configurations of this connector */
      connector_id?: string | undefined
      mode?: ConnectorMode | undefined
      include_inactive?: boolean | undefined
      search_term?: string | undefined
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
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
      id: string
    }
    answer: ConnectorConfiguration
  }
  /** Replace a connector configuration */
  'PUT /api/v1/connector-configurations/{id}': {
    path: {
      id: string
    }
    body: UpdateConnectorConfiguration
    answer: ConnectorConfiguration
  }
  /** Delete a connector configuration */
  'DELETE /api/v1/connector-configurations/{id}': {
    path: {
      id: string
    }
    answer: undefined
  }
  /** Activate a connector configuration */
  'POST /api/v1/connector-configurations/{id}/activate': {
    path: {
      id: string
    }
    answer: ConnectorConfiguration
  }
  /** Deactivate a connector configuration */
  'POST /api/v1/connector-configurations/{id}/deactivate': {
    path: {
      id: string
    }
    answer: ConnectorConfiguration
  }
  /** Confirm a change of a connector configuration */
  'POST /api/v1/connector-configurations/{id}/confirm': {
    path: {
      id: string
    }
    body: DecideConfigurationChange
    answer: ConnectorConfiguration
  }
  /** Reject a change of a connector configuration */
  'POST /api/v1/connector-configurations/{id}/reject': {
    path: {
      id: string
    }
    body: DecideConfigurationChange
    answer: ConnectorConfiguration
  }
  /** Health of a connector configuration */
  'GET /api/v1/connector-configurations/{id}/health': {
    path: {
      id: string
    }
    answer: ConnectorConfigurationHealth
  }
  /** List the bank profiles of a merchant */
  'GET /api/v1/merchants/{merchant_id}/bank-profiles': {
    path: {
      merchant_id: string
    }
    answer: MerchantBankProfile[]
  }
  /** Create a bank profile */
  'POST /api/v1/merchants/{merchant_id}/bank-profiles': {
    path: {
      merchant_id: string
    }
    body: CreateBankProfile
    answer: MerchantBankProfile
  }
  /** Count the bank profiles of merchants */
  'GET /api/v1/merchants/bank-profile-counts': {
    query?: {
      /** At most 150, which fit in a URL; default: every merchant that has a profile */
      merchant_ids?: string | readonly string[] | undefined
    }
    answer: {
      [key: string]: number
    }
  }
  /** Replace a bank profile */
  'PUT /api/v1/merchants/{merchant_id}/bank-profiles/{id}': {
    path: {
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
      merchant_id: string
      /** Id of the bank profile */
      id: string
    }
    answer: undefined
  }
  /** Confirm a change of a bank profile */
  'POST /api/v1/merchants/{merchant_id}/bank-profiles/{id}/confirm': {
    path: {
      merchant_id: string
      /** Id of the bank profile */
      id: string
    }
    body: DecideProfileChange
    answer: undefined
  }
  /** Reject a change of a bank profile */
  'POST /api/v1/merchants/{merchant_id}/bank-profiles/{id}/reject': {
    path: {
      merchant_id: string
      /** Id of the bank profile */
      id: string
    }
    body: DecideProfileChange
    answer: undefined
  }
  /** List routing rules */
  'GET /api/v1/routing-rules': {
    query?: PageQuery & {
      /** Rules with this target */
      target_connector_config_id?: string | undefined
      /** Rules with this fallback */
      fallback_connector_config_id?: string | undefined
      include_inactive?: boolean | undefined
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
    query?: PageQuery & {
      /** Rules with this target */
      target_connector_config_id?: string | undefined
      include_inactive?: boolean | undefined
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
  /** List the changes that wait for a second person */
  'GET /api/v1/waiting-changes': {
    query?: PageQuery & {
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
    }
    answer: WaitingChangePage
  }
  /** Confirm a change that waits */
  'POST /api/v1/waiting-changes/{id}/confirm': {
    path: {
      /** Id of the waiting change */
      id: string
    }
    answer: undefined
  }
  /** Reject a change that waits */
  'POST /api/v1/waiting-changes/{id}/reject': {
    path: {
      /** Id of the waiting change */
      id: string
    }
    answer: undefined
  }
  /** Create a setting */
  'POST /api/v1/settings': {
    body: CreateSetting
    answer: string
  }
  /** List settings */
  'GET /api/v1/settings': {
    query?: PageQuery & {
      /** Part of key, description or category */
      search_term?: string | undefined
      /** This key */
      key?: string | undefined
      /** Of this scope */
      scope?: SettingScope | undefined
      /** Of this user */
      scope_id?: string | undefined
      category?: string | undefined
      /** Those, or the others */
      is_read_only?: boolean | undefined
    }
    answer: SettingPage
  }
  /** List the keys the service reads */
  'GET /api/v1/settings/known': {
    answer: KnownSetting[]
  }
  /** Read a setting */
  'GET /api/v1/settings/{id}': {
    path: {
      /** Id of the setting */
      id: string
    }
    answer: Setting
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
