/** Vezne identity: made from its OpenAPI document by `npm run docs`; not to be edited. */

import type { Page, PageQuery, Bank, BankBin, BankBinPage, BankPage, BinAnswer, CardBrand, CardSchemaType, CardType, CardValidation, City, ConnectorHost, ConnectorHostPage, ConnectorType, District, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, IbanValidation, Live, MccCode, MccCodePage, Problem, ValidateCard, ValidateIban, WaitsFor } from './shared.ts'

export type { Bank, BankBin, BankBinPage, BankPage, BinAnswer, CardBrand, CardSchemaType, CardType, CardValidation, City, ConnectorHost, ConnectorHostPage, ConnectorType, District, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, IbanValidation, Live, MccCode, MccCodePage, Problem, ValidateCard, ValidateIban, WaitsFor }

export interface ApiKey {
  /** Id of the API key. */
  id: string
  /** Id of the tenant that the record belongs to. */
  tenant_id: string
  /** Client id to request tokens with: cid_test_ or cid_live_ and random characters. */
  client_id: string
  /** Name of the API key, for people; null when there is none. */
  display_name: string | null
  /** E-mail address of the person responsible for the key; null when none is stored. */
  contact_email: string | null
  /** Id of the merchant that the key is bound to; null when it works for the whole tenant. */
  merchant_id: string | null
  /** Roles of the key, which decide what it may do. */
  roles: string[]
  /** Id of the key's own plan; null when the tenant's plan applies. */
  plan_id: string | null
  /** Code of the key's own plan; null when the tenant's plan applies. */
  plan_code: string | null
  /** Name of the key's own plan; null when the tenant's plan applies. */
  plan_name: string | null
  /** Number of payments and transfers allowed per day with this key; null when the plan decides. */
  daily_limit_override: number | null
  /** Number of payments and transfers allowed per month with this key; null when the plan decides. */
  monthly_limit_override: number | null
  /** Number of requests allowed per second with this key; null when the plan decides. */
  rate_limit_override: number | null
  /** Number of payments and transfers per day that applies to the key; null when there is no limit. */
  effective_daily_limit: number | null
  /** Number of payments and transfers per month that applies to the key; null when there is no limit. */
  effective_monthly_limit: number | null
  /** Number of requests per second that applies to the key; null when there is no limit. */
  effective_rate_limit: number | null
  /** Addresses and ranges that the key may be used from, separated by commas, in canonical form; null when it may be used from everywhere. */
  allowed_ips: string | null
  /** Time at which the key stops working; null when it never expires. */
  expires_at: string | null
  /** Whether the key works. */
  is_active: boolean
  /** Whether a second person still has to confirm the key, which until then decides, sends and approves nothing. */
  needs_confirmation: boolean
  /** Id of the changes since the last confirmation, which the confirming person sends; null when nothing changed. */
  change_id: string | null
  /** Members with the values they get once a second person has confirmed the key; null when none waits. */
  awaited: {
    /** Id of the merchant that the key will be bound to; null: none, the key works for the whole tenant. */
    merchant_id?: string | null | undefined
    /** Id of the plan that the key will have; null: the tenant's plan will apply. */
    plan_id?: string | null | undefined
    /** Number of payments and transfers that will be allowed per day; null: the plan will decide. */
    daily_limit_override?: number | null | undefined
    /** Number of payments and transfers that will be allowed per month; null: the plan will decide. */
    monthly_limit_override?: number | null | undefined
    /** Number of requests that will be allowed per second; null: the plan will decide. */
    rate_limit_override?: number | null | undefined
  } | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the key last got a token, updated at most once a minute; null when it never did. */
  last_used_at: string | null
  /** Time until which the secret before a rotation still works; null when only one secret works. */
  previous_secret_expires_at: string | null
}

export interface ApiKeyCreated {
  /** Created API key, without its secret. */
  api_key: ApiKey
  /** Secret of the key: cs_test_ or cs_live_ and 256 random bits. It is shown in this answer only: store it now. */
  secret: string
}

export type ApiKeyPage = Page<ApiKey>

export interface ApiKeyRotated {
  /** API key whose secret was replaced. */
  api_key: ApiKey
  /** Secret of the key: cs_test_ or cs_live_ and 256 random bits. It is shown in this answer only: store it now. */
  secret: string
  /** Time at which the secret was replaced; the previous one works for another 24 hours. */
  rotated_at: string
}

export interface AuditEntry {
  /** Id of the tenant in whose chain the entry stands. */
  tenant_id: string
  /** Number of the entry in its chain, from 1 without gaps. */
  seq: number
  /** Time at which the entry was written. */
  at: string
  /** Id of the actor: `sub` of the token, or the claimed id; null when none was sent. */
  actor: string | null
  /** Realm of the actor; `master` when the platform acted on a tenant, null when none is known. */
  realm: string | null
  /** Operation that was called, such as `POST /api/v1/connectors`. */
  operation: string
  /** Outcome of the call. */
  outcome: AuditOutcome
  /** Code of the problem with which the call was refused; null when it was not. */
  code: string | null
  /** Kind of resource that was changed, such as connector; null when there was none. */
  kind: string | null
  /** Id of the resource that was changed; null when there was none. */
  target_id: string | null
  /** Id of the merchant that the call was made for; null when there was none. */
  merchant_id: string | null
  /** X-Correlation-Id of the call; null when there was none. */
  correlation_id: string | null
  /** Network address of the caller; null when it is not known. */
  address: string | null
  /** Number of equal refusals that the entry stands for; more than 1 when as many more came within the minute after an equal entry. */
  repeats: number
  /** Resource as it was before the change, masked; null when it did not exist or nothing is known of it. */
  before: {
    [key: string]: unknown
  } | null
  /** Resource as it was after the change, masked; null when it was removed. */
  after: {
    [key: string]: unknown
  } | null
  /** Hash of the previous entry of the chain, as hex; zeros for the first. */
  previous_hash: string
  /** Hash over the entry and the hash of the previous one, as hex. */
  hash: string
}

export type AuditEntryPage = Page<AuditEntry>

export type AuditOutcome = 'done' | 'refused'

export interface ChangePassword {
  /** Name the user signs in with, or the e-mail address; compared without case. */
  username: string
  /** Present password of the user, which may be a temporary one. */
  password: string
  /** Password that replaces the present one, of letters and digits; none of the last four passwords. */
  new_password: string
  /** Six digits of the authenticator app, or a recovery code; required for users with a second factor. */
  otp?: string | null | undefined
}

export interface ConfirmChange {
  /** Id of the change as it was read; when there is another one by now, the call is refused with 409. Required in production. */
  change_id?: string | null | undefined
}

export interface ConfirmMonitorChannel {
  /** Code of the newest mail to the mailbox; case, blanks and hyphens do not count. */
  code: string
}

export interface ConfirmSecondFactor {
  /** Six digits of the authenticator app. */
  otp: string
}

export interface ConfirmUserChange {
  /** Id of the change as it was read; when there is another one by now, the call is refused with 409. Required in production. */
  changeId?: string | null | undefined
}

export interface CreateApiKey {
  /** Name of the API key, for people. */
  display_name: string
  /** E-mail address of the person responsible for the key. */
  contact_email?: string | null | undefined
  /** Id of the merchant that the key is bound to; when absent, it works for the whole tenant. */
  merchant_id?: string | null | undefined
  /** Roles of the key, by default merchant-user with merchant_id and pos-operator without. */
  roles?: string[] | null | undefined
  /** Id of the key's own plan; by default the tenant's plan applies. */
  plan_id?: string | null | undefined
  /** Number of payments allowed per day with this key, at most that of the plan. */
  daily_limit_override?: number | null | undefined
  /** Number of payments allowed per month with this key, at most that of the plan. */
  monthly_limit_override?: number | null | undefined
  /** Number of requests allowed per second with this key, at most that of the plan. */
  rate_limit_override?: number | null | undefined
  /** Addresses and ranges that the key may be used from: IPv4, IPv6 and CIDR entries, separated by commas; an empty text is everywhere. Production keys that reach transfers, tenant-admin included, need them: ranges of /8 (IPv6: /32) or smaller, four of that size at most. */
  allowed_ips?: string | null | undefined
  /** Time in the future at which the key stops working. */
  expires_at?: string | null | undefined
  /** Whether the key works; a new key does, so true changes nothing and false is refused. Switch it off by PUT. */
  is_active?: boolean | null | undefined
}

export interface CreateIdentityProvider {
  /** HTTPS address of the issuer, as its tokens and its discovery document spell it; it cannot be changed later. */
  issuer: string
  /** Name of the identity provider, for people. */
  name: string
  /** Audience that the issuer writes into claim aud for this platform, by default the issuer URL of your realm, {auth_url}/api/v1/auth/{slug}. Any other has to be proven first; issuer and audience together belong to the tenant that has proven them. */
  audience?: string | null | undefined
  /** Algorithm with which its tokens are signed. */
  algorithm?: TokenAlgorithm | null | undefined
  /** Address of the issuer's key set; when absent, its discovery document names it. */
  jwks_url?: string | null | undefined
  /** Claim that lists the roles, roles by default; realm_access.roles for a Keycloak realm. */
  roles_claim?: string | null | undefined
  /** Mapping of the provider's roles to roles of the platform; a role without a mapping grants nothing. */
  role_mappings: RoleMapping[]
  /** Claim with the id or external id of the merchant that the bearer is bound to. */
  merchant_claim?: string | null | undefined
  /** Longest life of an accepted token, in seconds; 3600 by default. */
  max_token_life_seconds?: number | null | undefined
}

