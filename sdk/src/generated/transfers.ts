/** Vezne money transfers: made from its OpenAPI document by `npm run docs`; not to be edited. */

import type { Page, PageQuery, EventOf, CardSchemaType, CardType, CreateSetting, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, KnownSetting, KnownSettingKind, ListOrder, Live, Problem, ReplayEventsResult, ReplayResult, ReplayedEvents, RotatedSecret, Setting, SettingLoosening, SettingPage, SettingScope, SettingSurface, UpdateSetting, WaitsFor, WebhookDelivery, WebhookDeliveryPage, WebhookHealth, WebhookSubscription, WebhookSubscriptionCreated, WebhookSubscriptionPage } from './shared.ts'

export type { CardSchemaType, CardType, CreateSetting, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, KnownSetting, KnownSettingKind, ListOrder, Live, Problem, ReplayEventsResult, ReplayResult, ReplayedEvents, RotatedSecret, Setting, SettingLoosening, SettingPage, SettingScope, SettingSurface, UpdateSetting, WaitsFor, WebhookDelivery, WebhookDeliveryPage, WebhookHealth, WebhookSubscription, WebhookSubscriptionCreated, WebhookSubscriptionPage }

export interface AccountInfo {
  /** Id of the connector account, which source_account_id takes; when the account is not bound yet, its IBAN. */
  account_id: string
  /** Account number at the bank, without the IBAN. */
  account_number: string
  /** Name of the account at the bank. */
  account_name: string
  /** Kind of the account at the bank: checking or savings. */
  account_type: 'checking' | 'savings'
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Status of the account at the bank. */
  status: 'active' | 'blocked' | 'closed'
  /** Further facts the bank reports about the account, such as its balances. */
  additional_data: AccountInfoData
}

export interface AccountInfoData {
  /** Id of the connector account; null when the account is not bound yet. */
  id: string | null
  /** IBAN of the account; null when the bank reports none. */
  iban: string | null
  /** IBAN of the account with its middle masked; null when the bank reports none. */
  iban_masked: string | null
  /** Id of the bank, as in GET /api/v1/lookups/banks; null when no bank is known. */
  bank_id: string | null
  /** Name of the bank, for people; null when no bank is known. */
  bank_name: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Name of the bank branch that keeps the account; null when the bank reports none. */
  branch_name: string | null
  /** Balance available for transfers in minor units, as the bank reports it at this moment. */
  available_balance: number
  /** Balance held by the bank, in minor units. */
  blocked_balance: number
  /** Available and blocked balance together, in minor units. */
  total_balance: number
  /** Time at which the bank was asked for the balances. */
  balance_updated_at: string
  /** Ways in which transfers can leave the account. */
  supported_transfer_types: Array<'fast' | 'eft' | 'remittance' | 'credit_card'>
  /** Whether the connector account is active; false when the account is not bound yet. */
  is_active: boolean
  /** Time at which the connector account was created; null when the account is not bound yet. */
  created: string | null
}

export interface AccountMovement {
  /** The bank's own id of the movement, the same each time it is read; null when the bank gives none. */
  transaction_id: string | null
  /** Id of the connector account whose movement it is. */
  account_id: string | null
  /** Amount of the movement in minor units; negative when money left the account. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Kind of the movement in the bank's own words; null when the bank gives none. */
  transaction_type: string | null
  /** Text of the movement in the account statement; null when the bank gives none. */
  description: string | null
  /** Time of the movement, as the bank reports it. */
  transaction_date: string
  /** Status of the movement, always booked. */
  status: string | null
  /** Reference of the payment order at the bank, when the movement is a transfer of the platform; null otherwise. */
  reference: string | null
  /** Further facts about the movement, such as its direction. */
  additional_data: AccountMovementData | null
}

export interface AccountMovementData {
  /** Direction of the movement: into the account or out of it. */
  direction: 'inbound' | 'outbound'
  /** Kind of the movement: a transfer, or commission, interest or tax that the bank booked. */
  category: 'transfer' | 'commission' | 'interest' | 'tax' | 'other'
  /** IBAN of the other side of the movement; null when the bank reports none. */
  counterparty_iban: string | null
  /** Id of the transfer of the platform behind the movement; null when there is none. */
  transfer_id: string | null
}

export interface AccountsEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: AccountInfo[] | null
}

export interface ApproveItem {
  /** Id of the transfer to approve. */
  transfer_id: string
  /** Id of the source account that the money leaves from instead of the requested one. */
  connector_account_id?: string | null | undefined
  /** Note on the approval, stored with the transfer. */
  approval_note?: string | null | undefined
}

export interface ApproveResult {
  /** Transfers that were approved. */
  approved: ApprovedRow[]
  /** Transfers that were left as they are, with the reason. */
  skipped: SkippedRow[]
  /** Number of transfers that were approved. */
  total_approved: number
}

export interface ApproveTransfers {
  /** Ids of the transfers, all with the same note; send either this or `transfers`. */
  transfer_ids?: string[] | null | undefined
  /** Note on the approval, stored with each transfer; with `transfer_ids`. */
  remarks?: string | null | undefined
  /** Transfers, each with a note of its own; send either this or `transfer_ids`. */
  transfers?: ApproveItem[] | null | undefined
}

export interface ApprovedRow {
  /** Id of the approved transfer. */
  id: string
  /** Status of the transfer after the approval. */
  status: TransferStatus
  /** Time at which the transfer was approved. */
  validate_date: string
}

export interface BankNotice {
  /** Id of the transfer, or the bank's reference of it. */
  external_key: string
  /** Account number that the bank shows in place of the card number. */
  shadow_card_number?: string | null | undefined
  /** The bank's reference of the transfer. */
  product_ref_no?: string | null | undefined
  /** Whether the bank carried the transfer out. */
  success: boolean
  /** Reason of the bank why the transfer was not carried out. */
  error_description?: string | null | undefined
  /** Channel of the bank through which the notification came. */
  channel_id?: string | null | undefined
  /** Further facts of the bank. Known keys are reference (the platform's), status, code, amount, currency, fee, sent_as and receipt_no; they are compared with the transfer. */
  additional_data?: {
    [key: string]: unknown
  } | null | undefined
}

export interface BankNoticeAnswer {
  /** Effect of the notification: `accepted` when the bank is asked at once, `duplicate` when the transfer had ended, `ignored` when it changes nothing. */
  status: 'accepted' | 'duplicate' | 'ignored'
  /** Explanation of the status, for people; null when there is none. */
  message: string | null
  /** Reference that the notification named. */
  external_key: string
  /** Time at which the notification was processed. */
  processed_at: string
}

