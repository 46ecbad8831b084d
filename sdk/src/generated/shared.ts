/** Shapes that several surfaces have in common, made by `npm run docs`; not to be edited. */

/** Rows of a list with the place of the page. */
export interface Page<T> {
  /** Rows of this page, in the order of the list. */
  items: T[]
  /** Number of this page; 1 is the first. */
  page: number
  /** Number of pages of the whole list. */
  total_pages: number
  /** Number of rows on all pages together. */
  total_count: number
  /** Whether a page comes before this one. */
  has_previous_page: boolean
  /** Whether a page follows this one. */
  has_next_page: boolean
}

/** Which page of a list. */
export interface PageQuery {
  /** Number of the page to read; 1 is the first. */
  page?: number | undefined
  /** Number of rows on a page, 1 to 100; 25 by default. */
  page_size?: number | undefined
}

export interface EventOf<Type extends string, Data> {
  /** Id of the event, the same on every repeat: ignore events that you have already handled. */
  id: string
  /** Type of the event. */
  type: Type
  /** Time at which the event happened, in UTC. */
  created_at: string
  /** State of the resource when the event happened. */
  data: Data
}

export interface Bank {
  /** Id of the bank. */
  id: string
  /** Five-digit code of the bank: characters 5 to 9 of its IBANs. */
  code: string
  /** Name of the bank, for people. */
  name: string
  /** SWIFT code (BIC) of the bank; null when none is known. */
  swift_code: string | null
  /** Member number of the bank at BKM, the Turkish interbank card centre; null when it is no member. */
  bkm_member_id: string | null
  /** Address of the bank's logo; null when there is none. */
  logo_url: string | null
  /** Whether the bank is in use; an inactive one is kept for the records that refer to it. */
  is_active: boolean
}

export interface BankBin {
  /** Id of the BIN range. */
  id: string
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Name of the bank, for people; null when no bank is known. */
  bank_name: string | null
  /** First BIN of the range, 6 to 8 digits. */
  bin_start: string
  /** Last BIN of the range, as many digits as bin_start. */
  bin_end: string
  /** Card scheme of the cards in the range, such as Visa. */
  schema_type: CardSchemaType
  /** Type of the cards in the range: credit, debit or prepaid. */
  card_type: CardType
  /** Loyalty program of the cards in the range, such as Bonus; null when they have none. */
  card_program: CardBrand | null
  /** Country of issue as two-letter ISO 3166 code; null when it is not known. */
  country: string | null
  /** Whether the cards are issued to companies. */
  is_commercial: boolean
  /** Number of digits of the card numbers in the range. */
  card_length: number
  /** Whether the range is used to recognize cards. */
  is_active: boolean
}

export type BankBinPage = Page<BankBin>

export type BankPage = Page<Bank>

export interface BinAnswer {
  /** BIN that was looked up: the first 6 to 8 digits of the card. */
  bin: string
  /** Whether the BIN lies in a known range; when false, all members after this one are null. */
  found: boolean
  /** Card scheme, such as Visa; null when the BIN is not known. */
  schema: CardSchemaType | null
  /** Type of the card: credit, debit or prepaid; null when the BIN is not known. */
  card_type: CardType | null
  /** Loyalty program of the card, such as Bonus; null when it has none or the BIN is not known. */
  card_program: CardBrand | null
  /** Country of issue as two-letter ISO 3166 code; null when it is not known. */
  country: string | null
  /** Whether the card is issued to a company; null when the BIN is not known. */
  is_commercial: boolean | null
  /** Five-digit code of the bank, as in an IBAN; null when no bank is known. */
  bank_code: string | null
  /** Name of the bank, for people; null when no bank is known. */
  bank_name: string | null
  /** Address of the logo of the issuing bank; null when there is none. */
  bank_logo_url: string | null
}

export type CardBrand = 'Bonus' | 'Axess' | 'World' | 'Maximum' | 'Cardfinans' | 'Paraf' | 'Advantage' | 'Bankkart' | 'Other'

export type CardSchemaType = 'Visa' | 'MasterCard' | 'Amex' | 'Troy' | 'UnionPay' | 'Proprietary'

export type CardType = 'Credit' | 'Debit' | 'Prepaid'

