/** Vezne identity: made from its OpenAPI document by `node scripts/docs.ts`; not to be edited. */

export interface ApiKey {
  /** Its id; does not change */
  id: string
  /** Id of the tenant */
  tenant_id: string
  /** cid_test_ or cid_live_ and random characters */
  client_id: string
  /** Name for people */
  display_name: string | null
  /** Whom to write to */
  contact_email: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** What the caller may do */
  roles: string[]
  /** Id of the plan */
  plan_id: string | null
  /** Short name of the plan */
  plan_code: string | null
  /** Name of the plan */
  plan_name: string | null
  /** Payments and transfers a day of this key; null: those of the plan */
  daily_limit_override: number | null
  /** Payments and transfers a month of this key; null: those of the plan */
  monthly_limit_override: number | null
  /** Requests a second of this key; null: those of the plan */
  rate_limit_override: number | null
  /** Payments and transfers a day that apply; null: no limit */
  effective_daily_limit: number | null
  /** Payments and transfers a month that apply; null: no limit */
  effective_monthly_limit: number | null
  /** Requests a second that apply; null: no limit */
  effective_rate_limit: number | null
  /** Comma-separated, in canonical form; null = from everywhere */
  allowed_ips: string | null
  /** When it stops being good */
  expires_at: string | null
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
  /** It decides, sends and approves nothing until a second person confirms it */
  needs_confirmation: boolean
  /** Names what was changed since it was last confirmed; the confirming person sends it. null: nothing was */
  change_id: string | null
  /** When it was made, UTC */
  created: string
  /** When it last got a token; noted once a minute at most */
  last_used_at: string | null
  /** Until when the secret before a rotation works; null = only one does */
  previous_secret_expires_at: string | null
}

export interface ApiKeyCreated {
  /** The key without its secret */
  api_key: ApiKey
  /** cs_test_ or cs_live_ and 256 random bits; shown in this answer only */
  secret: string
}

