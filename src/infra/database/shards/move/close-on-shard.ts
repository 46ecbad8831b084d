/**
 * Closes a tenant on one shard, for every process and whatever it believes: what acts for the tenant is refused there, and
 * what works for all tenants passes over its rows. The owner of the schema still reaches them.
 */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUuid } from '../../../../core/id.ts'
import { CHANNEL, type Topic } from '../../notifications.ts'
import type { ServerClient } from '../../server-connection.ts'
import { findTableUsers } from '../../table-users.ts'
import { PLATFORM_ROLE } from '../../transaction-statements.ts'
import { MoveRefusedError } from './move-refused.ts'
import { findTenantTables } from './tenant-tables.ts'

/** The shard's other tenants wait for at most this long, and then for the policies themselves. */
const LOCK_MS = 500
const AGAIN_MS = 200
const IN_USE = new Set(['55P03', '57014', '40P01'])

/** The policy by which a shard that is closed to a tenant is known. */
export const closedName = (tenantId: string): string => `closed_${tenantId}`

const hiding = (tenantId: string, name: string, table: string): string => {
  const isOther = `tenant_id <> '${tenantId}'`
  return `create policy ${name} on ${table} as restrictive to ${PLATFORM_ROLE} using (${isOther}) with check (${isOther})`
}

/**
 * When it returns, what works for all tenants begins nothing more of this one; what acts for it goes on. A shard that was closed to it is
 * open again to that.
 */
export const hideTenant = (owner: ServerClient, tenantId: string, patienceMs: number): Promise<void> =>
  changePolicies(owner, tenantId, patienceMs, (table, [, hidden]) => [hiding(tenantId, hidden, table)])

/**
 * When it returns, no transaction that has read or written a row of the tenant is under way, and none will be. Throws
 * {@link MoveRefusedError} after `patienceMs`; nothing is closed then.
 */
export const closeTenant = (owner: ServerClient, tenantId: string, patienceMs: number): Promise<void> => {
  const refused = `(select refuse_closed_tenant('${tenantId}'))`
  return changePolicies(owner, tenantId, patienceMs, (table, [closed, hidden]) => [
    `create policy ${closed} on ${table} as restrictive to vezne_app using (${refused}) with check (${refused})`,
    hiding(tenantId, hidden, table),
  ])
}

/** Kinds of rows of a tenant that processes keep in memory, or wait for. */
const KEPT: readonly Topic[] = [
  ...(['realms', 'merchants', 'identity_providers', 'connectors', 'test_cards', 'fraud_rules'] as const),
  ...(['fraud_blacklist', 'transfers', 'settings', 'due'] as const),
]

/** Processes read again what they know of the tenant: meanwhile it may have looked as if there were none. */
export const admitTenant = (owner: ServerClient, tenantId: string, patienceMs: number): Promise<void> =>
  changePolicies(
    owner,
    tenantId,
    patienceMs,
    () => [],
    KEPT.map((topic) => `select pg_notify('${CHANNEL}', 'database|${topic}|${tenantId}')`),
  )

/** Changes all tables in one transaction: what works for all tenants sees either all rows of this one or none. */
const changePolicies = async (
  owner: ServerClient,
  tenantId: string,
  patienceMs: number,
  make: (table: string, names: readonly [string, string]) => string[],
  further: readonly string[] = [],
): Promise<void> => {
  assert(isUuid(tenantId))
  const names = [`"${closedName(tenantId)}"`, `"hidden_${tenantId}"`] as const
  const tables = (await findTenantTables(owner)).map(({ name }) => name)
  const lock = [
    'begin',
    `set local statement_timeout = ${LOCK_MS}`,
    `lock table ${tables.map((table) => `only ${table}`).join(', ')} in access exclusive mode`,
  ]
  const change = [
    'set local statement_timeout = 0',
    'set local client_min_messages = warning',
    ...tables.flatMap((table) => [
      ...names.map((name) => `drop policy if exists ${name} on ${table}`),
      ...make(table, names),
    ]),
    ...further,
    'commit',
  ]
  for (const until = performance.now() + patienceMs; !(await isDone(owner, lock, change)); await sleep(AGAIN_MS))
    if (performance.now() > until)
      throw new MoveRefusedError(
        `tables of tenants were in use for ${patienceMs} ms; by ${(await findTableUsers(owner, tables)).join(', ')}`,
      )
}

const isDone = async (owner: ServerClient, lock: readonly string[], change: readonly string[]): Promise<boolean> => {
  try {
    for (const statement of lock) await owner.query(statement)
    await owner.query(change.join('; '))
    return true
  } catch (error) {
    await owner.query('rollback')
    if (IN_USE.has(String((error as { code?: unknown }).code))) return false
    throw error
  }
}
