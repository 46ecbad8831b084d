/**
 * A synchronous standby promoted while 32 callers pay, the primary killed before, with the program's address naming both. The old primary
 * is started again at once and takes itself for one still: nothing may be stored there that a caller was told of.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openProgram } from '../resilience/chaos/program.ts'
import { makeSynchronous, startServerPair } from '../support/server-pair.ts'
import { completedOn, faultsOf, isFaultless, shownFaults, startPaying } from './acknowledged.ts'
import type { Check } from './check.ts'

const PHASE_MS = 8_000
const GAP_MS = 15_000 // the deadline of a statement, of a connection, and what a busy machine adds

export const failover: Check = async (say) => {
  const pair = await startServerPair()
  await pair.primary.run(`alter database vezne set synchronous_commit = on`)
  await makeSynchronous(pair.primary)
  const program = await openProgram({
    DATABASE_URL: pair.urlOf(pair.primary, pair.standby),
    VEZNE_MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    VEZNE_LOG_TO: 'stdout',
  })
  try {
    await program.start()
    const paying = await startPaying(program)
    await sleep(PHASE_MS)
    const before = paying.acknowledged.size
    paying.gapMs()
    pair.primary.kill()
    await pair.standby.run('alter system reset synchronous_standby_names', 'select pg_promote()')
    await sleep(PHASE_MS)
    const gap = paying.gapMs()
    await paying.settle()
    const after = paying.acknowledged.size - before
    say(`${before} payments acknowledged before the kill, ${after} after it`)
    say(`answers: ${JSON.stringify(paying.statuses)}; longest time without a payment: ${gap.toFixed(0)} ms`)
    const ids = [...paying.acknowledged.values()]
    const faults = await faultsOf(pair.standby.url, ids)
    const [here, old] = [await completedOn(pair.standby.url), await completedOn(pair.primary.url)]
    const strays = ids.filter((id) => old.has(id) && !here.has(id)).length
    say(`on the promoted server: ${shownFaults(faults)}; only on the old primary: ${strays}`)
    return gap < GAP_MS && isFaultless(faults) && strays === 0 && after > 0
  } finally {
    await program.end()
    await pair.stop()
  }
}
