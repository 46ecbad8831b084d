/** Shapes that several surfaces have in common, made by `node scripts/docs.ts`; not to be edited. */

/** Rows of a list with the place of the page. */
export interface Page<T> {
  items: T[]
  /** Number of this page, from 1 */
  page: number
  total_pages: number
  /** Rows on all pages */
  total_count: number
  has_previous_page: boolean
  has_next_page: boolean
}

/** Which page of a list. */
export interface PageQuery {
  /** From 1 */
  page?: number | undefined
  /** 1 to 100; default 25 */
  page_size?: number | undefined
}

export interface EventOf<Type extends string, Data> {
  /** The same on every repeat: remember it */
  id: string
  type: Type
  /** When it was made, UTC */
  created_at: string
  data: Data
}

export interface Bank {
  id: string
  code: string
  name: string
  swift_code: string | null
  bkm_member_id: string | null
  logo_url: string | null
  is_active: boolean
}

export interface BankBin {
  id: string
  bank_code: string | null
  bank_name: string | null
  bin_start: string
  bin_end: string
  schema_type: CardSchemaType
  card_type: CardType
  card_program: CardBrand | null
  country: string | null
  is_commercial: boolean
  card_length: number
  is_active: boolean
}

export type BankBinPage = Page<BankBin>

export type BankPage = Page<Bank>

export interface BinAnswer {
  bin: string
  found: boolean
  schema: CardSchemaType | null
  card_type: CardType | null
  card_program: CardBrand | null
  country: string | null
  is_commercial: boolean | null
  bank_code: string | null
  bank_name: string | null
  bank_logo_url: string | null
}

export type CardBrand = 'Bonus' | 'Axess' | 'World' | 'Maximum' | 'Cardfinans' | 'Paraf' | 'Advantage' | 'Bankkart' | 'Other'

export type CardSchemaType = 'Visa' | 'MasterCard' | 'Amex' | 'Troy' | 'UnionPay' | 'Proprietary'

export type CardType = 'Credit' | 'Debit' | 'Prepaid'

export interface CardValidation {
  is_valid: boolean
  luhn_valid: boolean
  length_valid: boolean
  length: number
  bin: string | null
  masked_number: string | null
  schema_type: CardSchemaType | null
  bank_bin: BankBin | null
  bank: Bank | null
  error_message: string | null
}

export interface City {
  id: string
  /** Plate number, 01 to 81 */
  code: string
  name: string
  country: string
  is_active: boolean
}

export interface ConnectorHost {
  id: string
  /** Type of connector whose configurations may call it; null: every type */
  connector_type: ConnectorType | null
  /** Host name, or an address literal */
  host: string
  /** The one port; null: any */
  port: number | null
  /** For people */
  note: string | null
}

export type ConnectorHostPage = Page<ConnectorHost>

export type ConnectorType = 'nest_pay' | 'halk_bank_vpos' | 'garanti_vpos' | 'vakifbank_vpos' | 'is_bank_vpos' | 'qnb_finansbank_vpos' | 'deniz_bank_vpos' | 'yapi_kredi_vpos' | 'ziraat_vpos' | 'kuveyt_turk_vpos' | 'enpara_vpos' | 'custom'

