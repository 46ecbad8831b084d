/** Vezne fraud: made from its OpenAPI document by `npm run docs`; not to be edited. */

import type { Page, PageQuery, FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, Live, Problem, WaitingChange, WaitingChangePage, WaitingDiff, WaitsFor } from './shared.ts'

export type { FieldError, HealthCheckEntry, HealthReport, HealthReportStatus, Live, Problem, WaitingChange, WaitingChangePage, WaitingDiff, WaitsFor }

export interface AlertAssignee {
  /** Id of the user that alerts can be assigned to. */
  id: string
  /** First and family name of the user, or the user name. */
  name: string
}

export interface AssignAlert {
  /** Id of the user to assign the alert to; `me` is the caller; null or absent leaves the alert unassigned. */
  assigned_to?: string | null | undefined
}

export interface BlacklistEntry {
  /** Id of the blacklist entry. */
  id: string
  /** Scope of the entry: global for every tenant, tenant for a single one. */
  scope: FraudRuleScope
  /** Id of the tenant that the entry belongs to; null for scope global. */
  tenant_id: string | null
  /** Kind of value that is on the list, such as a card number or an e-mail address. */
  entry_type: BlacklistEntryType
  /** Value on the list, masked; ranges and domains in clear. Null when none is shown. */
  display_value: string | null
  /** Reason why the value is on the list, for people; null when none was given. */
  reason: string | null
  /** Time until which the entry applies; null when it never expires. */
  expires_at: string | null
  /** Whether the entry applies; false once it has expired. */
  is_active: boolean
  /** Time at which the record was created, in UTC. */
  created: string
  /** Change that waits for a second person; null when there is none. */
  pending_change: WaitingChange | null
}

export type BlacklistEntryPage = Page<BlacklistEntry>

export type BlacklistEntryType = 'card' | 'email' | 'ip' | 'device' | 'iban' | 'merchant_external_id'

export interface ChangedDecisions {
  /** Decision that the check log recorded. */
  from: FraudAction
  /** Decision that would be taken with the tried rule. */
  to: FraudAction
  /** Number of checks whose decision changes in this way. */
  count: number
}

export interface CreateFraudRule {
  /** Scope of the rule; required on platform paths. On tenant paths always tenant: global is refused with 403. */
  scope?: FraudRuleScope | null | undefined
  /** Id of the tenant that the rule belongs to, on platform paths with scope tenant; ignored on tenant paths. */
  tenant_id?: string | null | undefined
  /** Process that the rule checks: `sanal_pos` for card payments, `para_transferi` for transfers, `fatura_odeme` for bill payments. */
  process: FraudProcess
  /** Code of the rule, under which reason_codes names it; unique per scope, tenant and process. */
  code: string
  /** Name of the rule, for people. */
  name: string
  /** Description of the rule, for people. */
  description?: string | null | undefined
  /** Label for the kind of rule; it does not change how the expression is evaluated. */
  type: FraudRuleType
  /** Condition of the rule: a JsonLogic expression as a JSON text. */
  expression_json: string
  /** Action that a match asks for; the strongest one decides: block before review before challenge before approve. */
  action: FraudAction
  /** Position of the rule among those of both scopes; lower ones are evaluated first; 100 by default. */
  priority?: number | null | undefined
  /** Whether the rule is evaluated, true by default. */
  is_active?: boolean | null | undefined
  /** Whether the rule is only recorded, as shadow:<code>, without acting on it, false by default. */
  is_shadow?: boolean | null | undefined
}

export type FraudAction = 'approve' | 'challenge' | 'review' | 'block'

