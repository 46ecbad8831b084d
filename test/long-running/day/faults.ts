/** What happens to the installation in the course of the run, each at a fixed part of it. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeBackupRole } from '../../../src/cli/backup.ts'
import { asOwner } from '../../resilience/chaos/platform-records.ts'
import type { Operated } from '../../resilience/chaos/program.ts'
import type { BankProcess } from '../../support/bank.ts'
import { makeScratch } from '../../support/scratch.ts'
import { discardFolder } from '../../support/seen.ts'
import type { DayServers } from './day-servers.ts'
import type { Installation } from './installation.ts'
import { FAULTS } from './named-codes.ts'
import { runUpkeep } from './upkeep.ts'

const run = promisify(execFile)

export interface Struck {
  readonly program: Operated
  readonly servers: DayServers
  readonly installation: Installation
  readonly bank: BankProcess
  readonly seconds: number
  say(line: string): void
}

export interface Fault {
  readonly name: string
  /** Part of the run after which it comes. */
  readonly at: number
  strike(struck: Struck): Promise<void>
}

const LONG_MS = 60_000
const lasting = ({ seconds }: Struck): number => Math.min(LONG_MS, seconds * 60)

const upgrade = async ({ installation }: Struck): Promise<void> => installation.upgrade()

const stopWorker = async (struck: Struck): Promise<void> => {
  const worker = struck.installation.members.find(({ name }) => name === 'worker-1')
  worker?.process.kill('SIGSTOP')
  await sleep(lasting(struck))
  worker?.process.kill('SIGCONT')
}

/** Its connections stay, calls are taken and not answered; afterwards it works on what it was sent, late. */
const silenceBank = async (struck: Struck): Promise<void> => {
  process.kill(struck.bank.pid, 'SIGSTOP')
  await sleep(lasting(struck))
  process.kill(struck.bank.pid, 'SIGCONT')
  await struck.bank.control.now()
}

const backUp = async ({ servers, say }: Struck): Promise<void> => {
  if (servers.bin === undefined) return say('backup: left out, the embedded server comes without pg_dump')
  const folder = makeScratch('vezne-dump-')
  const [role, password, file] = ['vezne_backup', randomBytes(16).toString('hex'), join(folder, 'vezne.dump')]
  try {
    await asOwner(servers.ownerUrl(), (owner) => makeBackupRole(owner, role, password))
    const url = servers.ownerUrl().replace(/\/\/[^@]*@/, `//${role}:${password}@`)
    const from = performance.now()
    await run(join(servers.bin, 'pg_dump'), ['--format=custom', `--file=${file}`, url])
    const took = ((performance.now() - from) / 1_000).toFixed(1)
    const { stdout } = await run(join(servers.bin, 'pg_restore'), ['--list', file], { maxBuffer: 1 << 26 })
    const tables = stdout.split('\n').filter((line) => line.includes(' TABLE DATA ')).length
    say(
      `backup: ${(statSync(file).size / 2 ** 20).toFixed(0)} MB of ${tables} tables and partitions in ${took} s under load`,
    )
  } finally {
    discardFolder(folder)
  }
}

const failOver = async ({ servers, say }: Struck): Promise<void> => {
  const from = performance.now()
  await servers.failOver()
  const promoted = performance.now()
  await servers.rejoin()
  say(
    `fail-over: promoted after ${(promoted - from).toFixed(0)} ms; ${servers.bin === undefined ? 'the old primary stays away' : `the old primary a synchronous standby again ${((performance.now() - promoted) / 1_000).toFixed(1)} s later`}`,
  )
}

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** A day hour by hour, over the month's end, and on until deliveries are older than they are kept; upkeep runs after each. */
const passTime = async (struck: Struck): Promise<void> => {
  const { program, bank, servers, say, seconds } = struck
  const pause = () => sleep((seconds * 1_000) / 400)
  for (let hour = 0; hour < 24; hour++) {
    await program.moveClock(HOUR_S)
    await pause()
  }
  const url = servers.ownerUrl()
  say(`after a day: ${await runUpkeep(url)}`)
  const now = new Date(await bank.control.now())
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2)
  await program.moveClock(Math.ceil((next - now.getTime()) / 1_000))
  await pause()
  say(`over the month's end: ${await runUpkeep(url)}`)
  await program.moveClock(40 * DAY_S)
  await pause()
  say(`40 days later: ${await runUpkeep(url)}`)
}

export const PLAN: readonly Fault[] = [
  // Before PostgreSQL 18 each capture of the release before read all keys of its tenant: it is replaced while these are few. After a minute its
  // transactions last for seconds, and no migration finds a table free.
  { name: FAULTS.upgrade, at: 0.0005, strike: upgrade },
  { name: FAULTS.stopped, at: 0.16, strike: stopWorker },
  { name: FAULTS.silent, at: 0.26, strike: silenceBank },
  { name: FAULTS.backup, at: 0.42, strike: backUp },
  { name: FAULTS.failover, at: 0.52, strike: failOver },
  { name: FAULTS.clock, at: 0.66, strike: passTime },
]
