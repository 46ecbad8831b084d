/** The fraud decision that other surfaces request. Nothing passes unchecked. */

import type { Tx } from '../infra/database/database.ts'
import type { Runtime } from '../infra/runtime.ts'
import { createBlacklist } from './blacklist/blacklist.ts'
import { matchPaymentFacts, matchTransferFacts } from './blacklist/match-facts.ts'
import {
  type Check,
  type CheckInput,
  type CheckSubject,
  createFraudCheck,
  type DecidedCheck,
} from './checks/fraud-check.ts'
import { recordRefusedChecks } from './checks/record-refused-checks.ts'
import { type PaymentFacts, toPaymentVariables } from './expressions/payment-variables.ts'
import { type TransferFacts, toTransferVariables } from './expressions/transfer-variables.ts'
import { failClosed } from './fail-closed.ts'
import { type ActiveRules, createActiveRules } from './rules/active-rules.ts'
import { createRuleFailureReporter } from './rules/rule-failures.ts'
import { createRuleChangeBackfill } from './velocity/backfill-on-rule-change.ts'
import { countVelocityInOrder } from './velocity/count-velocity.ts'
import {
  type CheckSubjectHashes,
  type CountedCheck,
  hashPaymentSubjects,
  hashTransferSubjects,
  toCountedCheck,
  type VelocityValues,
} from './velocity/counted-check.ts'
import { findCountingPlan } from './velocity/counting-plan.ts'
import { createSubjectHashers } from './velocity/subject-hashes.ts'

export interface FraudScreening {
  /** The check of a payment about to be made. Throws connector_unavailable when rules or blacklists cannot be read. */
  checkPayment(facts: PaymentFacts): Promise<Check>
  /** Checks transfers of one tenant, in the order given; throws like {@link checkPayment}. */
  checkTransfers(tenantId: string, facts: readonly TransferFacts[]): Promise<readonly Check[]>
  /**
   * The decisions of checks, in their order. Call it in the transaction that writes the payments or transfers, before that write:
   * where rules count, each sees everything decided before it, and no other transaction counts for the tenant until the commit.
   * `taken`: ids of checks that are not counted, since nothing will be created.
   */
  decide(tx: Tx, checks: readonly Check[], taken?: ReadonlySet<string>): Promise<readonly DecidedCheck[]>
  /** Stores the checks of a call that was refused whole, so that nothing was created. */
  recordRefused(tenantId: string, decisions: readonly DecidedCheck[]): Promise<void>
  close(): Promise<void>
}

export const createFraudScreening = (runtime: Runtime): FraudScreening => {
  const rules = createActiveRules(runtime)
  const blacklist = createBlacklist(runtime)
  const onFault = createRuleFailureReporter(runtime)
  const hashers = createSubjectHashers(runtime.sealer)
  const filled = createRuleChangeBackfill(runtime)
  const rulesOf = async (tenantId: string): Promise<ActiveRules> => {
    const bound = await rules.of(tenantId)
    filled.onRulesRead(tenantId, bound)
    return bound
  }
  const checkPayment = async (given: PaymentFacts): Promise<Check> => {
    const facts = await matchPaymentFacts(blacklist, given)
    const bound = await rulesOf(facts.tenantId)
    const subjects = hashPaymentSubjects(hashers(facts.tenantId, 'sanal_pos'), facts)
    const variablesOf = (counted: VelocityValues) => toPaymentVariables({ ...facts, counted })
    return createFraudCheck({
      ...toCheckInput(bound, { ...facts, process: 'sanal_pos' }, subjects),
      variablesOf,
      onRuleFailure: onFault,
    })
  }
  const checkTransfers = async (tenantId: string, given: readonly TransferFacts[]): Promise<readonly Check[]> => {
    const facts = await matchTransferFacts(blacklist, tenantId, given)
    const bound = await rulesOf(tenantId)
    const hasher = hashers(tenantId, 'para_transferi')
    return facts.map((each) => {
      const variablesOf = (counted: VelocityValues) => toTransferVariables({ ...each, counted })
      return createFraudCheck({
        ...toCheckInput(bound, { ...each, process: 'para_transferi' }, hashTransferSubjects(hasher, each)),
        variablesOf,
        onRuleFailure: onFault,
      })
    })
  }
  return {
    checkPayment: (given) => failClosed(runtime, checkPayment(given)),
    checkTransfers: (tenantId, given) => failClosed(runtime, checkTransfers(tenantId, given)),
    async decide(tx, checks, taken = NONE_EXCLUDED) {
      const waiting = checks.filter(({ counting }) => counting !== null)
      if (waiting.length === 0) return checks.map(({ decided }) => decided as DecidedCheck)
      const countings = waiting.map(({ counting }) => counting as CountedCheck)
      const decisions = await countVelocityInOrder(tx, countings, taken, (counted, at) =>
        (waiting[at] as Check).decide(counted),
      )
      return checks.map((check) => check.decided ?? (decisions.shift() as DecidedCheck))
    },
    recordRefused: (tenantId, decisions) => recordRefusedChecks(runtime.db, tenantId, decisions),
    async close() {
      rules.close()
      blacklist.close()
      await filled.close()
    },
  }
}

const NONE_EXCLUDED: ReadonlySet<string> = new Set()

/** Prepares the input that the active rules require of a check before it is evaluated. */
const toCheckInput = (
  rules: ActiveRules,
  subject: CheckSubject,
  { stored, hashesFor }: CheckSubjectHashes,
): Omit<CheckInput, 'variablesOf' | 'onRuleFailure'> => {
  const { process, merchantId } = subject
  const needs = rules.velocityNeeds[process]
  return {
    subject,
    subjects: stored,
    rules: rules[process],
    isOff: rules.isOff(merchantId, process),
    counting: needs.length === 0 ? null : toCountedCheck(subject, findCountingPlan(needs), hashesFor),
  }
}
