/** Keeps the trace of a request under its correlation id, for what follows from the request elsewhere. */
import type { Job } from '../process/jobs.ts'
import type { Log } from '../process/log.ts'
import type { Database } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import { sql } from './statements/sql.ts'

interface TraceContext {
  readonly tenantId: string
  readonly correlationId: string
  readonly traceparent: string
}

const KEPT = '3 days' // longer than a delivery is retried

const KEEP = `
insert into trace_contexts (tenant_id, correlation_id, traceparent)
select distinct on (tenant_id, correlation_id) * from unnest($1::uuid[], $2::uuid[], $3::text[]) as t (tenant_id, correlation_id, traceparent)
order by tenant_id, correlation_id
on conflict (tenant_id, correlation_id) do update set traceparent = excluded.traceparent, created = clock_timestamp()`

/** Nobody waits for it: a trace that is not kept ends with its request. */
export const createTraceKeeper = ({ db, log }: { db: Database; log: Log }): ((context: TraceContext) => void) => {
  const commits = new GroupCommit<TraceContext, void>({
    keyOf: ({ tenantId, correlationId }) => `${tenantId} ${correlationId}`,
    write: async (contexts) => {
      const tenantIds = contexts.map(({ tenantId }) => tenantId)
      const values = [
        tenantIds,
        contexts.map(({ correlationId }) => correlationId),
        contexts.map(({ traceparent }) => traceparent),
      ]
      await db.batch(tenantIds, { name: 'keep-traces', text: KEEP, values })
      return contexts.map(() => undefined)
    },
  })
  return (context) => void commits.submit(context).catch((err: unknown) => log.warn('tracing.not_kept', { err }))
}

export const findTrace = async (
  db: Database,
  { tenantId, correlationId }: Omit<TraceContext, 'traceparent'>,
): Promise<string | undefined> => {
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
