/**
 * Several processes that answer requests behind the same ports: started, restarted when one ends, stopped with the program. node:cluster
 * hands connections over in turn. Ports shared by the kernel (SO_REUSEPORT) would lose the connections of a process that ends and spread
 * a few long ones unevenly.
 */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { MetricsOfProcess } from '../infra/process/metrics.ts'
import { StartupError } from '../infra/process/startup-error.ts'
import { closeHandedConnections } from './handed-connections.ts'
import type { OpenRuntime } from './open-runtime.ts'
import { FIRST_PAUSE_MS, restartPause } from './restart-pause.ts'

const PROGRAM = fileURLToPath(new URL('../request-process.ts', import.meta.url))
const METRICS_MS = 2_000

/** Message from a process that answers requests to the one that started it. */
export type RequestProcessMessage = { kind: 'ready' } | { kind: 'metrics'; metrics: MetricsOfProcess }

export interface RequestProcesses {
  metrics(): Promise<MetricsOfProcess[]>
  /** Each process finishes its requests in progress; a process that has not ended by then is killed. */
  stop(deadlineMs: number): Promise<void>
}

/** Resolves once all of them answer. */
export const startRequestProcesses = async (
  { runtime, transactionsUrl }: Pick<OpenRuntime, 'runtime' | 'transactionsUrl'>,
  count: number,
): Promise<RequestProcesses> => {
  cluster.setupPrimary({ exec: PROGRAM, args: [] })
  // The processes use the program's role; this process may have started the server or know its owner.
  const environment = { VEZNE_ROLE: 'api', VEZNE_PROCESSES: '1', DATABASE_URL: '', DATABASE_APP_URL: transactionsUrl }
  const ending = new AbortController()
  const running = new Set<Worker>()
  const start = (): { ready: Promise<void>; ended: Promise<string> } => {
    const worker = cluster.fork(environment)
    running.add(worker)
    closeHandedConnections(worker)
    worker.on('error', (err) => runtime.log.warn('request_process.unreached', { err })) // it is about to end; see `keep`
    const ended = new Promise<string>((resolve) =>
      worker.once('exit', (code, signal) => {
        running.delete(worker)
        resolve(signal ?? String(code))
      }),
    )
    const ready = new Promise<void>((resolve) =>
      worker.on('message', ({ kind }: RequestProcessMessage) => kind === 'ready' && resolve()),
    )
    return { ready, ended }
  }
  const keep = async (first: Promise<string>): Promise<void> => {
    let ended = first
    for (let pauseMs = FIRST_PAUSE_MS; ; ) {
      const since = performance.now()
      const how = await ended
      if (ending.signal.aborted) return
      runtime.log.error('request_process.ended', { how })
      pauseMs = restartPause(pauseMs, performance.now() - since)
      await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined)
      if (ending.signal.aborted) return
      ended = start().ended
    }
  }
  const first = Array.from({ length: count }, start)
  const died = Promise.race(first.map(({ ended }) => ended)).then((how) => {
    throw new StartupError(`A process that answers requests ended while it started (${how}); it says why above.`)
  })
  try {
    await Promise.race([Promise.all(first.map(({ ready }) => ready)), died])
  } catch (error) {
    for (const worker of running) worker.process.kill('SIGKILL')
    throw error
  }
  died.catch(() => undefined) // from here on every process that ends is restarted
  const keeping = first.map(({ ended }) => keep(ended))
  const signal = (name: NodeJS.Signals): void => {
    for (const worker of running) worker.process.kill(name)
  }
  const passOn = (): void => signal('SIGHUP') // certificates are read again
  process.on('SIGHUP', passOn)
  return {
    metrics: async () => (await Promise.all([...running].map(metricsOf))).filter((each) => each !== undefined),
    async stop(deadlineMs) {
      process.off('SIGHUP', passOn)
      ending.abort()
      const hard = setTimeout(signal, deadlineMs, 'SIGKILL')
      signal('SIGTERM')
      await Promise.all(keeping)
      clearTimeout(hard)
    },
  }
}

/** Returns undefined if the process is busy or about to end. */
const metricsOf = async (worker: Worker): Promise<MetricsOfProcess | undefined> => {
  const { promise, resolve } = Promise.withResolvers<MetricsOfProcess | undefined>()
  const hear = (message: RequestProcessMessage): void => {
    if (message.kind === 'metrics') resolve(message.metrics)
  }
  const timer = setTimeout(resolve, METRICS_MS, undefined)
  worker.on('message', hear)
  try {
    worker.send('metrics')
    return await promise
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    worker.off('message', hear)
  }
}
