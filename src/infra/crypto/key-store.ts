/** SQL of the wrapped keys: those of the platform and the data keys of each tenant. */
import type { Tx } from '../database/database.ts'

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
    'select name as id, master_key_id, wrapped from platform_keys where name = $1',
    [name],
  )
  return rows[0]
}

/** Does nothing when another process was first. */
export const addPlatformKey = (tx: Tx, key: WrappedKey, now: Date): Promise<number> =>
  tx.execute(
    'insert into platform_keys (name, master_key_id, wrapped, created) values ($1, $2, $3, $4) on conflict do nothing',
    [key.id, key.master_key_id, key.wrapped, now],
  )

export const rewrapPlatformKey = (tx: Tx, key: WrappedKey): Promise<number> =>
  tx.execute('update platform_keys set master_key_id = $2, wrapped = $3 where name = $1', [
    key.id,
    key.master_key_id,
    key.wrapped,
  ])

export const stalePlatformKeys = (tx: Tx, masterKeyId: string): Promise<WrappedKey[]> =>
  tx.query<WrappedKey>('select name as id, master_key_id, wrapped from platform_keys where master_key_id <> $1', [
    masterKeyId,
  ])

export const dataKey = async (tx: Tx, tenantId: string, id: string): Promise<WrappedDataKey | undefined> => {
  const rows = await tx.query<WrappedDataKey>(
    'select id, generation, master_key_id, wrapped from data_keys where tenant_id = $1 and id = $2',
    [tenantId, id],
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
    'select id, generation, master_key_id, wrapped from data_keys where tenant_id = $1 and month = $2 and generation = $3',
    [of.tenantId, of.month, of.generation],
  )
  return rows[0]
}

/** Does nothing when another process was first. */
export const addDataKey = (tx: Tx, of: KeyOfMonth, key: WrappedKey, now: Date): Promise<number> =>
  tx.execute(
    `insert into data_keys (tenant_id, id, month, generation, master_key_id, wrapped, created)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [of.tenantId, key.id, of.month, of.generation, key.master_key_id, key.wrapped, now],
  )

/** Returns the tenants that have a data key wrapped by another master key. Reads across tenants. */
export const tenantsWithStaleKeys = async (tx: Tx, masterKeyId: string): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    'select distinct tenant_id from data_keys where master_key_id <> $1',
    [masterKeyId],
  )
  return rows.map((row) => row.tenant_id)
}

export const staleDataKeys = (tx: Tx, tenantId: string, masterKeyId: string): Promise<WrappedKey[]> =>
  tx.query<WrappedKey>(
    'select id, master_key_id, wrapped from data_keys where tenant_id = $1 and master_key_id <> $2',
    [tenantId, masterKeyId],
  )

export const rewrapDataKey = (tx: Tx, tenantId: string, key: WrappedKey): Promise<number> =>
  tx.execute('update data_keys set master_key_id = $3, wrapped = $4 where tenant_id = $1 and id = $2', [
    tenantId,
    key.id,
    key.master_key_id,
    key.wrapped,
  ])

/** Returns the ids of a tenant's data keys that a rotation created. */
export const dataKeyIds = async (tx: Tx, tenantId: string, generation: number): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>('select id from data_keys where tenant_id = $1 and generation = $2', [
    tenantId,
    generation,
  ])
  return rows.map(({ id }) => id)
}

/** Returns the tenants that have data keys of earlier generations. Reads across tenants. */
export const tenantsWithOldKeys = async (tx: Tx, generation: number): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>('select distinct tenant_id from data_keys where generation < $1', [
    generation,
  ])
  return rows.map((row) => row.tenant_id)
}

/** Deletes data keys of earlier generations; call it once nothing is sealed with them. */
export const deleteOldDataKeys = (tx: Tx, tenantId: string, generation: number): Promise<number> =>
  tx.execute('delete from data_keys where tenant_id = $1 and generation < $2', [tenantId, generation])

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
