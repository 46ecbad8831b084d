/** Asks a bank about one attempt whose outcome is open, and stores the exchange; the payment does not change. */
import type { Observation } from '../../connectors/attempt.ts'
import { keepExchanges } from '../attempts/keep-exchanges.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { rebuildAttempt } from '../attempts/rebuild-attempt.ts'
import type { OperationRow } from '../model/operation.ts'
import type { PaymentRow } from '../model/payment.ts'
import { toBankOperation, toLogOwner } from '../operations/bank-operation.ts'

type Services = Pick<PaymentServices, 'runtime' | 'banks'>
/** Undefined if no connector serves the bank any longer. */
type Observed = Observation['kind'] | undefined

export const askAboutPayment = async (services: Services, payment: PaymentRow): Promise<Observed> => {
  const made = await rebuildAttempt(services, payment)
  if (made === undefined) return undefined
  const { observation, exchanges } = await services.banks.connectors.inquire(made.connector, made.attempt)
  await keepExchanges(services, payment, exchanges, observation)
  return observation.kind
}

export const askAboutOperation = async (
  services: Services,
  payment: PaymentRow,
  operation: OperationRow,
): Promise<Observed> => {
  const bank = await services.banks.connectors.servedConfiguration(payment)
  if (bank === undefined) return undefined
  const asked = toBankOperation(payment, operation, bank.configuration)
  const { observation, exchanges } = await services.banks.connectors.inquireOperation(bank.connector, asked)
  await keepExchanges(services, toLogOwner(operation), exchanges, observation)
  return observation.kind
}
