/** A stored capture, void or refund in the form of the payment's connector, and whether that connector offers it. */
import type { BankReferences, Configuration, PaymentOperation } from '../../connectors/attempt.ts'
import type { Connector } from '../../connectors/port.ts'
import { money } from '../../core/money.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import type { OperationKind, OperationRow } from '../model/operation.ts'
import { type PaymentRow, toBankReference } from '../model/payment.ts'
import { authorizedAtMs } from './decide-operation.ts'

export interface BankOfPayment {
  configuration: Configuration
  connector: Connector
}

/** Undefined when the configuration was deleted or no connector serves its bank. */
export const findBankOfPayment = async (
  services: PaymentServices,
  payment: Pick<PaymentRow, 'tenant_id' | 'configuration_id'>,
): Promise<BankOfPayment | undefined> => {
  const configurations = await services.connectors.configurationsOf(payment.tenant_id)
  const configuration = configurations.find((each) => each.id === payment.configuration_id)
  const connector = configuration && services.connectors.connectorFor(configuration)
  return configuration === undefined || connector === undefined ? undefined : { configuration, connector }
}

const SETTINGS = { capture: 'supports_pre_auth', void: 'supports_void', refund: 'supports_refund' } as const

export const offersOperation = ({ configuration, connector }: BankOfPayment, kind: OperationKind): boolean =>
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
