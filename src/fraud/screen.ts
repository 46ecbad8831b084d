/** The verdict other surfaces ask for. Nothing is let through unchecked. */
import type { House } from '../infra/runtime.ts'
import type { Tx } from '../infra/database/database.ts'
import { openBlacklist } from './blacklist/blacklist.ts'
import { paymentListed, transfersListed } from './blacklist/match-facts.ts'
import { type Check, type CheckParts, type CheckSubject, type Judged, openCheck } from './checks/fraud-check.ts'
import { keepRefused } from './checks/record-refused-checks.ts'
import { type TransferFacts, transferVariables } from './expressions/transfer-variables.ts'
import { type PaymentFacts, paymentVariables } from './expressions/payment-variables.ts'
import { openRules, type Rules } from './rules/active-rules.ts'
import { ruleFaults } from './rules/rule-failures.ts'
import { orUnavailable } from './fail-closed.ts'
import { countInOrder } from './velocity/count-velocity.ts'
import {
  type Counted,
  type Counting,
  countingOf,
  type KnownSubjects,
  paymentSubjects,
  transferSubjects,
} from './velocity/counted-check.ts'
import { openKeepFilled } from './velocity/backfill-on-rule-change.ts'
import { planOf } from './velocity/counting-plan.ts'
import { openSubjects } from './velocity/subject-hashes.ts'

export interface Fraud {
  /** The check of a payment about to be made. Throws connector_unavailable when rules or blacklists cannot be read. */
  checkPayment(facts: PaymentFacts): Promise<Check>
  /** Transfers of one tenant, in the order given; throws as {@link checkPayment}. */
  checkTransfers(tenantId: string, facts: readonly TransferFacts[]): Promise<readonly Check[]>
  /**
   * The verdicts of checks, in their order. Call it in the transaction that writes what they judge, before that write:
   * where rules count, each sees everything judged before it, and nobody else counts for the tenant until the commit.
   * `taken`: ids of checks that count for nobody, since nothing will be made.
   */
  judge(tx: Tx, checks: readonly Check[], taken?: ReadonlySet<string>): Promise<readonly Judged[]>
  /** Keeps the checks of a call that was refused whole, so that nothing was made of them. */
  keepRefused(tenantId: string, judged: readonly Judged[]): Promise<void>
  close(): Promise<void>
}

export const openFraud = (house: House): Fraud => {
  const rules = openRules(house)
  const blacklist = openBlacklist(house)
  const onFault = ruleFaults(house)
  const hashers = openSubjects(house.sealer)
  const filled = openKeepFilled(house)
  const rulesOf = async (tenantId: string): Promise<Rules> => {
    const bound = await rules.of(tenantId)
    filled.look(tenantId, bound)
    return bound
  }
  const checkPayment = async (given: PaymentFacts): Promise<Check> => {
    const facts = await paymentListed(blacklist, given)
    const bound = await rulesOf(facts.tenantId)
    const subjects = paymentSubjects(hashers(facts.tenantId, 'sanal_pos'), facts)
    const variablesOf = (counted: Counted) => paymentVariables({ ...facts, counted })
    return openCheck({ ...partsOf(bound, { ...facts, process: 'sanal_pos' }, subjects), variablesOf, onFault })
  }
  const checkTransfers = async (tenantId: string, given: readonly TransferFacts[]): Promise<readonly Check[]> => {
    const facts = await transfersListed(blacklist, tenantId, given)
    const bound = await rulesOf(tenantId)
    const hasher = hashers(tenantId, 'para_transferi')
    return facts.map((each) => {
      const variablesOf = (counted: Counted) => transferVariables({ ...each, counted })
      return openCheck({
        ...partsOf(bound, { ...each, process: 'para_transferi' }, transferSubjects(hasher, each)),
        variablesOf,
        onFault,
      })
    })
  }
  return {
    checkPayment: (given) => orUnavailable(house, checkPayment(given)),
    checkTransfers: (tenantId, given) => orUnavailable(house, checkTransfers(tenantId, given)),
    async judge(tx, checks, taken = NONE_TAKEN) {
      const waiting = checks.filter(({ counting }) => counting !== null)
      if (waiting.length === 0) return checks.map(({ judged }) => judged as Judged)
      const countings = waiting.map(({ counting }) => counting as Counting)
      const judged = await countInOrder(tx, countings, taken, (counted, at) => (waiting[at] as Check).judge(counted))
      return checks.map((check) => check.judged ?? (judged.shift() as Judged))
    },
    keepRefused: (tenantId, judged) => keepRefused(house.db, tenantId, judged),
    async close() {
      rules.close()
      blacklist.close()
      await filled.close()
    },
  }
}

const NONE_TAKEN: ReadonlySet<string> = new Set()

/** What the rules in force say of a check before it is judged. */
const partsOf = (
  rules: Rules,
  subject: CheckSubject,
  { kept, known }: KnownSubjects,
): Omit<CheckParts, 'variablesOf' | 'onFault'> => {
  const { process, merchantId } = subject
  const needs = rules.velocityNeeds[process]
  return {
    subject,
    subjects: kept,
    rules: rules[process],
    isOff: rules.isOff(merchantId, process),
    counting: needs.length === 0 ? null : countingOf(subject, planOf(needs), known),
  }
}
