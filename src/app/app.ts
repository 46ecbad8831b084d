/** Composition root: runtime, banks, surfaces with their addresses, sweeps and jobs. It is in one piece because nothing else wires anything. */
import { setTimeout as sleep } from 'node:timers/promises'
import { buildReport, type Health, healthEndpoints, healthReport } from '../access/health.ts'
import { chargebackMachine } from '../chargebacks/chargeback-states.ts'
import { sessionMachine } from '../checkout/model/session-states.ts'
import { allowedTransitions } from '../core/state-machine.ts'
import { alertMachine } from '../fraud/alerts/alert-states.ts'
import type { MadeRealm } from '../identity/seed/seed-realms.ts'
import { createKeyWatch } from '../infra/crypto/key-watch.ts'
import { isFirst } from '../infra/database/processes/process-list.ts'
import { onAnyShard } from '../infra/database/shards/across-shards.ts'
import { serveMetrics } from '../infra/http/metrics-server.ts'
import { openTls, type Tls } from '../infra/http/tls.ts'
import { type Config, hasConsole } from '../infra/process/config.ts'
import type { MetricsOfProcess } from '../infra/process/metrics.ts'
import type { Runtime } from '../infra/runtime.ts'
import { setTracer } from '../infra/tracing/tracing.ts'
import { paymentMachine } from '../payments/model/payment-states.ts'
import { installmentMachine, recurringPlanMachine } from '../recurring/model/recurring-plan-states.ts'
import { settlementMachine } from '../settlements/model/settlement-states.ts'
import { transferMachine } from '../transfers/model/transfer-states.ts'
import { recurringTransferMachine as transferPlanMachine } from '../transfers/recurring/recurring-transfer-states.ts'
import { composeBackground, watchHost } from './background.ts'
import { migrateOnly, type OpenRuntime, openRuntime } from './open-runtime.ts'
import { startProvisioning } from './provision-tenants.ts'
import { type RequestProcesses, startRequestProcesses } from './request-processes.ts'
import { auditRestores } from './running/audit-restores.ts'
import { readSkew, SKEW_MAX_MS } from './running/clock-skew.ts'
import { listProcess } from './running/listed-process.ts'
import { createRunningFigures } from './running/running-figures.ts'
import { whileOpen } from './running/while-open.ts'
import { seed } from './seed-all.ts'
import { servePages } from './serve-pages.ts'
import { composeServices, type Services } from './services.ts'
import { registerOnAll } from './shards/registries.ts'
import { startShardWork } from './shards/shard-work.ts'
import { composeEndpoints, openSurfaces, type SurfaceEndpoints } from './surfaces.ts'

export interface App {
  runtime: Runtime
  urls: Config['urls']
  /** Address of the metrics of this process; those of a process that only answers requests are with the one that started it. */
  metricsUrl: string | undefined
  /** Stops taking work, finishes requests in progress (at most `deadlineMs`), and closes everything. */
  close(deadlineMs: number): Promise<void>
  /** Present when this start created the demo data: its secrets, shown only once. */
  firstStart?: readonly MadeRealm[]
}

/** Less than a stopping program has altogether. */
const STOP_REQUESTS_MS = 28_000

/** State machines whose transitions the database enforces. */
const MACHINES = {
  payment: allowedTransitions(paymentMachine),
  transfer: allowedTransitions(transferMachine),
  recurring_transfer: allowedTransitions(transferPlanMachine),
  recurring_plan: allowedTransitions(recurringPlanMachine),
  recurring_installment: allowedTransitions(installmentMachine),
  fraud_alert: allowedTransitions(alertMachine),
  chargeback: allowedTransitions(chargebackMachine),
  checkout_session: allowedTransitions(sessionMachine),
  settlement: allowedTransitions(settlementMachine),
}

/** VEZNE_ROLE=migrate: creates the schema and brings it up to date for the other roles. */
export const migrateApp = (config: Config, report: (line: string) => void): Promise<void> =>
  migrateOnly(config, report, MACHINES)

/** `requests`: the surfaces. `rest`: background work as the role says, start page, metrics, and the processes that answer instead. */
interface Parts {
  readonly requests: boolean
  readonly rest: boolean
}

