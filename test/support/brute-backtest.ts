/** What a rule would have done, computed only from the interface: each check beside all others, each expression parsed again. */
import type { FraudAction } from '../../src/fraud/rules/active-rule-store.ts'
import type { Logged } from './check-logs.ts'
import { naive, naiveTruth } from './naive-expression.ts'

export interface TriedRule {
  id: string
  expression: unknown
  expression_json: string
  action: FraudAction
  priority: number
  is_shadow: boolean
  created: string
}
interface Bounds {
  nowMs: number
  days: number
  checks: number
  earlier: number
}

const DAY_MS = 86_400_000
const WINDOWS: Record<string, number> = { '10m': 600, '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 }
const RANK: FraudAction[] = ['approve', 'challenge', 'review', 'block']

export const bruteForce = (logs: readonly Logged[], rules: readonly TriedRule[], tried: TriedRule, bounds: Bounds) => {
  const rows = logs.filter(({ process }) => process === 'sanal_pos').sort((a, b) => (a.id < b.id ? -1 : 1))
  const order = [...rules].sort(
    (a, b) => a.priority - b.priority || a.created.localeCompare(b.created) || (a.id < b.id ? -1 : 1),
  )
  const checks = rows
    .filter(({ atMs, provider }) => provider !== 'policy_off' && atMs >= bounds.nowMs - bounds.days * DAY_MS)
    .slice(-bounds.checks)
  const names = [...new Set(rules.flatMap(({ expression }) => velocitiesIn(expression)))]
  const counted = countable(rows, checks, names, bounds)
  const result = { checked: 0, matched: 0, not_recomputable: 0 }
  const matches: string[] = []
  const changes = new Map<string, number>()
  for (const check of checks) {
    const variables: Record<string, unknown> = { ...check.variables }
    let isLacking = false
    for (const name of names) {
      if (variables[name] !== undefined) continue
      const value = counted(check, name)
      if (value !== null) variables[name] = value
      else if (velocitiesIn(tried.expression).includes(name)) isLacking = true
    }
    if (isLacking) {
      result.not_recomputable++
      continue
    }
    result.checked++
    const isMatch = truth(tried, variables)
    if (isMatch) matches.unshift(check.id)
    if (!isMatch && !check.matched_rule_ids?.includes(tried.id)) continue
    const to = decisionOf(order, tried, variables)
    if (to !== check.decision) changes.set(`${check.decision} ${to}`, (changes.get(`${check.decision} ${to}`) ?? 0) + 1)
  }
  const changed = [...changes].sort((a, b) => b[1] - a[1])
  return {
    ...result,
    matched: matches.length,
    example_log_ids: matches.slice(0, 10),
    changed: changed.map(([key, count]) => ({ from: key.split(' ')[0], to: key.split(' ')[1], count })),
  }
}

const velocitiesIn = (expression: unknown): string[] =>
  [...JSON.stringify(expression).matchAll(/velocity[a-z0-9._]+/g)].map(([name]) => name)

const truth = ({ expression }: TriedRule, variables: Record<string, unknown>): boolean => {
  const known = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value ?? null]))
  return naiveTruth(naive(expression, known))
}

const decisionOf = (order: readonly TriedRule[], tried: TriedRule, variables: Record<string, unknown>): FraudAction => {
  let strongest: FraudAction = 'approve'
  for (const rule of order) {
    if ((rule.is_shadow && rule.id !== tried.id) || !truth(rule, variables)) continue
    if (RANK.indexOf(rule.action) > RANK.indexOf(strongest)) strongest = rule.action
    if (rule.action === 'approve' || rule.action === 'block') break
  }
  return strongest
}

/** Velocity of a check from all rows before it; null where the rows that may be read do not reach back far enough. */
const countable = (
  rows: readonly Logged[],
  checks: readonly Logged[],
  names: readonly string[],
  { nowMs, days, checks: limit, earlier }: Bounds,
) => {
  const longest = Math.max(0, ...names.map((name) => WINDOWS[name.split('.')[2]!]!))
  const first = checks.length === limit ? checks[0] : undefined
  const startMs = first?.atMs ?? nowMs - days * DAY_MS
  const isBefore = (row: Logged): boolean => (first ? row.id < first.id : row.atMs < startMs)
  const before = rows.filter((row) => isBefore(row) && row.atMs >= startMs - longest * 1_000)
  const cut = before.length >= earlier ? before.at(-earlier) : undefined
  const knownFrom = cut === undefined ? Number.NEGATIVE_INFINITY : Math.floor(cut.atMs / 1_000) + 1
  return (check: Logged, name: string): number | null => {
    const [, kind, window, measure] = name.split('.') as [string, string, string, string]
    const nowS = Math.floor(check.atMs / 1_000)
    const fromS = nowS - WINDOWS[window]!
    if (fromS < knownFrom) return null
    const subject = subjectOf(kind, check)
    if (subject === null || subject === '') return 0
    const counted = rows.filter(
      (row) => row.id < check.id && Math.floor(row.atMs / 1_000) > fromS && subjectOf(kind, row) === subject,
    )
    if (measure === 'count') return counted.length
    if (measure === 'declined_count') return counted.filter(({ outcome }) => outcome === 'failed').length
    if (measure === 'distinct_cards')
      return new Set(counted.map(({ card }) => card).filter((card) => card !== null)).size
    return counted.filter(({ currency }) => currency === check.currency).reduce((sum, { amount }) => sum + amount, 0)
  }
}

const subjectOf = (kind: string, row: Logged): unknown => {
  if (kind === 'card' || kind === 'iban' || kind === 'source_account') return row[kind]
  if (kind === 'merchant') return row.merchant_id
  const name = { email: 'customer.email', ip: 'customer.ip', device: 'device.fingerprint', customer: 'customer.id' }[
    kind
  ]
  const value = row.variables[name as string] ?? null
  return kind === 'ip' && typeof value === 'string' ? value.toLowerCase() : value
}
