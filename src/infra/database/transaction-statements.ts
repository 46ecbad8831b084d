/** Statements a transaction begins with, and the question asked at its end. */
import type { ClientBase } from 'pg'

export type Preamble = { name?: string; text: string; values: unknown[] }

export const PLATFORM_ROLE = 'vezne_platform'
export const BEGIN_SNAPSHOT = 'begin isolation level repeatable read'
export const BEGIN_READING = 'begin isolation level repeatable read, read only'

export const ACT_FOR = (tenants: string) => ({
  name: 'act-for',
  text: `select set_config('app.tenant_ids', $1, true)`,
  values: [tenants] as unknown[],
})

const JOINS_BY_INDEX = `set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`

export const ACT_BY_INDEX_FOR = (tenants: string) => ({
  name: 'act-by-index-for',
  text: `select set_config('app.tenant_ids', $1, true), ${JOINS_BY_INDEX}`,
  values: [tenants] as unknown[],
})

/**
 * Does the same, and the statement keeps its first plan. With many partitions, a plan for each batch's own values looks
 * cheaper by more than planning seems to cost, so every batch would be planned again, which takes several times as long
 * as running it. Partitions are still pruned when the statement begins.
 */
export const ACT_PLANNED_ONCE_FOR = (tenants: string) => ({
  name: 'act-planned-once-for',
  text: `select set_config('app.tenant_ids', $1, true), ${JOINS_BY_INDEX}, set_config('enable_bitmapscan', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`,
  values: [tenants] as unknown[],
})

export const ACT_ACROSS_TENANTS: Preamble = { text: `set local role ${PLATFORM_ROLE}`, values: [] }

/** Returns whether a transaction has written; only then does it wait for a standby. */
export const hasWritten = async (client: Pick<ClientBase, 'query'>): Promise<boolean> => {
  const { rows } = await client.query<{ is: boolean }>('select pg_current_xact_id_if_assigned() is not null as is')
  return rows[0]!.is
}

export const rolledBack = (client: Pick<ClientBase, 'query'>): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