export interface CardDetails {
  /** Full number of the receiving card, 13 to 19 digits that pass the Luhn check; send either this or `card_token`. */
  card_number?: string | null | undefined
  /** Token of the card of a stored receiver account; send either this or `card_number`. */
  card_token?: string | null | undefined
  /** Month in which the card expires, two digits, 01 to 12. */
  expire_month?: string | null | undefined
  /** Year in which the card expires, four digits. */
  expire_year?: string | null | undefined
}

export interface CheckTransfersResult {
  /** Number of items that were checked. */
  total_count: number
  /** Faults by item; empty when no item has any. */
  errors: CheckedItemFault[]
}

export interface CheckedItemFault {
  /** Position of the faulty item in `items`, counted from 0. */
  item_index: number
  /** Path of the faulty member within the item, such as recipient.iban. */
  field: string
  /** Error code with which the bulk create would refuse the item. */
  code: string
  /** Explanation of the fault, for people. */
  message: string
}

export interface ConnectorAccount {
  /** Values of your own by name, returned as they were sent; null when there are none. */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Id of the connector account (source account). */
  id: string
  /** Id of the connector configuration through which the bank is reached. */
  connector_configuration_id: string
  /** Id of the bank, as in GET /api/v1/lookups/banks; null when no bank is known. */
  bank_id: string | null
  /** Name of the account holder; null when none is stored. */
  holder_name: string | null
  /** Description of the account, for people; null when there is none. */
  description: string | null
  /** Account number at the bank; null when only the IBAN is known. */
  account_number: string | null
  /** IBAN of the account; null when only the account number is known. */
  iban: string | null
  /** Always null: a source account is no card. */
  masked_card_no: string | null
  /** Always null, as a source account is no card. */
  card_token: string | null
  /** Name of the connector configuration; null when it was deleted. */
  connector_configuration_name: string | null
  /** Name of the connector; null when it was deleted. */
  connector_name: string | null
  /** Code of the connector, such as SIMBANK; null when no connector is known. */
  connector_code: string | null
  /** Name of the bank, for people; null when no bank is known. */
  bank_name: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Currency of the account as three-letter ISO 4217 code. */
  currency: TransferCurrency
  /** Whether new transfers may leave from the account. */
  is_active: boolean
}

export interface ConnectorAccountEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: ConnectorAccount
}

export type ConnectorAccountPage = Page<ConnectorAccount>

export interface ConnectorAccountPageEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: ConnectorAccountPage
}

export interface CreateTransferItem {
  /** Id of the source account (connector account) that the money leaves from. */
  source_account_id: string
  /** Your own id of the transfer, unique among the merchant's transfers that are neither failed nor rejected. */
  external_id?: string | null | undefined
  /** Text that goes to the bank with the transfer and is shown to the recipient. */
  description?: string | null | undefined
  /** Way the transfer is to be sent: FAST, EFT, remittance within one bank, or to a card. */
  transfer_type: TransferType
  /** Recipient of the money: exactly one of a stored recipient, a stored account, an IBAN, an account number or a card. */
  recipient: TransferRecipientInput
  /** Amount that is sent, with its currency. */
  amount: TransferAmount
  /** Time from which the transfer may be sent, at most 365 days ahead; when absent, now. */
  scheduled_date?: string | null | undefined
}

export interface CreateTransfers {
  /** Transfers to create; either all of them are created or none. */
  items: CreateTransferItem[]
}

export interface CreateTransfersResult {
  /** Created transfers, in the order of `items`. */
  transfers: CreatedTransfer[]
  /** Number of transfers that were created. */
  total_count: number
  /** Sum of the amounts of all created transfers, in minor units; null when they are in several currencies. */
  total_amount: number | null
}

export interface CreateWebhookSubscription {
  /** HTTPS address that deliveries are posted to; it must be publicly reachable. */
  url: string
  /** Event types to deliver, or only the wildcard `*` for all; also accepted as one text, separated by commas. */
  events: Array<'transfer.created' | 'transfer.succeeded' | 'transfer.failed' | '*'> | string
  /** Description of the subscription, for people. */
  description?: string | null | undefined
  /** Number of times a failed delivery is tried again after the first attempt. */
  max_retry_count?: number | null | undefined
}

export interface CreatedTransfer {
  /** Id of the created transfer. */
  id: string
  /** Your own id of the transfer; null when none was sent. */
  external_id: string | null
  /** Status of the transfer, pending at first. */
  status: TransferStatus
  /** Amount of the transfer in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the transfer as three-letter ISO 4217 code. */
  currency: TransferCurrency
  /** Way the transfer is to be sent. */
  transfer_type: TransferType
  /** Time from which the transfer may be sent. */
  scheduled_date: string
  /** Time at which the record was created, in UTC. */
  created: string
}

export interface DoneEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: boolean
}

export type EndType = 'indefinite' | 'count' | 'date'

export type HolidayHandling = 'next' | 'previous' | 'skip'

export interface IdEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: string
}

export interface KnownSettingsEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: KnownSetting[]
}

export interface MovementsEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: AccountMovement[] | null
}

export interface ReceiptBase64 {
  /** Id of the transfer that the receipt is about. */
  transfer_id: string
  /** Number the bank gave the receipt. */
  receipt_no: string
  /** Suggested file name under which to save the receipt. */
  filename: string
  /** Media type of the file, always application/pdf. */
  content_type: string
  /** Bytes of the file, encoded as base64. */
  content: string
}

export interface ReceiverAccount {
  /** Values of your own by name, returned as they were sent; null when there are none. */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Id of the receiver account. */
  id: string
  /** Id of the bank, as in GET /api/v1/lookups/banks; null when no bank is known. */
  bank_id: string | null
  /** Id of the recipient that the account belongs to; null when the transfer named the account itself. */
  recipient_id: string | null
  /** Name of the account holder; null when none is stored. */
  holder_name: string | null
  /** Description of the account, for people; null when there is none. */
  description: string | null
  /** Account number at the bank; null when the account is known by IBAN or card. */
  account_number: string | null
  /** IBAN of the account; null when it is known by account number or card. */
  iban: string | null
  /** Number of the receiving card, masked; null when the account is no card. */
  masked_card_no: string | null
  /** Token that stands for the receiving card; null when the account is no card. */
  card_token: string | null
  /** Name of the bank, for people; null when no bank is known. */
  bank_name: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Short label under which people find the account; null when there is none. */
  label: string | null
  /** Your own id of the receiver account; null when none was sent. */
  external_id: string | null
  /** IBAN of the account with its middle masked; null when it has none. */
  iban_masked: string | null
  /** Whether transfers to the recipient go to this account when no account is named. */
  is_default: boolean
  /** Whether new transfers may go to the account. */
  is_active: boolean
}

