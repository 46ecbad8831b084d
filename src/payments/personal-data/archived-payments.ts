/**
 * Payments in the archive: what identifies a buyer is sealed in their files under keys that are here, and deleting the
 * keys erases the person.
 */
import type { ErasedPersonData, FoundPersonData, PersonDataBatch, PersonDataSource } from '../../access/person-data.ts'
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { toPersonKey } from './buyer-keys.ts'

export const personalDataOfArchive: PersonDataSource = {
  kind: 'archived_payments',
  async find(lot): Promise<FoundPersonData> {
    const keys = await lot.tx.query<{ id: string }>(
      `select id from archive_keys where tenant_id = $1 and ${COLUMN[lot.sought.mark]} = $2`,
      [lot.tenantId, toKey(lot)],
    )
    const records = keys.map(({ id }) => ({
      archive_key_id: id,
      note: 'in files of the archive; bring the month back to read it',
    }))
    return { records, next: null }
  },
  /** Deletes the keys; data sealed under them can no longer be read, except from backups of the database. */
  async erase(lot): Promise<ErasedPersonData> {
    const { tx, tenantId } = lot
    const gone = await tx.query<{ id: string }>(
      sql`delete from archive_keys where tenant_id = ${tenantId} and ${rawSql(COLUMN[lot.sought.mark])} = ${toKey(lot)} returning id`,
    )
    if (gone.length > 0) await tx.execute(ERASE_REFUNDS, [tenantId, gone.map(({ id }) => id)])
    return { erased: gone.length, kept: {}, next: null }
  },
}

const COLUMN = { email: 'email_key', identity_number: 'identity_key' } as const

const toKey = ({ runtime, tenantId, sought }: PersonDataBatch): Buffer =>
  toPersonKey(runtime.sealer, tenantId, sought.mark, sought.text)

/** Erases refunds that are here while their payment is in the archive. */
const ERASE_REFUNDS = `
  with refunds as (
    delete from archived_person_rows where tenant_id = $1 and key_id = any($2::uuid[]) returning row_id)
  update payments p set card_holder_name = '***' from refunds where p.tenant_id = $1 and p.id = refunds.row_id`

/**
 * Keeps the persons of refunds that stay while their payments go to the archive; until then the refunds are found
 * through the payment.
 */
export const keepPersonsOfRefunds = (
  tx: Tx,
  { firstId, beforeId }: { readonly firstId: string; readonly beforeId: string },
): Promise<number> => tx.execute(REFUNDS_LEFT_BEHIND, [firstId, beforeId])

const REFUNDS_LEFT_BEHIND = `
  insert into archived_person_rows (tenant_id, row_id, key_id)
  select o.tenant_id, o.id, k.id from payment_operations o join payments p on p.tenant_id = o.tenant_id and p.id = o.payment_id
    join archive_keys k on k.tenant_id = p.tenant_id and k.email_key is not distinct from p.buyer_email_key
     and k.identity_key is not distinct from p.buyer_identity_key
   where o.payment_id >= $1 and o.payment_id < $2 and p.id >= $1 and p.id < $2 and o.kind = 'refund' and o.id >= $2
     and (p.buyer_email_key is not null or p.buyer_identity_key is not null) on conflict do nothing`
