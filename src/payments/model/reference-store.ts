/**
 * Payments by the references that banks know them by. No index serves a derived reference: its day says among which rows
 * the payment is (docs/decisions/0445).
 */
import { idAt } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { matches, sql } from '../../infra/database/statements/sql.ts'
import { dayOfKeyReference } from './bank-reference.ts'

/** The id of a payment may be made a while before its first write, such as that of an installment. */
const EARLIER_MS = 3_600_000

/** Ids of the payments that can have a reference of this day. */
export const idsOfReferenceDay = (keyReference: string): { readonly first: string; readonly last: string } => {
  const { from, until } = dayOfKeyReference(keyReference)
  return { first: idAt(from - EARLIER_MS, 'first'), last: idAt(until, 'last') }
}

/** Returns the ids of payments by their derived references; without a tenant, of all tenants. */
export const findPaymentsByReference = async (
  tx: Tx,
  tenantId: string | undefined,
  keyReferences: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for (const [day, references] of Map.groupBy(new Set(keyReferences), (each) => each.slice(0, 4))) {
    const { first, last } = idsOfReferenceDay(day)
    const rows = await tx.query<{ key_reference: string; id: string }>(
      sql`select key_reference, id from payments where ${matches({ tenant_id: tenantId })} and id >= ${first} and id <= ${last}
        and key_reference = any(${references}::uuid[])`,
    )
    for (const { key_reference, id } of rows) found.set(key_reference, id)
  }
  return found
}
