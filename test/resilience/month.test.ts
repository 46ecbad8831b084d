/** Two days by the clock with files that lie, people who close them and kills of everything: both books agree, and the lists have the lies and nothing else (more: `npm run chaos:life`). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthFaults, monthLines } from './chaos/month/month-report.ts'
import { monthRun } from './chaos/month/month-run.ts'

const SEED = Number(process.env.VEZNE_CHAOS_SEED ?? 20261123)

test(`six shops, two days, seed ${SEED}`, async (t) => {
  const report = await monthRun({ seed: SEED, days: 2, shops: 6, tradeMs: 1_000 })
  for (const line of monthLines(report)) t.diagnostic(line)
  assert.deepEqual(monthFaults(report), [])
  assert.ok(report.files >= 2, 'no file was taken')
  assert.ok(Object.keys(report.lies).length > 0, 'no lie was told')
})
