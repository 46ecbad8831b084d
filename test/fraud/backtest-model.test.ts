/** A rule tested on drawn histories gives the figures of a re-run by brute force, velocities counted again included. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { backtestRule } from '../../src/fraud/backtest/backtest-rule.ts'
import { bruteForce, type TriedRule } from '../support/brute-backtest.ts'
import { logged, writeLogs } from '../support/check-logs.ts'
import { DEMO, startRuleRig } from '../support/rule-rig.ts'
import { use } from '../support/use.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Bypasses row-level security. */
let owner: pg.Client
const rig = use(startRuleRig)
before(async () => {
  owner = new pg.Client({ connectionString: rig.vezne.ownerUrl })
  await owner.connect()
  await owner.query('alter table fraud_rules no force row level security')
})
after(async () => {
  await owner.end()
})

/** Each history begins without logs and without rules of its tenant. */
const clear = async (): Promise<void> => {
  await owner.query('truncate fraud_checks')
  await owner.query(`update fraud_rules set is_deleted = true, is_active = false where not is_deleted`)
}

const VELOCITIES = [
  ...['velocity.card.1h.count', 'velocity.card.24h.amount_minor', 'velocity.email.10m.count'],
  ...['velocity.email.7d.distinct_cards', 'velocity.ip.1h.declined_count', 'velocity.device.24h.count'],
  ...['velocity.customer.30d.amount_minor', 'velocity.merchant.1h.count', 'velocity.iban.24h.count'],
  ...['velocity.source_account.1h.amount_minor', 'velocity.merchant.10m.distinct_cards'],
]
const some = <T>(...values: T[]) => fc.constantFrom(...values)
const moment = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 2 * HOUR_MS }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 * DAY_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 * DAY_MS }) },
  some(600_000, HOUR_MS, DAY_MS), // edges of windows
)
const drawnLog = fc.record({
  ageMs: moment,
  amount: fc.integer({ min: 1, max: 100_000 }),
  currency: some('TRY', 'TRY', 'EUR'),
  decision: some<'approve' | 'challenge' | 'review' | 'block'>('approve', 'approve', 'challenge', 'review', 'block'),
  matched: fc.boolean(),
  provider: some<'builtin' | 'policy_off'>('builtin', 'builtin', 'builtin', 'policy_off'),
  card: some(null, 1, 2, 3),
  iban: some(null, null, 7),
  source_account: some(null, 9),
  outcome: some<null | 'failed'>(null, null, 'failed'),
  email: some(null, 'a@x.example', 'b@x.example', ''),
  ip: some(null, '192.0.2.1', '2001:DB8::1', '2001:db8::1'),
  device: some(null, 'D', 'd'),
  customer: some(null, 'c1'),
  logged: fc.subarray(VELOCITIES),
})
const drawnRule = fc.record({
  action: some<'approve' | 'challenge' | 'review' | 'block'>('approve', 'challenge', 'review', 'block'),
  priority: fc.integer({ min: 1, max: 5 }),
  is_shadow: fc.boolean(),
  expression: fc.oneof(
    fc.tuple(some(...VELOCITIES), fc.integer({ min: 0, max: 5 })).map(([name, limit]) => ({
      '>': [{ var: name }, name.endsWith('amount_minor') ? limit * 30_000 : limit],
    })),
    fc.integer({ min: 1, max: 100_000 }).map((limit) => ({ '>=': [{ var: 'amount_minor' }, limit] })),
    fc.tuple(some(...VELOCITIES), some(...VELOCITIES)).map(([one, other]) => ({
      or: [{ '>': [{ var: one }, { var: other }] }, { '==': [{ var: 'currency' }, 'EUR'] }],
    })),
  ),
})

test('forty drawn histories and rules: the same figures as a re-run by brute force, bounds of the reading included', async () => {
  let recounted = 0
  let lacking = 0
  const limits = fc.record({ checks: some(5, 1_000), earlier: some(1, 3, 20, 1_000) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawnLog, { minLength: 5, maxLength: 80 }),
      fc.array(drawnRule, { minLength: 1, maxLength: 4 }),
      some(1, 2, 30),
      limits,
      async (logs, drawn, days, bounds) => {
        await clear()
        const rules: TriedRule[] = []
        for (const { expression, ...rule } of drawn) {
          const made = await rig.make('fraud', { ...rule, expression_json: JSON.stringify(expression) })
          rules.push({ ...made, expression })
        }
        const tried = rules[0] as TriedRule
        const nowMs = rig.vezne.runtime.clock.ms()
        const rows = logs.map(({ ageMs, matched, email, ip, device, customer, logged: held, ...row }) =>
          logged(nowMs - ageMs, {
            ...row,
            matched_rule_ids: matched ? tried.id : null,
            variables: {
              ...{ 'customer.email': email, 'customer.ip': ip, 'customer.id': customer, 'device.fingerprint': device },
              ...Object.fromEntries(held.map((name, at) => [name, at])),
            },
          }),
        )
        await writeLogs(rig.vezne, DEMO, rows)
        const trial = {
          ...{ tenantId: DEMO, ruleId: tried.id, process: 'sanal_pos' as const, days },
          ...{ expression_json: tried.expression_json, action: tried.action },
        }
        const result = await backtestRule(
          { ...rig.vezne.runtime, clock: { ...rig.vezne.runtime.clock, ms: () => nowMs } },
          trial,
          bounds,
        )
        assert.deepEqual(result, bruteForce(rows, rules, tried, { nowMs, days, ...bounds }))
        recounted += result.matched
        lacking += result.not_recomputable
      },
    ),
    { numRuns: 40 },
  )
  assert.ok(recounted > 100 && lacking > 10, `${recounted} matched, ${lacking} not counted again`)
})