export type ReceiverAccountPage = Page<ReceiverAccount>

export interface ReceiverAccountPageEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: ReceiverAccountPage
}

export interface Recipient {
  /** Values of your own by name, returned as they were sent; null when there are none. */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Id of the recipient. */
  id: string
  /** Id of the bank of the default receiver account, as is `iban`; null when it is not known. */
  bank_id: string | null
  /** First name of the recipient; null when none is stored. */
  first_name: string | null
  /** Family name of the recipient; null when none is stored. */
  last_name: string | null
  /** Name of the account holder, as it is sent with each transfer. */
  holder_name: string | null
  /** Description of the recipient, for people; null when there is none. */
  description: string | null
  /** Account number of the default receiver account; null when it is known by IBAN or card. */
  account_number: string | null
  /** IBAN of the default receiver account; null when it has none. */
  iban: string | null
  /** Card number of the default receiver account, masked; null when it is no card. */
  masked_card_no: string | null
  /** Token that stands for the card of the default receiver account; null when it is no card. */
  card_token: string | null
  /** Name of the bank, for people; null when no bank is known. */
  bank_name: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Last four digits of the tax number; null when none is stored. */
  tax_id: string | null
  /** Kind of the tax number: tckn of a person, vkn of a company; null when none is stored. */
  tax_id_type: TaxIdType | null
  /** E-mail address of the recipient; null when none is stored. */
  email: string | null
  /** Telephone number of the recipient; null when none is stored. */
  phone: string | null
  /** Short label under which people find the recipient; null when there is none. */
  label: string | null
  /** Your own id of the recipient; null when none was sent. */
  external_id: string | null
  /** Whether new transfers may go to the recipient. */
  is_active: boolean
  /** Time at which the record was created, in UTC. */
  created: string
}

export interface RecipientEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: Recipient
}

export type RecipientPage = Page<Recipient>

export interface RecipientPageEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: RecipientPage
}

export interface RecurringTransfer {
  /** Values of your own by name, returned as they were sent; null when there are none. */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Id of the recurring transfer. */
  id: string
  /** Name of the recurring transfer, for people. */
  plan_name: string
  /** Status of the recurring transfer; only an active one creates transfers. */
  status: RecurringTransferStatus
  /** Id of the source account that each transfer leaves from. */
  connector_account_id: string
  /** Id of the recipient that is paid. */
  recipient_id: string
  /** Amount of each transfer in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of each transfer as three-letter ISO 4217 code. */
  currency: TransferCurrency
  /** Text that goes to the bank with each transfer; null when there is none. */
  description: string | null
  /** Way in which each transfer is to be sent. */
  transfer_type: TransferType
  /** Rhythm in which transfers are created. */
  repeat_type: RepeatType
  /** Time of the first run. */
  start_date: string
  /** Condition that ends the plan: a date, a number of runs, or none. */
  end_type: EndType
  /** Last day a run may fall on; null unless end_type is date. */
  end_date: string | null
  /** Number of runs after which the plan ends; null unless end_type is count. */
  repeat_count: number | null
  /** Whether the plan runs without end. */
  is_indefinite: boolean
  /** Day of the month of each run; null unless the plan is monthly or yearly. */
  month_day: number | null
  /** Weekdays of the runs, 1 for Monday to 7 for Sunday; null unless the plan is weekly. */
  week_days: number[] | null
  /** Treatment of a run that falls on a weekend or holiday. */
  holiday_handling: HolidayHandling
  /** Number of days before each run at which it should be announced; stored for a console. */
  reminder_days: number
  /** Whether successful runs should be announced; stored for a console, no event is sent. */
  notify_on_success: boolean
  /** Whether failed runs should be announced; stored for a console, no event is sent. */
  notify_on_error: boolean
  /** Time at which the next run is due; null unless the plan is active. */
  next_payment_date: string | null
  /** Number of transfers made; runs that were skipped or made none are not counted. */
  execution_count: number
  /** Time of the latest run that created a transfer; null before the first. */
  last_executed_at: string | null
  /** Status of the transfer that the latest run created; null before the first. */
  last_execution_status: TransferStatus | null
  /** Source account that each transfer leaves from, as it is now; null when it was deleted. */
  connector_account: ConnectorAccount | null
  /** Recipient that is paid, as it is now; null when it was deleted. */
  recipient: Recipient | null
}

export interface RecurringTransferEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: RecurringTransfer
}

export type RecurringTransferPage = Page<RecurringTransfer>

export interface RecurringTransferPageEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: RecurringTransferPage
}

export type RecurringTransferStatus = 'active' | 'paused' | 'completed' | 'cancelled'

export interface RejectItem {
  /** Id of the transfer to reject. */
  transfer_id: string
  /** Reason of the rejection, stored with the transfer. */
  rejection_reason?: string | null | undefined
}

export interface RejectResult {
  /** Transfers that were rejected. */
  rejected: RejectedRow[]
  /** Transfers that were left as they are, with the reason. */
  skipped: SkippedRow[]
  /** Number of transfers that were rejected. */
  total_rejected: number
}

export interface RejectTransfers {
  /** Ids of the transfers, all with the same note; send either this or `transfers`. */
  transfer_ids?: string[] | null | undefined
  /** Reason of the rejection, stored with each transfer; with `transfer_ids`. */
  reason?: string | null | undefined
  /** Transfers, each with a note of its own; send either this or `transfer_ids`. */
  transfers?: RejectItem[] | null | undefined
}

export interface RejectedRow {
  /** Id of the rejected transfer. */
  id: string
  /** Status of the transfer after the rejection. */
  status: TransferStatus
  /** Time at which the transfer was rejected. */
  rejected_at: string
  /** Id of the user or API key that rejected the transfer. */
  rejected_by: string
}

export type RepeatType = 'daily' | 'weekly' | 'monthly' | 'yearly'

export interface ReplayEvents {
  /** Only events whose attempts began at this time or later. Attempts are kept for 30 days; replays do not count as attempts. */
  since: string
  /** Only events whose attempts began no later than this; when absent, up to now. */
  until?: string | null | undefined
  /** Only events of these types; when absent, of all types. */
  event_types?: TransferEventType[] | null | undefined
  /** `undelivered`: only events of which no attempt has succeeded; `all`: also events that were received. */
  which?: ReplayedEvents | null | undefined
  /** Cursor to continue from: the `next_after` of the previous answer. */
  after?: string | null | undefined
}

export interface SendItem {
  /** Id of the transfer to send. */
  transfer_id: string
  /** Note on the sending, stored with the transfer. */
  notes?: string | null | undefined
}