export interface CreateMonitorChannel {
  /** Name of the channel, for people. */
  name: string
  /** Language of the messages. */
  language: MonitorLanguage
  /** Kinds of findings to be told, or only `*` for all; when absent it is all. */
  monitors?: MonitorListened[] | null | undefined
  /** Hours in which the channel is told nothing; what is still open is told when they end. */
  quiet_hours?: MonitorQuietHours | null | undefined
  /** Whether the channel gets messages. */
  is_active?: boolean | null | undefined
  /** Way of the messages; it cannot be changed. */
  kind: MonitorChannelKind
  /** Mail address, or the HTTPS address that messages are posted to; it must be publicly reachable. */
  address: string
}

export interface CreateTenant {
  /** Slug of the tenant: tenant- and 3 to 40 lower-case letters, digits and hyphens; it cannot be changed. */
  slug: string
  /** Name of the tenant, for people. */
  display_name: string
  /** E-mail address of the tenant's contact. */
  contact_email: string
  /** Id of the tenant's plan, by default the default plan. */
  plan_id?: string | null | undefined
  /** Number of the shard that the tenant gets, where the platform has several; by default the one with most room. */
  shard?: number | null | undefined
  /** Whether payments without 3D Secure are accepted, by default only in the sandbox. */
  allow_non_3d?: boolean | null | undefined
  /** Way in which the bank's challenge is shown when the bank offers several, standard by default. */
  preferred_three_d_flow?: ThreeDFlow | null | undefined
}

export interface CreateUser {
  /** Name the user signs in with, unique without regard to case; it cannot be changed. */
  username: string
  /** E-mail address of the user, unique without regard to case. */
  email: string
  /** First name of the user. */
  firstName?: string | null | undefined
  /** Family name of the user. */
  lastName?: string | null | undefined
  /** Company that the user works for. */
  companyName?: string | null | undefined
  /** New password of letters and digits; not the user name, not the e-mail address, not a few characters repeated, and none of the last four passwords. */
  password?: string | null | undefined
  /** Whether the user may sign in, true by default. */
  enabled?: boolean | null | undefined
  /** Roles of the user, built-in ones and those of the tenant; GET /users/roles lists them. */
  roles: string[]
  /** Id of the merchant that the user is bound to; when absent, the user works for the whole tenant. */
  merchantId?: string | null | undefined
}

export interface DisableSecondFactor {
  /** Present password of the caller, so that a stolen token can change nothing. */
  password: string
  /** Code of the authenticator app, or a recovery code. */
  otp: string
}

export interface Discovery {
  /** Issuer that tokens of the realm name in claim iss. */
  issuer: string
  /** Address at which tokens are issued. */
  token_endpoint: string
  /** Address that describes the bearer of a token. */
  userinfo_endpoint: string
  /** Address at which a session is ended. */
  end_session_endpoint: string
  /** Address of the public keys that verify tokens. */
  jwks_uri: string
  /** Grant types with which a token can be requested. */
  grant_types_supported: string[]
  /** Ways in which a client can authenticate at the token endpoint. */
  token_endpoint_auth_methods_supported: string[]
  /** Algorithms with which tokens are signed. */
  id_token_signing_alg_values_supported: string[]
  /** Response types of the authorization endpoint. */
  response_types_supported: string[]
  /** Ways in which subjects are identified in tokens. */
  subject_types_supported: string[]
  /** Scopes that a token can have. */
  scopes_supported: string[]
}

export interface EnrolSecondFactor {
  /** Present password of the caller, so that a stolen token can change nothing. */
  password: string
}

export interface EnrolledSecondFactor {
  /** Secret of the second factor in Base32, to be typed into an authenticator app. */
  secret: string
  /** Address with the same secret, to be shown as a QR code. */
  otpauth_uri: string
}

export interface ErasedCount {
  /** Kind of the erased records. */
  kind: 'users' | 'payments' | 'recurring_plans' | 'checkout_sessions' | 'fraud_checks' | 'transfers' | 'recipients' | 'archived_payments'
  /** Number of records of this kind. */
  count: number
}

export interface Feature {
  /** Code of the feature, as plans name it. */
  code: FeatureCode
  /** Name of the feature, for people. */
  name: string
  /** Description of the feature, for people; null when there is none. */
  description: string | null
}

export type FeatureCode = 'card_payments' | 'recurring' | 'checkout' | 'transfers' | 'fraud' | 'reconciliation'

export interface ForgottenPassword {
  /** Name the user signs in with, or the e-mail address; compared without case. */
  username: string
  /** Language of the mail, by default that of Accept-Language. */
  language?: MailLanguage | null | undefined
}

export interface IdentityProvider {
  /** Id of the identity provider. */
  id: string
  /** Name of the identity provider, for people. */
  name: string
  /** Issuer, exactly as claim iss of its tokens names it. */
  issuer: string
  /** Audience that claim aud of its tokens has to contain. */
  audience: string
  /** Value that a token has to contain in aud beside the audience, or as claim vezne_realm, and be presented at POST .../prove before tokens are accepted; null when nothing is left to prove. */
  proof: string | null
  /** Algorithm with which its tokens are signed. */
  algorithm: TokenAlgorithm
  /** Address of the issuer's key set; null when the discovery document of the issuer names it. */
  jwks_url: string | null
  /** Claim that lists the roles; dots lead into objects. */
  roles_claim: string
  /** Mapping of the provider's roles to roles of the platform. */
  role_mappings: RoleMapping[]
  /** Claim with the id or external id of the merchant that the bearer is bound to; null when there is none. */
  merchant_claim: string | null
  /** Longest life of an accepted token, in seconds; tokens that live longer are refused. */
  max_token_life_seconds: number
  /** Whether tokens of the identity provider are accepted. */
  is_active: boolean
  /** Whether a second person still has to confirm the provider, whose people until then decide, send and approve nothing. */
  needs_confirmation: boolean
  /** Id of the changes since the last confirmation, which the confirming person sends; null when nothing changed. */
  change_id: string | null
  /** Members that keep their value until a second person confirms the change, with what they become then; null when there are none. */
  awaited: {
    /** Address of the issuer's key set; null when the discovery document of the issuer names it. */
    jwks_url?: string | null | undefined
    /** Claim that lists the roles; dots lead into objects. */
    roles_claim?: string | undefined
    /** Mapping of the provider's roles to roles of the platform. */
    role_mappings?: RoleMapping[] | undefined
    /** Claim with the id or external id of the merchant that the bearer is bound to; null when there is none. */
    merchant_claim?: string | null | undefined
    /** Longest life of an accepted token, in seconds; tokens that live longer are refused. */
    max_token_life_seconds?: number | undefined
    /** Whether tokens of the identity provider are accepted. */
    is_active?: boolean | undefined
  } | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
}

export type IdentityProviderPage = Page<IdentityProvider>

export interface InviteUser {
  /** E-mail address of the user, unique without regard to case. */
  email: string
  /** Name the user signs in with, by default the e-mail address; unique, and it cannot be changed. */
  username?: string | null | undefined
  /** First name of the user. */
  firstName?: string | null | undefined
  /** Family name of the user. */
  lastName?: string | null | undefined
  /** Company that the user works for. */
  companyName?: string | null | undefined
  /** Roles of the user, built-in ones and those of the tenant; GET /users/roles lists them. */
  roles: string[]
  /** Id of the merchant that the user is bound to; when absent, the user works for the whole tenant. */
  merchantId?: string | null | undefined
  /** Language of the mail, by default that of Accept-Language. */
  language?: MailLanguage | null | undefined
}

export interface Jwk {
  /** Key type, always RSA. */
  kty: string
  /** Use of the key, always sig: signatures. */
  use: string
  /** Algorithm that the key signs with, such as RS256. */
  alg: string
  /** Id of the key, as the header of a token names it. */
  kid: string
  /** Modulus of the public key, base64url. */
  n: string
  /** Exponent of the public key, base64url. */
  e: string
}

export interface Jwks {
  /** Public keys that verify tokens, also those of the next rotation. */
  keys: Jwk[]
}

export interface KeptCount {
  /** Kind of the kept records. */
  kind: 'users' | 'payments' | 'recurring_plans' | 'checkout_sessions' | 'fraud_checks' | 'transfers' | 'recipients' | 'archived_payments'
  /** Reason why the records were kept. `user_not_deleted`: delete the user first; `payment_open`: repeat the call when the payment has ended; `payment_record`: kept by law. */
  reason: string
  /** Number of records of this kind. */
  count: number
}

export interface Link {
  /** Purpose the link was sent for: an invitation, or a forgotten password. */
  purpose: LinkPurpose
  /** Name of the organization that the user belongs to. */
  organization: string
  /** Name of the user whose password the link sets. */
  username: string
  /** Time until which the link can be used. */
  expires_at: string
}

export type LinkPurpose = 'invitation' | 'password'

export interface LoginRequest {
  /** Name the user signs in with, or the e-mail address; compared without case. */
  username: string
  /** Password of the user. */
  password: string
  /** Six digits of the authenticator app, or a recovery code; required for users with a second factor. */
  otp?: string | null | undefined
  /** Whether a right password without the code that the user needs is answered with `otp_required`, so that the code can be asked for in a second step. */
  in_two_steps?: boolean | null | undefined
}

export interface LogoutRequest {
  /** Refresh token of the session to end. */
  refresh_token: string
}

export interface LookUpLink {
  /** Value of `key` in the link that was mailed. */
  key: string
}

export type MailLanguage = 'tr' | 'en'

export type MappedRole = 'fraud-admin' | 'fraud-analyst' | 'merchant-admin' | 'merchant-user' | 'pos-admin' | 'pos-operator' | 'pos-viewer' | 'reconciliation-uploader' | 'tenant-admin' | 'transfer-admin' | 'transfer-merchant-admin' | 'transfer-merchant-user' | 'transfer-operator' | 'transfer-viewer'

