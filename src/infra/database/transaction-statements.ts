/** What a transaction begins with, and what is asked about it at its end. */
import type { ClientBase } from 'pg'

export type Preamble = { text: string; values: unknown[] }

export const PLATFORM_ROLE = 'vezne_platform'
export const BEGIN_SNAPSHOT = 'begin isolation level repeatable read'
export const BEGIN_READING = 'begin isolation level repeatable read, read only'

export const ACT_FOR = (tenants: string) => ({
  name: 'act-for',
  text: `select set_config('app.tenant_ids', $1, true)`,
  values: [tenants] as unknown[],
})

export const ACT_BY_INDEX_FOR = (tenants: string) => ({
  name: 'act-by-index-for',
  text: `select set_config('app.tenant_ids', $1, true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`,
  values: [tenants] as unknown[],
})

export const ACT_ACROSS_TENANTS: Preamble = { text: `set local role ${PLATFORM_ROLE}`, values: [] }

/** Only a transaction that wrote waits for a standby. */
export const hasWritten = async (client: Pick<ClientBase, 'query'>): Promise<boolean> => {
  const { rows } = await client.query<{ is: boolean }>('select pg_current_xact_id_if_assigned() is not null as is')
  return rows[0]!.is
}

export const rolledBack = (client: Pick<ClientBase, 'query'>): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
