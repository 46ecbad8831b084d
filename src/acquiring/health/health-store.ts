/** SQL of connector health: counts from the index of the request log, never more than a few thousand entries. */
import { idAt } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'

const HOUR_MS = 3_600_000
export const HOURS = 24
const CALLS_MAX = 100 // of a sample: the last calls of a day, or of an hour

/** A declined card means that the bank works; these codes do not. */
const IS_FAILURE = sql`error_category in ('Technical', 'Timeout')`

export interface Sample {
  configuration_id: string
  sample_size: number
  failure_count: number
  last_at: Date | null
  error_category: string | null
  error_message: string | null
  error_at: Date | null
}

/** The last calls of each configuration, and the last one of them that failed. */
export const selectSamples = (tx: Tx, tenantId: string, ids: readonly string[], nowMs: number): Promise<Sample[]> =>
  tx.query<Sample>(
    sql`with sampled as (
       select c.id as configuration_id, s.*
         from unnest(${ids}::uuid[]) as c(id)
         cross join lateral (
           select count(*) as sample_size,
                  count(*) filter (where ${IS_FAILURE}) as failure_count,
                  (array_agg(id order by id desc))[1] as last_id,
                  (array_agg(id order by id desc) filter (where ${IS_FAILURE}))[1] as error_id
             from (select l.id, l.error_category from api_request_logs l
                    where l.configuration_id = c.id and l.tenant_id = ${tenantId} and l.id >= ${idAt(nowMs - HOURS * HOUR_MS, 'first')}
                    order by l.id desc limit ${rawSql(CALLS_MAX)}) as calls
         ) as s
     )
     select s.configuration_id, s.sample_size, s.failure_count, last.request_timestamp as last_at,
            error.error_category, error.error_message, error.request_timestamp as error_at
       from sampled s
       left join api_request_logs last on last.tenant_id = ${tenantId} and last.id = s.last_id
       left join api_request_logs error on error.tenant_id = ${tenantId} and error.id = s.error_id`,
  )

export interface HourOfCalls {
  configuration_id: string
  /** 0 is the oldest hour. */
  hour: number
  calls: number
  failures: number
}

export const selectHours = (tx: Tx, tenantId: string, ids: readonly string[], nowMs: number): Promise<HourOfCalls[]> =>
  tx.query<HourOfCalls>(
    `select c.id as configuration_id, h.hour, s.calls, s.failures
       from unnest($2::uuid[]) as c(id)
       cross join generate_series(0, ${HOURS - 1}) as h(hour)
       cross join lateral (
         select count(*) as calls, count(*) filter (where ${IS_FAILURE}) as failures
           from (select l.error_category from api_request_logs l
                  where l.configuration_id = c.id and l.tenant_id = $1
                    and l.id >= ($3::uuid[])[h.hour + 1] and l.id < ($3::uuid[])[h.hour + 2]
                  order by l.id desc limit ${CALLS_MAX}) as calls
       ) as s
      where s.calls > 0`,
    [
      tenantId,
      ids,
      Array.from({ length: HOURS + 1 }, (_, hour) =>
        hour === HOURS ? idAt(nowMs, 'last') : idAt(nowMs - (HOURS - hour) * HOUR_MS, 'first'),
      ),
    ],
  )