export interface MePlan {
  /** Id of the plan that applies; null when there is none. */
  plan_id: string | null
  /** Code of the plan that applies; null when there is none. */
  plan_code: string | null
  /** Name of the plan that applies; null when there is none. */
  plan_name: string | null
  /** Number of payments and transfers allowed per day; 0 is no limit. */
  daily_transaction_limit: number
  /** Number of payments and transfers allowed per month; 0 is no limit. */
  monthly_transaction_limit: number
  /** Number of requests allowed per second. */
  rate_limit_per_second: number
  /** Number of requests allowed at once, above the rate. */
  burst: number
  /** Number of payments and transfers made since midnight in Istanbul. */
  daily_used: number
  /** Number of payments and transfers made since the first of the month in Istanbul. */
  monthly_used: number
  /** Codes of the features that the plan includes. */
  features: string[]
}

export interface Merchant {
  /** Id of the merchant. */
  id: string
  /** Id of the tenant that the record belongs to. */
  tenant_id: string
  /** Name of the merchant, as people know it; null when there is none. */
  name: string | null
  /** Name of the merchant in the register of companies; null when none is stored. */
  legal_name: string | null
  /** Your own identifier of the merchant, the value of X-External-Merchant-Id; null when it has none. */
  external_id: string | null
  /** Tax number of the merchant: a VKN of 10 digits or a TCKN of 11; null when none is stored. */
  tax_id: string | null
  /** Tax office that the merchant is registered at; null when none is stored. */
  tax_office: string | null
  /** Member number of the merchant at BKM, the Turkish interbank card centre; null when none is stored. */
  bkm_member_id: string | null
  /** E-mail address of the merchant; null when none is stored. */
  email: string | null
  /** Telephone number of the merchant; null when none is stored. */
  contact_phone: string | null
  /** City of the merchant; null when none is stored. */
  city: string | null
  /** District of the merchant; null when none is stored. */
  district: string | null
  /** Street address of the merchant; null when none is stored. */
  address: string | null
  /** Address of the merchant's web site; null when none is stored. */
  url: string | null
  /** Merchant category code (MCC) of its payments; null when none is stored. */
  default_mcc: string | null
  /** Name of the merchant category, as in GET /api/v1/lookups/mcc-codes; null when no code is stored. */
  default_mcc_category: string | null
  /** Id of the merchant that this one belongs under; null when it stands on its own. */
  parent_id: string | null
  /** Name of the merchant that this one belongs under; null when it stands on its own. */
  parent_name: string | null
  /** Whether the merchant can be used; an inactive one takes no new payments or transfers. */
  is_active: boolean
  /** Status of the merchant's approval. */
  status: MerchantStatus
  /** Member whose change waits until a second person sends the same: the external_id of a merchant that is in use. Null when nothing waits. */
  awaits: MerchantAwaits | null
  /** Value that external_id will get; null while `awaits` is set means that it will be removed. */
  awaited_external_id: string | null
  /** Id of the user or API key that asked for the waiting change; null when nothing waits. */
  asked_by: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
}

export type MerchantAwaits = 'external_id'

export type MerchantNoticeCode = 'merchant_header_required'

export type MerchantPage = Page<Merchant>

export type MerchantStatus = 'pending' | 'approved' | 'rejected'

export interface MonitorChannel {
  /** Id of the channel. */
  id: string
  /** Name of the channel, for people. */
  name: string
  /** Way of the messages: by mail, as a signed webhook, or to a chat that takes messages like Slack. */
  kind: MonitorChannelKind
  /** Address of the messages, in part: the whole address is stored sealed and never shown. */
  address: string
  /** Language of the messages. */
  language: MonitorLanguage
  /** Kinds of findings that it is told; `*` stands for all of them. */
  monitors: MonitorListened[]
  /** Hours without messages; null when there are none. */
  quiet_hours: MonitorQuietHours | null
  /** Whether the channel gets messages. */
  is_active: boolean
  /** Whether messages may be sent there: a mailbox gets none until the code that was mailed to it is entered. */
  is_confirmed: boolean
  /** Time of its newest message, in UTC; null when there was none. */
  last_tried: string | null
  /** Time at which that message was sent, in UTC; null when it was not. */
  last_sent_at: string | null
  /** Reason why the newest message was not sent or not taken; null when it was, or still waits. */
  last_fault: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
}

export interface MonitorChannelCreated extends MonitorChannel {
  /** Secret that signs what a webhook is sent; null for other kinds. It is shown in this answer only: store it now. */
  secret: string | null
}

export type MonitorChannelKind = 'mail' | 'webhook' | 'slack'

export type MonitorChannelPage = Page<MonitorChannel>

export interface MonitorFinding {
  /** Id of the finding. */
  id: string
  /** Name of the monitor. */
  kind: MonitorKind
  /** Urgency of the finding; `critical` may pass quiet hours. */
  severity: MonitorSeverity
  /** The thing that it is about: an id, a host or a kind of work. */
  subject: string
  /** Summary of the finding for people, in the language of the caller. */
  title: string
  /** Facts of the finding as a sentence for people, as they were last read. */
  text: string
  /** Time at which it was found, in UTC. */
  since: string
  /** Time at which it was over, in UTC; null while it is open. */
  ended_at: string | null
  /** Values of the finding by name, as they were last read; which there are depends on its kind. */
  facts: {
    [key: string]: unknown
  }
}

export type MonitorFindingPage = Page<MonitorFinding>

export type MonitorKind = 'approval_rate_dropped' | 'payments_stuck' | 'webhook_endpoint_failing' | 'books_differ' | 'secret_ends' | 'certificate_ends' | 'disk_full' | 'backup_late'

export type MonitorLanguage = 'en' | 'tr'

export type MonitorListened = 'approval_rate_dropped' | 'payments_stuck' | 'webhook_endpoint_failing' | 'books_differ' | 'secret_ends' | 'certificate_ends' | 'disk_full' | 'backup_late' | '*'

export interface MonitorQuietHours {
  /** Beginning of the quiet hours in Istanbul, such as 22:00. */
  from: string
  /** Their end, such as 07:00; it may be of the next day. */
  to: string
  /** Whether critical findings are told nevertheless. */
  critical_passes: boolean
}

export type MonitorSeverity = 'critical' | 'warning'

export interface MonitorTest {
  /** Id of the message; what became of it stands at the channel. */
  id: string
}

export interface MoveSandboxClock {
  /** Time to set the sandbox clock to; send either this or `advance_s`. */
  now?: string | null | undefined
  /** Number of seconds to move the sandbox clock by; send either this or `now`. */
  advance_s?: number | null | undefined
}

export interface PatchApiKey {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Name of the API key, for people. */
  display_name?: string | null | undefined
  /** E-mail address of the person responsible for the key. */
  contact_email?: string | null | undefined
  /** Id of the merchant that the key is bound to; when absent, it works for the whole tenant. */
  merchant_id?: string | null | undefined
  /** Roles of the key, by default merchant-user with merchant_id and pos-operator without. */
  roles?: string[] | null | undefined
  /** Id of the key's own plan; by default the tenant's plan applies. */
  plan_id?: string | null | undefined
  /** Number of payments allowed per day with this key, at most that of the plan. */
  daily_limit_override?: number | null | undefined
  /** Number of payments allowed per month with this key, at most that of the plan. */
  monthly_limit_override?: number | null | undefined
  /** Number of requests allowed per second with this key, at most that of the plan. */
  rate_limit_override?: number | null | undefined
  /** Addresses and ranges that the key may be used from: IPv4, IPv6 and CIDR entries, separated by commas; an empty text is everywhere. Production keys that reach transfers, tenant-admin included, need them: ranges of /8 (IPv6: /32) or smaller, four of that size at most. */
  allowed_ips?: string | null | undefined
  /** Time in the future at which the key stops working. */
  expires_at?: string | null | undefined
  /** Whether the key works; false switches it off and ends its sessions. When absent it stays as it is. */
  is_active?: boolean | null | undefined
  /** Names of the members that are taken away; none of them may be sent as well. */
  unset?: PatchApiKeyMember[] | null | undefined
}

export type PatchApiKeyMember = 'contact_email' | 'merchant_id' | 'plan_id' | 'allowed_ips' | 'expires_at' | 'daily_limit_override' | 'monthly_limit_override' | 'rate_limit_override'

export interface PatchIdentityProvider {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Issuer, repeated; it cannot be changed. */
  issuer?: string | null | undefined
  /** Name of the identity provider, for people. */
  name?: string | null | undefined
  /** Audience that the issuer writes into claim aud for this platform, by default the issuer URL of your realm, {auth_url}/api/v1/auth/{slug}. Any other has to be proven first; issuer and audience together belong to the tenant that has proven them. */
  audience?: string | null | undefined
  /** Algorithm with which its tokens are signed. */
  algorithm?: TokenAlgorithm | null | undefined
  /** Address of the issuer's key set; when absent, its discovery document names it. */
  jwks_url?: string | null | undefined
  /** Claim that lists the roles, roles by default; realm_access.roles for a Keycloak realm. */
  roles_claim?: string | null | undefined
  /** Mapping of the provider's roles to roles of the platform; a role without a mapping grants nothing. */
  role_mappings?: RoleMapping[] | null | undefined
  /** Claim with the id or external id of the merchant that the bearer is bound to. */
  merchant_claim?: string | null | undefined
  /** Longest life of an accepted token, in seconds; 3600 by default. */
  max_token_life_seconds?: number | null | undefined
  /** Whether tokens of the identity provider are accepted; when absent it stays as it is. */
  is_active?: boolean | null | undefined
  /** Names of the members that are taken away; none of them may be sent as well. */
  unset?: PatchIdentityProviderMember[] | null | undefined
}

