/** Vezne money transfers: made from its OpenAPI document by `node scripts/docs.ts`; not to be edited. */

export interface AccountInfo {
  /** Id of the connector account, which source_account_id takes; of one not bound yet: its IBAN */
  account_id: string
  /** Account number at the bank, without IBAN */
  account_number: string
  /** Name of the account at the bank */
  account_name: string
  /** Kind of account at the bank */
  account_type: 'checking' | 'savings'
  /** ISO 4217 */
  currency: string
  /** At the bank */
  status: 'active' | 'blocked' | 'closed'
  /** More that the bank says of it */
  additional_data: AccountInfoData
}

export interface AccountInfoData {
  /** Of the connector account; null: not bound yet */
  id: string | null
  /** IBAN of the account */
  iban: string | null
  /** The IBAN with its middle hidden */
  iban_masked: string | null
  /** Id of the bank, as in the bank look-up */
  bank_id: string | null
  /** Name of the bank */
  bank_name: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** Branch of the bank */
  branch_name: string | null
  /** Minor units, as the bank says at this moment */
  available_balance: number
  /** Held by the bank */
  blocked_balance: number
  /** Both */
  total_balance: number
  /** When the bank was asked */
  balance_updated_at: string
  /** Ways the account can send or receive */
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
  /** ISO 4217, such as TRY */
  currency: string | null
  /** The bank’s own word */
  transaction_type: string | null
  /** Free text for people */
  description: string | null
  /** When it happened at the bank */
  transaction_date: string
  /** booked */
  status: string | null
  /** Reference of the order at the bank, where it is one of ours */
  reference: string | null
  /** More that the bank says of it */
  additional_data: AccountMovementData | null
}

export interface AccountMovementData {
  /** Into the account or out of it */
  direction: 'inbound' | 'outbound'
  /** What kind of movement it is */
  category: 'transfer' | 'commission' | 'interest' | 'tax' | 'other'
  /** IBAN of the other side */
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
  /** What happened, with the state at that moment */
  data: AccountInfo[] | null
}

export interface ApproveItem {
  /** Id of the transfer */
  transfer_id: string
  /** Replaces the source account */
  connector_account_id?: string | null | undefined
  /** Why it is approved; for people */
  approval_note?: string | null | undefined
}

export interface ApproveResult {
  /** Transfers that were approved */
  approved: ApprovedRow[]
  /** Those left as they are, with the reason */
  skipped: SkippedRow[]
  /** How many were approved */
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
  /** Its id; does not change */
  id: string
  /** Where it stands now */
  status: TransferStatus
  /** When it was approved */
  validate_date: string
}

export interface BankNotice {
  /** Id of the transfer, or the bank's reference */
  external_key: string
  /** Account number the bank shows for the card */
  shadow_card_number?: string | null | undefined
  /** The bank's reference */
  product_ref_no?: string | null | undefined
  /** False: the bank did not carry it out */
  success: boolean
  /** What the bank says went wrong */
  error_description?: string | null | undefined
  /** Channel of the bank the notice came through */
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
  /** Your reference of the notice */
  external_key: string
  /** When the bank dealt with it */
  processed_at: string
}

export interface CardDetails {
  /** 13 to 19 digits, Luhn-valid; or card_token */
  card_number?: string | null | undefined
  /** Of a stored receiver account */
  card_token?: string | null | undefined
  /** Month the card ends, two digits */
  expire_month?: string | null | undefined
  /** Year the card ends, four digits */
  expire_year?: string | null | undefined
}

export type CardSchemaType = 'Visa' | 'MasterCard' | 'Amex' | 'Troy' | 'UnionPay' | 'Proprietary'

export type CardType = 'Credit' | 'Debit' | 'Prepaid'

