/** Keeps the trace of a request under its correlation id, for what follows from the request elsewhere. */
import { LRUCache } from 'lru-cache'
import { atMost } from '../process/growing-cache.ts'
import type { Job } from '../process/jobs.ts'
import type { Log } from '../process/log.ts'
import type { Database } from './database.ts'
import { sql } from './statements/sql.ts'

interface TraceContext {
  readonly tenantId: string
  readonly correlationId: string
  readonly traceparent: string
}

const KEPT = '3 days' // longer than a delivery is retried
const GATHER_MS = 10 // a sender elsewhere is woken later
const RECENT_MAX = 10_000

const KEEP = `
insert into trace_contexts (tenant_id, correlation_id, traceparent)
select distinct on (tenant_id, correlation_id) * from unnest($1::uuid[], $2::uuid[], $3::text[]) as t (tenant_id, correlation_id, traceparent)
order by tenant_id, correlation_id
on conflict (tenant_id, correlation_id) do update set traceparent = excluded.traceparent, created = clock_timestamp()`

/** Contexts that this process has kept are found before they are written. */
const recent = new LRUCache<string, string>(atMost(RECENT_MAX))
const toKey = ({ tenantId, correlationId }: Omit<TraceContext, 'traceparent'>): string => `${tenantId} ${correlationId}`

/** No caller waits for it, so that many become one commit: a trace that is not kept ends with its request. */
export const createTraceKeeper = ({ db, log }: { db: Database; log: Log }): ((context: TraceContext) => void) => {
  let waiting: TraceContext[] = []
  const write = async (): Promise<void> => {
    const contexts = waiting
    waiting = []
    const ofShards = Map.groupBy(contexts, ({ tenantId }) => db.shardOf(tenantId))
    await Promise.all(ofShards.values().map((ofShard) => keepTraces(db, ofShard)))
  }
  return (context) => {
    recent.set(toKey(context), context.traceparent)
    if (waiting.push(context) > 1) return
    setTimeout(() => write().catch((err: unknown) => log.warn('tracing.not_kept', { err })), GATHER_MS).unref()
  }
}

const keepTraces = async (db: Database, contexts: readonly TraceContext[]): Promise<void> => {
  const tenantIds = contexts.map(({ tenantId }) => tenantId)
  const values = [
    tenantIds,
    contexts.map(({ correlationId }) => correlationId),
    contexts.map(({ traceparent }) => traceparent),
  ]
  await db.batch(tenantIds, { name: 'keep-traces', text: KEEP, values })
}

export const findTrace = async (db: Database, of: Omit<TraceContext, 'traceparent'>): Promise<string | undefined> => {
  const own = recent.get(toKey(of))
  if (own !== undefined) return own
  const { tenantId, correlationId } = of
  const [found] = await db.transaction({ of: tenantId, mode: 'read' }, (tx) =>
    tx.query<{ traceparent: string }>(
      sql`select traceparent from trace_contexts where tenant_id = ${tenantId} and correlation_id = ${correlationId}`,
    ),
  )
  return found?.traceparent
}

export const traceJobs = ({ db }: { db: Database }): Job[] => [
  {
    name: 'purge-traces',
    cron: '47 * * * *',
    run: () =>
      db.transaction({ as: 'platform' }, async (tx) => {
        await tx.execute(`delete from trace_contexts where created < clock_timestamp() - interval '${KEPT}'`)
      }),
  },
]