export type PatchIdentityProviderMember = 'audience' | 'algorithm' | 'jwks_url' | 'roles_claim' | 'merchant_claim' | 'max_token_life_seconds'

export interface PatchMerchant {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Name of the merchant, for people. */
  name?: string | null | undefined
  /** Name of the merchant in the register of companies. */
  legal_name?: string | null | undefined
  /** Your own identifier of the merchant, unique in the tenant, in visible ASCII characters, as it is sent in X-External-Merchant-Id. Of a merchant in use it changes once a second person sends the same. */
  external_id?: string | null | undefined
  /** Tax number of the merchant, with valid check digits: a VKN of 10 digits or a TCKN of 11. */
  tax_id?: string | null | undefined
  /** Tax office that the merchant is registered at. */
  tax_office?: string | null | undefined
  /** Member number of the merchant at BKM, the Turkish interbank card centre. */
  bkm_member_id?: string | null | undefined
  /** E-mail address of the merchant. */
  email?: string | null | undefined
  /** Telephone number of the merchant. */
  contact_phone?: string | null | undefined
  /** City of the merchant. */
  city?: string | null | undefined
  /** District of the merchant. */
  district?: string | null | undefined
  /** Street address of the merchant. */
  address?: string | null | undefined
  /** Address of the merchant's web site. */
  url?: string | null | undefined
  /** Merchant category code (MCC) of its payments, as in GET /api/v1/lookups/mcc-codes. */
  default_mcc?: string | null | undefined
  /** Id of the merchant of the same tenant that this one belongs under. */
  parent_id?: string | null | undefined
  /** Whether the merchant can be used, true by default; when absent on a change it stays as it is. */
  is_active?: boolean | null | undefined
  /** Status of the merchant's approval, approved by default; when absent on a change it stays as it is. It goes from pending to approved or rejected, and from there back to pending. */
  status?: MerchantStatus | null | undefined
  /** Names of the members that are taken away; none of them may be sent as well. */
  unset?: PatchMerchantMember[] | null | undefined
}

export type PatchMerchantMember = 'legal_name' | 'external_id' | 'tax_id' | 'tax_office' | 'bkm_member_id' | 'email' | 'contact_phone' | 'city' | 'district' | 'address' | 'url' | 'default_mcc' | 'parent_id'

export interface PersonErasure {
  /** Number of erased records by kind. */
  erased: ErasedCount[]
  /** Number of records that had to be kept by kind, with the reason. */
  kept: KeptCount[]
  /** Cursor of the next call, to be sent with the same person; null when nothing is left. */
  position: string | null
  /** Whether everything was covered; when false, call again with the same person and this `position`. */
  is_complete: boolean
}

export interface PersonExport {
  /** Records that are stored about the person. */
  records: PersonRecord[]
  /** Cursor of the next call, to be sent with the same person; null when nothing is left. */
  position: string | null
  /** Whether everything was covered; when false, call again with the same person and this `position`. */
  is_complete: boolean
}

export interface PersonRecord {
  /** Kind of the record. */
  kind: 'users' | 'payments' | 'recurring_plans' | 'checkout_sessions' | 'fraud_checks' | 'transfers' | 'recipients' | 'archived_payments'
  /** Content of the record; its members depend on the kind. */
  data: {
    [key: string]: unknown
  }
}

export interface PersonRequest {
  /** E-mail address of the person, compared without case; send either this or `identity_number`. */
  email?: string | null | undefined
  /** National identity or tax number of the person; send either this or `email`. */
  identity_number?: string | null | undefined
  /** Cursor to continue from: the `position` of the previous answer; when absent, from the beginning. */
  position?: string | null | undefined
}

export interface Plan {
  /** Id of the plan. */
  id: string
  /** Code of the plan, unique on the platform. */
  code: string
  /** Name of the plan, for people. */
  name: string
  /** Description of the plan, for people; null when there is none. */
  description: string | null
  /** Number of payments and transfers allowed per day (Europe/Istanbul); 0 is no limit. */
  daily_transaction_limit: number
  /** Number of payments and transfers allowed per month (Europe/Istanbul); 0 is no limit. */
  monthly_transaction_limit: number
  /** Number of requests allowed per second for the whole organization. */
  rate_limit_per_second: number
  /** Number of requests allowed at once, above the rate. */
  burst: number
  /** Whether the plan can be assigned; an inactive plan takes no more tenants, and those it has keep it. */
  is_active: boolean
  /** Whether tenants created without a plan get this one. */
  is_default: boolean
  /** Position of the plan in lists, lowest first. */
  sort_order: number
  /** Number of minutes without a refresh after which the session of a user ends. */
  session_idle_minutes: number
  /** Number of minutes after which a user has to sign in again, however active. */
  session_max_minutes: number
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
  /** Features that the plan includes. */
  features: Feature[]
}

export type PlanPage = Page<Plan>

export type ProcessStatus = 'running' | 'stopped' | 'died'

export interface ProveIdentityProvider {
  /** Valid access token of this issuer and audience, whose aud or claim vezne_realm contains the value of `proof`; it is not stored. */
  token: string
}

export interface RecoveryCodes {
  /** Recovery codes, shown in this answer only; each replaces one code of the app. */
  recovery_codes: string[]
}

export interface RefreshRequest {
  /** Refresh token of the previous answer; it can be used once. */
  refresh_token: string
}

export interface RenewRecoveryCodes {
  /** Present password of the caller, so that a stolen token can change nothing. */
  password: string
  /** Six digits of the authenticator app; a recovery code is not accepted here. */
  otp: string
}

export interface ResetPassword {
  /** New password of letters and digits; not the user name, not the e-mail address, not a few characters repeated, and none of the last four passwords. */
  password: string
  /** Whether the password is temporary: the user has to change it before signing in. */
  temporary?: boolean | null | undefined
}

export interface RoleMapping {
  /** Role name of the identity provider, as its tokens spell it. */
  external_role: string
  /** Role of the platform that its bearers get. */
  role: MappedRole
}

export interface RunningProcess {
  /** Number of the process on this database, counted up. */
  process_no: number
  /** Status of the process. `running`: its session with the database is alive; `stopped`: it ended in good order; `died`: its session ended without notice. */
  status: ProcessStatus
  /** Name of the machine that the process runs on. */
  host: string
  /** Process id on that machine. */
  pid: number
  /** Release of the program that the process runs. */
  version: string
  /** Whether the process answers requests. */
  serves_requests: boolean
  /** Whether the process works on what is due: deliveries, installments, inquiries and upkeep. */
  runs_jobs: boolean
  /** Whether the process has given no sign of life for half a minute although it runs: it is suspended or hangs. */
  is_silent: boolean
  /** Real time at which the process started, whatever the clock of a sandbox says. */
  started: string
  /** Real time at which the process ended; of one that died, when another process noticed. Null while it runs. */
  ended: string | null
}

export interface RunningProcessList {
  /** Processes of this database, the running ones first. */
  items: RunningProcess[]
}

export interface SandboxClock {
  /** Time of the sandbox clock, in UTC. */
  now: string
}

export interface SecondFactor {
  /** Whether signing in requires a code. */
  is_active: boolean
  /** Whether rights of the caller's roles apply only with a second factor. */
  is_required: boolean
  /** Time at which the second factor was confirmed; null when there is none. */
  confirmed_at: string | null
  /** Number of recovery codes that can still be used instead of the app. */
  recovery_codes_left: number
}

export interface SendInvitation {
  /** Language of the mail, by default that of Accept-Language. */
  language?: MailLanguage | null | undefined
}

export interface SetPaymentPolicy {
  /** Whether payments without 3D Secure are accepted. */
  allow_non_3d: boolean
  /** Way in which the bank's challenge is shown when the bank offers several. */
  preferred_three_d_flow: ThreeDFlow
}

export interface SetTenantPlan {
  /** Id of the plan that the tenant gets. */
  plan_id: string
}

export interface Shard {
  /** Number of the shard: its place in VEZNE_SHARDS, from 0. */
  shard: number
  /** Hosts, ports and database of the server, as VEZNE_SHARDS has them; never a user or a password. */
  address: string
  /** Whether the shard answers. While it does not, requests of its tenants get 503. */
  is_available: boolean
  /** Whether a restore keeps the shard closed: its tenants are read and not written. Null while it does not answer. */
  is_closed: boolean | null
  /** Number of tenants on the shard. Null while it does not answer. */
  tenants: number | null
  /** Size of its database. Null while it does not answer. */
  size_bytes: number | null
  /** Connections to its server, those of other databases too. Null while it does not answer. */
  connections: number | null
  /** Connections that its server takes at most. Null while it does not answer. */
  connections_max: number | null
  /** Newest migration that it has. Null while it does not answer. */
  schema_version: string | null
  /** Whether the first shard is sending it the changes of the platform. Null for the first shard, and where that one does not answer. */
  is_following: boolean | null
  /** Bytes of the first shard's log that this shard has not confirmed yet. Null for the first shard, and where that one keeps no place for it: changes that it lacks then will not come. */
  behind_bytes: number | null
}

export interface ShardList {
  /** The shards by their numbers; empty where tenants are on one database that is no shard. */
  items: Shard[]
}

export interface SigningKey {
  /** Id of the signing key, as the header of a token names it. */
  kid: string
  /** Status of the key: published before it signs, active while it signs, retired once the next one does. */
  status: SigningKeyStatus
  /** Time from which the key signs tokens. */
  signs_from: string
  /** Time until which the key signs tokens; null when no next key is set. */
  signs_until: string | null
}

