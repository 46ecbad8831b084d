/** Vezne identity: made from its OpenAPI document by `node scripts/docs.ts`; not to be edited. */

import type { Page, PageQuery, Bank, BankBin, BankBinPage, BankPage, BinAnswer, CardBrand, CardSchemaType, CardType, CardValidation, City, ConnectorHost, ConnectorHostPage, ConnectorType, District, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, IbanValidation, Live, MccCode, MccCodePage, Problem, ValidateCard, ValidateIban } from './shared.ts'

export type { Bank, BankBin, BankBinPage, BankPage, BinAnswer, CardBrand, CardSchemaType, CardType, CardValidation, City, ConnectorHost, ConnectorHostPage, ConnectorType, District, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, IbanValidation, Live, MccCode, MccCodePage, Problem, ValidateCard, ValidateIban }

export interface ApiKey {
  id: string
  tenant_id: string
  /** cid_test_ or cid_live_ and random characters */
  client_id: string
  display_name: string | null
  contact_email: string | null
  merchant_id: string | null
  roles: string[]
  plan_id: string | null
  plan_code: string | null
  plan_name: string | null
  daily_limit_override: number | null
  monthly_limit_override: number | null
  rate_limit_override: number | null
  effective_daily_limit: number | null
  effective_monthly_limit: number | null
  effective_rate_limit: number | null
  /** Comma-separated, in canonical form; null = from everywhere */
  allowed_ips: string | null
  expires_at: string | null
  is_active: boolean
  /** It decides, sends and approves nothing until a second person confirms it */
  needs_confirmation: boolean
  /** Names what was changed since it was last confirmed; the confirming person sends it. null: nothing was */
  change_id: string | null
  /** Members that keep their value until a second person confirms it, and what they become then */
  awaited: {
    merchant_id?: string | null | undefined
    plan_id?: string | null | undefined
    daily_limit_override?: number | null | undefined
    monthly_limit_override?: number | null | undefined
    rate_limit_override?: number | null | undefined
  } | null
  created: string
  /** When it last got a token; noted once a minute at most */
  last_used_at: string | null
  /** Until when the secret before a rotation works; null = only one does */
  previous_secret_expires_at: string | null
}

export interface ApiKeyCreated {
  api_key: ApiKey
  /** cs_test_ or cs_live_ and 256 random bits; shown in this answer only */
  secret: string
}

export type ApiKeyPage = Page<ApiKey>

