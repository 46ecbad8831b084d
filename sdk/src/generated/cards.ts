/** Vezne card payments: made from its OpenAPI document by `npm run docs`; not to be edited. */

import type { Page, PageQuery, EventOf, Bank, BankBin, BankBinPage, BankPage, BinAnswer, CardBrand, CardSchemaType, CardType, CardValidation, City, ConnectorHost, ConnectorHostPage, ConnectorType, CreateSetting, District, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, IbanValidation, KnownSetting, KnownSettingKind, ListOrder, Live, MccCode, MccCodePage, Problem, ReplayEventsResult, ReplayResult, ReplayedEvents, RotatedSecret, Setting, SettingLoosening, SettingPage, SettingScope, SettingSurface, UpdateSetting, ValidateCard, ValidateIban, WaitingChange, WaitingChangePage, WaitingDiff, WaitsFor, WebhookDelivery, WebhookDeliveryPage, WebhookHealth, WebhookSubscription, WebhookSubscriptionCreated, WebhookSubscriptionPage } from './shared.ts'

export type { Bank, BankBin, BankBinPage, BankPage, BinAnswer, CardBrand, CardSchemaType, CardType, CardValidation, City, ConnectorHost, ConnectorHostPage, ConnectorType, CreateSetting, District, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, IbanValidation, KnownSetting, KnownSettingKind, ListOrder, Live, MccCode, MccCodePage, Problem, ReplayEventsResult, ReplayResult, ReplayedEvents, RotatedSecret, Setting, SettingLoosening, SettingPage, SettingScope, SettingSurface, UpdateSetting, ValidateCard, ValidateIban, WaitingChange, WaitingChangePage, WaitingDiff, WaitsFor, WebhookDelivery, WebhookDeliveryPage, WebhookHealth, WebhookSubscription, WebhookSubscriptionCreated, WebhookSubscriptionPage }

export interface Address {
  /** Name of the person or company at the address. */
  contact_name?: string | null | undefined
  /** City of the address. */
  city?: string | null | undefined
  /** Country of the address as two-letter ISO 3166 code. */
  country?: string | null | undefined
  /** Street, number and further lines of the address. */
  address?: string | null | undefined
  /** Postal code of the address. */
  postal_code?: string | null | undefined
}

export interface ApiRequestLog {
  /** Further values by name; always empty. */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the log entry. */
  id: string
  /** Id of the payment that the record is about; null when it is about none. */
  transaction_id: string | null
  /** Id of the connector configuration that was called through. */
  connector_configuration_id: string
  /** Code of the connector, such as SIMBANK. */
  connector_code: string
  /** HTTP method of the call. */
  method: string
  /** Address that was called. */
  endpoint: string
  /** Headers of the request, masked; null when they are no longer kept. */
  request_headers: string | null
  /** Body of the request, masked; null when it is no longer kept. */
  request_body: string | null
  /** Headers of the answer, masked; null when no answer came. */
  response_headers: string | null
  /** Body of the answer, masked; null when no answer came. */
  response_body: string | null
  /** HTTP status of the answer; null when no answer came. */
  status_code: number | null
  /** Duration of the call, as hh:mm:ss.fffffff. */
  duration: string
  /** Time at which the call began. */
  request_timestamp: string
  /** Time at which the answer came; null when none did. */
  response_timestamp: string | null
  /** Whether the bank answered without a technical fault. */
  is_success: boolean
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
  /** Kind of error with which the call failed; null when it did not fail. */
  error_category: ErrorCategory | null
  /** X-Correlation-Id of the request behind the record, under which its trace is found; null when there was none. */
  correlation_id: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Id of the user or API key that caused the call: `sub` of its token; null when the service did. */
  created_by: string | null
  /** Network address from which the call was caused; null when the service did. */
  caller_address: string | null
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
  /** Id of the user that last changed the entry; null when nobody did. */
  last_modified_by: string | null
  /** Id of the tenant that the entry belongs to. */
  tenant_id: string
  /** Always true: log entries are not switched off. */
  is_active: boolean
  /** Always false: log entries are not deleted. */
  is_deleted: boolean
}

export type ApiRequestLogPage = Page<ApiRequestLog>

export interface BankCallback {
  /** Id of the payment, as the platform sent it to the bank. */
  transaction_id?: string | undefined
  /** Outcome of the authentication as one digit: 1 authenticated, 2 to 4 attempted, 0 and 5 to 8 failed. */
  md_status?: string | undefined
  /** Electronic commerce indicator (ECI): how far 3D Secure vouches for the payment. */
  eci?: string | undefined
  /** Cryptogram that proves the authentication (CAVV). */
  cavv?: string | undefined
  /** Id of the authentication at the bank (XID). */
  xid?: string | undefined
  /** Id of the authentication at the card scheme. */
  ds_trans_id?: string | undefined
  /** Result of the challenge: ok, wrong_code, cancelled, timeout, refused or unavailable. */
  result?: string | undefined
  /** Lower-case hex HMAC-SHA256 over the other fields, keyed by the configuration's secret_key. */
  hash?: string | undefined
}

export interface BankFile {
  /** Id of the bank file. */
  id: string
  /** SHA-256 hash of the file, as lower-case hex. */
  sha256: string
  /** Format of the file: csv, fixed_width, mt940, nestpay_list or garanti_list. */
  form: string
  /** Bank that the file came from, as the file names it. */
  bank: string
  /** The merchant's number at the bank, as the file names it. */
  merchant_number: string
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Day that the file covers, in Istanbul. */
  day: string
  /** Number of the file among those of the same day; 1 is the first. */
  number: number
  /** Id of the connector configuration whose payments the file lists. */
  connector_config_id: string
  /** Number of rows in the file. */
  row_count: number
  /** Sum of the gross amounts of all rows, in minor units. */
  gross: number
  /** Sum of the bank's commission on all rows, in minor units. */
  commission: number
  /** Sum that the bank pays for all rows, in minor units. */
  net: number
  /** Id of the reconciliation that compares the file; null before one was started. */
  reconciliation_id: string | null
  /** Id of the user or API key that sent the file; `bank-files` when it came by the watched folder. */
  taken_by: string
  /** Time at which the file was received. */
  taken_at: string
  /** Way the file came. `folder`: the bank left it in the watched folder; `machine`: a confirmed key that may send files and nothing else sent it; `person`: anybody else did; `earlier`: it came before this was recorded. */
  origin: BankFileOrigin
  /** Status of the file. `waiting`: it takes no effect until a second person confirms it; `replaced`: another file of the same day counts instead. */
  status: BankFileStatus
  /** Id of the second person that confirmed the file; null when none did. */
  confirmed_by: string | null
  /** Time at which the file was confirmed; null when it was not. */
  confirmed_at: string | null
  /** Decision that waits for a second person: that the file is the bank's, or that a file that counts is rejected. Null when nothing waits. */
  awaits: BankFileAwaited | null
  /** Id of the user or API key that sent the file or asked for its rejection; null when nothing waits. */
  asked_by: string | null
  /** Id of the user that rejected the file, or that sent or confirmed the file that replaced it; null when the file still counts. */
  withdrawn_by: string | null
  /** Time at which the file was rejected or replaced; null when it still counts. */
  withdrawn_at: string | null
  /** Reason of the rejection, for people; null when none was given. */
  reason: string | null
  /** Id of the file of the same day that counts instead; null when none does. */
  replaced_by: string | null
}

export type BankFileAwaited = 'confirmation' | 'rejection'

export type BankFileOrigin = 'folder' | 'machine' | 'person' | 'earlier'

export type BankFilePage = Page<BankFile>

export type BankFileStatus = 'loading' | 'waiting' | 'taken' | 'rejected' | 'replaced'

export interface BankRow {
  /** The bank's id of the movement; it is matched with provider_transaction_id. */
  bank_transaction_id?: string | null | undefined
  /** Amount of the movement in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Status of the movement at the bank. */
  status: BankRowStatus
  /** Time of the movement at the bank. */
  transaction_date?: string | null | undefined
  /** Your own identifier of the merchant. */
  merchant_external_id?: string | null | undefined
  /** Authorization code of the bank: the second key for matching, together with the amount and the day. */
  auth_code?: string | null | undefined
}

export type BankRowStatus = 'approved' | 'completed' | 'declined' | 'failed' | 'refunded' | 'voided' | 'pending'

export interface BasketItem {
  /** Your own id of the item. */
  id?: string | null | undefined
  /** Name of the item, as the shopper sees it. */
  name: string
  /** Price of the item in minor units (kuruş): 12990 is 129.90 TRY. The sum of the items is not compared with the amount. */
  price: number
  /** Number of pieces of the item. */
  quantity: number
}

export type BreakerState = 'closed' | 'open' | 'half_open'

export interface BulkDeleteResult {
  /** Number of rules that were deleted. */
  deleted_count: number
  /** Ids that name no rule of this tenant. */
  not_found_ids: string[]
}

export interface BulkErrorCodeItem {
  /** Code of a connector of this tenant. */
  connector_code: string
  /** Error code of the bank, as the bank writes it. */
  provider_error_code: string
  /** Kind of error, which decides how the platform treats it. */
  category: ErrorCategory
  /** Message for people in Turkish. */
  turkish_message?: string | null | undefined
  /** Message for people in English. */
  english_message?: string | null | undefined
  /** Explanation of the code for operators. */
  internal_description?: string | null | undefined
  /** Whether routing tries the fallback after this code; set it only when the bank promises that nothing was booked. */
  should_retry?: boolean | null | undefined
  /** HTTP status suggested to callers, 400 to 599; null when there is none. */
  http_status_suggestion?: number | null | undefined
}

export interface BulkErrorCodes {
  /** Error codes to create or overwrite. */
  items: BulkErrorCodeItem[]
}

export interface BulkErrorCodesResult {
  /** Number of error codes that were created. */
  created_count: number
  /** Number of error codes that were overwritten. */
  updated_count: number
}

export interface BulkIds {
  /** Ids of the rules to delete. */
  ids: string[]
}

export interface BulkResolve {
  /** Rows to resolve, each with a decision of its own. */
  items?: BulkResolveItem[] | null | undefined
  /** Ids of the rows to resolve, all with the same decision. */
  detail_ids?: string[] | null | undefined
  /** Decision about all rows of detail_ids. */
  resolution_action?: ReconciliationResolutionAction | null | undefined
  /** Remarks on the decision, for people. */
  remarks?: string | null | undefined
}

export interface BulkResolveError {
  /** Id of the row that could not be resolved. */
  detail_id: string
  /** Reason why the row could not be resolved, for people. */
  message: string
}

export interface BulkResolveItem {
  /** Id of the row to resolve. */
  detail_id: string
  /** Decision about this row. */
  request: BulkResolveRequest
}

export interface BulkResolveRequest {
  /** Decision about the row; another name of resolution_action. */
  action?: ReconciliationResolutionAction | null | undefined
  /** Decision about the row; another name of action. */
  resolution_action?: ReconciliationResolutionAction | null | undefined
  /** Amount in minor units to which the records are corrected; required with some actions. */
  adjusted_amount?: number | null | undefined
  /** Status that the payment is to get. */
  applied_status?: TransactionStatus | null | undefined
  /** Remarks on the decision, for people. */
  remarks?: string | null | undefined
}

export interface BulkResolveResult {
  /** Number of rows that this call resolved. */
  processed: number
  /** Number of rows that could not be resolved. */
  failed: number
  /** Rows as they are after the call. */
  details: ReconciliationDetail[]
  /** Rows that could not be resolved, with the reason. */
  errors: BulkResolveError[]
}

export interface Buyer {
  /** Your own id of the buyer. */
  id?: string | null | undefined
  /** First name of the buyer. */
  name?: string | null | undefined
  /** Family name of the buyer. */
  surname?: string | null | undefined
  /** E-mail address of the buyer, used by the fraud rules. */
  email?: string | null | undefined
  /** Telephone number of the buyer. */
  phone?: string | null | undefined
  /** Network address of the buyer, used by the fraud rules. */
  ip_address?: string | null | undefined
  /** National identity number of the buyer; some banks ask for it on large amounts. */
  identity_number?: string | null | undefined
}

export interface CancelReconciliation {
  /** Reason of the cancellation, for people. */
  reason?: string | null | undefined
}

