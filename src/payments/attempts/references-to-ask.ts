/** Finds the references under which banks may have a payment that a restored database has lost. */
import { timeOfId } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { LostPeriod } from '../../infra/database/promotions/restores.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { toRepeatedKey } from '../model/bank-reference.ts'
import { findPaymentsByReference } from '../model/reference-store.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import { lostKeyReferences } from './lost-references.ts'

type Named = Pick<PreparedPayment, 'tenant_id' | 'id' | 'merchant_id' | 'key_reference'>

export const findReferencesToAsk = ({ db, sealer }: Runtime, period: LostPeriod, payment: Named) =>
  db.transaction({ of: payment.tenant_id, mode: 'read' }, async (tx): Promise<(string | null)[]> => {
    const { tenant_id: tenantId, merchant_id: merchantId } = payment
    const own = ownReference(period, payment)
    const key = await findRepeatedKey(tx, payment)
    if (key === null) return withoutOthers(tx, payment, own)
    const scope = { tenantId, merchantId, operation: 'payment', key }
    return withoutOthers(tx, payment, [...new Set([...own, ...lostKeyReferences({ sealer }, period, scope)])])
  })

/** A row made since the restore that is named by its id has a name that no bank can know. */
const ownReference = ({ untilMs }: LostPeriod, { id, key_reference }: Named): (string | null)[] =>
  key_reference === null && timeOfId(id) >= untilMs ? [] : [key_reference]

/** A row has a key but no derived reference where derived references have not begun yet; in the lost time they may have. */
const findRepeatedKey = async (tx: Tx, { tenant_id, id }: Named): Promise<string | null> => {
  const [row] = await tx.query<{ idempotency_key: string | null }>(
    sql`select idempotency_key from payments where tenant_id = ${tenant_id} and id = ${id}`,
  )
  const key = row?.idempotency_key ?? null
  return key === null ? null : toRepeatedKey(key)
}

/** The key was free again a day after an earlier payment, which is here: what the bank knows of that one says nothing. */
const withoutOthers = async (
  tx: Tx,
  { tenant_id, id }: Named,
  references: readonly (string | null)[],
): Promise<(string | null)[]> => {
  const derived = references.filter((each) => each !== null)
  const holders = await findPaymentsByReference(tx, tenant_id, derived)
  return references.filter((each) => each === null || (holders.get(each) ?? id) === id)
}