export interface ApiKeyRotated {
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
  at: string
  /** `sub` of the token, or the claimed id; null when none was sent */
  actor: string | null
  /** Realm of the actor; `master` where the platform acted on a tenant */
  realm: string | null
  /** Such as `POST /api/v1/connectors` */
  operation: string
  outcome: AuditOutcome
  /** Of the problem, when it was refused */
  code: string | null
  /** What was changed, such as connector */
  kind: string | null
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

export type AuditEntryPage = Page<AuditEntry>

export type AuditOutcome = 'done' | 'refused'

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

export interface CreateApiKey {
  display_name: string
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
  /** IPv4, IPv6 and CIDR entries, separated by commas; empty = from everywhere. Production keys that reach transfers, tenant-admin included, need it: ranges of /8 (IPv6: /32) or smaller, four of that size … */
  allowed_ips?: string | null | undefined
  /** In the future */
  expires_at?: string | null | undefined
  /** A new key is active: true says so too, false is refused. Switch it off by PUT */
  is_active?: boolean | null | undefined
}

export interface CreateIdentityProvider {
  /** https, as its tokens and its discovery document spell it; cannot be changed later */
  issuer: string
  /** For people */
  name: string
  /** What the issuer writes into claim aud for this platform; default: the issuer URL of your realm, {auth_url}/api/v1/auth/{slug}. Any other is proven first; issuer and audience together belong to the ten… */
  audience?: string | null | undefined
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
  firstName?: string | null | undefined
  lastName?: string | null | undefined
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
  issuer: string
  token_endpoint: string
  userinfo_endpoint: string
  end_session_endpoint: string
  jwks_uri: string
  grant_types_supported: string[]
  token_endpoint_auth_methods_supported: string[]
  id_token_signing_alg_values_supported: string[]
  response_types_supported: string[]
  subject_types_supported: string[]
  scopes_supported: string[]
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
  kind: 'users' | 'payments' | 'fraud_checks' | 'transfers' | 'recipients' | 'archived_payments'
  count: number
}

export interface Feature {
  code: FeatureCode
  name: string
  description: string | null
}

export type FeatureCode = 'card_payments' | 'recurring' | 'checkout' | 'transfers' | 'fraud' | 'reconciliation'

export interface ForgottenPassword {
  /** User name, or the e-mail address of a user whose name is another; compared without case */
  username: string
  /** Language of the mail; default: as Accept-Language says */
  language?: MailLanguage | null | undefined
}

export interface IdentityProvider {
  id: string
  name: string
  /** Claim iss, to the letter */
  issuer: string
  /** Has to be in claim aud */
  audience: string
  /** null = nothing is to be proven. Else none of its tokens is accepted until one is presented (POST .../prove) that has this value in aud beside the audience, or as claim vezne_realm */
  proof: string | null
  algorithm: TokenAlgorithm
  /** null = the discovery document of the issuer names it */
  jwks_url: string | null
  /** Claim that lists the roles; dots lead into objects */
  roles_claim: string
  role_mappings: RoleMapping[]
  /** Claim with the id or external id of a merchant */
  merchant_claim: string | null
  /** Tokens that live longer are refused */
  max_token_life_seconds: number
  is_active: boolean
  /** Its people decide, send and approve nothing until a second person confirms it */
  needs_confirmation: boolean
  /** Names what was changed since it was last confirmed; the confirming person sends it. null: nothing was */
  change_id: string | null
  /** Another claim for the merchant: it counts once a second person has confirmed it; null: none */
  awaited: {
    /** The claim that will name the merchant; null: none */
    merchant_claim: string | null
  } | null
  created: string
  last_modified: string
}

export type IdentityProviderPage = Page<IdentityProvider>

export interface InviteUser {
  /** Of one user only, compared without case */
  email: string
  /** Default: the e-mail address. Of one user only; it cannot be changed */
  username?: string | null | undefined
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  companyName?: string | null | undefined
  /** Built-in roles and the tenant’s own; GET /users/roles lists them */
  roles: string[]
  /** Binds the user to one merchant */
  merchantId?: string | null | undefined
  /** Language of the mail; default: as Accept-Language says */
  language?: MailLanguage | null | undefined
}

export interface Jwk {
  kty: string
  use: string
  alg: string
  kid: string
  n: string
  e: string
}

export interface Jwks {
  keys: Jwk[]
}

export interface KeptCount {
  kind: 'users' | 'payments' | 'fraud_checks' | 'transfers' | 'recipients' | 'archived_payments'
  /** user_not_deleted: delete the user first; payment_open: repeat when the payment is over; payment_record: kept by law */
  reason: string
  count: number
}

export interface Link {
  /** What it was sent for; `password`: a forgotten one */
  purpose: LinkPurpose
  /** Name of the organization */
  organization: string
  /** Whose password it sets */
  username: string
  expires_at: string
}

export type LinkPurpose = 'invitation' | 'password'

export interface LoginRequest {
  /** User name, or the e-mail address of a user whose name is another; compared without case */
  username: string
  password: string
  /** Six digits of the authenticator app, or a recovery code; for users with a second factor */
  otp?: string | null | undefined
  /** True: the answer to a right password without the code that its user needs is `otp_required` */
  in_two_steps?: boolean | null | undefined
}

export interface LogoutRequest {
  refresh_token: string
}

export interface LookUpLink {
  /** The `key` of the link in the mail */
  key: string
}

export type MailLanguage = 'tr' | 'en'

export type MappedRole = 'fraud-admin' | 'fraud-analyst' | 'merchant-admin' | 'merchant-user' | 'pos-admin' | 'pos-operator' | 'pos-viewer' | 'reconciliation-uploader' | 'tenant-admin' | 'transfer-admin' | 'transfer-merchant-admin' | 'transfer-merchant-user' | 'transfer-operator' | 'transfer-viewer'

export interface MePlan {
  plan_id: string | null
  plan_code: string | null
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
  id: string
  tenant_id: string
  name: string | null
  legal_name: string | null
  /** Your own name of it: the value of X-External-Merchant-Id */
  external_id: string | null
  tax_id: string | null
  tax_office: string | null
  bkm_member_id: string | null
  email: string | null
  contact_phone: string | null
  city: string | null
  district: string | null
  address: string | null
  url: string | null
  default_mcc: string | null
  /** As in GET /api/v1/lookups/mcc-codes */
  default_mcc_category: string | null
  parent_id: string | null
  parent_name: string | null
  is_active: boolean
  status: MerchantStatus
  /** What waits until a second person sends the same: the external_id of a merchant that is in use */
  awaits: MerchantAwaits | null
  /** What external_id becomes then; null where awaits is set: it is taken away */
  awaited_external_id: string | null
  asked_by: string | null
  created: string
  last_modified: string
}

export type MerchantAwaits = 'external_id'

export type MerchantNoticeCode = 'merchant_header_required'

export type MerchantPage = Page<Merchant>

export type MerchantStatus = 'pending' | 'approved' | 'rejected'

export interface MoveSandboxClock {
  /** Sets the clock */
  now?: string | null | undefined
  /** Moves the clock */
  advance_s?: number | null | undefined
}

export interface PersonErasure {
  erased: ErasedCount[]
  kept: KeptCount[]
  /** Send it with the same person to go on; null = that was all */
  position: string | null
  is_complete: boolean
}

export interface PersonExport {
  records: PersonRecord[]
  /** Send it with the same person to go on; null = that was all */
  position: string | null
  is_complete: boolean
}

export interface PersonRecord {
  kind: 'users' | 'payments' | 'fraud_checks' | 'transfers' | 'recipients' | 'archived_payments'
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
  id: string
  code: string
  name: string
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
  sort_order: number
  /** A person’s session ends when it was not refreshed for so long */
  session_idle_minutes: number
  /** A person logs in again after so long, however busy */
  session_max_minutes: number
  created: string
  last_modified: string
  features: Feature[]
}

export type PlanPage = Page<Plan>

export type ProcessStatus = 'running' | 'stopped' | 'died'

export interface ProveIdentityProvider {
  /** A valid access token of this issuer and audience, whose aud or claim vezne_realm has the value of proof; it is not kept */
  token: string
}

export interface RecoveryCodes {
  /** Shown this once; each takes the place of one code */
  recovery_codes: string[]
}

export interface RefreshRequest {
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
  role: MappedRole
}

export interface RunningProcess {
  /** Its number on this database, counted up */
  process_no: number
  /** running: its session with the database lives; stopped: it ended in good order; died: its session ended without a word */
  status: ProcessStatus
  /** Name of the machine */
  host: string
  /** Of the process on that machine */
  pid: number
  /** Release of the program */
  version: string
  /** It answers the interface */
  serves_requests: boolean
  /** It works on what is due: deliveries, installments, inquiries, upkeep */
  runs_jobs: boolean
  /** It runs and has given no sign of life for half a minute: it is stopped by a signal, or hangs */
  is_silent: boolean
  /** Real time, whatever the clock of a sandbox says */
  started: string
  /** Real time; of one that died: when another one missed it */
  ended: string | null
}

export interface RunningProcessList {
  items: RunningProcess[]
}

export interface SandboxClock {
  now: string
}

export interface SecondFactor {
  /** A login needs a code */
  is_active: boolean
  /** Rights of the caller’s roles count with a second factor alone */
  is_required: boolean
  confirmed_at: string | null
  recovery_codes_left: number
}

export interface SendInvitation {
  /** Language of the mail; default: as Accept-Language says */
  language?: MailLanguage | null | undefined
}

export interface SetPaymentPolicy {
  /** Whether payments without 3D Secure are taken */
  allow_non_3d: boolean
  preferred_three_d_flow: ThreeDFlow
}

export interface SetTenantPlan {
  plan_id: string
}

export interface SigningKey {
  kid: string
  status: SigningKeyStatus
  signs_from: string
  /** null = no next key is set */
  signs_until: string | null
}

export interface SigningKeyList {
  items: SigningKey[]
}

export type SigningKeyStatus = 'published' | 'active' | 'retired'

export interface SuspendTenant {
  /** For the audit log; the tenant does not see it */
  reason?: string | null | undefined
}

export interface Tenant {
  id: string
  /** Name of its realm in addresses of the token endpoint */
  slug: string
  display_name: string | null
  /** Its realm: the slug */
  realm_name: string | null
  contact_email: string | null
  status: TenantStatus
  plan_id: string | null
  plan_code: string | null
  plan_name: string | null
  plan_assigned_at: string | null
  /** Whether payments without 3D Secure are taken */
  allow_non_3d: boolean
  preferred_three_d_flow: ThreeDFlow
  created: string
  last_modified: string
}

export type TenantPage = Page<Tenant>

export interface TenantRole {
  name: string
  description: string | null
  /** Built-in roles it grants */
  includes: string[]
  is_builtin: boolean
  created: string
}

export type TenantStatus = 'active' | 'suspended'

export type ThreeDFlow = 'standard' | 'pay' | 'hosted'

export type TokenAlgorithm = 'RS256' | 'PS256' | 'ES256'

export interface TokenAnswer {
  /** JWT, RS256 */
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
  /** Keys: 0 = no fixed end, it dies after 30 days without use. People: seconds until the session ends without a refresh */
  refresh_expires_in: number
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
  display_name: string
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
  /** IPv4, IPv6 and CIDR entries, separated by commas; empty = from everywhere. Production keys that reach transfers, tenant-admin included, need it: ranges of /8 (IPv6: /32) or smaller, four of that size … */
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
  /** What the issuer writes into claim aud for this platform; default: the issuer URL of your realm, {auth_url}/api/v1/auth/{slug}. Any other is proven first; issuer and audience together belong to the ten… */
  audience?: string | null | undefined
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
  firstName?: string | null | undefined
  lastName?: string | null | undefined
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

export interface UseLink {
  /** The `key` of the link in the mail */
  key: string
  /** Letters and digits; not the user name, not the e-mail address, not a few characters over and over, and none of the last four passwords */
  password: string
  /** Language of the mail; default: as Accept-Language says */
  language?: MailLanguage | null | undefined
}

export interface User {
  id: string
  username: string
  email: string
  firstName: string | null
  lastName: string | null
  enabled: boolean
  emailVerified: boolean
  /** Milliseconds since 1970 */
  createdTimestamp: number
  roles: string[]
  tenantId: string | null
  merchantId: string | null
  companyName: string | null
  pendingApproval: boolean
  /** Decides, sends and approves nothing until a second person confirms the user */
  needsConfirmation: boolean
  /** Names what was changed since it was last confirmed; the confirming person sends it. null: nothing was */
  changeId: string | null
  /** Another merchant of the user: it counts once a second person has confirmed it; null: none */
  awaited: {
    merchantId: string | null
  } | null
  /** What was changed since the user was last confirmed: email, roles, password, second_factor, ...; empty also of a user who is new */
  waitingMembers: string[]
  /** Until when the link of an invitation counts, or has counted; null: none, or it was used or withdrawn */
  invitedUntil: string | null
}

export interface UserEnvelope {
  message: string | null
  isSuccess: boolean
  code: string | null
  data: User
}

export interface UserInfo {
  /** User id or client id */
  sub: string
  preferred_username: string | null
  email: string | null
  given_name: string | null
  family_name: string | null
  name: string | null
  roles: string[]
  tenant_id: string | null
  merchant_id: string | null
  company_name: string | null
}

export interface UserPage {
  items: User[]
  pageNumber: number
  totalPages: number
  totalCount: number
  hasPreviousPage: boolean
  hasNextPage: boolean
}

export interface UserPageEnvelope {
  message: string | null
  isSuccess: boolean
  code: string | null
  data: UserPage
}

export interface UserRole {
  name: string
  description: string | null
}

export interface UserRolesEnvelope {
  message: string | null
  isSuccess: boolean
  code: string | null
  data: UserRole[]
}

export interface WriteBank {
  /** Characters 5 to 9 of its IBANs: the EFT code with a zero before it. It stays when the bank is changed */
  code: string
  name: string
  /** ISO 9362 */
  swift_code?: string | null | undefined
  bkm_member_id?: string | null | undefined
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
  schema_type: CardSchemaType
  card_type: CardType
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
  name: string
  legal_name?: string | null | undefined
  /** Unique in the tenant; visible ASCII characters, as it is sent in X-External-Merchant-Id. Of a merchant in use it changes once a second person sends the same */
  external_id?: string | null | undefined
  /** VKN (10 digits) or TCKN (11), with right check digits */
  tax_id?: string | null | undefined
  tax_office?: string | null | undefined
  bkm_member_id?: string | null | undefined
  /** Email address */
  email?: string | null | undefined
  contact_phone?: string | null | undefined
  city?: string | null | undefined
  district?: string | null | undefined
  address?: string | null | undefined
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
  name: string
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
  description?: string | null | undefined
  /** Names of built-in roles of tenants */
  includes: string[]
}

export interface WrittenMerchant {
  id: string
  tenant_id: string
  name: string | null
  legal_name: string | null
  /** Your own name of it: the value of X-External-Merchant-Id */
  external_id: string | null
  tax_id: string | null
  tax_office: string | null
  bkm_member_id: string | null
  email: string | null
  contact_phone: string | null
  city: string | null
  district: string | null
  address: string | null
  url: string | null
  default_mcc: string | null
  /** As in GET /api/v1/lookups/mcc-codes */
  default_mcc_category: string | null
  parent_id: string | null
  parent_name: string | null
  is_active: boolean
  status: MerchantStatus
  /** What waits until a second person sends the same: the external_id of a merchant that is in use */
  awaits: MerchantAwaits | null
  /** What external_id becomes then; null where awaits is set: it is taken away */
  awaited_external_id: string | null
  asked_by: string | null
  created: string
  last_modified: string
  /** Where this write makes the second active merchant: what changes for callers that name none. Null otherwise */
  notice: {
    code: MerchantNoticeCode
    /** What changes, and for whom */
    detail: string
  } | null
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
  /** Ask for a link to set a new password */
  'POST /api/v1/auth/{slug}/forgotten-password': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    body: ForgottenPassword
    answer: undefined
  }
  /** Look a link up */
  'POST /api/v1/auth/{slug}/links/look-up': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    body: LookUpLink
    answer: Link
  }
  /** Set one’s own password by a link */
  'POST /api/v1/auth/{slug}/links/use': {
    path: {
      /** Slug of the realm */
      slug: string
    }
    body: UseLink
    answer: undefined
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
    query?: PageQuery & {
      include_inactive?: boolean | undefined
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
      tenant_id: string
    }
    query?: PageQuery & {
      include_inactive?: boolean | undefined
      search_term?: string | undefined
    }
    answer: ApiKeyPage
  }
  /** Create an API key */
  'POST /api/v1/platform/tenants/{tenant_id}/api-keys': {
    path: {
      tenant_id: string
    }
    body: CreateApiKey
    answer: ApiKeyCreated
  }
  /** One API key */
  'GET /api/v1/platform/tenants/{tenant_id}/api-keys/{id}': {
    path: {
      tenant_id: string
      /** Id of the api key */
      id: string
    }
    answer: ApiKey
  }
  /** Change an API key */
  'PUT /api/v1/platform/tenants/{tenant_id}/api-keys/{id}': {
    path: {
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
      tenant_id: string
      /** Id of the api key */
      id: string
    }
    answer: undefined
  }
  /** Issue a new secret */
  'POST /api/v1/platform/tenants/{tenant_id}/api-keys/{id}/rotate-secret': {
    path: {
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
    query?: PageQuery & {
      include_inactive?: boolean | undefined
      /** In name, legal name, external id, tax id and email address */
      search_term?: string | undefined
      /** Rows of any of these */
      status?: MerchantStatus | readonly MerchantStatus[] | undefined
    }
    answer: MerchantPage
  }
  /** Create a merchant */
  'POST /api/v1/merchants': {
    body: WriteMerchant
    answer: WrittenMerchant
  }
  /** Merchant of the token */
  'GET /api/v1/merchants/me': {
    answer: Merchant
  }
  /** Read a merchant */
  'GET /api/v1/merchants/{id}': {
    path: {
      id: string
    }
    answer: Merchant
  }
  /** Change a merchant */
  'PUT /api/v1/merchants/{id}': {
    path: {
      id: string
    }
    body: WriteMerchant
    answer: WrittenMerchant
  }
  /** Delete a merchant */
  'DELETE /api/v1/merchants/{id}': {
    path: {
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
      PageNumber?: number | undefined
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
  /** Invite a person */
  'POST /api/v{version}/users/invitations': {
    path: {
      /** 1 or 1.0 */
      version: string
    }
    body: InviteUser
    answer: UserEnvelope
  }
  /** Send an invitation */
  'POST /api/v{version}/users/{id}/invitation': {
    path: {
      /** 1 or 1.0 */
      version: string
      /** Id of the user */
      id: string
    }
    body?: SendInvitation
    answer: UserEnvelope
  }
  /** Withdraw an invitation */
  'DELETE /api/v{version}/users/{id}/invitation': {
    path: {
      /** 1 or 1.0 */
      version: string
      /** Id of the user */
      id: string
    }
    answer: undefined
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
    query?: PageQuery & {
      include_inactive?: boolean | undefined
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
  /** Prove an identity provider */
  'POST /api/v1/tenants/me/identity-providers/{id}/prove': {
    path: {
      /** Id of the identity provider */
      id: string
    }
    body: ProveIdentityProvider
    answer: IdentityProvider
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
    query?: PageQuery & {
      /** `sub` of a token, or the claimed id */
      actor?: string | undefined
      /** Such as `POST /api/v1/connectors`, as the API documents spell it */
      operation?: string | undefined
      /** Such as connector or api_key */
      kind?: string | undefined
      target_id?: string | undefined
      outcome?: AuditOutcome | undefined
      from_date?: string | undefined
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
    query?: PageQuery & {
      /** `sub` of a token, or the claimed id */
      actor?: string | undefined
      /** Such as `POST /api/v1/connectors`, as the API documents spell it */
      operation?: string | undefined
      /** Such as connector or api_key */
      kind?: string | undefined
      target_id?: string | undefined
      outcome?: AuditOutcome | undefined
      from_date?: string | undefined
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
      tenant_id: string
      /** Id of the user */
      id: string
    }
    body?: ConfirmUserChange
    answer: UserEnvelope
  }
  /** List tenants */
  'GET /api/v1/platform/tenants': {
    query?: PageQuery & {
      /** Suspended ones too */
      include_inactive?: boolean | undefined
      /** In slug, display name and contact email */
      search_term?: string | undefined
      /** Rows of any of these */
      status?: TenantStatus | readonly TenantStatus[] | undefined
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
      id: string
    }
    body?: SuspendTenant
    answer: Tenant
  }
  /** Activate a suspended tenant */
  'POST /api/v1/platform/tenants/{id}/activate': {
    path: {
      id: string
    }
    answer: Tenant
  }
  /** Give a tenant another plan */
  'PUT /api/v1/platform/tenants/{id}/plan': {
    path: {
      id: string
    }
    body: SetTenantPlan
    answer: Tenant
  }
  /** Set a tenant's payment policy */
  'PUT /api/v1/platform/tenants/{id}/payment-policy': {
    path: {
      id: string
    }
    body: SetPaymentPolicy
    answer: Tenant
  }
  /** List plans */
  'GET /api/v1/platform/plans': {
    query?: PageQuery & {
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
      id: string
    }
    answer: Plan
  }
  /** Change a plan */
  'PUT /api/v1/platform/plans/{id}': {
    path: {
      id: string
    }
    body: WritePlan
    answer: Plan
  }
  /** Delete a plan */
  'DELETE /api/v1/platform/plans/{id}': {
    path: {
      id: string
    }
    answer: undefined
  }
  /** List the processes of the program */
  'GET /api/v1/platform/processes': {
    answer: RunningProcessList
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
      kid: string
    }
    answer: undefined
  }
  /** List banks */
  'GET /api/v1/lookups/banks': {
    query?: PageQuery & {
      include_inactive?: boolean | undefined
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
    query?: PageQuery & {
      connector_type?: ConnectorType | undefined
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
