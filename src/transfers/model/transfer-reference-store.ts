/** SQL of the references that banks know transfers by. */
import type { Tx } from '../../infra/database/database.ts'
import { findListedTransfers } from '../../infra/database/promotions/restore-findings.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { parseTransferReference, readGeneration, toReferenceStem } from './transfer-reference.ts'

/** Returns the transfers that these references name; one by an id is not looked for. */
export const findNamedTransfers = async (
  tx: Tx,
  tenantId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, { transferId: string; attemptNo: number }>> => {
  const named = references.flatMap((reference) => {
    const parsed = parseTransferReference(reference)
    return parsed === undefined ? [] : [{ reference, ...parsed }]
  })
  const derived = named.flatMap((each) => ('keyReference' in each ? [each.keyReference] : []))
  const rows =
    derived.length === 0
      ? []
      : await tx.query<{ key_reference: string; transfer_id: string }>(
          sql`select key_reference, transfer_id from transfer_references where tenant_id = ${tenantId} and key_reference = any(${derived}::uuid[])`,
        )
  const ids = new Map(rows.map((row) => [row.key_reference, row.transfer_id]))
  return new Map(
    named.flatMap((each) => {
      const transferId = 'id' in each ? each.id : ids.get(each.keyReference)
      return transferId === undefined ? [] : [[each.reference, { transferId, attemptNo: each.attemptNo }] as const]
    }),
  )
}

/** Returns the last transfer with this key, of those known here and those that the list of a restore names. */
export const findLastGeneration = async (tx: Tx, tenantId: string, own: string): Promise<number> => {
  const listed = await findListedTransfers(tx, tenantId, toReferenceStem(own))
  const generations = listed.flatMap((reference) => {
    const named = parseTransferReference(reference)
    return named !== undefined && 'keyReference' in named ? [readGeneration(named.keyReference)] : []
  })
  return Math.max(readGeneration(own), ...generations)
}

/** The bank knows this transfer by the reference, whichever one has it so far. */
export const moveTransferReference = (
  tx: Tx,
  row: { tenant_id: string; key_reference: string; transfer_id: string },
): Promise<number> =>
  tx.execute(
    sql`insert into transfer_references (tenant_id, key_reference, transfer_id)
      values (${row.tenant_id}, ${row.key_reference}, ${row.transfer_id})
      on conflict (tenant_id, key_reference) do update set transfer_id = excluded.transfer_id`,
  )
