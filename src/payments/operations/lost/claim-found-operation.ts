/**
 * A shop repeats a capture, void or refund that a restore lost and that was found at the bank together with its payment:
 * the repeat becomes the caller of the operation, and gets its answer.
 */
import { money } from '../../../core/money.ts'
import type { Tx } from '../../../infra/database/database.ts'
import { noteFinding } from '../../../infra/database/promotions/restore-findings.ts'
import { sql } from '../../../infra/database/statements/sql.ts'
import { toBankReference } from '../../model/bank-reference.ts'
import { dropEmptyOperationClaims, lockPayments } from '../../model/operation-store.ts'
import type { NewOperation } from '../new-operation.ts'
import type { OperationStepServices } from '../operation-recorder.ts'
import { findKnownOperations } from '../prepare-operations.ts'

/** Returns the id of the operation; undefined if none was found that can be the one that is asked for. */
export const claimFoundOperation = ({ runtime }: Pick<OperationStepServices, 'runtime'>, request: NewOperation) =>
  runtime.db.transaction({ of: request.tenant_id }, async (tx): Promise<string | undefined> => {
    await lockPayments(tx, [request]) // so that two repeats at once do not take the same one
    const found = await findFound(tx, request)
    if (found === undefined || (await findKnownOperations(tx, [request])).length > 0) return undefined
    await claim(tx, request, found, runtime.clock.now())
    return found.id
  })

interface Found {
  readonly id: string
  readonly restore_id: string
  readonly amount: number
  readonly currency: string
  /** Whether nothing of the payment was left after it, as after a request without an amount. */
  readonly is_rest: boolean
}

/** Finds among those that no repeat has claimed; equal ones cannot be distinguished, and need not be. */
const findFound = async (
  tx: Tx,
  { tenant_id, payment_id, decisionInput }: NewOperation,
): Promise<Found | undefined> => {
  const { kind, amount, currency } = decisionInput
  const rows = await tx.query<Found>(
    sql`select o.id, f.restore_id, o.amount, o.currency,
         o.kind <> 'refund' or (p.status = 'refunded' and not exists (select from payment_operations l
           where l.tenant_id = o.tenant_id and l.payment_id = o.payment_id and l.kind = 'refund' and l.id > o.id)) as is_rest
       from restore_findings f
         join payment_operations o on o.tenant_id = f.tenant_id and o.id = f.subject_id and o.payment_id = ${payment_id}
         join payments p on p.tenant_id = o.tenant_id and p.id = o.payment_id
       where f.tenant_id = ${tenant_id} and f.kind = 'operation' and f.outcome = 'listed' and o.kind = ${kind} order by o.id`,
  )
  return rows.find(
    (each) =>
      (currency === null || currency === each.currency) && (amount === null ? each.is_rest : each.amount === amount),
  )
}

const claim = async (tx: Tx, request: NewOperation, found: Found, now: Date): Promise<void> => {
  const { tenant_id, payment_id, idempotency_key } = request
  const { id, restore_id: restoreId, currency } = found
  await noteFinding(
    tx,
    {
      tenantId: tenant_id,
      restoreId,
      kind: 'operation',
      reference: toBankReference({ id, key_reference: null }, 1),
      foundBy: 'repeat',
      outcome: 'known_again',
      subjectId: id,
      amount: money(found.amount, currency),
    },
    now,
  )
  await tx.execute(
    sql`update payment_operations set idempotency_key = ${idempotency_key}, fingerprint = ${request.fingerprint}, reason = ${request.reason},
        reason_code = ${request.reason_code}, extra = ${request.extra}, client_id = ${request.client_id}, created_by = ${request.created_by},
        caller_address = ${request.caller_address}, correlation_id = ${request.correlation_id}, request_body = ${request.request_body}
      where tenant_id = ${tenant_id} and id = ${id} and payment_id = ${payment_id}`,
  )
  if (idempotency_key === null) return
  await dropEmptyOperationClaims(tx, [{ tenant_id, key: idempotency_key }])
  await tx.query(
    sql`select claim_keys(array[${tenant_id}::uuid], array[operation_claim(${idempotency_key})], array[${id}::uuid], array[${payment_id}::uuid])`,
  )
}
