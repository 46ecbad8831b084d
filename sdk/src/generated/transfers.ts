/** Vezne money transfers: made from its OpenAPI document by `node scripts/docs.ts`; not to be edited. */

import type { Page, PageQuery, EventOf, CardSchemaType, CardType, CreateSetting, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, KnownSetting, KnownSettingKind, ListOrder, Live, Problem, ReplayEventsResult, ReplayResult, ReplayedEvents, RotatedSecret, Setting, SettingLoosening, SettingPage, SettingScope, UpdateSetting, WaitsFor, WebhookDelivery, WebhookDeliveryPage, WebhookHealth, WebhookSubscription, WebhookSubscriptionCreated, WebhookSubscriptionPage } from './shared.ts'

export type { CardSchemaType, CardType, CreateSetting, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, KnownSetting, KnownSettingKind, ListOrder, Live, Problem, ReplayEventsResult, ReplayResult, ReplayedEvents, RotatedSecret, Setting, SettingLoosening, SettingPage, SettingScope, UpdateSetting, WaitsFor, WebhookDelivery, WebhookDeliveryPage, WebhookHealth, WebhookSubscription, WebhookSubscriptionCreated, WebhookSubscriptionPage }

export interface AccountInfo {
  /** Id of the connector account, which source_account_id takes; of one not bound yet: its IBAN */
  account_id: string
  account_number: string
  account_name: string
  account_type: 'checking' | 'savings'
  /** ISO 4217 */
  currency: string
  /** At the bank */
  status: 'active' | 'blocked' | 'closed'
  additional_data: AccountInfoData
}

export interface AccountInfoData {
  /** Of the connector account; null: not bound yet */
  id: string | null
  iban: string | null
  iban_masked: string | null
  bank_id: string | null
  bank_name: string | null
  bank_code: string | null
  branch_name: string | null
  /** Minor units, as the bank says at this moment */
  available_balance: number
  /** Held by the bank */
  blocked_balance: number
  /** Both */
  total_balance: number
  /** When the bank was asked */
  balance_updated_at: string
  supported_transfer_types: Array<'fast' | 'eft' | 'remittance' | 'credit_card'>
  /** Of the connector account; false where there is none */
  is_active: boolean
  /** Of the connector account */
  created: string | null
}

export interface AccountMovement {
  /** The bank’s own, the same each time it is read */
  transaction_id: string | null
  /** Id of the connector account */
  account_id: string | null
  /** Minor units; negative = money out */
  amount: number
  currency: string | null
  /** The bank’s own word */
  transaction_type: string | null
  description: string | null
  transaction_date: string
  /** booked */
  status: string | null
  /** Reference of the order at the bank, where it is one of ours */
  reference: string | null
  additional_data: AccountMovementData | null
}

export interface AccountMovementData {
  direction: 'inbound' | 'outbound'
  category: 'transfer' | 'commission' | 'interest' | 'tax' | 'other'
  counterparty_iban: string | null
  /** Where it is a transfer of yours */
  transfer_id: string | null
}

export interface AccountsEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: AccountInfo[] | null
}

export interface ApproveItem {
  transfer_id: string
  /** Replaces the source account */
  connector_account_id?: string | null | undefined
  approval_note?: string | null | undefined
}

export interface ApproveResult {
  approved: ApprovedRow[]
  skipped: SkippedRow[]
  total_approved: number
}

export interface ApproveTransfers {
  /** Form 1 */
  transfer_ids?: string[] | null | undefined
  /** Form 1 */
  remarks?: string | null | undefined
  /** Form 2 */
  transfers?: ApproveItem[] | null | undefined
}

export interface ApprovedRow {
  id: string
  status: TransferStatus
  validate_date: string
}

export interface BankNotice {
  /** Id of the transfer, or the bank's reference */
  external_key: string
  shadow_card_number?: string | null | undefined
  /** The bank's reference */
  product_ref_no?: string | null | undefined
  /** False: the bank did not carry it out */
  success: boolean
  error_description?: string | null | undefined
  channel_id?: string | null | undefined
  /** Known are reference (ours), status, code, amount, currency, fee, sent_as and receipt_no; they are compared with the transfer */
  additional_data?: {
    [key: string]: unknown
  } | null | undefined
}

export interface BankNoticeAnswer {
  /** duplicate: the transfer had ended; ignored: it changes nothing */
  status: 'accepted' | 'duplicate' | 'ignored'
  /** Why */
  message: string | null
  external_key: string
  processed_at: string
}

export interface CardDetails {
  /** 13 to 19 digits, Luhn-valid; or card_token */
  card_number?: string | null | undefined
  /** Of a stored receiver account */
  card_token?: string | null | undefined
  expire_month?: string | null | undefined
  expire_year?: string | null | undefined
}

export interface CheckTransfersResult {
  /** Items that were checked */
  total_count: number
  /** By item; empty: nothing is wrong with any of them */
  errors: CheckedItemFault[]
}