export interface SigningKeyList {
  /** Signing keys of the realm. */
  items: SigningKey[]
}

export type SigningKeyStatus = 'published' | 'active' | 'retired'

export interface SuspendTenant {
  /** Reason of the suspension for the audit log; the tenant does not see it. */
  reason?: string | null | undefined
}

export interface Tenant {
  /** Id of the tenant. */
  id: string
  /** Slug of the tenant, which names its realm in the address of the token endpoint. */
  slug: string
  /** Name of the tenant, for people; null when there is none. */
  display_name: string | null
  /** Name of the tenant's realm, the same as its slug. */
  realm_name: string | null
  /** E-mail address of the tenant's contact; null when none is stored. */
  contact_email: string | null
  /** Status of the tenant; requests of a suspended one are refused with realm_suspended. */
  status: TenantStatus
  /** Id of the tenant's plan; null when it has none. */
  plan_id: string | null
  /** Code of the tenant's plan; null when it has none. */
  plan_code: string | null
  /** Name of the tenant's plan; null when it has none. */
  plan_name: string | null
  /** Time at which the tenant got its plan; null when it has none. */
  plan_assigned_at: string | null
  /** Whether payments without 3D Secure are accepted. */
  allow_non_3d: boolean
  /** Way in which the bank's challenge is shown when the bank offers several. */
  preferred_three_d_flow: ThreeDFlow
  /** Number of the shard that the tenant is on; left out where tenants are on one database. */
  shard?: number | undefined
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
}

export type TenantPage = Page<Tenant>

export interface TenantRole {
  /** Name of the role, as users and keys are given it. */
  name: string
  /** Description of the role, for people; null when there is none. */
  description: string | null
  /** Names of the built-in roles whose rights the role grants. */
  includes: string[]
  /** Whether the role came with the platform and cannot be changed. */
  is_builtin: boolean
  /** Time at which the record was created, in UTC. */
  created: string
}

export type TenantStatus = 'active' | 'suspended'

export type ThreeDFlow = 'standard' | 'pay' | 'hosted'

export type TokenAlgorithm = 'RS256' | 'PS256' | 'ES256'

export interface TokenAnswer {
  /** Access token to send as `Authorization: Bearer`; a JWT signed with RS256. */
  access_token: string
  /** Refresh token with which the next access token is requested; it can be used once. */
  refresh_token: string
  /** Type of the token, always Bearer. */
  token_type: 'Bearer'
  /** Number of seconds for which the access token is valid. */
  expires_in: number
  /** Seconds until the session ends without a refresh. Of an API key 0: there is no fixed end, it dies after 30 days without use. */
  refresh_expires_in: number
  /** Scope of the token. */
  scope: string
}

export interface TokenRequest {
  /** Client id of the API key; required in JSON, and in forms without HTTP Basic. */
  client_id?: string | null | undefined
  /** Secret of the API key; required with client_id. */
  client_secret?: string | null | undefined
  /** Grant type. In JSON optional, and only client_credentials; in a form client_credentials or refresh_token. */
  grant_type?: string | null | undefined
  /** Refresh token of the previous answer, with grant_type refresh_token. */
  refresh_token?: string | null | undefined
  /** Scope of the token; it is ignored. */
  scope?: string | null | undefined
}

export interface UpdateApiKey {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Name of the API key, for people. */
  display_name: string
  /** E-mail address of the person responsible for the key. */
  contact_email?: string | null | undefined
  /** Id of the merchant that the key is bound to; when absent, it works for the whole tenant. */
  merchant_id?: string | null | undefined
  /** Roles of the key, by default merchant-user with merchant_id and pos-operator without. */
  roles?: string[] | null | undefined
  /** Id of the key's own plan; by default the tenant's plan applies. */
  plan_id?: string | null | undefined
  /** Number of payments allowed per day with this key, at most that of the plan. */
  daily_limit_override?: number | null | undefined
  /** Number of payments allowed per month with this key, at most that of the plan. */
  monthly_limit_override?: number | null | undefined
  /** Number of requests allowed per second with this key, at most that of the plan. */
  rate_limit_override?: number | null | undefined
  /** Addresses and ranges that the key may be used from: IPv4, IPv6 and CIDR entries, separated by commas; an empty text is everywhere. Production keys that reach transfers, tenant-admin included, need them: ranges of /8 (IPv6: /32) or smaller, four of that size at most. */
  allowed_ips?: string | null | undefined
  /** Time in the future at which the key stops working. */
  expires_at?: string | null | undefined
  /** Whether the key works; false switches it off and ends its sessions. When absent it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface UpdateIdentityProvider {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Issuer, repeated; it cannot be changed. */
  issuer?: string | null | undefined
  /** Name of the identity provider, for people. */
  name: string
  /** Audience that the issuer writes into claim aud for this platform, by default the issuer URL of your realm, {auth_url}/api/v1/auth/{slug}. Any other has to be proven first; issuer and audience together belong to the tenant that has proven them. */
  audience?: string | null | undefined
  /** Algorithm with which its tokens are signed. */
  algorithm?: TokenAlgorithm | null | undefined
  /** Address of the issuer's key set; when absent, its discovery document names it. */
  jwks_url?: string | null | undefined
  /** Claim that lists the roles, roles by default; realm_access.roles for a Keycloak realm. */
  roles_claim?: string | null | undefined
  /** Mapping of the provider's roles to roles of the platform; a role without a mapping grants nothing. */
  role_mappings: RoleMapping[]
  /** Claim with the id or external id of the merchant that the bearer is bound to. */
  merchant_claim?: string | null | undefined
  /** Longest life of an accepted token, in seconds; 3600 by default. */
  max_token_life_seconds?: number | null | undefined
  /** Whether tokens of the identity provider are accepted; when absent it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface UpdateMonitorChannel {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Name of the channel, for people. */
  name: string
  /** Language of the messages. */
  language: MonitorLanguage
  /** Kinds of findings to be told, or only `*` for all; when absent it is all. */
  monitors?: MonitorListened[] | null | undefined
  /** Hours in which the channel is told nothing; what is still open is told when they end. */
  quiet_hours?: MonitorQuietHours | null | undefined
  /** Whether the channel gets messages. */
  is_active?: boolean | null | undefined
  /** New address; when absent it stays as it is. */
  address?: string | null | undefined
}

export interface UpdateUser {
  /** E-mail address of the user; when absent it stays as it is. */
  email?: string | null | undefined
  /** First name of the user. */
  firstName?: string | null | undefined
  /** Family name of the user. */
  lastName?: string | null | undefined
  /** Company that the user works for. */
  companyName?: string | null | undefined
  /** Whether the user may sign in; false also ends every session of the user. */
  enabled?: boolean | null | undefined
  /** Roles of the user, built-in ones and those of the tenant; GET /users/roles lists them. */
  roles?: string[] | null | undefined
  /** Id of the merchant that the user is bound to; an empty text binds the user to none. */
  merchantId?: string | null | undefined
  /** Whether the user waits for approval; false approves a user who waits, true makes one wait. */
  pendingApproval?: boolean | null | undefined
}

export interface UseLink {
  /** Value of `key` in the link that was mailed. */
  key: string
  /** New password of letters and digits; not the user name, not the e-mail address, not a few characters repeated, and none of the last four passwords. */
  password: string
  /** Language of the mail, by default that of Accept-Language. */
  language?: MailLanguage | null | undefined
}

export interface User {
  /** Id of the user. */
  id: string
  /** Name the user signs in with. */
  username: string
  /** E-mail address of the user. */
  email: string
  /** First name of the user; null when it is not known. */
  firstName: string | null
  /** Family name of the user; null when it is not known. */
  lastName: string | null
  /** Whether the user may sign in. */
  enabled: boolean
  /** Whether the e-mail address was proven to be the user's. */
  emailVerified: boolean
  /** Time at which the user was created, in milliseconds since 1970. */
  createdTimestamp: number
  /** Roles of the user, which decide what the user may do. */
  roles: string[]
  /** Id of the tenant that the user belongs to; null for the platform. */
  tenantId: string | null
  /** Id of the merchant that the user is bound to; null when the user works for the whole tenant. */
  merchantId: string | null
  /** Company that the user works for; null when it is not known. */
  companyName: string | null
  /** Whether the user waits for approval before the first sign-in. */
  pendingApproval: boolean
  /** Whether a second person still has to confirm the user, who until then decides, sends and approves nothing. */
  needsConfirmation: boolean
  /** Id of the changes since the last confirmation, which the confirming person sends; null when nothing changed. */
  changeId: string | null
  /** Change of the merchant that a second person still has to confirm; null when there is none. */
  awaited: {
    /** Id of the merchant that the user will be bound to; null: none, the user works for the whole tenant. */
    merchantId: string | null
  } | null
  /** Members changed since the user was last confirmed: email, roles, password, second_factor and others; also empty for a new user. */
  waitingMembers: string[]
  /** Time until which the link of the invitation is valid, or was; null when there is none, or it was used or withdrawn. */
  invitedUntil: string | null
}

export interface UserEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: a call that fails is answered with a problem document instead. */
  isSuccess: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the call. */
  data: User
}

