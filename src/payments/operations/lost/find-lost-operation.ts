/**
 * Asks the bank, before a capture, void or refund is sent, whether it has carried it out already: after a restore a repeat
 * of a lost one looks like a new one here.
 */
import type { ServedConfiguration } from '../../../acquiring/tenant-banks/connectors-module.ts'
import type { Exchange, Observation, Outcome, PaymentOperation } from '../../../connectors/attempt.ts'
import type { BankOrder } from '../../../connectors/bank-order.ts'
import { money } from '../../../core/money.ts'
import { noteFinding, type RestoreFinding } from '../../../infra/database/promotions/restore-findings.ts'
import type { LostPeriod } from '../../../infra/database/promotions/restores.ts'
import { lostKeyReferences } from '../../attempts/lost-references.ts'
import { rebuildAttempt } from '../../attempts/rebuild-attempt.ts'
import { toBankReference } from '../../model/bank-reference.ts'
import type { StoredOperation } from '../../model/operation-store.ts'
import { findOperationsOfPayment } from '../../model/operation-store.ts'
import type { PaymentRow } from '../../model/payment.ts'
import { toBankOperation } from '../bank-operation.ts'
import { callersKey } from '../operation-key.ts'
import type { OperationStepServices } from '../operation-recorder.ts'

interface Asked {
  readonly payment: PaymentRow
  readonly operation: StoredOperation
  /** As stored; null without one. */
  readonly key: string | null
  readonly bank: ServedConfiguration
}

/** Returns the outcome that the bank knows, noted as found; undefined if the operation is to be sent. */
export const recallOperation = async (
  services: OperationStepServices,
  period: LostPeriod,
  asked: Asked,
): Promise<LostOperation> => {
  const found = await findLostOperation(services, period, asked)
  if (found?.outcome.kind !== 'approved') return found
  const { operation } = asked
  const { runtime } = services
  const finding: RestoreFinding = {
    tenantId: operation.tenant_id,
    restoreId: period.restoreId,
    kind: 'operation',
    reference: toBankReference(operation, operation.attempt_no),
    foundBy: 'repeat',
    outcome: 'known_again',
    subjectId: operation.id,
    amount: money(operation.amount, operation.currency),
  }
  await runtime.db.transaction({ of: operation.tenant_id }, (tx) => noteFinding(tx, finding, runtime.clock.now()))
  runtime.log.warn('restore.operation_found', {
    transaction_id: operation.payment_id,
    operation_id: operation.id,
    kind: operation.kind,
  })
  return found
}

/** The outcome that it had; `not_sent` if the bank does not say: then it is not sent. Undefined if it is to be sent. */
type LostOperation = { readonly outcome: Outcome; readonly exchanges: readonly Exchange[] } | undefined

const findLostOperation = async (
  services: OperationStepServices,
  period: LostPeriod,
  asked: Asked,
): Promise<LostOperation> => {
  const { kind, key_reference } = asked.operation
  const { connector } = asked.bank
  if (connector.capabilities.booksNothingLate) return undefined
  // A lost refund is made again with another key or none; the bank's list knows it by its amount.
  if (kind === 'refund' && connector.lookUp !== undefined) return findLostRefund(services, asked)
  // A payment is captured and voided once, by any caller; where there is no list, a refund without a key is another one each time.
  if (kind === 'refund' && key_reference === null) return undefined
  if (connector.inquireOperation === undefined) return { ...NOT_ASKED, exchanges: [] }
  for (const operation of toAskedOperations(services, period, asked)) {
    const { observation, exchanges } = await services.banks.connectors.inquireOperation(connector, operation)
    if (observation.kind !== 'not_found') return { outcome: toOutcome(observation), exchanges }
  }
  return undefined
}

const NOT_ASKED: { readonly outcome: Outcome } = {
  outcome: {
    kind: 'not_sent',
    fault: {
      providerCode: 'not_asked',
      providerMessage: 'the bank was not able to say whether it has it',
      isOurs: true,
    },
  },
}

const toOutcome = (observation: Exclude<Observation, { kind: 'not_found' }>): Outcome =>
  observation.kind === 'no_answer' ? NOT_ASKED.outcome : observation

/** A bank that goes by the sums of the order takes no reference, and is asked once. */
const toAskedOperations = (
  { runtime }: OperationStepServices,
  period: LostPeriod,
  { payment, operation, key, bank: { configuration, connector } }: Asked,
): PaymentOperation[] => {
  const { tenant_id: tenantId, merchant_id: merchantId, kind, key_reference: own } = operation
  const isBySums = connector.capabilities.refundsAtOnce === 'one'
  if (isBySums || own === null || key === null) return [toBankOperation(payment, operation, configuration)]
  const scope = { tenantId, merchantId, operation: kind, key: callersKey(key) }
  return [...new Set([own, ...lostKeyReferences(runtime, period, scope)])].map((key_reference) =>
    toBankOperation(payment, { ...operation, key_reference }, configuration),
  )
}

/** Several refunds of a payment may be lost: the bank's own list says which, where its sums cannot. */
const findLostRefund = async (
  services: OperationStepServices,
  { payment, operation, bank }: Asked,
): Promise<LostOperation> => {
  const made = await rebuildAttempt(services, payment)
  const order =
    made === undefined ? 'no_answer' : await services.banks.connectors.lookUp(made.connector, made.attempt, undefined)
  if (order === 'no_answer' || order === 'not_found') return { ...NOT_ASKED, exchanges: [] }
  const known = await services.runtime.db.transaction({ of: payment.tenant_id, mode: 'read' }, (tx) =>
    findOperationsOfPayment(tx, payment.tenant_id, payment.id),
  )
  const recorded = known.flatMap((each) =>
    each.kind === 'refund' && each.status === 'completed'
      ? [toBankOperation(payment, each, bank.configuration).amount.minor]
      : [],
  )
  const { minor } = toBankOperation(payment, operation, bank.configuration).amount
  if (order.isSummary) return findInSum(order, recorded, minor)
  const refunds = order.movements.filter((each) => each.operation === 'refund' && each.bankCode === '00')
  // A list that does not explain the bank's own sum, such as while a refund is pending there, says nothing.
  if (refunds.reduce((sum, each) => sum + each.amount, 0) !== order.refunded) return { ...NOT_ASKED, exchanges: [] }
  const refund = findUnrecorded(refunds, recorded).find(({ amount }) => amount === minor)
  if (refund === undefined) return undefined
  return {
    outcome: { kind: 'approved', references: refund.references, bankCode: refund.bankCode ?? '00' },
    exchanges: [],
  }
}

/**
 * The sum that no refund here explains is one lost refund or several: of exactly this amount it is this one, a greater one is
 * another, and a smaller one may be among them.
 */
const findInSum = ({ refunded, references }: BankOrder, recorded: readonly number[], minor: number): LostOperation => {
  const unexplained = refunded - recorded.reduce((sum, amount) => sum + amount, 0)
  if (unexplained === minor) return { outcome: { kind: 'approved', references, bankCode: '00' }, exchanges: [] }
  return unexplained < 0 || unexplained > minor ? { ...NOT_ASKED, exchanges: [] } : undefined
}

/** Returns the refunds at the bank that no refund here explains. Equal amounts cannot be distinguished, and need not be. */
const findUnrecorded = <Refund extends { amount: number }>(
  refunds: readonly Refund[],
  recorded: readonly number[],
): Refund[] => {
  const left = [...recorded]
  return refunds.filter(({ amount }) => {
    const at = left.indexOf(amount)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}