export interface CheckedItemFault {
  /** Place of the item in items, from 0 */
  item_index: number
  /** Member of the item, such as recipient.iban */
  field: string
  /** As the bulk create would refuse it */
  code: string
  /** What is wrong, for people */
  message: string
}

export interface ConnectorAccount {
  extra_properties_dict: {
    [key: string]: string
  } | null
  id: string
  connector_configuration_id: string
  bank_id: string | null
  holder_name: string | null
  description: string | null
  account_number: string | null
  iban: string | null
  masked_card_no: string | null
  card_token: string | null
  connector_configuration_name: string | null
  connector_name: string | null
  connector_code: string | null
  bank_name: string | null
  bank_code: string | null
  currency: TransferCurrency
  is_active: boolean
}

export interface ConnectorAccountEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: ConnectorAccount
}

export type ConnectorAccountPage = Page<ConnectorAccount>

export interface ConnectorAccountPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: ConnectorAccountPage
}

export interface CreateTransferItem {
  /** Id of a connector account */
  source_account_id: string
  /** Unique among the merchant’s transfers that are neither failed nor rejected */
  external_id?: string | null | undefined
  description?: string | null | undefined
  transfer_type: TransferType
  /** Exactly one of recipient_id, receiver_account_id, iban, account_number, card_details */
  recipient: TransferRecipientInput
  amount: TransferAmount
  /** Absent: now; at most 365 days ahead */
  scheduled_date?: string | null | undefined
}

export interface CreateTransfers {
  items: CreateTransferItem[]
}

export interface CreateTransfersResult {
  /** In the order of items */
  transfers: CreatedTransfer[]
  total_count: number
  total_amount: number | null
}

export interface CreateWebhookSubscription {
  /** HTTPS, publicly reachable */
  url: string
  /** Event types, or the wildcard * alone; also accepted as one text, separated by commas */
  events: Array<'transfer.created' | 'transfer.succeeded' | 'transfer.failed' | '*'> | string
  description?: string | null | undefined
  max_retry_count?: number | null | undefined
}

export interface CreatedTransfer {
  id: string
  external_id: string | null
  status: TransferStatus
  amount: number
  currency: TransferCurrency
  transfer_type: TransferType
  scheduled_date: string
  created: string
}

export interface DoneEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  /** Always true */
  data: boolean
}

export type EndType = 'indefinite' | 'count' | 'date'

export type HolidayHandling = 'next' | 'previous' | 'skip'

export interface IdEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  /** Id of what was written */
  data: string
}

export interface KnownSettingsEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: KnownSetting[]
}

export interface MovementsEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: AccountMovement[] | null
}

export interface ReceiptBase64 {
  transfer_id: string
  /** The bank's number of it */
  receipt_no: string
  /** A name to save it under */
  filename: string
  /** application/pdf */
  content_type: string
  /** The bytes of the file */
  content: string
}

export interface ReceiverAccount {
  extra_properties_dict: {
    [key: string]: string
  } | null
  id: string
  bank_id: string | null
  recipient_id: string | null
  holder_name: string | null
  description: string | null
  account_number: string | null
  iban: string | null
  masked_card_no: string | null
  card_token: string | null
  bank_name: string | null
  bank_code: string | null
  label: string | null
  external_id: string | null
  iban_masked: string | null
  is_default: boolean
  is_active: boolean
}

export type ReceiverAccountPage = Page<ReceiverAccount>

export interface ReceiverAccountPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: ReceiverAccountPage
}

export interface Recipient {
  extra_properties_dict: {
    [key: string]: string
  } | null
  id: string
  /** Of the default receiver account, as iban */
  bank_id: string | null
  first_name: string | null
  last_name: string | null
  holder_name: string | null
  description: string | null
  account_number: string | null
  iban: string | null
  masked_card_no: string | null
  card_token: string | null
  bank_name: string | null
  bank_code: string | null
  /** The last four digits */
  tax_id: string | null
  tax_id_type: TaxIdType | null
  email: string | null
  phone: string | null
  label: string | null
  external_id: string | null
  is_active: boolean
  created: string
}

export interface RecipientEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: Recipient
}

export type RecipientPage = Page<Recipient>

export interface RecipientPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: RecipientPage
}

export interface RecurringTransfer {
  extra_properties_dict: {
    [key: string]: string
  } | null
  id: string
  plan_name: string
  status: RecurringTransferStatus
  connector_account_id: string
  recipient_id: string
  amount: number
  currency: TransferCurrency
  description: string | null
  transfer_type: TransferType
  repeat_type: RepeatType
  start_date: string
  end_type: EndType
  end_date: string | null
  repeat_count: number | null
  is_indefinite: boolean
  month_day: number | null
  week_days: number[] | null
  holiday_handling: HolidayHandling
  reminder_days: number
  notify_on_success: boolean
  notify_on_error: boolean
  /** When the next run is due; null unless active */
  next_payment_date: string | null
  /** Transfers made; runs that were skipped or made none are not counted */
  execution_count: number
  last_executed_at: string | null
  last_execution_status: TransferStatus | null
  connector_account: ConnectorAccount | null
  recipient: Recipient | null
}