export interface CardValidation {
  /** Whether the number passes both the Luhn check and the length check. */
  is_valid: boolean
  /** Whether the last digit passes the Luhn check. */
  luhn_valid: boolean
  /** Whether the number has as many digits as its card scheme uses. */
  length_valid: boolean
  /** Number of digits of the card number. */
  length: number
  /** First six digits of the card number; null when the number cannot be read. */
  bin: string | null
  /** Card number with its middle masked; null when the number cannot be read. */
  masked_number: string | null
  /** Card scheme of the number, such as Visa; null when it is not known. */
  schema_type: CardSchemaType | null
  /** BIN range in which the number lies; null when no range is known. */
  bank_bin: BankBin | null
  /** Bank that issued the card; null when no bank is known. */
  bank: Bank | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
}

export interface City {
  /** Id of the city. */
  id: string
  /** Plate number of the city, 01 to 81. */
  code: string
  /** Name of the city in Turkish. */
  name: string
  /** Country of the city as two-letter ISO 3166 code. */
  country: string
  /** Whether the city is in use. */
  is_active: boolean
}

export interface ConnectorHost {
  /** Id of the allowed host. */
  id: string
  /** Type of connector whose configurations may call the host; null for every type. */
  connector_type: ConnectorType | null
  /** Host name or address literal that may be called. */
  host: string
  /** Port that may be called; null for any. */
  port: number | null
  /** Note on the host, for people; null when there is none. */
  note: string | null
}

export type ConnectorHostPage = Page<ConnectorHost>

export type ConnectorType = 'nest_pay' | 'halk_bank_vpos' | 'garanti_vpos' | 'vakifbank_vpos' | 'is_bank_vpos' | 'qnb_finansbank_vpos' | 'deniz_bank_vpos' | 'yapi_kredi_vpos' | 'ziraat_vpos' | 'kuveyt_turk_vpos' | 'enpara_vpos' | 'ziraat_katilim_vpos' | 'akbank_vpos' | 'iyzico' | 'custom'

export interface CreateSetting {
  /** Values of your own by name, stored and returned as they are sent; at most 50. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Key of the setting, such as transfers.max_retries. */
  key: string
  /** Value of the setting as a text. */
  value: string
  /** Description of the setting, for people. */
  description?: string | null | undefined
  /** Scope of the setting, tenant by default; global is refused with 403 to tenants. */
  scope?: SettingScope | null | undefined
  /** Id of the user, required with scope user; with scope tenant at most the tenant's own id, otherwise not allowed. */
  scope_id?: string | null | undefined
  /** Group under which people find the setting. */
  category?: string | null | undefined
  /** Value that applies while none is set. */
  default_value?: string | null | undefined
  /** Regular expression that a value has to match, in JavaScript's notation. */
  validation_regex?: string | null | undefined
  /** Allowed values, separated by commas. */
  possible_values?: string | null | undefined
  /** Whether the value is stored sealed and never shown again, false by default. */
  is_encrypted?: boolean | null | undefined
  /** Whether the setting can neither be changed nor deleted from then on, false by default. */
  is_read_only?: boolean | null | undefined
}

export interface District {
  /** Id of the district. */
  id: string
  /** Plate number of the city that the district lies in, 01 to 81. */
  city_code: string
  /** Name of the district in Turkish. */
  name: string
  /** Whether the district is in use. */
  is_active: boolean
}

export interface FieldError {
  /** Dotted path of the faulty member, such as items[3].recipient.iban, or name of the query parameter. */
  field: string
  /** Code of the fault, such as required, invalid_type, invalid_format, unknown_value or out_of_range; new codes may appear. */
  code: string
  /** Explanation of the fault, for people. */
  message: string
}

export interface HealthCheckEntry {
  /** Name of the dependency that was checked. */
  name: string
  /** Condition of the dependency. */
  status: HealthReportStatus
  /** Duration of the check, as hh:mm:ss.fffffff. */
  duration: string | null
  /** Reason why the dependency is unhealthy or degraded, for people; null when it is healthy. */
  description: string | null
  /** Always null: `description` says why the check failed. */
  exception: string | null
}