export const startApp = async (
  config: Config,
  report: (line: string) => void,
  parts: Parts = { requests: config.processes === 1, rest: true },
): Promise<App> => {
  const opened = await openRuntime(config, report, MACHINES)
  const { runtime } = opened
  const stopTracing = await startTracing(runtime)
  const onError = onConnectionError(runtime)
  const closers: Closer[] = [opened.close, stopTracing]
  const closeAll = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const tls = openTls(config, runtime.log)
    closers.push(() => tls?.close())
    const [{ runtime: first }] = opened.shards
    const processRegistry = await registerOnAll(opened.shards, onError)
    closers.push(() => processRegistry.close())
    const isOwner = (): Promise<boolean> =>
      first.db.transaction({ of: [] }, (tx) => isFirst(tx, processRegistry.processNo))
    const ownsAddresses = config.role !== 'worker' && (await isOwner())
    const seeded = once(() => seed(first, report, ownsAddresses))
    const firstStart = first.restores.closed() === null ? (await seeded()).made : []
    const listed = listProcess(first, processRegistry.processNo, {
      servesRequests: parts.requests && config.role !== 'worker',
      runsJobs: parts.rest && config.role !== 'api',
    })
    closers.push(listed.stop, auditRestores(opened.shards))
    closers.push(
      await createKeyWatch({
        ...opened,
        runtime: first,
        processNo: processRegistry.processNo,
        shards: opened.shards.map((each) => each.runtime.db),
      }),
    )
    const services = composeServices(runtime, processRegistry)
    closers.push(() => services.close())
    let others: RequestProcesses | undefined
    let isStopping = false
    const health = healthOf(runtime, () => isStopping)
    const endpoints = once(() =>
      composeEndpoints(runtime, services, { probes: healthEndpoints(health), report: healthReport(health) }),
    )
    let metricsUrl: string | undefined
    if (parts.rest) {
      const metricsOfOthers = async () => (await others?.metrics()) ?? []
      const rest = await openRest(opened, services, { endpoints, tls, metricsOfOthers, health })
      closers.push(...rest.closers)
      metricsUrl = rest.metricsUrl
    }
    if (parts.requests && config.role !== 'worker') {
      const surfaces = await openSurfaces(runtime, services, endpoints(), tls)
      closers.push(() => surfaces.close())
    }
    if (config.processes > 1) {
      others = await startRequestProcesses(opened, config.processes)
      closers.push(() => others?.stop(STOP_REQUESTS_MS))
    }
    await listed.start(metricsUrl)
    opened.started()
    const provision = async () => startProvisioning(first, (await seeded()).unfinished)
    if (parts.rest) closers.push(whileOpen(first.restores, provision, onLeft(runtime, 'tenants.not_provisioned')))
    return {
      runtime,
      urls: config.urls,
      metricsUrl,
      ...(firstStart.length === 0 ? {} : { firstStart }),
      async close(deadlineMs) {
        isStopping = true
        // Processes that answer requests on our behalf drain their requests themselves.
        if (config.drainMs > 0 && others === undefined) await sleep(config.drainMs)
        await Promise.race([closeAll(), new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())])
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Loads the libraries of spans only where a collector is set. */
const startTracing = async ({ config: { otlpUrl, role, env }, log }: Runtime): Promise<Closer> => {
  if (otlpUrl === undefined) return () => undefined
  const { createTracer } = await import('../infra/tracing/open-telemetry.ts')
  const tracer = createTracer({ url: otlpUrl, role, env }, log)
  setTracer(tracer)
  return () => {
    setTracer(undefined)
    return tracer.close()
  }
}

type Closer = () => Promise<unknown> | unknown

const onConnectionError =
  ({ log }: Runtime) =>
  (err: Error): void =>
    log.warn('database.connection_failed', { err })

const onLeft =
  ({ log }: Runtime, event: string) =>
  (err: Error): void =>
    log.error(event, { err })

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

interface RestNeeds {
  /** Surfaces that the console's backend calls on behalf of people. */
  readonly endpoints: () => SurfaceEndpoints
  readonly tls: Tls | undefined
  readonly metricsOfOthers: () => Promise<MetricsOfProcess[]>
  readonly health: Health
}

/** Everything but the surfaces; returns what closes it, to be called in reverse, and where its metrics are. */
const openRest = async (
  opened: OpenRuntime,
  services: Services,
  { endpoints, tls, metricsOfOthers, health }: RestNeeds,
): Promise<{ closers: Closer[]; metricsUrl: string }> => {
  const { runtime } = opened
  const { config } = runtime
  const [{ runtime: first }] = opened.shards
  const isSpread = opened.shards.length > 1
  const closers: Closer[] = []
  if (hasConsole(config)) {
    // Closed after the deliveries have ended: the inbox of the start page receives some of them.
    const pages = await servePages(runtime, services, endpoints, tls)
    closers.push(() => pages.close())
  }
  const ofFirst = isSpread ? composeServices(first, services.processRegistry) : services
  if (isSpread) closers.push(() => ofFirst.close())
  closers.push(whileOpen(first.restores, () => watchHost(ofFirst, config, tls), onLeft(runtime, 'monitors.not_begun')))
  if (config.role !== 'api' && isSpread) closers.push(...(await startShardWork(opened, onConnectionError(runtime))))
  else if (config.role !== 'api') {
    const start = (): Closer => composeBackground(opened, services)
    closers.push(whileOpen(runtime.restores, start, onLeft(runtime, 'background.not_started')))
  }
  const readFigures = createRunningFigures(first, runtime.db, tls)
  const metrics = await serveMetrics(config, {
    others: () => readFigures().then(metricsOfOthers),
    isReady: async () => {
      const report = await buildReport(health)
      return { isReady: report.status !== 'unhealthy', report }
    },
  })
  closers.push(() => metrics.close())
  return { closers, metricsUrl: metrics.url }
}

const healthOf = ({ db, restores }: Runtime, isStopping: () => boolean): Health => ({
  isStopping,
  checks: [
    {
      name: 'database',
      check: () =>
        onAnyShard(db, (shard) => shard.transaction({ of: [] }, (tx) => tx.query('select 1'))).then(() => null),
      limit: () => (restores.closed() === null ? null : CLOSED),
    },
    { name: 'clock', check: async () => faultOfClock(await onAnyShard(db, readSkew)) },
  ],
})

const CLOSED =
  'restored, or promoted without its last writes: it is read; nothing is written or sent until a person has opened it'

const faultOfClock = (skewMs: number): string | null =>
  Math.abs(skewMs) <= SKEW_MAX_MS
    ? null
    : `this machine is ${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database; let both ask the same time servers`