export interface CancelRecurring {
  /** Id of the payment; it repeats the path. */
  transaction_id?: string | null | undefined
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface CancellationRequest {
  /** Id of the cancellation request. */
  id: string
  /** Id of the payment that is to be canceled. */
  transaction_id: string
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Id of the user or API key that made the request; null when it is not known. */
  requested_by: string | null
  /** Time at which the request was made. */
  requested_at: string
  /** Reason of the request, for the person who decides; null when none was given. */
  reason: string | null
  /** Status of the cancellation request now. */
  status: CancellationRequestStatus
  /** Id of the second person that decided; null before. */
  reviewed_by: string | null
  /** Time at which the request was decided; null before. */
  reviewed_at: string | null
  /** Note of the person that decided; null when none was written. */
  review_note: string | null
  /** Platform code with which the void failed after the approval; null when it did not fail. */
  void_error_code: string | null
  /** Explanation why the void failed after the approval, for people; null when it did not fail. */
  void_error_message: string | null
  /** Summary of the payment; null when it is no longer kept. */
  transaction: TransactionSummary | null
}

export type CancellationRequestPage = Page<CancellationRequest>

export type CancellationRequestStatus = 'pending' | 'approved' | 'rejected' | 'failed'

export interface Capture {
  /** Id of the payment; it repeats the path. */
  transaction_id?: string | null | undefined
  /** Amount in minor units (kuruş), or with its currency as {amount, currency}; when absent, all that is left. */
  amount?: number | null | Money | undefined
  /** Currency as three-letter ISO 4217 code, with an amount that is a plain number; by default the payment's. */
  currency?: string | null | undefined
  /** Reason of the operation, for people; at most 500 characters. */
  reason?: string | null | undefined
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    /** Bank code that the simulated bank answers with; only in the sandbox. */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

export interface CaptureById {
  /** Id of the payment that the operation is about. */
  transaction_id: string
  /** Amount in minor units (kuruş), or with its currency as {amount, currency}; when absent, all that is left. */
  amount?: number | null | Money | undefined
  /** Currency as three-letter ISO 4217 code, with an amount that is a plain number; by default the payment's. */
  currency?: string | null | undefined
  /** Reason of the operation, for people; at most 500 characters. */
  reason?: string | null | undefined
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    /** Bank code that the simulated bank answers with; only in the sandbox. */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

/** A pre-authorization was captured */
export type CaptureCompletedEvent = EventOf<'capture.completed', PaymentCompletedData>

export interface Card {
  /** Name of the card holder as printed on the card; at least one letter. */
  holder_name: string
  /** Card number, 13 to 19 digits without blanks; it must pass the Luhn check. */
  number: string
  /** Month in which the card expires, two digits, 01 to 12. */
  expire_month: string
  /** Year in which the card expires, four digits. */
  expire_year: string
  /** Security code of the card, 3 digits or 4 for Amex; it is never stored. */
  cvv: string
}

export type CardEventType = 'payment.completed' | 'payment.failed' | 'payment.authorized' | 'capture.completed' | 'void.completed' | 'refund.completed' | '3ds.completed' | '3ds.failed' | 'subscription.charged' | 'subscription.failed' | 'subscription.cancelled' | 'subscription.completed' | 'subscription.charge.reversed' | 'subscription.charge.failed' | 'chargeback.opened' | 'chargeback.resolved' | 'settlement.created' | 'settlement.completed'

export interface CarryOutRemedy {
  /** Remedy to carry out instead of the proposed one. */
  remedy?: ReconciliationRemedy | null | undefined
  /** Remarks on the remedy, for people. */
  remarks?: string | null | undefined
}

export interface ChangelogDiff {
  /** Name of the member that changed. */
  field: string
  /** Value before the change as a text, secrets as `***`; null when there was none. */
  before: string | null
  /** Value after the change as a text, secrets as `***`; null when there is none. */
  after: string | null
}

export interface ChangelogEntry {
  /** Id of the entry. */
  id: string
  /** Time at which the change was made. */
  at: string
  /** Id of the user or API key that made the change: `sub` of its token. */
  actor: string
  /** Action that was taken: created, updated, deleted, activated, deactivated; requested, confirmed or rejected when a second person confirms. */
  action: string
  /** Kind of resource that was changed: connector, connector_configuration, connector_error_code, routing_rule or simple_routing_rule. A rule is listed with the connector of its target. */
  entity_kind: string
  /** Id of the resource that was changed. */
  entity_id: string
  /** Remark on the change, for people; null when there is none. */
  note: string | null
  /** Members that changed, with the value before and after. */
  diff: ChangelogDiff[]
}

export interface Chargeback {
  /** Id of the chargeback. */
  id: string
  /** Id of the payment that is charged back. */
  transaction_id: string
  /** Disputed amount in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Reason of the card holder, for people; null when none is known. */
  reason: string | null
  /** Reason code of the card scheme, such as 4837; null when none is known. */
  reason_code: string | null
  /** The bank's reference of the case; null when none is known. */
  bank_reference_no: string | null
  /** Status of the chargeback now. */
  status: ChargebackStatus
  /** Time until which the merchant can respond with evidence; null when there is no deadline. */
  response_deadline: string | null
  /** Time at which the chargeback was won or lost; null before. */
  resolved_at: string | null
  /** Response of the merchant to the chargeback; null when none was given. */
  merchant_response: string | null
  /** Note on the chargeback, for people; null when there is none. */
  notes: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Name of the merchant, for people; null when there is none. */
  merchant_name: string | null
  /** Card number with its middle masked; null when no card is known. */
  masked_card_number: string | null
  /** Amount of the disputed payment in minor units (kuruş): 12990 is 129.90 TRY. */
  transaction_amount: number
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Warning while there is no response: `due` within 24 hours of the deadline, `missed` from then on. Null otherwise. */
  deadline_alarm: ChargebackDeadlineAlarm | null
  /** Outcome that a first person stated and a second one has to repeat before it counts; null when nothing waits. */
  awaits: ChargebackAwaits | null
  /** Id of the user that stated the waiting outcome; null when nothing waits. */
  asked_by: string | null
  /** Id of the user that stated how the chargeback ended, the second one when two had to; null when the bank did, or while it is open. */
  ended_by: string | null
}

export type ChargebackAction = 'dispute' | 'win' | 'lose'

export type ChargebackAwaits = 'won' | 'lost'

export type ChargebackDeadlineAlarm = 'due' | 'missed'

export interface ChargebackEvidence {
  /** Id of the evidence document. */
  id: string
  /** Id of the chargeback that the document belongs to. */
  chargeback_id: string
  /** Name of the file, as it was uploaded. */
  file_name: string
  /** Media type of the document, recognized by its content. */
  media_type: EvidenceMediaType
  /** Size of the file in bytes. */
  size_bytes: number
  /** SHA-256 hash of the file, as lower-case hex. */
  sha256: string
  /** Description of the document, for people; null when there is none. */
  description: string | null
  /** Id of the user or API key that uploaded the file. */
  uploaded_by: string
  /** Time at which the record was created, in UTC. */
  created: string
}

export interface ChargebackOpenedData extends PaymentCompletedData {
  /** Id of the chargeback that the event is about. */
  chargeback_id: string
  /** Reason code of the card scheme, such as 4837. */
  reason_code: string
  /** Time by which the merchant has to respond to the chargeback. */
  due_date: string
  /** Status of the chargeback after the event. */
  chargeback_status: 'opened' | 'disputed' | 'won' | 'lost'
}

/** The cardholder’s bank asks for the money back, as it reported or a person recorded; respond before `due_date` */
export type ChargebackOpenedEvent = EventOf<'chargeback.opened', ChargebackOpenedData>

export type ChargebackOrder = 'created' | 'deadline'

export type ChargebackPage = Page<Chargeback>

export interface ChargebackResolvedData extends ChargebackOpenedData {
  /** Time at which the chargeback was won or lost. */
  resolved_at: string
}

/** A chargeback was won or lost; where that takes two people, the second has agreed */
export type ChargebackResolvedEvent = EventOf<'chargeback.resolved', ChargebackResolvedData>

export type ChargebackStatus = 'opened' | 'disputed' | 'won' | 'lost'

export type CheckoutPaymentMode = 'non_3d' | 'three_d_secure' | 'three_d_pay' | 'three_d_pay_hosting'

export interface CheckoutSession {
  /** Id of the session, as its creation returned it. */
  session_id: string
  /** Id of the tenant that the session belongs to. */
  tenant_id: string
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none. */
  external_merchant_id: string | null
  /** Name shown on the payment page; null when there is none. */
  merchant_name: string | null
  /** Amount to be paid in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Numbers of installments that the page offers. */
  allowed_installments: number[]
  /** Description shown on the payment page; null when there is none. */
  description: string | null
  /** Your own order id; null when none was sent. */
  external_id: string | null
  /** Your own id of the basket; null when none was sent. */
  basket_id: string | null
  /** E-mail address of the shopper; null when none was sent. */
  customer_email: string | null
  /** Telephone number of the shopper; null when none was sent. */
  customer_phone: string | null
  /** Values of your own by name, returned as they were sent; null when none were. */
  metadata: {
    [key: string]: string
  } | null
  /** Status of the session now. */
  status: CheckoutStatus
  /** Id of the payment of the latest attempt; null before the first. */
  transaction_id: string | null
  /** Time at which the record was created, in UTC. */
  created_at: string
  /** Time until which the shopper can pay. */
  expires_at: string
  /** Whether the shopper pays with or without 3D Secure. */
  payment_mode: CheckoutPaymentMode
  /** Whether the pay call may ask for a pre-authorization. */
  allow_pre_auth: boolean
  /** Whether the session is paid only through configurations of mode test, which charge nothing. */
  is_test_session: boolean
  /** Number of attempts to pay so far. */
  attempt_count: number
  /** Number of attempts to pay that the session allows. */
  max_attempts: number
  /** Address the shopper is sent to once it is paid; null when none was sent. */
  success_url: string | null
  /** Address the shopper is sent to without a payment; null when none was sent. */
  cancel_url: string | null
}

export interface CheckoutSessionCreated {
  /** Id of the session: 128 random bits as 32 hex digits. Anybody who has it can pay the session. */
  session_id: string
  /** Address of the hosted payment page, to which you send the shopper's browser. */
  checkout_url: string
  /** Time until which the shopper can pay. */
  expires_at: string
}

export type CheckoutSessionPage = Page<CheckoutSessionRow>

export interface CheckoutSessionRow {
  /** Id with which the whole session can be read. */
  session_id: string
  /** Id of the payment of the latest attempt; null before the first. */
  transaction_id: string | null
  /** Number of attempts to pay so far. */
  attempt_count: number
  /** Number of attempts to pay that the session allows. */
  max_attempts: number
  /** Whether the session is paid only through configurations of mode test, which charge nothing. */
  is_test_session: boolean
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none. */
  external_merchant_id: string | null
  /** Name of the merchant, for people; null when there is none. */
  merchant_name: string | null
  /** Amount to be paid in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Description shown on the payment page; null when there is none. */
  description: string | null
  /** Your own order id; null when none was sent. */
  external_id: string | null
  /** Status of the session or link now. */
  status: CheckoutStatus
  /** Id of the user or API key that created the session or link. */
  created_by: string
  /** Time at which the record was created, in UTC. */
  created_at: string
  /** Time until which the shopper can pay. */
  expires_at: string
}

export type CheckoutStatus = 'open' | 'processing' | 'completed' | 'failed' | 'expired' | 'cancelled'

export interface Complete3D {
  /** Id of the payment to complete. */
  transaction_id: string
  /** Whether the bank is asked for the authentication result first, for a payment whose callback never came. */
  need_verification?: boolean | null | undefined
}

export interface CompleteSession {
  /** Id of the payment that completes the session. */
  transaction_id: string
}

export interface ConfirmDcc {
  /** Id of the payment; it repeats the path. */
  transaction_id?: string | null | undefined
  /** Whether the card's own currency is charged (true) or the currency of the payment (false). */
  accept_dcc: boolean
}

export interface ConfirmOutcome {
  /** Outcome that was proposed, repeated to confirm it. */
  outcome: KnownOutcome
  /** Id of the proposal as it was read; when another one has been made since, the call is refused with 409. Required in production. */
  change_id?: string | null | undefined
}

export interface Connector {
  /** Notes of your own by name, returned as they were sent. */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the connector. */
  id: string
  /** Name of the connector, for people. */
  name: string
  /** Code of the connector, unique in the tenant; it cannot be changed. */
  code: string
  /** Type of the connector, which decides what it connects to. */
  type: ConnectorType
  /** Whether the connector takes new payments, whatever its configurations say. */
  is_active: boolean
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
  /** Number of configurations of the connector, active and inactive ones. */
  configuration_count: number
}

export interface ConnectorConfiguration {
  /** Values by name. Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, supports_recurring, supports_points (default true), dcc_enabled (default false), max_installments (12), require_city_code (false), accepted_md_status (1,2,3,4), merchant_number, bank_commission_rate, merchant_commission_rate (0); other keys are notes of your own. */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the configuration. */
  id: string
  /** Id of the connector that the configuration belongs to. */
  connector_id: string
  /** Name of the connector; null when it was deleted. */
  connector_name: string | null
  /** Code of the connector, such as SIMBANK; null when no connector is known. */
  connector_code: string | null
  /** Name of the configuration, for people; null when there is none. */
  name: string | null
  /** Whether the configuration calls the bank's production or its test system. */
  mode: ConnectorMode
  /** API key of the bank, masked: `***` and, when it is longer than 12 characters, the last four of them; null when there is none. */
  api_key: string | null
  /** Secret key of the bank, masked: `***` and, when it is longer than 12 characters, the last four of them; null when there is none. */
  secret_key: string | null
  /** Password at the bank, masked: `***` and, when it is longer than 12 characters, the last four of them; null when there is none. */
  password: string | null
  /** User name at the bank; null when there is none. */
  username: string | null
  /** Terminal number at the bank; null when there is none. */
  terminal_id: string | null
  /** Store or merchant number at the bank; null when there is none. */
  store_id: string | null
  /** Address of the bank that is called; null when the connector's own applies. */
  api_endpoint_url: string | null
  /** Address of the bank's 3D Secure page; null when the connector's own applies. */
  three_d_secure_endpoint_url: string | null
  /** Further credentials, shown as `***` when they are set; null when there are none. */
  extra_credentials: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Position of the configuration when no routing rule decides; lower ones are tried first. */
  priority: number
  /** Whether the configuration takes new payments. */
  is_active: boolean
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
  /** Change that waits for a second person; null when there is none. */
  pending_change: PendingConfigurationChange | null
}

export interface ConnectorConfigurationHealth {
  /** Id of the configuration that the figures are about. */
  connector_configuration_id: string
  /** State of the circuit breaker, which stops calls to a bank that fails. */
  breaker_state: BreakerState
  /** Condition, judged by the success rate. */
  status: HealthStatus
  /** Successful calls in whole percent; a decline of a card counts as success. 100 while there were no calls. */
  success_rate: number
  /** Number of calls that were counted: the last 100 of the last 24 hours of each configuration. */
  sample_size: number
  /** Number of calls that the bank answered. */
  success_count: number
  /** Number of technical faults and timeouts. */
  failure_count: number
  /** Time of the latest call; null when there was none. */
  last_transaction_at: string | null
  /** Time at which the figures were worked out. */
  last_calculated_at: string
  /** Success percent of the last 24 hours, one number an hour, oldest first; 100 for an hour without calls. At most the last 100 calls of an hour and configuration are counted. */
  sparkline: number[]
  /** Latest fault; null when there was none. */
  last_error: LastError | null
}

export type ConnectorConfigurationPage = Page<ConnectorConfiguration>

export interface ConnectorDetail {
  /** Connector that was asked for. */
  connector: Connector
  /** Configurations of the connector, active and inactive ones, by priority. */
  configurations: ConnectorConfiguration[]
  /** Health of the connector and of its configurations. */
  health: ConnectorHealth
  /** Meaning of the connector's error codes to this tenant. */
  error_codes: ConnectorErrorCode[]
  /** Changes of the connector, newest first, at most 100. */
  changelog: ChangelogEntry[]
}

export interface ConnectorErrorCode {
  /** Id of the error code. */
  id: string
  /** Code of the connector whose error code it is; null when it applies to all. */
  connector_code: string | null
  /** Error code of the bank, as the bank writes it; null for a platform code. */
  provider_error_code: string | null
  /** Kind of error, which decides how the platform treats it. */
  category: ErrorCategory
  /** Message for people in Turkish; null when there is none. */
  turkish_message: string | null
  /** Message for people in English; null when there is none. */
  english_message: string | null
  /** Explanation of the code for operators; null when there is none. */
  internal_description: string | null
  /** Whether routing tries the fallback after this code; set it only when the bank promises that nothing was booked. */
  should_retry: boolean
  /** HTTP status suggested to callers, 400 to 599; null when there is none. */
  http_status_suggestion: number | null
  /** Id of the error code whose meaning this one follows; null when it has its own. */
  mapped_to_id: string | null
  /** Bank code whose meaning this one follows; null when it has its own. */
  mapped_to_code: string | null
}

export interface ConnectorHealth {
  /** Figures of all configurations together. */
  rollup: ConnectorHealthRollup
  /** Figures of each configuration, by priority. */
  per_configuration: ConnectorConfigurationHealth[]
}

export interface ConnectorHealthRollup {
  /** Condition, judged by the success rate. */
  status: HealthStatus
  /** Successful calls in whole percent; a decline of a card counts as success. 100 while there were no calls. */
  success_rate: number
  /** Number of calls that were counted: the last 100 of the last 24 hours of each configuration. */
  sample_size: number
  /** Number of calls that the bank answered. */
  success_count: number
  /** Number of technical faults and timeouts. */
  failure_count: number
  /** Time of the latest call; null when there was none. */
  last_transaction_at: string | null
  /** Time at which the figures were worked out. */
  last_calculated_at: string
  /** Success percent of the last 24 hours, one number an hour, oldest first; 100 for an hour without calls. At most the last 100 calls of an hour and configuration are counted. */
  sparkline: number[]
  /** Latest fault; null when there was none. */
  last_error: LastError | null
}

export interface ConnectorHealthRow {
  /** Id of the connector that the figures are about. */
  connector_id: string
  /** Code of the connector that the figures are about. */
  connector_code: string
  /** Figures of all configurations together. */
  rollup: ConnectorHealthRollup
}

export type ConnectorMode = 'test' | 'production'

export type ConnectorPage = Page<Connector>

export interface CreateBankProfile {
  /** Id of the merchant; it repeats the path, and may be left out. */
  merchant_id?: string | null | undefined
  /** Id or name of the connector configuration that the profile is for. */
  connector_config_id: string
  /** Id of the sub-merchant at the bank. */
  sub_merchant_id?: string | null | undefined
  /** Name of the sub-merchant, as it is sent to the bank. */
  sub_merchant_name?: string | null | undefined
  /** Merchant category code (MCC) of the sub-merchant, as it is sent to the bank. */
  sub_merchant_mcc?: string | null | undefined
  /** Postal code of the sub-merchant, as it is sent to the bank. */
  sub_merchant_postal_code?: string | null | undefined
  /** City of the sub-merchant, as it is sent to the bank. */
  sub_merchant_city?: string | null | undefined
  /** Country of the sub-merchant as ISO 3166 code, in the form the bank asks for. */
  sub_merchant_country_code?: string | null | undefined
  /** Further values by name for the connector. */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface CreateCancellation {
  /** Id of the payment to cancel. */
  transaction_id: string
  /** Reason of the cancellation request, for the person who decides. */
  reason?: string | null | undefined
}

export interface CreateChargeback {
  /** Id of a payment that is completed or refunded. */
  transaction_id: string
  /** Disputed amount in minor units, at most the amount of the payment. */
  amount: number
  /** Currency of the amount, by default that of the payment. */
  currency?: string | null | undefined
  /** Reason of the card holder, for people. */
  reason?: string | null | undefined
  /** Reason code of the card scheme, such as 4837. */
  reason_code?: string | null | undefined
  /** The bank's reference of the case. */
  bank_reference_no?: string | null | undefined
  /** Time until which the merchant can respond with evidence, by default seven days from now. */
  response_deadline?: string | null | undefined
  /** Note on the chargeback, for people. */
  notes?: string | null | undefined
}

export interface CreateCheckoutSession {
  /** Name shown on the payment page, by default the merchant's name. */
  merchant_name?: string | null | undefined
  /** Amount in minor units (kuruş): 12990 is 129.90 TRY; also accepted with its currency, as {amount, currency}. */
  amount: number | Money
  /** Currency as three-letter ISO 4217 code; required when the amount is a plain number. */
  currency?: string | null | undefined
  /** Numbers of installments that the page offers; when absent or empty, a single payment only. */
  allowed_installments?: number[] | null | undefined
  /** Description shown on the payment page. */
  description?: string | null | undefined
  /** Your own order id; it need not be unique. */
  external_id?: string | null | undefined
  /** Your own id of the basket. */
  basket_id?: string | null | undefined
  /** E-mail address of the shopper. */
  customer_email?: string | null | undefined
  /** Telephone number of the shopper. */
  customer_phone?: string | null | undefined
  /** Values of your own by name, stored with the session and returned as they were sent. */
  metadata?: {
    [key: string]: string
  } | null | undefined
  /** Further values by name for each payment of the session; a key that the pay call sends replaces the session's. */
  extra_properties?: {
    /** `true` offers a foreign card its own currency; the shopper chooses on the page. */
    dcc?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
  /** Whether the shopper pays with or without 3D Secure. */
  payment_mode?: CheckoutPaymentMode | null | undefined
  /** Whether the pay call may ask for a pre-authorization; the hosted page always makes a sale. */
  allow_pre_auth?: boolean | null | undefined
  /** Whether the session is paid only through configurations of mode test, which charge nothing. */
  is_test_session?: boolean | null | undefined
  /** HTTPS address the shopper is sent to once it is paid, with session_id and status added to its query. */
  success_url?: string | null | undefined
  /** HTTPS address the shopper is sent to without a payment, with session_id and status added to its query. */
  cancel_url?: string | null | undefined
}

export interface CreateConnector {
  /** Notes of your own by name; none by default. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name of the connector, for people. */
  name: string
  /** Type of the connector, which decides what it connects to. */
  type: ConnectorType
  /** Code of the connector: upper-case letters, digits and underscores, unique in the tenant; by default made from the name. */
  code?: string | null | undefined
  /** Whether the connector takes new payments, true by default. */
  is_active?: boolean | null | undefined
}

export interface CreateConnectorConfiguration {
  /** Id of the connector that the configuration belongs to. */
  connector_id: string
  /** Values by name. Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, supports_recurring, supports_points (default true), dcc_enabled (default false), max_installments (12), require_city_code (false), accepted_md_status (1,2,3,4), merchant_number, bank_commission_rate, merchant_commission_rate (0); other keys are notes of your own. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name of the configuration, for people. */
  name: string
  /** Whether the configuration calls the bank's production or its test system. */
  mode: ConnectorMode | number
  /** API key of the bank, stored sealed and returned masked. When absent or masked the stored value stays; an empty text removes it. */
  api_key?: string | null | undefined
  /** Secret key of the bank, stored sealed and returned masked. When absent or masked the stored value stays; an empty text removes it. */
  secret_key?: string | null | undefined
  /** Password at the bank, stored sealed and returned masked. When absent or masked the stored value stays; an empty text removes it. */
  password?: string | null | undefined
  /** User name at the bank. */
  username?: string | null | undefined
  /** Terminal number at the bank. */
  terminal_id?: string | null | undefined
  /** Store or merchant number at the bank. */
  store_id?: string | null | undefined
  /** HTTPS address of the bank that is called, public or in a network that the operator allows; in the sandbox also http on loopback. */
  api_endpoint_url?: string | null | undefined
  /** HTTPS address of the bank's 3D Secure page, public or in a network that the operator allows; in the sandbox also http on loopback. */
  three_d_secure_endpoint_url?: string | null | undefined
  /** Further credentials as a JSON text, stored sealed and returned masked. When absent or masked the stored value stays; an empty text removes it. */
  extra_credentials?: string | null | undefined
  /** Code of the bank, as in GET /api/v1/lookups/banks. */
  bank_code?: string | null | undefined
  /** Position of the configuration when no routing rule decides; lower ones are tried first. */
  priority?: number | null | undefined
  /** Whether the configuration takes new payments, true by default. */
  is_active?: boolean | null | undefined
}

export interface CreateFieldsSession {
  /** Largest amount that a payment with the token may have, in minor units, or as an amount with its currency. */
  amount: number | Money
  /** Currency as three-letter ISO 4217 code; required when the amount is a plain number. */
  currency?: string | null | undefined
  /** Origin of the page that shows the fields, as browsers write it: https://shop.example. */
  origin: string
  /** Numbers of installments that the page offers; when absent or empty, a single payment only. */
  allowed_installments?: number[] | null | undefined
}

export interface CreateMerchantTerms {
  /** Id of the merchant that the terms apply to; when absent, every merchant. */
  merchant_id?: string | null | undefined
  /** Id or name of the connector configuration that the terms apply to; when absent, every configuration. */
  connector_config_id?: string | null | undefined
  /** Code of the bank whose configurations the terms all apply to, instead of a single configuration. */
  bank_code?: string | null | undefined
  /** First day, in Istanbul, on which the terms apply; it has to follow every day that is settled. */
  effective_from: string
  /** Commission rates of the bank; the first one that fits a sale counts. */
  rates: TermsRateInput[]
  /** Plan by which the bank pays: the next day, after blocked_days, installment by installment, or weekly. */
  value_date_plan: ValueDatePlan
  /** Number of days the bank keeps the money, with value_date_plan blocked_n. */
  blocked_days?: number | null | undefined
  /** Weekday on which the bank pays, with value_date_plan weekly; 1 is Monday. */
  payout_weekday?: number | null | undefined
  /** Whether the bank returns its commission with a refund. */
  returns_commission?: boolean | null | undefined
  /** Commission of the platform in basis points of the gross amount: 100 are one percent. */
  platform_basis_points?: number | null | undefined
  /** Tax on the commission of the platform, in basis points: 100 are one percent. */
  tax_basis_points?: number | null | undefined
  /** Whether the platform returns its commission and the tax on it with a refund. */
  returns_platform_commission?: boolean | null | undefined
  /** Share of the gross amount withheld against chargebacks, in basis points: 100 are one percent. */
  reserve_basis_points?: number | null | undefined
  /** Number of days for which the reserve is withheld. */
  reserve_days?: number | null | undefined
  /** Note on the terms, for people. */
  notes?: string | null | undefined
}

export interface CreatePayment {
  /** Your own order id; recommended, need not be unique. */
  external_id?: string | null | undefined
  /** Your own id of the basket. */
  basket_id?: string | null | undefined
  /** Amount of the payment, with its currency; at least 100 minor units. */
  amount: Money
  /** Number of installments, 1 to 12; 1 is a single payment. */
  installment: number
  /** Card that is charged; its number and security code are never returned. Send exactly one of `card` and `card_token`. */
  card?: Card | null | undefined
  /** Token that the card fields on your own page produced; send exactly one of `card` and `card_token`. */
  card_token?: string | null | undefined
  /** Description of the order, for people. */
  description?: string | null | undefined
  /** Person that pays; recommended for the fraud rules. */
  buyer?: Buyer | null | undefined
  /** Address that the invoice goes to. */
  billing_address?: Address | null | undefined
  /** Address that the goods go to. */
  shipping_address?: Address | null | undefined
  /** Items that are bought; at most 100. */
  basket_items?: BasketItem[] | null | undefined
  /** Operation to carry out: sale, which is the default, or pre_auth, which blocks the amount until it is captured. */
  operation_type?: PaymentOperation | null | undefined
  /** Further values by name; unknown keys are handed to the connector as they are. */
  extra_properties?: {
    /** `true` pays with all usable points of the card, and the rest by card. */
    use_points?: string | undefined
    /** Fingerprint of the shopper's device, for the fraud rules. */
    device_fingerprint?: string | undefined
    /** User agent of the shopper's browser, for the fraud rules. */
    user_agent?: string | undefined
    /** `true` asks the bank for an offer in the currency of the card; the payment then waits for dcc/confirm. */
    dcc?: string | undefined
    /** Id or name of the connector configuration that takes the payment, whatever routing decides; only in the sandbox. */
    connector_configuration_id?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

export interface CreatePlanRecurring {
  /** Your own order id; it need not be unique. */
  external_id?: string | null | undefined
  /** Amount of each installment, with its currency. */
  amount: Money
  /** Card that is charged on each date. It is stored sealed until the plan ends, without its security code. */
  card: Card
  /** Person that pays; recommended for the fraud rules. */
  buyer?: Buyer | null | undefined
  /** Description of the order, for people. */
  description?: string | null | undefined
  /** Number of periods between two installments: 2 with a period of a month is every second month. */
  interval?: number | null | undefined
  /** Date of the first payment. When absent or past, it is made now; when ahead, it is stored now and sent on its date. */
  start_date?: string | null | undefined
  /** Id or name of the connector configuration that takes the payments; when absent, routing decides. */
  connector_config_id?: string | null | undefined
  /** Period after which the card is charged again. */
  period: RecurringPeriod
  /** Number of installments in the whole plan, 2 to 120. */
  installment_count: number
  /** Whether the shopper confirms the first payment by 3D Secure. */
  secure_type?: RecurringSecureType | null | undefined
  /** HTTPS address the browser is sent to after 3D Secure; required when secure_type is three_ds. */
  return_url?: string | null | undefined
}

export interface CreateRecurringPayment {
  /** Your own order id; it need not be unique. */
  external_id?: string | null | undefined
  /** Amount of each installment, with its currency. */
  amount: Money
  /** Card that is charged on each date. It is stored sealed until the plan ends, without its security code. */
  card: Card
  /** Person that pays; recommended for the fraud rules. */
  buyer?: Buyer | null | undefined
  /** Description of the order, for people. */
  description?: string | null | undefined
  /** Number of periods between two installments: 2 with a period of a month is every second month. */
  interval?: number | null | undefined
  /** Date of the first payment. When absent or past, it is made now; when ahead, it is stored now and sent on its date. */
  start_date?: string | null | undefined
  /** Number of installments of each payment, always 1. */
  installment?: number | null | undefined
  /** Rhythm of the payments: the period after which the card is charged again. */
  frequency: RecurringPeriod
  /** Number of payments in the whole plan, 2 to 120. */
  total_payment_count: number
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface CreateRoutingRule {
  /** Notes of your own by name; none by default. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name of the rule, for people. */
  name: string
  /** Position of the rule; lower ones are tried first. */
  priority?: number | null | undefined
  /** Currency that the rule applies to as three-letter ISO 4217 code; any when absent or null. */
  currency?: string | null | undefined
  /** Loyalty program of the cards that the rule applies to; when absent, any. */
  card_brand_filter?: CardBrand | null | undefined
  /** Type of the cards that the rule applies to; when absent, any. */
  card_type_filter?: CardType | null | undefined
  /** Id of the configuration that the payments go to. */
  target_connector_config_id: string
  /** Id of another configuration, which is tried when the target cannot take the payment. */
  fallback_connector_config_id?: string | null | undefined
  /** First 1 to 6 digits of the card numbers that the rule applies to; with card_bin_end the start of a range. Without it, any card. */
  card_bin?: string | null | undefined
  /** Last BIN of the range that card_bin begins, with as many digits. */
  card_bin_end?: string | null | undefined
  /** Number of installments that the rule applies to; when absent, any. */
  installment_count?: number | null | undefined
  /** Smallest amount that the rule applies to, in minor units. */
  min_amount: number
  /** Largest amount that the rule applies to, in minor units. */
  max_amount: number
  /** Weight of the rule in its score, 0 to 100; 0 by default. */
  weight?: number | null | undefined
  /** Success rate of the rule in its score, in percent; 0 by default. */
  success_rate?: number | null | undefined
  /** Response time of the rule in its score, in milliseconds; shorter is better; 1000 by default. */
  average_response_time_ms?: number | null | undefined
  /** Cost of the rule in its score, 0 to 100; cheaper is higher; 0 by default. */
  cost_score?: number | null | undefined
  /** Largest number of payments a day (Europe/Istanbul) that the rule takes; no limit when absent or null. */
  daily_transaction_limit?: number | null | undefined
  /** Whether the rule is applied, true by default. */
  is_active?: boolean | null | undefined
}

export interface CreateSettlement {
  /** Id of the merchant that is settled. */
  merchant_id: string
  /** First day of the settled period, in Istanbul. */
  period_start: string
  /** Last day of the settled period, in Istanbul, not before period_start. */
  period_end: string
  /** Code of the bank that pays, as in GET /api/v1/lookups/banks. */
  bank_code?: string | null | undefined
  /** Currency of all amounts as three-letter ISO 4217 code. */
  currency?: string | null | undefined
  /** Sum of the sales in minor units, before refunds and commissions. */
  gross_amount?: number | null | undefined
  /** Sum of the refunds in minor units. */
  refund_amount?: number | null | undefined
  /** Commission of the bank in minor units, including its tax. */
  bank_commission?: number | null | undefined
  /** Commission of the platform in minor units, including its tax. */
  platform_commission?: number | null | undefined
  /** Gross amount less refunds and both commissions, in minor units; it is worked out when absent, and another value is refused. */
  net_amount?: number | null | undefined
  /** Number of payments in the settlement. */
  transaction_count?: number | null | undefined
  /** Number of refunds in the settlement. */
  refund_count?: number | null | undefined
  /** The bank's reference of the payout. */
  bank_reference?: string | null | undefined
  /** Note on the settlement, for people. */
  notes?: string | null | undefined
}

export interface CreateSimpleRoutingRule {
  /** Notes of your own by name; none by default. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name of the rule, for people. */
  name: string
  /** Position of the rule; lower ones are tried first. */
  priority?: number | null | undefined
  /** Currency that the rule applies to as three-letter ISO 4217 code; any when absent or null. */
  currency?: string | null | undefined
  /** Loyalty program of the cards that the rule applies to; when absent, any. */
  card_brand_filter?: CardBrand | null | undefined
  /** Type of the cards that the rule applies to; when absent, any. */
  card_type_filter?: CardType | null | undefined
  /** Id of the configuration that the payments go to. */
  target_connector_config_id: string
  /** Id of another configuration, which is tried when the target cannot take the payment. */
  fallback_connector_config_id?: string | null | undefined
  /** Code of the bank that issued the card; when absent, any. */
  bank_code?: string | null | undefined
  /** Whether the rule applies to installment payments (true) or to single payments (false); when absent, to both. */
  has_installment?: boolean | null | undefined
  /** Smallest amount that the rule applies to, in minor units. */
  min_amount?: number | null | undefined
  /** Largest amount that the rule applies to, in minor units. */
  max_amount?: number | null | undefined
  /** Whether the rule is applied, true by default. */
  is_active?: boolean | null | undefined
}

export interface CreateTestCard {
  /** Number of the test card, 13 to 19 digits that pass the Luhn check. */
  card_number: string
  /** Name of the card holder, TEST CARD by default. */
  card_holder_name?: string | null | undefined
  /** Month in which the test card expires, 1 to 12. */
  expiry_month: number
  /** Year in which the test card expires, four digits. */
  expiry_year: number
  /** Security code of the test card, by default 000, for Amex 0000. */
  cvv?: string | null | undefined
  /** Card scheme of the test card, such as Visa. */
  card_schema_type: CardSchemaType
  /** Type of the test card: credit, debit or prepaid. */
  card_type: CardType
  /** Loyalty program of the test card, such as Bonus. */
  card_brand: CardBrand
  /** Answer that the simulated bank gives for this card. */
  expected_result: TestCardExpectedResult
  /** Code with which the simulated bank declines, in place of the usual provider_error_code. */
  custom_error_code?: string | null | undefined
  /** Text with which the simulated bank declines, in place of the usual detail. */
  custom_error_message?: string | null | undefined
  /** Time the simulated bank takes to answer, in milliseconds. */
  simulated_delay_ms?: number | null | undefined
  /** Short label under which people find the test card. */
  label?: string | null | undefined
  /** Values of your own by name, stored and returned as they are sent; at most 50. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
}

export interface CreateWebhookSubscription {
  /** HTTPS address that deliveries are posted to; it must be publicly reachable. */
  url: string
  /** Event types to deliver, or only the wildcard `*` for all; also accepted as one text, separated by commas. */
  events: Array<'payment.completed' | 'payment.failed' | 'payment.authorized' | 'capture.completed' | 'void.completed' | 'refund.completed' | '3ds.completed' | '3ds.failed' | 'subscription.charged' | 'subscription.failed' | 'subscription.cancelled' | 'subscription.completed' | 'subscription.charge.reversed' | 'subscription.charge.failed' | 'chargeback.opened' | 'chargeback.resolved' | 'settlement.created' | 'settlement.completed' | '*'> | string
  /** Description of the subscription, for people. */
  description?: string | null | undefined
  /** Number of times a failed delivery is tried again after the first attempt. */
  max_retry_count?: number | null | undefined
}

export type CsvHeadings = 'names' | 'tr' | 'en'

export type DashboardPeriod = 'today' | 'last_7_days' | 'last_30_days'

export interface DashboardStats {
  /** Period that the figures cover. */
  period: DashboardPeriod
  /** Number of payments made in the period; refunds are not counted. */
  today_transactions: number
  /** Successful payments in percent of those that succeeded or failed, two decimals; 0 when there were none. */
  today_success_rate: number
  /** Sum of the successful payments in TRY, in minor units; other currencies are not added. */
  today_total_amount: number
  /** Number of payments that were authorized or charged, also when they were refunded since. */
  today_successful: number
  /** Number of payments that were refused or failed. */
  today_failed: number
  /** Number of payments that were voided. */
  today_canceled: number
  /** Number of connectors that are degraded or down. */
  problem_connectors: number
  /** Number of connectors of the tenant. */
  total_connectors: number
  /** Change of the number of payments against the previous period; null when there is none to compare. */
  transactions_trend: Trend | null
  /** Change of the success rate against the previous period; null when there is none to compare. */
  success_rate_trend: Trend | null
  /** Change of the total amount against the previous period; null when there is none to compare. */
  amount_trend: Trend | null
  /** Number of payments by hour or day, oldest first: 24 hours, 7 days or 30 days. */
  trend_buckets: TrendBucket[]
  /** Number of payments by their status as it is now, in the order of a payment's life; only statuses that occur. */
  status_distribution: StatusDistribution[]
  /** The ten newest failed payments, whatever the period. */
  recent_failed_transactions: RecentFailedTransaction[]
}

export interface DecideConfigurationChange {
  /** Id of the pending_change, as it was read. */
  change_id: string
}

export interface DecideProfileChange {
  /** Id of the pending_change, as it was read. */
  change_id: string
}

export type DiscrepancyType = 'matched' | 'amount_mismatch' | 'status_mismatch' | 'orphan_db' | 'orphan_bank'

export type ErrorCategory = 'Technical' | 'BankDeclined' | 'Validation' | 'Fraud' | 'Configuration' | 'Timeout' | 'Unknown'

export type EvidenceMediaType = 'application/pdf' | 'image/png' | 'image/jpeg'

export interface FieldsSessionCreated {
  /** Secret of the session for your page only: anybody who has it can make its card token. */
  session_secret: string
  /** Time until which the fields can be used. */
  expires_at: string
  /** Address of the script to load on your page. */
  script_url: string
  /** Digest of the script, for the attribute `integrity`. */
  script_integrity: string
}

export interface FinalizeReconciliation {
  /** Note on the reconciliation, for people. */
  notes?: string | null | undefined
  /** Whether to finalize although rows are still pending. */
  force_partial?: boolean | null | undefined
}

export interface GenerateTestCards {
  /** Number of test cards to generate. */
  count: number
  /** First digits of the generated numbers; by default those of the card scheme. */
  bin_prefix?: string | null | undefined
  /** Card scheme of the test card, such as Visa. */
  card_schema_type: CardSchemaType
  /** Type of the test card: credit, debit or prepaid. */
  card_type: CardType
  /** Loyalty program of the test card, such as Bonus. */
  card_brand: CardBrand
  /** Answer that the simulated bank gives for this card. */
  expected_result: TestCardExpectedResult
}

export type HealthStatus = 'healthy' | 'degraded' | 'down' | 'unknown'

export interface IdempotencyKeyHolder {
  /** Operation that the key was sent with; the same key of another operation is another key. */
  operation: string
  /** Id of the merchant that the request named; null when it named none. */
  merchant_id: string | null
  /** Id of the payment that the request created or changed; null when it did neither. */
  transaction_id: string | null
  /** HTTP status of the answer; null while it is not final yet. */
  status_code: number | null
  /** Beginning of the fingerprint of the request; a repeat has to match it. Null when none is kept. */
  fingerprint: string | null
  /** Body of the request as it was sent, card and personal data masked; null when none is kept. */
  request_body: string | null
  /** Id of the user or API key that sent the request: `sub` of its token; null when it is not known. */
  requested_by: string | null
  /** X-Correlation-Id of the request behind the record, under which its trace is found; null when there was none. */
  correlation_id: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time from which the key is free again. */
  expires_at: string
}

export interface Init3DFull {
  /** Your own order id; recommended, need not be unique. */
  external_id?: string | null | undefined
  /** Your own id of the basket. */
  basket_id?: string | null | undefined
  /** Amount of the payment, with its currency; at least 100 minor units. */
  amount: Money
  /** Number of installments, 1 to 12; 1 is a single payment. */
  installment: number
  /** Card that is charged; its number and security code are never returned. Send exactly one of `card` and `card_token`. */
  card?: Card | null | undefined
  /** Token that the card fields on your own page produced; send exactly one of `card` and `card_token`. */
  card_token?: string | null | undefined
  /** Description of the order, for people. */
  description?: string | null | undefined
  /** Person that pays; recommended for the fraud rules. */
  buyer?: Buyer | null | undefined
  /** Address that the invoice goes to. */
  billing_address?: Address | null | undefined
  /** Address that the goods go to. */
  shipping_address?: Address | null | undefined
  /** Items that are bought; at most 100. */
  basket_items?: BasketItem[] | null | undefined
  /** Operation to carry out: sale, which is the default, or pre_auth, which blocks the amount until it is captured. */
  operation_type?: PaymentOperation | null | undefined
  /** Further values by name; unknown keys are handed to the connector as they are. */
  extra_properties?: {
    /** `true` pays with all usable points of the card, and the rest by card. */
    use_points?: string | undefined
    /** Fingerprint of the shopper's device, for the fraud rules. */
    device_fingerprint?: string | undefined
    /** User agent of the shopper's browser, for the fraud rules. */
    user_agent?: string | undefined
    /** `true` asks the bank for an offer in the currency of the card; the payment then waits for dcc/confirm. */
    dcc?: string | undefined
    /** Id or name of the connector configuration that takes the payment, whatever routing decides; only in the sandbox. */
    connector_configuration_id?: string | undefined
    /** `true` makes the payment wait for POST /payments/3d/complete after the challenge. */
    manual_complete?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
  /** HTTPS address the browser is sent to when return_url is absent; one of the two is required. */
  callback_url?: string | null | undefined
  /** HTTPS address the browser is sent to in the end, with transaction_id and status added to its query. */
  return_url?: string | null | undefined
  /** HTTPS address used instead of return_url when the shopper cancels on the challenge page. */
  cancel_url?: string | null | undefined
}

export interface Installment {
  /** Id of the installment. */
  id: string
  /** Id of the recurring plan that the installment belongs to. */
  recurring_plan_id: string
  /** Position of the installment in the plan; 1 is the first. */
  installment_index: number
  /** Time at which the installment is due. */
  due_date: string
  /** Amount of the installment in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Number of times the installment has been charged so far. */
  try_count: number
  /** Time of the latest attempt to charge the card; null before the first. */
  last_try_at: string | null
  /** Status of the installment. */
  payment_status: InstallmentStatus
  /** Id of the payment that charged the installment; null before the first attempt. */
  transaction_id: string | null
  /** The bank's own id of the charge; null when the bank gave none. */
  provider_process_id: string | null
  /** Platform code of the latest attempt; null before the first. */
  result_code: string | null
  /** Response code of the bank to the latest attempt; null when the bank gave none. */
  proc_return_code: string | null
  /** Outcome of the latest attempt, for people; null before the first. */
  result_message: string | null
  /** Time at which the record was last changed, in UTC. */
  updated_at: string
}

export type InstallmentStatus = 'pending' | 'completed' | 'error' | 'cancelled'

export type KnownOutcome = 'booked' | 'not_booked'

export interface LastError {
  /** Kind of fault, Technical or Timeout; null when it is not known. */
  code: string | null
  /** Message of the bank or of the connection. */
  message: string
  /** Time at which the fault happened. */
  at: string
}

export type MdStatus = 'unknown' | 'fully_authenticated' | 'attempted_authentication' | 'authentication_failed'

export interface MerchantBankProfile {
  /** Id of the bank profile. */
  id: string
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Id of the connector configuration that the profile is for. */
  connector_config_id: string
  /** Name of the connector configuration that the profile is for; null when it was deleted. */
  connector_config_name: string | null
  /** Code of the connector, such as SIMBANK; null when no connector is known. */
  connector_code: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Id of the sub-merchant at the bank; null when there is none. */
  sub_merchant_id: string | null
  /** Name of the sub-merchant, as it is sent to the bank; null when there is none. */
  sub_merchant_name: string | null
  /** Merchant category code (MCC) of the sub-merchant, as it is sent to the bank; null when there is none. */
  sub_merchant_mcc: string | null
  /** Postal code of the sub-merchant, as it is sent to the bank; null when there is none. */
  sub_merchant_postal_code: string | null
  /** City of the sub-merchant, as it is sent to the bank; null when there is none. */
  sub_merchant_city: string | null
  /** Country of the sub-merchant, as it is sent to the bank; null when there is none. */
  sub_merchant_country_code: string | null
  /** Further values by name for the connector; null when there are none. */
  extra_properties: {
    [key: string]: string
  } | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Change that waits for a second person; null when there is none. */
  pending_change: PendingProfileChange | null
}

export type MerchantBankProfilePage = Page<MerchantBankProfile>

export interface MerchantTerms {
  /** Id of the terms. */
  id: string
  /** Id of the merchant that the terms apply to; null when they apply to every merchant. */
  merchant_id: string | null
  /** Id of the connector configuration that the terms apply to; null when they apply to every configuration. */
  connector_config_id: string | null
  /** Code of the bank whose configurations the terms all apply to; null when they apply to every bank. */
  bank_code: string | null
  /** First day, in Istanbul, on which the terms apply. */
  effective_from: string
  /** Commission rates of the bank; the first one that fits a sale counts. */
  rates: TermsRate[]
  /** Plan by which the bank pays: the next day, after blocked_days, installment by installment, or weekly. */
  value_date_plan: ValueDatePlan
  /** Number of days the bank keeps the money; null unless value_date_plan is blocked_n. */
  blocked_days: number | null
  /** Weekday on which the bank pays, 1 for Monday; null unless value_date_plan is weekly. */
  payout_weekday: number | null
  /** Whether the bank returns its commission with a refund. */
  returns_commission: boolean
  /** Commission of the platform in basis points of the gross amount: 100 are one percent. */
  platform_basis_points: number
  /** Tax on the commission of the platform, in basis points: 100 are one percent. */
  tax_basis_points: number
  /** Whether the platform returns its commission and the tax on it with a refund. */
  returns_platform_commission: boolean
  /** Share of the gross amount withheld against chargebacks, in basis points: 100 are one percent. */
  reserve_basis_points: number
  /** Number of days for which the reserve is withheld. */
  reserve_days: number
  /** Status of the terms; only effective ones are applied. */
  status: MerchantTermsStatus
  /** Note on the terms, for people; null when there is none. */
  notes: string | null
  /** Id of the user or API key that created the terms. */
  created_by: string
  /** Id of the user that confirmed or rejected the terms; null before, and when no confirmation was needed. */
  decided_by: string | null
  /** Time at which the terms were confirmed or rejected; null before. */
  decided_at: string | null
  /** Time at which the record was created, in UTC. */
  created: string
}

export type MerchantTermsPage = Page<MerchantTerms>

export type MerchantTermsStatus = 'pending' | 'effective' | 'rejected'

export interface Money {
  /** Amount in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amount as three-letter ISO 4217 code, such as TRY. */
  currency: string
}

export type OperationType = 'sale' | 'pre_auth' | 'post_auth' | 'void' | 'refund' | 'recurring'

export interface OrderHistory {
  /** Id of the payment, assigned by the platform when it was created. */
  transaction_id: string
  /** Status of the payment now. */
  status: TransactionStatus
  /** Amount that was charged at first, in minor units (kuruş): 12990 is 129.90 TRY. */
  original_amount: number
  /** Amount that is left after refunds, in minor units. */
  net_amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Whether the payment succeeded. */
  is_success: boolean
  /** Outcome of the payment, for people; null when there is nothing to add. */
  message: string | null
  /** Whether the bank returned steps of the payment; when false, `external_history` is null. */
  provider_history_available: boolean
  /** Steps in the platform's own records, oldest first. */
  internal_history: OrderHistoryEntry[] | null
  /** Steps in the bank's records, oldest first; null when the bank returned none. */
  external_history: OrderHistoryEntry[] | null
}

export interface OrderHistoryEntry {
  /** Time at which the step happened. */
  timestamp: string
  /** Status of the payment after the step; null when it is not known. */
  status: string | null
  /** Status of the payment before the step; null for the first step. */
  previous_status: string | null
  /** Operation of the step: sale, pre_auth, post_auth, void or refund; null when it is none of them. */
  charge_type: string | null
  /** Remark on the step, for people; null when there is none. */
  message: string | null
  /** Platform code of the failure; null when nothing failed. */
  error_code: string | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
  /** The bank's own id of the payment; null before the bank gave one. */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before the bank approved. */
  auth_code: string | null
  /** Reference number of the bank's host; null before the bank gave one. */
  host_reference: string | null
  /** Order id under which the bank knows the payment; null when it is not known. */
  order_id: string | null
  /** Id of the settlement at the bank; null in the records of the platform, and when the bank gives none. */
  settlement_id: string | null
  /** Amount of the step in minor units; null when it has none. */
  amount: number | null
  /** Outcome of the 3D Secure authentication as the bank's digit: 1 fully authenticated, 2 to 4 attempted; null without 3D Secure. */
  md_status: string | null
  /** Cryptogram that proves the 3D Secure authentication (CAVV); null without 3D Secure. */
  cavv: string | null
  /** Electronic commerce indicator (ECI): how far 3D Secure vouches for the payment; null without 3D Secure. */
  eci: string | null
  /** Id of the 3D Secure authentication (XID); null without 3D Secure. */
  xid: string | null
}

export interface OrderLink {
  /** Amount in minor units (kuruş): 12990 is 129.90 TRY; also accepted with its currency, as {amount, currency}. */
  amount: number | Money
  /** Currency as three-letter ISO 4217 code; required when the amount is a plain number. */
  currency?: string | null | undefined
  /** Largest number of installments that the page offers. */
  installment?: number | null | undefined
  /** HTTPS address the browser is sent to when return_url is absent; one of the two is required. */
  callback_url?: string | null | undefined
  /** HTTPS address the browser is sent to in the end, with transaction_id and status added to its query. */
  return_url?: string | null | undefined
  /** Description shown on the payment page. */
  description?: string | null | undefined
  /** Your own order id, shown on the payment page. */
  external_id?: string | null | undefined
  /** E-mail address of the shopper. */
  customer_email?: string | null | undefined
  /** Telephone number of the shopper. */
  customer_phone?: string | null | undefined
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export type OrderLinkPage = Page<OrderLinkRow>

export interface OrderLinkRow {
  /** Id of the payment that waits for a card. */
  transaction_id: string
  /** Address of the page to send to the shopper; null once it can no longer be paid. */
  payment_link: string | null
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none. */
  external_merchant_id: string | null
  /** Name of the merchant, for people; null when there is none. */
  merchant_name: string | null
  /** Amount to be paid in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Description shown on the payment page; null when there is none. */
  description: string | null
  /** Your own order id; null when none was sent. */
  external_id: string | null
  /** Status of the session or link now. */
  status: CheckoutStatus
  /** Id of the user or API key that created the session or link. */
  created_by: string
  /** Time at which the record was created, in UTC. */
  created_at: string
  /** Time until which the shopper can pay. */
  expires_at: string
}

/** A pre-authorization was obtained: the amount is blocked, not yet collected */
export type PaymentAuthorizedEvent = EventOf<'payment.authorized', PaymentCompletedData>

export interface PaymentCompletedData {
  /** Id of the payment that the event is about; null when it is about none, such as a settlement. */
  transaction_id: string | null
  /** Status of the payment after the event; null when the event is about no payment. */
  status: 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | null
  /** Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY. Null when the event has none. */
  amount: number | null
  /** Currency of the amount as three-letter ISO 4217 code; null when the event has no amount. */
  currency: string | null
  /** Id of the merchant that the event belongs to; null when it belongs to none. */
  merchant_id: string | null
  /** The bank's own id of the payment; null before the bank gave one. */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before the bank approved. */
  auth_code: string | null
  /** Platform code of the failure; null when nothing failed. */
  error_code: string | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
  /** Card number with its middle masked; null when no card is known. */
  masked_card_number: string | null
  /** Card scheme of the card that was charged; null for other schemes, and when no card is known. */
  card_brand: 'visa' | 'mastercard' | 'troy' | 'amex' | null
  /** Position of the event among those of one payment, or of one recurring plan, from 1: ignore an event with a lower one than you have seen. Null when the event is about neither. */
  sequence: number | null
  /** Your own order id, as sent with the payment; null when none was sent. */
  external_id: string | null
}

/** A sale finished, with or without 3-D Secure */
export type PaymentCompletedEvent = EventOf<'payment.completed', PaymentCompletedData>

export interface PaymentFailedData extends PaymentCompletedData {
  /** Response code of the bank, as the bank writes it; null when the bank gave none. */
  provider_error_code: string | null
}

/** The bank declined a payment, or it failed for a technical reason */
export type PaymentFailedEvent = EventOf<'payment.failed', PaymentFailedData>

export type PaymentOperation = 'sale' | 'pre_auth'

export interface PaymentResult {
  /** Id of the payment, assigned by the platform and used in all later calls; of a refund, the refunded payment. */
  transaction_id: string
  /** Status of the payment after the call. */
  status: WriteStatus
  /** Whether the call succeeded; kept for a transition period: rely on the HTTP status. */
  is_success: boolean
  /** Outcome of the call, for people; null when there is nothing to add. */
  message: string | null
  /** Platform code of the failure; null when nothing failed. */
  error_code: string | null
  /** Code of the failure as the bank writes it; null when nothing failed or the bank gave none. */
  provider_error_code: string | null
  /** Further results by name, depending on the operation; null when there are none. */
  extra_properties: {
    /** Time at which the bank answered. */
    processed_at?: string | undefined
    /** Number of the receipt at the bank. */
    receipt_id?: string | undefined
    /** Your own order id, as sent with the payment. */
    external_id?: string | undefined
    /** The bank's own id of the payment. */
    provider_transaction_id?: string | undefined
    /** Authorization code of the bank. */
    auth_code?: string | undefined
    /** Reference number of the bank's host (RRN). */
    host_reference?: string | undefined
    /** Address to which the shopper's browser is sent for 3D Secure, by GET. */
    redirect_url?: string | undefined
    /** HTTP method of redirect_url, always GET. */
    redirect_method?: string | undefined
    /** HTML form that sends itself to redirect_url; show it, and never store or log it. */
    html_content?: string | undefined
    /** Time until which the shopper can complete 3D Secure or pay by the link. */
    expires_at?: string | undefined
    /** Amount that was captured, in minor units. */
    captured_amount?: string | undefined
    /** Amount that the capture left out and released, in minor units. */
    released_amount?: string | undefined
    /** Amount of this refund, in minor units. */
    refund_amount?: string | undefined
    /** Amount of all refunds of the payment so far, in minor units. */
    refunded_amount?: string | undefined
    /** Amount of the payment that can still be refunded, in minor units. */
    remaining_refundable?: string | undefined
    /** Id of the refund that was made. */
    refund_id?: string | undefined
    /** Id of the payment that was refunded. */
    original_transaction_id?: string | undefined
    /** Id of the transaction that carries the refund. */
    refund_transaction_id?: string | undefined
    /** Amount that was paid with points, in minor units. */
    used_points?: string | undefined
    /** Point balance of the card, in minor units. */
    point_balance?: string | undefined
    /** Name of the loyalty program of the card. */
    point_program?: string | undefined
    /** Currency of the point balance as three-letter ISO 4217 code. */
    point_currency?: string | undefined
    /** Amount in points that can be used for this payment, in minor units. */
    max_usable_points?: string | undefined
    /** `true` while a currency conversion offer waits for its answer. */
    dcc_offered?: string | undefined
    /** Currency of the card, in which the conversion is offered. */
    dcc_alternative_currency?: string | undefined
    /** Amount in the currency of the card, in minor units, surcharge included. */
    dcc_alternative_amount?: string | undefined
    /** Exchange rate: units of the payment's currency for one of the card's, before the surcharge. */
    dcc_exchange_rate?: string | undefined
    /** Surcharge of the bank in percent, included in the alternative amount. */
    dcc_markup_percent?: string | undefined
    /** Time until which the conversion offer can be accepted. */
    dcc_offer_expires_at?: string | undefined
    /** Currency in which the card was charged. */
    dcc_charged_currency?: string | undefined
    /** Amount that the card was charged, in minor units. */
    dcc_charged_amount?: string | undefined
    /** Amount of the payment before the conversion, in minor units. */
    dcc_original_amount?: string | undefined
    /** Currency of the payment before the conversion. */
    dcc_original_currency?: string | undefined
    /** Id of the recurring plan that the payment belongs to. */
    recurring_plan_id?: string | undefined
    [key: string]: string | undefined
  } | null
}

export interface PaymentStatus {
  /** Id of the payment, assigned by the platform and used in all later calls; of a refund, the refunded payment. */
  transaction_id: string
  /** Status of the payment after the call. */
  status: WriteStatus
  /** Whether the call succeeded; kept for a transition period: rely on the HTTP status. */
  is_success: boolean
  /** Outcome of the call, for people; null when there is nothing to add. */
  message: string | null
  /** Platform code of the failure; null when nothing failed. */
  error_code: string | null
  /** Code of the failure as the bank writes it; null when nothing failed or the bank gave none. */
  provider_error_code: string | null
  /** Further results by name, depending on the operation; null when there are none. */
  extra_properties: {
    /** Time at which the bank answered. */
    processed_at?: string | undefined
    /** Number of the receipt at the bank. */
    receipt_id?: string | undefined
    /** Your own order id, as sent with the payment. */
    external_id?: string | undefined
    /** The bank's own id of the payment. */
    provider_transaction_id?: string | undefined
    /** Authorization code of the bank. */
    auth_code?: string | undefined
    /** Reference number of the bank's host (RRN). */
    host_reference?: string | undefined
    /** Address to which the shopper's browser is sent for 3D Secure, by GET. */
    redirect_url?: string | undefined
    /** HTTP method of redirect_url, always GET. */
    redirect_method?: string | undefined
    /** HTML form that sends itself to redirect_url; show it, and never store or log it. */
    html_content?: string | undefined
    /** Time until which the shopper can complete 3D Secure or pay by the link. */
    expires_at?: string | undefined
    /** Amount that was captured, in minor units. */
    captured_amount?: string | undefined
    /** Amount that the capture left out and released, in minor units. */
    released_amount?: string | undefined
    /** Amount of this refund, in minor units. */
    refund_amount?: string | undefined
    /** Amount of all refunds of the payment so far, in minor units. */
    refunded_amount?: string | undefined
    /** Amount of the payment that can still be refunded, in minor units. */
    remaining_refundable?: string | undefined
    /** Id of the refund that was made. */
    refund_id?: string | undefined
    /** Id of the payment that was refunded. */
    original_transaction_id?: string | undefined
    /** Id of the transaction that carries the refund. */
    refund_transaction_id?: string | undefined
    /** Amount that was paid with points, in minor units. */
    used_points?: string | undefined
    /** Point balance of the card, in minor units. */
    point_balance?: string | undefined
    /** Name of the loyalty program of the card. */
    point_program?: string | undefined
    /** Currency of the point balance as three-letter ISO 4217 code. */
    point_currency?: string | undefined
    /** Amount in points that can be used for this payment, in minor units. */
    max_usable_points?: string | undefined
    /** `true` while a currency conversion offer waits for its answer. */
    dcc_offered?: string | undefined
    /** Currency of the card, in which the conversion is offered. */
    dcc_alternative_currency?: string | undefined
    /** Amount in the currency of the card, in minor units, surcharge included. */
    dcc_alternative_amount?: string | undefined
    /** Exchange rate: units of the payment's currency for one of the card's, before the surcharge. */
    dcc_exchange_rate?: string | undefined
    /** Surcharge of the bank in percent, included in the alternative amount. */
    dcc_markup_percent?: string | undefined
    /** Time until which the conversion offer can be accepted. */
    dcc_offer_expires_at?: string | undefined
    /** Currency in which the card was charged. */
    dcc_charged_currency?: string | undefined
    /** Amount that the card was charged, in minor units. */
    dcc_charged_amount?: string | undefined
    /** Amount of the payment before the conversion, in minor units. */
    dcc_original_amount?: string | undefined
    /** Currency of the payment before the conversion. */
    dcc_original_currency?: string | undefined
    /** Id of the recurring plan that the payment belongs to. */
    recurring_plan_id?: string | undefined
    [key: string]: string | undefined
  } | null
  /** Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Whether the payment went through 3D Secure. */
  is_3d_secure: boolean
  /** Time at which the record was created, in UTC. */
  created: string
  /** Your own id of the basket; null when none was sent. */
  basket_id: string | null
  /** X-Correlation-Id of the request that created the payment, under which its trace is found. */
  correlation_id: string
}

export type PaymentType = 'card' | 'wallet' | 'bkm_express' | 'bank_transfer' | 'link'

export interface PendingConfigurationChange {
  /** Id of the change, to be named when it is confirmed or rejected. */
  id: string
  /** Id of the user or API key that asked for the change: `sub` of its token. */
  requested_by: string
  /** Time at which the change was asked for. */
  requested_at: string
  /** Whether the configuration itself is new and takes no payments before it is confirmed. */
  is_new: boolean
  /** Members that the change sets, with the present value and the new one. */
  changes: ChangelogDiff[]
  /** Members that stay and are confirmed with the change, as nobody confirmed them before; empty when the change confirms itself alone. */
  unchanged: ChangelogDiff[]
}

export type PendingProfileAction = 'create' | 'update' | 'delete'

export interface PendingProfileChange {
  /** Id of the change, to be named when it is confirmed or rejected. */
  id: string
  /** Id of the user or API key that asked for the change: `sub` of its token. */
  requested_by: string
  /** Time at which the change was asked for. */
  requested_at: string
  /** Action that waits: to create, update or delete the profile. */
  action: PendingProfileAction
  /** Members that the change sets, with the present value and the new one. */
  changes: ChangelogDiff[]
  /** Members that stay and are confirmed with the change, as nobody confirmed them before; empty when the change confirms itself alone. */
  unchanged: ChangelogDiff[]
}

export interface PointInquiry {
  /** Id of the payment; it repeats the path. */
  transaction_id?: string | null | undefined
  /** Card whose points are asked for; it must be the card of the payment. */
  card: Card
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface ProposeOutcome {
  /** Outcome that was found at the bank. */
  outcome: KnownOutcome
  /** Explanation of what was found at the bank, and where. */
  note: string
  /** The bank's own id of the payment, as found at the bank. */
  provider_transaction_id?: string | null | undefined
  /** Authorization code of the bank, as found at the bank. */
  auth_code?: string | null | undefined
  /** Reference number of the bank's host, as found at the bank. */
  host_reference?: string | null | undefined
}

export interface RecentFailedTransaction {
  /** Id of the payment, assigned by the platform when it was created. */
  id: string
  /** Name of the merchant, for people; null when there is none. */
  merchant_name: string | null
  /** Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
  /** Name of the connector that took the payment; null when none was chosen. */
  connector_name: string | null
  /** Time at which the record was created, in UTC. */
  created: string
}

export interface Reconciliation {
  /** Id of the reconciliation. */
  id: string
  /** Subject of the comparison: a connector configuration or a merchant. */
  scope: ReconciliationScope
  /** Id of the compared connector configuration; null when scope is merchant. */
  connector_config_id: string | null
  /** Name of the compared connector configuration; null when scope is merchant. */
  connector_config_name: string | null
  /** Id of the compared merchant; null when scope is connector. */
  merchant_id: string | null
  /** Name of the merchant, for people; null when there is none. */
  merchant_name: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Currency of the amounts as three-letter ISO 4217 code; null when payments of several currencies were compared. */
  currency: string | null
  /** Length of the compared period. */
  period: ReconciliationPeriod
  /** Time at which the compared period begins. */
  period_start: string
  /** Time at which the compared period ends. */
  period_end: string
  /** First day of the compared period, in Istanbul. */
  reconciliation_date: string
  /** Number of rows in the platform's records. */
  total_db_transactions: number
  /** Number of rows that the bank stated. */
  total_bank_transactions: number
  /** Number of rows that agree on both sides. */
  matched_count: number
  /** Number of rows whose amounts differ. */
  amount_mismatch_count: number
  /** Number of rows whose statuses differ. */
  status_mismatch_count: number
  /** Number of rows that only the platform has. */
  orphan_db_count: number
  /** Number of rows that only the bank has. */
  orphan_bank_count: number
  /** Number of rows that were resolved. */
  resolved_count: number
  /** Number of rows that were set aside. */
  ignored_count: number
  /** Sum of the amounts in the platform's records, in minor units. */
  total_db_amount: number
  /** Sum of the amounts that the bank stated, in minor units. */
  total_bank_amount: number
  /** Status of the reconciliation as a whole. */
  overall_status: ReconciliationOverallStatus
  /** Time at which the reconciliation was finalized; null before. */
  finalized_at: string | null
  /** Id of the user that finalized the reconciliation; null before. */
  finalized_by: string | null
  /** Note on the reconciliation, for people; null when there is none. */
  notes: string | null
  /** Amount in minor units that single persons wrote off of its rows without a second person; the setting reconciliation.write_off_total_max limits it. */
  written_off: number
  /** Number of its files that a person sent and no second person confirmed; while there are any, it cannot be finalized. */
  waiting_files: number
  /** Time at which the record was created, in UTC. */
  created: string
}

export interface ReconciliationDetail {
  /** Id of the row. */
  id: string
  /** Id of the reconciliation that the row belongs to. */
  reconciliation_id: string
  /** Id of the payment; null when only the bank has the row. */
  transaction_id: string | null
  /** The bank's id of the movement; null when only the platform has the row. */
  bank_transaction_id: string | null
  /** Amount in the platform's records in minor units; null when only the bank has the row. */
  db_amount: number | null
  /** Amount that the bank stated in minor units; null when only the platform has the row. */
  bank_amount: number | null
  /** Status in the platform's records; null when only the bank has the row. */
  db_status: string | null
  /** Status that the bank stated; null when only the platform has the row. */
  bank_status: string | null
  /** Difference between the two sides. */
  discrepancy: DiscrepancyType
  /** Status of the row: whether it still needs a decision. */
  detail_status: ReconciliationDetailStatus
  /** Decision about the row; null before one is taken. */
  resolution_action: ReconciliationResolutionAction | null
  /** Amount in minor units to which the records are corrected; null when no amount is. */
  adjusted_amount: number | null
  /** Status that the decision gave the payment; null when none. */
  applied_status: TransactionStatus | null
  /** Time at which the row was resolved; null before. */
  resolved_at: string | null
  /** Id of the user that resolved the row; null before. */
  resolved_by: string | null
  /** Remarks on the decision, for people; null when there are none. */
  remarks: string | null
  /** Id of the row on the other side that is probably the same movement; the action mark_matched confirms it. Null when none is proposed. */
  proposed_match_id: string | null
  /** Likelihood that the proposed row is the same movement, 0 to 100; null when none is proposed. */
  proposed_score: number | null
  /** Decision that writes off more than one person may and waits for a second person to repeat it; null when nothing waits. */
  awaiting_action: ReconciliationResolutionAction | null
  /** Id of the user that asked for the waiting decision; null when nothing waits. */
  awaiting_by: string | null
  /** Value of adjusted_amount in the waiting decision, in minor units; null when it has none. */
  awaiting_amount: number | null
  /** Value of applied_status in the waiting decision; null when it has none. */
  awaiting_status: TransactionStatus | null
  /** Kind of the row. `movement`: money, as compared; `chargeback`: a chargeback of the bank that could not be opened or ended here; `commission`: the amounts are the commission by the terms and the bank's. */
  kind: ReconciliationDetailKind
  /** Proposed correction, which a person carries out: `inquire` asks the bank, `force_status` ends an open outcome, `reverse_at_bank` gives back what failed here and was charged there, `mark_reversed` records what the bank has undone. Null when none is proposed. */
  remedy: ReconciliationRemedy | null
  /** Value of applied_status that force_status will use; null with other remedies. */
  remedy_target: TransactionStatus | null
  /** Progress of the remedy; null when none is proposed. */
  remedy_status: ReconciliationRemedyStatus | null
  /** Outcome of the remedy, for people; null before it was carried out. */
  remedy_outcome: string | null
  /** The bank's reference of the reversal that gave the money back; null when none did. */
  remedy_reference: string | null
  /** Id of the user that carried the remedy out; null before. */
  remedy_by: string | null
  /** Time at which the remedy was carried out; null before. */
  remedy_at: string | null
  /** Reason why the row is listed, when amounts and statuses do not tell; null otherwise. */
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
  /** First 10000 rows, discrepancies before matches; /details lists all rows. */
  details: ReconciliationDetail[]
}

export interface RecurringCreated {
  /** Created plan with all its installments; null when none was created. */
  plan: RecurringPlanDetail | null
  /** Whether the plan was created and its first payment did not fail. */
  is_success: boolean
  /** Outcome of the call, for people; null when there is nothing to add. */
  message: string | null
  /** Platform code of the failure; null when nothing failed. */
  error_code: string | null
  /** Whether the shopper has to confirm the first payment by 3D Secure before the plan becomes active. */
  requires_three_d_secure: boolean
  /** HTML page that takes the shopper through 3D Secure, to be shown as it is; null when none is needed. */
  html_content: string | null
  /** Token of the hosted page that takes the shopper through 3D Secure; null when none is needed. */
  redirect_token: string | null
  /** Id of the first payment; null when it is due later. */
  transaction_id: string | null
}

export type RecurringPeriod = 'daily' | 'weekly' | 'monthly' | 'yearly'

export interface RecurringPlan {
  /** Id of the recurring plan. */
  id: string
  /** Id of the merchant that the record belongs to; null when it belongs to the tenant as a whole. */
  merchant_id: string | null
  /** Your own order id, as sent with the plan; null when none was sent. */
  external_id: string | null
  /** The bank's own id of the plan; null when the platform charges the card itself. */
  provider_recurring_id: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Period after which the card is charged again. */
  period: RecurringPeriod
  /** Number of periods between two installments: 2 with a period of a month is every second month. */
  interval: number
  /** Number of installments in the whole plan. */
  installment_count: number
  /** Amount of each installment in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Date of the first installment. */
  start_date: string
  /** Whether the first payment was confirmed by 3D Secure. */
  secure_type: RecurringSecureType
  /** Status of the plan; only an active one charges the card. */
  status: RecurringPlanStatus
  /** Card number with its middle masked; null when no card is known. */
  masked_card_number: string | null
  /** Loyalty program of the card, such as Bonus; null when it has none or none is known. */
  card_brand: CardBrand | null
  /** Name on the card; null when no card is known. */
  card_holder_name: string | null
  /** Description of the order, for people; null when none was given. */
  description: string | null
  /** Time at which the plan was last compared with the bank; null when it never was. */
  last_synced_at: string | null
  /** Platform code of the latest failed installment; null when none failed. */
  last_error_code: string | null
  /** Explanation of the latest failure, for people; null when none failed. */
  last_error_message: string | null
  /** Whether the card expires before the last installment is due. */
  card_expires_before_end: boolean
  /** Index of the first installment that is due after the card expires; null when it covers all of them. */
  card_expires_before_installment: number | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
}

export interface RecurringPlanDetail extends RecurringPlan {
  /** Installments of the plan with their dates and outcomes, in order. */
  installments: Installment[]
}

export type RecurringPlanPage = Page<RecurringPlan>

export type RecurringPlanStatus = 'active' | 'cancelled' | 'completed' | 'failed'

export type RecurringSecureType = 'three_ds' | 'non_three_ds'

export interface Refund {
  /** Id of the payment; it repeats the path. */
  transaction_id?: string | null | undefined
  /** Amount in minor units (kuruş), or with its currency as {amount, currency}; when absent, all that is left. */
  amount?: number | null | Money | undefined
  /** Currency as three-letter ISO 4217 code, with an amount that is a plain number; by default the payment's. */
  currency?: string | null | undefined
  /** Reason of the operation, for people; at most 500 characters. */
  reason?: string | null | undefined
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    /** Bank code that the simulated bank answers with; only in the sandbox. */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
  /** Reason of the refund as a code, for your reports. */
  reason_code?: RefundReasonCode | null | undefined
}

export interface RefundById {
  /** Id of the payment that the operation is about. */
  transaction_id: string
  /** Amount in minor units (kuruş), or with its currency as {amount, currency}; when absent, all that is left. */
  amount?: number | null | Money | undefined
  /** Currency as three-letter ISO 4217 code, with an amount that is a plain number; by default the payment's. */
  currency?: string | null | undefined
  /** Reason of the operation, for people; at most 500 characters. */
  reason?: string | null | undefined
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    /** Bank code that the simulated bank answers with; only in the sandbox. */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
  /** Reason of the refund as a code, for your reports. */
  reason_code?: RefundReasonCode | null | undefined
}

export interface RefundCompletedData extends PaymentCompletedData {
  /** Id of the refund that was completed. */
  refund_id: string
}

/** A refund succeeded; `status` is that of the payment: refunded after all of it, else completed */
export type RefundCompletedEvent = EventOf<'refund.completed', RefundCompletedData>

export interface RefundDetail {
  /** Id of the refund; also the id of its child transaction. */
  id: string
  /** Id of the payment that is refunded. */
  transaction_id: string
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none. */
  merchant_external_id: string | null
  /** Name of the merchant, for people; null when there is none. */
  merchant_name: string | null
  /** Amount of the refund in minor units (kuruş): 12990 is 129.90 TRY. */
  refund_amount: number
  /** Amount of the refunded payment in minor units. */
  original_amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Status of the refund now. */
  status: RefundStatus
  /** Reason of the refund as a code; null when none was given. */
  reason_code: RefundReasonCode | null
  /** Reason of the refund, for people; null when none was given. */
  reason: string | null
  /** Id of the user or API key that requested the refund; null when it is not known. */
  created_by: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the refund was completed or failed; null before. */
  completed_at: string | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
  /** Basket id of the payment that is refunded; null when it has none. */
  original_transaction_basket_id: string | null
  /** Last four digits of the card that was charged; null when they are not known. */
  original_transaction_card_last4: string | null
  /** Card scheme of the card that was charged, such as Visa; null when it is not known. */
  original_transaction_card_schema_type: CardSchemaType | null
  /** Name of the connector that took the payment; null when it was deleted. */
  original_transaction_connector_name: string | null
  /** Time at which the refunded payment was created. */
  original_transaction_created: string
  /** The bank's own id of the payment; null before the bank gave one. */
  provider_transaction_id: string | null
  /** Response code of the bank to the refund; null before the bank answered. */
  provider_response_code: string | null
  /** Response text of the bank to the refund; null before the bank answered. */
  provider_response_message: string | null
  /** Other refunds of the same payment. */
  sibling_refunds: SiblingRefund[]
}

export interface RefundListItem {
  /** Id of the refund; also the id of its child transaction. */
  id: string
  /** Id of the payment that is refunded. */
  transaction_id: string
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none. */
  merchant_external_id: string | null
  /** Name of the merchant, for people; null when there is none. */
  merchant_name: string | null
  /** Amount of the refund in minor units (kuruş): 12990 is 129.90 TRY. */
  refund_amount: number
  /** Amount of the refunded payment in minor units. */
  original_amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Status of the refund now. */
  status: RefundStatus
  /** Reason of the refund as a code; null when none was given. */
  reason_code: RefundReasonCode | null
  /** Reason of the refund, for people; null when none was given. */
  reason: string | null
  /** Id of the user or API key that requested the refund; null when it is not known. */
  created_by: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the refund was completed or failed; null before. */
  completed_at: string | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
}

export type RefundPage = Page<RefundListItem>

export type RefundReasonCode = 'customer_request' | 'out_of_stock' | 'duplicate_charge' | 'product_defect' | 'fraud' | 'wrong_amount' | 'other'

export type RefundStatus = 'pending' | 'completed' | 'failed'

export type RefundType = 'full' | 'partial'

export interface RejectBankFile {
  /** Reason of the rejection, for people. */
  reason?: string | null | undefined
}

export interface ReplayEvents {
  /** Only events whose attempts began at this time or later. Attempts are kept for 30 days; replays do not count as attempts. */
  since: string
  /** Only events whose attempts began no later than this; when absent, up to now. */
  until?: string | null | undefined
  /** Only events of these types; when absent, of all types. */
  event_types?: CardEventType[] | null | undefined
  /** `undelivered`: only events of which no attempt has succeeded; `all`: also events that were received. */
  which?: ReplayedEvents | null | undefined
  /** Cursor to continue from: the `next_after` of the previous answer. */
  after?: string | null | undefined
}

export interface ResolveDetail {
  /** Decision about the row; `none` is refused. */
  action: ReconciliationResolutionAction
  /** Amount in minor units to which the records are corrected; required with some actions. */
  adjusted_amount?: number | null | undefined
  /** Status that the payment is to get. */
  applied_status?: TransactionStatus | null | undefined
  /** Remarks on the decision, for people. */
  remarks?: string | null | undefined
}

export interface ResolveRouting {
  /** First digits of the card number; when absent, rules that ask for a BIN do not match. */
  card_bin?: string | null | undefined
  /** Number of installments of the payment, 1 by default. */
  installment_count?: number | null | undefined
  /** Number of installments of the payment, under another name. */
  installment?: number | null | undefined
  /** Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the payment as three-letter ISO 4217 code, TRY by default. */
  currency?: string | null | undefined
  /** Loyalty program of the card, such as Bonus. */
  card_brand?: CardBrand | null | undefined
  /** Type of the card: credit, debit or prepaid. */
  card_type?: CardType | null | undefined
}

export type ResolvedBy = 'people' | 'bank'

export interface ReviewCancellation {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Note on the decision, for people. */
  note?: string | null | undefined
}

export type RoutingMode = 'priority' | 'score'

export interface RoutingRule {
  /** Notes of your own by name, returned as they were sent. */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the routing rule. */
  id: string
  /** Name of the rule, for people; null when there is none. */
  name: string | null
  /** Position of the rule; lower ones are tried first. */
  priority: number
  /** Currency that the rule applies to as three-letter ISO 4217 code; any when absent or null. */
  currency: string | null
  /** Loyalty program of the cards that the rule applies to; null for any. */
  card_brand_filter: CardBrand | null
  /** Type of the cards that the rule applies to; null for any. */
  card_type_filter: CardType | null
  /** Id of the configuration that the payments go to. */
  target_connector_config_id: string
  /** Name of the target configuration; null when it was deleted. */
  target_connector_config_name: string | null
  /** Id of another configuration, which is tried when the target cannot take the payment. */
  fallback_connector_config_id: string | null
  /** Name of the fallback configuration; null when there is none. */
  fallback_connector_config_name: string | null
  /** Whether the rule is applied. */
  is_active: boolean
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
  /** First 1 to 6 digits of the card numbers that the rule applies to; with card_bin_end the start of a range. Without it, any card. */
  card_bin: string | null
  /** Last BIN of the range that card_bin begins, with as many digits. */
  card_bin_end: string | null
  /** Number of installments that the rule applies to; null for any. */
  installment_count: number | null
  /** Smallest amount that the rule applies to, in minor units. */
  min_amount: number
  /** Largest amount that the rule applies to, in minor units. */
  max_amount: number
  /** Weight of the rule in its score, 0 to 100. */
  weight: number
  /** Success rate of the rule in its score, in percent. */
  success_rate: number
  /** Response time of the rule in its score, in milliseconds; shorter is better. */
  average_response_time_ms: number
  /** Cost of the rule in its score, 0 to 100; cheaper is higher. */
  cost_score: number
  /** Largest number of payments a day (Europe/Istanbul) that the rule takes; no limit when absent or null. */
  daily_transaction_limit: number | null
  /** Number of payments the rule took today (Europe/Istanbul), counted while it has a daily limit. */
  daily_transaction_count: number
  /** Score of the rule, worked out from its figures and the routing settings; the highest is tried first when routing_mode is score. */
  composite_score: number
}

export type RoutingRulePage = Page<RoutingRule>

export interface RoutingScore {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Weight of the rule in its score, 0 to 100; 0 by default. */
  weight?: number | null | undefined
  /** Success rate of the rule in its score, in percent; 0 by default. */
  success_rate?: number | null | undefined
  /** Response time of the rule in its score, in milliseconds; shorter is better; 1000 by default. */
  average_response_time_ms?: number | null | undefined
  /** Cost of the rule in its score, 0 to 100; cheaper is higher; 0 by default. */
  cost_score?: number | null | undefined
  /** Largest number of payments a day (Europe/Istanbul) that the rule takes; no limit when absent or null. */
  daily_transaction_limit?: number | null | undefined
}

export interface RoutingSettings {
  /** Way to choose between the rules that match: by priority or by score. */
  routing_mode: RoutingMode
  /** Factor of weight in the score of a rule, 0 to 1. */
  weight_factor: number
  /** Factor of success_rate in the score of a rule, 0 to 1. */
  success_rate_factor: number
  /** Factor of the response time in the score of a rule, 0 to 1. */
  response_time_factor: number
  /** Factor of cost_score in the score of a rule, 0 to 1. */
  cost_factor: number
  /** Number of configurations that a payment may try at least, as far as there are so many. */
  min_execution_candidates: number
  /** Whether a payment may go on to further configurations; when false it goes to its target only. */
  fallback_enabled: boolean
  /** Points added to the score of a rule that names a BIN, 0 to 100. */
  bin_weight: number
  /** Points added to the score of a rule that names an amount, 0 to 100. */
  amount_weight: number
  /** Points added to the score of a rule that names a currency, 0 to 100. */
  currency_weight: number
  /** Points added to the score of a rule that names a number of installments, 0 to 100. */
  installment_weight: number
  /** Points added to the score of a rule that names a card program, 0 to 100. */
  brand_weight: number
  /** Points added to the score of a rule that names a card type, 0 to 100. */
  type_weight: number
}

export type SecureType = 'non_3d' | 'three_ds_v1' | 'three_ds_v2' | 'three_d_pay'

export interface Settlement {
  /** Id of the settlement. */
  id: string
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Name of the merchant, for people; null when there is none. */
  merchant_name: string | null
  /** First day of the settled period, in Istanbul. */
  period_start: string
  /** Last day of the settled period, in Istanbul. */
  period_end: string
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Sum of the sales in minor units, before refunds and commissions. */
  gross_amount: number
  /** Sum of the refunds, voids and chargebacks in minor units. */
  refund_amount: number
  /** Commission of the bank in minor units, including its tax. */
  bank_commission: number
  /** Commission of the platform in minor units, including its tax. */
  platform_commission: number
  /** Gross amount less refunds and both commissions, in minor units. */
  net_amount: number
  /** Number of payments in the settlement. */
  transaction_count: number
  /** Number of refunds in the settlement. */
  refund_count: number
  /** Status of the settlement now. */
  status: SettlementStatus
  /** Time at which the settlement was marked as settled; null before. */
  settled_at: string | null
  /** The bank's reference of the payout; null when none was given. */
  bank_reference: string | null
  /** Note on the settlement, for people; null when there is none. */
  notes: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Id of the connector configuration that took the payments; null when the settlement was created by hand. */
  connector_config_id: string | null
  /** Id of the reconciliation that the settlement was made of; null when it was created by hand. */
  reconciliation_id: string | null
  /** Sum of the chargebacks in minor units, a part of refund_amount. */
  chargeback_amount: number
  /** Tax on the commission of the bank in minor units, a part of bank_commission. */
  bank_tax: number
  /** Tax on the commission of the platform in minor units, a part of platform_commission. */
  platform_tax: number
  /** Amount in minor units by which the bank paid more than was booked; negative when it paid less. */
  adjustment_amount: number
  /** Amount withheld from this settlement against chargebacks, in minor units. */
  reserve_amount: number
  /** Last day on which the reserve is withheld; null when nothing is withheld. */
  reserve_until: string | null
  /** Reserve of earlier settlements that is paid out with this one, in minor units. */
  reserve_released: number
  /** Amount that the previous settlement left below zero, in minor units; zero or negative. */
  carried_in: number
  /** Amount the merchant is paid in minor units: the net less the reserve, with the released reserve and what was carried in; never negative. */
  payout_amount: number
  /** Amount below zero that is carried into the next settlement, in minor units; zero when there is none. */
  carried_out: number
  /** Whether the settlement corrects days that were already settled. */
  is_correction: boolean
  /** Time at which the settlement was completed; null before. */
  completed_at: string | null
  /** Dates on which the bank pays the net amount, with the part that it pays. */
  value_dates: SettlementValueDate[]
  /** Decision that waits for a second person: `confirmation` of amounts that a single person stated, or `settled` for the statement that it is paid. Null when nothing waits. */
  awaits: SettlementAwaited | null
  /** Id of the user or API key that asked for the waiting decision; null when nothing waits. */
  asked_by: string | null
  /** Id of the second person that confirmed the amounts; null when no confirmation was needed or given. */
  confirmed_by: string | null
  /** Id of the second person that confirmed the payout; null before. */
  settled_by: string | null
}

export type SettlementAwaited = 'confirmation' | 'settled'

export interface SettlementCompletedData extends SettlementCreatedData {
  /** Time at which the settlement was paid out. */
  settled_at: string
  /** The bank's reference of the payout; null when none was given. */
  bank_reference: string | null
}

/** A settlement is settled, and every payment of its days is in a finalized reconciliation */
export type SettlementCompletedEvent = EventOf<'settlement.completed', SettlementCompletedData>

export interface SettlementCreatedData extends PaymentCompletedData {
  /** Id of the settlement that the event is about. */
  settlement_id: string
  /** Time at which the settled period begins. */
  period_start: string
  /** Time at which the settled period ends. */
  period_end: string
  /** Amount of the settlement in minor units: 12990 is 129.90 TRY. */
  total_amount: number
  /** Number of payments in the settlement. */
  transaction_count: number
  /** Status of the settlement after the event. */
  settlement_status: 'pending' | 'processing' | 'settled' | 'failed'
}

/** A settlement was made of a finalized reconciliation, or by a person */
export type SettlementCreatedEvent = EventOf<'settlement.created', SettlementCreatedData>

export interface SettlementLine {
  /** Id of the sale; a refund, void or chargeback names the sale that it takes back. */
  transaction_id: string
  /** Kind of movement that the line settles. */
  kind: SettlementLineKind
  /** Day of the movement, in Istanbul. */
  day: string
  /** Number of the installment that the line is about; 1 is the first. */
  installment: number
  /** Gross amount of the line in minor units; negative when money is taken back. */
  gross: number
  /** Commission of the bank on this line in minor units. */
  bank_commission: number
  /** Tax on the commission of the bank in minor units. */
  bank_tax: number
  /** Commission of the platform on this line in minor units. */
  platform_commission: number
  /** Tax on the commission of the platform in minor units. */
  platform_tax: number
  /** Amount that is left of the line after commissions and taxes, in minor units. */
  net: number
  /** Date on which the bank pays the line; null when the holidays of that year are not known yet. */
  value_date: string | null
  /** Number of the line in the bank's file; null when the line comes from no file. */
  bank_line: number | null
}

export type SettlementLineKind = 'sale' | 'refund' | 'void' | 'chargeback' | 'chargeback_reversal'

export type SettlementLinePage = Page<SettlementLine>

export type SettlementPage = Page<Settlement>

export type SettlementStatus = 'pending' | 'processing' | 'settled' | 'failed'

export interface SettlementValueDate {
  /** Date on which the bank pays the part; null when the holidays of that year are not known yet. */
  value_date: string | null
  /** Part of the net amount that is paid on this date, in minor units. */
  amount: number
}

export interface SiblingRefund {
  /** Id of the other refund. */
  id: string
  /** Amount of the other refund in minor units. */
  refund_amount: number
  /** Status of the other refund. */
  status: RefundStatus
  /** Time at which the record was created, in UTC. */
  created: string
}

export interface SimpleRoutingRule {
  /** Notes of your own by name, returned as they were sent. */
  extra_properties_dict: {
    [key: string]: string
  }
  /** Id of the routing rule. */
  id: string
  /** Name of the rule, for people; null when there is none. */
  name: string | null
  /** Position of the rule; lower ones are tried first. */
  priority: number
  /** Currency that the rule applies to as three-letter ISO 4217 code; any when absent or null. */
  currency: string | null
  /** Loyalty program of the cards that the rule applies to; null for any. */
  card_brand_filter: CardBrand | null
  /** Type of the cards that the rule applies to; null for any. */
  card_type_filter: CardType | null
  /** Id of the configuration that the payments go to. */
  target_connector_config_id: string
  /** Name of the target configuration; null when it was deleted. */
  target_connector_config_name: string | null
  /** Id of another configuration, which is tried when the target cannot take the payment. */
  fallback_connector_config_id: string | null
  /** Name of the fallback configuration; null when there is none. */
  fallback_connector_config_name: string | null
  /** Whether the rule is applied. */
  is_active: boolean
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
  /** Whether the rule applies to installment payments (true), to single payments (false) or to both (null). */
  has_installment: boolean | null
  /** Smallest amount that the rule applies to, in minor units. */
  min_amount: number | null
  /** Largest amount that the rule applies to, in minor units. */
  max_amount: number | null
  /** Code of the bank that issued the card; null for any. */
  bank_code: string | null
}

export type SimpleRoutingRulePage = Page<SimpleRoutingRule>

export interface StartReconciliation {
  /** Subject of the comparison: a connector configuration or a merchant. */
  scope: ReconciliationScope
  /** Id or name of the connector configuration, with scope connector. */
  connector_config_id?: string | null | undefined
  /** Id of the merchant, with scope merchant. */
  merchant_id?: string | null | undefined
  /** Length of the compared period. */
  period: ReconciliationPeriod
  /** Time at which the compared period begins. */
  period_start: string
  /** Time at which the compared period ends; required with period custom. */
  period_end?: string | null | undefined
  /** Movements as the bank states them; when absent or empty, only the platform's own records are checked. */
  bank_transactions?: BankRow[] | null | undefined
}

export interface StatusDistribution {
  /** Status of the payments, as it is now. */
  status: string
  /** Name of the status, for people. */
  name: string
  /** Number of payments in this status. */
  value: number
  /** Color to show the status in, as hex; null when there is none. */
  color: string | null
}

export interface SubscriptionCancelledData extends PaymentCompletedData {
  /** Id of the recurring plan that the event is about. */
  recurring_plan_id: string
  /** Status of the recurring plan after the event. */
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  /** Id of the user or API key that cancelled the plan. */
  cancelled_by: string
}

/** A plan was cancelled by a user or an operator */
export type SubscriptionCancelledEvent = EventOf<'subscription.cancelled', SubscriptionCancelledData>

export interface SubscriptionChargeFailedData extends SubscriptionChargedData {
  /** Response code of the bank, as the bank writes it; null when the bank gave none. */
  provider_error_code: string | null
}

/** The bank reported later that a charge had failed; payment.failed is sent, too */
export type SubscriptionChargeFailedEvent = EventOf<'subscription.charge.failed', SubscriptionChargeFailedData>

/** The bank has reversed a charge by itself; void.completed is sent, too */
export type SubscriptionChargeReversedEvent = EventOf<'subscription.charge.reversed', SubscriptionChargedData>

export interface SubscriptionChargedData extends PaymentCompletedData {
  /** Id of the recurring plan that the event is about. */
  recurring_plan_id: string
  /** Status of the recurring plan after the event. */
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  /** Position of the installment in the plan; 1 is the first. */
  installment_index: number
  /** Status of the installment after the event. */
  installment_status: 'pending' | 'completed' | 'error' | 'cancelled'
}

/** An installment of a plan was charged; payment.completed is sent, too */
export type SubscriptionChargedEvent = EventOf<'subscription.charged', SubscriptionChargedData>

export interface SubscriptionCompletedData extends PaymentCompletedData {
  /** Id of the recurring plan that the event is about. */
  recurring_plan_id: string
  /** Status of the recurring plan after the event. */
  plan_status: 'active' | 'cancelled' | 'completed' | 'failed'
  /** Number of installments in the whole plan. */
  installment_count: number
}

/** Every installment of a plan that was not cancelled is charged */
export type SubscriptionCompletedEvent = EventOf<'subscription.completed', SubscriptionCompletedData>

export interface SubscriptionFailedData extends SubscriptionChargeFailedData {
  /** Number of times the installment has been charged so far. */
  try_count: number
}

/** The last try of an installment failed; each failed payment sends payment.failed, too */
export type SubscriptionFailedEvent = EventOf<'subscription.failed', SubscriptionFailedData>

export interface TermsRate {
  /** Type of card that the rate applies to; when absent, any. */
  card_type?: CardType | undefined
  /** Card scheme that the rate applies to, such as Visa; when absent, any. */
  card_scheme?: CardSchemaType | undefined
  /** Whether the rate applies to cards of the bank that takes the payment (true) or of other banks (false); when absent, both. */
  is_on_us?: boolean | undefined
  /** Smallest number of installments that the rate applies to; when absent, any. */
  installments_from?: number | undefined
  /** Largest number of installments that the rate applies to; when absent, any. */
  installments_to?: number | undefined
  /** Commission of the bank in basis points: 100 are one percent. */
  basis_points: number
}

export interface TermsRateInput {
  /** Type of card that the rate applies to; when absent, any. */
  card_type?: CardType | null | undefined
  /** Card scheme that the rate applies to, such as Visa; when absent, any. */
  card_scheme?: CardSchemaType | null | undefined
  /** Whether the rate applies to cards of the bank that takes the payment (true) or of other banks (false); when absent, both. */
  is_on_us?: boolean | null | undefined
  /** Smallest number of installments that the rate applies to; when absent, any. */
  installments_from?: number | null | undefined
  /** Largest number of installments that the rate applies to; when absent, any. */
  installments_to?: number | null | undefined
  /** Commission of the bank in basis points: 100 are one percent. */
  basis_points: number
}

export interface TestCard {
  /** Values of your own by name, returned as they were sent; null when there are none. */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Id of the test card. */
  id: string
  /** Card number with its middle masked; null when none is stored. */
  masked_card_number: string | null
  /** Whole card number, which is shown for test cards only; null when none is stored. */
  card_number: string | null
  /** Name on the card; null when no card is known. */
  card_holder_name: string | null
  /** Month in which the test card expires, 1 to 12. */
  expiry_month: number
  /** Year in which the test card expires, four digits. */
  expiry_year: number
  /** Security code, which is shown for test cards only; null when none is stored. */
  cvv: string | null
  /** Card scheme of the test card, such as Visa. */
  card_schema_type: CardSchemaType
  /** Type of the test card: credit, debit or prepaid. */
  card_type: CardType
  /** Loyalty program of the test card, such as Bonus. */
  card_brand: CardBrand
  /** Answer that the simulated bank gives for this card. */
  expected_result: TestCardExpectedResult
  /** Code with which the simulated bank declines; null when the usual one applies. */
  custom_error_code: string | null
  /** Text with which the simulated bank declines; null when the usual one applies. */
  custom_error_message: string | null
  /** Time the simulated bank takes to answer, in milliseconds; null when it answers at once. */
  simulated_delay_ms: number | null
  /** Short label under which people find the test card; null when there is none. */
  label: string | null
  /** Whether the test card is in use. */
  is_active: boolean
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
}

export type TestCardExpectedResult = 'Success' | 'Declined' | 'InsufficientFunds' | 'InvalidCard' | 'Timeout' | 'ThreeDSecureRequired' | 'RandomFailure' | 'GatewayError'

export type TestCardPage = Page<TestCard>

/** The shopper was authenticated and the bank authorized the payment */
export type ThreeDsCompletedEvent = EventOf<'3ds.completed', PaymentCompletedData>

/** The challenge failed, or the bank declined after it; no payment.failed follows */
export type ThreeDsFailedEvent = EventOf<'3ds.failed', PaymentFailedData>

export interface TraceEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: a call that fails is answered with a problem document instead. */
  isSuccess: boolean
  /** HTTP status as a text, such as 200. */
  code: string | null
  /** Trace that was found. */
  data: TraceResult
}

export interface TraceEvent {
  /** Log that the event comes from. */
  source: TraceSource
  /** Time at which the event happened. */
  timestamp: string
  /** Id of the log row behind the event. */
  recordId: string
  /** Id of the payment that the event is about; null when it is about none. */
  transactionId: string | null
  /** Short title of the event, for people. */
  title: string
  /** Second line of the title, for people; null when there is none. */
  subtitle: string | null
  /** Whether the event was a success. */
  isSuccess: boolean
  /** Explanation of the failure, for people; null when nothing failed. */
  errorMessage: string | null
  /** Further facts about the event by name; the keys depend on its source. */
  details: {
    [key: string]: string
  }
  /** Body of the request, masked; null when it is not kept. */
  requestBody: string | null
  /** Body of the answer, masked; null when it is not kept. */
  responseBody: string | null
}

export interface TraceResult {
  /** Correlation id that the trace is about, as X-Correlation-Id returned it. */
  correlationId: string
  /** Number and time range of the events, by kind. */
  summary: TraceSummary
  /** Events of the trace, in order of time. */
  events: TraceEvent[]
}

export type TraceSource = 'PaymentRequest' | 'FraudCheck' | 'FraudAlert' | 'TransactionHistory' | 'Chargeback' | 'ApiRequest' | 'WebhookDelivery'

export interface TraceSummary {
  /** Ids of the payments that the events are about. */
  transactionIds: string[]
  /** Time of the first event. */
  firstEventAt: string
  /** Time of the last event. */
  lastEventAt: string
  /** Number of payment requests among the events. */
  paymentRequestCount: number
  /** Number of calls to banks among the events. */
  apiRequestCount: number
  /** Number of webhook deliveries among the events. */
  webhookCount: number
  /** Number of payment status changes among the events. */
  transactionHistoryCount: number
  /** Whether any of the events failed. */
  hasErrors: boolean
}

export interface Transaction {
  /** Values of your own by name, returned as they were sent; null when there are none. */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Id of the transaction; for a payment, its transaction_id. */
  id: string
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Id of the payment that a refund belongs to; null when the transaction is a payment itself. */
  parent_transaction_id: string | null
  /** Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none. */
  external_merchant_id: string | null
  /** Name of the merchant, for people; null when there is none. */
  merchant_name: string | null
  /** Your own id of the basket; null when none was sent. */
  basket_id: string | null
  /** Your own order id; null when none was sent. */
  external_id: string | null
  /** Amount of the transaction in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Amount that is left after refunds, in minor units. */
  net_amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Status of the transaction now. */
  status: TransactionStatus
  /** Operation of the transaction, such as sale, pre_auth or refund. */
  operation_type: OperationType
  /** Way in which the shopper paid, such as card or link. */
  payment_type: PaymentType
  /** First six digits of the card number; null when no card is known. */
  bin_number: number | null
  /** Last four digits of the card number; null when no card is known. */
  last4: string | null
  /** Name on the card; null when no card is known. */
  card_holder_name: string | null
  /** Card number with its middle masked; null when no card is known. */
  masked_card_number: string | null
  /** Card scheme of the card, such as Visa; null when it is not known. */
  card_schema_type: CardSchemaType | null
  /** Loyalty program of the card, such as Bonus; null when it has none or none is known. */
  card_brand: CardBrand | null
  /** Type of the card: credit, debit or prepaid; null when it is not known. */
  card_type: CardType | null
  /** Five-digit code of the bank that issued the card; null when it is not known. */
  issuer_bank_code: string | null
  /** Name of the bank that issued the card; null when it is not known. */
  issuer_bank_name: string | null
  /** Address of the logo of the bank that issued the card; null when there is none. */
  issuer_bank_logo_url: string | null
  /** Whether the transaction went through 3D Secure. */
  is_3d_secure: boolean
  /** Kind of 3D Secure that was used; null when it is not known yet. */
  secure_type: SecureType | null
  /** Number of installments; 1 is a single payment. */
  installment_count: number
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the transaction reached its final status; null before. */
  completed_at: string | null
  /** Platform code of the failure; null when nothing failed. */
  error_code: string | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
  /** Id of the connector configuration that took the payment; null when none was chosen. */
  connector_configuration_id: string | null
  /** Name of the connector configuration that took the payment; null when none was chosen. */
  connector_configuration_name: string | null
  /** Code of the connector, such as SIMBANK; null when no connector is known. */
  connector_code: string | null
  /** Amount of one installment in minor units. */
  installment_amount: number
  /** Commission of the bank in minor units. */
  bank_commission_amount: number
  /** Commission that the merchant pays, in minor units. */
  merchant_commission_amount: number
  /** Amount that the merchant receives after commissions, in minor units. */
  net_merchant_amount: number
  /** Time at which a finalized reconciliation settled the payment, which can no longer be voided then; null before. */
  settlement_date: string | null
  /** Response code of the bank; null before the bank answered. */
  bank_response_code: string | null
  /** Outcome of the 3D Secure authentication; null without 3D Secure. */
  md_status: MdStatus | null
  /** The bank's own id of the payment; null before the bank gave one. */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before the bank approved. */
  auth_code: string | null
  /** Reference number of the bank's host; null before the bank gave one. */
  host_reference: string | null
  /** Retrieval reference number (RRN) of the bank; null before the bank gave one. */
  rrn: string | null
  /** X-Correlation-Id of the request that created the payment, under which its trace is found. */
  correlation_id: string
}

export interface TransactionDetail extends Transaction {
  /** Network address of the shopper; null when none was sent. */
  ip_address: string | null
  /** Cryptogram that proves the 3D Secure authentication (CAVV); null without 3D Secure. */
  cavv: string | null
  /** Electronic commerce indicator (ECI): how far 3D Secure vouches for the payment; null without 3D Secure. */
  eci: string | null
  /** Id of the 3D Secure authentication (XID); null without 3D Secure. */
  xid: string | null
  /** Merchant data that the bank's 3D Secure page returned (MD); null without 3D Secure. */
  md: string | null
  /** Id of the authentication at the 3D Secure server; null without 3D Secure. */
  three_ds_server_trans_id: string | null
  /** Request to the bank as it was sent, masked; null when none was sent. */
  provider_raw_request: string | null
  /** Answer of the bank as it came, masked; null when none came. */
  provider_raw_response: string | null
}

export interface TransactionHistory {
  /** Id of the history entry. */
  id: string
  /** Id of the payment, assigned by the platform when it was created. */
  transaction_id: string
  /** Id of the connector configuration that the step went through; null when it went to no bank. */
  connector_configuration_id: string | null
  /** Name of the connector configuration that the step went through; null when it went to no bank. */
  connector_configuration_name: string | null
  /** Status of the payment before the step; null for the first step. */
  previous_status: TransactionStatus | null
  /** Status of the payment after the step. */
  new_status: TransactionStatus
  /** Remark on the step, for people; null when there is none. */
  message: string | null
  /** Platform code of the failure; null when nothing failed. */
  error_code: string | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
  /** The bank's own id of the payment; null before the bank gave one. */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before the bank approved. */
  auth_code: string | null
  /** Reference number of the bank's host; null before the bank gave one. */
  host_reference: string | null
  /** Outcome of the 3D Secure authentication as the bank's digit: 1 fully authenticated, 2 to 4 attempted; null without 3D Secure. */
  md_status: string | null
  /** Cryptogram that proves the 3D Secure authentication (CAVV); null without 3D Secure. */
  cavv: string | null
  /** Electronic commerce indicator (ECI): how far 3D Secure vouches for the payment; null without 3D Secure. */
  eci: string | null
  /** Id of the 3D Secure authentication (XID); null without 3D Secure. */
  xid: string | null
  /** Merchant data that the bank's 3D Secure page returned (MD); null without 3D Secure. */
  md: string | null
  /** Id of the authentication at the 3D Secure server; null without 3D Secure. */
  three_ds_server_trans_id: string | null
  /** Answer of the bank as it came, masked; null when none came. */
  provider_raw_response: string | null
  /** Amount that the step moved, in minor units. */
  operation_amount: number
  /** Time at which the record was created, in UTC. */
  created: string
}

export type TransactionPage = Page<Transaction>

export interface TransactionQuery {
  /** Id of the payment, assigned by the platform when it was created. */
  transaction_id: string
  /** Status of the payment now. */
  status: TransactionStatus
  /** Whether the payment succeeded. */
  is_success: boolean
  /** Outcome of the payment, for people; null when there is nothing to add. */
  message: string | null
  /** Whether the bank answered an inquiry about the payment; when false, `external` is null. */
  external_query_available: boolean
  /** Payment in the platform's own records. */
  internal: TransactionQueryDetail | null
  /** Payment in the bank's records; null when the bank was not asked or did not answer. */
  external: TransactionQueryDetail | null
}

export interface TransactionQueryDetail {
  /** Status of the payment on this side. */
  status: TransactionStatus
  /** Operation of the payment: sale or pre-authorization; null when this side does not tell. */
  operation_type: OperationType | null
  /** Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Amount that is left after refunds, in minor units. */
  net_amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Number of installments; 1 is a single payment. */
  installment_count: number
  /** Whether the payment went through 3D Secure. */
  is_3d_secure: boolean
  /** The bank's own id of the payment; null before the bank gave one. */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before the bank approved. */
  auth_code: string | null
  /** Reference number of the bank's host; null before the bank gave one. */
  host_reference: string | null
  /** Card number with its middle masked; null when no card is known. */
  masked_card_number: string | null
  /** Loyalty program of the card, such as Bonus; null when it is not known. */
  card_brand: string | null
  /** Name on the card; null when no card is known. */
  card_holder_name: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Status in the bank's own words; null in the records of the platform. */
  transaction_status: string | null
  /** Operation of this side's record: sale, pre_auth, post_auth, void or refund; null when it does not tell. */
  charge_type: string | null
  /** Id of the settlement at the bank; null in the records of the platform, and when the bank gives none. */
  settlement_id: string | null
  /** Amount that was captured in minor units; null when nothing was. */
  captured_amount: number | null
  /** Platform code of the failure; null when nothing failed. */
  error_code: string | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
  /** Time at which the bank processed the payment; null when it is not known. */
  processed_at: string | null
  /** Time at which the payment reached its final status; null before. */
  completed_at: string | null
  /** Time at which the payment was created; null when this side does not tell. */
  created_at: string | null
}

export type TransactionStatus = 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed'

export type TransactionStatusFilter = 'created' | 'processing' | 'three_d_secure_init_processing' | 'three_d_secure_auth_processing' | 'authorized' | 'capture_processing' | 'completed' | 'refund_processing' | 'refunded' | 'canceled_processing' | 'canceled' | 'failed' | 'voided' | 'pending' | 'pending_3ds' | 'partially_refunded'

export interface TransactionSummary {
  /** Id of the payment, assigned by the platform when it was created. */
  id: string
  /** Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Status of the payment now. */
  status: TransactionStatus
  /** Time at which the record was created, in UTC. */
  created: string
  /** Card number with its middle masked; null when no card is known. */
  masked_card_number: string | null
  /** Name of the connector that took the payment; null when none was chosen. */
  connector_name: string | null
}

export interface Trend {
  /** Change against the previous period in percent, two decimals; 0 without a baseline. */
  value: number
  /** Whether the value is not below that of the previous period. */
  is_positive: boolean
  /** Whether the previous period has data to compare with. */
  has_baseline: boolean
}

export interface TrendBucket {
  /** Hour (09:00) or day (2026-11-22) in Istanbul. */
  label: string
  /** Number of payments made in this hour or on this day. */
  transactions: number
}

export type UnresolvedKind = 'sale' | 'pre_auth' | 'capture' | 'void' | 'refund'

export interface UnresolvedOperation {
  /** Id of the unresolved operation. */
  id: string
  /** Id of the payment whose outcome is unknown. */
  transaction_id: string
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Kind of the operation whose outcome is unknown, such as sale or refund. */
  kind: UnresolvedKind
  /** Reason why the outcome is unknown. */
  reason: UnresolvedReason
  /** Status of the unresolved operation. */
  status: UnresolvedStatus
  /** Amount of the operation in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Id of the connector configuration that the operation was sent through. */
  connector_configuration_id: string
  /** Code of the connector, such as SIMBANK. */
  connector_code: string
  /** Reference under which the bank would know the operation. */
  bank_reference: string
  /** Time since which the outcome is unknown. */
  waiting_since: string
  /** Id of the proposal, to be named when it is confirmed; null when nothing is proposed. */
  change_id: string | null
  /** Proposed outcome, which waits for a second person; null when none is proposed. */
  proposed_outcome: KnownOutcome | null
  /** Id of the user that proposed the outcome; null when none is proposed. */
  proposed_by: string | null
  /** Time at which the outcome was proposed; null when none is proposed. */
  proposed_at: string | null
  /** Explanation of the proposal; null when none is proposed. */
  note: string | null
  /** The bank's own id of the payment; null before the bank gave one. */
  provider_transaction_id: string | null
  /** Authorization code of the bank; null before the bank approved. */
  auth_code: string | null
  /** Reference number of the bank's host; null before the bank gave one. */
  host_reference: string | null
  /** Id of the second person that confirmed the outcome; null before. */
  confirmed_by: string | null
  /** Time at which the outcome was confirmed; null before. */
  confirmed_at: string | null
  /** Outcome of the operation; null while it is unknown. */
  outcome: KnownOutcome | null
  /** Source of the outcome: people who confirmed it, or the bank's answer; null while it is unknown. */
  resolved_by: ResolvedBy | null
  /** Time at which the outcome became known; null before. */
  resolved_at: string | null
}

export type UnresolvedOperationPage = Page<UnresolvedOperation>

export type UnresolvedReason = 'not_found' | 'no_answer'

export type UnresolvedStatus = 'waiting' | 'proposed' | 'confirmed' | 'resolved'

export interface UpdateBankProfile {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Id of the merchant; it repeats the path, and may be left out. */
  merchant_id?: string | null | undefined
  /** Id of the sub-merchant at the bank. */
  sub_merchant_id?: string | null | undefined
  /** Name of the sub-merchant, as it is sent to the bank. */
  sub_merchant_name?: string | null | undefined
  /** Merchant category code (MCC) of the sub-merchant, as it is sent to the bank. */
  sub_merchant_mcc?: string | null | undefined
  /** Postal code of the sub-merchant, as it is sent to the bank. */
  sub_merchant_postal_code?: string | null | undefined
  /** City of the sub-merchant, as it is sent to the bank. */
  sub_merchant_city?: string | null | undefined
  /** Country of the sub-merchant as ISO 3166 code, in the form the bank asks for. */
  sub_merchant_country_code?: string | null | undefined
  /** Further values by name for the connector. */
  extra_properties?: {
    [key: string]: string
  } | null | undefined
}

export interface UpdateChargebackStatus {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Status that the chargeback is to get; send either this or `action`. */
  status?: 'disputed' | 'won' | 'lost' | null | undefined
  /** Response of the merchant: to dispute or to accept the chargeback; send either this or `status`. */
  action?: ChargebackAction | null | undefined
  /** Response of the merchant to the chargeback, for the bank. */
  merchant_response?: string | null | undefined
  /** Note on the chargeback, for people. */
  notes?: string | null | undefined
}

export interface UpdateConnector {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Notes of your own by name; none by default. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name of the connector, for people. */
  name: string
  /** Type of the connector, which decides what it connects to. */
  type: ConnectorType
  /** Whether the connector takes new payments; when absent it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface UpdateConnectorConfiguration {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Values by name. Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, supports_recurring, supports_points (default true), dcc_enabled (default false), max_installments (12), require_city_code (false), accepted_md_status (1,2,3,4), merchant_number, bank_commission_rate, merchant_commission_rate (0); other keys are notes of your own. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name of the configuration, for people. */
  name: string
  /** Whether the configuration calls the bank's production or its test system. */
  mode: ConnectorMode | number
  /** API key of the bank, stored sealed and returned masked. When absent or masked the stored value stays; an empty text removes it. */
  api_key?: string | null | undefined
  /** Secret key of the bank, stored sealed and returned masked. When absent or masked the stored value stays; an empty text removes it. */
  secret_key?: string | null | undefined
  /** Password at the bank, stored sealed and returned masked. When absent or masked the stored value stays; an empty text removes it. */
  password?: string | null | undefined
  /** User name at the bank. */
  username?: string | null | undefined
  /** Terminal number at the bank. */
  terminal_id?: string | null | undefined
  /** Store or merchant number at the bank. */
  store_id?: string | null | undefined
  /** HTTPS address of the bank that is called, public or in a network that the operator allows; in the sandbox also http on loopback. */
  api_endpoint_url?: string | null | undefined
  /** HTTPS address of the bank's 3D Secure page, public or in a network that the operator allows; in the sandbox also http on loopback. */
  three_d_secure_endpoint_url?: string | null | undefined
  /** Further credentials as a JSON text, stored sealed and returned masked. When absent or masked the stored value stays; an empty text removes it. */
  extra_credentials?: string | null | undefined
  /** Code of the bank, as in GET /api/v1/lookups/banks. */
  bank_code?: string | null | undefined
  /** Position of the configuration when no routing rule decides; lower ones are tried first. */
  priority?: number | null | undefined
  /** Whether the configuration takes new payments; when absent it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface UpdateConnectorErrorCode {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Kind of error, which decides how the platform treats it. */
  category: ErrorCategory
  /** Message for people in Turkish. */
  turkish_message?: string | null | undefined
  /** Message for people in English. */
  english_message?: string | null | undefined
  /** Explanation of the code for operators. */
  internal_description?: string | null | undefined
  /** Whether routing tries the fallback after this code; set it only when the bank promises that nothing was booked. */
  should_retry?: boolean | null | undefined
  /** HTTP status suggested to callers, 400 to 599; null when there is none. */
  http_status_suggestion?: number | null | undefined
  /** Id of the error code of this tenant whose meaning this one follows, over one step only. */
  mapped_to_id?: string | null | undefined
}

export interface UpdateRoutingRule {
  /** Notes of your own by name; none by default. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name of the rule, for people. */
  name: string
  /** Position of the rule; lower ones are tried first. */
  priority?: number | null | undefined
  /** Currency that the rule applies to as three-letter ISO 4217 code; any when absent or null. */
  currency?: string | null | undefined
  /** Loyalty program of the cards that the rule applies to; when absent, any. */
  card_brand_filter?: CardBrand | null | undefined
  /** Type of the cards that the rule applies to; when absent, any. */
  card_type_filter?: CardType | null | undefined
  /** Id of the configuration that the payments go to. */
  target_connector_config_id: string
  /** Id of another configuration, which is tried when the target cannot take the payment. */
  fallback_connector_config_id?: string | null | undefined
  /** First 1 to 6 digits of the card numbers that the rule applies to; with card_bin_end the start of a range. Without it, any card. */
  card_bin?: string | null | undefined
  /** Last BIN of the range that card_bin begins, with as many digits. */
  card_bin_end?: string | null | undefined
  /** Number of installments that the rule applies to; when absent, any. */
  installment_count?: number | null | undefined
  /** Smallest amount that the rule applies to, in minor units. */
  min_amount: number
  /** Largest amount that the rule applies to, in minor units. */
  max_amount: number
  /** Weight of the rule in its score, 0 to 100; 0 by default. */
  weight?: number | null | undefined
  /** Success rate of the rule in its score, in percent; 0 by default. */
  success_rate?: number | null | undefined
  /** Response time of the rule in its score, in milliseconds; shorter is better; 1000 by default. */
  average_response_time_ms?: number | null | undefined
  /** Cost of the rule in its score, 0 to 100; cheaper is higher; 0 by default. */
  cost_score?: number | null | undefined
  /** Largest number of payments a day (Europe/Istanbul) that the rule takes; no limit when absent or null. */
  daily_transaction_limit?: number | null | undefined
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Whether the rule is applied; when absent it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface UpdateSettlementStatus {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Status that the settlement is to get. */
  status: SettlementStatus
  /** The bank's reference of the payout. */
  bank_reference?: string | null | undefined
  /** Note on the settlement, for people. */
  notes?: string | null | undefined
}

export interface UpdateSimpleRoutingRule {
  /** Notes of your own by name; none by default. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Name of the rule, for people. */
  name: string
  /** Position of the rule; lower ones are tried first. */
  priority?: number | null | undefined
  /** Currency that the rule applies to as three-letter ISO 4217 code; any when absent or null. */
  currency?: string | null | undefined
  /** Loyalty program of the cards that the rule applies to; when absent, any. */
  card_brand_filter?: CardBrand | null | undefined
  /** Type of the cards that the rule applies to; when absent, any. */
  card_type_filter?: CardType | null | undefined
  /** Id of the configuration that the payments go to. */
  target_connector_config_id: string
  /** Id of another configuration, which is tried when the target cannot take the payment. */
  fallback_connector_config_id?: string | null | undefined
  /** Code of the bank that issued the card; when absent, any. */
  bank_code?: string | null | undefined
  /** Whether the rule applies to installment payments (true) or to single payments (false); when absent, to both. */
  has_installment?: boolean | null | undefined
  /** Smallest amount that the rule applies to, in minor units. */
  min_amount?: number | null | undefined
  /** Largest amount that the rule applies to, in minor units. */
  max_amount?: number | null | undefined
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Whether the rule is applied; when absent it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface UpdateTestCard {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Name of the card holder, TEST CARD by default. */
  card_holder_name?: string | null | undefined
  /** Month in which the test card expires, 1 to 12. */
  expiry_month: number
  /** Year in which the test card expires, four digits. */
  expiry_year: number
  /** Security code of the test card, by default 000, for Amex 0000. */
  cvv?: string | null | undefined
  /** Card scheme of the test card, such as Visa. */
  card_schema_type: CardSchemaType
  /** Type of the test card: credit, debit or prepaid. */
  card_type: CardType
  /** Loyalty program of the test card, such as Bonus. */
  card_brand: CardBrand
  /** Answer that the simulated bank gives for this card. */
  expected_result: TestCardExpectedResult
  /** Code with which the simulated bank declines, in place of the usual provider_error_code. */
  custom_error_code?: string | null | undefined
  /** Text with which the simulated bank declines, in place of the usual detail. */
  custom_error_message?: string | null | undefined
  /** Time the simulated bank takes to answer, in milliseconds. */
  simulated_delay_ms?: number | null | undefined
  /** Short label under which people find the test card. */
  label?: string | null | undefined
  /** Values of your own by name, stored and returned as they are sent; at most 50. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
}

export interface UpdateWebhookSubscription {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** HTTPS address that deliveries are posted to; it must be publicly reachable. */
  url: string
  /** Event types to deliver, or only the wildcard `*` for all; also accepted as one text, separated by commas. */
  events: Array<'payment.completed' | 'payment.failed' | 'payment.authorized' | 'capture.completed' | 'void.completed' | 'refund.completed' | '3ds.completed' | '3ds.failed' | 'subscription.charged' | 'subscription.failed' | 'subscription.cancelled' | 'subscription.completed' | 'subscription.charge.reversed' | 'subscription.charge.failed' | 'chargeback.opened' | 'chargeback.resolved' | 'settlement.created' | 'settlement.completed' | '*'> | string
  /** Description of the subscription, for people. */
  description?: string | null | undefined
  /** Number of times a failed delivery is tried again after the first attempt. */
  max_retry_count?: number | null | undefined
  /** Whether events are delivered; when absent it stays as it is. */
  is_active?: boolean | null | undefined
}

export type ValueDatePlan = 'next_day' | 'blocked_n' | 'per_installment' | 'weekly'

export interface Void {
  /** Id of the payment; it repeats the path. */
  transaction_id?: string | null | undefined
  /** Reason of the operation, for people; at most 500 characters. */
  reason?: string | null | undefined
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    /** Bank code that the simulated bank answers with; only in the sandbox. */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

export interface VoidById {
  /** Id of the payment that the operation is about. */
  transaction_id: string
  /** Reason of the operation, for people; at most 500 characters. */
  reason?: string | null | undefined
  /** Further values by name, handed to the connector as they are. */
  extra_properties?: {
    /** Bank code that the simulated bank answers with; only in the sandbox. */
    simulate?: string | undefined
    [key: string]: string | undefined
  } | null | undefined
}

/** A payment was voided before reconciliation, or a pre-authorization given up */
export type VoidCompletedEvent = EventOf<'void.completed', PaymentCompletedData>

export interface WriteRoutingSettings {
  /** Way to choose between the rules that match: by priority or by score. */
  routing_mode: RoutingMode
  /** Factor of weight in the score of a rule, 0 to 1. */
  weight_factor: number
  /** Factor of success_rate in the score of a rule, 0 to 1. */
  success_rate_factor: number
  /** Factor of the response time in the score of a rule, 0 to 1. */
  response_time_factor: number
  /** Factor of cost_score in the score of a rule, 0 to 1. */
  cost_factor: number
  /** Number of configurations that a payment may try at least, as far as there are so many. */
  min_execution_candidates: number
  /** Whether a payment may go on to further configurations; when false it goes to its target only. */
  fallback_enabled: boolean
  /** Points added to the score of a rule that names a BIN, 0 to 100. */
  bin_weight: number
  /** Points added to the score of a rule that names an amount, 0 to 100. */
  amount_weight: number
  /** Points added to the score of a rule that names a currency, 0 to 100. */
  currency_weight: number
  /** Points added to the score of a rule that names a number of installments, 0 to 100. */
  installment_weight: number
  /** Points added to the score of a rule that names a card program, 0 to 100. */
  brand_weight: number
  /** Points added to the score of a rule that names a card type, 0 to 100. */
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
      /** Id of the payment, assigned by the platform when it was created. */
      transaction_id: string
    }
    body?: Capture
    answer: PaymentResult
  }
  /** Refund a payment */
  'POST /api/v1/payments/{transaction_id}/refund': {
    path: {
      /** Id of the payment, assigned by the platform when it was created. */
      transaction_id: string
    }
    body?: Refund
    answer: PaymentResult
  }
  /** Void a payment */
  'POST /api/v1/payments/{transaction_id}/void': {
    path: {
      /** Id of the payment, assigned by the platform when it was created. */
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
      /** Signed value from the callback address that the bank was given; it names the payment and the destination. */
      cb?: string | undefined
      /** Id of the payment, as the platform sent it to the bank. */
      transaction_id?: string | undefined
      /** Outcome of the authentication as one digit: 1 authenticated, 2 to 4 attempted, 0 and 5 to 8 failed. */
      md_status?: string | undefined
      /** Electronic commerce indicator (ECI): how far 3D Secure vouches for the payment. */
      eci?: string | undefined
      /** Cryptogram that proves the authentication (CAVV). */
      cavv?: string | undefined
      /** Id of the authentication at the bank (XID). */
      xid?: string | undefined
      /** Id of the authentication at the card scheme. */
      ds_trans_id?: string | undefined
      /** Result of the challenge: ok, wrong_code, cancelled, timeout, refused or unavailable. */
      result?: string | undefined
      /** Lower-case hex HMAC-SHA256 over the other fields, keyed by the configuration's secret_key. */
      hash?: string | undefined
    }
    answer: undefined
  }
  /** Return from the bank after a challenge, as a form */
  'POST /api/v1/payments/3d/callback': {
    query?: {
      /** Signed value from the callback address that the bank was given; it names the payment and the destination. */
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
      /** Id of the payment, assigned by the platform when it was created. */
      transaction_id: string
    }
    answer: PaymentStatus
  }
  /** What happened to a payment */
  'GET /api/v1/payments/{transaction_id}/trace': {
    path: {
      /** Id of the payment, assigned by the platform when it was created. */
      transaction_id: string
    }
    answer: TraceEnvelope
  }
  /** Our record of a payment beside the bank's */
  'GET /api/v1/payments/{transaction_id}/query': {
    path: {
      /** Id of the payment, assigned by the platform when it was created. */
      transaction_id: string
    }
    query?: {
      /** Order id under which the bank knows the payment, used when the bank is asked; callers bound to one merchant may name only orders of its own payments. */
      order_id?: string | undefined
    }
    answer: TransactionQuery
  }
  /** Every step of a payment */
  'GET /api/v1/payments/{transaction_id}/history': {
    path: {
      /** Id of the payment, assigned by the platform when it was created. */
      transaction_id: string
    }
    query?: {
      /** Order id under which the bank knows the payment, used when the bank is asked; callers bound to one merchant may name only orders of its own payments. */
      order_id?: string | undefined
    }
    answer: OrderHistory
  }
  /** Points of a card */
  'POST /api/v1/payments/{transaction_id}/point-inquiry': {
    path: {
      /** Id of the payment, assigned by the platform when it was created. */
      transaction_id: string
    }
    body: PointInquiry
    answer: PaymentResult
  }
  /** Answer a currency conversion offer */
  'POST /api/v1/payments/{transaction_id}/dcc/confirm': {
    path: {
      /** Id of the payment, assigned by the platform when it was created. */
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
      /** Id of the payment, assigned by the platform when it was created. */
      transaction_id: string
    }
    body?: CancelRecurring
    answer: PaymentResult
  }
  /** List payment links */
  'GET /api/v1/payments/order-link': {
    query?: PageQuery & {
      /** Only sessions or links in any of these statuses. */
      status?: CheckoutStatus | readonly CheckoutStatus[] | undefined
      /** Only sessions or links created at this time or later; by default 31 days ago. */
      start_date?: string | undefined
      /** Only sessions or links created at this time or earlier. */
      end_date?: string | undefined
      /** Text to search for in external_id and description. */
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
      /** Only sessions or links in any of these statuses. */
      status?: CheckoutStatus | readonly CheckoutStatus[] | undefined
      /** Only sessions or links created at this time or later; by default 31 days ago. */
      start_date?: string | undefined
      /** Only sessions or links created at this time or earlier. */
      end_date?: string | undefined
      /** Text to search for in external_id and description. */
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
      /** Id of the checkout session, as its creation returned it. */
      session_id: string
    }
    answer: CheckoutSession
  }
  /** Pay a checkout session */
  'POST /api/v1/checkout/sessions/{session_id}/pay': {
    path: {
      /** Id of the checkout session, as its creation returned it. */
      session_id: string
    }
    body: Init3DFull
    answer: PaymentResult
  }
  /** Status of a payment of a checkout session */
  'GET /api/v1/checkout/sessions/{session_id}/transaction-status': {
    path: {
      /** Id of the checkout session, as its creation returned it. */
      session_id: string
    }
    query?: {
      /** Id of the payment whose outcome is asked for. */
      transaction_id?: string | undefined
    }
    answer: PaymentStatus
  }
  /** Complete a checkout session */
  'POST /api/v1/checkout/sessions/{session_id}/complete': {
    path: {
      /** Id of the checkout session, as its creation returned it. */
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
      /** Order of the rows: `-created` for newest first, `created` for oldest first. */
      sort?: ListOrder | undefined
      /** Only transactions created at this time or later. */
      start_date?: string | undefined
      /** Only transactions created at this time or earlier. */
      end_date?: string | undefined
      /** Only transactions in any of these statuses; a result status covers several stored ones. */
      status?: TransactionStatusFilter | readonly TransactionStatusFilter[] | undefined
      /** Only transactions of this operation. */
      operation_type?: OperationType | undefined
      /** Only transactions paid in this way, such as by card or by link. */
      payment_type?: PaymentType | undefined
      /** Only transactions with this kind of 3D Secure, or without it. */
      secure_type?: SecureType | undefined
      /** Only transactions with cards of this scheme. */
      card_schema_type?: CardSchemaType | undefined
      /** Only transactions with cards of this type. */
      card_type?: CardType | undefined
      /** Only transactions with this number of installments. */
      installment_count?: number | undefined
      /** Only transactions with cards whose number begins with these 1 to 6 digits. */
      bin_number?: string | undefined
      /** Only transactions of this amount or more, in minor units. */
      min_amount?: number | undefined
      /** Only transactions of this amount or less, in minor units. */
      max_amount?: number | undefined
      /** Only transactions of the merchant with this id. */
      merchant_id?: string | undefined
      /** Only transactions of the merchant with this identifier of yours. */
      external_merchant_id?: string | undefined
      /** Only transactions with this basket id of yours. */
      basket_id?: string | undefined
      /** Only transactions with exactly this order id of yours. */
      external_id?: string | undefined
      /** Only refunds of the payment with this id; each refund is a row of its own. */
      parent_transaction_id?: string | undefined
      /** Only transactions whose buyer has exactly this e-mail address, compared without case. */
      customer_email?: string | undefined
      /** Only transactions that failed with this code; add a range of dates when there are many. */
      error_code?: string | undefined
      /** Only transactions through the connector with this code. */
      connector_code?: string | undefined
      /** Only transactions through the connector configuration with this id or name. */
      connector_configuration_id?: string | undefined
      /** Part of basket_id, external_id or masked card number, or the start of an id. */
      search_term?: string | undefined
    }
    answer: TransactionPage
  }
  /** Export transactions */
  'GET /api/v1/transactions/export': {
    query?: {
      /** Only transactions created at this time or later. */
      start_date?: string | undefined
      /** Only transactions created at this time or earlier. */
      end_date?: string | undefined
      /** Only transactions in any of these statuses; a result status covers several stored ones. */
      status?: TransactionStatusFilter | readonly TransactionStatusFilter[] | undefined
      /** Only transactions of this operation. */
      operation_type?: OperationType | undefined
      /** Only transactions paid in this way, such as by card or by link. */
      payment_type?: PaymentType | undefined
      /** Only transactions with this kind of 3D Secure, or without it. */
      secure_type?: SecureType | undefined
      /** Only transactions with cards of this scheme. */
      card_schema_type?: CardSchemaType | undefined
      /** Only transactions with cards of this type. */
      card_type?: CardType | undefined
      /** Only transactions with this number of installments. */
      installment_count?: number | undefined
      /** Only transactions with cards whose number begins with these 1 to 6 digits. */
      bin_number?: string | undefined
      /** Only transactions of this amount or more, in minor units. */
      min_amount?: number | undefined
      /** Only transactions of this amount or less, in minor units. */
      max_amount?: number | undefined
      /** Only transactions of the merchant with this id. */
      merchant_id?: string | undefined
      /** Only transactions of the merchant with this identifier of yours. */
      external_merchant_id?: string | undefined
      /** Only transactions with this basket id of yours. */
      basket_id?: string | undefined
      /** Only transactions with exactly this order id of yours. */
      external_id?: string | undefined
      /** Only refunds of the payment with this id; each refund is a row of its own. */
      parent_transaction_id?: string | undefined
      /** Only transactions whose buyer has exactly this e-mail address, compared without case. */
      customer_email?: string | undefined
      /** Only transactions that failed with this code; add a range of dates when there are many. */
      error_code?: string | undefined
      /** Only transactions through the connector with this code. */
      connector_code?: string | undefined
      /** Only transactions through the connector configuration with this id or name. */
      connector_configuration_id?: string | undefined
      /** Part of basket_id, external_id or masked card number, or the start of an id. */
      search_term?: string | undefined
      /** Headings of the columns: `names` for the members of a list row, `tr` or `en` for people. */
      headings?: CsvHeadings | undefined
    }
    answer: Uint8Array
  }
  /** Read a transaction */
  'GET /api/v1/transactions/{id}': {
    path: {
      /** Id of the transaction, as its creation returned it. */
      id: string
    }
    answer: TransactionDetail
  }
  /** Every step of a transaction */
  'GET /api/v1/transactions/{id}/histories': {
    path: {
      /** Id of the transaction, as its creation returned it. */
      id: string
    }
    answer: TransactionHistory[]
  }
  /** List refunds */
  'GET /api/v1/refunds': {
    query?: PageQuery & {
      /** Order of the rows: `-created` for newest first, `created` for oldest first. */
      sort?: ListOrder | undefined
      /** Only refunds created at this time or later. */
      start_date?: string | undefined
      /** Only refunds created at this time or earlier. */
      end_date?: string | undefined
      /** Only refunds in any of these statuses. */
      status?: RefundStatus | readonly RefundStatus[] | undefined
      /** Only refunds of the payment with this id. */
      transaction_id?: string | undefined
      /** Only refunds with this reason code. */
      reason_code?: RefundReasonCode | undefined
      /** Only full or only partial refunds. */
      refund_type?: RefundType | undefined
      /** Only refunds of the merchant with this id. */
      merchant_id?: string | undefined
      /** Only refunds of the merchant with this identifier of yours. */
      external_merchant_id?: string | undefined
      /** Only refunds of this amount or more, in minor units. */
      min_amount?: number | undefined
      /** Only refunds of this amount or less, in minor units. */
      max_amount?: number | undefined
      /** Only refunds that have been pending for more than 24 hours (true), or only others (false). */
      sla_breached?: boolean | undefined
      /** Part of the reason or of the payment's basket_id, external_id or masked card, or the start of an id. */
      search_term?: string | undefined
    }
    answer: RefundPage
  }
  /** Read a refund */
  'GET /api/v1/refunds/{id}': {
    path: {
      /** Id of the refund, as the list shows it. */
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
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
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
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: WebhookSubscription
  }
  /** Change a webhook subscription */
  'PUT /api/v1/webhook-subscriptions/{id}': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    body: UpdateWebhookSubscription
    answer: undefined
  }
  /** Delete a webhook subscription */
  'DELETE /api/v1/webhook-subscriptions/{id}': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: undefined
  }
  /** Issue a new signing secret */
  'POST /api/v1/webhook-subscriptions/{id}/rotate-secret': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: RotatedSecret
  }
  /** Switch a webhook subscription on */
  'POST /api/v1/webhook-subscriptions/{id}/activate': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: undefined
  }
  /** Switch a webhook subscription off */
  'POST /api/v1/webhook-subscriptions/{id}/deactivate': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: undefined
  }
  /** Delivery log of all subscriptions */
  'GET /api/v1/webhook-subscriptions/deliveries': {
    query?: PageQuery & {
      /** Only deliveries of any of these event types. */
      event_type?: CardEventType | readonly CardEventType[] | undefined
      /** Only deliveries that succeeded (true) or failed (false). */
      is_success?: boolean | undefined
      /** Only failed attempts whose next attempt is still to be made (true), or only all others (false). */
      is_retrying?: boolean | undefined
      /** Only deliveries about the payment with this id, or the recurring plan, chargeback or settlement. */
      transaction_id?: string | undefined
      /** Only deliveries created at this time or later. */
      start_date?: string | undefined
      /** Only deliveries created at this time or earlier. */
      end_date?: string | undefined
      /** Only deliveries of the subscription with this id. */
      subscription_id?: string | undefined
    }
    answer: WebhookDeliveryPage
  }
  /** Read a delivery */
  'GET /api/v1/webhook-subscriptions/deliveries/{delivery_id}': {
    path: {
      /** Id of the delivery, as the delivery log shows it. */
      delivery_id: string
    }
    answer: WebhookDelivery
  }
  /** Delivery log: one row per attempt */
  'GET /api/v1/webhook-subscriptions/{id}/deliveries': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    query?: PageQuery & {
      /** Only deliveries of any of these event types. */
      event_type?: CardEventType | readonly CardEventType[] | undefined
      /** Only deliveries that succeeded (true) or failed (false). */
      is_success?: boolean | undefined
      /** Only failed attempts whose next attempt is still to be made (true), or only all others (false). */
      is_retrying?: boolean | undefined
      /** Only deliveries about the payment with this id, or the recurring plan, chargeback or settlement. */
      transaction_id?: string | undefined
      /** Only deliveries created at this time or later. */
      start_date?: string | undefined
      /** Only deliveries created at this time or earlier. */
      end_date?: string | undefined
    }
    answer: WebhookDeliveryPage
  }
  /** Send an event once more */
  'POST /api/v1/webhook-subscriptions/deliveries/{delivery_id}/replay': {
    path: {
      /** Id of the delivery to send again, as the delivery log shows it. */
      delivery_id: string
    }
    answer: ReplayResult
  }
  /** Send the events since a moment once more */
  'POST /api/v1/webhook-subscriptions/{id}/replay': {
    path: {
      /** Id of the subscription, as its creation returned it. */
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
      /** Only test cards for which the simulated bank gives this answer. */
      expected_result?: TestCardExpectedResult | undefined
      /** Only test cards of this scheme. */
      card_schema_type?: CardSchemaType | undefined
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
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
      /** Id of the test card, as the list shows it. */
      id: string
    }
    answer: TestCard
  }
  /** Replace a test card */
  'PUT /api/v1/test-cards/{id}': {
    path: {
      /** Id of the test card, as the list shows it. */
      id: string
    }
    body: UpdateTestCard
    answer: TestCard
  }
  /** Delete a test card */
  'DELETE /api/v1/test-cards/{id}': {
    path: {
      /** Id of the test card, as the list shows it. */
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
      /** Id of the test card, as the list shows it. */
      id: string
    }
    answer: TestCard
  }
  /** Deactivate a test card */
  'POST /api/v1/test-cards/{id}/deactivate': {
    path: {
      /** Id of the test card, as the list shows it. */
      id: string
    }
    answer: TestCard
  }
  /** Everything one request set off */
  'GET /api/v1/Trace/{correlationId}': {
    path: {
      /** Correlation id to trace, as X-Correlation-Id returned it. */
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
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
      search_term?: string | undefined
      /** Only plans in any of these statuses. */
      status?: RecurringPlanStatus | readonly RecurringPlanStatus[] | undefined
      /** Only plans that charge the card in this rhythm. */
      period?: RecurringPeriod | undefined
      /** Only plans created at this time or later. */
      start_date?: string | undefined
      /** Only plans created at this time or earlier. */
      end_date?: string | undefined
      /** Only plans of the merchant with this id. */
      merchant_id?: string | undefined
      /** Only plans of the merchant with this identifier of yours. */
      external_merchant_id?: string | undefined
    }
    answer: RecurringPlanPage
  }
  /** Read a recurring plan with its installments */
  'GET /api/v1/recurring/{id}': {
    path: {
      /** Id of the recurring plan. */
      id: string
    }
    query?: {
      /** Whether the bank is asked first about what it charged. */
      force_sync?: boolean | undefined
    }
    answer: RecurringPlanDetail
  }
  /** Cancel a recurring plan */
  'POST /api/v1/recurring/{id}/cancel': {
    path: {
      /** Id of the recurring plan. */
      id: string
    }
    answer: RecurringPlanDetail
  }
  /** Cancel one installment of a plan */
  'POST /api/v1/recurring/{id}/installments/{index}/cancel': {
    path: {
      /** Id of the recurring plan. */
      id: string
      /** Position of the installment within its plan; 1 is the first. */
      index: string
    }
    answer: RecurringPlanDetail
  }
  /** List cancellation requests */
  'GET /api/v1/cancellation-requests': {
    query?: PageQuery & {
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
      search_term?: string | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Only cancellation requests in any of these statuses. */
      status?: CancellationRequestStatus | readonly CancellationRequestStatus[] | undefined
      /** Only cancellation requests of the merchant with this id. */
      merchant_id?: string | undefined
      /** Only cancellation requests for the payment with this id. */
      transaction_id?: string | undefined
      /** Only cancellation requests made at this time or later. */
      from_date?: string | undefined
      /** Only cancellation requests made at this time or earlier. */
      to_date?: string | undefined
      /** Another name of from_date; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of to_date; when both are sent, the last one counts. */
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
      /** Id of the cancellation request, as its creation returned it. */
      id: string
    }
    answer: CancellationRequest
  }
  /** Approve a void */
  'POST /api/v1/cancellation-requests/{id}/approve': {
    path: {
      /** Id of the cancellation request, as its creation returned it. */
      id: string
    }
    body?: ReviewCancellation
    answer: CancellationRequest
  }
  /** Reject a void */
  'POST /api/v1/cancellation-requests/{id}/reject': {
    path: {
      /** Id of the cancellation request, as its creation returned it. */
      id: string
    }
    body?: ReviewCancellation
    answer: string
  }
  /** List chargebacks */
  'GET /api/v1/chargebacks': {
    query?: PageQuery & {
      /** Only chargebacks in any of these statuses. */
      status?: ChargebackStatus | readonly ChargebackStatus[] | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
      /** Only chargebacks of the payment with this id. */
      transaction_id?: string | undefined
      /** Only chargebacks created at this time or later. */
      start_date?: string | undefined
      /** Only chargebacks created at this time or earlier. */
      end_date?: string | undefined
      /** Only chargebacks with an earlier response_deadline; with `status` opened, those that need a response by then. */
      deadline_before?: string | undefined
      /** Order of the rows: `created` for newest first, which is the default, `deadline` for the nearest response_deadline first. */
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
      /** Id of the chargeback, as the list shows it. */
      id: string
    }
    answer: Chargeback
  }
  /** Dispute a chargeback, or tell how it ended */
  'PUT /api/v1/chargebacks/{id}/status': {
    path: {
      /** Id of the chargeback, as the list shows it. */
      id: string
    }
    body: UpdateChargebackStatus
    answer: undefined
  }
  /** Add a document to the evidence */
  'POST /api/v1/chargebacks/{id}/evidence': {
    path: {
      /** Id of the chargeback, as the list shows it. */
      id: string
    }
    query?: {
      /** Name of the file, by default evidence with the ending of its type. */
      file_name?: string | undefined
      /** Description of the document, for people. */
      description?: string | undefined
    }
    body: Uint8Array
    answer: ChargebackEvidence
  }
  /** List the evidence of a chargeback */
  'GET /api/v1/chargebacks/{id}/evidence': {
    path: {
      /** Id of the chargeback, as the list shows it. */
      id: string
    }
    answer: ChargebackEvidence[]
  }
  /** Download a document of the evidence */
  'GET /api/v1/chargebacks/{id}/evidence/{evidence_id}': {
    path: {
      /** Id of the chargeback, as the list shows it. */
      id: string
      /** Id of the evidence document to read. */
      evidence_id: string
    }
    answer: Uint8Array
  }
  /** Delete a document of the evidence */
  'DELETE /api/v1/chargebacks/{id}/evidence/{evidence_id}': {
    path: {
      /** Id of the chargeback, as the list shows it. */
      id: string
      /** Id of the evidence document to read. */
      evidence_id: string
    }
    answer: undefined
  }
  /** List settlements */
  'GET /api/v1/settlements': {
    query?: PageQuery & {
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
      /** Only settlements of the merchant with this id. */
      merchant_id?: string | undefined
      /** Only settlements of the bank with this code. */
      bank_code?: string | undefined
      /** Only settlements in any of these statuses. */
      status?: SettlementStatus | readonly SettlementStatus[] | undefined
      /** Only settlements whose period ends on this day or later. */
      start_date?: string | undefined
      /** Only settlements whose period begins on this day or earlier. */
      end_date?: string | undefined
      /** Only settlements whose period begins on this day or later. */
      period_start_from?: string | undefined
      /** Only settlements whose period begins on this day or earlier; another name of end_date. */
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
      /** Id of the settlement, as the list shows it. */
      id: string
    }
    answer: Settlement
  }
  /** List the lines of a settlement */
  'GET /api/v1/settlements/{id}/lines': {
    path: {
      /** Id of the settlement, as the list shows it. */
      id: string
    }
    query?: PageQuery
    answer: SettlementLinePage
  }
  /** Export settlements */
  'GET /api/v1/settlements/export': {
    query?: {
      /** Only settlements of the merchant with this id. */
      merchant_id?: string | undefined
      /** Only settlements of the bank with this code. */
      bank_code?: string | undefined
      /** Only settlements in any of these statuses. */
      status?: SettlementStatus | readonly SettlementStatus[] | undefined
      /** Only settlements whose period ends on this day or later. */
      start_date?: string | undefined
      /** Only settlements whose period begins on this day or earlier. */
      end_date?: string | undefined
      /** Only settlements whose period begins on this day or later. */
      period_start_from?: string | undefined
      /** Only settlements whose period begins on this day or earlier; another name of end_date. */
      period_start_to?: string | undefined
      /** Headings of the columns: `names` for the members of a list row, `tr` or `en` for people; also accepted as lang. */
      headings?: CsvHeadings | undefined
    }
    answer: Uint8Array
  }
  /** Confirm the amounts of a settlement */
  'POST /api/v1/settlements/{id}/confirm': {
    path: {
      /** Id of the settlement, as the list shows it. */
      id: string
    }
    answer: Settlement
  }
  /** Say where a settlement stands */
  'PUT /api/v1/settlements/{id}/status': {
    path: {
      /** Id of the settlement, as the list shows it. */
      id: string
    }
    body: UpdateSettlementStatus
    answer: undefined
  }
  /** List the terms of merchants */
  'GET /api/v1/settlements/terms': {
    query?: PageQuery & {
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
      /** Only terms of the merchant with this id. */
      merchant_id?: string | undefined
      /** Only terms of the connector configuration with this id or name. */
      connector_config_id?: string | undefined
      /** Only terms in any of these statuses. */
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
      /** Id of the terms, as their creation returned it. */
      id: string
    }
    answer: MerchantTerms
  }
  /** Reject terms */
  'POST /api/v1/settlements/terms/{id}/reject': {
    path: {
      /** Id of the terms, as their creation returned it. */
      id: string
    }
    answer: MerchantTerms
  }
  /** List reconciliations */
  'GET /api/v1/reconciliations': {
    query?: PageQuery & {
      /** Only reconciliations of this scope. */
      scope?: ReconciliationScope | undefined
      /** Only reconciliations of the connector configuration with this id or name. */
      connector_config_id?: string | undefined
      /** Only reconciliations of the merchant with this id. */
      merchant_id?: string | undefined
      /** Only reconciliations of the bank with this code. */
      bank_code?: string | undefined
      /** Only reconciliations of this length. */
      period?: ReconciliationPeriod | undefined
      /** Only reconciliations in any of these statuses. */
      overall_status?: ReconciliationOverallStatus | readonly ReconciliationOverallStatus[] | undefined
      /** Only reconciliations whose period begins at this time or later. */
      start_date?: string | undefined
      /** Only reconciliations whose period begins at this time or earlier. */
      end_date?: string | undefined
    }
    answer: ReconciliationPage
  }
  /** Get a reconciliation */
  'GET /api/v1/reconciliations/{id}': {
    path: {
      /** Id of the reconciliation, as the list shows it. */
      id: string
    }
    answer: ReconciliationWithDetails
  }
  /** List the rows of a reconciliation */
  'GET /api/v1/reconciliations/{id}/details': {
    path: {
      /** Id of the reconciliation, as the list shows it. */
      id: string
    }
    query?: PageQuery & {
      /** Only rows with any of these differences. */
      discrepancy?: DiscrepancyType | readonly DiscrepancyType[] | undefined
      /** Only rows in any of these statuses. */
      detail_status?: ReconciliationDetailStatus | readonly ReconciliationDetailStatus[] | undefined
      /** Whether only rows that still need a decision are listed. */
      only_pending?: boolean | undefined
      /** Only rows for which this remedy is proposed. */
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
      /** SHA-256 hash of the file as the bank states it beside the file; required for formats that come with one. */
      sha256?: string | undefined
      /** Id or name of the connector configuration; required when several have the merchant number of the file. */
      connector_config_id?: string | undefined
    }
    body: Uint8Array
    answer: BankFile
  }
  /** List banks’ files */
  'GET /api/v1/reconciliations/files': {
    query?: PageQuery & {
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Only files in any of these statuses. */
      status?: BankFileStatus | readonly BankFileStatus[] | undefined
      /** Only files of the reconciliation with this id. */
      reconciliation_id?: string | undefined
    }
    answer: BankFilePage
  }
  /** Confirm that a file is the bank’s */
  'POST /api/v1/reconciliations/files/{id}/confirm': {
    path: {
      /** Id of the bank file, as the list shows it. */
      id: string
    }
    answer: BankFile
  }
  /** Reject a file */
  'POST /api/v1/reconciliations/files/{id}/reject': {
    path: {
      /** Id of the bank file, as the list shows it. */
      id: string
    }
    body?: RejectBankFile
    answer: BankFile
  }
  /** Resolve many discrepancies */
  'POST /api/v1/reconciliations/{id}/details/bulk-resolve': {
    path: {
      /** Id of the reconciliation, as the list shows it. */
      id: string
    }
    body: BulkResolve
    answer: BulkResolveResult
  }
  /** Resolve a discrepancy */
  'POST /api/v1/reconciliations/{id}/details/{detail_id}/resolve': {
    path: {
      /** Id of the reconciliation, as the list shows it. */
      id: string
      /** Id of the row of the reconciliation. */
      detail_id: string
    }
    body: ResolveDetail
    answer: ReconciliationDetail
  }
  /** Carry out the remedy of a discrepancy */
  'POST /api/v1/reconciliations/{id}/details/{detail_id}/remedy': {
    path: {
      /** Id of the reconciliation, as the list shows it. */
      id: string
      /** Id of the row of the reconciliation. */
      detail_id: string
    }
    body?: CarryOutRemedy
    answer: ReconciliationDetail
  }
  /** Finalize a reconciliation */
  'POST /api/v1/reconciliations/{id}/finalize': {
    path: {
      /** Id of the reconciliation, as the list shows it. */
      id: string
    }
    body?: FinalizeReconciliation
    answer: ReconciliationWithDetails
  }
  /** Cancel a reconciliation */
  'POST /api/v1/reconciliations/{id}/cancel': {
    path: {
      /** Id of the reconciliation, as the list shows it. */
      id: string
    }
    body?: CancelReconciliation
    answer: Reconciliation
  }
  /** List hosts of banks */
  'GET /api/v1/lookups/connector-hosts': {
    query?: PageQuery & {
      /** Only hosts of this type of connector. */
      connector_type?: ConnectorType | undefined
      /** Text to search for in host name and note. */
      search_term?: string | undefined
    }
    answer: ConnectorHostPage
  }
  /** List banks */
  'GET /api/v1/lookups/banks': {
    query?: PageQuery & {
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
      search_term?: string | undefined
    }
    answer: BankPage
  }
  /** List cities */
  'GET /api/v1/lookups/cities': {
    query?: {
      /** Only the city with this plate number, 01 to 81. */
      code?: string | undefined
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the names and codes of the rows. */
      search_term?: string | undefined
    }
    answer: City[]
  }
  /** List districts */
  'GET /api/v1/lookups/districts': {
    query?: {
      /** Only districts of the city with this plate number, 01 to 81. */
      city_code?: string | undefined
      /** Only districts of the city with this id. */
      city_id?: string | undefined
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the names and codes of the rows. */
      search_term?: string | undefined
    }
    answer: District[]
  }
  /** List merchant category codes */
  'GET /api/v1/lookups/mcc-codes': {
    query?: PageQuery & {
      /** Only merchant categories of this group. */
      category?: string | undefined
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
      search_term?: string | undefined
    }
    answer: MccCodePage
  }
  /** Read a BIN */
  'GET /api/v1/lookups/bins/{bin}': {
    path: {
      /** First 6 to 8 digits of the card number. */
      bin: string
    }
    answer: BinAnswer
  }
  /** List BIN ranges */
  'GET /api/v1/lookups/bank-bins': {
    query?: PageQuery & {
      /** Only ranges of the bank with this code. */
      bank_code?: string | undefined
      /** Only the ranges in which this BIN lies. */
      bin?: string | undefined
      /** Only ranges that contain a BIN with these first digits. */
      bin_prefix?: string | undefined
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
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
      /** Period that the figures cover, today by default. */
      period?: DashboardPeriod | undefined
    }
    answer: DashboardStats
  }
  /** Find what holds an idempotency key */
  'GET /api/v1/idempotency-keys': {
    query: {
      /** Idempotency key as it was sent in Idempotency-Key. */
      key: string
    }
    answer: IdempotencyKeyHolder[]
  }
  /** List calls to banks */
  'GET /api/v1/api-request-logs': {
    query?: PageQuery & {
      /** Only calls about the payment with this id. */
      transaction_id?: string | undefined
      /** Only calls through the connector configuration with this id or name. */
      connector_configuration_id?: string | undefined
      /** Only calls through the connector with this code. */
      connector_code?: string | undefined
      /** Only calls with this HTTP method. */
      method?: string | undefined
      /** Only calls to addresses that contain this text, compared without case. */
      endpoint?: string | undefined
      /** Only calls that were answered with this HTTP status. */
      status_code?: number | undefined
      /** Only calls that succeeded (true) or failed (false). */
      is_success?: boolean | undefined
      /** Only calls that began at this time or later. */
      request_timestamp_from?: string | undefined
      /** Only calls that began at this time or earlier. */
      request_timestamp_to?: string | undefined
      /** Only calls made for the request with this X-Correlation-Id. */
      correlation_id?: string | undefined
      /** Text to search for in address, bodies and error message, compared without case. */
      search_term?: string | undefined
      /** Only calls that failed with any of these kinds of error. */
      error_categories?: ErrorCategory | readonly ErrorCategory[] | undefined
      /** Another name of request_timestamp_from; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of request_timestamp_to; when both are sent, the last one counts. */
      end_date?: string | undefined
    }
    answer: ApiRequestLogPage
  }
  /** Read a call to a bank */
  'GET /api/v1/api-request-logs/{id}': {
    path: {
      /** Id of the log entry, as the list shows it. */
      id: string
    }
    answer: ApiRequestLog
  }
  /** List operations that wait for people */
  'GET /api/v1/unresolved-operations': {
    query?: PageQuery & {
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Only operations in any of these statuses. */
      status?: UnresolvedStatus | readonly UnresolvedStatus[] | undefined
      /** Only operations of the payment with this id. */
      transaction_id?: string | undefined
    }
    answer: UnresolvedOperationPage
  }
  /** Propose how an operation ended */
  'POST /api/v1/unresolved-operations/{id}/propose': {
    path: {
      /** Id of the unresolved operation, as the list shows it. */
      id: string
    }
    body: ProposeOutcome
    answer: UnresolvedOperation
  }
  /** Confirm how an operation ended */
  'POST /api/v1/unresolved-operations/{id}/confirm': {
    path: {
      /** Id of the unresolved operation, as the list shows it. */
      id: string
    }
    body: ConfirmOutcome
    answer: UnresolvedOperation
  }
  /** List connectors */
  'GET /api/v1/connectors': {
    query?: PageQuery & {
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
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
      /** Id of the connector, as the list shows it. */
      id: string
    }
    answer: Connector
  }
  /** Replace a connector */
  'PUT /api/v1/connectors/{id}': {
    path: {
      /** Id of the connector, as the list shows it. */
      id: string
    }
    body: UpdateConnector
    answer: Connector
  }
  /** Delete a connector */
  'DELETE /api/v1/connectors/{id}': {
    path: {
      /** Id of the connector, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Activate a connector */
  'POST /api/v1/connectors/{id}/activate': {
    path: {
      /** Id of the connector, as the list shows it. */
      id: string
    }
    answer: Connector
  }
  /** Deactivate a connector */
  'POST /api/v1/connectors/{id}/deactivate': {
    path: {
      /** Id of the connector, as the list shows it. */
      id: string
    }
    answer: Connector
  }
  /** Health of a connector */
  'GET /api/v1/connectors/{id}/health': {
    path: {
      /** Id of the connector, as the list shows it. */
      id: string
    }
    answer: ConnectorHealth
  }
  /** Read a connector with its configurations, health, codes and changelog */
  'GET /api/v1/connectors/{id}/detail': {
    path: {
      /** Id of the connector, as the list shows it. */
      id: string
    }
    answer: ConnectorDetail
  }
  /** List connector configurations */
  'GET /api/v1/connector-configurations': {
    query?: PageQuery & {
      /** Only configurations of the connector with this id. */
      connector_id?: string | undefined
      /** Only configurations of this mode. */
      mode?: ConnectorMode | undefined
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
      search_term?: string | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
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
      /** Id of the configuration, as the list shows it. */
      id: string
    }
    answer: ConnectorConfiguration
  }
  /** Replace a connector configuration */
  'PUT /api/v1/connector-configurations/{id}': {
    path: {
      /** Id of the configuration, as the list shows it. */
      id: string
    }
    body: UpdateConnectorConfiguration
    answer: ConnectorConfiguration
  }
  /** Delete a connector configuration */
  'DELETE /api/v1/connector-configurations/{id}': {
    path: {
      /** Id of the configuration, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Activate a connector configuration */
  'POST /api/v1/connector-configurations/{id}/activate': {
    path: {
      /** Id of the configuration, as the list shows it. */
      id: string
    }
    answer: ConnectorConfiguration
  }
  /** Deactivate a connector configuration */
  'POST /api/v1/connector-configurations/{id}/deactivate': {
    path: {
      /** Id of the configuration, as the list shows it. */
      id: string
    }
    answer: ConnectorConfiguration
  }
  /** Confirm a change of a connector configuration */
  'POST /api/v1/connector-configurations/{id}/confirm': {
    path: {
      /** Id of the configuration, as the list shows it. */
      id: string
    }
    body: DecideConfigurationChange
    answer: ConnectorConfiguration
  }
  /** Reject a change of a connector configuration */
  'POST /api/v1/connector-configurations/{id}/reject': {
    path: {
      /** Id of the configuration, as the list shows it. */
      id: string
    }
    body: DecideConfigurationChange
    answer: ConnectorConfiguration
  }
  /** Health of a connector configuration */
  'GET /api/v1/connector-configurations/{id}/health': {
    path: {
      /** Id of the connector, as the list shows it. */
      id: string
    }
    answer: ConnectorConfigurationHealth
  }
  /** List the bank profiles of a merchant */
  'GET /api/v1/merchants/{merchant_id}/bank-profiles': {
    path: {
      /** Id of the merchant that the profile belongs to. */
      merchant_id: string
    }
    answer: MerchantBankProfile[]
  }
  /** Create a bank profile */
  'POST /api/v1/merchants/{merchant_id}/bank-profiles': {
    path: {
      /** Id of the merchant that the profile belongs to. */
      merchant_id: string
    }
    body: CreateBankProfile
    answer: MerchantBankProfile
  }
  /** Count the bank profiles of merchants */
  'GET /api/v1/merchants/bank-profile-counts': {
    query?: {
      /** Ids of the merchants to count for, at most 150, which fit in a URL; by default every merchant that has a profile. */
      merchant_ids?: string | readonly string[] | undefined
    }
    answer: {
      [key: string]: number
    }
  }
  /** List the bank profiles whose change waits */
  'GET /api/v1/merchants/bank-profile-changes': {
    query?: PageQuery & {
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
    }
    answer: MerchantBankProfilePage
  }
  /** Replace a bank profile */
  'PUT /api/v1/merchants/{merchant_id}/bank-profiles/{id}': {
    path: {
      /** Id of the merchant that the profile belongs to. */
      merchant_id: string
      /** Id of the bank profile. */
      id: string
    }
    body: UpdateBankProfile
    answer: undefined
  }
  /** Delete a bank profile */
  'DELETE /api/v1/merchants/{merchant_id}/bank-profiles/{id}': {
    path: {
      /** Id of the merchant that the profile belongs to. */
      merchant_id: string
      /** Id of the bank profile. */
      id: string
    }
    answer: undefined
  }
  /** Confirm a change of a bank profile */
  'POST /api/v1/merchants/{merchant_id}/bank-profiles/{id}/confirm': {
    path: {
      /** Id of the merchant that the profile belongs to. */
      merchant_id: string
      /** Id of the bank profile. */
      id: string
    }
    body: DecideProfileChange
    answer: undefined
  }
  /** Reject a change of a bank profile */
  'POST /api/v1/merchants/{merchant_id}/bank-profiles/{id}/reject': {
    path: {
      /** Id of the merchant that the profile belongs to. */
      merchant_id: string
      /** Id of the bank profile. */
      id: string
    }
    body: DecideProfileChange
    answer: undefined
  }
  /** List routing rules */
  'GET /api/v1/routing-rules': {
    query?: PageQuery & {
      /** Only rules whose target is the configuration with this id or name. */
      target_connector_config_id?: string | undefined
      /** Only rules whose fallback is the configuration with this id or name. */
      fallback_connector_config_id?: string | undefined
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
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
      /** Id of the routing rule, as the list shows it. */
      id: string
    }
    answer: RoutingRule
  }
  /** Replace a routing rule */
  'PUT /api/v1/routing-rules/{id}': {
    path: {
      /** Id of the routing rule, as the list shows it. */
      id: string
    }
    body: UpdateRoutingRule
    answer: undefined
  }
  /** Delete a routing rule */
  'DELETE /api/v1/routing-rules/{id}': {
    path: {
      /** Id of the routing rule, as the list shows it. */
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
      /** Id of the routing rule, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Deactivate a routing rule */
  'POST /api/v1/routing-rules/{id}/deactivate': {
    path: {
      /** Id of the routing rule, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Change the figures of a routing rule */
  'PATCH /api/v1/routing-rules/{id}/score': {
    path: {
      /** Id of the routing rule, as the list shows it. */
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
      /** Only rules whose target is the configuration with this id or name. */
      target_connector_config_id?: string | undefined
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
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
      /** Id of the routing rule, as the list shows it. */
      id: string
    }
    answer: SimpleRoutingRule
  }
  /** Replace a simple routing rule */
  'PUT /api/v1/simple-routing-rules/{id}': {
    path: {
      /** Id of the routing rule, as the list shows it. */
      id: string
    }
    body: UpdateSimpleRoutingRule
    answer: undefined
  }
  /** Delete a simple routing rule */
  'DELETE /api/v1/simple-routing-rules/{id}': {
    path: {
      /** Id of the routing rule, as the list shows it. */
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
      /** Id of the routing rule, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Deactivate a simple routing rule */
  'POST /api/v1/simple-routing-rules/{id}/deactivate': {
    path: {
      /** Id of the routing rule, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** List bank codes */
  'GET /api/v1/connector-error-codes': {
    query?: {
      /** Only error codes of the connector with this code. */
      connector_code?: string | undefined
      /** Only error codes of this kind. */
      category?: ErrorCategory | undefined
    }
    answer: ConnectorErrorCode[]
  }
  /** List bank codes of one connector */
  'GET /api/v1/connector-error-codes/{key}': {
    path: {
      /** Code of the connector whose error codes are listed, such as SIMBANK. */
      key: string
    }
    answer: ConnectorErrorCode[]
  }
  /** Replace what a bank code means */
  'PUT /api/v1/connector-error-codes/{key}': {
    path: {
      /** Id of the error code, as the list shows it. */
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
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
    }
    answer: WaitingChangePage
  }
  /** Confirm a change that waits */
  'POST /api/v1/waiting-changes/{id}/confirm': {
    path: {
      /** Id of the change, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Reject a change that waits */
  'POST /api/v1/waiting-changes/{id}/reject': {
    path: {
      /** Id of the change, as the list shows it. */
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
      /** Text to search for in key, description and category. */
      search_term?: string | undefined
      /** Only the setting with exactly this key. */
      key?: string | undefined
      /** Only settings of this scope. */
      scope?: SettingScope | undefined
      /** Only settings of the user with this id. */
      scope_id?: string | undefined
      /** Only settings of this category. */
      category?: string | undefined
      /** Only read-only settings (true) or only others (false). */
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
      /** Id of the setting, as the list shows it. */
      id: string
    }
    answer: Setting
  }
  /** Change a setting */
  'PUT /api/v1/settings/{id}': {
    path: {
      /** Id of the setting, as the list shows it. */
      id: string
    }
    body: UpdateSetting
    answer: undefined
  }
  /** Delete a setting */
  'DELETE /api/v1/settings/{id}': {
    path: {
      /** Id of the setting, as the list shows it. */
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