export interface HealthReport {
  /** Condition of the service as a whole. */
  status: HealthReportStatus
  /** Duration of all checks together, as hh:mm:ss.fffffff. */
  total_duration: string | null
  /** Checks of the dependencies, one by one. */
  checks: HealthCheckEntry[]
}

export type HealthReportStatus = 'healthy' | 'degraded' | 'unhealthy'

export interface IbanValidation {
  /** Whether the IBAN passes both the format check and the checksum. */
  is_valid: boolean
  /** Whether the check digits of the IBAN are right. */
  checksum_valid: boolean
  /** Whether the IBAN has the length and the characters of its country. */
  format_valid: boolean
  /** Country of the IBAN as two-letter ISO 3166 code; null when the format is wrong. */
  country_code: string | null
  /** The two check digits after the country code; null when the format is wrong. */
  check_digits: string | null
  /** Five-digit bank code of a Turkish IBAN; null for other countries. */
  bank_code: string | null
  /** IBAN in groups of four characters, for people; null when the format is wrong. */
  formatted_iban: string | null
  /** IBAN with its middle masked; null when the format is wrong. */
  masked_iban: string | null
  /** Bank of the IBAN; null when no bank is known. */
  bank: Bank | null
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
}

export interface KnownSetting {
  /** Key of the setting, under which it is stored. */
  key: string
  /** Explanation of what the setting decides, for people. */
  meaning: string
  /** Kind of value. `whole`: a whole number; `choice`: one of possible_values; `text`: a format that the meaning explains. */
  kind: KnownSettingKind
  /** Smallest value of a whole number; null for other kinds. */
  minimum: number | null
  /** Largest value of a whole number; null for other kinds. */
  maximum: number | null
  /** Values that a choice allows; null for other kinds. */
  possible_values: string[] | null
  /** Value that applies while none is set; an empty text is no value. */
  default_value: string
  /** Whether an empty value may be set, which means the default. */
  may_be_empty: boolean
  /** Whether `key:{merchant id}` sets the value for one merchant, which then takes precedence. */
  is_per_merchant: boolean
  /** Value that only a second person can change away from; null when there is none. */
  strict_value: string | null
  /** Direction of change that needs a second person: growing, shrinking, leaving strict_value or adding a member; `nothing` when no change does. */
  loosens_by: SettingLoosening
  /** Surface whose administrators may be the second person: the one that the setting is part of. */
  surface: SettingSurface
}

export type KnownSettingKind = 'whole' | 'choice' | 'text'

export type ListOrder = '-created' | 'created'

export interface Live {
  /** Status of the process, always healthy. */
  status: 'healthy'
}

export interface MccCode {
  /** Id of the merchant category. */
  id: string
  /** Merchant category code (MCC), four digits. */
  code: string
  /** Name of the merchant category in Turkish. */
  description: string
  /** Name of the merchant category in English; null when there is none. */
  description_en: string | null
  /** Group of the category: retail, food, travel, online, services, entertainment or utilities. */
  category: string
  /** Whether the merchant category is in use. */
  is_active: boolean
}

export type MccCodePage = Page<MccCode>

/** RFC 9457 */
export interface Problem {
  /** Address of the page that explains the error; its last segment equals `code`. */
  type: string
  /** Short name of the error, the same for every occurrence. */
  title: string
  /** HTTP status of the answer, repeated. */
  status: number
  /** Error code to branch on; new codes may appear. */
  code: string
  /** Explanation of this occurrence and how to correct it, for people. */
  detail: string
  /** Advice on how to react to the error, for people; present when Accept-Language names English or Turkish. */
  advice?: string | undefined
  /** Path of the request that failed. */
  instance?: string | undefined
  /** Correlation id of the request; quote it to support. */
  correlation_id: string
  /** Finer code of a payment that failed, as reads of the payment show it. */
  error_code?: string | undefined
  /** Code of the failure as the bank writes it, when the bank gave one. */
  provider_error_code?: string | undefined
  /** Faults of the request, one for each faulty member. */
  errors?: FieldError[] | undefined
  /** Id of the payment, when the failed call stored one. */
  transaction_id?: string | undefined
  /** Dependency that is unavailable, with connector_unavailable. `bank`: a connector or its configuration; `database`: the database of the platform; `fraud`: the fraud rules cannot be read; `payment`: another step of the payment is under way. */
  dependency?: 'bank' | 'database' | 'fraud' | 'payment' | undefined
  /** Error code of RFC 6749, from operations that issue or end tokens. */
  error?: string | undefined
  /** Explanation that goes with `error`, the same text as `detail`. */
  error_description?: string | undefined
  /** Tag of the present version of the resource, with precondition_failed. */
  etag?: string | undefined
  /** Present version of the resource, with precondition_failed. */
  current?: Record<string, unknown> | undefined
  /** Id of the user or API key that last changed the resource, with precondition_failed; null when it is not known. */
  changed_by?: string | null | undefined
  /** Time at which the resource was last changed, with precondition_failed. */
  changed_at?: string | undefined
}

