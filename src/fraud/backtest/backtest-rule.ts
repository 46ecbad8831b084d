/**
 * Backtests a rule: evaluates today's rules with it on the logged variables and compares with what was decided then. A check is changed
 * when the rule matches it now or matched it then, and the decision of today is another one, so what other rules changed since does not
 * count. Velocities are those of the log; a check whose velocity cannot be known exactly is left out if the rule reads it.
 */
import { setImmediate } from 'node:timers/promises'
import { idAt, timeOfId } from '../../core/id.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { unpackVariables } from '../expressions/packed-variables.ts'
import type { Value, Variables } from '../expressions/payment-variables.ts'
import { type FraudAction, type FraudProcess, selectActiveRules } from '../rules/active-rule-store.ts'
import { type ActiveRule, compileRules } from '../rules/active-rules.ts'
import { evaluateRules } from '../rules/evaluate-rules.ts'
import { earliestIdBefore, findStartOfNewest, type LoggedCheck, type LogRange, pagesOfLog } from './check-log-pages.ts'
import { createVelocityRecount, longestWindowS, needsDeclines, type VelocityRecount } from './recount-velocity.ts'

interface RuleBacktest {
  readonly tenantId: string
  readonly ruleId: string
  readonly process: FraudProcess
  /** Replaces the stored version. */
  readonly expression_json: string
  readonly action: FraudAction
  readonly days: number
}

interface BacktestResult {
  checked: number
  matched: number
  changed: { from: FraudAction; to: FraudAction; count: number }[]
  example_log_ids: string[]
  not_recomputable: number
}

interface BacktestLimits {
  /** Number of newest checks on which a rule is tested. */
  readonly checks: number
  /** Earlier checks that are read to count velocities again. */
  readonly earlier: number
}
/** Reading them takes some seconds. */
const LIMITS: BacktestLimits = { checks: 100_000, earlier: 200_000 }
const EXAMPLES_MAX = 10
const DAY_MS = 86_400_000
/** The process does its other work at least so often. */
const SLICE_MS = 8
const ROWS_PER_LOOK = 16

export const backtestRule = async (
  runtime: Pick<Runtime, 'db' | 'clock'>,
  trial: RuleBacktest,
  limits = LIMITS,
): Promise<BacktestResult> => {
  const { tenantId, process } = trial
  const nowMs = runtime.clock.ms()
  const { rules, start } = await runtime.db.transaction({ of: tenantId, mode: 'replica' }, async (tx) => ({
    rules: withTestedRule(await selectActiveRules(tx, tenantId, trial.ruleId), trial),
    start: await findStartOfNewest(tx, {
      tenantId,
      process,
      fromMs: nowMs - trial.days * DAY_MS,
      count: limits.checks,
    }),
  }))
  const needs = [...new Set(rules.flatMap(({ velocity }) => velocity))]
  const work = { db: runtime.db, trial, limits, rules, needs, start, to: idAt(nowMs, 'last') }
  // Most logs hold what today's rules count, and need no earlier checks.
  const plain = openResultCollector()
  if (await evaluateLog({ ...work, recount: null, from: start }, plain)) return plain.result()
  const counted = openResultCollector()
  await evaluateLog({ ...work, ...(await prepareRecount(work)) }, counted)
  return counted.result()
}

const withTestedRule = (
  rows: Awaited<ReturnType<typeof selectActiveRules>>,
  trial: RuleBacktest,
): readonly ActiveRule[] => {
  const { ruleId, expression_json, action } = trial
  const tried = (row: (typeof rows)[number]) =>
    row.id === ruleId ? { ...row, expression_json, action, is_shadow: false } : row
  return compileRules(rows.map(tried))[trial.process]
}

interface BacktestInput {
  readonly db: Runtime['db']
  readonly trial: RuleBacktest
  readonly limits: BacktestLimits
  readonly rules: readonly ActiveRule[]
  /** Velocities that today's rules read. */
  readonly needs: readonly string[]
  /** Id of the first check it is tried on. */
  readonly start: string
  readonly to: string
}

