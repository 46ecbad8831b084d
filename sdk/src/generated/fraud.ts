/** Vezne fraud: made from its OpenAPI document by `node scripts/docs.ts`; not to be edited. */

import type { Page, PageQuery, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, Live, Problem, WaitingChange, WaitingChangePage, WaitingDiff, WaitsFor } from './shared.ts'

export type { FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, Live, Problem, WaitingChange, WaitingChangePage, WaitingDiff, WaitsFor }

export interface AlertAssignee {
  id: string
  /** First and last name, or the user name */
  name: string
}

export interface AssignAlert {
  /** Id of the person; `me`: the caller; null or left out: nobody */
  assigned_to?: string | null | undefined
}

export interface BlacklistEntry {
  id: string
  scope: FraudRuleScope
  /** Null for scope global */
  tenant_id: string | null
  entry_type: BlacklistEntryType
  /** The value, masked; ranges and domains in clear */
  display_value: string | null
  /** Why it is on the list, for people */
  reason: string | null
  /** Null: never */
  expires_at: string | null
  /** False once it has expired: it stops nothing any more */
  is_active: boolean
  created: string
  pending_change: WaitingChange | null
}

export type BlacklistEntryPage = Page<BlacklistEntry>

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

export type FraudAction = 'approve' | 'challenge' | 'review' | 'block'

export interface FraudAlert {
  id: string
  /** The check that opened it, as in the check logs */
  fraud_check_log_id: string
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
  /** Id of who looks at it or, once it is decided, of who decided it; null: nobody */
  assigned_to: string | null
  /** Who decided; null while it is open, and for the clock */
  reviewed_by: string | null
  /** When it was decided */
  reviewed_at: string | null
  /** What the reviewer wrote */
  notes: string | null
  /** 24 hours after creation */
  expires_at: string
  created: string
}

export type FraudAlertPage = Page<FraudAlert>

export type FraudAlertStatus = 'open' | 'approved' | 'rejected' | 'expired'

export interface FraudCheckLog {
  id: string
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
  /** What became of it; null until the payment or transfer ends */
  outcome: TxnOutcome | null
  checked_at: string
}

export type FraudCheckLogPage = Page<FraudCheckLog>

export type FraudProcess = 'sanal_pos' | 'para_transferi' | 'fatura_odeme'

export interface FraudRule {
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
  /** Saved inactive, for another person to activate */
  awaits_activation: boolean
  pending_change: WaitingChange | null
  created: string
  last_modified: string
}

export type FraudRulePage = Page<FraudRule>

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

export interface MerchantPolicy {
  /** The same for a merchant and process permanently, default or set */
  id: string
  tenant_id: string
  /** Your own name of the merchant */
  merchant_external_id: string | null
  process: FraudProcess
  /** false: its payments or transfers of this process are not judged by rules */
  enabled: boolean
  /** Why it is as it is */
  reason: string | null
  /** Of a default: when the merchant was made */
  last_modified: string
  pending_change: WaitingChange | null
}

export interface MerchantPolicyBundle {
  /** One per process, defaults included */
  policies: MerchantPolicy[]
}

