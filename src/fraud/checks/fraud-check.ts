/** One fraud check: the facts of a payment or transfer, the rules that apply, and the rows that store the decision. */
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import type { Money } from '../../core/money.ts'
import { packVariables } from '../expressions/packed-variables.ts'
import type { Variables } from '../expressions/payment-variables.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'
import type { ActiveRule } from '../rules/active-rules.ts'
import { evaluateRules, type FraudDecision, type OnRuleFailure } from '../rules/evaluate-rules.ts'
import { toVelocityRow } from '../velocity/count-velocity.ts'
import type { CountedCheck, VelocityValues } from '../velocity/counted-check.ts'
import type { SubjectHashes } from '../velocity/subject-hashes.ts'
import type { CheckRow, CheckRows, NewAlertRow } from './check-rows.ts'

export interface DecidedCheck extends CheckRows {
  readonly fraudDecision: FraudDecision
}

/** Facts of every check, whatever the process. */
export interface CheckSubject {
  /** Id of the payment or transfer about to be made, which is also the check's id. */
  id: string
  tenantId: string
  process: FraudProcess
  merchantId: string
  amount: Money
  /** Platform clock. */
  atMs: number
  /** The person who makes it, if no other row stores that. */
  actor?: string
}

type CheckSubjects = Pick<SubjectHashes, 'card' | 'iban' | 'source_account'>

export interface CheckInput {
  subject: CheckSubject
  rules: readonly ActiveRule[]
  /** The merchant's policy switches the check off. */
  isOff: boolean
  /** Instructions for counting it; null if no rule of its tenant and process counts. */
  counting: CountedCheck | null
  /** Subjects of the check that the packed variables do not contain. */
  subjects: CheckSubjects
  variablesOf: (counted: VelocityValues) => Variables
  /** Called for every rule that fails: the check continues without it. */
  onRuleFailure: OnRuleFailure
}

/** A check in progress. */
export interface Check {
  readonly subject: CheckSubject
  /** Set if it must be counted before it can be evaluated, in the write of the payment or transfer. */
  readonly counting: CountedCheck | null
  /** The decision where nothing has to be counted: known before the first write. */
  readonly decided: DecidedCheck | null
  decide(counted: VelocityValues): DecidedCheck
}

/** An undecided alert expires then (docs/interface/fraud.md#alerts). */
const ALERT_LIFETIME_MS = 24 * 3_600_000
const NONE: VelocityValues = {}
const APPROVED: FraudDecision = { decision: 'approve', score: 0, reasonCodes: [], matchedRuleIds: [] }

export const createFraudCheck = (parts: CheckInput): Check => {
  const { subject, isOff, counting } = parts
  const settle = (counted: VelocityValues): DecidedCheck => {
    const since = performance.now()
    const variables = parts.variablesOf(counted)
    const fraudDecision = isOff ? APPROVED : evaluateRules(parts.rules, variables, parts.onRuleFailure)
    const check = toCheckRow(parts, variables, fraudDecision, performance.now() - since)
    return {
      fraudDecision,
      check,
      alert: opensAlert(subject, fraudDecision) ? toAlertRow(check, subject) : null,
      entry: counting === null ? null : toVelocityRow(counting),
    }
  }
  return { subject, counting, decide: settle, decided: counting === null ? settle(NONE) : null }
}

/** A transfer has no 3-D Secure page to challenge on. */
const opensAlert = ({ process }: CheckSubject, { decision }: FraudDecision): boolean =>
  decision === 'review' || (decision === 'challenge' && process === 'para_transferi')

const toCheckRow = (
  { subject, subjects, isOff }: CheckInput,
  variables: Variables,
  fraudDecision: FraudDecision,
  tookMs: number,
): CheckRow => ({
  tenant_id: subject.tenantId,
  id: subject.id,
  process: subject.process,
  merchant_id: subject.merchantId,
  amount: subject.amount.minor,
  currency: subject.amount.currency,
  score: fraudDecision.score,
  decision: fraudDecision.decision,
  reason_codes: joined(fraudDecision.reasonCodes),
  matched_rule_ids: joined(fraudDecision.matchedRuleIds),
  latency_us: Math.round(tookMs * 1_000),
  provider: isOff ? 'policy_off' : 'builtin',
  variables: packVariables(variables),
  card: subjects.card ?? null,
  iban: subjects.iban ?? null,
  source_account: subjects.source_account ?? null,
  outcome: null,
  checked_at: isoTime(subject.atMs),
})

const joined = (items: readonly string[]): string | null => (items.length === 0 ? null : items.join(','))

const toAlertRow = (check: CheckRow, { atMs, actor }: CheckSubject): NewAlertRow => ({
  tenant_id: check.tenant_id,
  id: newId(atMs),
  check_id: check.id,
  process: check.process,
  merchant_id: check.merchant_id,
  amount: check.amount,
  currency: check.currency,
  score: check.score,
  reason_codes: check.reason_codes ?? '',
  expires_at: isoTime(atMs + ALERT_LIFETIME_MS),
  created: check.checked_at,
  made_by: actor ?? null,
})
