/** A stored capture, void or refund in the form the payment's connector takes, and whether that connector offers it. */
import type { ServedConfiguration } from '../../acquiring/tenant-banks/connectors-module.ts'
import type { Configuration, PaymentOperation } from '../../connectors/attempt.ts'
import { type Money, money } from '../../core/money.ts'
import { toBankReferences } from '../model/bank-facts.ts'
import { toBankReference } from '../model/bank-reference.ts'
import { amountAtBank, findAcceptedTerms, partAtBank, refundsAtBank, sentAtBank } from '../model/conversion.ts'
import type { OperationKind, OperationRow } from '../model/operation.ts'
import { chargeOperation, type PaymentRow, toThreeDModel } from '../model/payment.ts'
import { authorizedAtMs } from './decide-operation.ts'

const SETTINGS = { capture: 'supports_pre_auth', void: 'supports_void', refund: 'supports_refund' } as const

export const offersOperation = ({ configuration, connector }: ServedConfiguration, kind: OperationKind): boolean =>
  connector.operate !== undefined &&
  connector.capabilities.operations[kind] !== undefined &&
  configuration.settings[SETTINGS[kind]] !== 'false'

/** Amounts are those the bank knows: for a converted payment in the currency that was charged. */
export const toBankOperation = (
  payment: PaymentRow,
  operation: OperationRow,
  configuration: Configuration,
): PaymentOperation => ({
  operation: operation.kind,
  tenantId: operation.tenant_id,
  transactionId: operation.payment_id,
  reference: toBankReference(operation, operation.attempt_no),
  amount: operationAtBank(payment, operation),
  original: {
    operation: chargeOperation(payment),
    reference: toBankReference(payment, payment.attempt_no),
    references: toBankReferences(payment),
    amount: amountAtBank(payment),
    installments: payment.installment_count,
    model: toThreeDModel(payment),
    captured: partAtBank(payment, payment.captured).minor,
    refunded: isConverted(payment) ? refundsAtBank(payment.history, true) : payment.refunded,
    approvedAt:
      payment.operation_type === 'pre_auth' ? authorizedAtMs(payment) : (payment.completed_at?.getTime() ?? 0),
  },
  buyerIp: payment.ip_address,
  extra: operation.extra ?? {},
  configuration,
})

const isConverted = ({ history }: Pick<PaymentRow, 'history'>): boolean => findAcceptedTerms(history) !== undefined

const operationAtBank = (payment: PaymentRow, { id, kind, amount, currency }: OperationRow): Money => {
  if (!isConverted(payment)) return money(amount, currency)
  if (kind !== 'refund') return partAtBank(payment, amount)
  const minor = sentAtBank(payment.history, id)
  if (minor === undefined) throw new Error(`refund ${id} of a converted payment has no amount of its bank`)
  return money(minor, amountAtBank(payment).currency)
}

/**
 * Returns the owner of the exchanges in the request log: a refund owns its exchanges, those of captures and voids
 * belong to the payment.
 */
export const toLogOwner = (operation: OperationRow): OperationRow & { actor: string } => ({
  ...operation,
  actor: operation.created_by,
  id: operation.kind === 'refund' ? operation.id : operation.payment_id,
})