export interface SendResult {
  /** Transfers that were handed over for sending. */
  sent: SentRow[]
  /** Transfers that were left as they are, with the reason. */
  skipped: SkippedRow[]
  /** Number of transfers that were handed over for sending. */
  total_sent: number
}

export interface SendTransfers {
  /** Ids of the transfers, all with the same note; send either this or `transfers`. */
  transfer_ids?: string[] | null | undefined
  /** Transfers, each with a note of its own; send either this or `transfer_ids`. */
  transfers?: SendItem[] | null | undefined
}

export interface SentRow {
  /** Id of the transfer that is sent. */
  id: string
  /** Status of the transfer at the time of the answer. */
  status: TransferStatus
  /** Time at which the transfer was handed to the bank; null before. */
  sent_date: string | null
  /** Time at which the bank completed or refused the transfer; null before. */
  processed_date: string | null
  /** Receipt number the bank gave the transfer; null before the bank gave one. */
  receipt_no: string | null
}

export interface SettingEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: Setting
}

export interface SettingPageEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: SettingPage
}

export interface SkippedRow {
  /** Id of the transfer that was skipped. */
  id: string
  /** Reason code why the transfer was skipped, such as already_approved. */
  reason: string
  /** Explanation of the reason, for people. */
  message: string
}

export type TaxIdType = 'tckn' | 'vkn'

export interface Transfer {
  /** Values of your own by name, returned as they were sent; null when there are none. */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Id of the transfer. */
  id: string
  /** Id of the merchant that the record belongs to. */
  merchant_id: string
  /** Correlation id of the request that created the transfer; null when it is not known. */
  request_id: string | null
  /** Your own id of the transfer; null when none was sent. */
  external_id: string | null
  /** Receipt number the bank gave the transfer; null before the bank gave one. */
  receipt_no: string | null
  /** Text that goes to the bank with the transfer; null when none was sent. */
  description: string | null
  /** Id of the receiver account that the money goes to; null when the transfer names a recipient that is not stored. */
  receiver_account_id: string | null
  /** Id of the source account that was requested. */
  request_sender_account_id: string | null
  /** Id of the source account that the money left from; null before the transfer was sent. */
  success_sender_account_id: string | null
  /** Amount of the transfer in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the transfer as three-letter ISO 4217 code. */
  currency: TransferCurrency
  /** Way of sending that was requested. */
  request_transfer_type: TransferType
  /** Way in which the transfer was sent in the end; null before it was sent. */
  success_transfer_type: TransferType | null
  /** Fee of the bank in minor units; 0 until the transfer is delivered or completed. */
  fee_amount: number
  /** Time from which the transfer may be sent. */
  scheduled_date: string
  /** Time at which the bank completed or refused the transfer; null before. */
  processed_date: string | null
  /** Time at which the transfer was approved; null before. */
  validate_date: string | null
  /** Time at which the transfer was handed to the bank; null before. */
  sent_date: string | null
  /** Status of the transfer now. */
  status: TransferStatus
  /** Number of times the transfer was sent again after the first attempt. */
  retry_count: number
  /** Receiver of the money, as it was when the transfer was created. */
  receiver_account: ReceiverAccount | null
  /** Requested source account, as it is now; null when it was deleted. */
  request_sender_connector_account: ConnectorAccount | null
  /** Source account that the money left from, as it is now; null before the transfer was sent. */
  success_sender_connector_account: ConnectorAccount | null
  /** Id of the recurring transfer that created this transfer; null when none did. */
  recurring_transfer_id: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Id of the user or API key that created the transfer. */
  created_by: string
  /** Platform code of the failure; null when nothing failed. */
  error_code: string | null
  /** Code of the failure as the bank writes it; null when nothing failed or the bank gave none. */
  provider_error_code: string | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
}

export interface TransferAmount {
  /** Amount to send in minor units (kuruş): 12990 is 129.90 TRY. */
  value: number
  /** Currency of the amount; it has to be the currency of the source account. */
  currency_code: TransferCurrency
}

export interface TransferBucket {
  /** Day of the figures, in Istanbul. */
  date: string
  /** Number of transfers created on the day. */
  count: number
  /** Number of these transfers that completed. */
  success_count: number
  /** Number of these transfers that failed. */
  failed_count: number
  /** Sum of their amounts in minor units. */
  amount: number
}

export interface TransferCard {
  /** Whether the number is a well-formed card number. */
  is_valid: boolean
  /** Card number with its middle masked; null when it is not well-formed. */
  masked_number: string | null
  /** Card scheme of the number, such as Visa; null when it is not known. */
  schema_type: CardSchemaType | null
  /** Type of the card: credit, debit or prepaid; null when the BIN is not known. */
  card_type: CardType | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Name of the bank, for people; null when no bank is known. */
  bank_name: string | null
  /** Ways in which money can be sent to the card; empty when there is none. */
  supported_transfer_types: TransferType[]
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
}

export interface TransferCardBody {
  /** Card number to check; blanks and dashes are allowed. */
  card_number: string
}

export interface TransferCreatedData {
  /** Id of the transfer that the event is about. */
  transfer_id: string
  /** Your own transfer id, as sent with the transfer; null when none was sent. */
  external_id: string | null
  /** Id of the merchant that the transfer belongs to. */
  merchant_id: string
  /** Status of the transfer after the event. */
  status: 'pending'
  /** Amount of the transfer in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Way the transfer is sent: FAST, EFT, remittance within one bank, or to a card. */
  transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  /** Id of the recurring transfer that created this transfer; absent when none did. */
  recurring_transfer_id?: string | undefined
  /** Time from which the transfer may be sent. */
  scheduled_date: string
}

/** A transfer was created, by bulk create or by a recurring transfer, and waits for approval */
export type TransferCreatedEvent = EventOf<'transfer.created', TransferCreatedData>

export type TransferCurrency = 'TRY' | 'USD' | 'EUR'

export interface TransferDashboard {
  /** Time at which the period begins. */
  period_start: string
  /** Time at which the period ends. */
  period_end: string
  /** Currency of all amounts; transfers in other currencies are left out. */
  currency: TransferCurrency
  /** Number of transfers created in the period, in this currency. */
  total_count: number
  /** Sum of the amounts of these transfers, in minor units. */
  total_amount: number
  /** Fees the banks charged for these transfers on top of the amounts, in minor units. */
  fee_amount: number
  /** Completed transfers in percent of those that completed or failed, two decimals; 0 when none did. */
  success_rate: number
  /** Number of these transfers that wait for approval now. */
  pending_approval_count: number
  /** Number of these transfers that are approved and not sent yet. */
  pending_send_count: number
  /** Number and amount of the transfers by their status as it is now; every status is listed. */
  by_status: TransferStatusCount[]
  /** Number and amount of the transfers by the requested way of sending; every type is listed. */
  by_type: TransferTypeCount[]
  /** Number and amount of the transfers by day, oldest first; days without transfers are listed too. */
  buckets: TransferBucket[]
}

