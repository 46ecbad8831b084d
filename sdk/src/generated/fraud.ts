/** Vezne fraud: made from its OpenAPI document by `node scripts/docs.ts`; not to be edited. */

export interface BlacklistEntry {
  /** Its id; does not change */
  id: string
  /** How far it reaches */
  scope: FraudRuleScope
  /** Null for scope global */
  tenant_id: string | null
  /** What kind of value it is */
  entry_type: BlacklistEntryType
  /** The value, masked; ranges and domains in clear */
  display_value: string | null
  /** Why it is on the list, for people */
  reason: string | null
  /** Null: never */
  expires_at: string | null
  /** False once it has expired: it stops nothing any more */
  is_active: boolean
  /** When it was made, UTC */
  created: string
}

export interface BlacklistEntryPage {
  /** The rows of this page */
  items: BlacklistEntry[]
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

export type BlacklistEntryType = 'card' | 'email' | 'ip' | 'device' | 'iban' | 'merchant_external_id'

export interface ChangedDecisions {
  /** What the log says */
  from: FraudAction
  /** What would be decided today, with the tried rule */
  to: FraudAction
  /** Checks */
  count: number
}

export interface CreateFraudRule {
  /** On platform paths required; on tenant paths tenant, global is refused with 403 */
  scope?: FraudRuleScope | null | undefined
  /** On platform paths, with scope tenant: whose rule it is; ignored on tenant paths */
  tenant_id?: string | null | undefined
  /** sanal_pos: card payments, para_transferi: transfers, fatura_odeme: bill payments */
  process: FraudProcess
  /** Its name in reason_codes; unique per scope, tenant and process */
  code: string
  /** For people */
  name: string
  /** For people */
  description?: string | null | undefined
  /** A label; how the expression is read does not depend on it */
  type: FraudRuleType
  /** JsonLogic as a JSON text */
  expression_json: string
  /** What a match asks for: block over review over challenge over approve */
  action: FraudAction
  /** Lower first, over the rules of both scopes; default 100 */
  priority?: number | null | undefined
  /** An inactive rule is not evaluated; default true */
  is_active?: boolean | null | undefined
  /** Evaluated and noted as shadow:<code>, not acted on; default false */
  is_shadow?: boolean | null | undefined
}

export interface FieldError {
  /** Dotted path such as items[3].recipient.iban, or a query parameter */
  field: string
  /** required, invalid_type, invalid_format, unknown_value, out_of_range, ... */
  code: string
  /** What to know about it, for people */
  message: string
}

export type FraudAction = 'approve' | 'challenge' | 'review' | 'block'

export interface FraudAlert {
  /** Its id; does not change */
  id: string
  /** The check that opened it, as in the check logs */
  fraud_check_log_id: string
  /** Id of the tenant */
  tenant_id: string
  /** sanal_pos: a card payment waits, para_transferi: a transfer */
  process: FraudProcess
  /** expired: not decided in time */
  status: FraudAlertStatus
  /** The merchant's own identifier at the tenant */
  merchant_external_id: string | null
  /** Id of the payment or transfer that waits */
  external_txn_id: string | null
  /** Minor units */
  amount_minor: number
  /** ISO 4217 */
  currency: string
  /** 0 to 100 */
  score: number
  /** Codes of the rules that matched, comma-separated */
  reason_codes: string
  /** Id of the deciding person */
  assigned_to: string | null
  /** Who decided; null while it is open, and for the clock */
  reviewed_by: string | null
  /** When it was decided */
  reviewed_at: string | null
  /** What the reviewer wrote */
  notes: string | null
  /** 24 hours after creation */
  expires_at: string
  /** When it was made, UTC */
  created: string
}

export interface FraudAlertPage {
  /** The rows of this page */
  items: FraudAlert[]
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

export type FraudAlertStatus = 'open' | 'approved' | 'rejected' | 'expired'

export interface FraudCheckLog {
  /** Its id; does not change */
  id: string
  /** Id of the tenant */
  tenant_id: string
  /** The merchant's own identifier at the tenant */
  merchant_external_id: string | null
  /** sanal_pos: of a card payment, para_transferi: of a transfer */
  process: FraudProcess
  /** Id of the payment or transfer; null where the whole call was refused and nothing was made */
  external_txn_id: string | null
  /** Minor units */
  amount_minor: number
  /** ISO 4217 */
  currency: string | null
  /** 0 to 100 */
  score: number
  /** The strongest action among the rules that matched */
  decision: FraudAction
  /** Codes of the rules that spoke against it, comma-separated */
  reason_codes: string | null
  /** Comma-separated, in order of evaluation */
  matched_rule_ids: string | null
  /** How long the rules took */
  latency_ms: number
  /** builtin, or policy_off where the merchant’s policy switched the rules off */
  provider_used: string | null
  /** What became of it */
  outcome: TxnOutcome | null
  /** When the rules judged it */
  checked_at: string
}

export interface FraudCheckLogPage {
  /** The rows of this page */
  items: FraudCheckLog[]
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

export type FraudProcess = 'sanal_pos' | 'para_transferi' | 'fatura_odeme'

export interface FraudRule {
  /** Its id; does not change */
  id: string
  /** global: of the platform, for every tenant; tenant: of one tenant */
  scope: FraudRuleScope
  /** null for scope global */
  tenant_id: string | null
  /** sanal_pos: card payments, para_transferi: transfers, fatura_odeme: bill payments */
  process: FraudProcess
  /** Its name in reason_codes; unique per scope, tenant and process */
  code: string
  /** For people */
  name: string
  /** For people */
  description: string | null
  /** A label; how the expression is read does not depend on it */
  type: FraudRuleType
  /** JsonLogic as a JSON text */
  expression_json: string
  /** What a match asks for: block over review over challenge over approve */
  action: FraudAction
  /** Lower first, over the rules of both scopes */
  priority: number
  /** An inactive rule is not evaluated */
  is_active: boolean
  /** Evaluated and noted as shadow:<code>, not acted on */
  is_shadow: boolean
  /** When it was made, UTC */
  created: string
  /** When it was last changed, UTC */
  last_modified: string
}

export interface FraudRulePage {
  /** The rows of this page */
  items: FraudRule[]
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

export type FraudRuleScope = 'global' | 'tenant'

export interface FraudRuleTest {
  /** Checks it was tried on */
  checked: number
  /** Of these, checks its expression matches */
  matched: number
  /** Checks that the rule decides differently, most of them first */
  changed: ChangedDecisions[]
  /** Check logs it matches, the newest ones, at most 10 */
  example_log_ids: string[]
  /** Checks left out: a velocity the rule reads was neither logged nor can be counted again */
  not_recomputable: number
}

export type FraudRuleType = 'velocity' | 'amount_threshold' | 'geo' | 'blacklist' | 'custom'

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

export interface Live {
  /** Where it stands now */
  status: 'healthy'
}

export interface MerchantPolicy {
  /** The same for a merchant and process permanently, default or set */
  id: string
  /** Id of the tenant */
  tenant_id: string
  /** Your own name of the merchant */
  merchant_external_id: string | null
  /** Card payments or transfers */
  process: FraudProcess
  /** false: its payments or transfers of this process are not judged by rules */
  enabled: boolean
  /** Why it is as it is */
  reason: string | null
  /** Of a default: when the merchant was made */
  last_modified: string
}

export interface MerchantPolicyBundle {
  /** One per process, defaults included */
  policies: MerchantPolicy[]
}

export interface PolicyItem {
  /** Card payments or transfers */
  process: FraudProcess
  /** false: no rule is evaluated, every check approves */
  enabled: boolean
  /** Required when enabled is false */
  reason?: string | null | undefined
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

export interface ResolveAlert {
  /** Kept with the decision */
  notes?: string | null | undefined
}

export interface TestFraudRule {
  /** How far back, in days of 24 hours */
  days: number
  /** To try instead of the stored one */
  expression_json?: string | null | undefined
  /** To try instead of the stored one */
  action?: FraudAction | null | undefined
}

export type TxnOutcome = 'success' | 'failed' | 'cancelled' | 'charged_back'

export interface UpdateFraudRule {
  /** For people */
  name?: string | null | undefined
  /** For people; an empty text clears it */
  description?: string | null | undefined
  /** JsonLogic as a JSON text */
  expression_json?: string | null | undefined
  /** What a match asks for: block over review over challenge over approve */
  action?: FraudAction | null | undefined
  /** Lower first, over the rules of both scopes */
  priority?: number | null | undefined
  /** An inactive rule is not evaluated */
  is_active?: boolean | null | undefined
  /** Evaluated and noted as shadow:<code>, not acted on */
  is_shadow?: boolean | null | undefined
}

export interface UpsertPolicies {
  /** Each process at most once; processes left out stay as they are */
  policies: PolicyItem[]
}

/** Operations by method and path. */
export interface Operations {
  /** List fraud alerts */
  'GET /api/v1/fraud/alerts': {
    query?: {
      /** Of this status */
      status?: FraudAlertStatus | undefined
      /** Of this process */
      process?: FraudProcess | undefined
      /** Decided by this person or client */
      assigned_to?: string | undefined
      /** Opened then or later */
      from?: string | undefined
      /** Opened then or earlier */
      to?: string | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** In external_txn_id, merchant_external_id and reason_codes */
      search_term?: string | undefined
      /** The same as from; of both the last one counts */
      start_date?: string | undefined
      /** The same as to; of both the last one counts */
      end_date?: string | undefined
    }
    answer: FraudAlertPage
  }
  /** Approve a fraud alert */
  'POST /api/v1/fraud/alerts/{id}/approve': {
    path: {
      /** Id of the alert */
      id: string
    }
    body?: ResolveAlert
    answer: FraudAlert
  }
  /** Reject a fraud alert */
  'POST /api/v1/fraud/alerts/{id}/reject': {
    path: {
      /** Id of the alert */
      id: string
    }
    body?: ResolveAlert
    answer: FraudAlert
  }
  /** List fraud rules */
  'GET /api/v1/fraud/rules': {
    query?: {
      /** Of this scope */
      scope?: FraudRuleScope | undefined
      /** Of this tenant, and global ones; ignored on tenant paths */
      tenant_id?: string | undefined
      /** Of this process */
      process?: FraudProcess | undefined
      /** Those, or the others */
      is_active?: boolean | undefined
      /** false leaves out rules of scope global */
      include_global?: boolean | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** In code, name and description */
      search_term?: string | undefined
    }
    answer: FraudRulePage
  }
  /** Create a fraud rule */
  'POST /api/v1/fraud/rules': {
    body: CreateFraudRule
    answer: FraudRule
  }
  /** Change a fraud rule */
  'PATCH /api/v1/fraud/rules/{id}': {
    path: {
      /** Id of the rule */
      id: string
    }
    body: UpdateFraudRule
    answer: FraudRule
  }
  /** Delete a fraud rule */
  'DELETE /api/v1/fraud/rules/{id}': {
    path: {
      /** Id of the rule */
      id: string
    }
    answer: undefined
  }
  /** Test a fraud rule on past checks */
  'POST /api/v1/fraud/rules/{id}/test': {
    path: {
      /** Id of the rule */
      id: string
    }
    body: TestFraudRule
    answer: FraudRuleTest
  }
  /** List blacklist entries */
  'GET /api/v1/fraud/blacklist': {
    query?: {
      /** Values of this kind */
      entry_type?: BlacklistEntryType | undefined
      /** That reach this far */
      scope?: FraudRuleScope | undefined
      /** False: entries of the platform are left out */
      include_global?: boolean | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Part of display_value, of reason, or of a range or domain */
      search_term?: string | undefined
    }
    answer: BlacklistEntryPage
  }
  /** Add a blacklist entry */
  'POST /api/v1/fraud/blacklist': {
    body: {
      /** Platform: required. Tenants: always tenant, and global is refused */
      scope?: FraudRuleScope | null | undefined
      /** Platform with scope tenant: required. Tenants: not read */
      tenant_id?: string | null | undefined
      /** What kind of value it is */
      entry_type: BlacklistEntryType
      /** A card number, an e-mail address or @domain, an IP address or CIDR range, an IBAN, or the text itself. Kept as a keyed hash; no answer shows it */
      value: string
      /** Shown instead of the value: a masked text, without the value itself. Default: made from it */
      display_value?: string | null | undefined
      /** Why it is on the list, without the value itself */
      reason?: string | null | undefined
      /** Matches until then, by the clock of the platform. Absent: permanently */
      expires_at?: string | null | undefined
    }
    answer: BlacklistEntry
  }
  /** Delete a blacklist entry */
  'DELETE /api/v1/fraud/blacklist/{id}': {
    path: {
      /** Id of the blacklist entry */
      id: string
    }
    answer: undefined
  }
  /** List fraud checks */
  'GET /api/v1/fraud/logs': {
    query?: {
      /** Of this process */
      process?: FraudProcess | undefined
      /** Decided so */
      decision?: FraudAction | undefined
      /** Of this merchant */
      merchant_external_id?: string | undefined
      /** Checked then or later */
      from?: string | undefined
      /** Checked then or earlier */
      to?: string | undefined
      /** This score or more */
      min_score?: number | undefined
      /** This score or less */
      max_score?: number | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** The beginning of external_txn_id, or a part of merchant_external_id or reason_codes */
      search_term?: string | undefined
      /** The same as from; of both the last one counts */
      start_date?: string | undefined
      /** The same as to; of both the last one counts */
      end_date?: string | undefined
    }
    answer: FraudCheckLogPage
  }
  /** Read a merchant's policy */
  'GET /api/v1/fraud/merchants/{merchant_id}/policy': {
    path: {
      /** Of the merchant with this id */
      merchant_id: string
    }
    answer: MerchantPolicyBundle
  }
  /** Change a merchant's policy */
  'PATCH /api/v1/fraud/merchants/{merchant_id}/policy': {
    path: {
      /** Of the merchant with this id */
      merchant_id: string
    }
    body: UpsertPolicies
    answer: MerchantPolicyBundle
  }
  /** List fraud rules */
  'GET /api/v1/platform/fraud/rules': {
    query?: {
      /** Of this scope */
      scope?: FraudRuleScope | undefined
      /** Of this tenant, and global ones; ignored on tenant paths */
      tenant_id?: string | undefined
      /** Of this process */
      process?: FraudProcess | undefined
      /** Those, or the others */
      is_active?: boolean | undefined
      /** false leaves out rules of scope global */
      include_global?: boolean | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** In code, name and description */
      search_term?: string | undefined
    }
    answer: FraudRulePage
  }
  /** Create a fraud rule */
  'POST /api/v1/platform/fraud/rules': {
    body: CreateFraudRule
    answer: FraudRule
  }
  /** Change a fraud rule */
  'PATCH /api/v1/platform/fraud/rules/{id}': {
    path: {
      /** Id of the rule */
      id: string
    }
    body: UpdateFraudRule
    answer: FraudRule
  }
  /** Delete a fraud rule */
  'DELETE /api/v1/platform/fraud/rules/{id}': {
    path: {
      /** Id of the rule */
      id: string
    }
    answer: undefined
  }
  /** List fraud alerts */
  'GET /api/v1/platform/fraud/alerts': {
    query?: {
      /** Of this status */
      status?: FraudAlertStatus | undefined
      /** Of this process */
      process?: FraudProcess | undefined
      /** Decided by this person or client */
      assigned_to?: string | undefined
      /** Opened then or later */
      from?: string | undefined
      /** Opened then or earlier */
      to?: string | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** In external_txn_id, merchant_external_id and reason_codes */
      search_term?: string | undefined
      /** The same as from; of both the last one counts */
      start_date?: string | undefined
      /** The same as to; of both the last one counts */
      end_date?: string | undefined
    }
    answer: FraudAlertPage
  }
  /** Approve a fraud alert */
  'POST /api/v1/platform/fraud/alerts/{id}/approve': {
    path: {
      /** Id of the alert */
      id: string
    }
    body?: ResolveAlert
    answer: FraudAlert
  }
  /** Reject a fraud alert */
  'POST /api/v1/platform/fraud/alerts/{id}/reject': {
    path: {
      /** Id of the alert */
      id: string
    }
    body?: ResolveAlert
    answer: FraudAlert
  }
  /** List blacklist entries of every tenant */
  'GET /api/v1/platform/fraud/blacklist': {
    query?: {
      /** Values of this kind */
      entry_type?: BlacklistEntryType | undefined
      /** That reach this far */
      scope?: FraudRuleScope | undefined
      /** False: entries of the platform are left out */
      include_global?: boolean | undefined
      /** First page is 1 */
      page?: number | undefined
      /** Rows on a page */
      page_size?: number | undefined
      /** Part of display_value, of reason, or of a range or domain */
      search_term?: string | undefined
    }
    answer: BlacklistEntryPage
  }
  /** Add a blacklist entry */
  'POST /api/v1/platform/fraud/blacklist': {
    body: {
      /** Platform: required. Tenants: always tenant, and global is refused */
      scope?: FraudRuleScope | null | undefined
      /** Platform with scope tenant: required. Tenants: not read */
      tenant_id?: string | null | undefined
      /** What kind of value it is */
      entry_type: BlacklistEntryType
      /** A card number, an e-mail address or @domain, an IP address or CIDR range, an IBAN, or the text itself. Kept as a keyed hash; no answer shows it */
      value: string
      /** Shown instead of the value: a masked text, without the value itself. Default: made from it */
      display_value?: string | null | undefined
      /** Why it is on the list, without the value itself */
      reason?: string | null | undefined
      /** Matches until then, by the clock of the platform. Absent: permanently */
      expires_at?: string | null | undefined
    }
    answer: BlacklistEntry
  }
  /** Delete a blacklist entry */
  'DELETE /api/v1/platform/fraud/blacklist/{id}': {
    path: {
      /** Id of the blacklist entry */
      id: string
    }
    answer: undefined
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