export interface ApiKeyPage {
  /** The rows of this page */
  items: ApiKey[]
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

export interface ApiKeyRotated {
  /** The key without its secret */
  api_key: ApiKey
  /** cs_test_ or cs_live_ and 256 random bits; shown in this answer only */
  secret: string
  /** The secret before works 24 hours longer */
  rotated_at: string
}

export interface AuditEntry {
  /** Whose chain it stands in */
  tenant_id: string
  /** Number in the chain, from 1 without gaps */
  seq: number
  /** When it happened */
  at: string
  /** `sub` of the token, or the claimed id; null when none was sent */
  actor: string | null
  /** Realm of the actor; `master` where the platform acted on a tenant */
  realm: string | null
  /** Such as `POST /api/v1/connectors` */
  operation: string
  /** What became of it */
  outcome: AuditOutcome
  /** Of the problem, when it was refused */
  code: string | null
  /** What was changed, such as connector */
  kind: string | null
  /** Id of what was changed */
  target_id: string | null
  /** Merchant of the call */
  merchant_id: string | null
  /** X-Correlation-Id of the call */
  correlation_id: string | null
  /** Address of the caller */
  address: string | null
  /** Refusals alike it stands for; more than 1: as many again within the minute after an entry like it */
  repeats: number
  /** What changed as it was, masked; null when it was not there or nothing is known of it */
  before: {
    [key: string]: unknown
  } | null
  /** What changed as it is then, masked; null when it is gone */
  after: {
    [key: string]: unknown
  } | null
  /** Hash of the entry before it, hex; zeros for the first */
  previous_hash: string
  /** Hash over the entry and the hash of the one before it, hex */
  hash: string
}

export interface AuditEntryPage {
  /** The rows of this page */
  items: AuditEntry[]
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

export type AuditOutcome = 'done' | 'refused'

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

export type CardBrand = 'Bonus' | 'Axess' | 'World' | 'Maximum' | 'Cardfinans' | 'Paraf' | 'Advantage' | 'Bankkart' | 'Other'

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

export interface ChangePassword {
  /** User name, or the e-mail address of a user whose name is another; compared without case */
  username: string
  /** The present one; a temporary one is taken here, and here alone */
  password: string
  /** Letters and digits; not the user name, not the e-mail address, not a few characters over and over, and none of the last four passwords */
  new_password: string
  /** Six digits of the authenticator app, or a recovery code; for users with a second factor */
  otp?: string | null | undefined
}

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

export interface ConfirmChange {
  /** The change as it was read. Another one by now: 409, which says what it changed. Required in production */
  change_id?: string | null | undefined
}

export interface ConfirmSecondFactor {
  /** Six digits of the authenticator app */
  otp: string
}

export interface ConfirmUserChange {
  /** The change as it was read. Another one by now: 409, which says what it changed. Required in production */
  changeId?: string | null | undefined
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

export type ConnectorType = 'nest_pay' | 'halk_bank_vpos' | 'garanti_vpos' | 'vakifbank_vpos' | 'is_bank_vpos' | 'qnb_finansbank_vpos' | 'deniz_bank_vpos' | 'yapi_kredi_vpos' | 'ziraat_vpos' | 'kuveyt_turk_vpos' | 'enpara_vpos' | 'custom'

export interface CreateApiKey {
  /** Name for people */
  display_name: string
  /** Whom to write to */
  contact_email?: string | null | undefined
  /** Binds the key to one merchant */
  merchant_id?: string | null | undefined
  /** Default: merchant-user with merchant_id, else pos-operator */
  roles?: string[] | null | undefined
  /** Default: the plan of the tenant */
  plan_id?: string | null | undefined
  /** Payments a day with this key; at most the plan's value */
  daily_limit_override?: number | null | undefined
  /** Payments a month with this key; at most the plan's value */
  monthly_limit_override?: number | null | undefined
  /** Requests a second with this key; at most the plan's value */
  rate_limit_override?: number | null | undefined
  /** IPv4, IPv6 and CIDR entries, separated by commas; empty = from everywhere. Production keys with a transfer role need it */
  allowed_ips?: string | null | undefined
  /** In the future */
  expires_at?: string | null | undefined
}

export interface CreateIdentityProvider {
  /** https, as its tokens and its discovery document spell it; cannot be changed later */
  issuer: string
  /** For people */
  name: string
  /** What the issuer writes into claim aud for this platform; default: the issuer URL of your realm, {auth_url}/api/v1/auth/{slug}. Issuer and audience together belong to one tenant of the platform */
  audience?: string | null | undefined
  /** Algorithm its tokens are signed with */
  algorithm?: TokenAlgorithm | null | undefined
  /** Key set of the issuer; absent: its discovery document names it */
  jwks_url?: string | null | undefined
  /** Claim that lists the roles, default roles; realm_access.roles for a Keycloak realm */
  roles_claim?: string | null | undefined
  /** What their roles are worth here; a role without a mapping is worth nothing */
  role_mappings: RoleMapping[]
  /** Claim with the id or external id of the merchant its bearer is bound to */
  merchant_claim?: string | null | undefined
  /** Default 3600 */
  max_token_life_seconds?: number | null | undefined
}

export interface CreateTenant {
  /** tenant- and 3 to 40 of a–z, 0–9 and -; never changes */
  slug: string
  /** Name for people */
  display_name: string
  /** Email address */
  contact_email: string
  /** Default: the default plan */
  plan_id?: string | null | undefined
  /** Whether payments without 3D Secure are taken; default: in the sandbox alone */
  allow_non_3d?: boolean | null | undefined
  /** Default standard */
  preferred_three_d_flow?: ThreeDFlow | null | undefined
}

export interface CreateUser {
  /** Of one user only, compared without case; it cannot be changed */
  username: string
  /** Of one user only, compared without case */
  email: string
  /** First name of the person */
  firstName?: string | null | undefined
  /** Family name of the person */
  lastName?: string | null | undefined
  /** Company the person works for */
  companyName?: string | null | undefined
  /** Letters and digits; not the user name, not the e-mail address, not a few characters over and over, and none of the last four passwords */
  password?: string | null | undefined
  /** Default true */
  enabled?: boolean | null | undefined
  /** Built-in roles and the tenant’s own; GET /users/roles lists them */
  roles: string[]
  /** Binds the user to one merchant */
  merchantId?: string | null | undefined
}

export interface DisableSecondFactor {
  /** The present password: a stolen token changes nothing */
  password: string
  /** A code of the authenticator app, or a recovery code */
  otp: string
}

export interface Discovery {
  /** What the tokens name as their issuer */
  issuer: string
  /** Where tokens are given */
  token_endpoint: string
  /** Where the owner of a token is told */
  userinfo_endpoint: string
  /** Where a sign-in is ended */
  end_session_endpoint: string
  /** Where the public keys are */
  jwks_uri: string
  /** Ways to get a token */
  grant_types_supported: string[]
  /** How a client proves itself there */
  token_endpoint_auth_methods_supported: string[]
  /** Algorithms tokens are signed with */
  id_token_signing_alg_values_supported: string[]
  /** Answers of the authorization endpoint */
  response_types_supported: string[]
  /** How subjects are named */
  subject_types_supported: string[]
  /** Scopes a token may have */
  scopes_supported: string[]
}

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

export interface EnrolSecondFactor {
  /** The present password: a stolen token changes nothing */
  password: string
}

export interface EnrolledSecondFactor {
  /** Base32, for typing into an authenticator app */
  secret: string
  /** The same for a QR code */
  otpauth_uri: string
}

export interface ErasedCount {
  /** What kind of row it is */
  kind: 'users' | 'payments' | 'fraud_checks' | 'transfers' | 'recipients' | 'archived_payments'
  /** How many */
  count: number
}

export interface Feature {
  /** Short name that programs use */
  code: FeatureCode
  /** Name for people */
  name: string
  /** Free text for people */
  description: string | null
}

export type FeatureCode = 'card_payments' | 'recurring' | 'checkout' | 'transfers' | 'fraud' | 'reconciliation'

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

export interface IdentityProvider {
  /** Its id; does not change */
  id: string
  /** Name for people */
  name: string
  /** Claim iss, to the letter */
  issuer: string
  /** Has to be in claim aud */
  audience: string
  /** Algorithm its tokens are signed with */
  algorithm: TokenAlgorithm
  /** null = the discovery document of the issuer names it */
  jwks_url: string | null
  /** Claim that lists the roles; dots lead into objects */
  roles_claim: string
  /** Which of its roles become which of ours */
  role_mappings: RoleMapping[]
  /** Claim with the id or external id of a merchant */
  merchant_claim: string | null
  /** Tokens that live longer are refused */
  max_token_life_seconds: number
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
  /** Its people decide, send and approve nothing until a second person confirms it */
  needs_confirmation: boolean
  /** Names what was changed since it was last confirmed; the confirming person sends it. null: nothing was */
  change_id: string | null
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
}

export interface IdentityProviderPage {
  /** The rows of this page */
  items: IdentityProvider[]
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

export interface Jwk {
  /** Kind of key */
  kty: string
  /** What the key is for */
  use: string
  /** Algorithm the key signs with */
  alg: string
  /** Id of the signing key */
  kid: string
  /** Modulus of the public key, base64url */
  n: string
  /** Exponent of the public key, base64url */
  e: string
}

export interface Jwks {
  /** Public keys that sign tokens */
  keys: Jwk[]
}

export interface KeptCount {
  /** What kind of row it is */
  kind: 'users' | 'payments' | 'fraud_checks' | 'transfers' | 'recipients' | 'archived_payments'
  /** user_not_deleted: delete the user first; payment_open: repeat when the payment is over; payment_record: kept by law */
  reason: string
  /** How many */
  count: number
}

export interface Live {
  /** Where it stands now */
  status: 'healthy'
}

export interface LoginRequest {
  /** User name, or the e-mail address of a user whose name is another; compared without case */
  username: string
  /** The person's password */
  password: string
  /** Six digits of the authenticator app, or a recovery code; for users with a second factor */
  otp?: string | null | undefined
  /** True: the answer to a right password without the code that its user needs is `otp_required` */
  in_two_steps?: boolean | null | undefined
}

export interface LogoutRequest {
  /** Gets the next access token; good once */
  refresh_token: string
}

export type MappedRole = 'fraud-admin' | 'fraud-analyst' | 'merchant-admin' | 'merchant-user' | 'pos-admin' | 'pos-operator' | 'pos-viewer' | 'tenant-admin' | 'transfer-admin' | 'transfer-merchant-admin' | 'transfer-merchant-user' | 'transfer-operator' | 'transfer-viewer'

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

export interface MePlan {
  /** Id of the plan */
  plan_id: string | null
  /** Short name of the plan */
  plan_code: string | null
  /** Name of the plan */
  plan_name: string | null
  /** 0 = no limit */
  daily_transaction_limit: number
  /** 0 = no limit */
  monthly_transaction_limit: number
  /** Requests a second */
  rate_limit_per_second: number
  /** Requests at once */
  burst: number
  /** Since midnight in Istanbul */
  daily_used: number
  /** Since the first of the month in Istanbul */
  monthly_used: number
  /** Codes of what the plan opens */
  features: string[]
}

export interface Merchant {
  /** Its id; does not change */
  id: string
  /** Id of the tenant */
  tenant_id: string
  /** Name for people */
  name: string | null
  /** Name in the register of companies */
  legal_name: string | null
  /** Your own name of it: the value of X-External-Merchant-Id */
  external_id: string | null
  /** Tax number */
  tax_id: string | null
  /** Tax office it is registered at */
  tax_office: string | null
  /** Member number at BKM, the Turkish card switch */
  bkm_member_id: string | null
  /** E-mail address */
  email: string | null
  /** Whom to call */
  contact_phone: string | null
  /** City */
  city: string | null
  /** District of the city */
  district: string | null
  /** Street address */
  address: string | null
  /** Address */
  url: string | null
  /** Merchant category code of its payments */
  default_mcc: string | null
  /** As in GET /api/v1/lookups/mcc-codes */
  default_mcc_category: string | null
  /** Merchant it belongs under */
  parent_id: string | null
  /** Name of that merchant */
  parent_name: string | null
  /** Whether it takes part; an inactive one is kept for what refers to it */
  is_active: boolean
  /** Where it stands now */
  status: MerchantStatus
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
}

export interface MerchantPage {
  /** The rows of this page */
  items: Merchant[]
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

export type MerchantStatus = 'pending' | 'approved' | 'rejected'

export interface MoveSandboxClock {
  /** Sets the clock */
  now?: string | null | undefined
  /** Moves the clock */
  advance_s?: number | null | undefined
}

export interface PersonErasure {
  /** What was erased, by kind */
  erased: ErasedCount[]
  /** What had to be kept, by kind */
  kept: KeptCount[]
  /** Send it with the same person to go on; null = that was all */
  position: string | null
  /** False: call again with the same body and this position */
  is_complete: boolean
}

export interface PersonExport {
  /** What is held of the person */
  records: PersonRecord[]
  /** Send it with the same person to go on; null = that was all */
  position: string | null
  /** False: call again with the same body and this position */
  is_complete: boolean
}

export interface PersonRecord {
  /** What kind of row it is */
  kind: 'users' | 'payments' | 'fraud_checks' | 'transfers' | 'recipients' | 'archived_payments'
  /** What happened, with the state at that moment */
  data: {
    [key: string]: unknown
  }
}

export interface PersonRequest {
  /** One of the two; compared without case */
  email?: string | null | undefined
  /** One of the two; national or tax id */
  identity_number?: string | null | undefined
  /** Goes on where the answer before ended; absent = from the beginning */
  position?: string | null | undefined
}

export interface Plan {
  /** Its id; does not change */
  id: string
  /** Short name that programs use */
  code: string
  /** Name for people */
  name: string
  /** Free text for people */
  description: string | null
  /** Payments and transfers a day, of Europe/Istanbul; 0 = no limit */
  daily_transaction_limit: number
  /** Payments and transfers a month; 0 = no limit */
  monthly_transaction_limit: number
  /** Requests a second of the whole organization */
  rate_limit_per_second: number
  /** Requests at once */
  burst: number
  /** An inactive plan takes no more tenants; those it has keep it */
  is_active: boolean
  /** The plan of tenants made without one */
  is_default: boolean
  /** Place in lists, lowest first */
  sort_order: number
  /** A person’s session ends when it was not refreshed for so long */
  session_idle_minutes: number
  /** A person logs in again after so long, however busy */
  session_max_minutes: number
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
  /** What the plan opens */
  features: Feature[]
}

export interface PlanPage {
  /** The rows of this page */
  items: Plan[]
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

export interface RecoveryCodes {
  /** Shown this once; each takes the place of one code */
  recovery_codes: string[]
}

export interface RefreshRequest {
  /** Gets the next access token; good once */
  refresh_token: string
}

export interface RenewRecoveryCodes {
  /** The present password: a stolen token changes nothing */
  password: string
  /** Six digits of the authenticator app: one recovery code does not make ten */
  otp: string
}

export interface ResetPassword {
  /** Letters and digits; not the user name, not the e-mail address, not a few characters over and over, and none of the last four passwords */
  password: string
  /** true: no login until its owner has changed it */
  temporary?: boolean | null | undefined
}

export interface RoleMapping {
  /** As the token spells it */
  external_role: string
  /** Role of the platform it becomes */
  role: MappedRole
}

export interface SandboxClock {
  /** The platform's clock */
  now: string
}

export interface SecondFactor {
  /** A login needs a code */
  is_active: boolean
  /** Rights of the caller’s roles count with a second factor alone */
  is_required: boolean
  /** When it was confirmed; null before */
  confirmed_at: string | null
  /** Codes that may still stand in for the app */
  recovery_codes_left: number
}

export interface SetPaymentPolicy {
  /** Whether payments without 3D Secure are taken */
  allow_non_3d: boolean
  /** How the bank's challenge is shown where both ways are open */
  preferred_three_d_flow: ThreeDFlow
}

export interface SetTenantPlan {
  /** Id of the plan */
  plan_id: string
}

export interface SigningKey {
  /** Id of the signing key */
  kid: string
  /** Where it stands now */
  status: SigningKeyStatus
  /** From when the key signs */
  signs_from: string
  /** null = no next key is set */
  signs_until: string | null
}

export interface SigningKeyList {
  /** The rows of this page */
  items: SigningKey[]
}

export type SigningKeyStatus = 'published' | 'active' | 'retired'

export interface SuspendTenant {
  /** For the audit log; the tenant does not see it */
  reason?: string | null | undefined
}

export interface Tenant {
  /** Its id; does not change */
  id: string
  /** Name of its realm in addresses of the token endpoint */
  slug: string
  /** Name for people */
  display_name: string | null
  /** Its realm: the slug */
  realm_name: string | null
  /** Whom to write to */
  contact_email: string | null
  /** Where it stands now */
  status: TenantStatus
  /** Id of the plan */
  plan_id: string | null
  /** Short name of the plan */
  plan_code: string | null
  /** Name of the plan */
  plan_name: string | null
  /** When the tenant got the plan */
  plan_assigned_at: string | null
  /** Whether payments without 3D Secure are taken */
  allow_non_3d: boolean
  /** How the bank's challenge is shown where both ways are open */
  preferred_three_d_flow: ThreeDFlow
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
}

export interface TenantPage {
  /** The rows of this page */
  items: Tenant[]
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

export interface TenantRole {
  /** Name for people */
  name: string
  /** Free text for people */
  description: string | null
  /** Built-in roles it grants */
  includes: string[]
  /** Whether it came with the platform and cannot be changed */
  is_builtin: boolean
  /** When it was made, UTC */
  created: string
}

export type TenantStatus = 'active' | 'suspended'

export type ThreeDFlow = 'standard' | 'pay' | 'hosted'

export type TokenAlgorithm = 'RS256' | 'PS256' | 'ES256'

export interface TokenAnswer {
  /** JWT, RS256 */
  access_token: string
  /** Gets the next access token; good once */
  refresh_token: string
  /** How the token is sent */
  token_type: 'Bearer'
  /** Seconds the access token is good for */
  expires_in: number
  /** Keys: 0 = no fixed end, it dies after 30 days without use. People: seconds until the session ends without a refresh */
  refresh_expires_in: number
  /** How far it reaches */
  scope: string
}

export interface TokenRequest {
  /** Required in JSON, and in forms without HTTP Basic */
  client_id?: string | null | undefined
  /** Required with client_id */
  client_secret?: string | null | undefined
  /** JSON: optional, only client_credentials. Form: client_credentials or refresh_token */
  grant_type?: string | null | undefined
  /** With grant_type refresh_token */
  refresh_token?: string | null | undefined
  /** Ignored */
  scope?: string | null | undefined
}

export interface UpdateApiKey {
  /** Repeats the path */
  id?: string | null | undefined
  /** Name for people */
  display_name: string
  /** Whom to write to */
  contact_email?: string | null | undefined
  /** Binds the key to one merchant */
  merchant_id?: string | null | undefined
  /** Default: merchant-user with merchant_id, else pos-operator */
  roles?: string[] | null | undefined
  /** Default: the plan of the tenant */
  plan_id?: string | null | undefined
  /** Payments a day with this key; at most the plan's value */
  daily_limit_override?: number | null | undefined
  /** Payments a month with this key; at most the plan's value */
  monthly_limit_override?: number | null | undefined
  /** Requests a second with this key; at most the plan's value */
  rate_limit_override?: number | null | undefined
  /** IPv4, IPv6 and CIDR entries, separated by commas; empty = from everywhere. Production keys with a transfer role need it */
  allowed_ips?: string | null | undefined
  /** In the future */
  expires_at?: string | null | undefined
  /** false switches it off and ends its sign-ins; absent: stays as it is */
  is_active?: boolean | null | undefined
}

export interface UpdateIdentityProvider {
  /** Repeats the path */
  id?: string | null | undefined
  /** Repeats the issuer */
  issuer?: string | null | undefined
  /** For people */
  name: string
  /** What the issuer writes into claim aud for this platform; default: the issuer URL of your realm, {auth_url}/api/v1/auth/{slug}. Issuer and audience together belong to one tenant of the platform */
  audience?: string | null | undefined
  /** Algorithm its tokens are signed with */
  algorithm?: TokenAlgorithm | null | undefined
  /** Key set of the issuer; absent: its discovery document names it */
  jwks_url?: string | null | undefined
  /** Claim that lists the roles, default roles; realm_access.roles for a Keycloak realm */
  roles_claim?: string | null | undefined
  /** What their roles are worth here; a role without a mapping is worth nothing */
  role_mappings: RoleMapping[]
  /** Claim with the id or external id of the merchant its bearer is bound to */
  merchant_claim?: string | null | undefined
  /** Default 3600 */
  max_token_life_seconds?: number | null | undefined
  /** false: none of its tokens is accepted; absent: stays */
  is_active?: boolean | null | undefined
}

export interface UpdateUser {
  /** Of one user only, compared without case */
  email?: string | null | undefined
  /** First name of the person */
  firstName?: string | null | undefined
  /** Family name of the person */
  lastName?: string | null | undefined
  /** Company the person works for */
  companyName?: string | null | undefined
  /** false: no login, and every session ends */
  enabled?: boolean | null | undefined
  /** Built-in roles and the tenant’s own; GET /users/roles lists them */
  roles?: string[] | null | undefined
  /** Binds the user to one merchant; empty: to none */
  merchantId?: string | null | undefined
  /** false approves a user who waits; true makes one wait */
  pendingApproval?: boolean | null | undefined
}

export interface User {
  /** Its id; does not change */
  id: string
  /** Name the person signs in with */
  username: string
  /** E-mail address */
  email: string
  /** First name of the person */
  firstName: string | null
  /** Family name of the person */
  lastName: string | null
  /** Whether the person may sign in */
  enabled: boolean
  /** Whether the address was shown to be the person's */
  emailVerified: boolean
  /** Milliseconds since 1970 */
  createdTimestamp: number
  /** What the caller may do */
  roles: string[]
  /** Tenant the person belongs to */
  tenantId: string | null
  /** Merchant the person is bound to; null: the whole tenant */
  merchantId: string | null
  /** Company the person works for */
  companyName: string | null
  /** Whether a second person has to confirm the user */
  pendingApproval: boolean
  /** Decides, sends and approves nothing until a second person confirms the user */
  needsConfirmation: boolean
  /** Names what was changed since it was last confirmed; the confirming person sends it. null: nothing was */
  changeId: string | null
}

export interface UserEnvelope {
  /** What to know about it, for people */
  message: string | null
  /** Whether it succeeded */
  isSuccess: boolean
  /** Short name that programs use */
  code: string | null
  /** What happened, with the state at that moment */
  data: User
}

export interface UserInfo {
  /** User id or client id */
  sub: string
  /** Name the person signs in with */
  preferred_username: string | null
  /** E-mail address */
  email: string | null
  /** First name of the person */
  given_name: string | null
  /** Family name of the person */
  family_name: string | null
  /** Name for people */
  name: string | null
  /** What the caller may do */
  roles: string[]
  /** Id of the tenant */
  tenant_id: string | null
  /** Id of the merchant */
  merchant_id: string | null
  /** Company the person works for */
  company_name: string | null
}

export interface UserPage {
  /** The rows of this page */
  items: User[]
  /** Number of this page, from 1 */
  pageNumber: number
  /** How many pages */
  totalPages: number
  /** Rows on all pages */
  totalCount: number
  /** Whether a page lies before */
  hasPreviousPage: boolean
  /** Whether another page follows */
  hasNextPage: boolean
}

export interface UserPageEnvelope {
  /** What to know about it, for people */
  message: string | null
  /** Whether it succeeded */
  isSuccess: boolean
  /** Short name that programs use */
  code: string | null
  /** What happened, with the state at that moment */
  data: UserPage
}

export interface UserRole {
  /** Name for people */
  name: string
  /** Free text for people */
  description: string | null
}

export interface UserRolesEnvelope {
  /** What to know about it, for people */
  message: string | null
  /** Whether it succeeded */
  isSuccess: boolean
  /** Short name that programs use */
  code: string | null
  /** What happened, with the state at that moment */
  data: UserRole[]
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

export interface WriteBank {
  /** Characters 5 to 9 of its IBANs: the EFT code with a zero before it. It stays when the bank is changed */
  code: string
  /** Name for people */
  name: string
  /** ISO 9362 */
  swift_code?: string | null | undefined
  /** Member number at BKM, the Turkish card switch */
  bkm_member_id?: string | null | undefined
  /** Address of the logo */
  logo_url?: string | null | undefined
  /** Default true; absent on a change: stays as it is */
  is_active?: boolean | null | undefined
}

export interface WriteBankBin {
  /** A code of GET /api/v1/lookups/banks */
  bank_code: string
  /** 6 to 8 digits */
  bin_start: string
  /** As many digits, not below bin_start */
  bin_end: string
  /** Scheme of the card, such as Visa */
  schema_type: CardSchemaType
  /** Credit, debit or prepaid */
  card_type: CardType
  /** Programme of the card, such as Bonus */
  card_program?: CardBrand | null | undefined
  /** Two letters; default TR */
  country?: string | null | undefined
  /** Default false */
  is_commercial?: boolean | null | undefined
  /** Default 16 */
  card_length?: number | null | undefined
  /** Default true; absent on a change: stays as it is */
  is_active?: boolean | null | undefined
}

export interface WriteConnectorHost {
  /** What the connector connects to */
  connector_type: ConnectorType
  /** Host name or address literal, alone: no scheme, user, port, path or wildcard */
  host: string
  /** The one port; absent: any */
  port?: number | null | undefined
  /** For people */
  note?: string | null | undefined
}

export interface WriteMerchant {
  /** On a change: repeats the path */
  id?: string | null | undefined
  /** Name for people */
  name: string
  /** Name in the register of companies */
  legal_name?: string | null | undefined
  /** Unique in the tenant; visible ASCII characters, as it is sent in X-External-Merchant-Id */
  external_id?: string | null | undefined
  /** VKN (10 digits) or TCKN (11), with right check digits */
  tax_id?: string | null | undefined
  /** Tax office it is registered at */
  tax_office?: string | null | undefined
  /** Member number at BKM, the Turkish card switch */
  bkm_member_id?: string | null | undefined
  /** Email address */
  email?: string | null | undefined
  /** Whom to call */
  contact_phone?: string | null | undefined
  /** City */
  city?: string | null | undefined
  /** District of the city */
  district?: string | null | undefined
  /** Street address */
  address?: string | null | undefined
  /** Address */
  url?: string | null | undefined
  /** A code of GET /api/v1/lookups/mcc-codes */
  default_mcc?: string | null | undefined
  /** Another merchant of the tenant */
  parent_id?: string | null | undefined
  /** Default true; absent on a change: stays as it is */
  is_active?: boolean | null | undefined
  /** Default approved; absent on a change: stays as it is. pending → approved or rejected → pending */
  status?: MerchantStatus | null | undefined
}

export interface WritePlan {
  /** Lower-case letters, digits, _ and -; unique */
  code: string
  /** Name for people */
  name: string
  /** Free text for people */
  description?: string | null | undefined
  /** Payments and transfers a day, of Europe/Istanbul; 0 = no limit */
  daily_transaction_limit: number
  /** Payments and transfers a month; 0 = no limit */
  monthly_transaction_limit: number
  /** Requests a second of the whole organization */
  rate_limit_per_second: number
  /** Requests at once; default twice the rate */
  burst?: number | null | undefined
  /** Default true; absent on a change: stays as it is */
  is_active?: boolean | null | undefined
  /** true takes it from the plan that had it; absent on a change: stays as it is */
  is_default?: boolean | null | undefined
  /** Default 0 */
  sort_order?: number | null | undefined
  /** A person’s session ends when it was not refreshed for so long */
  session_idle_minutes?: number | null | undefined
  /** A person logs in again after so long, however busy */
  session_max_minutes?: number | null | undefined
  /** What it opens; default nothing; absent on a change: stays as it is */
  feature_codes?: FeatureCode[] | null | undefined
}

export interface WriteTenantRole {
  /** 3 to 50 of a-z, 0-9 and -; not the name of a built-in role; on create required */
  name?: string | null | undefined
  /** Free text for people */
  description?: string | null | undefined
  /** Names of built-in roles of tenants */
  includes: string[]
}

/** Operations by method and path. */
export interface Operations {
  /** Issue an access token (OAuth 2.0 client credentials) */
  'POST /api/v1/auth/{slug}/token': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    body: TokenRequest
    answer: TokenAnswer
  }
  /** Refresh an access token */
  'POST /api/v1/auth/{slug}/refresh': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    body: RefreshRequest
    answer: TokenAnswer
  }
  /** End a sign-in */
  'POST /api/v1/auth/{slug}/logout': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    body: LogoutRequest
    answer: undefined
  }
  /** Log a person in */
  'POST /api/v1/auth/{slug}/login': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    body: LoginRequest
    answer: TokenAnswer
  }
  /** Change one’s own password */
  'POST /api/v1/auth/{slug}/change-password': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    body: ChangePassword
    answer: TokenAnswer
  }
  /** Owner of the token (userinfo) */
  'GET /api/v1/auth/{slug}/me': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    answer: UserInfo
  }
  /** Discovery document of a realm */
  'GET /api/v1/auth/{slug}/.well-known/openid-configuration': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    answer: Discovery
  }
  /** Key set of a realm */
  'GET /api/v1/auth/{slug}/.well-known/jwks.json': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    answer: Jwks
  }
  /** List API keys */
  'GET /api/v1/tenants/me/api-keys': {
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
    answer: ApiKeyPage
  }
  /** Create an API key */
  'POST /api/v1/tenants/me/api-keys': {
    body: CreateApiKey
    answer: ApiKeyCreated
  }
  /** One API key */
  'GET /api/v1/tenants/me/api-keys/{id}': {
    path: {
      /** Id of the api key */
      id: string
    }
    answer: ApiKey
  }
  /** Change an API key */
  'PUT /api/v1/tenants/me/api-keys/{id}': {
    path: {
      /** Id of the api key */
      id: string
    }
    body: UpdateApiKey
    answer: ApiKey
  }
  /** Delete an API key */
  'DELETE /api/v1/tenants/me/api-keys/{id}': {
    path: {
      /** Id of the api key */
      id: string
    }
    answer: undefined
  }
  /** Issue a new secret */
  'POST /api/v1/tenants/me/api-keys/{id}/rotate-secret': {
    path: {
      /** Id of the api key */
      id: string
    }
    answer: ApiKeyRotated
  }
  /** List API keys */
  'GET /api/v1/platform/tenants/{tenant_id}/api-keys': {
    path: {
      /** Id of the tenant */
      tenant_id: string
    }
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
    answer: ApiKeyPage
  }
  /** Create an API key */
  'POST /api/v1/platform/tenants/{tenant_id}/api-keys': {
    path: {
      /** Id of the tenant */
      tenant_id: string
    }
    body: CreateApiKey
    answer: ApiKeyCreated
  }
  /** One API key */
  'GET /api/v1/platform/tenants/{tenant_id}/api-keys/{id}': {
    path: {
      /** Id of the tenant */
      tenant_id: string
      /** Id of the api key */
      id: string
    }
    answer: ApiKey
  }
  /** Change an API key */
  'PUT /api/v1/platform/tenants/{tenant_id}/api-keys/{id}': {
    path: {
      /** Id of the tenant */
      tenant_id: string
      /** Id of the api key */
      id: string
    }
    body: UpdateApiKey
    answer: ApiKey
  }
  /** Delete an API key */
  'DELETE /api/v1/platform/tenants/{tenant_id}/api-keys/{id}': {
    path: {
      /** Id of the tenant */
      tenant_id: string
      /** Id of the api key */
      id: string
    }
    answer: undefined
  }
  /** Issue a new secret */
  'POST /api/v1/platform/tenants/{tenant_id}/api-keys/{id}/rotate-secret': {
    path: {
      /** Id of the tenant */
      tenant_id: string
      /** Id of the api key */
      id: string
    }
    answer: ApiKeyRotated
  }
  /** Confirm an API key */
  'POST /api/v1/tenants/me/api-keys/{id}/confirm': {
    path: {
      /** Id of the api key */
      id: string
    }
    body?: ConfirmChange
    answer: ApiKey
  }
  /** List merchants */
  'GET /api/v1/merchants': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** In name, legal name, external id, tax id and email address */
      search_term?: string | undefined
      /** With this status */
      status?: MerchantStatus | undefined
    }
    answer: MerchantPage
  }
  /** Create a merchant */
  'POST /api/v1/merchants': {
    body: WriteMerchant
    answer: Merchant
  }
  /** Merchant of the token */
  'GET /api/v1/merchants/me': {
    answer: Merchant
  }
  /** Read a merchant */
  'GET /api/v1/merchants/{id}': {
    path: {
      /** Id of the merchant */
      id: string
    }
    answer: Merchant
  }
  /** Change a merchant */
  'PUT /api/v1/merchants/{id}': {
    path: {
      /** Id of the merchant */
      id: string
    }
    body: WriteMerchant
    answer: Merchant
  }
  /** Delete a merchant */
  'DELETE /api/v1/merchants/{id}': {
    path: {
      /** Id of the merchant */
      id: string
    }
    answer: undefined
  }
  /** List users */
  'GET /api/v{version}/users': {
    path: {
      /** 1 or 1.0 */
      version: string
    }
    query?: {
      /** Id of a merchant, or your own identifier of it */
      MerchantId?: string | undefined
      /** true = only users who wait for approval */
      Pending?: boolean | undefined
      /** Number of the page, from 1 */
      PageNumber?: number | undefined
      /** Rows on a page */
      PageSize?: number | undefined
      /** In user name, email address, first and last name */
      SearchTerm?: string | undefined
    }
    answer: UserPageEnvelope
  }
  /** Create a user */
  'POST /api/v{version}/users': {
    path: {
      /** 1 or 1.0 */
      version: string
    }
    body: CreateUser
    answer: UserEnvelope
  }
  /** List the roles users can have */
  'GET /api/v{version}/users/roles': {
    path: {
      /** 1 or 1.0 */
      version: string
    }
    answer: UserRolesEnvelope
  }
  /** One user */
  'GET /api/v{version}/users/{id}': {
    path: {
      /** 1 or 1.0 */
      version: string
      /** Id of the user */
      id: string
    }
    answer: UserEnvelope
  }
  /** Change a user */
  'PUT /api/v{version}/users/{id}': {
    path: {
      /** 1 or 1.0 */
      version: string
      /** Id of the user */
      id: string
    }
    body: UpdateUser
    answer: UserEnvelope
  }
  /** Delete a user */
  'DELETE /api/v{version}/users/{id}': {
    path: {
      /** 1 or 1.0 */
      version: string
      /** Id of the user */
      id: string
    }
    answer: undefined
  }
  /** Set a password for a user */
  'POST /api/v{version}/users/{id}/reset-password': {
    path: {
      /** 1 or 1.0 */
      version: string
      /** Id of the user */
      id: string
    }
    body: ResetPassword
    answer: undefined
  }
  /** Take a user’s second factor away */
  'POST /api/v{version}/users/{id}/reset-second-factor': {
    path: {
      /** 1 or 1.0 */
      version: string
      /** Id of the user */
      id: string
    }
    answer: undefined
  }
  /** Confirm a user */
  'POST /api/v{version}/users/{id}/confirm': {
    path: {
      /** 1 or 1.0 */
      version: string
      /** Id of the user */
      id: string
    }
    body?: ConfirmUserChange
    answer: UserEnvelope
  }
  /** List the roles of the tenant */
  'GET /api/v1/tenants/{tenant_id}/roles': {
    path: {
      /** `me`, or the tenant of the token */
      tenant_id: string
    }
    answer: TenantRole[]
  }
  /** Create a role */
  'POST /api/v1/tenants/{tenant_id}/roles': {
    path: {
      /** `me`, or the tenant of the token */
      tenant_id: string
    }
    body: WriteTenantRole
    answer: TenantRole
  }
  /** Change a role */
  'PUT /api/v1/tenants/{tenant_id}/roles/{role_name}': {
    path: {
      /** `me`, or the tenant of the token */
      tenant_id: string
      /** Name of the role */
      role_name: string
    }
    body: WriteTenantRole
    answer: TenantRole
  }
  /** Delete a role */
  'DELETE /api/v1/tenants/{tenant_id}/roles/{role_name}': {
    path: {
      /** `me`, or the tenant of the token */
      tenant_id: string
      /** Name of the role */
      role_name: string
    }
    answer: undefined
  }
  /** Owner of the token */
  'GET /api/v1/me': {
    answer: UserInfo
  }
  /** One’s own second factor */
  'GET /api/v1/me/second-factor': {
    answer: SecondFactor
  }
  /** Set up a second factor */
  'POST /api/v1/me/second-factor': {
    body: EnrolSecondFactor
    answer: EnrolledSecondFactor
  }
  /** Confirm the second factor with its first code */
  'POST /api/v1/me/second-factor/confirm': {
    body: ConfirmSecondFactor
    answer: RecoveryCodes
  }
  /** Take one’s own second factor away */
  'POST /api/v1/me/second-factor/disable': {
    body: DisableSecondFactor
    answer: undefined
  }
  /** Renew one’s own recovery codes */
  'POST /api/v1/me/second-factor/recovery-codes': {
    body: RenewRecoveryCodes
    answer: RecoveryCodes
  }
  /** Plan of the token */
  'GET /api/v1/me/plan': {
    answer: MePlan
  }
  /** List identity providers */
  'GET /api/v1/tenants/me/identity-providers': {
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
    answer: IdentityProviderPage
  }
  /** Trust an identity provider */
  'POST /api/v1/tenants/me/identity-providers': {
    body: CreateIdentityProvider
    answer: IdentityProvider
  }
  /** One identity provider */
  'GET /api/v1/tenants/me/identity-providers/{id}': {
    path: {
      /** Id of the identity provider */
      id: string
    }
    answer: IdentityProvider
  }
  /** Replace an identity provider */
  'PUT /api/v1/tenants/me/identity-providers/{id}': {
    path: {
      /** Id of the identity provider */
      id: string
    }
    body: UpdateIdentityProvider
    answer: IdentityProvider
  }
  /** Stop trusting an identity provider */
  'DELETE /api/v1/tenants/me/identity-providers/{id}': {
    path: {
      /** Id of the identity provider */
      id: string
    }
    answer: undefined
  }
  /** Confirm an identity provider */
  'POST /api/v1/tenants/me/identity-providers/{id}/confirm': {
    path: {
      /** Id of the identity provider */
      id: string
    }
    body?: ConfirmChange
    answer: IdentityProvider
  }
  /** List the audit log of the tenant */
  'GET /api/v1/audit-log': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** `sub` of a token, or the claimed id */
      actor?: string | undefined
      /** Such as `POST /api/v1/connectors`, as the API documents spell it */
      operation?: string | undefined
      /** Such as connector or api_key */
      kind?: string | undefined
      /** Id of what was changed */
      target_id?: string | undefined
      /** With this outcome */
      outcome?: AuditOutcome | undefined
      /** Then or later */
      from_date?: string | undefined
      /** Then or earlier */
      to_date?: string | undefined
      /** X-Correlation-Id of the call */
      correlation_id?: string | undefined
      /** In actor, operation, kind, target and code */
      search_term?: string | undefined
      /** The same as from_date; of both the last one counts */
      start_date?: string | undefined
      /** The same as to_date; of both the last one counts */
      end_date?: string | undefined
    }
    answer: AuditEntryPage
  }
  /** List the audit log of all tenants */
  'GET /api/v1/platform/audit-log': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** `sub` of a token, or the claimed id */
      actor?: string | undefined
      /** Such as `POST /api/v1/connectors`, as the API documents spell it */
      operation?: string | undefined
      /** Such as connector or api_key */
      kind?: string | undefined
      /** Id of what was changed */
      target_id?: string | undefined
      /** With this outcome */
      outcome?: AuditOutcome | undefined
      /** Then or later */
      from_date?: string | undefined
      /** Then or earlier */
      to_date?: string | undefined
      /** X-Correlation-Id of the call */
      correlation_id?: string | undefined
      /** In actor, operation, kind, target and code */
      search_term?: string | undefined
      /** One chain: a tenant's, or the platform's own */
      tenant_id?: string | undefined
      /** The same as from_date; of both the last one counts */
      start_date?: string | undefined
      /** The same as to_date; of both the last one counts */
      end_date?: string | undefined
    }
    answer: AuditEntryPage
  }
  /** What the tenant holds of a person */
  'POST /api/v1/tenants/me/person-data/export': {
    body: PersonRequest
    answer: PersonExport
  }
  /** Erase what says who a person is */
  'POST /api/v1/tenants/me/person-data/erase': {
    body: PersonRequest
    answer: PersonErasure
  }
  /** Confirm one of the first people of a tenant */
  'POST /api/v1/platform/tenants/{tenant_id}/users/{id}/confirm': {
    path: {
      /** Id of the tenant */
      tenant_id: string
      /** Id of the user */
      id: string
    }
    body?: ConfirmUserChange
    answer: UserEnvelope
  }
  /** List tenants */
  'GET /api/v1/platform/tenants': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Suspended ones too */
      include_inactive?: boolean | undefined
      /** In slug, display name and contact email */
      search_term?: string | undefined
      /** With this status */
      status?: TenantStatus | undefined
    }
    answer: TenantPage
  }
  /** Create a tenant */
  'POST /api/v1/platform/tenants': {
    body: CreateTenant
    answer: Tenant
  }
  /** Read a tenant */
  'GET /api/v1/platform/tenants/{slug}': {
    path: {
      /** tenant-<your-slug> */
      slug: string
    }
    answer: Tenant
  }
  /** Suspend a tenant */
  'POST /api/v1/platform/tenants/{id}/suspend': {
    path: {
      /** Id of the tenant */
      id: string
    }
    body?: SuspendTenant
    answer: Tenant
  }
  /** Activate a suspended tenant */
  'POST /api/v1/platform/tenants/{id}/activate': {
    path: {
      /** Id of the tenant */
      id: string
    }
    answer: Tenant
  }
  /** Give a tenant another plan */
  'PUT /api/v1/platform/tenants/{id}/plan': {
    path: {
      /** Id of the tenant */
      id: string
    }
    body: SetTenantPlan
    answer: Tenant
  }
  /** Set a tenant's payment policy */
  'PUT /api/v1/platform/tenants/{id}/payment-policy': {
    path: {
      /** Id of the tenant */
      id: string
    }
    body: SetPaymentPolicy
    answer: Tenant
  }
  /** List plans */
  'GET /api/v1/platform/plans': {
    query?: {
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Whether inactive rows are among the answered */
      include_inactive?: boolean | undefined
      /** In code, name and description */
      search_term?: string | undefined
    }
    answer: PlanPage
  }
  /** Create a plan */
  'POST /api/v1/platform/plans': {
    body: WritePlan
    answer: Plan
  }
  /** Read a plan */
  'GET /api/v1/platform/plans/{id}': {
    path: {
      /** Id of the plan */
      id: string
    }
    answer: Plan
  }
  /** Change a plan */
  'PUT /api/v1/platform/plans/{id}': {
    path: {
      /** Id of the plan */
      id: string
    }
    body: WritePlan
    answer: Plan
  }
  /** Delete a plan */
  'DELETE /api/v1/platform/plans/{id}': {
    path: {
      /** Id of the plan */
      id: string
    }
    answer: undefined
  }
  /** List the signing keys of a realm */
  'GET /api/v1/platform/realms/{slug}/signing-keys': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    answer: SigningKeyList
  }
  /** Change the signing key of a realm */
  'POST /api/v1/platform/realms/{slug}/signing-keys': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    answer: SigningKey
  }
  /** Revoke a signing key that leaked */
  'DELETE /api/v1/platform/realms/{slug}/signing-keys/{kid}': {
    path: {
      /** Slug of the realm */
      slug: string
      /** Id of the signing key */
      kid: string
    }
    answer: undefined
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
  /** Create a bank */
  'POST /api/v1/lookups/banks': {
    body: WriteBank
    answer: Bank
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
  /** Create a BIN range */
  'POST /api/v1/lookups/bank-bins': {
    body: WriteBankBin
    answer: BankBin
  }
  /** Change a bank */
  'PUT /api/v1/lookups/banks/{id}': {
    path: {
      /** Id of the bank */
      id: string
    }
    body: WriteBank
    answer: Bank
  }
  /** Delete a bank */
  'DELETE /api/v1/lookups/banks/{id}': {
    path: {
      /** Id of the bank */
      id: string
    }
    answer: undefined
  }
  /** Change a BIN range */
  'PUT /api/v1/lookups/bank-bins/{id}': {
    path: {
      /** Id of the BIN range */
      id: string
    }
    body: WriteBankBin
    answer: BankBin
  }
  /** Delete a BIN range */
  'DELETE /api/v1/lookups/bank-bins/{id}': {
    path: {
      /** Id of the BIN range */
      id: string
    }
    answer: undefined
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
  /** List a host for a type of connector */
  'POST /api/v1/lookups/connector-hosts': {
    body: WriteConnectorHost
    answer: ConnectorHost
  }
  /** Take a host off the list */
  'DELETE /api/v1/lookups/connector-hosts/{id}': {
    path: {
      /** Id of the connector host */
      id: string
    }
    answer: undefined
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
  /** Read the platform's clock */
  'GET /api/v1/sandbox/clock': {
    answer: SandboxClock
  }
  /** Set or move the platform's clock */
  'POST /api/v1/sandbox/clock': {
    body: MoveSandboxClock
    answer: SandboxClock
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
