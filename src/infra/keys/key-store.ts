/** SQL of the wrapped keys: those of the platform and the data keys of each tenant. */
import type { Tx } from '../postgres.ts'

export interface WrappedKey {
  id: string
  master_key_id: string
  wrapped: Buffer
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

export const stalePlatformKeys = (tx: Tx, newestMasterKeyId: string): Promise<WrappedKey[]> =>
  tx.query<WrappedKey>(
    'select name as id, master_key_id, wrapped from platform_keys where master_key_id <> $1 for update',
    [newestMasterKeyId],
  )

export const dataKey = async (tx: Tx, tenantId: string, id: string): Promise<WrappedKey | undefined> => {
  const rows = await tx.query<WrappedKey>(
    'select id, master_key_id, wrapped from data_keys where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return rows[0]
}

export const dataKeyOfMonth = async (tx: Tx, tenantId: string, month: string): Promise<WrappedKey | undefined> => {
  const rows = await tx.query<WrappedKey>(
    'select id, master_key_id, wrapped from data_keys where tenant_id = $1 and month = $2',
    [tenantId, month],
  )
  return rows[0]
}

/** Does nothing when another process was first. */
export const addDataKey = (tx: Tx, tenantId: string, month: string, key: WrappedKey, now: Date): Promise<number> =>
  tx.execute(
    'insert into data_keys (tenant_id, id, month, master_key_id, wrapped, created) values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
    [tenantId, key.id, month, key.master_key_id, key.wrapped, now],
  )

/** Tenants with a data key that an older master key wraps. Looks across tenants. */
export const tenantsWithStaleKeys = async (tx: Tx, newestMasterKeyId: string): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    'select distinct tenant_id from data_keys where master_key_id <> $1',
    [newestMasterKeyId],
  )
  return rows.map((row) => row.tenant_id)
}

export const staleDataKeys = (tx: Tx, tenantId: string, newestMasterKeyId: string): Promise<WrappedKey[]> =>
  tx.query<WrappedKey>(
    'select id, master_key_id, wrapped from data_keys where tenant_id = $1 and master_key_id <> $2 for update',
    [tenantId, newestMasterKeyId],
  )

export const rewrapDataKey = (tx: Tx, tenantId: string, key: WrappedKey): Promise<number> =>
  tx.execute('update data_keys set master_key_id = $3, wrapped = $4 where tenant_id = $1 and id = $2', [
    tenantId,
    key.id,
    key.master_key_id,
    key.wrapped,
  ])