export interface PolicyItem {
  process: FraudProcess
  /** false: no rule is evaluated, every check approves */
  enabled: boolean
  /** Required when enabled is false */
  reason?: string | null | undefined
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
    query?: PageQuery & {
      /** Of any of these */
      status?: FraudAlertStatus | readonly FraudAlertStatus[] | undefined
      /** Of this process */
      process?: FraudProcess | undefined
      /** Assigned to this person, or decided by this person or client; `me`: the caller; `none`: to nobody */
      assigned_to?: string | undefined
      /** Opened then or later */
      from?: string | undefined
      /** Opened then or earlier */
      to?: string | undefined
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
      /** In external_txn_id, merchant_external_id and reason_codes */
      search_term?: string | undefined
      /** The same as from; of both the last one counts */
      start_date?: string | undefined
      /** The same as to; of both the last one counts */
      end_date?: string | undefined
    }
    answer: FraudAlertPage
  }
  /** List who may be assigned alerts */
  'GET /api/v1/fraud/alerts/assignees': {
    answer: AlertAssignee[]
  }
  /** Read a fraud alert */
  'GET /api/v1/fraud/alerts/{id}': {
    path: {
      /** Id of the alert */
      id: string
    }
    answer: FraudAlert
  }
  /** Assign a fraud alert */
  'POST /api/v1/fraud/alerts/{id}/assign': {
    path: {
      /** Id of the alert */
      id: string
    }
    body: AssignAlert
    answer: FraudAlert
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
    query?: PageQuery & {
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
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
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
  /** Read a fraud rule */
  'GET /api/v1/fraud/rules/{id}': {
    path: {
      /** Id of the rule */
      id: string
    }
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
    query?: PageQuery & {
      entry_type?: BlacklistEntryType | undefined
      scope?: FraudRuleScope | undefined
      /** False: entries of the platform are left out */
      include_global?: boolean | undefined
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
  /** Read a blacklist entry */
  'GET /api/v1/fraud/blacklist/{id}': {
    path: {
      /** Id of the blacklist entry */
      id: string
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
    query?: PageQuery & {
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
      merchant_id: string
    }
    answer: MerchantPolicyBundle
  }
  /** Change a merchant's policy */
  'PATCH /api/v1/fraud/merchants/{merchant_id}/policy': {
    path: {
      merchant_id: string
    }
    body: UpsertPolicies
    answer: MerchantPolicyBundle
  }
  /** List the changes that wait for a second person */
  'GET /api/v1/fraud/waiting-changes': {
    query?: PageQuery & {
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
    }
    answer: WaitingChangePage
  }
  /** Confirm a change that waits */
  'POST /api/v1/fraud/waiting-changes/{id}/confirm': {
    path: {
      /** Id of the waiting change */
      id: string
    }
    answer: undefined
  }
  /** Reject a change that waits */
  'POST /api/v1/fraud/waiting-changes/{id}/reject': {
    path: {
      /** Id of the waiting change */
      id: string
    }
    answer: undefined
  }
  /** List fraud rules */
  'GET /api/v1/platform/fraud/rules': {
    query?: PageQuery & {
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
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
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
  /** Read a fraud rule */
  'GET /api/v1/platform/fraud/rules/{id}': {
    path: {
      /** Id of the rule */
      id: string
    }
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
    query?: PageQuery & {
      /** Of any of these */
      status?: FraudAlertStatus | readonly FraudAlertStatus[] | undefined
      /** Of this process */
      process?: FraudProcess | undefined
      /** Assigned to this person, or decided by this person or client; `me`: the caller; `none`: to nobody */
      assigned_to?: string | undefined
      /** Opened then or later */
      from?: string | undefined
      /** Opened then or earlier */
      to?: string | undefined
      /** `me`: only what the caller may decide now: by role, and not what the caller took part in */
      waits_for?: WaitsFor | undefined
      /** In external_txn_id, merchant_external_id and reason_codes */
      search_term?: string | undefined
      /** The same as from; of both the last one counts */
      start_date?: string | undefined
      /** The same as to; of both the last one counts */
      end_date?: string | undefined
    }
    answer: FraudAlertPage
  }
  /** List who may be assigned alerts */
  'GET /api/v1/platform/fraud/alerts/assignees': {
    answer: AlertAssignee[]
  }
  /** Read a fraud alert */
  'GET /api/v1/platform/fraud/alerts/{id}': {
    path: {
      /** Id of the alert */
      id: string
    }
    answer: FraudAlert
  }
  /** Assign a fraud alert */
  'POST /api/v1/platform/fraud/alerts/{id}/assign': {
    path: {
      /** Id of the alert */
      id: string
    }
    body: AssignAlert
    answer: FraudAlert
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
    query?: PageQuery & {
      entry_type?: BlacklistEntryType | undefined
      scope?: FraudRuleScope | undefined
      /** False: entries of the platform are left out */
      include_global?: boolean | undefined
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
  /** Read a blacklist entry */
  'GET /api/v1/platform/fraud/blacklist/{id}': {
    path: {
      /** Id of the blacklist entry */
      id: string
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