export interface RecurringTransferEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: RecurringTransfer
}

export type RecurringTransferPage = Page<RecurringTransfer>

export interface RecurringTransferPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: RecurringTransferPage
}

export type RecurringTransferStatus = 'active' | 'paused' | 'completed' | 'cancelled'

export interface RejectItem {
  transfer_id: string
  rejection_reason?: string | null | undefined
}

export interface RejectResult {
  rejected: RejectedRow[]
  skipped: SkippedRow[]
  total_rejected: number
}

export interface RejectTransfers {
  /** Form 1 */
  transfer_ids?: string[] | null | undefined
  /** Form 1 */
  reason?: string | null | undefined
  /** Form 2 */
  transfers?: RejectItem[] | null | undefined
}

export interface RejectedRow {
  id: string
  status: TransferStatus
  rejected_at: string
  rejected_by: string
}

export type RepeatType = 'daily' | 'weekly' | 'monthly' | 'yearly'

export interface ReplayEvents {
  /** Attempts of that moment and later, of the last 30 days; replays are none */
  since: string
  /** And not later than this; left out: up to now */
  until?: string | null | undefined
  /** Left out: all */
  event_types?: TransferEventType[] | null | undefined
  /** `undelivered`: events of which no attempt has succeeded; `all`: also those that were received */
  which?: ReplayedEvents | null | undefined
  /** `next_after` of the answer before, to go on behind it */
  after?: string | null | undefined
}

export interface SendItem {
  transfer_id: string
  notes?: string | null | undefined
}

export interface SendResult {
  sent: SentRow[]
  skipped: SkippedRow[]
  total_sent: number
}

export interface SendTransfers {
  /** Form 1 */
  transfer_ids?: string[] | null | undefined
  /** Form 2 */
  transfers?: SendItem[] | null | undefined
}

export interface SentRow {
  id: string
  status: TransferStatus
  sent_date: string | null
  processed_date: string | null
  receipt_no: string | null
}

export interface SettingEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: Setting
}

export interface SettingPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: SettingPage
}

export interface SkippedRow {
  id: string
  reason: string
  message: string
}

export type TaxIdType = 'tckn' | 'vkn'

export interface Transfer {
  extra_properties_dict: {
    [key: string]: string
  } | null
  id: string
  merchant_id: string
  request_id: string | null
  external_id: string | null
  receipt_no: string | null
  description: string | null
  receiver_account_id: string | null
  request_sender_account_id: string | null
  success_sender_account_id: string | null
  amount: number
  currency: TransferCurrency
  request_transfer_type: TransferType
  success_transfer_type: TransferType | null
  /** Minor units; 0 until delivered or completed */
  fee_amount: number
  scheduled_date: string
  processed_date: string | null
  validate_date: string | null
  sent_date: string | null
  status: TransferStatus
  retry_count: number
  receiver_account: ReceiverAccount | null
  request_sender_connector_account: ConnectorAccount | null
  success_sender_connector_account: ConnectorAccount | null
  recurring_transfer_id: string | null
  created: string
  /** Person or API key that made it */
  created_by: string
  error_code: string | null
  provider_error_code: string | null
  error_message: string | null
}

export interface TransferAmount {
  /** Minor units */
  value: number
  currency_code: TransferCurrency
}

export interface TransferBucket {
  /** Day of Istanbul */
  date: string
  /** Transfers made on the day */
  count: number
  /** Of them, completed */
  success_count: number
  /** Of them, failed */
  failed_count: number
  /** Minor units */
  amount: number
}

export interface TransferCard {
  is_valid: boolean
  masked_number: string | null
  schema_type: CardSchemaType | null
  card_type: CardType | null
  bank_code: string | null
  bank_name: string | null
  supported_transfer_types: TransferType[]
  error_message: string | null
}

export interface TransferCardBody {
  /** Blanks and dashes allowed */
  card_number: string
}

export interface TransferCreatedData {
  transfer_id: string
  /** The caller’s transfer id */
  external_id: string | null
  merchant_id: string
  status: 'pending'
  /** Minor units */
  amount: number
  currency: string
  transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  recurring_transfer_id?: string | undefined
  scheduled_date: string
}

/** A transfer was created and waits for approval */
export type TransferCreatedEvent = EventOf<'transfer.created', TransferCreatedData>

export type TransferCurrency = 'TRY' | 'USD' | 'EUR'

export interface TransferDashboard {
  period_start: string
  period_end: string
  currency: TransferCurrency
  /** Transfers made in the period, in this currency */
  total_count: number
  /** Their amounts, minor units */
  total_amount: number
  /** What banks took for them beyond the amounts, minor units */
  fee_amount: number
  /** Completed ones in percent of those that completed or failed, two decimals; 0 when none did */
  success_rate: number
  /** Of them, those that wait for approval now */
  pending_approval_count: number
  /** Of them, those that are approved and not sent */
  pending_send_count: number
  /** Every status, as it is now */
  by_status: TransferStatusCount[]
  /** Every type, as asked for */
  by_type: TransferTypeCount[]
  /** Every day of the period, oldest first, days without transfers included */
  buckets: TransferBucket[]
}