/** Finds where the sweep has to begin, and what it can then count. */
const prepareRecount = async ({
  db,
  trial,
  limits,
  needs,
  start,
}: BacktestInput): Promise<{ recount: VelocityRecount; from: string }> => {
  const { tenantId, process } = trial
  const fromMs = timeOfId(start) - longestWindowS(needs) * 1_000
  const bound = await db.transaction({ of: tenantId, mode: 'replica' }, (tx) =>
    earliestIdBefore(tx, { tenantId, process, fromMs, before: start, count: limits.earlier }),
  )
  // Some checks of the second at which a bounded sweep begins may be missing.
  const completeFromS = bound === null ? Number.NEGATIVE_INFINITY : Math.floor(timeOfId(bound) / 1_000) + 1
  return { recount: createVelocityRecount(needs, completeFromS), from: bound ?? idAt(fromMs, 'first') }
}

interface BacktestPass extends BacktestInput {
  readonly recount: VelocityRecount | null
  readonly from: string
}

/** Returns false if it stopped, since some check lacks a velocity and there is no recount. */
const evaluateLog = async (work: BacktestPass, result: Result): Promise<boolean> => {
  const { db, trial, recount, needs, start, from, to } = work
  const withFailures = recount !== null && needsDeclines(needs)
  const range: LogRange = { tenantId: trial.tenantId, process: trial.process, from, to, withFailures }
  let since = performance.now()
  for await (const page of pagesOfLog(db, range))
    for (const [at, check] of page.entries()) {
      if (at % ROWS_PER_LOOK === 0 && performance.now() - since > SLICE_MS) {
        await setImmediate()
        since = performance.now()
      }
      const variables = unpackVariables(check.variables)
      if (check.id >= start && check.provider !== 'policy_off') {
        const reading = evaluateCheck(work, check, variables)
        if (reading === 'lacks' && recount === null) return false
        result.note(check, reading)
      }
      recount?.note(check, variables)
    }
  return true
}

/** Result of a check: whether the rule matches it, and the new decision if that may differ. */
type TestedCheck = 'lacks' | { readonly matches: boolean; readonly decision: FraudAction }

const evaluateCheck = (
  { trial, rules, needs, recount }: BacktestPass,
  check: LoggedCheck,
  logged: Variables,
): TestedCheck => {
  const tried = rules.find(({ id }) => id === trial.ruleId)
  if (!tried) return { matches: false, decision: check.decision } // deleted since the call began
  const variables = logged as Record<string, Value>
  for (const name of needs) {
    if (variables[name] !== undefined) continue
    const counted = recount?.read(name, check, logged) ?? null
    if (counted !== null) variables[name] = counted
    // A velocity that only another rule reads is 0, as before that rule existed.
    else if (recount === null || tried.velocity.includes(name)) return 'lacks'
  }
  const matches = isMatch(tried, variables)
  const matched = check.matched_rule_ids?.split(',').includes(tried.id) ?? false
  return { matches, decision: matches || matched ? evaluateRules(rules, variables).decision : check.decision }
}

const isMatch = ({ matches }: ActiveRule, variables: Variables): boolean => {
  try {
    return matches(variables)
  } catch {
    return false
  }
}

type Result = ReturnType<typeof openResultCollector>
const openResultCollector = () => {
  let [checked, matched, lacking] = [0, 0, 0]
  const changes = new Map<string, BacktestResult['changed'][number]>()
  const newest: string[] = [] // oldest of them first
  return {
    note({ id, decision: from }: LoggedCheck, reading: TestedCheck): void {
      if (reading === 'lacks') {
        lacking++
        return
      }
      const { matches, decision: to } = reading
      checked++
      if (matches) {
        matched++
        newest.push(id)
        if (newest.length > EXAMPLES_MAX) newest.shift()
      }
      if (from === to) return
      const counted = changes.get(`${from} ${to}`)
      if (counted) counted.count++
      else changes.set(`${from} ${to}`, { from, to, count: 1 })
    },
    result: (): BacktestResult => ({
      checked,
      matched,
      changed: [...changes.values()].sort((one, other) => other.count - one.count),
      example_log_ids: newest.reverse(),
      not_recomputable: lacking,
    }),
  }
}