export interface ReplayEventsResult {
  /** Number of events that are sent once more. */
  queued: number
  /** Number of events left out because they were received, are still waiting, or are no longer kept. */
  skipped: number
  /** Cursor of the next page, to be sent as `after`; null when no more events match. */
  next_after: string | null
}

export interface ReplayResult {
  /** Number of the attempt that was queued; 1 is the first delivery. */
  queued_attempt_number: number
  /** Id of the delivery that is sent again. */
  original_delivery_id: string
}

export type ReplayedEvents = 'undelivered' | 'all'

export interface RotatedSecret {
  /** Id of the subscription whose secret was replaced. */
  id: string
  /** New secret that signs every delivery from now on. It is shown in this answer only: store it now. */
  secret: string
  /** Time at which the secret was replaced. */
  rotated_at: string
  /** Time until which deliveries are also signed with the previous secret, in X-Service-Signature-Previous. */
  previous_secret_expires_at: string
}

export interface Setting {
  /** Values of your own by name, returned as they were sent; null when there are none. */
  extra_properties_dict: {
    [key: string]: string
  } | null
  /** Id of the setting. */
  id: string
  /** Key of the setting, unique per scope and scope_id. */
  key: string
  /** Value of the setting as a text; `***` when it is encrypted. */
  value: string
  /** Description of the setting, for people; null when there is none. */
  description: string | null
  /** Scope of the setting: the whole platform, one tenant or one user. */
  scope: SettingScope
  /** Id of the user, for a setting of scope user; null otherwise. */
  scope_id: string | null
  /** Group under which people find the setting; null when there is none. */
  category: string | null
  /** Whether the value is stored sealed and never shown again. */
  is_encrypted: boolean
  /** Whether the setting can neither be changed nor deleted. */
  is_read_only: boolean
  /** Value that applies while none is set; null when there is none. */
  default_value: string | null
  /** Regular expression that a value has to match, in JavaScript's notation; null when there is none. */
  validation_regex: string | null
  /** Allowed values, separated by commas; null when any is allowed. */
  possible_values: string | null
  /** Value that applies until a second person has also set `value`; null when `value` applies. */
  counting_value: string | null
}

export type SettingLoosening = 'growing' | 'shrinking' | 'leaving' | 'adding' | 'nothing'

export type SettingPage = Page<Setting>

export type SettingScope = 'global' | 'tenant' | 'user'

export type SettingSurface = 'cards' | 'transfers' | 'fraud'

export interface UpdateSetting {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Values of your own by name, stored and returned as they are sent; at most 50. */
  extra_properties_dict?: {
    [key: string]: string
  } | null | undefined
  /** Key of the setting, such as transfers.max_retries. */
  key: string
  /** Value of the setting as a text. */
  value: string
  /** Description of the setting, for people. */
  description?: string | null | undefined
  /** Scope of the setting, tenant by default; global is refused with 403 to tenants. */
  scope?: SettingScope | null | undefined
  /** Id of the user, required with scope user; with scope tenant at most the tenant's own id, otherwise not allowed. */
  scope_id?: string | null | undefined
  /** Group under which people find the setting. */
  category?: string | null | undefined
  /** Value that applies while none is set. */
  default_value?: string | null | undefined
  /** Regular expression that a value has to match, in JavaScript's notation. */
  validation_regex?: string | null | undefined
  /** Allowed values, separated by commas. */
  possible_values?: string | null | undefined
}

