/** Health of a process: alive, and ready for work. Probes take no token and no quota. */
import { Type } from 'typebox'
import { durationText } from '../core/clock.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import { described, Enum, NullableText } from '../core/schema.ts'
import { type Endpoint, endpoint, ok } from './endpoint.ts'

/** One dependency of a process. */
interface HealthCheck {
  name: string
  /** Returns null if the dependency works, or else what is wrong with it; throws if it is not there at all. */
  check: () => Promise<string | null>
  /** Returns what it cannot do at the moment although it works: the process goes on with the rest. */
  limit?: () => string | null
}
export interface Health {
  checks: readonly HealthCheck[]
  /** The process is shutting down: it finishes requests in flight and accepts no new ones. */
  isStopping: () => boolean
}

const Status = Enum('HealthReportStatus', ['healthy', 'degraded', 'unhealthy'])
const Live = Type.Object(
  { status: Type.Literal('healthy', { description: 'Status of the process, always healthy.' }) },
  { $id: 'Live' },
)
const Entry = Type.Object(
  {
    name: Type.String({ description: 'Name of the dependency that was checked.' }),
    status: described(Status, 'Condition of the dependency.'),
    duration: NullableText('Duration of the check, as hh:mm:ss.fffffff.'),
    description: NullableText(
      'Reason why the dependency is unhealthy or degraded, for people; null when it is healthy.',
    ),
    exception: NullableText('Always null: `description` says why the check failed.'),
  },
  { $id: 'HealthCheckEntry' },
)
const Report = Type.Object(
  {
    status: described(Status, 'Condition of the service as a whole.'),
    total_duration: NullableText('Duration of all checks together, as hh:mm:ss.fffffff.'),
    checks: Type.Array(Entry, { description: 'Checks of the dependencies, one by one.' }),
  },
  { $id: 'HealthReport' },
)

export const healthEndpoints = (health: Health): Endpoint[] => [
  ...['/health', '/api/v1/health'].flatMap((base) => [live(`${base}/live`), ready(`${base}/ready`, health, 'none')]),
]

/** The report for authenticated callers: only the card surface offers it. */
export const healthReport = (health: Health): Endpoint => ready('/api/v1/health', health, 'any')

const live = (path: string): Endpoint =>
  endpoint({
    method: 'GET',
    path,
    tag: 'Health',
    summary: 'The process is alive',
    description: 'For a supervisor that restarts it; asks no dependency.',
    allow: 'none',
    limit: 'none',
    answers: { 200: Live },
    handle: async () => ok({ status: 'healthy' }),
  })

const ready = (path: string, health: Health, allow: 'none' | 'any'): Endpoint =>
  endpoint({
    method: 'GET',
    path,
    tag: 'Health',
    summary: 'The process can do its work',
    description: 'For a load balancer: 503 while a dependency is away or the process is stopping.',
    allow,
    limit: allow === 'none' ? 'none' : 'plan',
    answers: { 200: Report },
    errors: ['service_unavailable'],
    handle: async () => {
      const report = await buildReport(health)
      if (report.status !== 'unhealthy') return ok(report)
      throw new Problem('service_unavailable', {
        detail: health.isStopping()
          ? phrase`The process is stopping.`
          : phrase`Something this process needs is not there; see checks.`,
        extra: { checks: report.checks },
      })
    },
  })

/** A process that is stopping is not healthy, whatever its checks say. */
export const buildReport = async (health: Health) => {
  const started = performance.now()
  const checks = await Promise.all(health.checks.map(run))
  const isAny = (status: 'degraded' | 'unhealthy'): boolean => checks.some((each) => each.status === status)
  const status: 'healthy' | 'degraded' | 'unhealthy' =
    health.isStopping() || isAny('unhealthy') ? 'unhealthy' : isAny('degraded') ? 'degraded' : 'healthy'
  return { status, total_duration: durationText(performance.now() - started), checks }
}

const run = async ({ name, check, limit }: HealthCheck) => {
  const started = performance.now()
  const failure = await check().catch(() => 'not reachable')
  const limited = limit?.() ?? null
  return {
    name,
    status: failure !== null ? ('unhealthy' as const) : limited !== null ? ('degraded' as const) : ('healthy' as const),
    duration: durationText(performance.now() - started),
    description: failure ?? limited,
    exception: null,
  }
}