export interface TransferDashboardEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: an operation that fails is answered with a problem document instead. */
  is_success: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the operation. */
  data: TransferDashboard | null
}

export interface TransferDetail extends Transfer {
  /** Steps of the transfer, oldest first. */
  history: TransferHistory[]
}

export type TransferEventType = 'transfer.created' | 'transfer.succeeded' | 'transfer.failed'

export interface TransferFailedData {
  /** Id of the transfer that the event is about. */
  transfer_id: string
  /** Your own transfer id, as sent with the transfer; null when none was sent. */
  external_id: string | null
  /** Id of the merchant that the transfer belongs to. */
  merchant_id: string
  /** Status of the transfer after the event. */
  status: 'failed'
  /** Amount of the transfer in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Way the transfer is sent: FAST, EFT, remittance within one bank, or to a card. */
  transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  /** Id of the recurring transfer that created this transfer; absent when none did. */
  recurring_transfer_id?: string | undefined
  /** Platform code of the failure, as listed under error codes. */
  error_code: string
  /** Explanation of the failure, for people. */
  error_message: string
  /** Response code of the bank, as the bank writes it; null when the bank gave none. */
  provider_error_code: string | null
  /** Number of times the transfer was sent again after the first attempt. */
  retry_count: number
  /** Time at which the transfer failed. */
  processed_date: string
}

/** A transfer was rejected by a bank, or failed for a technical reason */
export type TransferFailedEvent = EventOf<'transfer.failed', TransferFailedData>

export interface TransferHistory {
  /** Status of the transfer before the step; null for the first step. */
  previous_status: TransferStatus | null
  /** Status of the transfer after the step. */
  new_status: TransferStatus
  /** Time at which the step of the transfer happened. */
  occurred_at: string
  /** Id of the user or API key that took the step; null when the service did. */
  actor: string | null
  /** Response code of the bank in this step; null when the bank was not called. */
  bank_response_code: string | null
  /** Response text of the bank in this step; null when the bank was not called. */
  bank_response_message: string | null
  /** The bank's own id of the transfer; null before the bank gave one. */
  provider_transaction_id: string | null
}

export interface TransferIban {
  /** Whether the IBAN is well-formed: length, characters and check digits. It does not say that money can be sent there. */
  is_valid: boolean
  /** IBAN without blanks; null when it is not well-formed. */
  iban: string | null
  /** IBAN in groups of four characters, for people; null when it is not well-formed. */
  iban_formatted: string | null
  /** IBAN with its middle masked; null when it is not well-formed. */
  iban_masked: string | null
  /** Country of the IBAN as two-letter ISO 3166 code; null when it is not well-formed. */
  country_code: string | null
  /** Id of the bank, as in GET /api/v1/lookups/banks; null when no bank is known. */
  bank_id: string | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Name of the bank, for people; null when no bank is known. */
  bank_name: string | null
  /** SWIFT code (BIC) of the bank; null when no bank is known. */
  bank_swift: string | null
  /** Always null: a Turkish IBAN does not tell the branch. */
  branch_code: string | null
  /** Account number within the IBAN; null when the IBAN is not a Turkish one. */
  account_number: string | null
  /** Ways in which money can be sent to the IBAN; empty when error_code says why it cannot. It includes remittance when the tenant has an active source account at this bank. */
  supported_transfer_types: TransferType[]
  /** Reason why no money can be sent to the IBAN; null when it can. */
  error_code: TransferIbanFault | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
}

export interface TransferIbanBody {
  /** IBAN to check; blanks are allowed. */
  iban: string
}

export type TransferIbanFault = 'invalid_format' | 'unsupported_country' | 'checksum_failed' | 'bank_not_found'

export type TransferPage = Page<Transfer>

export interface TransferRecipientInput {
  /** Id of a stored recipient; the transfer goes to its default receiver account. */
  recipient_id?: string | null | undefined
  /** Id of a stored receiver account that the transfer goes to. */
  receiver_account_id?: string | null | undefined
  /** Name of the holder of the receiving account; required unless recipient_id or receiver_account_id is given. */
  holder_name?: string | null | undefined
  /** IBAN that the transfer goes to; blanks are allowed. */
  iban?: string | null | undefined
  /** Account number at the source account's own bank, for a remittance. */
  account_number?: string | null | undefined
  /** Card that receives the money, for a transfer of type credit_card. */
  card_details?: CardDetails | null | undefined
  /** Tax number of the recipient: a VKN of 10 digits or a TCKN of 11. */
  tax_id?: string | null | undefined
}

export type TransferStatus = 'pending' | 'approved' | 'processing' | 'delivered' | 'completed' | 'failed' | 'rejected'

export interface TransferStatusCount {
  /** Status that the figures are about. */
  status: TransferStatus
  /** Number of transfers in this status. */
  count: number
  /** Sum of their amounts in minor units. */
  amount: number
}

export interface TransferSucceededData {
  /** Id of the transfer that the event is about. */
  transfer_id: string
  /** Your own transfer id, as sent with the transfer; null when none was sent. */
  external_id: string | null
  /** Id of the merchant that the transfer belongs to. */
  merchant_id: string
  /** Status of the transfer after the event. */
  status: 'completed'
  /** Amount of the transfer in minor units (kuruş): 12990 is 129.90 TRY. */
  amount: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Way the transfer is sent: FAST, EFT, remittance within one bank, or to a card. */
  transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  /** Id of the recurring transfer that created this transfer; absent when none did. */
  recurring_transfer_id?: string | undefined
  /** Fee the bank charged for the transfer, in minor units. */
  fee_amount: number
  /** Receipt number the bank gave the transfer. */
  receipt_no: string
  /** Time at which the transfer was handed to the bank. */
  sent_date: string
  /** Time at which the bank completed the transfer. */
  processed_date: string
  /** Id of the source account that the money left from. */
  success_sender_account_id: string
}

/** The recipient’s bank has the money */
export type TransferSucceededEvent = EventOf<'transfer.succeeded', TransferSucceededData>

export type TransferType = 'fast' | 'eft' | 'remittance' | 'credit_card'

export interface TransferTypeCount {
  /** Way of sending that the figures are about. */
  transfer_type: TransferType
  /** Number of transfers of this type. */
  count: number
  /** Sum of their amounts in minor units. */
  amount: number
}

