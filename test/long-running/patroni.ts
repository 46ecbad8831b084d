/** The program on a Patroni cluster under load: the primary killed, cut off and switched over, a synchronous standby lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openProgram } from '../resilience/chaos/program.ts'
import { patroniPrograms, patroniVersion, startPatroniCluster } from '../support/patroni-cluster.ts'
import { faultsOf, isFaultless, shownFaults, startPaying } from './acknowledged.ts'
import type { Check } from './check.ts'

const PHASE_MS = 5_000
/** What the design allows for writes to be back: after a kill or a cut (the lease of 20 s has to end), a switch-over, a standby's loss. */
const BACK_MS = { kill: 30_000, cut: 45_000, switchOver: 15_000, standby: 45_000 }

export const patroni: Check = async (say) => {
  const bin = patroniPrograms()
  if (bin === undefined) {
    say(
      'this check needs patroni (or VEZNE_PATRONI=/path), etcd and a PostgreSQL server with its programs (VEZNE_POSTGRES_BIN=/folder or that of Debian)',
    )
    return false
  }
  const cluster = await startPatroniCluster(bin)
  await makeDatabase(cluster.url)
  const program = await openProgram({
    DATABASE_URL: cluster.url,
    VEZNE_MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    VEZNE_LOG_TO: 'stdout',
  })
  try {
    await cluster.whole()
    say(`Patroni ${patroniVersion()}, synchronous_standby_names ${await cluster.synchronousNames()}`)
    await program.start()
    const paying = await startPaying(program)
    await sleep(PHASE_MS)
    let isInTime = true
    /** Until payments go on, and what it took. */
    const after = async (what: string, backMs: number, change: () => unknown): Promise<void> => {
      paying.gapMs()
      const from = performance.now()
      await change()
      await sleep(PHASE_MS)
      const before = paying.acknowledged.size
      while (paying.acknowledged.size < before + 100 && performance.now() - from < 2 * backMs) await sleep(100)
      const gap = paying.gapMs()
      say(`${what}: ${gap.toFixed(0)} ms without a payment; ${paying.acknowledged.size} acknowledged so far`)
      isInTime &&= gap < backMs && paying.acknowledged.size >= before + 100
    }
    const killed = await cluster.leader()
    await after(`kill -9 of the primary (${killed.name})`, BACK_MS.kill, () => killed.kill())
    killed.start()
    await cluster.whole()
    const [from, to] = [await cluster.leader(), await cluster.synchronous()]
    await after(`switch-over ${from.name} to ${to.name}`, BACK_MS.switchOver, () => cluster.switchOver(from, to))
    await cluster.whole()
    for (const roads of [['members'], ['members', 'program']] as const) {
      const { name, network } = await cluster.leader()
      const what = `primary (${name}) cut off from ${roads.length === 1 ? 'the cluster, not from the program' : 'everything'}`
      if (network === undefined) {
        say(`${what}: left out, it needs root and network namespaces`)
        continue
      }
      await after(what, BACK_MS.cut, () => network.cut(...roads))
      network.mend()
      await cluster.whole()
    }
    const standby = await cluster.synchronous()
    await after(`kill -9 of a synchronous standby (${standby.name})`, BACK_MS.standby, () => standby.kill())
    standby.start()
    await paying.settle()
    say(`answers: ${JSON.stringify(paying.statuses)}`)
    const isOnly503 = Object.keys(paying.statuses).every((status) => ['200', '503'].includes(status))
    const faults = await faultsOf(cluster.urlOf(await cluster.leader()), paying.acknowledged.values())
    say(`${shownFaults(faults)} of ${paying.acknowledged.size} acknowledged`)
    return isInTime && isOnly503 && isFaultless(faults)
  } finally {
    await program.end()
    await cluster.stop()
  }
}

const makeDatabase = async (url: string): Promise<void> => {
  for (const one of url.replace(/^.*@|\/[^/]*$/g, '').split(',')) {
    const client = new pg.Client({
      connectionString: `postgres://owner:owner@${one}/postgres`,
      connectionTimeoutMillis: 2_000,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('create database vezne')
      return
    } catch (error) {
      if ((error as { code?: string }).code === '42P04') return
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error('no member takes writes')
}