export interface TransferDashboardEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  data: TransferDashboard | null
}

export interface TransferDetail extends Transfer {
  /** Oldest first */
  history: TransferHistory[]
}

export type TransferEventType = 'transfer.created' | 'transfer.succeeded' | 'transfer.failed'

export interface TransferFailedData {
  transfer_id: string
  /** The caller’s transfer id */
  external_id: string | null
  merchant_id: string
  status: 'failed'
  /** Minor units */
  amount: number
  currency: string
  transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  recurring_transfer_id?: string | undefined
  error_code: string
  error_message: string
  /** The bank’s raw code */
  provider_error_code: string | null
  retry_count: number
  processed_date: string
}

/** A transfer was rejected by a bank, or failed for a technical reason */
export type TransferFailedEvent = EventOf<'transfer.failed', TransferFailedData>

export interface TransferHistory {
  previous_status: TransferStatus | null
  new_status: TransferStatus
  occurred_at: string
  /** Client or user of a step people take; null for the service */
  actor: string | null
  bank_response_code: string | null
  bank_response_message: string | null
  provider_transaction_id: string | null
}

export interface TransferIban {
  /** Well-formed: length, characters and check digits. Not that money can go there */
  is_valid: boolean
  /** Without blanks */
  iban: string | null
  iban_formatted: string | null
  iban_masked: string | null
  country_code: string | null
  bank_id: string | null
  bank_code: string | null
  bank_name: string | null
  bank_swift: string | null
  /** Null: a Turkish IBAN does not tell it */
  branch_code: string | null
  account_number: string | null
  /** How money can go there; empty where error_code says why it cannot. remittance where the tenant has an active source account at this bank */
  supported_transfer_types: TransferType[]
  error_code: TransferIbanFault | null
  error_message: string | null
}

export interface TransferIbanBody {
  /** Blanks allowed */
  iban: string
}

export type TransferIbanFault = 'invalid_format' | 'unsupported_country' | 'checksum_failed' | 'bank_not_found'

export type TransferPage = Page<Transfer>

export interface TransferRecipientInput {
  /** Stored recipient; its default receiver account is used */
  recipient_id?: string | null | undefined
  /** Stored receiver account */
  receiver_account_id?: string | null | undefined
  /** Required unless recipient_id or receiver_account_id is given */
  holder_name?: string | null | undefined
  /** Blanks allowed */
  iban?: string | null | undefined
  /** At the source account’s own bank */
  account_number?: string | null | undefined
  card_details?: CardDetails | null | undefined
  /** 10 or 11 digits */
  tax_id?: string | null | undefined
}

export type TransferStatus = 'pending' | 'approved' | 'processing' | 'delivered' | 'completed' | 'failed' | 'rejected'

export interface TransferStatusCount {
  status: TransferStatus
  /** Transfers */
  count: number
  /** Minor units */
  amount: number
}

export interface TransferSucceededData {
  transfer_id: string
  /** The caller’s transfer id */
  external_id: string | null
  merchant_id: string
  status: 'completed'
  /** Minor units */
  amount: number
  currency: string
  transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  recurring_transfer_id?: string | undefined
  /** Minor units */
  fee_amount: number
  receipt_no: string
  sent_date: string
  processed_date: string
  success_sender_account_id: string
}

/** The recipient’s bank has the money */
export type TransferSucceededEvent = EventOf<'transfer.succeeded', TransferSucceededData>

export type TransferType = 'fast' | 'eft' | 'remittance' | 'credit_card'

export interface TransferTypeCount {
  transfer_type: TransferType
  /** Transfers */
  count: number
  /** Minor units */
  amount: number
}

export interface UpdateWebhookSubscription {
  /** Repeats the path */
  id?: string | null | undefined
  /** HTTPS, publicly reachable */
  url: string
  /** Event types, or the wildcard * alone; also accepted as one text, separated by commas */
  events: Array<'transfer.created' | 'transfer.succeeded' | 'transfer.failed' | '*'> | string
  description?: string | null | undefined
  max_retry_count?: number | null | undefined
  /** Absent: stays as it is */
  is_active?: boolean | null | undefined
}

