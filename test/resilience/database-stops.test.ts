/** The database server stopped in immediate mode under load: the program keeps running, and every payment becomes final. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportLines } from './chaos/report-lines.ts'
import { chaosRun, faultsOf } from './chaos/run.ts'

const SEED = Number(process.env.VEZNE_CHAOS_SEED ?? 20261121)
const PAYMENTS_MIN = 50 // fewer prove little

test(`two stops of the database under load, seed ${SEED}`, async (t) => {
  const report = await chaosRun({
    seed: SEED,
    kills: 0,
    databaseStops: 2,
    clients: 12,
    thinkMs: 40,
    loadMs: [1_000, 2_000],
  })
  for (const line of reportLines(report)) t.diagnostic(line)
  assert.deepEqual(faultsOf(report), [])
  assert.equal(report.kills, 0)
  assert.ok(report.payments >= PAYMENTS_MIN, `only ${report.payments} payments`)
})
