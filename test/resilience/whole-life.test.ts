/** Sales, captures, voids, refunds and challenges against the bank simulator, with faults and a kill: both ledgers agree afterwards (more: `npm run chaos:life`). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lifeFaults, lifeLines, lifeRun } from './chaos/life/life-run.ts'

const SEED = Number(process.env.VEZNE_CHAOS_SEED ?? 20261121)
const PAYMENTS_MIN = 50 // fewer prove little
const KINDS = ['capture', 'void', 'refund'] as const

test(`ten shops, faults of the bank and a kill, seed ${SEED}`, async (t) => {
  const report = await lifeRun({
    seed: SEED,
    seconds: 12,
    shops: 10,
    platformKills: 1,
    bankKills: 0,
    databaseStops: 0,
    dayEnds: 1,
    paymentsMin: PAYMENTS_MIN,
    kindsWanted: KINDS,
  })
  for (const line of lifeLines(report)) t.diagnostic(line)
  assert.deepEqual(lifeFaults(report), [])
  assert.ok(report.payments >= PAYMENTS_MIN, `only ${report.payments} payments`)
  assert.ok(report.faultsFired > 0, 'no fault struck')
  for (const kind of KINDS) assert.ok((report.operations[`${kind} completed`] ?? 0) > 0, kind)
})
