/**
 * An operation whose outcome no bank can report stays open until two people decide it; it is listed once, with an
 * alarm.
 */
import type { BankReferences } from '../../connectors/attempt.ts'
import { counter } from '../../infra/process/metrics.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { toBankReferences } from '../model/bank-facts.ts'
import type { KnownOutcome } from './unresolved-schemas.ts'
import { findUnresolved, insertUnresolved, type Unresolved } from './unresolved-store.ts'

const waiting = counter('vezne_unresolved_operations_total')

interface ManualDecision {
  readonly outcome: KnownOutcome
  /** References they found at the bank. */
  readonly references: BankReferences
}

/** Returns the decision of two people; undefined while it is missing. */
export const findManualDecision = async (
  { runtime }: Pick<PaymentServices, 'runtime'>,
  operation: Unresolved,
): Promise<ManualDecision | undefined> => {
  const { tenant_id, id, payment_id, kind, why, connector_code } = operation
  const { isNew, row } = await runtime.db.transaction({ of: tenant_id }, async (tx) => ({
    isNew: await insertUnresolved(tx, operation),
    row: await findUnresolved(tx, { tenantId: tenant_id, id }),
  }))
  if (isNew) {
    waiting.inc({ kind, reason: why })
    const facts = { transaction_id: payment_id, operation_id: id, kind, reason: why, connector_code }
    runtime.log.error('operation.waits_for_people', facts)
  }
  if (row?.status !== 'confirmed' || row.proposed_outcome === null) return undefined
  return { outcome: row.proposed_outcome, references: toBankReferences(row) }
}

export const NOT_BOOKED_BY_DECISION = 'Two people found that nothing was booked at the bank'
