/** Asks a bank about one attempt whose outcome is open, and stores the exchange; the payment does not change. */
import { insertRequestLogsCte } from '../../acquiring/request-log/insert-request-logs.ts'
import { toRequestLogRow } from '../../acquiring/request-log/request-log-row.ts'
import type { Exchange, Observation } from '../../connectors/attempt.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
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

/** Stores the exchanges in the request log, listed with their owner. */
export const keepExchanges = async (
  services: Services,
  owner: Parameters<typeof toRequestLogRow>[0] & Parameters<typeof toLoggedExchanges>[1],
  exchanges: readonly Exchange[],
  observation: Observation,
): Promise<void> => {
  if (exchanges.length === 0) return
  const { runtime } = services
  const nowMs = runtime.clock.ms()
  const logged = await toLoggedExchanges(services, owner, exchanges, observation)
  const rows = logged.map((each) => toRequestLogRow(owner, each, nowMs))
  await runtime.db.transaction({ of: owner.tenant_id }, (tx) =>
    tx.query(`with ${insertRequestLogsCte('$1')} select 1`, [JSON.stringify(rows)]),
  )
}
