/**
 * Finds the references under which banks may have a payment that a restored database has lost: those of its own key, and those
 * of the other attempts at its installment, since one that no bank has heard of may come before the one that was charged.
 */
import { timeOfId } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { LostPeriod } from '../../infra/database/promotions/restores.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { toRepeatedKey, toTriesOfInstallment } from '../model/bank-reference.ts'
import { findPlanTries } from '../model/plan-tries.ts'
import { findPaymentsByReference } from '../model/reference-store.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import { lostKeyReferences } from './lost-references.ts'

interface AskedReference {
  /** Null names the payment by its id. */
  readonly key_reference: string | null
  /** The refusal of another attempt at the installment does not answer this one. */
  readonly isOfOtherTry: boolean
}

type Named = Pick<PreparedPayment, 'tenant_id' | 'id' | 'merchant_id' | 'key_reference' | 'operation_type'>

export const findReferencesToAsk = ({ db, sealer }: Runtime, period: LostPeriod, payment: Named) =>
  db.transaction({ of: payment.tenant_id, mode: 'read' }, async (tx): Promise<AskedReference[]> => {
    const { tenant_id: tenantId, merchant_id: merchantId } = payment
    const referencesOf = (key: string): string[] =>
      lostKeyReferences({ sealer }, period, { tenantId, merchantId, operation: 'payment', key })
    const key = await findRepeatedKey(tx, payment)
    const own = [...ownReference(period, payment), ...(key === null ? [] : referencesOf(key))]
    const isOfPlan = key !== null && payment.operation_type === 'recurring'
    const tries = isOfPlan ? toTriesOfInstallment(key, await findPlanTries(tx, tenantId)) : []
    const references = await withoutOthers(tx, payment, [...new Set([...own, ...tries.flatMap(referencesOf)])])
    return references.map((each) => ({ key_reference: each, isOfOtherTry: !own.includes(each) }))
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