export interface UserInfo {
  /** Id of the user, or client id of the API key, that the token was issued to. */
  sub: string
  /** Name the user signs in with, or client id of the API key; null when it is not known. */
  preferred_username: string | null
  /** E-mail address of the user, or of the API key's contact; null when it is not known. */
  email: string | null
  /** Given name of the user; null for an API key, and when it is not known. */
  given_name: string | null
  /** Family name of the user; null for an API key, and when it is not known. */
  family_name: string | null
  /** Full name of the user or name of the API key; null when it is not known. */
  name: string | null
  /** Roles of the caller, which decide what it may do. */
  roles: string[]
  /** Id of the tenant that the caller belongs to; null for the platform. */
  tenant_id: string | null
  /** Id of the merchant that the caller is bound to; null when it is bound to none. */
  merchant_id: string | null
  /** Company that the user works for, otherwise the name of the tenant; null when neither is known. */
  company_name: string | null
}

export interface UserPage {
  /** Users on this page. */
  items: User[]
  /** Number of this page; 1 is the first. */
  pageNumber: number
  /** Number of pages of the whole list. */
  totalPages: number
  /** Number of rows on all pages together. */
  totalCount: number
  /** Whether a page comes before this one. */
  hasPreviousPage: boolean
  /** Whether a page follows this one. */
  hasNextPage: boolean
}

export interface UserPageEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: a call that fails is answered with a problem document instead. */
  isSuccess: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the call. */
  data: UserPage
}

export interface UserRole {
  /** Name of the role, as users and keys are given it. */
  name: string
  /** Description of the role, for people; null when there is none. */
  description: string | null
}

export interface UserRolesEnvelope {
  /** Always null: messages come only with problem documents. */
  message: string | null
  /** Always true: a call that fails is answered with a problem document instead. */
  isSuccess: boolean
  /** Always null: error codes come only with problem documents. */
  code: string | null
  /** Result of the call. */
  data: UserRole[]
}

export interface WriteBank {
  /** Five-digit code of the bank: characters 5 to 9 of its IBANs, the EFT code with a zero before it. It cannot be changed. */
  code: string
  /** Name of the bank, for people. */
  name: string
  /** SWIFT code (BIC) of the bank, as in ISO 9362. */
  swift_code?: string | null | undefined
  /** Member number of the bank at BKM, the Turkish interbank card centre. */
  bkm_member_id?: string | null | undefined
  /** HTTPS address of the bank's logo. */
  logo_url?: string | null | undefined
  /** Whether the bank is in use, true by default; when absent on a change it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface WriteBankBin {
  /** Code of the issuing bank, as in GET /api/v1/lookups/banks. */
  bank_code: string
  /** First BIN of the range, 6 to 8 digits. */
  bin_start: string
  /** Last BIN of the range, as many digits as bin_start and not below it. */
  bin_end: string
  /** Card scheme of the cards in the range, such as Visa. */
  schema_type: CardSchemaType
  /** Type of the cards in the range: credit, debit or prepaid. */
  card_type: CardType
  /** Loyalty program of the cards in the range, such as Bonus. */
  card_program?: CardBrand | null | undefined
  /** Country of issue as two-letter ISO 3166 code, TR by default. */
  country?: string | null | undefined
  /** Whether the cards are issued to companies, false by default. */
  is_commercial?: boolean | null | undefined
  /** Number of digits of the card numbers, 16 by default. */
  card_length?: number | null | undefined
  /** Whether the range is used to recognize cards, true by default; when absent on a change it stays as it is. */
  is_active?: boolean | null | undefined
}

export interface WriteConnectorHost {
  /** Type of connector whose configurations may call the host. */
  connector_type: ConnectorType
  /** Host name or address literal on its own: no scheme, user, port, path or wildcard. */
  host: string
  /** Port that may be called; when absent, any. */
  port?: number | null | undefined
  /** Note on the host, for people. */
  note?: string | null | undefined
}

export interface WriteMerchant {
  /** Id of the record; it repeats the path, and may be left out. */
  id?: string | null | undefined
  /** Name of the merchant, for people. */
  name: string
  /** Name of the merchant in the register of companies. */
  legal_name?: string | null | undefined
  /** Your own identifier of the merchant, unique in the tenant, in visible ASCII characters, as it is sent in X-External-Merchant-Id. Of a merchant in use it changes once a second person sends the same. */
  external_id?: string | null | undefined
  /** Tax number of the merchant, with valid check digits: a VKN of 10 digits or a TCKN of 11. */
  tax_id?: string | null | undefined
  /** Tax office that the merchant is registered at. */
  tax_office?: string | null | undefined
  /** Member number of the merchant at BKM, the Turkish interbank card centre. */
  bkm_member_id?: string | null | undefined
  /** E-mail address of the merchant. */
  email?: string | null | undefined
  /** Telephone number of the merchant. */
  contact_phone?: string | null | undefined
  /** City of the merchant. */
  city?: string | null | undefined
  /** District of the merchant. */
  district?: string | null | undefined
  /** Street address of the merchant. */
  address?: string | null | undefined
  /** Address of the merchant's web site. */
  url?: string | null | undefined
  /** Merchant category code (MCC) of its payments, as in GET /api/v1/lookups/mcc-codes. */
  default_mcc?: string | null | undefined
  /** Id of the merchant of the same tenant that this one belongs under. */
  parent_id?: string | null | undefined
  /** Whether the merchant can be used, true by default; when absent on a change it stays as it is. */
  is_active?: boolean | null | undefined
  /** Status of the merchant's approval, approved by default; when absent on a change it stays as it is. It goes from pending to approved or rejected, and from there back to pending. */
  status?: MerchantStatus | null | undefined
}

export interface WritePlan {
  /** Code of the plan: lower-case letters, digits, _ and -; unique on the platform. */
  code: string
  /** Name of the plan, for people. */
  name: string
  /** Description of the plan, for people. */
  description?: string | null | undefined
  /** Number of payments and transfers allowed per day (Europe/Istanbul); 0 is no limit. */
  daily_transaction_limit: number
  /** Number of payments and transfers allowed per month (Europe/Istanbul); 0 is no limit. */
  monthly_transaction_limit: number
  /** Number of requests allowed per second for the whole organization. */
  rate_limit_per_second: number
  /** Number of requests allowed at once, above the rate; by default twice the rate. */
  burst?: number | null | undefined
  /** Whether the plan can be assigned, true by default; when absent on a change it stays as it is. */
  is_active?: boolean | null | undefined
  /** Whether tenants created without a plan get this one; true takes it from the plan that had it. When absent on a change it stays as it is. */
  is_default?: boolean | null | undefined
  /** Position of the plan in lists, lowest first; 0 by default. */
  sort_order?: number | null | undefined
  /** Number of minutes without a refresh after which the session of a user ends. */
  session_idle_minutes?: number | null | undefined
  /** Number of minutes after which a user has to sign in again, however active. */
  session_max_minutes?: number | null | undefined
  /** Codes of the features that the plan includes, none by default; when absent on a change they stay as they are. */
  feature_codes?: FeatureCode[] | null | undefined
}

export interface WriteTenantRole {
  /** Name of the role: 3 to 50 of a-z, 0-9 and -, not that of a built-in role; required when it is created. */
  name?: string | null | undefined
  /** Description of the role, for people. */
  description?: string | null | undefined
  /** Names of the built-in roles of tenants whose rights the role grants. */
  includes: string[]
}

export interface WrittenMerchant {
  /** Id of the merchant. */
  id: string
  /** Id of the tenant that the record belongs to. */
  tenant_id: string
  /** Name of the merchant, as people know it; null when there is none. */
  name: string | null
  /** Name of the merchant in the register of companies; null when none is stored. */
  legal_name: string | null
  /** Your own identifier of the merchant, the value of X-External-Merchant-Id; null when it has none. */
  external_id: string | null
  /** Tax number of the merchant: a VKN of 10 digits or a TCKN of 11; null when none is stored. */
  tax_id: string | null
  /** Tax office that the merchant is registered at; null when none is stored. */
  tax_office: string | null
  /** Member number of the merchant at BKM, the Turkish interbank card centre; null when none is stored. */
  bkm_member_id: string | null
  /** E-mail address of the merchant; null when none is stored. */
  email: string | null
  /** Telephone number of the merchant; null when none is stored. */
  contact_phone: string | null
  /** City of the merchant; null when none is stored. */
  city: string | null
  /** District of the merchant; null when none is stored. */
  district: string | null
  /** Street address of the merchant; null when none is stored. */
  address: string | null
  /** Address of the merchant's web site; null when none is stored. */
  url: string | null
  /** Merchant category code (MCC) of its payments; null when none is stored. */
  default_mcc: string | null
  /** Name of the merchant category, as in GET /api/v1/lookups/mcc-codes; null when no code is stored. */
  default_mcc_category: string | null
  /** Id of the merchant that this one belongs under; null when it stands on its own. */
  parent_id: string | null
  /** Name of the merchant that this one belongs under; null when it stands on its own. */
  parent_name: string | null
  /** Whether the merchant can be used; an inactive one takes no new payments or transfers. */
  is_active: boolean
  /** Status of the merchant's approval. */
  status: MerchantStatus
  /** Member whose change waits until a second person sends the same: the external_id of a merchant that is in use. Null when nothing waits. */
  awaits: MerchantAwaits | null
  /** Value that external_id will get; null while `awaits` is set means that it will be removed. */
  awaited_external_id: string | null
  /** Id of the user or API key that asked for the waiting change; null when nothing waits. */
  asked_by: string | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
  /** Notice that this write makes the second active merchant, with what changes for callers that name none; null otherwise. */
  notice: {
    /** Code of the notice. */
    code: MerchantNoticeCode
    /** Explanation of what changes, and for which callers. */
    detail: string
  } | null
}