export interface WriteConnectorAccount {
  /** Repeats the path */
  id?: string | null | undefined
  /** Known keys: `single_transfer_limit`, the most one transfer of this account carries, in minor units; `sandbox_opening_balance`, in a sandbox alone: the simulated bank opens the account with so much whe… */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Id or name of a configuration of the card payment surface whose bank sends transfers; it is how the account is reached */
  connector_configuration_id: string
  /** The bank that keeps the account, as in GET /api/v1/lookups/banks */
  bank_id: string
  /** Whose account it is */
  holder_name: string
  /** For people */
  description?: string | null | undefined
  /** As the bank writes it. Alone: the IBAN is kept too once the bank has shown it */
  account_number?: string | null | undefined
  /** Blanks allowed. At least one of iban and account_number; a Turkish IBAN of bank_id */
  iban?: string | null | undefined
  /** Default TRY; on a change: as it was */
  currency?: TransferCurrency | null | undefined
  /** Default true; on a change: as it was. No new transfer leaves from an inactive one */
  is_active?: boolean | null | undefined
}

export interface WriteReceiverAccount {
  /** On a change: repeats the path */
  id?: string | null | undefined
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** An account stays with its recipient */
  recipient_id: string
  /** Default: the recipient’s */
  holder_name?: string | null | undefined
  /** Found from the IBAN; an account number needs it */
  bank_id?: string | null | undefined
  /** Blanks allowed; one of iban, account_number, card_details */
  iban?: string | null | undefined
  /** At bank_id */
  account_number?: string | null | undefined
  card_details?: CardDetails | null | undefined
  description?: string | null | undefined
  label?: string | null | undefined
  external_id?: string | null | undefined
  /** The first account of a recipient is the default, and true takes it from the other one. Absent: stays */
  is_default?: boolean | null | undefined
  /** Default true; absent on a change: stays as it is. Nothing is sent to an inactive one */
  is_active?: boolean | null | undefined
}

export interface WriteRecipient {
  /** On a change: repeats the path */
  id?: string | null | undefined
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  holder_name: string
  /** Found from the IBAN; an account number needs it */
  bank_id?: string | null | undefined
  /** At bank_id; makes an account as iban does */
  account_number?: string | null | undefined
  /** Blanks allowed. Makes the default receiver account; on a change it replaces the number of that account */
  iban?: string | null | undefined
  description?: string | null | undefined
  /** With right check digits; kept sealed. Absent on a change: stays as it is */
  tax_id?: string | null | undefined
  /** tckn has 11 digits, vkn 10; default: by the digits */
  tax_id_type?: TaxIdType | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  label?: string | null | undefined
  /** Unique among the merchant’s recipients */
  external_id?: string | null | undefined
  /** Default true; absent on a change: stays as it is. Nothing is sent to an inactive one */
  is_active?: boolean | null | undefined
}

export interface WriteRecurringTransfer {
  /** On an update: repeats the path */
  id?: string | null | undefined
  plan_name: string
  /** The account the money leaves from */
  connector_account_id: string
  /** Each run pays the default receiver account this recipient has at that moment */
  recipient_id: string
  /** Minor units, 1 or more */
  amount: number
  currency?: TransferCurrency | null | undefined
  /** Of each transfer */
  description?: string | null | undefined
  transfer_type: TransferType
  repeat_type: RepeatType
  /** Not in the past; its time of day in Istanbul is that of every run */
  start_date: string
  end_type: EndType
  /** With end_type = date, and only then: the last day a run may fall on */
  end_date?: string | null | undefined
  /** With end_type = count, and only then */
  repeat_count?: number | null | undefined
  /** When sent: true with end_type = indefinite, else false */
  is_indefinite?: boolean | null | undefined
  /** For monthly and yearly; default: the day of start_date. A shorter month uses its last day */
  month_day?: number | null | undefined
  /** For weekly: 1 = Monday to 7 = Sunday; default: the day of start_date */
  week_days?: number[] | null | undefined
  holiday_handling?: HolidayHandling | null | undefined
  reminder_days?: number | null | undefined
  /** Kept for a console; no event comes of it */
  notify_on_success?: boolean | null | undefined
  /** Kept for a console; no event comes of it */
  notify_on_error?: boolean | null | undefined
}

