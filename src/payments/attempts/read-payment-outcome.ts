/** Reads the outcome of a payment: what follows from the bank's response. */
import type { Outcome as BankOutcome } from '../../connectors/attempt.ts'
import { toStoredReferences } from '../model/bank-facts.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import { chargeOperation } from '../model/payment.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentServices } from './payment-services.ts'

const NOT_REACHED = 'The bank could not be reached'

const NOT_SENT: Readonly<Record<string, string>> = {
  config_error: 'The connector configuration is incomplete, or its address may not be called',
}

/** Returns the trigger of an approval. */
export const toApproval = (payment: Pick<PreparedPayment, 'operation_type'>): 'authorize' | 'sell' =>
  chargeOperation(payment) === 'pre_auth' ? 'authorize' : 'sell'

export const readPaymentOutcome = async (
  services: Pick<PaymentServices, 'banks'>,
  payment: Pick<PreparedPayment, 'tenant_id' | 'connector_code' | 'operation_type'>,
  bank: BankOutcome,
  nowMs: number,
): Promise<PaymentTransition> => {
  switch (bank.kind) {
    case 'approved':
      return {
        trigger: toApproval(payment),
        ...toStoredReferences(bank.references),
        bank_code: bank.bankCode,
        ...(bank.usedPoints === undefined ? {} : { used_points: bank.usedPoints }),
      }
    case 'declined': {
      const meaning = await services.banks.meaningOf(payment.tenant_id, payment.connector_code, bank.fault.providerCode)
      return {
        trigger: 'decline',
        provider_transaction_id: bank.references.providerTransactionId,
        host_reference: bank.references.hostReference,
        bank_code: bank.fault.providerCode,
        error_code: meaning.storedCode,
        error_message: bank.fault.providerMessage,
      }
    }
    case 'not_sent': {
      const { providerCode } = bank.fault
      const { storedCode } = await services.banks.meaningOf(payment.tenant_id, payment.connector_code, providerCode)
      return { trigger: 'decline', error_code: storedCode, error_message: NOT_SENT[storedCode] ?? NOT_REACHED }
    }
    case 'unknown':
      // Money may have moved: the payment keeps its state, and an inquiry follows.
      return { trigger: undefined, next_inquiry_ms: nowMs + INQUIRY_FIRST_MS }
  }
}
