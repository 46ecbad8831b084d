/** A stored payment in the form its connector takes. */
import type { Attempt, CardData, Configuration, ThreeDModel } from '../../connectors/attempt.ts'
import { pickSubMerchant } from '../../connectors/sub-merchant.ts'
import { toBankReference } from '../model/bank-reference.ts'
import { amountAtBank } from '../model/conversion.ts'
import { chargeOperation } from '../model/payment.ts'
import { toStoredCredential } from '../model/stored-credential.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'

export const buildAttempt = (
  payment: PreparedPayment,
  configuration: Configuration,
  card: CardData,
  model: ThreeDModel,
): Attempt => ({
  operation: chargeOperation(payment),
  model,
  tenantId: payment.tenant_id,
  transactionId: payment.id,
  reference: toBankReference(payment, payment.attempt_no),
  amount: amountAtBank(payment),
  installments: payment.installment_count,
  card,
  externalId: payment.external_id,
  buyerIp: payment.ip_address,
  extra: payment.extra ?? {},
  configuration,
  ...pickSubMerchant(configuration, payment.merchant_id),
  ...toStoredCredential(payment),
})
