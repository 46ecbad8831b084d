/** Asks a bank about one attempt whose outcome is open, and stores the exchange; the payment does not change. */
import { insertRequestLogsCte } from '../../acquiring/request-log/insert-request-logs.ts'
import { toRequestLogRow } from '../../acquiring/request-log/request-log-row.ts'
import type { Observation } from '../../connectors/attempt.ts'
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
  const logged = await toLoggedExchanges(services, payment, exchanges, observation)
  const nowMs = services.runtime.clock.ms()
  await keepExchanges(
    services,
    payment.tenant_id,
    logged.map((each) => toRequestLogRow(payment, each, nowMs)),
  )
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
  const logged = await toLoggedExchanges(services, operation, exchanges, observation)
  const nowMs = services.runtime.clock.ms()
  const rows = logged.map((each) => toRequestLogRow(toLogOwner(operation), each, nowMs))
  await keepExchanges(services, operation.tenant_id, rows)
  return observation.kind
}

/** Stores the exchanges in the request log. */
export const keepExchanges = async (
  { runtime }: Pick<Services, 'runtime'>,
  tenantId: string,
  rows: readonly ReturnType<typeof toRequestLogRow>[],
): Promise<void> => {
  if (rows.length === 0) return
  await runtime.db.inTenant(tenantId, (tx) =>
    tx.query(`with ${insertRequestLogsCte('$1')} select 1`, [JSON.stringify(rows)]),
  )
}