/** Operations by method and path. */
export interface Operations {
  /** Issue an access token (OAuth 2.0 client credentials) */
  'POST /api/v1/auth/{slug}/token': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    body: TokenRequest
    answer: TokenAnswer
  }
  /** Refresh an access token */
  'POST /api/v1/auth/{slug}/refresh': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    body: RefreshRequest
    answer: TokenAnswer
  }
  /** End a sign-in */
  'POST /api/v1/auth/{slug}/logout': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    body: LogoutRequest
    answer: undefined
  }
  /** Log a person in */
  'POST /api/v1/auth/{slug}/login': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    body: LoginRequest
    answer: TokenAnswer
  }
  /** Change one’s own password */
  'POST /api/v1/auth/{slug}/change-password': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    body: ChangePassword
    answer: TokenAnswer
  }
  /** Ask for a link to set a new password */
  'POST /api/v1/auth/{slug}/forgotten-password': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    body: ForgottenPassword
    answer: undefined
  }
  /** Look a link up */
  'POST /api/v1/auth/{slug}/links/look-up': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    body: LookUpLink
    answer: Link
  }
  /** Set one’s own password by a link */
  'POST /api/v1/auth/{slug}/links/use': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    body: UseLink
    answer: undefined
  }
  /** Owner of the token (userinfo) */
  'GET /api/v1/auth/{slug}/me': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    answer: UserInfo
  }
  /** Discovery document of a realm */
  'GET /api/v1/auth/{slug}/.well-known/openid-configuration': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    answer: Discovery
  }
  /** Key set of a realm */
  'GET /api/v1/auth/{slug}/.well-known/jwks.json': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    answer: Jwks
  }
  /** List API keys */
  'GET /api/v1/tenants/me/api-keys': {
    query?: PageQuery & {
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
      search_term?: string | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
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
      /** Id of the API key, as the list shows it. */
      id: string
    }
    answer: ApiKey
  }
  /** Change an API key */
  'PUT /api/v1/tenants/me/api-keys/{id}': {
    path: {
      /** Id of the API key, as the list shows it. */
      id: string
    }
    body: UpdateApiKey
    answer: ApiKey
  }
  /** Change members of an API key */
  'PATCH /api/v1/tenants/me/api-keys/{id}': {
    path: {
      /** Id of the API key, as the list shows it. */
      id: string
    }
    body: PatchApiKey
    answer: ApiKey
  }
  /** Delete an API key */
  'DELETE /api/v1/tenants/me/api-keys/{id}': {
    path: {
      /** Id of the API key, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Issue a new secret */
  'POST /api/v1/tenants/me/api-keys/{id}/rotate-secret': {
    path: {
      /** Id of the API key, as the list shows it. */
      id: string
    }
    answer: ApiKeyRotated
  }
  /** List API keys */
  'GET /api/v1/platform/tenants/{tenant_id}/api-keys': {
    path: {
      /** Id of the tenant whose keys are meant. */
      tenant_id: string
    }
    query?: PageQuery & {
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
      search_term?: string | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
    }
    answer: ApiKeyPage
  }
  /** Create an API key */
  'POST /api/v1/platform/tenants/{tenant_id}/api-keys': {
    path: {
      /** Id of the tenant whose keys are meant. */
      tenant_id: string
    }
    body: CreateApiKey
    answer: ApiKeyCreated
  }
  /** One API key */
  'GET /api/v1/platform/tenants/{tenant_id}/api-keys/{id}': {
    path: {
      /** Id of the tenant whose keys are meant. */
      tenant_id: string
      /** Id of the API key, as the list shows it. */
      id: string
    }
    answer: ApiKey
  }
  /** Change an API key */
  'PUT /api/v1/platform/tenants/{tenant_id}/api-keys/{id}': {
    path: {
      /** Id of the tenant whose keys are meant. */
      tenant_id: string
      /** Id of the API key, as the list shows it. */
      id: string
    }
    body: UpdateApiKey
    answer: ApiKey
  }
  /** Change members of an API key */
  'PATCH /api/v1/platform/tenants/{tenant_id}/api-keys/{id}': {
    path: {
      /** Id of the tenant whose keys are meant. */
      tenant_id: string
      /** Id of the API key, as the list shows it. */
      id: string
    }
    body: PatchApiKey
    answer: ApiKey
  }
  /** Delete an API key */
  'DELETE /api/v1/platform/tenants/{tenant_id}/api-keys/{id}': {
    path: {
      /** Id of the tenant whose keys are meant. */
      tenant_id: string
      /** Id of the API key, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Issue a new secret */
  'POST /api/v1/platform/tenants/{tenant_id}/api-keys/{id}/rotate-secret': {
    path: {
      /** Id of the tenant whose keys are meant. */
      tenant_id: string
      /** Id of the API key, as the list shows it. */
      id: string
    }
    answer: ApiKeyRotated
  }
  /** Confirm an API key */
  'POST /api/v1/tenants/me/api-keys/{id}/confirm': {
    path: {
      /** Id of the API key, as the list shows it. */
      id: string
    }
    body?: ConfirmChange
    answer: ApiKey
  }
  /** List merchants */
  'GET /api/v1/merchants': {
    query?: PageQuery & {
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in name, legal name, external id, tax number and e-mail address. */
      search_term?: string | undefined
      /** Only merchants in any of these statuses. */
      status?: MerchantStatus | readonly MerchantStatus[] | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
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
      /** Id of the merchant, as the list shows it. */
      id: string
    }
    answer: Merchant
  }
  /** Change a merchant */
  'PUT /api/v1/merchants/{id}': {
    path: {
      /** Id of the merchant, as the list shows it. */
      id: string
    }
    body: WriteMerchant
    answer: WrittenMerchant
  }
  /** Change members of a merchant */
  'PATCH /api/v1/merchants/{id}': {
    path: {
      /** Id of the merchant, as the list shows it. */
      id: string
    }
    body: PatchMerchant
    answer: WrittenMerchant
  }
  /** Delete a merchant */
  'DELETE /api/v1/merchants/{id}': {
    path: {
      /** Id of the merchant, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** List users */
  'GET /api/v{version}/users': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
    }
    query?: {
      /** Only users of the merchant with this id or this identifier of yours. */
      MerchantId?: string | undefined
      /** Whether only users who wait for approval are listed. */
      Pending?: boolean | undefined
      /** Number of the page of users to read; 1 is the first. */
      PageNumber?: number | undefined
      /** Number of users on a page. */
      PageSize?: number | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      Waits?: boolean | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      WaitsFor?: WaitsFor | undefined
      /** Text to search for in user name, e-mail address, first and family name. */
      SearchTerm?: string | undefined
    }
    answer: UserPageEnvelope
  }
  /** Create a user */
  'POST /api/v{version}/users': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
    }
    body: CreateUser
    answer: UserEnvelope
  }
  /** Invite a person */
  'POST /api/v{version}/users/invitations': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
    }
    body: InviteUser
    answer: UserEnvelope
  }
  /** Send an invitation */
  'POST /api/v{version}/users/{id}/invitation': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
      /** Id of the user. */
      id: string
    }
    body?: SendInvitation
    answer: UserEnvelope
  }
  /** Withdraw an invitation */
  'DELETE /api/v{version}/users/{id}/invitation': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
      /** Id of the user. */
      id: string
    }
    answer: undefined
  }
  /** List the roles users can have */
  'GET /api/v{version}/users/roles': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
    }
    answer: UserRolesEnvelope
  }
  /** One user */
  'GET /api/v{version}/users/{id}': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
      /** Id of the user. */
      id: string
    }
    answer: UserEnvelope
  }
  /** Change a user */
  'PUT /api/v{version}/users/{id}': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
      /** Id of the user. */
      id: string
    }
    body: UpdateUser
    answer: UserEnvelope
  }
  /** Delete a user */
  'DELETE /api/v{version}/users/{id}': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
      /** Id of the user. */
      id: string
    }
    answer: undefined
  }
  /** Set a password for a user */
  'POST /api/v{version}/users/{id}/reset-password': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
      /** Id of the user. */
      id: string
    }
    body: ResetPassword
    answer: undefined
  }
  /** Take a user’s second factor away */
  'POST /api/v{version}/users/{id}/reset-second-factor': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
      /** Id of the user. */
      id: string
    }
    answer: undefined
  }
  /** Confirm a user */
  'POST /api/v{version}/users/{id}/confirm': {
    path: {
      /** Version of the interface, 1 or 1.0. */
      version: string
      /** Id of the user. */
      id: string
    }
    body?: ConfirmUserChange
    answer: UserEnvelope
  }
  /** List the roles of the tenant */
  'GET /api/v1/tenants/{tenant_id}/roles': {
    path: {
      /** Id of the tenant of the token, or `me`. */
      tenant_id: string
    }
    answer: TenantRole[]
  }
  /** Create a role */
  'POST /api/v1/tenants/{tenant_id}/roles': {
    path: {
      /** Id of the tenant of the token, or `me`. */
      tenant_id: string
    }
    body: WriteTenantRole
    answer: TenantRole
  }
  /** Change a role */
  'PUT /api/v1/tenants/{tenant_id}/roles/{role_name}': {
    path: {
      /** Id of the tenant of the token, or `me`. */
      tenant_id: string
      /** Name of the role to change. */
      role_name: string
    }
    body: WriteTenantRole
    answer: TenantRole
  }
  /** Delete a role */
  'DELETE /api/v1/tenants/{tenant_id}/roles/{role_name}': {
    path: {
      /** Id of the tenant of the token, or `me`. */
      tenant_id: string
      /** Name of the role to change. */
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
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in the texts of the rows, such as names, codes and descriptions. */
      search_term?: string | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
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
      /** Id of the identity provider, as the list shows it. */
      id: string
    }
    answer: IdentityProvider
  }
  /** Replace an identity provider */
  'PUT /api/v1/tenants/me/identity-providers/{id}': {
    path: {
      /** Id of the identity provider, as the list shows it. */
      id: string
    }
    body: UpdateIdentityProvider
    answer: IdentityProvider
  }
  /** Change members of an identity provider */
  'PATCH /api/v1/tenants/me/identity-providers/{id}': {
    path: {
      /** Id of the identity provider, as the list shows it. */
      id: string
    }
    body: PatchIdentityProvider
    answer: IdentityProvider
  }
  /** Stop trusting an identity provider */
  'DELETE /api/v1/tenants/me/identity-providers/{id}': {
    path: {
      /** Id of the identity provider, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Prove an identity provider */
  'POST /api/v1/tenants/me/identity-providers/{id}/prove': {
    path: {
      /** Id of the identity provider, as the list shows it. */
      id: string
    }
    body: ProveIdentityProvider
    answer: IdentityProvider
  }
  /** Confirm an identity provider */
  'POST /api/v1/tenants/me/identity-providers/{id}/confirm': {
    path: {
      /** Id of the identity provider, as the list shows it. */
      id: string
    }
    body?: ConfirmChange
    answer: IdentityProvider
  }
  /** List what the monitors find */
  'GET /api/v1/monitors/findings': {
    query?: PageQuery & {
      /** Only those that are open, or only those that are over. */
      open?: boolean | undefined
      /** Only findings of these kinds. */
      kind?: MonitorKind | readonly MonitorKind[] | undefined
    }
    answer: MonitorFindingPage
  }
  /** List channels of the monitors */
  'GET /api/v1/monitors/channels': {
    query?: PageQuery
    answer: MonitorChannelPage
  }
  /** Add a channel of the monitors */
  'POST /api/v1/monitors/channels': {
    body: CreateMonitorChannel
    answer: MonitorChannelCreated
  }
  /** Read a channel of the monitors */
  'GET /api/v1/monitors/channels/{id}': {
    path: {
      /** Id of the channel, as its creation returned it. */
      id: string
    }
    answer: MonitorChannel
  }
  /** Change a channel of the monitors */
  'PUT /api/v1/monitors/channels/{id}': {
    path: {
      /** Id of the channel, as its creation returned it. */
      id: string
    }
    body: UpdateMonitorChannel
    answer: MonitorChannel
  }
  /** Remove a channel of the monitors */
  'DELETE /api/v1/monitors/channels/{id}': {
    path: {
      /** Id of the channel, as its creation returned it. */
      id: string
    }
    answer: undefined
  }
  /** Send a test to a channel of the monitors */
  'POST /api/v1/monitors/channels/{id}/test': {
    path: {
      /** Id of the channel, as its creation returned it. */
      id: string
    }
    answer: MonitorTest
  }
  /** Confirm the mailbox of a channel */
  'POST /api/v1/monitors/channels/{id}/confirm': {
    path: {
      /** Id of the channel, as its creation returned it. */
      id: string
    }
    body: ConfirmMonitorChannel
    answer: MonitorChannel
  }
  /** Mail the code of a channel again */
  'POST /api/v1/monitors/channels/{id}/code': {
    path: {
      /** Id of the channel, as its creation returned it. */
      id: string
    }
    answer: MonitorChannel
  }
  /** List the audit log of the tenant */
  'GET /api/v1/audit-log': {
    query?: PageQuery & {
      /** Only entries of the actor with this id: `sub` of the token, or the claimed id. */
      actor?: string | undefined
      /** Only entries of this operation, such as `POST /api/v1/connectors`, as the API documents spell it. */
      operation?: string | undefined
      /** Only entries about this kind of resource, such as connector or api_key. */
      kind?: string | undefined
      /** Only entries about the resource with this id. */
      target_id?: string | undefined
      /** Only entries with this outcome. */
      outcome?: AuditOutcome | undefined
      /** Only entries of this time or later. */
      from_date?: string | undefined
      /** Only entries of this time or earlier. */
      to_date?: string | undefined
      /** Only entries of the call with this X-Correlation-Id. */
      correlation_id?: string | undefined
      /** Text to search for in actor, operation, kind, target and code. */
      search_term?: string | undefined
      /** Another name of from_date; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of to_date; when both are sent, the last one counts. */
      end_date?: string | undefined
    }
    answer: AuditEntryPage
  }
  /** List the audit log of all tenants */
  'GET /api/v1/platform/audit-log': {
    query?: PageQuery & {
      /** Only entries of the actor with this id: `sub` of the token, or the claimed id. */
      actor?: string | undefined
      /** Only entries of this operation, such as `POST /api/v1/connectors`, as the API documents spell it. */
      operation?: string | undefined
      /** Only entries about this kind of resource, such as connector or api_key. */
      kind?: string | undefined
      /** Only entries about the resource with this id. */
      target_id?: string | undefined
      /** Only entries with this outcome. */
      outcome?: AuditOutcome | undefined
      /** Only entries of this time or later. */
      from_date?: string | undefined
      /** Only entries of this time or earlier. */
      to_date?: string | undefined
      /** Only entries of the call with this X-Correlation-Id. */
      correlation_id?: string | undefined
      /** Text to search for in actor, operation, kind, target and code. */
      search_term?: string | undefined
      /** Only the chain of the tenant with this id, or of the platform itself. */
      tenant_id?: string | undefined
      /** Another name of from_date; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of to_date; when both are sent, the last one counts. */
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
      /** Id of the tenant that the user belongs to. */
      tenant_id: string
      /** Id of the user. */
      id: string
    }
    body?: ConfirmUserChange
    answer: UserEnvelope
  }
  /** List tenants */
  'GET /api/v1/platform/tenants': {
    query?: PageQuery & {
      /** Whether suspended tenants are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in slug, display name and contact e-mail. */
      search_term?: string | undefined
      /** Only tenants in any of these statuses. */
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
      /** Slug of the tenant, in the form tenant-<your-slug>. */
      slug: string
    }
    answer: Tenant
  }
  /** Suspend a tenant */
  'POST /api/v1/platform/tenants/{id}/suspend': {
    path: {
      /** Id of the tenant, as the list shows it. */
      id: string
    }
    body?: SuspendTenant
    answer: Tenant
  }
  /** Activate a suspended tenant */
  'POST /api/v1/platform/tenants/{id}/activate': {
    path: {
      /** Id of the tenant, as the list shows it. */
      id: string
    }
    answer: Tenant
  }
  /** Give a tenant another plan */
  'PUT /api/v1/platform/tenants/{id}/plan': {
    path: {
      /** Id of the tenant, as the list shows it. */
      id: string
    }
    body: SetTenantPlan
    answer: Tenant
  }
  /** Set a tenant's payment policy */
  'PUT /api/v1/platform/tenants/{id}/payment-policy': {
    path: {
      /** Id of the tenant, as the list shows it. */
      id: string
    }
    body: SetPaymentPolicy
    answer: Tenant
  }
  /** List plans */
  'GET /api/v1/platform/plans': {
    query?: PageQuery & {
      /** Whether inactive rows are listed too. */
      include_inactive?: boolean | undefined
      /** Text to search for in code, name and description. */
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
      /** Id of the plan, as the list shows it. */
      id: string
    }
    answer: Plan
  }
  /** Change a plan */
  'PUT /api/v1/platform/plans/{id}': {
    path: {
      /** Id of the plan, as the list shows it. */
      id: string
    }
    body: WritePlan
    answer: Plan
  }
  /** Delete a plan */
  'DELETE /api/v1/platform/plans/{id}': {
    path: {
      /** Id of the plan, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** List the processes of the program */
  'GET /api/v1/platform/processes': {
    answer: RunningProcessList
  }
  /** List the shards */
  'GET /api/v1/platform/shards': {
    answer: ShardList
  }
  /** List the signing keys of a realm */
  'GET /api/v1/platform/realms/{slug}/signing-keys': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    answer: SigningKeyList
  }
  /** Change the signing key of a realm */
  'POST /api/v1/platform/realms/{slug}/signing-keys': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
    }
    answer: SigningKey
  }
  /** Revoke a signing key that leaked */
  'DELETE /api/v1/platform/realms/{slug}/signing-keys/{kid}': {
    path: {
      /** Slug of the realm, as it stands in the address of its token endpoint. */
      slug: string
      /** Id of the signing key to retire. */
      kid: string
    }
    answer: undefined
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
  /** Create a bank */
  'POST /api/v1/lookups/banks': {
    body: WriteBank
    answer: Bank
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
  /** Create a BIN range */
  'POST /api/v1/lookups/bank-bins': {
    body: WriteBankBin
    answer: BankBin
  }
  /** Change a bank */
  'PUT /api/v1/lookups/banks/{id}': {
    path: {
      /** Id of the bank. */
      id: string
    }
    body: WriteBank
    answer: Bank
  }
  /** Delete a bank */
  'DELETE /api/v1/lookups/banks/{id}': {
    path: {
      /** Id of the bank. */
      id: string
    }
    answer: undefined
  }
  /** Change a BIN range */
  'PUT /api/v1/lookups/bank-bins/{id}': {
    path: {
      /** Id of the BIN range. */
      id: string
    }
    body: WriteBankBin
    answer: BankBin
  }
  /** Delete a BIN range */
  'DELETE /api/v1/lookups/bank-bins/{id}': {
    path: {
      /** Id of the BIN range. */
      id: string
    }
    answer: undefined
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
  /** List a host for a type of connector */
  'POST /api/v1/lookups/connector-hosts': {
    body: WriteConnectorHost
    answer: ConnectorHost
  }
  /** Take a host off the list */
  'DELETE /api/v1/lookups/connector-hosts/{id}': {
    path: {
      /** Id of the allowed host, as the list shows it. */
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