export interface FraudAlert {
  /** Id of the alert. */
  id: string
  /** Id of the check that opened the alert, as in the check logs. */
  fraud_check_log_id: string
  /** Id of the tenant that the record belongs to. */
  tenant_id: string
  /** Process of the alert: `sanal_pos` when a card payment waits, `para_transferi` when a transfer does. */
  process: FraudProcess
  /** Status of the alert; `expired` when it was not decided in time. */
  status: FraudAlertStatus
  /** Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none. */
  merchant_external_id: string | null
  /** Id of the payment or transfer that waits; null when there is none. */
  external_txn_id: string | null
  /** Amount that waits, in minor units (kuruş): 12990 is 129.90 TRY. */
  amount_minor: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY. */
  currency: string
  /** Risk score of the check, 0 to 100. */
  score: number
  /** Codes of the rules that matched, separated by commas. */
  reason_codes: string
  /** Id of the user that examines the alert or, once it is decided, that decided it; null when nobody is assigned. */
  assigned_to: string | null
  /** Id of the user that decided the alert; null while it is open, and when it expired. */
  reviewed_by: string | null
  /** Time at which the alert was decided; null while it is open. */
  reviewed_at: string | null
  /** Note of the person that decided the alert; null when none was written. */
  notes: string | null
  /** Time at which the alert expires, 24 hours after it was opened. */
  expires_at: string
  /** Time at which the record was created, in UTC. */
  created: string
}

export type FraudAlertPage = Page<FraudAlert>

export type FraudAlertStatus = 'open' | 'approved' | 'rejected' | 'expired'

export interface FraudCheckLog {
  /** Id of the check. */
  id: string
  /** Id of the tenant that the record belongs to. */
  tenant_id: string
  /** Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none. */
  merchant_external_id: string | null
  /** Process that was checked: `sanal_pos` for a card payment, `para_transferi` for a transfer. */
  process: FraudProcess
  /** Id of the payment or transfer that was checked; null when the whole call was refused and nothing was created. */
  external_txn_id: string | null
  /** Amount that was checked, in minor units (kuruş): 12990 is 129.90 TRY. */
  amount_minor: number
  /** Currency of the amounts as three-letter ISO 4217 code, such as TRY; null when there are none. */
  currency: string | null
  /** Risk score of the check, 0 to 100. */
  score: number
  /** Decision of the check: the strongest action among the rules that matched. */
  decision: FraudAction
  /** Codes of the rules that spoke against the payment or transfer, separated by commas; null when none did. */
  reason_codes: string | null
  /** Ids of the rules that matched, separated by commas, in order of evaluation; null when none did. */
  matched_rule_ids: string | null
  /** Time the rules took, in milliseconds. */
  latency_ms: number
  /** Engine that decided: `builtin`, or `policy_off` when the merchant's policy switched the rules off. */
  provider_used: string | null
  /** Outcome of the payment or transfer; null until it ends. */
  outcome: TxnOutcome | null
  /** Time at which the rules were evaluated. */
  checked_at: string
}

export type FraudCheckLogPage = Page<FraudCheckLog>

export type FraudProcess = 'sanal_pos' | 'para_transferi' | 'fatura_odeme'

export interface FraudRule {
  /** Id of the fraud rule. */
  id: string
  /** Scope of the rule: global for every tenant, tenant for a single one. */
  scope: FraudRuleScope
  /** Id of the tenant that the rule belongs to; null for scope global. */
  tenant_id: string | null
  /** Process that the rule checks: `sanal_pos` for card payments, `para_transferi` for transfers, `fatura_odeme` for bill payments. */
  process: FraudProcess
  /** Code of the rule, under which reason_codes names it; unique per scope, tenant and process. */
  code: string
  /** Name of the rule, for people. */
  name: string
  /** Description of the rule, for people; null when there is none. */
  description: string | null
  /** Label for the kind of rule; it does not change how the expression is evaluated. */
  type: FraudRuleType
  /** Condition of the rule: a JsonLogic expression as a JSON text. */
  expression_json: string
  /** Action that a match asks for; the strongest one decides: block before review before challenge before approve. */
  action: FraudAction
  /** Position of the rule among those of both scopes; lower ones are evaluated first. */
  priority: number
  /** Whether the rule is evaluated. */
  is_active: boolean
  /** Whether the rule is only recorded, as shadow:<code>, without acting on it. */
  is_shadow: boolean
  /** Whether the rule was saved inactive, for another person to activate. */
  awaits_activation: boolean
  /** Change that waits for a second person; null when there is none. */
  pending_change: WaitingChange | null
  /** Time at which the record was created, in UTC. */
  created: string
  /** Time at which the record was last changed, in UTC. */
  last_modified: string
}