/** Operations by method and path. */
export interface Operations {
  /** List transfers */
  'GET /api/v1/transfers': {
    query?: PageQuery & {
      /** `-created`: newest first; `created`: oldest first */
      sort?: ListOrder | undefined
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
      /** In external_id, receipt_no, description and holder name */
      search_term?: string | undefined
      /** Rows of any of these */
      status?: TransferStatus | readonly TransferStatus[] | undefined
      transfer_type?: TransferType | undefined
      connector_account_id?: string | undefined
      source_account_id?: string | undefined
      receiver_account_id?: string | undefined
      recipient_id?: string | undefined
      /** Of created */
      from_date?: string | undefined
      /** Of created */
      to_date?: string | undefined
      min_amount?: number | undefined
      max_amount?: number | undefined
      external_id?: string | undefined
      currency?: TransferCurrency | undefined
      /** Of the receiver, exact; blanks allowed */
      iban?: string | undefined
      merchant_id?: string | undefined
      /** The same as from_date; of both the last one counts */
      start_date?: string | undefined
      /** The same as to_date; of both the last one counts */
      end_date?: string | undefined
    }
    answer: TransferPage
  }
  /** Read a transfer with its history */
  'GET /api/v1/transfers/{id}': {
    path: {
      id: string
    }
    answer: TransferDetail
  }
  /** Create transfers */
  'POST /api/v1/transfers/bulk/create': {
    body: CreateTransfers
    answer: CreateTransfersResult
  }
  /** Check transfers before they are created */
  'POST /api/v1/transfers/bulk/check': {
    body: CreateTransfers
    answer: CheckTransfersResult
  }
  /** Approve transfers */
  'POST /api/v1/transfers/bulk/approve': {
    body: ApproveTransfers
    answer: ApproveResult
  }
  /** Reject transfers */
  'POST /api/v1/transfers/bulk/reject': {
    body: RejectTransfers
    answer: RejectResult
  }
  /** Send transfers */
  'POST /api/v1/transfers/bulk/send': {
    body: SendTransfers
    answer: SendResult
  }
  /** Download the receipt of a transfer */
  'GET /api/v1/transfers/{id}/receipt/download': {
    path: {
      id: string
    }
    answer: Uint8Array
  }
  /** Read the receipt of a transfer as text */
  'GET /api/v1/transfers/{id}/receipt/base-64': {
    path: {
      id: string
    }
    answer: ReceiptBase64
  }
  /** Accounts with their balances at the bank */
  'GET /api/v1/accounts': {
    query?: {
      /** Of this configuration: its id or name */
      connector_configuration_id?: string | undefined
    }
    answer: AccountsEnvelope
  }
  /** Movements of an account at the bank */
  'GET /api/v1/accounts/transactions': {
    query: PageQuery & {
      /** The account */
      connector_account_id: string
      /** Default: 7 days before the end; at most 365 days before it */
      from_date?: string | undefined
      /** Default: now */
      to_date?: string | undefined
      /** The same as from_date; of both the last one counts */
      start_date?: string | undefined
      /** The same as to_date; of both the last one counts */
      end_date?: string | undefined
    }
    answer: MovementsEnvelope
  }
  /** Create a recipient */
  'POST /api/v1/recipients': {
    body: WriteRecipient
    answer: IdEnvelope
  }
  /** List recipients */
  'GET /api/v1/recipients': {
    query?: PageQuery & {
      /** Has an account there */
      bank_id?: string | undefined
      /** In names, description, label, external_id, email and phone */
      search_term?: string | undefined
      /** Contains */
      first_name?: string | undefined
      /** Contains */
      last_name?: string | undefined
      /** Contains */
      holder_name?: string | undefined
      /** Of any of the accounts, exact */
      account_number?: string | undefined
      /** Of any of the accounts, exact; blanks allowed */
      iban?: string | undefined
      /** In a value of extra_properties_dict */
      extra_properties_search_term?: string | undefined
      /** Absent: both */
      is_active?: boolean | undefined
    }
    answer: RecipientPageEnvelope
  }
  /** Read a recipient */
  'GET /api/v1/recipients/{id}': {
    path: {
      /** Id of the recipient */
      id: string
    }
    answer: RecipientEnvelope
  }
  /** Change a recipient */
  'PUT /api/v1/recipients/{id}': {
    path: {
      /** Id of the recipient */
      id: string
    }
    body: WriteRecipient
    answer: IdEnvelope
  }
  /** Delete a recipient */
  'DELETE /api/v1/recipients/{id}': {
    path: {
      /** Id of the recipient */
      id: string
    }
    answer: IdEnvelope
  }
  /** List recipients with an account at a bank */
  'GET /api/v1/recipients/by-bank/{bank_id}': {
    path: {
      bank_id: string
    }
    query?: PageQuery
    answer: RecipientPageEnvelope
  }
  /** Create a receiver account */
  'POST /api/v1/receiveraccounts': {
    body: WriteReceiverAccount
    answer: IdEnvelope
  }
  /** List receiver accounts */
  'GET /api/v1/receiveraccounts': {
    query?: PageQuery & {
      bank_id?: string | undefined
      recipient_id?: string | undefined
    }
    answer: ReceiverAccountPageEnvelope
  }
  /** Change a receiver account */
  'PUT /api/v1/receiveraccounts/{id}': {
    path: {
      /** Id of the receiver account */
      id: string
    }
    body: WriteReceiverAccount
    answer: IdEnvelope
  }
  /** Delete a receiver account */
  'DELETE /api/v1/receiveraccounts/{id}': {
    path: {
      /** Id of the receiver account */
      id: string
    }
    answer: IdEnvelope
  }
  /** List receiver accounts at a bank */
  'GET /api/v1/receiveraccounts/by-bank/{bank_id}': {
    path: {
      bank_id: string
    }
    query?: PageQuery
    answer: ReceiverAccountPageEnvelope
  }
  /** List receiver accounts of a recipient */
  'GET /api/v1/receiveraccounts/by-saved-account/{recipient_id}': {
    path: {
      recipient_id: string
    }
    query?: PageQuery
    answer: ReceiverAccountPageEnvelope
  }
  /** Receive a bank notification of a transfer */
  'POST /api/v1/webhooks/transfer-notification': {
    body: BankNotice
    answer: BankNoticeAnswer
  }
  /** Subscribe an address to events */
  'POST /api/v1/webhooks': {
    body: CreateWebhookSubscription
    answer: WebhookSubscriptionCreated
  }
  /** Webhook subscriptions */
  'GET /api/v1/webhooks': {
    query?: PageQuery & {
      include_inactive?: boolean | undefined
      search_term?: string | undefined
    }
    answer: WebhookSubscriptionPage
  }
  /** Event types that can be subscribed to */
  'GET /api/v1/webhooks/event-types': {
    answer: string[]
  }
  /** One webhook subscription */
  'GET /api/v1/webhooks/{id}': {
    path: {
      /** Id of the webhook */
      id: string
    }
    answer: WebhookSubscription
  }
  /** Change a webhook subscription */
  'PUT /api/v1/webhooks/{id}': {
    path: {
      /** Id of the webhook */
      id: string
    }
    body: UpdateWebhookSubscription
    answer: undefined
  }
  /** Delete a webhook subscription */
  'DELETE /api/v1/webhooks/{id}': {
    path: {
      /** Id of the webhook */
      id: string
    }
    answer: undefined
  }
  /** Issue a new signing secret */
  'POST /api/v1/webhooks/{id}/rotate-secret': {
    path: {
      /** Id of the webhook */
      id: string
    }
    answer: RotatedSecret
  }
  /** Switch a webhook subscription on */
  'POST /api/v1/webhooks/{id}/activate': {
    path: {
      /** Id of the webhook */
      id: string
    }
    answer: undefined
  }
  /** Switch a webhook subscription off */
  'POST /api/v1/webhooks/{id}/deactivate': {
    path: {
      /** Id of the webhook */
      id: string
    }
    answer: undefined
  }
  /** Delivery log of all subscriptions */
  'GET /api/v1/webhooks/deliveries': {
    query?: PageQuery & {
      /** Rows of any of these */
      event_type?: TransferEventType | readonly TransferEventType[] | undefined
      is_success?: boolean | undefined
      is_retrying?: boolean | undefined
      /** Events of this transfer */
      transaction_id?: string | undefined
      start_date?: string | undefined
      end_date?: string | undefined
      /** Of this subscription */
      subscription_id?: string | undefined
    }
    answer: WebhookDeliveryPage
  }
  /** Read a delivery */
  'GET /api/v1/webhooks/deliveries/{delivery_id}': {
    path: {
      delivery_id: string
    }
    answer: WebhookDelivery
  }
  /** Delivery log: one row per attempt */
  'GET /api/v1/webhooks/{id}/deliveries': {
    path: {
      /** Id of the webhook */
      id: string
    }
    query?: PageQuery & {
      /** Rows of any of these */
      event_type?: TransferEventType | readonly TransferEventType[] | undefined
      is_success?: boolean | undefined
      is_retrying?: boolean | undefined
      /** Events of this transfer */
      transaction_id?: string | undefined
      start_date?: string | undefined
      end_date?: string | undefined
    }
    answer: WebhookDeliveryPage
  }
  /** Send an event once more */
  'POST /api/v1/webhooks/deliveries/{delivery_id}/replay': {
    path: {
      delivery_id: string
    }
    answer: ReplayResult
  }
  /** Send the events since a moment once more */
  'POST /api/v1/webhooks/{id}/replay': {
    path: {
      /** Id of the webhook */
      id: string
    }
    body: ReplayEvents
    answer: ReplayEventsResult
  }
  /** What waits to be delivered */
  'GET /api/v1/webhooks/health': {
    answer: WebhookHealth
  }
  /** List recurring transfers */
  'GET /api/v1/recurringtransfers': {
    query?: PageQuery & {
      /** In plan_name and description */
      search_term?: string | undefined
      /** Rows of any of these */
      status?: RecurringTransferStatus | readonly RecurringTransferStatus[] | undefined
      repeat_type?: RepeatType | undefined
      connector_account_id?: string | undefined
      recipient_id?: string | undefined
      /** Of start_date */
      start_date_from?: string | undefined
      /** Of start_date */
      start_date_to?: string | undefined
      min_amount?: number | undefined
      max_amount?: number | undefined
      /** The same as start_date_from; of both the last one counts */
      start_date?: string | undefined
      /** The same as start_date_to; of both the last one counts */
      end_date?: string | undefined
    }
    answer: RecurringTransferPageEnvelope
  }
  /** Create a recurring transfer */
  'POST /api/v1/recurringtransfers': {
    body: WriteRecurringTransfer
    answer: IdEnvelope
  }
  /** Read a recurring transfer */
  'GET /api/v1/recurringtransfers/{id}': {
    path: {
      /** Id of the recurring transfer */
      id: string
    }
    answer: RecurringTransferEnvelope
  }
  /** Change a recurring transfer */
  'PUT /api/v1/recurringtransfers/{id}': {
    path: {
      /** Id of the recurring transfer */
      id: string
    }
    body: WriteRecurringTransfer
    answer: IdEnvelope
  }
  /** Cancel a recurring transfer */
  'DELETE /api/v1/recurringtransfers/{id}': {
    path: {
      /** Id of the recurring transfer */
      id: string
    }
    answer: DoneEnvelope
  }
  /** Pause a recurring transfer */
  'POST /api/v1/recurringtransfers/{id}/pause': {
    path: {
      /** Id of the recurring transfer */
      id: string
    }
    answer: DoneEnvelope
  }
  /** Resume a recurring transfer */
  'POST /api/v1/recurringtransfers/{id}/resume': {
    path: {
      /** Id of the recurring transfer */
      id: string
    }
    answer: DoneEnvelope
  }
  /** List connector accounts */
  'GET /api/v1/connectoraccounts': {
    query?: PageQuery & {
      /** Part of holder name, description, IBAN or account number */
      search_term?: string | undefined
    }
    answer: ConnectorAccountPageEnvelope
  }
  /** Bind a connector account */
  'POST /api/v1/connectoraccounts': {
    body: WriteConnectorAccount
    answer: IdEnvelope
  }
  /** Read a connector account */
  'GET /api/v1/connectoraccounts/{id}': {
    path: {
      /** Id of the connector account */
      id: string
    }
    answer: ConnectorAccountEnvelope
  }
  /** Change a connector account */
  'PUT /api/v1/connectoraccounts/{id}': {
    path: {
      /** Id of the connector account */
      id: string
    }
    body: WriteConnectorAccount
    answer: IdEnvelope
  }
  /** Unbind a connector account */
  'DELETE /api/v1/connectoraccounts/{id}': {
    path: {
      /** Id of the connector account */
      id: string
    }
    answer: IdEnvelope
  }
  /** Accounts a bank shows that are not bound yet */
  'GET /api/v1/connectoraccounts/bank-accounts': {
    query: {
      /** Whose bank is asked: its id or name */
      connector_configuration_id: string
    }
    answer: AccountsEnvelope
  }
  /** List connector accounts of a configuration */
  'GET /api/v1/connectoraccounts/by-connector-configuration/{connector_configuration_id}': {
    path: {
      /** A connector configuration: its id, or its name where only one has it */
      connector_configuration_id: string
    }
    query?: PageQuery
    answer: ConnectorAccountPageEnvelope
  }
  /** Check an IBAN */
  'POST /api/v1/validation/iban': {
    body: TransferIbanBody
    answer: TransferIban
  }
  /** Check a card number */
  'POST /api/v1/validation/creditcard': {
    body: TransferCardBody
    answer: TransferCard
  }
  /** Transfers of today */
  'GET /api/v1/dashboard': {
    query?: {
      /** Default TRY */
      currency?: TransferCurrency | undefined
    }
    answer: TransferDashboardEnvelope
  }
  /** Transfers of the last 7 days */
  'GET /api/v1/dashboard/weekly': {
    query?: {
      /** Default TRY */
      currency?: TransferCurrency | undefined
    }
    answer: TransferDashboardEnvelope
  }
  /** Transfers of the last 30 days */
  'GET /api/v1/dashboard/monthly': {
    query?: {
      /** Default TRY */
      currency?: TransferCurrency | undefined
    }
    answer: TransferDashboardEnvelope
  }
  /** Transfers of a range */
  'GET /api/v1/dashboard/range': {
    query?: {
      /** First moment */
      from_date?: string | undefined
      /** Last moment; at most 366 days after the first */
      to_date?: string | undefined
      /** Default TRY */
      currency?: TransferCurrency | undefined
      /** The same as from_date; of both the last one counts */
      start_date?: string | undefined
      /** The same as to_date; of both the last one counts */
      end_date?: string | undefined
    }
    answer: TransferDashboardEnvelope
  }
  /** Create a setting */
  'POST /api/v1/settings': {
    body: CreateSetting
    answer: IdEnvelope
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
    answer: SettingPageEnvelope
  }
  /** List the keys the service reads */
  'GET /api/v1/settings/known': {
    answer: KnownSettingsEnvelope
  }
  /** Read a setting */
  'GET /api/v1/settings/{id}': {
    path: {
      /** Id of the setting */
      id: string
    }
    answer: SettingEnvelope
  }
  /** Change a setting */
  'PUT /api/v1/settings/{id}': {
    path: {
      /** Id of the setting */
      id: string
    }
    body: UpdateSetting
    answer: IdEnvelope
  }
  /** Delete a setting */
  'DELETE /api/v1/settings/{id}': {
    path: {
      /** Id of the setting */
      id: string
    }
    answer: IdEnvelope
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
}

/** What the webhooks of transfers send; `switch (event.type)` narrows it. */
export type WebhookEvent =
  | TransferCreatedEvent
  | TransferSucceededEvent
  | TransferFailedEvent
