/** kill -9 of the program under load, three times: nothing lost, nothing doubled, nothing left open, everything delivered (twenty kills: `npm run chaos`). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportLines } from './chaos/report-lines.ts'
import { chaosRun, faultsOf } from './chaos/run.ts'

const SEED = Number(process.env.VEZNE_CHAOS_SEED ?? 20261121)
const PAYMENTS_MIN = 100 // fewer prove little

test(`three kills under load, seed ${SEED}`, async (t) => {
  const report = await chaosRun({
    seed: SEED,
    kills: 3,
    databaseStops: 0,
    clients: 12,
    thinkMs: 40,
    loadMs: [1_000, 2_500],
    ordersMin: 2 * PAYMENTS_MIN, // some are never answered
  })
  for (const line of reportLines(report)) t.diagnostic(line)
  assert.deepEqual(faultsOf(report), [])
  assert.equal(report.kills, 3)
  assert.ok(report.payments >= PAYMENTS_MIN, `only ${report.payments} payments`)
  for (const status of ['completed', 'authorized', 'failed']) assert.ok((report.byStatus[status] ?? 0) > 0, status)
  assert.ok(report.repeatedDeliveries > 0, 'no delivery was repeated')
})