export type FraudRulePage = Page<FraudRule>

export type FraudRuleScope = 'global' | 'tenant'

export interface FraudRuleTest {
  /** Number of checks that the rule was tried on. */
  checked: number
  /** Number of these checks that the expression matches. */
  matched: number
  /** Checks that the rule decides differently, the most frequent change first. */
  changed: ChangedDecisions[]
  /** Ids of the newest checks that the rule matches, at most 10. */
  example_log_ids: string[]
  /** Number of checks left out because a velocity that the rule reads was neither logged nor can be counted again. */
  not_recomputable: number
}

export type FraudRuleType = 'velocity' | 'amount_threshold' | 'geo' | 'blacklist' | 'custom'

export interface MerchantPolicy {
  /** Id of the policy, always the same for a merchant and process, whether default or set. */
  id: string
  /** Id of the tenant that the record belongs to. */
  tenant_id: string
  /** Your own identifier of the merchant, as sent in X-External-Merchant-Id; null when it has none. */
  merchant_external_id: string | null
  /** Process that the policy applies to: card payments or transfers. */
  process: FraudProcess
  /** Whether fraud rules are evaluated for the merchant's payments or transfers; when false, every check approves. */
  enabled: boolean
  /** Reason of the policy, for people; null when none was given. */
  reason: string | null
  /** Time at which the policy was last changed; of a default, when the merchant was created. */
  last_modified: string
  /** Change that waits for a second person; null when there is none. */
  pending_change: WaitingChange | null
}

export interface MerchantPolicyBundle {
  /** Policies of the merchant, one per process, defaults included. */
  policies: MerchantPolicy[]
}

export interface PolicyItem {
  /** Process that the policy applies to: card payments or transfers. */
  process: FraudProcess
  /** Whether fraud rules are evaluated for the process; when false, every check approves. */
  enabled: boolean
  /** Reason of the policy, for people; required when enabled is false. */
  reason?: string | null | undefined
}

export interface ResolveAlert {
  /** Note on the decision, stored with it. */
  notes?: string | null | undefined
}

export interface TestFraudRule {
  /** Number of days to look back, each of 24 hours. */
  days: number
  /** JsonLogic expression to try instead of the stored one, as a JSON text. */
  expression_json?: string | null | undefined
  /** Action to try instead of the stored one. */
  action?: FraudAction | null | undefined
}

export type TxnOutcome = 'success' | 'failed' | 'cancelled' | 'charged_back'

export interface UpdateFraudRule {
  /** Name of the rule, for people. */
  name?: string | null | undefined
  /** Description of the rule, for people; an empty text removes it. */
  description?: string | null | undefined
  /** Condition of the rule: a JsonLogic expression as a JSON text. */
  expression_json?: string | null | undefined
  /** Action that a match asks for; the strongest one decides: block before review before challenge before approve. */
  action?: FraudAction | null | undefined
  /** Position of the rule among those of both scopes; lower ones are evaluated first. */
  priority?: number | null | undefined
  /** Whether the rule is evaluated. */
  is_active?: boolean | null | undefined
  /** Whether the rule is only recorded, as shadow:<code>, without acting on it. */
  is_shadow?: boolean | null | undefined
}

export interface UpsertPolicies {
  /** Policies to set, each process at most once; processes left out stay as they are. */
  policies: PolicyItem[]
}

