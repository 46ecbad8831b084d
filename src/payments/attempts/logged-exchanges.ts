/** Results of the exchanges of one call, for their rows in the request log. */

import { type LoggedExchange, withResult } from '../../acquiring/request-log/request-log-row.ts'
import type { Outcome as BankOutcome, Exchange, Observation } from '../../connectors/attempt.ts'
import type { ChallengeOutcome } from '../../connectors/three-d-secure.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentServices } from './payment-services.ts'

/** Returns the exchanges of one call with their results; the category comes from the tenant's table of bank codes. */
export const toLoggedExchanges = async (
  services: Pick<PaymentServices, 'banks'>,
  payment: Pick<PreparedPayment, 'tenant_id' | 'configuration_id' | 'connector_code'>,
  exchanges: readonly Exchange[],
  outcome: BankOutcome | Observation | ChallengeOutcome,
): Promise<LoggedExchange[]> => {
  const fault = 'fault' in outcome ? outcome.fault : undefined
  if (fault === undefined) return withResult(exchanges, payment, undefined)
  const { category } = await services.banks.meaningOf(payment.tenant_id, payment.connector_code, fault.providerCode)
  return withResult(exchanges, payment, { message: fault.providerMessage, category })
}
