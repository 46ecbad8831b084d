/**
 * The night on servers of the distribution: a backup of `vezne backup make` restored beside, and a lost disk brought back to a minute by
 * pgBackRest, in its own folder and in another one. Each time the program recognizes it and is closed. It is in one piece because both nights
 * use one server, in one order.
 */
import { execFile } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import { childEnv } from '../support/child-env.ts'
import {
  backRestVersion,
  type DistributionServer,
  distributionPrograms,
  startDistributionServer,
} from '../support/distribution-server.ts'
import { paymentBody } from '../support/payments.ts'
import { makeScratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'
import type { Check } from './check.ts'

type Say = (line: string) => void

const COMMANDS = fileURLToPath(new URL('../../src/cli/vezne.ts', import.meta.url))
const PAYMENTS = 20
const BESIDE_MS = 1_500 // a time stands between commits of before and after
const FILLER_ROWS = Number(process.env.VEZNE_RESTORE_FILLER_ROWS ?? 0) // a million make 0.13 GB

export const restoreCheck: Check = async (say) => {
  const bin = distributionPrograms()
  if (bin === undefined) {
    say(
      'not run: no PostgreSQL of the distribution in /usr/lib/postgresql (apt-get install postgresql), or VEZNE_POSTGRES_BIN',
    )
    return false
  }
  const server = await startDistributionServer(bin)
  const keys = makeScratch('vezne-restore-keys-')
  const file = join(keys, 'keys.txt')
  writeFileSync(file, `k1:${Buffer.alloc(32, 7).toString('base64')}`, { mode: 0o600 })
  try {
    await server.start()
    const night = { server, say, keysFile: file, folder: keys }
    const isDumpFine = await dumped(night)
    const version = backRestVersion()
    if (version === undefined) {
      say('not run: point-in-time recovery; pgBackRest is not installed (apt-get install pgbackrest)')
      return false
    }
    say(`${version}, PostgreSQL ${server.major}`)
    return (await lostDisk(night)) && isDumpFine
  } finally {
    server.end()
    rmSync(keys, { recursive: true, force: true })
  }
}

interface Night {
  readonly server: DistributionServer
  readonly say: Say
  readonly keysFile: string
  readonly folder: string
}

const settingsOf = ({ keysFile }: Night, url: string): Record<string, string> => ({
  DATABASE_URL: url,
  VEZNE_MASTER_KEYS_FILE: keysFile,
})

/** The program on another machine: nothing but the keys, and the clients that callers have. */
const openElsewhere = async (night: Night, url: string): Promise<Program> => {
  const program = await openProgram(settingsOf(night, url))
  copyFileSync(join(night.folder, 'demo.json'), join(program.dataDir, 'demo.json'))
  return program
}

/** A command as an operator gives it. */
const command = async (night: Night, url: string, ...words: string[]): Promise<string> => {
  const env = { ...childEnv(), ...settingsOf(night, url), VEZNE_DATA_DIR: join(night.folder, 'commands') }
  const { stdout } = await promisify(execFile)(process.execPath, [COMMANDS, ...words], { env })
  return stdout
}

const pay = async (program: Program, key: string): Promise<number> => {
  const { status, text } = await program.http.request('cards', 'POST', '/api/v1/payments', {
    token: await program.token('tenant-load'),
    body: paymentBody(),
    headers: { 'x-external-merchant-id': 'M-3001', 'idempotency-key': key },
  })
  if (![200, 503].includes(status)) throw new Error(`a payment got ${status}: ${text}`)
  return status
}

const payAll = async (program: Program, prefix: string): Promise<number> => {
  let paid = 0
  for (let n = 0; n < PAYMENTS; n++) if ((await pay(program, `${prefix}-${n}`)) === 200) paid++
  return paid
}

/** Whether the program, started on what was restored, takes no payment until a person has opened it. */
const isClosedUntilFinished = async (night: Night, program: Program, url: string, what: string): Promise<boolean> => {
  const slug = what.replace(/[^a-z]+/g, '-')
  await program.start()
  const refused = await pay(program, `closed-${slug}`)
  const status = await command(night, url, 'restore', 'status')
  const why = /CLOSED: (.*?);/.exec(status)?.[1]
  await night.server.run(new URL(url).pathname.slice(1), 'update platform_clock set offset_ms = offset_ms + 120000') // no bank books so late
  await command(night, url, 'restore', 'finish', '--by', 'Check', '--yes')
  let opened = 0
  const isTaken = async (): Promise<boolean> => {
    opened = await pay(program, `opened-${slug}`)
    return opened === 200
  }
  await until('payments are taken', isTaken).catch((error: Error) => night.say(error.message))
  night.say(
    `${what}: ${why === undefined ? 'OPEN' : `closed, because ${why}`}; a payment got ${refused}, after restore finish ${opened}`,
  )
  return why !== undefined && refused === 503 && opened === 200
}

const dumped = async (night: Night): Promise<boolean> => {
  const { server, say, folder } = night
  await server.run('postgres', 'create database original', 'create database restored', 'create database verified')
  const url = server.urlOf('original')
  const program = await openProgram(settingsOf(night, url))
  try {
    await program.start()
    copyFileSync(join(program.dataDir, 'demo.json'), join(folder, 'demo.json'))
    await payAll(program, 'kept')
    const place = join(folder, 'backup-1')
    const made = await command(
      night,
      url,
      'backup',
      'make',
      place,
      '--keep',
      '30',
      '--verify-restore',
      server.urlOf('verified'),
    )
    for (const line of made.trim().split('\n')) say(line)
    await payAll(program, 'lost')
    const damaged = join(folder, 'damaged')
    cpSync(place, damaged, { recursive: true })
    appendFileSync(join(damaged, 'database.dump'), 'x')
    const told = await command(night, url, 'backup', 'verify', damaged).catch(
      (error: { stderr: string }) => error.stderr,
    )
    say(`a damaged copy: ${told.trim()}`)
    if (!/is not the file/.test(told)) return false
  } finally {
    await program.end()
  }
  const restored = server.urlOf('restored')
  say((await command(night, restored, 'restore', 'from', join(folder, 'backup-1'))).trim().split('\n')[0]!)
  const next = await openElsewhere(night, restored)
  try {
    return await isClosedUntilFinished(night, next, restored, 'a dump in a new database')
  } finally {
    await next.end()
  }
}

const lostDisk = async (night: Night): Promise<boolean> => {
  const { server, say } = night
  const url = server.urlOf('original')
  server.backRest('stanza-create')
  server.backRest('check')
  if (FILLER_ROWS > 0) await fill(night)
  const backup = timed(() => server.backRest('--type=full', 'backup'))
  const [size] = await server.run<{ bytes: string }>(
    'postgres',
    'select sum(pg_database_size(datname))::text as bytes from pg_database',
  )
  say(`base backup of ${(Number(size!.bytes) / 1e9).toFixed(2)} GB in ${backup.seconds} s`)
  say(`the repository is verified in ${timed(() => server.backRest('verify')).seconds} s`)

  const program = await openElsewhere(night, url)
  try {
    await program.start()
    await payAll(program, 'before')
    await sleep(BESIDE_MS)
    const [row] = await server.run<{ at: string }>('original', 'select clock_timestamp()::text as at')
    const target = { minute: row!.at, count: await countPayments(server) }
    await sleep(BESIDE_MS)
    await payAll(program, 'after')
    server.backRest('check') // everything is in the archive
    server.loseDisk()
    say(`disk lost; restored to ${target.minute}`)
    await program.kill()
    const here = await broughtBack(
      night,
      'data',
      { ...target, what: 'the same folder, processes with their data folder' },
      program,
    )
    await program.kill()
    server.loseDisk()
    const another = await openElsewhere(night, url)
    const there = await broughtBack(
      night,
      'other',
      { ...target, what: 'another folder, a new machine with the keys' },
      another,
    )
    await another.end()
    return here && there
  } finally {
    await program.end()
  }
}

interface Target {
  readonly what: string
  readonly minute: string
  /** Payments there were by then. */
  readonly count: number
}

const broughtBack = async (
  night: Night,
  folder: string,
  { what, minute, count }: Target,
  program: Program,
): Promise<boolean> => {
  const { server, say } = night
  server.moveTo(folder)
  const back = timed(() => server.backRest('--type=time', `--target=${minute}`, '--target-action=promote', 'restore'))
  await server.start()
  const kept = await countPayments(server)
  say(
    `${what}: restored in ${back.seconds} s; ${kept} of ${count + PAYMENTS} payments are there, ${count} were made by then`,
  )
  return (await isClosedUntilFinished(night, program, server.urlOf('original'), what)) && kept === count
}

const countPayments = async (server: DistributionServer): Promise<number> =>
  (await server.run<{ n: number }>('original', 'select count(*)::int as n from payments'))[0]!.n

const timed = (work: () => unknown): { seconds: string } => {
  const started = performance.now()
  work()
  return { seconds: ((performance.now() - started) / 1_000).toFixed(1) }
}

const fill = async ({ server }: Night): Promise<void> => {
  await server.run('postgres', 'create database filler')
  await server.run(
    'filler',
    `create table rows as select n, md5(n::text) || md5((n + 1)::text) || md5((n + 2)::text) as text from generate_series(1, ${FILLER_ROWS}) n`,
  )
}