export interface ConnectorAccount {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Id of the connector configuration */
  connector_configuration_id: string
  /** Id of the bank, as in the bank look-up */
  bank_id: string | null
  /** Whose account or card it is */
  holder_name: string | null
  /** Free text for people */
  description: string | null
  /** Account number at the bank, without IBAN */
  account_number: string | null
  /** IBAN of the account */
  iban: string | null
  /** Card number with its middle hidden */
  masked_card_no: string | null
  /** The bank's stand-in for the card number */
  card_token: string | null
  /** Name of the connector configuration */
  connector_configuration_name: string | null
  /** Name of the connector */
  connector_name: string | null
  /** Short name of the connector, such as SIMBANK */
  connector_code: string | null
  /** Name of the bank */
  bank_name: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** ISO 4217, such as TRY */
  currency: TransferCurrency
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
}

export interface ConnectorAccountPage {
  /** The rows of this page */
  items: ConnectorAccount[]
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

export interface ConnectorAccountPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  /** What happened, with the state at that moment */
  data: ConnectorAccountPage
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

export interface CreateTransferItem {
  /** Id of a connector account */
  source_account_id: string
  /** Unique among the merchant’s transfers that are neither failed nor rejected */
  external_id?: string | null | undefined
  /** Free text for people */
  description?: string | null | undefined
  /** Way it is sent */
  transfer_type: TransferType
  /** Exactly one of recipient_id, receiver_account_id, iban, account_number, card_details */
  recipient: TransferRecipientInput
  /** How much, in minor units: 12990 is 129.90 */
  amount: TransferAmount
  /** Absent: now; at most 365 days ahead */
  scheduled_date?: string | null | undefined
}

export interface CreateTransfers {
  /** The rows of this page */
  items: CreateTransferItem[]
}

export interface CreateTransfersResult {
  /** In the order of items */
  transfers: CreatedTransfer[]
  /** Rows on all pages */
  total_count: number
  /** All amounts together, minor units */
  total_amount: number | null
}

export interface CreateWebhookSubscription {
  /** HTTPS, publicly reachable */
  url: string
  /** Event types, or the wildcard * alone; also accepted as one text, separated by commas */
  events: Array<'transfer.created' | 'transfer.succeeded' | 'transfer.failed' | '*'> | string
  /** Free text for people */
  description?: string | null | undefined
  /** Tries after the first; 0 to 5 */
  max_retry_count?: number | null | undefined
}

export interface CreatedTransfer {
  /** Its id; does not change */
  id: string
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** Where it stands now */
  status: TransferStatus
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** ISO 4217, such as TRY */
  currency: TransferCurrency
  /** Way it is sent */
  transfer_type: TransferType
  /** Day it is to be sent */
  scheduled_date: string
  /** When it was made, UTC */
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

export interface FieldError {
  /** Dotted path such as items[3].recipient.iban, or a query parameter */
  field: string
  /** required, invalid_type, invalid_format, unknown_value, out_of_range, ... */
  code: string
  /** What to know about it, for people */
  message: string
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

export interface Live {
  /** Where it stands now */
  status: 'healthy'
}

export interface MovementsEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  /** What happened, with the state at that moment */
  data: AccountMovement[] | null
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

export interface ReceiptBase64 {
  /** Id of the transfer */
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
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Id of the bank, as in the bank look-up */
  bank_id: string | null
  /** Id of the one who receives */
  recipient_id: string | null
  /** Whose account or card it is */
  holder_name: string | null
  /** Free text for people */
  description: string | null
  /** Account number at the bank, without IBAN */
  account_number: string | null
  /** IBAN of the account */
  iban: string | null
  /** Card number with its middle hidden */
  masked_card_no: string | null
  /** The bank's stand-in for the card number */
  card_token: string | null
  /** Name of the bank */
  bank_name: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** Name for people */
  label: string | null
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** The IBAN with its middle hidden */
  iban_masked: string | null
  /** Whether it is taken where none is named */
  is_default: boolean
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
}

export interface ReceiverAccountPage {
  /** The rows of this page */
  items: ReceiverAccount[]
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

export interface ReceiverAccountPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  /** What happened, with the state at that moment */
  data: ReceiverAccountPage
}

export interface Recipient {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Of the default receiver account, as iban */
  bank_id: string | null
  /** First name of the person */
  first_name: string | null
  /** Family name of the person */
  last_name: string | null
  /** Whose account or card it is */
  holder_name: string | null
  /** Free text for people */
  description: string | null
  /** Account number at the bank, without IBAN */
  account_number: string | null
  /** IBAN of the account */
  iban: string | null
  /** Card number with its middle hidden */
  masked_card_no: string | null
  /** The bank's stand-in for the card number */
  card_token: string | null
  /** Name of the bank */
  bank_name: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** The last four digits */
  tax_id: string | null
  /** Whose tax number it is: a company's or a person's */
  tax_id_type: TaxIdType | null
  /** E-mail address */
  email: string | null
  /** Telephone number */
  phone: string | null
  /** Name for people */
  label: string | null
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
  /** When it was made, UTC */
  created: string
}

export interface RecipientPage {
  /** The rows of this page */
  items: Recipient[]
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

export interface RecipientPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  /** What happened, with the state at that moment */
  data: RecipientPage
}

export interface RecurringTransfer {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Name of the plan */
  plan_name: string
  /** Where it stands now */
  status: RecurringTransferStatus
  /** Id of the account the money is sent from */
  connector_account_id: string
  /** Id of the one who receives */
  recipient_id: string
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** ISO 4217, such as TRY */
  currency: TransferCurrency
  /** Free text for people */
  description: string | null
  /** Way it is sent */
  transfer_type: TransferType
  /** How often */
  repeat_type: RepeatType
  /** First date of the plan */
  start_date: string
  /** How the plan ends */
  end_type: EndType
  /** Last date of the plan; null: no such date */
  end_date: string | null
  /** How many times; null: no such end */
  repeat_count: number | null
  /** Whether the plan has no end */
  is_indefinite: boolean
  /** Day of the month */
  month_day: number | null
  /** Days of the week, from 1 for Monday */
  week_days: number[] | null
  /** What becomes of a date that no bank works on */
  holiday_handling: HolidayHandling
  /** Days before a date on which it is announced */
  reminder_days: number
  /** Whether successes are announced */
  notify_on_success: boolean
  /** Whether failures are announced */
  notify_on_error: boolean
  /** When the next run is due; null unless active */
  next_payment_date: string | null
  /** Transfers made; runs that were skipped or made none are not counted */
  execution_count: number
  /** When it last sent money */
  last_executed_at: string | null
  /** What became of the last one */
  last_execution_status: TransferStatus | null
  /** The account the money is sent from */
  connector_account: ConnectorAccount | null
  /** Who receives the money */
  recipient: Recipient | null
}

export interface RecurringTransferEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  /** What happened, with the state at that moment */
  data: RecurringTransfer
}

export interface RecurringTransferPage {
  /** The rows of this page */
  items: RecurringTransfer[]
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

export interface RecurringTransferPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  /** What happened, with the state at that moment */
  data: RecurringTransferPage
}

export type RecurringTransferStatus = 'active' | 'paused' | 'completed' | 'cancelled'

export interface RejectItem {
  /** Id of the transfer */
  transfer_id: string
  /** Why it is rejected; for people */
  rejection_reason?: string | null | undefined
}

export interface RejectResult {
  /** Transfers that were rejected */
  rejected: RejectedRow[]
  /** Those left as they are, with the reason */
  skipped: SkippedRow[]
  /** How many were rejected */
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
  /** Its id; does not change */
  id: string
  /** Where it stands now */
  status: TransferStatus
  /** When it was rejected */
  rejected_at: string
  /** Who rejected it */
  rejected_by: string
}

export type RepeatType = 'daily' | 'weekly' | 'monthly' | 'yearly'

export interface ReplayResult {
  /** Which try it will be */
  queued_attempt_number: number
  /** The delivery that is sent again */
  original_delivery_id: string
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

export interface SendItem {
  /** Id of the transfer */
  transfer_id: string
  /** Free text for people */
  notes?: string | null | undefined
}

export interface SendResult {
  /** Transfers that were sent */
  sent: SentRow[]
  /** Those left as they are, with the reason */
  skipped: SkippedRow[]
  /** How many were sent */
  total_sent: number
}

export interface SendTransfers {
  /** Form 1 */
  transfer_ids?: string[] | null | undefined
  /** Form 2 */
  transfers?: SendItem[] | null | undefined
}

export interface SentRow {
  /** Its id; does not change */
  id: string
  /** Where it stands now */
  status: TransferStatus
  /** When it went to the bank */
  sent_date: string | null
  /** When the bank was done with it */
  processed_date: string | null
  /** The bank's number of the receipt */
  receipt_no: string | null
}

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

export interface SettingPageEnvelope {
  /** Null: the operation succeeded */
  message: string | null
  /** Always true: refusals are problem documents */
  is_success: boolean
  /** Null: the operation succeeded */
  code: string | null
  /** What happened, with the state at that moment */
  data: SettingPage
}

export type SettingScope = 'global' | 'tenant' | 'user'

export interface SkippedRow {
  /** Its id; does not change */
  id: string
  /** Why, for people */
  reason: string
  /** What to know about it, for people */
  message: string
}

export type TaxIdType = 'tckn' | 'vkn'

export interface Transfer {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Id of the merchant */
  merchant_id: string
  /** Your id of the request */
  request_id: string | null
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** The bank's number of the receipt */
  receipt_no: string | null
  /** Free text for people */
  description: string | null
  /** Id of the account the money goes to */
  receiver_account_id: string | null
  /** Account that was named to send from */
  request_sender_account_id: string | null
  /** Account it was sent from in the end */
  success_sender_account_id: string | null
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** ISO 4217, such as TRY */
  currency: TransferCurrency
  /** Way of sending that was asked for */
  request_transfer_type: TransferType
  /** Way it was sent in the end */
  success_transfer_type: TransferType | null
  /** Minor units; 0 until delivered or completed */
  fee_amount: number
  /** Day it is to be sent */
  scheduled_date: string
  /** When the bank was done with it */
  processed_date: string | null
  /** When it was approved */
  validate_date: string | null
  /** When it went to the bank */
  sent_date: string | null
  /** Where it stands now */
  status: TransferStatus
  /** Tries after the first */
  retry_count: number
  /** The account the money goes to */
  receiver_account: ReceiverAccount | null
  /** That account as it is now */
  request_sender_connector_account: ConnectorAccount | null
  /** That account as it is now */
  success_sender_connector_account: ConnectorAccount | null
  /** Plan that made the transfer; null: none */
  recurring_transfer_id: string | null
  /** When it was made, UTC */
  created: string
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** The bank's own code of the failure */
  provider_error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
}

export interface TransferAmount {
  /** Minor units */
  value: number
  /** ISO 4217, such as TRY */
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
  /** Whether it is well-formed */
  is_valid: boolean
  /** The number with its middle hidden */
  masked_number: string | null
  /** Scheme of the card, such as Visa */
  schema_type: CardSchemaType | null
  /** Credit, debit or prepaid */
  card_type: CardType | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** Name of the bank */
  bank_name: string | null
  /** Ways the account can send or receive */
  supported_transfer_types: TransferType[]
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
}

export interface TransferCardBody {
  /** Blanks and dashes allowed */
  card_number: string
}

export interface TransferCreatedData {
  /** Id of the transfer */
  transfer_id: string
  /** The caller’s transfer id */
  external_id: string | null
  /** Id of the merchant */
  merchant_id: string
  /** Where it stands now */
  status: 'pending'
  /** Minor units */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string
  /** Way it is sent */
  transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  /** Plan that made the transfer; null: none */
  recurring_transfer_id?: string | undefined
  /** Day it is to be sent */
  scheduled_date: string
}

/** A transfer was created and waits for approval */
export interface TransferCreatedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'transfer.created'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: TransferCreatedData
}

export type TransferCurrency = 'TRY' | 'USD' | 'EUR'

export interface TransferDashboard {
  /** First day of the period */
  period_start: string
  /** Last day of the period */
  period_end: string
  /** ISO 4217, such as TRY */
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
  /** What happened, with the state at that moment */
  data: TransferDashboard | null
}

export interface TransferDetail {
  /** Further values by name, kept and answered as they came */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Its id; does not change */
  id: string
  /** Id of the merchant */
  merchant_id: string
  /** Your id of the request */
  request_id: string | null
  /** Your own id of it, unique while it lives */
  external_id: string | null
  /** The bank's number of the receipt */
  receipt_no: string | null
  /** Free text for people */
  description: string | null
  /** Id of the account the money goes to */
  receiver_account_id: string | null
  /** Account that was named to send from */
  request_sender_account_id: string | null
  /** Account it was sent from in the end */
  success_sender_account_id: string | null
  /** How much, in minor units: 12990 is 129.90 */
  amount: number
  /** ISO 4217, such as TRY */
  currency: TransferCurrency
  /** Way of sending that was asked for */
  request_transfer_type: TransferType
  /** Way it was sent in the end */
  success_transfer_type: TransferType | null
  /** Minor units; 0 until delivered or completed */
  fee_amount: number
  /** Day it is to be sent */
  scheduled_date: string
  /** When the bank was done with it */
  processed_date: string | null
  /** When it was approved */
  validate_date: string | null
  /** When it went to the bank */
  sent_date: string | null
  /** Where it stands now */
  status: TransferStatus
  /** Tries after the first */
  retry_count: number
  /** The account the money goes to */
  receiver_account: ReceiverAccount | null
  /** That account as it is now */
  request_sender_connector_account: ConnectorAccount | null
  /** That account as it is now */
  success_sender_connector_account: ConnectorAccount | null
  /** Plan that made the transfer; null: none */
  recurring_transfer_id: string | null
  /** When it was made, UTC */
  created: string
  /** Our code of the failure; null when nothing failed */
  error_code: string | null
  /** The bank's own code of the failure */
  provider_error_code: string | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
  /** Oldest first */
  history: TransferHistory[]
}

export type TransferEventType = 'transfer.created' | 'transfer.succeeded' | 'transfer.failed'

export interface TransferFailedData {
  /** Id of the transfer */
  transfer_id: string
  /** The caller’s transfer id */
  external_id: string | null
  /** Id of the merchant */
  merchant_id: string
  /** Where it stands now */
  status: 'failed'
  /** Minor units */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string
  /** Way it is sent */
  transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  /** Plan that made the transfer; null: none */
  recurring_transfer_id?: string | undefined
  /** Our code of the failure; null when nothing failed */
  error_code: string
  /** What went wrong, for people; null when nothing did */
  error_message: string
  /** The bank’s raw code */
  provider_error_code: string | null
  /** Tries after the first */
  retry_count: number
  /** When the bank was done with it */
  processed_date: string
}

/** A transfer was rejected by a bank, or failed for a technical reason */
export interface TransferFailedEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'transfer.failed'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: TransferFailedData
}

export interface TransferHistory {
  /** State before the step; null at the first */
  previous_status: TransferStatus | null
  /** State after the step */
  new_status: TransferStatus
  /** When it happened */
  occurred_at: string
  /** Client or user of a step people take; null for the service */
  actor: string | null
  /** Code the bank answered with */
  bank_response_code: string | null
  /** Text the bank answered with */
  bank_response_message: string | null
  /** The bank's id of the payment */
  provider_transaction_id: string | null
}

export interface TransferIban {
  /** Well-formed: length, characters and check digits. Not that money can go there */
  is_valid: boolean
  /** Without blanks */
  iban: string | null
  /** The IBAN in groups of four */
  iban_formatted: string | null
  /** The IBAN with its middle hidden */
  iban_masked: string | null
  /** Country, two letters of ISO 3166 */
  country_code: string | null
  /** Id of the bank, as in the bank look-up */
  bank_id: string | null
  /** Five digits of the bank, as in an IBAN */
  bank_code: string | null
  /** Name of the bank */
  bank_name: string | null
  /** SWIFT code (BIC) of the bank */
  bank_swift: string | null
  /** Null: a Turkish IBAN does not tell it */
  branch_code: string | null
  /** Account number at the bank, without IBAN */
  account_number: string | null
  /** How money can go there; empty where error_code says why it cannot. remittance where the tenant has an active source account at this bank */
  supported_transfer_types: TransferType[]
  /** Our code of the failure; null when nothing failed */
  error_code: TransferIbanFault | null
  /** What went wrong, for people; null when nothing did */
  error_message: string | null
}

export interface TransferIbanBody {
  /** Blanks allowed */
  iban: string
}

export type TransferIbanFault = 'invalid_format' | 'unsupported_country' | 'checksum_failed' | 'bank_not_found'

export interface TransferPage {
  /** The rows of this page */
  items: Transfer[]
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
  /** The card that receives the money */
  card_details?: CardDetails | null | undefined
  /** 10 or 11 digits */
  tax_id?: string | null | undefined
}

export type TransferStatus = 'pending' | 'approved' | 'processing' | 'delivered' | 'completed' | 'failed' | 'rejected'

export interface TransferStatusCount {
  /** Where it stands now */
  status: TransferStatus
  /** Transfers */
  count: number
  /** Minor units */
  amount: number
}

export interface TransferSucceededData {
  /** Id of the transfer */
  transfer_id: string
  /** The caller’s transfer id */
  external_id: string | null
  /** Id of the merchant */
  merchant_id: string
  /** Where it stands now */
  status: 'completed'
  /** Minor units */
  amount: number
  /** ISO 4217, such as TRY */
  currency: string
  /** Way it is sent */
  transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  /** Plan that made the transfer; null: none */
  recurring_transfer_id?: string | undefined
  /** Minor units */
  fee_amount: number
  /** The bank's number of the receipt */
  receipt_no: string
  /** When it went to the bank */
  sent_date: string
  /** When the bank was done with it */
  processed_date: string
  /** Account it was sent from in the end */
  success_sender_account_id: string
}

/** The recipient’s bank has the money */
export interface TransferSucceededEvent {
  /** The same on every repeat */
  id: string
  /** What kind it is */
  type: 'transfer.succeeded'
  /** When it was made, UTC */
  created_at: string
  /** What happened, with the state at that moment */
  data: TransferSucceededData
}

export type TransferType = 'fast' | 'eft' | 'remittance' | 'credit_card'

export interface TransferTypeCount {
  /** Way it is sent */
  transfer_type: TransferType
  /** Transfers */
  count: number
  /** Minor units */
  amount: number
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

export interface UpdateWebhookSubscription {
  /** Repeats the path */
  id?: string | null | undefined
  /** HTTPS, publicly reachable */
  url: string
  /** Event types, or the wildcard * alone; also accepted as one text, separated by commas */
  events: Array<'transfer.created' | 'transfer.succeeded' | 'transfer.failed' | '*'> | string
  /** Free text for people */
  description?: string | null | undefined
  /** Tries after the first; 0 to 5 */
  max_retry_count?: number | null | undefined
  /** Absent: stays as it is */
  is_active?: boolean | null | undefined
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

export interface WebhookHealth {
  /** Where it stands now */
  status: HealthReportStatus
  /** How many deliveries wait */
  pending_deliveries: number
  /** Age of the oldest delivery that waits, s */
  oldest_pending_seconds: number | null
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

export interface WriteConnectorAccount {
  /** Repeats the path */
  id?: string | null | undefined
  /** Known keys: `single_transfer_limit`, the most one transfer of this account carries, in minor units; `sandbox_opening_balance`, in a sandbox alone: the simulated bank opens the account with so much whe… */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** A configuration of the card payment surface whose bank sends transfers; it is how the account is reached */
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
  /** Further values by name, kept and answered as they came */
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
  /** The card that receives the money */
  card_details?: CardDetails | null | undefined
  /** Free text for people */
  description?: string | null | undefined
  /** Name for people */
  label?: string | null | undefined
  /** Your own id of it, unique while it lives */
  external_id?: string | null | undefined
  /** The first account of a recipient is the default, and true takes it from the other one. Absent: stays */
  is_default?: boolean | null | undefined
  /** Default true; absent on a change: stays as it is. Nothing is sent to an inactive one */
  is_active?: boolean | null | undefined
}

export interface WriteRecipient {
  /** On a change: repeats the path */
  id?: string | null | undefined
  /** Further values by name, kept and answered as they came */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** First name of the person */
  first_name?: string | null | undefined
  /** Family name of the person */
  last_name?: string | null | undefined
  /** Whose account or card it is */
  holder_name: string
  /** Found from the IBAN; an account number needs it */
  bank_id?: string | null | undefined
  /** At bank_id; makes an account as iban does */
  account_number?: string | null | undefined
  /** Blanks allowed. Makes the default receiver account; on a change it replaces the number of that account */
  iban?: string | null | undefined
  /** Free text for people */
  description?: string | null | undefined
  /** With right check digits; kept sealed. Absent on a change: stays as it is */
  tax_id?: string | null | undefined
  /** tckn has 11 digits, vkn 10; default: by the digits */
  tax_id_type?: TaxIdType | null | undefined
  /** E-mail address */
  email?: string | null | undefined
  /** Telephone number */
  phone?: string | null | undefined
  /** Name for people */
  label?: string | null | undefined
  /** Unique among the merchant’s recipients */
  external_id?: string | null | undefined
  /** Default true; absent on a change: stays as it is. Nothing is sent to an inactive one */
  is_active?: boolean | null | undefined
}

export interface WriteRecurringTransfer {
  /** On an update: repeats the path */
  id?: string | null | undefined
  /** Name of the plan */
  plan_name: string
  /** The account the money leaves from */
  connector_account_id: string
  /** Each run pays the default receiver account this recipient has at that moment */
  recipient_id: string
  /** Minor units, 1 or more */
  amount: number
  /** ISO 4217, such as TRY */
  currency?: TransferCurrency | null | undefined
  /** Of each transfer */
  description?: string | null | undefined
  /** Way it is sent */
  transfer_type: TransferType
  /** How often */
  repeat_type: RepeatType
  /** Not in the past; its time of day in Istanbul is that of every run */
  start_date: string
  /** How the plan ends */
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
  /** What becomes of a date that no bank works on */
  holiday_handling?: HolidayHandling | null | undefined
  /** Days before a date on which it is announced */
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
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** In external_id, receipt_no, description and holder name */
      search_term?: string | undefined
      /** With this status */
      status?: TransferStatus | undefined
      /** Sent in this way */
      transfer_type?: TransferType | undefined
      /** Of the account with this id */
      connector_account_id?: string | undefined
      /** From the account with this id */
      source_account_id?: string | undefined
      /** To the account with this id */
      receiver_account_id?: string | undefined
      /** Of the recipient with this id */
      recipient_id?: string | undefined
      /** Of created */
      from_date?: string | undefined
      /** Of created */
      to_date?: string | undefined
      /** This amount or more, minor units */
      min_amount?: number | undefined
      /** This amount or less, minor units */
      max_amount?: number | undefined
      /** With this id of yours */
      external_id?: string | undefined
      /** In this currency, ISO 4217 */
      currency?: TransferCurrency | undefined
      /** Of the receiver, exact; blanks allowed */
      iban?: string | undefined
      /** Of the merchant with this id */
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
      /** Id of the transfer */
      id: string
    }
    answer: TransferDetail
  }
  /** Create transfers */
  'POST /api/v1/transfers/bulk/create': {
    body: CreateTransfers
    answer: CreateTransfersResult
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
      /** Id of the transfer */
      id: string
    }
    answer: Uint8Array
  }
  /** Read the receipt of a transfer as text */
  'GET /api/v1/transfers/{id}/receipt/base-64': {
    path: {
      /** Id of the transfer */
      id: string
    }
    answer: ReceiptBase64
  }
  /** Accounts with their balances at the bank */
  'GET /api/v1/accounts': {
    query?: {
      /** Of this configuration */
      connector_configuration_id?: string | undefined
    }
    answer: AccountsEnvelope
  }
  /** Movements of an account at the bank */
  'GET /api/v1/accounts/transactions': {
    query: {
      /** The account */
      connector_account_id: string
      /** Default: 7 days before the end; at most 365 days before it */
      from_date?: string | undefined
      /** Default: now */
      to_date?: string | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
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
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
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
      /** Of the bank with this id */
      bank_id: string
    }
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
    }
    answer: RecipientPageEnvelope
  }
  /** Create a receiver account */
  'POST /api/v1/receiveraccounts': {
    body: WriteReceiverAccount
    answer: IdEnvelope
  }
  /** List receiver accounts */
  'GET /api/v1/receiveraccounts': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Of the bank with this id */
      bank_id?: string | undefined
      /** Of the recipient with this id */
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
      /** Of the bank with this id */
      bank_id: string
    }
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
    }
    answer: ReceiverAccountPageEnvelope
  }
  /** List receiver accounts of a recipient */
  'GET /api/v1/receiveraccounts/by-saved-account/{recipient_id}': {
    path: {
      /** Of the recipient with this id */
      recipient_id: string
    }
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
    }
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
  /** Delivery log: one row per attempt */
  'GET /api/v1/webhooks/{id}/deliveries': {
    path: {
      /** Id of the webhook */
      id: string
    }
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Deliveries of this event */
      event_type?: TransferEventType | undefined
      /** true: what succeeded; false: what failed */
      is_success?: boolean | undefined
    }
    answer: WebhookDeliveryPage
  }
  /** Send an event once more */
  'POST /api/v1/webhooks/deliveries/{delivery_id}/replay': {
    path: {
      /** Id of the delivery, as the delivery log has it */
      delivery_id: string
    }
    answer: ReplayResult
  }
  /** What waits to be delivered */
  'GET /api/v1/webhooks/health': {
    answer: WebhookHealth
  }
  /** List recurring transfers */
  'GET /api/v1/recurringtransfers': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** In plan_name and description */
      search_term?: string | undefined
      /** With this status */
      status?: RecurringTransferStatus | undefined
      /** Plans that repeat so */
      repeat_type?: RepeatType | undefined
      /** Of the account with this id */
      connector_account_id?: string | undefined
      /** Of the recipient with this id */
      recipient_id?: string | undefined
      /** Of start_date */
      start_date_from?: string | undefined
      /** Of start_date */
      start_date_to?: string | undefined
      /** This amount or more, minor units */
      min_amount?: number | undefined
      /** This amount or less, minor units */
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
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
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
  /** Accounts a bank shows that are not bound yet */
  'GET /api/v1/connectoraccounts/bank-accounts': {
    query: {
      /** Whose bank is asked */
      connector_configuration_id: string
    }
    answer: AccountsEnvelope
  }
  /** List connector accounts of a configuration */
  'GET /api/v1/connectoraccounts/by-connector-configuration/{connector_configuration_id}': {
    path: {
      /** Of the connector configuration with this id */
      connector_configuration_id: string
    }
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
    }
    answer: ConnectorAccountPageEnvelope
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
    answer: SettingPageEnvelope
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
