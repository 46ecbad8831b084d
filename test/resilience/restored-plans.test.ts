/**
 * Plans of transfers after a restore, in a sandbox whose clock was moved since the backup: the clock goes on from there; a run that
 * was paid is known again, whether the backup has its plan or people make it again, for the same receiver under another id.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBackups } from '../support/backups.ts'
import { ordersAtBank } from '../support/bank-books.ts'
import { openPlans } from '../support/lost-plans.ts'
import { use } from '../support/use.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const backups = use(openBackups)

/** A morning in Istanbul, so that the day does not end in between. */
const nextMorning = (nowMs: number): number => Math.ceil(nowMs / DAY_MS) * DAY_MS + 6 * HOUR_MS

test('a plan of the backup, one that is made again, and its twin: nothing is sent twice, and the next day everything runs', async () => {
  const { bank } = backups
  const morning = await backups.live(async (vezne) => {
    const plans = openPlans(vezne)
    await plans.ready()
    const at = nextMorning(vezne.runtime.clock.ms())
    await plans.plan('kept', at)
    return at
  })
  await backups.backUp()
  const lostUntil = await backups.live(async (vezne) => {
    const plans = openPlans(vezne)
    for (const _ of ['one', 'its twin']) await plans.plan('lost', morning)
    await vezne.moveClock(morning + HOUR_MS - vezne.runtime.clock.ms())
    await plans.runsPaid(3)
    return vezne.runtime.clock.ms()
  })
  const orders = await ordersAtBank(bank)
  await backups.restored(async (vezne, { open }) => {
    const { clock, restores } = vezne.runtime
    assert.ok(clock.ms() >= lostUntil, 'the clock goes on')
    await open()
    assert.ok((restores.askBanksFrom('any')?.untilMs ?? 0) >= lostUntil)
    const plans = openPlans(vezne)
    for (const _ of ['one', 'its twin']) await plans.plan('lost', morning + 2 * HOUR_MS)
    await vezne.moveClock(morning + 3 * HOUR_MS - clock.ms())
    await plans.runsPaid(3)
    assert.deepEqual(await ordersAtBank(bank), orders)
    await vezne.moveClock(DAY_MS)
    await plans.runsPaid(6)
    assert.equal((await ordersAtBank(bank)).length, orders.length + 3)
  })
})
