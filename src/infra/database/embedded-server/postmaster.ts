/**
 * The server process: creates, finds, starts and stops it. It runs in a separate session, so that Ctrl-C in the
 * terminal reaches only this program.
 */
import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerPrograms } from './server-programs.ts'
import type { ServerUser } from './server-user.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  isAlive(): boolean
}

interface Start {
  programs: ServerPrograms
  user: ServerUser
  dataDir: string
  pgData: string
}

const START_MS = 120_000 // crash recovery included
const STOP_MS = 15_000
const LOOK_MS = 10
const LOG_TAIL_LINES = 12

export const runInitdb = async (
  options: Start & { owner: string; password: string; isThrowaway: boolean },
): Promise<void> => {
  const { user, programs, pgData, dataDir } = options
  mkdirSync(pgData, { mode: 0o700 })
  const passwordFile = join(dataDir, `initdb.${process.pid}`)
  writeFileSync(passwordFile, options.password, { mode: 0o600 })
  if (user.id) {
    chownSync(pgData, user.id.uid, user.id.gid)
    chownSync(passwordFile, user.id.uid, user.id.gid)
  }
  const flags = [
    `--pgdata=${pgData}`,
    `--username=${options.owner}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(options.isThrowaway ? ['--no-sync', '--set=scram_iterations=1'] : []),
  ]
  try {
    await new Promise<void>((resolve, reject) => {
      const [program, ...args] = user.command(programs.initdb, flags)
      const child = spawn(program!, args, {
        ...user.spawn,
        cwd: '/',
        env: cleanEnv(),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      const hear = (chunk: Buffer): void => {
        output += chunk
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('error', reject)
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`the database could not be made: ${lastLines(output)}`)),
      )
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/**
 * Finds the server that runs on these files, whichever process started it. Removes a pid file of a dead or unrelated
 * process.
 */
export const runningPostmaster = async (pgData: string): Promise<Postmaster | undefined> => {
  const path = join(pgData, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  const [pid, , , port] = readFileSync(path, 'utf8').split('\n').map(Number)
  if (pid && port && isPostgres(pid)) {
    await waitReady(pgData, () => isPostgres(pid))
    if (isPostgres(pid)) return { pid, port, isAlive: () => isPostgres(pid) }
  }
  rmSync(path, { force: true })
  return undefined
}

export const startPostmaster = async (
  options: Start & { port: number; settings: Record<string, string> },
): Promise<Postmaster> => {
  const { user, programs, pgData, port } = options
  const logPath = join(options.dataDir, 'postgres.log')
  const log = openSync(logPath, 'a', 0o600)
  const logStart = statSync(logPath).size
  const flags = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, ...args] = user.command(programs.postgres, ['-D', pgData, '-p', String(port), ...flags])
  const child = spawn(program!, args, {
    ...user.spawn,
    cwd: '/',
    env: cleanEnv(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended: string | undefined
  child.on('error', (error) => {
    ended = error.message
  })
  child.on('exit', (code, signal) => {
    ended ??= `ended with ${signal ?? code}`
  })
  child.unref()

  await waitReady(pgData, () => ended === undefined)
  if (ended !== undefined) {
    const output = readFileSync(logPath).subarray(logStart).toString()
    throw new Error(`the database server did not start (${ended}): ${lastLines(output)}`)
  }
  return { pid: child.pid!, port, isAlive: () => ended === undefined }
}

/** Requests a fast shutdown without waiting for it, for a process that is about to end. */
export const beginStop = ({ pid, isAlive }: Postmaster): void => {
  try {
    if (isAlive()) process.kill(pid, 'SIGINT')
  } catch {
    // The server has just ended.
  }
}

/** Stops the server by a fast shutdown: sessions are ended, nothing is lost. */
export const stopPostmaster = async ({ pid, isAlive }: Postmaster): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (let waited = 0; waited < STOP_MS; waited += LOOK_MS) {
      if (!isAlive()) return
      await sleep(LOOK_MS)
    }
  }
}

/** Waits for the status that the server writes into the eighth line of its pid file. */
const waitReady = async (pgData: string, goesOn: () => boolean): Promise<void> => {
  for (let waited = 0; waited < START_MS && goesOn(); waited += LOOK_MS) {
    try {
      const lines = readFileSync(join(pgData, 'postmaster.pid'), 'utf8').split('\n')
      if (lines[7]?.trim() === 'ready') return
    } catch {
      // The file is not written yet.
    }
    await sleep(LOOK_MS)
  }
}

const isPostgres = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^Name:\s*postgres/m.test(status) && !/^State:\s*Z/m.test(status)
  } catch {
    return !existsSync('/proc/self/status') // no /proc on this system, so only the signal's result is known
  }
}

/** Environment variables meant for another server must not reach ours. */
const cleanEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

const lastLines = (text: string): string => text.trim().split('\n').slice(-LOG_TAIL_LINES).join('\n')