/** Operations by method and path. */
export interface Operations {
  /** List fraud alerts */
  'GET /api/v1/fraud/alerts': {
    query?: PageQuery & {
      /** Only alerts in any of these statuses. */
      status?: FraudAlertStatus | readonly FraudAlertStatus[] | undefined
      /** Only alerts of this process. */
      process?: FraudProcess | undefined
      /** Only alerts assigned to this user, or decided by this user or client; `me` is the caller, `none` finds those of no user. */
      assigned_to?: string | undefined
      /** Only alerts opened at this time or later. */
      from?: string | undefined
      /** Only alerts opened at this time or earlier. */
      to?: string | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Text to search for in external_txn_id, merchant_external_id and reason_codes. */
      search_term?: string | undefined
      /** Another name of from; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of to; when both are sent, the last one counts. */
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
      /** Id of the alert, as the list shows it. */
      id: string
    }
    answer: FraudAlert
  }
  /** Assign a fraud alert */
  'POST /api/v1/fraud/alerts/{id}/assign': {
    path: {
      /** Id of the alert, as the list shows it. */
      id: string
    }
    body: AssignAlert
    answer: FraudAlert
  }
  /** Approve a fraud alert */
  'POST /api/v1/fraud/alerts/{id}/approve': {
    path: {
      /** Id of the alert, as the list shows it. */
      id: string
    }
    body?: ResolveAlert
    answer: FraudAlert
  }
  /** Reject a fraud alert */
  'POST /api/v1/fraud/alerts/{id}/reject': {
    path: {
      /** Id of the alert, as the list shows it. */
      id: string
    }
    body?: ResolveAlert
    answer: FraudAlert
  }
  /** List fraud rules */
  'GET /api/v1/fraud/rules': {
    query?: PageQuery & {
      /** Only rules of this scope. */
      scope?: FraudRuleScope | undefined
      /** Only rules of the tenant with this id, and global ones; ignored on tenant paths. */
      tenant_id?: string | undefined
      /** Only rules for this process. */
      process?: FraudProcess | undefined
      /** Only active (true) or only inactive (false) rules; when absent, both. */
      is_active?: boolean | undefined
      /** Whether rules of scope global are listed too. */
      include_global?: boolean | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
      /** Text to search for in code, name and description. */
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
      /** Id of the fraud rule, as the list shows it. */
      id: string
    }
    answer: FraudRule
  }
  /** Change a fraud rule */
  'PATCH /api/v1/fraud/rules/{id}': {
    path: {
      /** Id of the fraud rule, as the list shows it. */
      id: string
    }
    body: UpdateFraudRule
    answer: FraudRule
  }
  /** Delete a fraud rule */
  'DELETE /api/v1/fraud/rules/{id}': {
    path: {
      /** Id of the fraud rule, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Test a fraud rule on past checks */
  'POST /api/v1/fraud/rules/{id}/test': {
    path: {
      /** Id of the fraud rule, as the list shows it. */
      id: string
    }
    body: TestFraudRule
    answer: FraudRuleTest
  }
  /** List blacklist entries */
  'GET /api/v1/fraud/blacklist': {
    query?: PageQuery & {
      /** Only entries of this kind of value. */
      entry_type?: BlacklistEntryType | undefined
      /** Only entries of this scope. */
      scope?: FraudRuleScope | undefined
      /** Whether entries of the platform are listed too. */
      include_global?: boolean | undefined
      /** Part of display_value, of the reason, or of a range or domain. */
      search_term?: string | undefined
    }
    answer: BlacklistEntryPage
  }
  /** Add a blacklist entry */
  'POST /api/v1/fraud/blacklist': {
    body: {
      /** Scope of the entry; required for the platform. For tenants always tenant: global is refused. */
      scope?: FraudRuleScope | null | undefined
      /** Id of the tenant that the entry belongs to, required for the platform with scope tenant; ignored for tenants. */
      tenant_id?: string | null | undefined
      /** Kind of value that goes on the list, such as a card number or an e-mail address. */
      entry_type: BlacklistEntryType
      /** Value to put on the list: a card number, an e-mail address or @domain, an IP address or CIDR range, an IBAN, or a text. It is stored as a keyed hash and never shown. */
      value: string
      /** Masked text to show instead of the value, without the value itself; by default it is made from the value. */
      display_value?: string | null | undefined
      /** Reason why the value is on the list, without the value itself. */
      reason?: string | null | undefined
      /** Time until which the entry applies, by the clock of the platform; when absent it never expires. */
      expires_at?: string | null | undefined
    }
    answer: BlacklistEntry
  }
  /** Read a blacklist entry */
  'GET /api/v1/fraud/blacklist/{id}': {
    path: {
      /** Id of the blacklist entry, as the list shows it. */
      id: string
    }
    answer: BlacklistEntry
  }
  /** Delete a blacklist entry */
  'DELETE /api/v1/fraud/blacklist/{id}': {
    path: {
      /** Id of the blacklist entry, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** List fraud checks */
  'GET /api/v1/fraud/logs': {
    query?: PageQuery & {
      /** Only checks of this process. */
      process?: FraudProcess | undefined
      /** Only checks with this decision. */
      decision?: FraudAction | undefined
      /** Only checks of the merchant with this identifier of yours. */
      merchant_external_id?: string | undefined
      /** Only checks of this time or later. */
      from?: string | undefined
      /** Only checks of this time or earlier. */
      to?: string | undefined
      /** Only checks with this score or more. */
      min_score?: number | undefined
      /** Only checks with this score or less. */
      max_score?: number | undefined
      /** Beginning of external_txn_id, or part of merchant_external_id or reason_codes. */
      search_term?: string | undefined
      /** Another name of from; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of to; when both are sent, the last one counts. */
      end_date?: string | undefined
    }
    answer: FraudCheckLogPage
  }
  /** Read a merchant's policy */
  'GET /api/v1/fraud/merchants/{merchant_id}/policy': {
    path: {
      /** Id of the merchant whose policies are meant. */
      merchant_id: string
    }
    answer: MerchantPolicyBundle
  }
  /** Change a merchant's policy */
  'PATCH /api/v1/fraud/merchants/{merchant_id}/policy': {
    path: {
      /** Id of the merchant whose policies are meant. */
      merchant_id: string
    }
    body: UpsertPolicies
    answer: MerchantPolicyBundle
  }
  /** List the changes that wait for a second person */
  'GET /api/v1/fraud/waiting-changes': {
    query?: PageQuery & {
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
    }
    answer: WaitingChangePage
  }
  /** Confirm a change that waits */
  'POST /api/v1/fraud/waiting-changes/{id}/confirm': {
    path: {
      /** Id of the change, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** Reject a change that waits */
  'POST /api/v1/fraud/waiting-changes/{id}/reject': {
    path: {
      /** Id of the change, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** List fraud rules */
  'GET /api/v1/platform/fraud/rules': {
    query?: PageQuery & {
      /** Only rules of this scope. */
      scope?: FraudRuleScope | undefined
      /** Only rules of the tenant with this id, and global ones; ignored on tenant paths. */
      tenant_id?: string | undefined
      /** Only rules for this process. */
      process?: FraudProcess | undefined
      /** Only active (true) or only inactive (false) rules; when absent, both. */
      is_active?: boolean | undefined
      /** Whether rules of scope global are listed too. */
      include_global?: boolean | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Whether only rows of which something waits for a second person are listed. */
      waits?: boolean | undefined
      /** Text to search for in code, name and description. */
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
      /** Id of the fraud rule, as the list shows it. */
      id: string
    }
    answer: FraudRule
  }
  /** Change a fraud rule */
  'PATCH /api/v1/platform/fraud/rules/{id}': {
    path: {
      /** Id of the fraud rule, as the list shows it. */
      id: string
    }
    body: UpdateFraudRule
    answer: FraudRule
  }
  /** Delete a fraud rule */
  'DELETE /api/v1/platform/fraud/rules/{id}': {
    path: {
      /** Id of the fraud rule, as the list shows it. */
      id: string
    }
    answer: undefined
  }
  /** List fraud alerts */
  'GET /api/v1/platform/fraud/alerts': {
    query?: PageQuery & {
      /** Only alerts in any of these statuses. */
      status?: FraudAlertStatus | readonly FraudAlertStatus[] | undefined
      /** Only alerts of this process. */
      process?: FraudProcess | undefined
      /** Only alerts assigned to this user, or decided by this user or client; `me` is the caller, `none` finds those of no user. */
      assigned_to?: string | undefined
      /** Only alerts opened at this time or later. */
      from?: string | undefined
      /** Only alerts opened at this time or earlier. */
      to?: string | undefined
      /** Only what the caller may decide now, by role and by not having taken part; `me` is the only value. */
      waits_for?: WaitsFor | undefined
      /** Text to search for in external_txn_id, merchant_external_id and reason_codes. */
      search_term?: string | undefined
      /** Another name of from; when both are sent, the last one counts. */
      start_date?: string | undefined
      /** Another name of to; when both are sent, the last one counts. */
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
      /** Id of the alert, as the list shows it. */
      id: string
    }
    answer: FraudAlert
  }
  /** Assign a fraud alert */
  'POST /api/v1/platform/fraud/alerts/{id}/assign': {
    path: {
      /** Id of the alert, as the list shows it. */
      id: string
    }
    body: AssignAlert
    answer: FraudAlert
  }
  /** Approve a fraud alert */
  'POST /api/v1/platform/fraud/alerts/{id}/approve': {
    path: {
      /** Id of the alert, as the list shows it. */
      id: string
    }
    body?: ResolveAlert
    answer: FraudAlert
  }
  /** Reject a fraud alert */
  'POST /api/v1/platform/fraud/alerts/{id}/reject': {
    path: {
      /** Id of the alert, as the list shows it. */
      id: string
    }
    body?: ResolveAlert
    answer: FraudAlert
  }
  /** List blacklist entries of every tenant */
  'GET /api/v1/platform/fraud/blacklist': {
    query?: PageQuery & {
      /** Only entries of this kind of value. */
      entry_type?: BlacklistEntryType | undefined
      /** Only entries of this scope. */
      scope?: FraudRuleScope | undefined
      /** Whether entries of the platform are listed too. */
      include_global?: boolean | undefined
      /** Part of display_value, of the reason, or of a range or domain. */
      search_term?: string | undefined
    }
    answer: BlacklistEntryPage
  }
  /** Add a blacklist entry */
  'POST /api/v1/platform/fraud/blacklist': {
    body: {
      /** Scope of the entry; required for the platform. For tenants always tenant: global is refused. */
      scope?: FraudRuleScope | null | undefined
      /** Id of the tenant that the entry belongs to, required for the platform with scope tenant; ignored for tenants. */
      tenant_id?: string | null | undefined
      /** Kind of value that goes on the list, such as a card number or an e-mail address. */
      entry_type: BlacklistEntryType
      /** Value to put on the list: a card number, an e-mail address or @domain, an IP address or CIDR range, an IBAN, or a text. It is stored as a keyed hash and never shown. */
      value: string
      /** Masked text to show instead of the value, without the value itself; by default it is made from the value. */
      display_value?: string | null | undefined
      /** Reason why the value is on the list, without the value itself. */
      reason?: string | null | undefined
      /** Time until which the entry applies, by the clock of the platform; when absent it never expires. */
      expires_at?: string | null | undefined
    }
    answer: BlacklistEntry
  }
  /** Read a blacklist entry */
  'GET /api/v1/platform/fraud/blacklist/{id}': {
    path: {
      /** Id of the blacklist entry, as the list shows it. */
      id: string
    }
    answer: BlacklistEntry
  }
  /** Delete a blacklist entry */
  'DELETE /api/v1/platform/fraud/blacklist/{id}': {
    path: {
      /** Id of the blacklist entry, as the list shows it. */
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
