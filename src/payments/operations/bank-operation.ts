/** A stored capture, void or refund in the form of the payment's connector, and whether that connector offers it. */
import type { ServedConfiguration } from '../../acquiring/tenant-banks/open-connectors.ts'
import type { BankReferences, Configuration, PaymentOperation } from '../../connectors/attempt.ts'
import { money } from '../../core/money.ts'
import type { OperationKind, OperationRow } from '../model/operation.ts'
import { type PaymentRow, toBankReference } from '../model/payment.ts'
import { authorizedAtMs } from './decide-operation.ts'

const SETTINGS = { capture: 'supports_pre_auth', void: 'supports_void', refund: 'supports_refund' } as const

export const offersOperation = ({ configuration, connector }: ServedConfiguration, kind: OperationKind): boolean =>
  connector.operate !== undefined &&
  connector.capabilities.operations[kind] !== undefined &&
  configuration.settings[SETTINGS[kind]] !== 'false'

export const toBankOperation = (
  payment: PaymentRow,
  operation: OperationRow,
  configuration: Configuration,
): PaymentOperation => ({
  operation: operation.kind,
  tenantId: operation.tenant_id,
  transactionId: operation.payment_id,
  reference: toBankReference(operation.id, operation.attempt_no),
  amount: money(operation.amount, operation.currency),
  original: {
    operation: payment.operation_type === 'pre_auth' ? 'pre_auth' : 'sale',
    reference: toBankReference(payment.id, payment.attempt_no),
    references: toBankReferences(payment),
    amount: money(payment.amount, payment.currency),
    captured: payment.captured,
    refunded: payment.refunded,
    approvedAt:
      payment.operation_type === 'pre_auth' ? authorizedAtMs(payment) : (payment.completed_at?.getTime() ?? 0),
  },
  buyerIp: payment.ip_address,
  extra: operation.extra ?? {},
  configuration,
})

const toBankReferences = (payment: PaymentRow): BankReferences => ({
  providerTransactionId: payment.provider_transaction_id,
  authCode: payment.auth_code,
  hostReference: payment.host_reference,
})

/** Owner of the exchanges in the request log: a refund owns its own, those of the other two belong to the payment. */
export const toLogOwner = (operation: OperationRow): OperationRow & { actor: string } => ({
  ...operation,
  actor: operation.created_by,
  id: operation.kind === 'refund' ? operation.id : operation.payment_id,
})