export interface CreateSetting {
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

export interface District {
  id: string
  city_code: string
  name: string
  is_active: boolean
}

export interface FieldError {
  /** Dotted path such as items[3].recipient.iban, or a query parameter */
  field: string
  /** required, invalid_type, invalid_format, unknown_value, out_of_range, ... */
  code: string
  message: string
}

export interface HealthCheckEntry {
  name: string
  status: HealthReportStatus
  duration: string | null
  description: string | null
  exception: string | null
}

export interface HealthReport {
  status: HealthReportStatus
  total_duration: string | null
  checks: HealthCheckEntry[]
}

export type HealthReportStatus = 'healthy' | 'degraded' | 'unhealthy'

export interface IbanValidation {
  is_valid: boolean
  checksum_valid: boolean
  format_valid: boolean
  country_code: string | null
  check_digits: string | null
  /** Of a Turkish IBAN */
  bank_code: string | null
  formatted_iban: string | null
  masked_iban: string | null
  bank: Bank | null
  error_message: string | null
}

export interface KnownSetting {
  /** Its name, as a setting has it */
  key: string
  /** What it decides, for people */
  meaning: string
  /** whole: a whole number; choice: one of possible_values; text: a form of its own, said in meaning */
  kind: KnownSettingKind
  /** Of a whole number */
  minimum: number | null
  /** Of a whole number */
  maximum: number | null
  /** Of a choice */
  possible_values: string[] | null
  /** What counts while nothing is set; empty: nothing */
  default_value: string
  /** An empty value is the default */
  may_be_empty: boolean
  /** `key:{merchant id}` is the same for one merchant, and counts before it */
  is_per_merchant: boolean
  /** A change from this value needs a second person */
  strict_value: string | null
  /** The change that needs a second person: growing or shrinking, leaving strict_value, adding a member; nothing: none does */
  loosens_by: SettingLoosening
}

export type KnownSettingKind = 'whole' | 'choice' | 'text'

export type ListOrder = '-created' | 'created'

export interface Live {
  status: 'healthy'
}

export interface MccCode {
  id: string
  code: string
  description: string
  description_en: string | null
  /** retail, food, travel, online, services, entertainment or utilities */
  category: string
  is_active: boolean
}

export type MccCodePage = Page<MccCode>

/** RFC 9457 */
export interface Problem {
  type: string
  title: string
  status: number
  /** Machine-readable; new codes may appear */
  code: string
  /** What was wrong and how to correct it; for people */
  detail: string
  /** What to do about it; where Accept-Language names English or Turkish */
  advice?: string | undefined
  instance?: string | undefined
  correlation_id: string
  /** Of a failed payment write: the finer code, as reads of the payment show it */
  error_code?: string | undefined
  provider_error_code?: string | undefined
  errors?: FieldError[] | undefined
  /** Of a payment write that stored a payment */
  transaction_id?: string | undefined
  /** Of connector_unavailable: what is away. `bank`: a connector or its configuration; `database`: ours; `fraud`: the rules cannot be read; `payment`: another step of it is under way */
  dependency?: 'bank' | 'database' | 'fraud' | 'payment' | undefined
  /** Of operations that hand out or end tokens: the code of RFC 6749 */
  error?: string | undefined
  /** Beside `error`: the same text as `detail` */
  error_description?: string | undefined
  /** Of precondition_failed: the tag of what is there now */
  etag?: string | undefined
  /** Of precondition_failed: what is there now */
  current?: Record<string, unknown> | undefined
  /** Of precondition_failed: who changed it last, where it is known */
  changed_by?: string | null | undefined
  /** Of precondition_failed: when that was */
  changed_at?: string | undefined
}

export interface ReplayEventsResult {
  /** Events that are sent once more */
  queued: number
  /** Received, waiting already, or no longer kept */
  skipped: number
  /** There are more: send it as `after` */
  next_after: string | null
}

export interface ReplayResult {
  queued_attempt_number: number
  original_delivery_id: string
}

export type ReplayedEvents = 'undelivered' | 'all'

export interface RotatedSecret {
  id: string
  /** The new secret; shown in this answer only */
  secret: string
  rotated_at: string
  previous_secret_expires_at: string
}

export interface Setting {
  extra_properties_dict: {
    [key: string]: string
  } | null
  id: string
  /** Its name; unique per scope and scope_id */
  key: string
  /** *** where it is encrypted */
  value: string
  /** For people */
  description: string | null
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

export type SettingLoosening = 'growing' | 'shrinking' | 'leaving' | 'adding' | 'nothing'

export type SettingPage = Page<Setting>

export type SettingScope = 'global' | 'tenant' | 'user'

export interface UpdateSetting {
  /** Repeats the path */
  id?: string | null | undefined
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

export interface ValidateCard {
  /** Or number */
  card_number?: string | null | undefined
  number?: string | null | undefined
}

export interface ValidateIban {
  /** Blanks are allowed */
  iban: string
  /** false leaves bank out */
  resolve?: boolean | null | undefined
}

export interface WaitingChange {
  /** Names what is confirmed or rejected */
  id: string
  /** What it changes, as the audit log names it: routing_rule, fraud_rule, … */
  kind: string
  /** Id of that */
  entity_id: string
  /** Its name for people */
  label: string
  /** User or client that asked for it: `sub` of its token */
  requested_by: string
  requested_at: string
  /** What counts now, and what will */
  changes: WaitingDiff[]
}

export type WaitingChangePage = Page<WaitingChange>

export interface WaitingDiff {
  /** Member of what it changes */
  field: string
  /** What counts now */
  before: string | null
  /** What will count */
  after: string | null
}

export type WaitsFor = 'me'

export interface WebhookDelivery {
  id: string
  /** Whose subscriber was told */
  subscription_id: string
  event_id: string
  transaction_id: string | null
  /** Transfer, plan, chargeback or settlement */
  resource_id: string | null
  event_type: string
  url: string
  http_status_code: number | null
  is_success: boolean
  attempt_number: number
  retry_count: number
  max_retry_count: number
  duration_ms: number
  error_message: string | null
  /** Headers and body as sent, as JSON text */
  request_payload: string | null
  /** Headers and body as received, as JSON text */
  response_payload: string | null
  /** At most 64 KiB */
  response_body: string | null
  next_retry_at: string | null
  correlation_id: string | null
  created: string
}

export type WebhookDeliveryPage = Page<WebhookDelivery>

export interface WebhookHealth {
  status: HealthReportStatus
  pending_deliveries: number
  oldest_pending_seconds: number | null
}

export interface WebhookSubscription {
  id: string
  url: string
  description: string | null
  events: string[]
  max_retry_count: number
  is_active: boolean
  created_at: string
}

export interface WebhookSubscriptionCreated extends WebhookSubscription {
  /** Signs every delivery; shown in this answer only */
  secret: string
}

export type WebhookSubscriptionPage = Page<WebhookSubscription>
