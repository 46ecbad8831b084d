/**
 * Records a payment that a restore lost together with the captures, voids and refunds that its bank has of it: in one
 * transaction, so that the books agree with the bank's at every moment. Each is on the list of the restore until the
 * shop repeats it.
 */
import { isoTime } from '../../../core/clock.ts'
import { newId } from '../../../core/id.ts'
import { money } from '../../../core/money.ts'
import type { Tx } from '../../../infra/database/database.ts'
import { noteFinding } from '../../../infra/database/promotions/restore-findings.ts'
import { joinTransaction, type Transactions } from '../../../infra/database/statements/joined-transactions.ts'
import { sql } from '../../../infra/database/statements/sql.ts'
import type { Runtime } from '../../../infra/runtime.ts'
import type { FoundOperation } from '../../attempts/found-operations.ts'
import { type FoundAtBank, PAYMENTS_PATH } from '../../attempts/payment-services.ts'
import { toBankReference } from '../../model/bank-reference.ts'
import type { FindChargebacks } from '../../model/chargebacks.ts'
import type { PaymentRow } from '../../model/payment.ts'
import { buildPaymentResult, toResultStatus } from '../../model/payment-result.ts'
import type { PreparedPayment } from '../../persistence/prepared-payment.ts'
import { type PaymentUpdate, recordPayments } from '../../persistence/record-payments.ts'
import type { OperationReport } from '../apply-operation-transition.ts'
import type { NewOperation } from '../new-operation.ts'
import { prepareOperations } from '../prepare-operations.ts'
import { recordOperations } from '../record-operations.ts'

interface Recording {
  readonly runtime: Runtime
  readonly processNo: number
  readonly findChargebacks: FindChargebacks
}

/** Returns false if another process has taken the payment's step; then nothing is recorded. */
export const recordFoundOperations = (
  recording: Recording,
  update: PaymentUpdate,
  { restoreId, payment, operations }: FoundAtBank,
): Promise<boolean> =>
  recording.runtime.db.transaction({ of: [payment.tenant_id], joins: 'planned once' }, async (tx) => {
    const joined = joinTransaction(tx)
    const [isTaken] = await recordPayments(joined, [update])
    if (isTaken !== true) return false
    let after: PaymentRow | undefined
    for (const [at, found] of operations.entries()) {
      const nowMs = Date.parse(update.modified) + at // their ids have the bank's order
      const request = toNewOperation(payment, found, { nowMs, processNo: recording.processNo })
      after = await recordFound(recording, joined, request, found)
      const reference = toBankReference(request, 1)
      const amount = money(found.amount, payment.currency)
      const finding = { tenantId: payment.tenant_id, restoreId, reference, amount, subjectId: request.id } as const
      await noteFinding(tx, { ...finding, kind: 'operation', foundBy: 'bank_list', outcome: 'listed' }, new Date(nowMs))
    }
    if (after !== undefined) await storeAnswer(tx, after, update)
    return true
  })

const recordFound = async (
  { runtime, findChargebacks }: Recording,
  joined: Transactions,
  request: NewOperation,
  { references, bankCode }: FoundOperation,
): Promise<PaymentRow> => {
  const [prepared] = await prepareOperations(joined, findChargebacks, [request])
  if (prepared?.kind !== 'going') throw new Error(`the bank's ${request.decisionInput.kind} fits no state here`)
  const report: OperationReport = {
    tenant_id: request.tenant_id,
    operation_id: request.id,
    payment_id: request.payment_id,
    fencing: prepared.operation.fencing,
    transition: { kind: 'accepted', references, bankCode },
    logs: [],
    duration_ms: null,
    nowMs: request.nowMs,
    errorsBase: runtime.config.errorsBase,
    isSilent: false,
  }
  const [recorded] = await recordOperations(joined, findChargebacks, [report])
  if (recorded === undefined) throw new Error(`${request.decisionInput.kind} ${request.id} is not as it was prepared`)
  return recorded.payment
}

/** No rule of time or permission holds back what the bank has carried out already. */
const UNLIMITED = {
  currency: null,
  isSupported: true,
  isBankUnavailable: false,
  windows: {
    captureMs: Number.POSITIVE_INFINITY,
    voidMs: Number.POSITIVE_INFINITY,
    refundMs: Number.POSITIVE_INFINITY,
  },
  unproven: null,
  oneRefundAtOnce: false,
}

const toNewOperation = (
  payment: PreparedPayment,
  { kind, amount }: FoundOperation,
  { nowMs, processNo }: { nowMs: number; processNo: number },
): NewOperation => ({
  tenant_id: payment.tenant_id,
  id: newId(nowMs),
  payment_id: payment.id,
  merchant_id: payment.merchant_id,
  key_reference: null,
  decisionInput: { ...UNLIMITED, kind, amount: kind === 'void' ? null : amount },
  reason: null,
  reason_code: null,
  extra: null,
  idempotency_key: null,
  fingerprint: null,
  path: `${PAYMENTS_PATH}/${payment.id}/${kind}`,
  correlation_id: payment.correlation_id,
  client_id: payment.client_id,
  created_by: payment.actor ?? payment.client_id,
  caller_address: payment.caller_address ?? '',
  request_body: '{}',
  cancellation_request_id: null,
  configuration_id: payment.configuration_id,
  connector_code: payment.connector_code,
  equivalentKeys: [],
  lease_owner: processNo,
  nowMs,
  next_inquiry_at: isoTime(nowMs),
})

/** Stores the answer to the key of the payment: the state after the last of them. */
const storeAnswer = (tx: Tx, payment: PaymentRow, { modified, duration_ms }: PaymentUpdate): Promise<number> => {
  const body = JSON.stringify(buildPaymentResult({ ...payment, processed_ms: Date.parse(modified) }))
  return tx.execute(
    sql`update payments set answer_status = ${toResultStatus(payment)}, answer_body = ${body}, answer_unseen = ${duration_ms === null}
      where tenant_id = ${payment.tenant_id} and id = ${payment.id}`,
  )
}
