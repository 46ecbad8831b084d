/** SQL of the keys that sign a realm's tokens. */
import type { Tx } from '../../infra/database/database.ts'

export interface SigningKeyRow {
  readonly tenant_id: string
  readonly kid: string
  readonly public_jwk: object
  readonly private_sealed: Buffer
  readonly created: Date
  readonly signs_from: Date
}

export const insertSigningKey = (tx: Tx, key: SigningKeyRow): Promise<number> =>
  tx.execute(
    `insert into signing_keys (tenant_id, kid, public_jwk, private_sealed, created, signs_from)
     values ($1, $2, $3, $4, $5, $6)`,
    [key.tenant_id, key.kid, JSON.stringify(key.public_jwk), key.private_sealed, key.created, key.signs_from],
  )

export const findSealedKey = async (tx: Tx, tenantId: string, kid: string): Promise<Buffer | undefined> => {
  const [row] = await tx.query<{ private_sealed: Buffer }>(
    'select private_sealed from signing_keys where tenant_id = $1 and kid = $2',
    [tenantId, kid],
  )
  return row?.private_sealed
}

/** Returns since when the deleted key signs, or will; undefined if there is no such key. */
export const deleteSigningKey = async (tx: Tx, tenantId: string, kid: string): Promise<Date | undefined> => {
  const [row] = await tx.query<{ signs_from: Date }>(
    'delete from signing_keys where tenant_id = $1 and kid = $2 returning signs_from',
    [tenantId, kid],
  )
  return row?.signs_from
}

/** Returns whether a key took over in that time. */
export const hasKeySigningFrom = async (tx: Tx, tenantId: string, from: Date, to: Date): Promise<boolean> => {
  const rows = await tx.query(
    'select kid from signing_keys where tenant_id = $1 and signs_from between $2 and $3 limit 1',
    [tenantId, from, to],
  )
  return rows.length > 0
}

/** Deletes keys whose successor has signed since before `before`: they leave the key set, and every token they signed has expired. */
export const deleteSpentKeys = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute(
    `delete from signing_keys k where k.tenant_id = $1 and exists (
       select from signing_keys next
       where next.tenant_id = k.tenant_id and next.signs_from > k.signs_from and next.signs_from < $2)`,
    [tenantId, before],
  )

/** Realms whose newest key is older than that. Runs across tenants. */
export const tenantsWithOldKey = async (tx: Tx, madeBefore: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    'select tenant_id from signing_keys group by tenant_id having max(created) < $1 order by tenant_id',
    [madeBefore],
  )
  return rows.map((row) => row.tenant_id)
}
