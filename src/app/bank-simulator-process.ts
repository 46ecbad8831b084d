/**
 * Runs the bank simulator of a sandbox: starts it, restarts it when it dies, ends it with the program, and notifies it when the clock
 * moves. Its standard input is a pipe of this program: when the program ends, however that happens, the pipe closes and the bank ends
 * too.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { COMPILED_CODE } from '../infra/process/compiled-code.ts'
import { buildUrls, type Config } from '../infra/process/config.ts'
import type { Runtime } from '../infra/runtime.ts'
import { FIRST_PAUSE_MS, restartPause } from './restart-pause.ts'

const PROGRAM = fileURLToPath(new URL('../../simulators/bank/main.ts', import.meta.url))
const READY_MS = 10_000
const TELL_MS = 5_000 // an unavailable one refuses at once; this ends a stuck one
const LOOK_MS = 50
const WORDS_MAX = 2_000
const STOP_MS = 3_000

/** Returns false for a bank that another process started: VEZNE_BANK_URL names it, or the other role's process runs it. */
export const runsBankSimulator = ({ env, role, urls, host, ports, allowHttp, tls }: Config): boolean =>
  env === 'sandbox' &&
  role === 'all' &&
  urls.bank === buildUrls(host, ports, { allowHttp, isTls: tls !== undefined }).bank

export interface BankSimulatorProcess {
  /** Resolves when it responds for the first time, or gives up waiting. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

interface BankSimulatorReport {
  say(line: string): void
  /** Returns undefined until the program itself is up. */
  runtime(): Pick<Runtime, 'log' | 'clock'> | undefined
}

export const startBankSimulator = (config: Config, report: BankSimulatorReport): BankSimulatorProcess => {
  let isStopping = false
  let child = spawnBank(config)
  const first = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const watch = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS
    while (!isStopping) {
      const since = performance.now()
      const lastOutput = lastWords(child)
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
      if (await answers(config, ended)) {
        await sendClockToBankSimulator(config, report.runtime()?.clock.ms() ?? Date.now())
        first.resolve()
      }
      const code = await ended
      if (isStopping) return
      report.runtime()?.log.warn('bank.ended', { code, output: lastOutput() })
      report.say(`the bank simulator ended and is started again: ${lastOutput()}`)
      pauseMs = restartPause(pauseMs, performance.now() - since)
      await Promise.race([sleep(pauseMs), stopped.promise])
      if (!isStopping) child = spawnBank(config)
    }
  }
  setTimeout(first.resolve, READY_MS).unref()
  const watching = watch()
  return {
    ready: first.promise,
    async stop() {
      isStopping = true
      stopped.resolve()
      child.stdin?.end()
      const hard = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await watching
      clearTimeout(hard)
    },
  }
}

const lastWords = (child: ChildProcess): (() => string) => {
  let lastOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString()).slice(-WORDS_MAX)
  })
  return () => lastOutput.trim()
}

/** The bank watches its standard input: however this process ends, the input closes and the bank ends too. */
const spawnBank = ({ host, ports, dataDir }: Config): ChildProcess =>
  spawn(
    process.execPath,
    [PROGRAM, '--attached', '--host', host, '--port', String(ports.bank), '--folder', join(dataDir, 'bank')],
    { stdio: ['pipe', 'ignore', 'pipe'], env: environment() },
  )

/** Variables that a program needs to run; it gets neither our keys nor our database. An installed package strips its types by NODE_OPTIONS (bin/vezne.cjs). */
const environment = (): NodeJS.ProcessEnv => {
  const { PATH, SystemRoot, NODE_OPTIONS } = process.env
  const given = Object.entries({ SystemRoot, NODE_OPTIONS }).filter(([, value]) => value !== undefined)
  return { PATH, NODE_COMPILE_CACHE: COMPILED_CODE, ...Object.fromEntries(given) }
}

/** Returns false if the bank exited, or takes too long. */
const answers = async ({ urls }: Config, ended: Promise<unknown>): Promise<boolean> => {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const until = performance.now() + READY_MS
  while (!isOver && performance.now() < until) {
    const answer = await fetch(`${urls.bank}/control/clock`, { signal: AbortSignal.timeout(TELL_MS) }).catch(
      () => undefined,
    )
    if (answer?.ok) return true
    await sleep(LOOK_MS)
  }
  return false
}

/** Best effort: an unavailable bank gets the new time at its next start. */
export const sendClockToBankSimulator = async (
  { env, urls }: Pick<Config, 'env' | 'urls'>,
  nowMs: number,
): Promise<void> => {
  if (env !== 'sandbox') return
  await fetch(`${urls.bank}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: new Date(nowMs).toISOString() }),
    signal: AbortSignal.timeout(TELL_MS),
  }).catch(() => undefined)
}
