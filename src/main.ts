/**
 * Starts what VEZNE_ROLE names, prints how to reach it, and stops cleanly. The modules that check settings, data folder
 * and ports are imported first, so that a wrong setting is reported after 0.1 s.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './app/app.ts'
import {
  type BankSimulatorProcess,
  runsBankSimulator,
  sendClockToBankSimulator,
  startBankSimulator,
} from './app/bank-simulator-process.ts'
import { startupBanner } from './app/startup-banner.ts'
import { WrongMasterKeyError } from './infra/crypto/kms.ts'
import { AlreadyRunningError, refuseIfRunning } from './infra/database/embedded-server/data-folder-lock.ts'
import { keepCompiledCode } from './infra/process/compiled-code.ts'
import { answersNobody, type Config, hasConsole, loadConfig } from './infra/process/config.ts'
import { crash, crashOnFaults } from './infra/process/crash.ts'
import { every } from './infra/process/every.ts'
import { isPortFree } from './infra/process/free-ports.ts'
import type { Ports } from './infra/process/ports.ts'
import { InvalidSettingError } from './infra/process/setting-parsers.ts'
import { StartupError } from './infra/process/startup-error.ts'

const STOP_MS = 30_000 // a bank call may still be open; what is not finished by then is left to the inquiry
const LEAVING_MS = 10_000
const LOOK_MS = 50
const ORPHAN_LOOK_MS = 250
const SPARE_MS = 1_000 // to exit with 0 before the forced end
const SAME_PRESS_MS = 1_000 // npm passes on a Ctrl-C that the terminal has already sent us

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const main = async (): Promise<void> => {
  const started = performance.now()
  const config = loadConfig(process.env)
  if (config.role === 'migrate') {
    await (await loadApp()).migrateApp(config, say)
    return say('the schema is up to date')
  }
  if (config.databaseUrl === undefined && config.databaseAppUrl === undefined) refuseIfRunning(config.dataDir)
  await refuseBusyPorts(config)

  let app: App | undefined
  const bank = runsBankSimulator(config) ? startBankSimulator(config, { say, runtime: () => app?.runtime }) : undefined
  app = await (await loadApp()).startApp(config, say)
  const isStopping = stopOnSignals(app, config.drainMs, bank)
  await bank?.ready
  if (bank) await sendClockToBankSimulator(config, app.runtime.clock.ms())
  if (isStopping()) return
  for (const line of startupBanner(config, { isFirstStart: app.firstStart !== undefined, metricsUrl: app.metricsUrl }))
    say(line)
  const word = answersNobody(config) ? 'NOT READY' : 'ready'
  say(`${word} after ${((performance.now() - started) / 1000).toFixed(1)} s; Ctrl-C stops it`)
}

/**
 * Loads most of the code in the background, so that a fault in the settings is reported, and the bank starts, without
 * waiting for it.
 */
const loadApp = (): Promise<typeof import('./app/app.ts')> => {
  keepCompiledCode()
  return import('./app/app.ts')
}

/**
 * The first signal finishes what is in flight, the second one exits at once. Returns a function that tells whether one
 * has come.
 */
const stopOnSignals = (app: App, drainMs: number, bank?: BankSimulatorProcess): (() => boolean) => {
  let firstAt: number | undefined
  const onSignal = async (): Promise<void> => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > SAME_PRESS_MS) process.exit(1)
      return
    }
    firstAt = performance.now()
    say('stopping; finishing what is in flight')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await app.close(STOP_MS - SPARE_MS - drainMs)
    await bank?.stop() // last, because what is in flight still calls it
    say('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void onSignal().catch(crash))
  if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(() => void onSignal().catch(crash))
  return () => firstAt !== undefined
}

/** npm starts us in a shell that does not pass SIGTERM on, so the only sign of the signal is that the shell is gone. */
const whenOrphaned = (end: () => void): void => {
  const parent = process.ppid
  const stop = every(ORPHAN_LOOK_MS, () => {
    if (process.ppid === parent) return
    stop()
    end()
  })
}

const refuseBusyPorts = async (config: Config): Promise<void> => {
  for (const [name, port] of Object.entries(config.ports) as [keyof Ports, number][]) {
    const host = name === 'metrics' ? config.metricsHost : config.host
    if (!listensOn(config, name) || (await isPortFree(port, host)) || (name === 'bank' && (await isSoonFree(config))))
      continue
    throw new StartupError(
      name === 'metrics'
        ? `Port ${port} (metrics) is taken by another program, such as another process of this one: give each its own with VEZNE_METRICS_PORT, such as VEZNE_METRICS_PORT=auto`
        : `Port ${port} (${name}) is taken by another program. Shift all ports with VEZNE_PORT_BASE, such as VEZNE_PORT_BASE=5000 npm start`,
    )
  }
}

const listensOn = (config: Config, name: keyof Ports): boolean => {
  if (name === 'metrics') return !config.choosesMetricsPort
  if (name === 'bank') return runsBankSimulator(config)
  return name === 'console' ? hasConsole(config) : config.role !== 'worker'
}

/** The bank of a program that was killed takes a moment to notice; until then its lock exists. */
const isSoonFree = async ({ ports, host, dataDir }: Config): Promise<boolean> => {
  const until = performance.now() + LEAVING_MS
  while (existsSync(join(dataDir, 'bank', 'bank.pid')) && performance.now() < until) await sleep(LOOK_MS)
  return isPortFree(ports.bank, host)
}

/**
 * Recognizes a disk that is full, over its quota or read-only. The message names what could not be written, or at least
 * the fault.
 */
const isFaultOfDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EROFS'].includes((error as { code?: unknown }).code as string)

/** Prints faults of the set-up as one line for people; every other error is ours and shows where it happened. */
const refuse = (error: unknown): never => {
  if (error instanceof InvalidSettingError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
  const isForPeople = [AlreadyRunningError, StartupError, WrongMasterKeyError].some((kind) => error instanceof kind)
  if (!isForPeople && !isFaultOfDisk(error)) crash(error)
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

crashOnFaults()
await main().catch(refuse)
