/** SQL of the keys that sign a realm's tokens. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row } from '../../infra/database/statements/write-rows.ts'

export interface SigningKeyRow extends Row<'signing_keys'> {
  readonly public_jwk: object
}

export const insertSigningKey = (tx: Tx, key: SigningKeyRow): Promise<number> =>
  tx.execute(
    insertInto('signing_keys', {
      tenant_id: key.tenant_id,
      kid: key.kid,
      public_jwk: JSON.stringify(key.public_jwk),
      private_sealed: key.private_sealed,
      created: key.created,
      signs_from: key.signs_from,
    }),
  )

export const findSealedKey = async (tx: Tx, tenantId: string, kid: string): Promise<Buffer | undefined> => {
  const [row] = await tx.query<{ private_sealed: Buffer }>(
    sql`select private_sealed from signing_keys where tenant_id = ${tenantId} and kid = ${kid}`,
  )
  return row?.private_sealed
}

/** Returns since when the deleted key signs, or will; undefined if there is no such key. */
export const deleteSigningKey = async (tx: Tx, tenantId: string, kid: string): Promise<Date | undefined> => {
  const [row] = await tx.query<{ signs_from: Date }>(
    sql`delete from signing_keys where tenant_id = ${tenantId} and kid = ${kid} returning signs_from`,
  )
  return row?.signs_from
}

/** Returns whether a key took over in that time. */
export const hasKeySigningFrom = async (tx: Tx, tenantId: string, from: Date, to: Date): Promise<boolean> => {
  const rows = await tx.query(
    sql`select kid from signing_keys where tenant_id = ${tenantId} and signs_from between ${from} and ${to} limit 1`,
  )
  return rows.length > 0
}

/** Deletes keys whose successor has signed since before `before`: they leave the key set, and every token they signed has expired. */
export const deleteSpentKeys = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute(
    sql`delete from signing_keys k where k.tenant_id = ${tenantId} and exists (
       select from signing_keys next
       where next.tenant_id = k.tenant_id and next.signs_from > k.signs_from and next.signs_from < ${before})`,
  )

/** Realms whose newest key is older than that. Runs across tenants. */
export const tenantsWithOldKey = async (tx: Tx, madeBefore: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select tenant_id from signing_keys group by tenant_id having max(created) < ${madeBefore} order by tenant_id`,
  )
  return rows.map((row) => row.tenant_id)
}
