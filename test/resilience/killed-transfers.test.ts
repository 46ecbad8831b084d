/** kill -9 of the program and of the bank under load, with faults of the bank: nothing sent twice, both ledgers equal (at length: `npm run chaos:transfers`). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besideTheServer } from './chaos/beside-the-server.ts'
import { transferFaults, transferLines, transferRun } from './chaos/transfers/transfers-run.ts'

const SEED = Number(process.env.VEZNE_CHAOS_SEED ?? 20261121)

test(`the program and the bank killed under load, seed ${SEED}`, async (t) => {
  const beside = await besideTheServer()
  t.after(() => beside.end())
  const report = await transferRun({
    seed: SEED,
    seconds: 3,
    crews: 4,
    platformKills: 1,
    bankKills: 1,
    databaseStops: 0,
    open: beside.open,
  })
  for (const line of transferLines(report)) t.diagnostic(line)
  assert.deepEqual(transferFaults(report), [])
  for (const status of ['completed', 'failed', 'rejected']) assert.ok((report.byStatus[status] ?? 0) > 5, status)
  assert.ok(report.faultsFired > 0)
})
