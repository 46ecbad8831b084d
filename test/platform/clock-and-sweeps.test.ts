/** One clock for every process, and loops that wake when it moves. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { type OpenRuntime, openRuntime } from '../../src/app/open-runtime.ts'
import { openPatientPool } from '../../src/infra/database/absence/patient-pool.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { startJobs } from '../../src/infra/process/jobs.ts'
import { createLog } from '../../src/infra/process/log.ts'
import { startSweep } from '../../src/infra/process/sweep.ts'
import { assertBetween, assertReadDuring } from '../support/moments.ts'
import { makeDatabase, type TestDatabase, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const HOUR = 3_600_000
let database: TestDatabase
let here: OpenRuntime
let there: OpenRuntime
const silent = createLog('error', { write: () => undefined })

before(async () => {
  database = await makeDatabase()
  const config = loadConfig({
    DATABASE_URL: database.url,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_LOG_LEVEL: 'error',
  })
  here = await openRuntime(config, () => undefined)
  there = await openRuntime(config, () => undefined)
})
after(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

test('moved in one process, it moves in the other, and subscribers it wakes see the new time', async () => {
  const woken = new Promise<number>(
    (resolve) => void there.runtime.notifications.subscribe('clock', () => resolve(there.runtime.clock.ms())),
  )
  const before = Date.now()
  await here.runtime.clock.move({ advanceMs: HOUR })
  assert.ok(here.runtime.clock.ms() >= before + HOUR)
  assert.ok((await woken) >= before + HOUR)
  await here.runtime.clock.move({ nowMs: Date.parse('2030-01-01T00:00:00Z') })
  assert.equal(here.runtime.clock.now().getUTCFullYear(), 2030)
  const real = Date.now()
  await here.runtime.clock.move({ nowMs: real })
  assertBetween(here.runtime.clock.ms(), real, Date.now())
  // The next test is about a row without a word: the words of this one have to be heard before it.
  await until('the other process heard the last word', () => there.runtime.clock.now().getUTCFullYear() < 2030)
})

test('without a notification the row is authoritative', async () => {
  await here.runtime.db.transaction({ of: [] }, (tx) => tx.execute('update platform_clock set offset_ms = $1', [HOUR]))
  await there.runtime.clock.refresh()
  await assertReadDuring(() => there.runtime.clock.ms(), { aheadMs: HOUR })
  await here.runtime.clock.move({ nowMs: Date.now() })
})

test('a sweep continues while there is work, then waits until it is woken', async () => {
  const events = new EventTarget()
  let work = 3
  let runs = 0
  const sweep = startSweep({
    name: 'test',
    idleMs: HOUR,
    log: silent,
    work: async () => {
      runs++
      if (work === 0) queueMicrotask(() => events.dispatchEvent(new Event('idle')))
      return work > 0 ? work-- : 0
    },
  })
  await once(events, 'idle')
  assert.equal(runs, 4)
  work = 1
  const idleAgain = once(events, 'idle')
  sweep.wake()
  await idleAgain
  assert.equal(runs, 6)
  await sweep.stop()
  sweep.wake()
  assert.equal(runs, 6)
})

test('woken while it works, a sweep runs once more; an error does not end it; stop waits for the run in flight', async () => {
  let runs = 0
  let finish = (): void => undefined
  const second = Promise.withResolvers<void>()
  const sweep = startSweep({
    name: 'test',
    idleMs: HOUR,
    log: silent,
    work: async () => {
      runs++
      if (runs === 1) {
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        throw new Error('planted')
      }
      second.resolve()
      return 0
    },
  })
  sweep.wake()
  finish()
  await second.promise
  assert.equal(runs, 2)
  await sweep.stop()

  let isDone = false
  const gate = Promise.withResolvers<void>()
  const slow = startSweep({
    name: 'slow',
    idleMs: HOUR,
    log: silent,
    work: async () => {
      await gate.promise
      isDone = true
      return 0
    },
  })
  const stopped = slow.stop()
  gate.resolve()
  await stopped
  assert.ok(isDone)
})

test('jobs run as the role of the program and see no tenant', async () => {
  const ran = Promise.withResolvers<unknown>()
  const job = {
    name: 'look',
    cron: '* * * * *',
    run: async () =>
      ran.resolve(await here.runtime.db.transaction({ of: [] }, (tx) => tx.query('select current_user as who'))),
  }
  const jobs = startJobs((options, onRefused) => openPatientPool(here.appUrl, options, onRefused), [job], silent)
  await here.runtime.db.transaction({ of: [] }, (tx) => tx.query(`select graphile_worker.add_job('look')`))
  assert.deepEqual(await ran.promise, [{ who: 'vezne_app' }])
  await jobs.stop()
})
