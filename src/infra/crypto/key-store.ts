/** SQL of the wrapped keys: those of the platform and the data keys of each tenant. */
import type { Tx } from '../database/database.ts'
import { sql } from '../database/statements/sql.ts'
import { insertInto } from '../database/statements/write-rows.ts'

export interface WrappedKey {
  id: string
  master_key_id: string
  wrapped: Buffer
}

export interface WrappedDataKey extends WrappedKey {
  generation: number
}

export const platformKey = async (tx: Tx, name: string): Promise<WrappedKey | undefined> => {
  const rows = await tx.query<WrappedKey>(
    sql`select name as id, master_key_id, wrapped from platform_keys where name = ${name}`,
  )
  return rows[0]
}

/** Does nothing when another process was first. */
export const addPlatformKey = (tx: Tx, key: WrappedKey, now: Date): Promise<number> =>
  tx.execute(
    insertInto(
      'platform_keys',
      { name: key.id, master_key_id: key.master_key_id, wrapped: key.wrapped, created: now },
      sql`on conflict do nothing`,
    ),
  )

export const rewrapPlatformKey = (tx: Tx, key: WrappedKey): Promise<number> =>
  tx.execute(
    sql`update platform_keys set master_key_id = ${key.master_key_id}, wrapped = ${key.wrapped} where name = ${key.id}`,
  )

export const stalePlatformKeys = (tx: Tx, masterKeyId: string): Promise<WrappedKey[]> =>
  tx.query<WrappedKey>(
    sql`select name as id, master_key_id, wrapped from platform_keys where master_key_id <> ${masterKeyId}`,
  )

export const dataKey = async (tx: Tx, tenantId: string, id: string): Promise<WrappedDataKey | undefined> => {
  const rows = await tx.query<WrappedDataKey>(
    sql`select id, generation, master_key_id, wrapped from data_keys where tenant_id = ${tenantId} and id = ${id}`,
  )
  return rows[0]
}

export interface KeyOfMonth {
  tenantId: string
  month: string
  generation: number
}

export const dataKeyOfMonth = async (tx: Tx, of: KeyOfMonth): Promise<WrappedDataKey | undefined> => {
  const rows = await tx.query<WrappedDataKey>(
    sql`select id, generation, master_key_id, wrapped from data_keys where tenant_id = ${of.tenantId} and month = ${of.month} and generation = ${of.generation}`,
  )
  return rows[0]
}

/** Does nothing when another process was first. */
export const addDataKey = (tx: Tx, of: KeyOfMonth, key: WrappedKey, now: Date): Promise<number> =>
  tx.execute(
    insertInto(
      'data_keys',
      {
        tenant_id: of.tenantId,
        id: key.id,
        month: of.month,
        generation: of.generation,
        master_key_id: key.master_key_id,
        wrapped: key.wrapped,
        created: now,
      },
      sql`on conflict do nothing`,
    ),
  )

/** Returns the tenants that have a data key wrapped by another master key. Reads across tenants. */
export const tenantsWithStaleKeys = async (tx: Tx, masterKeyId: string): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from data_keys where master_key_id <> ${masterKeyId}`,
  )
  return rows.map((row) => row.tenant_id)
}

/** Counts data keys that another master key wraps. Reads across tenants. */
export const countStaleDataKeys = async (tx: Tx, masterKeyId: string): Promise<number> => {
  const [row] = await tx.query<{ keys: number }>(
    sql`select count(tenant_id)::int as keys from data_keys where master_key_id <> ${masterKeyId}`,
  )
  return row!.keys
}

export const staleDataKeys = (tx: Tx, tenantId: string, masterKeyId: string): Promise<WrappedKey[]> =>
  tx.query<WrappedKey>(
    sql`select id, master_key_id, wrapped from data_keys where tenant_id = ${tenantId} and master_key_id <> ${masterKeyId}`,
  )

export const rewrapDataKey = (tx: Tx, tenantId: string, key: WrappedKey): Promise<number> =>
  tx.execute(
    sql`update data_keys set master_key_id = ${key.master_key_id}, wrapped = ${key.wrapped} where tenant_id = ${tenantId} and id = ${key.id}`,
  )

/** Returns the ids of a tenant's data keys that a rotation created. */
export const dataKeyIds = async (tx: Tx, tenantId: string, generation: number): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    sql`select id from data_keys where tenant_id = ${tenantId} and generation = ${generation}`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the tenants that have data keys of earlier generations. Reads across tenants. */
export const tenantsWithOldKeys = async (tx: Tx, generation: number): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from data_keys where generation < ${generation}`,
  )
  return rows.map((row) => row.tenant_id)
}

/** Deletes data keys of earlier generations; call it once nothing is sealed with them. */
export const deleteOldDataKeys = (tx: Tx, tenantId: string, generation: number): Promise<number> =>
  tx.execute(sql`delete from data_keys where tenant_id = ${tenantId} and generation < ${generation}`)

interface KeyCount {
  master_key_id: string
  generation: number | null
  keys: number
  tenants: number
}

/** Returns how many keys each master key wraps; keys of the platform have no generation. Reads across tenants. */
export const countKeys = (tx: Tx): Promise<KeyCount[]> =>
  tx.query<KeyCount>(
    `select master_key_id, generation, count(*)::int as keys, count(distinct tenant_id)::int as tenants
     from data_keys group by 1, 2
     union all select master_key_id, null, count(*)::int, 0 from platform_keys group by 1 order by 1, 2`,
  )
