/** A rule tried on what was checked: today's rules with it over the variables of the log, beside what was decided then. */
import { setImmediate } from 'node:timers/promises'
import { idAt, timeOfId } from '../../core/id.ts'
import type { House } from '../../infra/runtime.ts'
import { unpackVariables } from '../expressions/packed-variables.ts'
import type { Value, Variables } from '../expressions/payment-variables.ts'
import { judge } from '../rules/evaluate-rules.ts'
import { type Rule, rulesOf } from '../rules/active-rules.ts'
import { type FraudAction, type FraudProcess, selectActiveRules } from '../rules/active-rule-store.ts'
import { boundBefore, type LoggedCheck, type LogRange, pagesOfLog, startOfNewest } from './check-log-pages.ts'
import { longestOf, openRecount, type Recount, readsFailures } from './recount-velocity.ts'

export interface Trial {
  readonly tenantId: string
  readonly ruleId: string
  readonly process: FraudProcess
  /** In the place of what is stored. */
  readonly expression_json: string
  readonly action: FraudAction
  readonly days: number
}

export interface Trialled {
  checked: number
  matched: number
  changed: { from: FraudAction; to: FraudAction; count: number }[]
  example_log_ids: string[]
  not_recomputable: number
}

export interface Limits {
  /** Checks a rule is tried on: the newest ones. */
  readonly checks: number
  /** Earlier checks that are read to count velocities again. */
  readonly earlier: number
}
/** Some seconds of reading. */
const LIMITS: Limits = { checks: 100_000, earlier: 200_000 }
const EXAMPLES_MAX = 10
const DAY_MS = 86_400_000
/** The process does its other work at least so often. */
const SLICE_MS = 8
const ROWS_PER_LOOK = 16

export const backtest = async (
  house: Pick<House, 'db' | 'clock'>,
  trial: Trial,
  limits = LIMITS,
): Promise<Trialled> => {
  const { tenantId, process } = trial
  const nowMs = house.clock.ms()
  const { rules, start } = await house.db.readTenant(tenantId, async (tx) => ({
    rules: triedAmong(await selectActiveRules(tx, tenantId, trial.ruleId), trial),
    start: await startOfNewest(tx, { tenantId, process, fromMs: nowMs - trial.days * DAY_MS, count: limits.checks }),
  }))
  const needs = [...new Set(rules.flatMap(({ velocity }) => velocity))]
  const work = { db: house.db, trial, limits, rules, needs, start, to: idAt(nowMs, 'last') }
  // Most logs hold what today's rules count, and need no look at what was before them.
  const plain = openResult()
  if (await sweep({ ...work, recount: null, from: start }, plain)) return plain.told()
  const counted = openResult()
  await sweep({ ...work, ...(await recounting(work)) }, counted)
  return counted.told()
}

const triedAmong = (rows: Awaited<ReturnType<typeof selectActiveRules>>, trial: Trial): readonly Rule[] => {
  const { ruleId, expression_json, action } = trial
  const tried = (row: (typeof rows)[number]) =>
    row.id === ruleId ? { ...row, expression_json, action, is_shadow: false } : row
  return rulesOf(rows.map(tried))[trial.process]
}

interface Work {
  readonly db: House['db']
  readonly trial: Trial
  readonly limits: Limits
  readonly rules: readonly Rule[]
  /** Velocities that today's rules read. */
  readonly needs: readonly string[]
  /** Id of the first check it is tried on. */
  readonly start: string
  readonly to: string
}

/** From where the sweep has to begin, and what it can then count. */
const recounting = async ({ db, trial, limits, needs, start }: Work): Promise<{ recount: Recount; from: string }> => {
  const { tenantId, process } = trial
  const fromMs = timeOfId(start) - longestOf(needs) * 1_000
  const bound = await db.readTenant(tenantId, (tx) =>
    boundBefore(tx, { tenantId, process, fromMs, before: start, count: limits.earlier }),
  )
  // Of the second at which a bounded sweep begins, some checks may be missing.
  const completeFromS = bound === null ? Number.NEGATIVE_INFINITY : Math.floor(timeOfId(bound) / 1_000) + 1
  return { recount: openRecount(needs, completeFromS), from: bound ?? idAt(fromMs, 'first') }
}

interface Sweep extends Work {
  readonly recount: Recount | null
  readonly from: string
}

/** False: it stopped, since some check lacks a velocity and there is no recount. */
const sweep = async (work: Sweep, result: Result): Promise<boolean> => {
  const { db, trial, recount, needs, start, from, to } = work
  const withFailures = recount !== null && readsFailures(needs)
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
        const reading = read(work, check, variables)
        if (reading === 'lacks' && recount === null) return false
        result.note(check, reading)
      }
      recount?.note(check, variables)
    }
  return true
}

/** Whether it matches, and what is decided with it where that may differ. */
type Reading = 'lacks' | { readonly matches: boolean; readonly decision: FraudAction }

const read = ({ trial, rules, needs, recount }: Sweep, check: LoggedCheck, logged: Variables): Reading => {
  const tried = rules.find(({ id }) => id === trial.ruleId)
  if (!tried) return { matches: false, decision: check.decision } // deleted since the call began
  const variables = logged as Record<string, Value>
  for (const name of needs) {
    if (variables[name] !== undefined) continue
    const counted = recount?.read(name, check, logged) ?? null
    if (counted !== null) variables[name] = counted
    // What only another rule reads counts as not counted: 0, as it did when there was no such rule.
    else if (recount === null || tried.velocity.includes(name)) return 'lacks'
  }
  const matches = isMatch(tried, variables)
  const matched = check.matched_rule_ids?.split(',').includes(tried.id) ?? false
  return { matches, decision: matches || matched ? judge(rules, variables).decision : check.decision }
}

const isMatch = ({ matches }: Rule, variables: Variables): boolean => {
  try {
    return matches(variables)
  } catch {
    return false
  }
}

type Result = ReturnType<typeof openResult>
const openResult = () => {
  let [checked, matched, lacking] = [0, 0, 0]
  const changes = new Map<string, Trialled['changed'][number]>()
  const newest: string[] = [] // oldest of them first
  return {
    note({ id, decision: from }: LoggedCheck, reading: Reading): void {
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
      const known = changes.get(`${from} ${to}`)
      if (known) known.count++
      else changes.set(`${from} ${to}`, { from, to, count: 1 })
    },
    told: (): Trialled => ({
      checked,
      matched,
      changed: [...changes.values()].sort((one, other) => other.count - one.count),
      example_log_ids: newest.reverse(),
      not_recomputable: lacking,
    }),
  }
}