export interface ValidateCard {
  /** Card number to check; send either this or `number`. */
  card_number?: string | null | undefined
  /** Card number to check, under another name. */
  number?: string | null | undefined
}

export interface ValidateIban {
  /** IBAN to check; blanks are allowed. */
  iban: string
  /** Whether the bank of the IBAN is looked up; false leaves `bank` null. */
  resolve?: boolean | null | undefined
}

export interface WaitingChange {
  /** Id of the change, to be named when it is confirmed or rejected. */
  id: string
  /** Kind of resource that the change is about, as the audit log names it, such as routing_rule or fraud_rule. */
  kind: string
  /** Id of the resource that the change is about. */
  entity_id: string
  /** Name of the resource, for people. */
  label: string
  /** Id of the user or API key that asked for the change: `sub` of its token. */
  requested_by: string
  /** Time at which the change was asked for. */
  requested_at: string
  /** Members that the change sets, with the present value and the new one. */
  changes: WaitingDiff[]
}

export type WaitingChangePage = Page<WaitingChange>

export interface WaitingDiff {
  /** Name of the member that the change sets. */
  field: string
  /** Present value of the member as a text; null when there is none. */
  before: string | null
  /** New value of the member as a text; null when there will be none. */
  after: string | null
}

export type WaitsFor = 'me'

export interface WebhookDelivery {
  /** Id of this delivery attempt. */
  id: string
  /** Id of the subscription that the delivery was made for. */
  subscription_id: string
  /** Id of the event, the same in every repeat; use it to recognize events you have already handled. */
  event_id: string
  /** Id of the payment that the record is about; null when it is about none. */
  transaction_id: string | null
  /** Id of the transfer, plan, chargeback or settlement that the event is about; null when it is about a payment. */
  resource_id: string | null
  /** Type of the event, such as payment.completed. */
  event_type: string
  /** Address that the delivery was posted to. */
  url: string
  /** HTTP status with which the subscriber answered; null when no answer came. */
  http_status_code: number | null
  /** Whether the subscriber accepted the delivery with a 2xx status. */
  is_success: boolean
  /** Number of this attempt at the delivery; 1 is the first. */
  attempt_number: number
  /** Number of attempts made after the first one. */
  retry_count: number
  /** Number of times the delivery may be tried again after the first attempt, 0 to 5. */
  max_retry_count: number
  /** Time the subscriber took to answer, in milliseconds. */
  duration_ms: number
  /** Explanation of the failure, for people; null when nothing failed. */
  error_message: string | null
  /** Headers and body of the request as they were sent, as a JSON text; null when they are no longer kept. */
  request_payload: string | null
  /** Headers and body of the answer as they were received, as a JSON text; null when no answer came. */
  response_payload: string | null
  /** Body with which the subscriber answered, cut at 64 KiB; null when no answer came. */
  response_body: string | null
  /** Time of the next attempt; null when no further attempt is made. */
  next_retry_at: string | null
  /** X-Correlation-Id of the request behind the record, under which its trace is found; null when there was none. */
  correlation_id: string | null
  /** Time at which the record was created, in UTC. */
  created: string
}

export type WebhookDeliveryPage = Page<WebhookDelivery>

export interface WebhookHealth {
  /** Overall condition of webhook delivery. */
  status: HealthReportStatus
  /** Number of deliveries that wait to be sent. */
  pending_deliveries: number
  /** Age of the oldest delivery that waits, in seconds; null when none waits. */
  oldest_pending_seconds: number | null
}

export interface WebhookSubscription {
  /** Id of the subscription. */
  id: string
  /** HTTPS address that deliveries are posted to. */
  url: string
  /** Description of the subscription, for people; null when none was given. */
  description: string | null
  /** Event types that are delivered to this subscription; `*` stands for all of them. */
  events: string[]
  /** Number of times a failed delivery is tried again, 0 to 5, after the first attempt. */
  max_retry_count: number
  /** Whether events are delivered; an inactive subscription receives none. */
  is_active: boolean
  /** Time at which the record was created, in UTC. */
  created_at: string
}

export interface WebhookSubscriptionCreated extends WebhookSubscription {
  /** Secret that signs every delivery. It is shown in this answer only: store it now. */
  secret: string
}

export type WebhookSubscriptionPage = Page<WebhookSubscription>