export interface UpdateWebhookSubscription {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** HTTPS address that deliveries are posted to; it must be publicly reachable. */
  url: string
  /** Event types to deliver, or only the wildcard `*` for all; also accepted as one text, separated by commas. */
  events: Array<'transfer.created' | 'transfer.succeeded' | 'transfer.failed' | '*'> | string
  /** Description of the subscription, for people. */
  description?: string | null | undefined
  /** Number of times a failed delivery is tried again after the first attempt. */
  max_retry_count?: number | null | undefined
  /** Whether events are delivered; when absent it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface WriteConnectorAccount {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Values by name. Known keys: `single_transfer_limit`, the largest amount of one transfer of this account, in minor units; `sandbox_opening_balance`, only in a sandbox, the balance with which the simulated bank opens the account when it has none under this IBAN. Other keys are notes of your own. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Id or name of the connector configuration through which the account is reached; its bank has to send transfers. */
  connector_configuration_id: string
  /** Id of the bank that keeps the account, as in GET /api/v1/lookups/banks. */
  bank_id: string
  /** Name of the account holder, as the bank knows it. */
  holder_name: string
  /** Description of the account, for people. */
  description?: string | null | undefined
  /** Account number as the bank writes it. When it is sent without an IBAN, the IBAN is stored too once the bank has reported it. */
  account_number?: string | null | undefined
  /** IBAN of the account, a Turkish one of the bank `bank_id`; blanks are allowed. At least one of iban and account_number is required. */
  iban?: string | null | undefined
  /** Currency of the account, TRY by default; when absent on a change it stays as it is. */
  currency?: TransferCurrency | null | undefined
  /** Whether new transfers may leave from the account, true by default; when absent on a change it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface WriteReceiverAccount {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Values of your own by name, stored and returned as they are sent; at most 50. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Id of the recipient that the account belongs to; it cannot be changed later. */
  recipient_id: string
  /** Name of the account holder; by default the recipient's. */
  holder_name?: string | null | undefined
  /** Id of the bank of the account; found from the IBAN, required with an account number. */
  bank_id?: string | null | undefined
  /** IBAN of the account; blanks are allowed. Send exactly one of iban, account_number and card_details. */
  iban?: string | null | undefined
  /** Account number at the bank `bank_id`; send exactly one of iban, account_number and card_details. */
  account_number?: string | null | undefined
  /** Card that receives the money; send exactly one of iban, account_number and card_details. */
  card_details?: CardDetails | null | undefined
  /** Description of the account, for people. */
  description?: string | null | undefined
  /** Short label under which people find the account. */
  label?: string | null | undefined
  /** Your own id of the receiver account. */
  external_id?: string | null | undefined
  /** Whether transfers to the recipient go here when no account is named. The first account of a recipient is the default; true takes it from the other one. When absent it stays as it is. */
  is_default?: boolean | null | undefined
  /** Whether new transfers may be sent there, true by default; when absent on a change it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface WriteRecipient {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Values of your own by name, stored and returned as they are sent; at most 50. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** First name of the recipient, when it is a person. */
  first_name?: string | null | undefined
  /** Family name of the recipient, when it is a person. */
  last_name?: string | null | undefined
  /** Name of the account holder, as the bank knows it; it is sent with each transfer. */
  holder_name: string
  /** Id of the bank of the account; found from the IBAN, required with an account number. */
  bank_id?: string | null | undefined
  /** Account number at the bank `bank_id`; like `iban`, it creates the recipient's receiver account. */
  account_number?: string | null | undefined
  /** IBAN of the recipient; blanks are allowed. It creates the default receiver account; on a change it replaces the number of that account. */
  iban?: string | null | undefined
  /** Description of the recipient, for people. */
  description?: string | null | undefined
  /** Tax number of the recipient, with valid check digits; stored sealed. On a change, when absent it stays as it is. */
  tax_id?: string | null | undefined
  /** Kind of tax number: tckn has 11 digits, vkn 10; by default the number of digits decides. */
  tax_id_type?: TaxIdType | null | undefined
  /** E-mail address of the recipient. */
  email?: string | null | undefined
  /** Telephone number of the recipient. */
  phone?: string | null | undefined
  /** Short label under which people find the recipient. */
  label?: string | null | undefined
  /** Your own id of the recipient, unique among the merchant's recipients. */
  external_id?: string | null | undefined
  /** Whether new transfers may be sent there, true by default; when absent on a change it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface WriteRecurringTransfer {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Name of the recurring transfer, for people. */
  plan_name: string
  /** Id of the source account (connector account) that each transfer leaves from. */
  connector_account_id: string
  /** Id of the recipient; each run pays the default receiver account this recipient has at that moment. */
  recipient_id: string
  /** Amount of each transfer in minor units, 1 or more: 12990 is 129.90 TRY. */
  amount: number
  /** Currency of each transfer; it has to be the currency of the source account. */
  currency?: TransferCurrency | null | undefined
  /** Text that goes to the bank with each transfer. */
  description?: string | null | undefined
  /** Way in which each transfer is to be sent. */
  transfer_type: TransferType
  /** Rhythm in which transfers are created. */
  repeat_type: RepeatType
  /** Date of the first run, not in the past; its time of day in Istanbul is that of every run. */
  start_date: string
  /** Condition that ends the plan: a date, a number of runs, or none. */
  end_type: EndType
  /** Last day a run may fall on; required with end_type = date, and sent only then. */
  end_date?: string | null | undefined
  /** Number of runs; required with end_type = count, and sent only then. */
  repeat_count?: number | null | undefined
  /** Whether the plan runs without end; when it is sent, true with end_type = indefinite and false otherwise. */
  is_indefinite?: boolean | null | undefined
  /** Day of the month of each run, for monthly and yearly plans; by default the day of start_date. A shorter month uses its last day. */
  month_day?: number | null | undefined
  /** Weekdays of the runs, for weekly plans: 1 is Monday, 7 is Sunday; by default the weekday of start_date. */
  week_days?: number[] | null | undefined
  /** Treatment of a run that falls on a weekend or holiday: moved forward, moved back, or skipped. */
  holiday_handling?: HolidayHandling | null | undefined
  /** Number of days before each run at which it should be announced; stored for a console, no event is sent. */
  reminder_days?: number | null | undefined
  /** Whether successful runs should be announced; stored for a console, no event is sent. */
  notify_on_success?: boolean | null | undefined
  /** Whether failed runs should be announced; stored for a console, no event is sent. */
  notify_on_error?: boolean | null | undefined
}

