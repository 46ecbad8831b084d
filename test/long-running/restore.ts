/**
 * The night on servers of the distribution: a backup of `vezne backup make` restored beside, and a lost disk brought back to a minute by
 * pgBackRest, in its own folder and in another one. Each time the program recognizes it and is closed.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
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

/** A command as an operator gives it. */
const command = async (night: Night, url: string, ...words: string[]): Promise<string> => {
  const env = { ...childEnv(), ...settingsOf(night, url), VEZNE_DATA_DIR: join(night.folder, 'commands') }
  const { stdout } = await promisify(execFile)(process.execPath, [COMMANDS, ...words], { env })
  return stdout
}

const pay = async (program: Program, key: string): Promise<number> => {
  const { status } = await program.http.request('cards', 'POST', '/api/v1/payments', {
    token: await program.token('tenant-load'),
    body: paymentBody(),
    headers: { 'x-external-merchant-id': 'M-3001', 'idempotency-key': key },
  })
  return status
}

const payAll = async (program: Program, prefix: string): Promise<number> => {
  let paid = 0
  for (let n = 0; n < PAYMENTS; n++) if ((await pay(program, `${prefix}-${n}`)) === 200) paid++
  return paid
}

/** Whether the program, started on what was restored, takes no payment until a person has opened it. */
const isClosedUntilFinished = async (night: Night, program: Program, url: string, what: string): Promise<boolean> => {
  await program.start()
  const refused = await pay(program, `closed-${what}`)
  const status = await command(night, url, 'restore', 'status')
  const why = /CLOSED: (.*?);/.exec(status)?.[1]
  await command(night, url, 'restore', 'finish', '--by', 'Check', '--yes')
  let opened = 0
  await until('payments are taken', async () => {
    opened = await pay(program, `opened-${what}`)
    return opened === 200
  })
  night.say(
    `${what}: ${why === undefined ? 'OPEN' : `closed, because ${why}`}; a payment got ${refused}, after restore finish ${opened}`,
  )
  return why !== undefined && refused === 503
}

const dumped = async (night: Night): Promise<boolean> => {
  const { server, say, folder } = night
  await server.run('postgres', 'create database original', 'create database restored', 'create database verified')
  const url = server.urlOf('original')
  const program = await openProgram(settingsOf(night, url))
  try {
    await program.start()
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
  } finally {
    await program.end()
  }
  const restored = server.urlOf('restored')
  say((await command(night, restored, 'restore', 'from', join(folder, 'backup-1'))).trim().split('\n')[0]!)
  const next = await openProgram(settingsOf(night, restored))
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

  const program = await openProgram(settingsOf(night, url))
  await command(night, url, 'database', 'adopt', '--by', 'Check', '--yes').catch(() => undefined)
  let minute = ''
  try {
    await program.start()
    await payAll(program, 'before')
    await sleep(1_500)
    minute = (await server.run<{ at: string }>('original', 'select clock_timestamp()::text as at'))[0]!.at
    await sleep(1_500)
    await payAll(program, 'after')
    await server.run('postgres', 'select pg_switch_wal()')
    server.backRest('check')
    server.loseDisk()
    say(`disk lost; restored to ${minute}`)
    await program.kill()
    let isFine = true
    for (const [what, folder, isSameMachine] of [
      ['the same folder, processes with their data folder', 'data', true],
      ['another folder, a new machine with the keys', 'other', false],
    ] as const) {
      server.moveTo(folder)
      mkdirSync(join(server.folder, 'nothing'), { recursive: true })
      const restore = timed(() =>
        server.backRest('--type=time', `--target=${minute}`, '--target-action=promote', 'restore'),
      )
      await server.start()
      const kept = await server.run<{ n: number }>(
        'original',
        `select count(*)::int as n from payments where idempotency_key like 'before-%'`,
      )
      const lost = await server.run<{ n: number }>(
        'original',
        `select count(*)::int as n from payments where idempotency_key like 'after-%'`,
      )
      say(
        `${what}: restored in ${restore.seconds} s; ${kept[0]!.n} payments of before are there, ${lost[0]!.n} of after`,
      )
      const on = isSameMachine ? program : await openProgram(settingsOf(night, url))
      isFine =
        (await isClosedUntilFinished(night, on, url, what)) && kept[0]!.n === PAYMENTS && lost[0]!.n === 0 && isFine
      if (isSameMachine) await program.kill()
      else await on.end()
      server.loseDisk()
    }
    return isFine
  } finally {
    await program.end()
  }
}

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