/** Operations by method and path. */
export interface Operations {
  /** List transfers */
  'GET /api/v1/transfers': {
    query?: PageQuery & {
      /** Order of the rows: `-created` for newest first, `created` for oldest first. */
      sort?: ListOrder | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Text to search for in external_id, receipt_no, description and holder name. */
      search_term?: string | undefined
      /** Only transfers in any of these statuses. */
      status?: TransferStatus | readonly TransferStatus[] | undefined
      /** Only transfers that are sent in this way. */
      transfer_type?: TransferType | undefined
      /** Only transfers from the source account with this id. */
      connector_account_id?: string | undefined
      /** Only transfers from the source account with this id; another name of connector_account_id. */
      source_account_id?: string | undefined
      /** Only transfers to the receiver account with this id. */
      receiver_account_id?: string | undefined
      /** Only transfers to any account of the recipient with this id. */
      recipient_id?: string | undefined
      /** Only transfers created at this time or later. */
      from_date?: string | undefined
      /** Only transfers created at this time or earlier. */
      to_date?: string | undefined
      /** Only transfers of this amount or more, in minor units. */
      min_amount?: number | undefined
      /** Only transfers of this amount or less, in minor units. */
      max_amount?: number | undefined
      /** Only the transfers with this id of yours. */
      external_id?: string | undefined
      /** Only transfers in this currency. */
      currency?: TransferCurrency | undefined
      /** Only transfers to exactly this IBAN; blanks are allowed. */
      iban?: string | undefined
      /** Only transfers of the merchant with this id. */
      merchant_id?: string | undefined
      /** Another name of from_date; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of to_date; when both are sent, the last one counts. */
      end_date?: string | undefined
    }
    answer: TransferPage
  }
  /** Read a transfer with its history */
  'GET /api/v1/transfers/{id}': {
    path: {
      /** Id of the transfer, as its creation returned it. */
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
      /** Id of the transfer whose receipt is read. */
      id: string
    }
    answer: Uint8Array
  }
  /** Read the receipt of a transfer as text */
  'GET /api/v1/transfers/{id}/receipt/base-64': {
    path: {
      /** Id of the transfer whose receipt is read. */
      id: string
    }
    answer: ReceiptBase64
  }
  /** Accounts with their balances at the bank */
  'GET /api/v1/accounts': {
    query?: {
      /** Only accounts of the connector configuration with this id or name. */
      connector_configuration_id?: string | undefined
    }
    answer: AccountsEnvelope
  }
  /** Movements of an account at the bank */
  'GET /api/v1/accounts/transactions': {
    query: PageQuery & {
      /** Id of the source account whose movements are listed. */
      connector_account_id: string
      /** Time from which movements are listed: at most 365 days before the end, by default 7 days before it. */
      from_date?: string | undefined
      /** Time up to which movements are listed; by default now. */
      to_date?: string | undefined
      /** Another name of from_date; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of to_date; when both are sent, the last one counts. */
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
      /** Only recipients with an account at the bank with this id. */
      bank_id?: string | undefined
      /** Text to search for in names, description, label, external_id, email and phone. */
      search_term?: string | undefined
      /** Only recipients whose first name contains this text. */
      first_name?: string | undefined
      /** Only recipients whose family name contains this text. */
      last_name?: string | undefined
      /** Only recipients whose holder name contains this text. */
      holder_name?: string | undefined
      /** Only recipients with an account of exactly this account number. */
      account_number?: string | undefined
      /** Only recipients with an account of exactly this IBAN; blanks are allowed. */
      iban?: string | undefined
      /** Text to search for in the values of extra_properties_dict. */
      extra_properties_search_term?: string | undefined
      /** Only active (true) or inactive (false) recipients; when absent, both. */
      is_active?: boolean | undefined
    }
    answer: RecipientPageEnvelope
  }
  /** Read a recipient */
  'GET /api/v1/recipients/{id}': {
    path: {
      /** Id of the recipient, as its creation returned it. */
      id: string
    }
    answer: RecipientEnvelope
  }
  /** Change a recipient */
  'PUT /api/v1/recipients/{id}': {
    path: {
      /** Id of the recipient or receiver account, as its creation returned it. */
      id: string
    }
    body: WriteRecipient
    answer: IdEnvelope
  }
  /** Delete a recipient */
  'DELETE /api/v1/recipients/{id}': {
    path: {
      /** Id of the recipient or receiver account, as its creation returned it. */
      id: string
    }
    answer: IdEnvelope
  }
  /** List recipients with an account at a bank */
  'GET /api/v1/recipients/by-bank/{bank_id}': {
    path: {
      /** Id of the bank, as in GET /api/v1/lookups/banks. */
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
      /** Only receiver accounts at the bank with this id. */
      bank_id?: string | undefined
      /** Only receiver accounts of the recipient with this id. */
      recipient_id?: string | undefined
    }
    answer: ReceiverAccountPageEnvelope
  }
  /** Change a receiver account */
  'PUT /api/v1/receiveraccounts/{id}': {
    path: {
      /** Id of the recipient or receiver account, as its creation returned it. */
      id: string
    }
    body: WriteReceiverAccount
    answer: IdEnvelope
  }
  /** Delete a receiver account */
  'DELETE /api/v1/receiveraccounts/{id}': {
    path: {
      /** Id of the recipient or receiver account, as its creation returned it. */
      id: string
    }
    answer: IdEnvelope
  }
  /** List receiver accounts at a bank */
  'GET /api/v1/receiveraccounts/by-bank/{bank_id}': {
    path: {
      /** Id of the bank, as in GET /api/v1/lookups/banks. */
      bank_id: string
    }
    query?: PageQuery
    answer: ReceiverAccountPageEnvelope
  }
  /** List receiver accounts of a recipient */
  'GET /api/v1/receiveraccounts/by-saved-account/{recipient_id}': {
    path: {
      /** Id of the recipient whose accounts are listed. */
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
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
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
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: WebhookSubscription
  }
  /** Change a webhook subscription */
  'PUT /api/v1/webhooks/{id}': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    body: UpdateWebhookSubscription
    answer: undefined
  }
  /** Delete a webhook subscription */
  'DELETE /api/v1/webhooks/{id}': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: undefined
  }
  /** Issue a new signing secret */
  'POST /api/v1/webhooks/{id}/rotate-secret': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: RotatedSecret
  }
  /** Switch a webhook subscription on */
  'POST /api/v1/webhooks/{id}/activate': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: undefined
  }
  /** Switch a webhook subscription off */
  'POST /api/v1/webhooks/{id}/deactivate': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    answer: undefined
  }
  /** Delivery log of all subscriptions */
  'GET /api/v1/webhooks/deliveries': {
    query?: PageQuery & {
      /** Only deliveries of any of these event types. */
      event_type?: TransferEventType | readonly TransferEventType[] | undefined
      /** Only deliveries that succeeded (true) or failed (false). */
      is_success?: boolean | undefined
      /** Only failed attempts whose next attempt is still to be made (true), or only all others (false). */
      is_retrying?: boolean | undefined
      /** Only deliveries about the transfer with this id. */
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
  'GET /api/v1/webhooks/deliveries/{delivery_id}': {
    path: {
      /** Id of the delivery, as the delivery log shows it. */
      delivery_id: string
    }
    answer: WebhookDelivery
  }
  /** Delivery log: one row per attempt */
  'GET /api/v1/webhooks/{id}/deliveries': {
    path: {
      /** Id of the subscription, as its creation returned it. */
      id: string
    }
    query?: PageQuery & {
      /** Only deliveries of any of these event types. */
      event_type?: TransferEventType | readonly TransferEventType[] | undefined
      /** Only deliveries that succeeded (true) or failed (false). */
      is_success?: boolean | undefined
      /** Only failed attempts whose next attempt is still to be made (true), or only all others (false). */
      is_retrying?: boolean | undefined
      /** Only deliveries about the transfer with this id. */
      transaction_id?: string | undefined
      /** Only deliveries created at this time or later. */
      start_date?: string | undefined
      /** Only deliveries created at this time or earlier. */
      end_date?: string | undefined
    }
    answer: WebhookDeliveryPage
  }
  /** Send an event once more */
  'POST /api/v1/webhooks/deliveries/{delivery_id}/replay': {
    path: {
      /** Id of the delivery to send again, as the delivery log shows it. */
      delivery_id: string
    }
    answer: ReplayResult
  }
  /** Send the events since a moment once more */
  'POST /api/v1/webhooks/{id}/replay': {
    path: {
      /** Id of the subscription, as its creation returned it. */
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
      /** Text to search for in plan_name and description. */
      search_term?: string | undefined
      /** Only recurring transfers in any of these statuses. */
      status?: RecurringTransferStatus | readonly RecurringTransferStatus[] | undefined
      /** Only recurring transfers of this rhythm. */
      repeat_type?: RepeatType | undefined
      /** Only recurring transfers from the source account with this id. */
      connector_account_id?: string | undefined
      /** Only recurring transfers to the recipient with this id. */
      recipient_id?: string | undefined
      /** Only recurring transfers whose first run is at this time or later. */
      start_date_from?: string | undefined
      /** Only recurring transfers whose first run is at this time or earlier. */
      start_date_to?: string | undefined
      /** Only recurring transfers of this amount or more, in minor units. */
      min_amount?: number | undefined
      /** Only recurring transfers of this amount or less, in minor units. */
      max_amount?: number | undefined
      /** Another name of start_date_from; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of start_date_to; when both are sent, the last one counts. */
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
      /** Id of the recurring transfer. */
      id: string
    }
    answer: RecurringTransferEnvelope
  }
  /** Change a recurring transfer */
  'PUT /api/v1/recurringtransfers/{id}': {
    path: {
      /** Id of the recurring transfer. */
      id: string
    }
    body: WriteRecurringTransfer
    answer: IdEnvelope
  }
  /** Cancel a recurring transfer */
  'DELETE /api/v1/recurringtransfers/{id}': {
    path: {
      /** Id of the recurring transfer. */
      id: string
    }
    answer: DoneEnvelope
  }
  /** Pause a recurring transfer */
  'POST /api/v1/recurringtransfers/{id}/pause': {
    path: {
      /** Id of the recurring transfer. */
      id: string
    }
    answer: DoneEnvelope
  }
  /** Resume a recurring transfer */
  'POST /api/v1/recurringtransfers/{id}/resume': {
    path: {
      /** Id of the recurring transfer. */
      id: string
    }
    answer: DoneEnvelope
  }
  /** List connector accounts */
  'GET /api/v1/connectoraccounts': {
    query?: PageQuery & {
      /** Text to search for in holder name, description, IBAN and account number. */
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
      /** Id of the source account, as its creation returned it. */
      id: string
    }
    answer: ConnectorAccountEnvelope
  }
  /** Change a connector account */
  'PUT /api/v1/connectoraccounts/{id}': {
    path: {
      /** Id of the source account, as its creation returned it. */
      id: string
    }
    body: WriteConnectorAccount
    answer: IdEnvelope
  }
  /** Unbind a connector account */
  'DELETE /api/v1/connectoraccounts/{id}': {
    path: {
      /** Id of the source account, as its creation returned it. */
      id: string
    }
    answer: IdEnvelope
  }
  /** Accounts a bank shows that are not bound yet */
  'GET /api/v1/connectoraccounts/bank-accounts': {
    query: {
      /** Id or name of the connector configuration whose bank is asked. */
      connector_configuration_id: string
    }
    answer: AccountsEnvelope
  }
  /** List connector accounts of a configuration */
  'GET /api/v1/connectoraccounts/by-connector-configuration/{connector_configuration_id}': {
    path: {
      /** Only source accounts of the connector configuration with this id or name. */
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
      /** Currency of the transfers that are counted, TRY by default. */
      currency?: TransferCurrency | undefined
    }
    answer: TransferDashboardEnvelope
  }
  /** Transfers of the last 7 days */
  'GET /api/v1/dashboard/weekly': {
    query?: {
      /** Currency of the transfers that are counted, TRY by default. */
      currency?: TransferCurrency | undefined
    }
    answer: TransferDashboardEnvelope
  }
  /** Transfers of the last 30 days */
  'GET /api/v1/dashboard/monthly': {
    query?: {
      /** Currency of the transfers that are counted, TRY by default. */
      currency?: TransferCurrency | undefined
    }
    answer: TransferDashboardEnvelope
  }
  /** Transfers of a range */
  'GET /api/v1/dashboard/range': {
    query?: {
      /** Time at which the period to cover begins. */
      from_date?: string | undefined
      /** Time at which the period to cover ends, at most 366 days after it begins. */
      to_date?: string | undefined
      /** Currency of the transfers that are counted, TRY by default. */
      currency?: TransferCurrency | undefined
      /** Another name of from_date; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of to_date; when both are sent, the last one counts. */
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
    answer: SettingPageEnvelope
  }
  /** List the keys the service reads */
  'GET /api/v1/settings/known': {
    answer: KnownSettingsEnvelope
  }
  /** Read a setting */
  'GET /api/v1/settings/{id}': {
    path: {
      /** Id of the setting, as the list shows it. */
      id: string
    }
    answer: SettingEnvelope
  }
  /** Change a setting */
  'PUT /api/v1/settings/{id}': {
    path: {
      /** Id of the setting, as the list shows it. */
      id: string
    }
    body: UpdateSetting
    answer: IdEnvelope
  }
  /** Delete a setting */
  'DELETE /api/v1/settings/{id}': {
    path: {
      /** Id of the setting, as the list shows it. */
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
