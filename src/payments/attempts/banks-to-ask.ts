/** The banks that may have charged a payment which a restore lost. */
import type { Configuration } from '../../connectors/attempt.ts'
import type { Connector } from '../../connectors/port.ts'
import { idAt } from '../../core/id.ts'
import type { LostPeriod } from '../../infra/database/promotions/restores.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentServices } from './payment-services.ts'

type Services = Pick<PaymentServices, 'runtime' | 'banks'>

/** The bank inside the process keeps no ledger: nothing of it can have been lost. */
const keepsNoLedger = ({ capabilities }: Connector): boolean => capabilities.booksNothingLate === true

/** Returns whether the bank says if it has a payment, or keeps none that could be lost. */
export const canBeAsked = ({ banks: { connectors } }: Services, configuration: Configuration): boolean => {
  const connector = connectors.connectorFor(configuration)
  return connector === undefined || keepsNoLedger(connector) || connector.capabilities.inquiry === 'by_reference'
}

export interface AskedBank {
  readonly configuration: Configuration
  readonly connector: Connector
}

/**
 * Routing may have been another one then: the tenant's other banks that were in use are asked, too. One that was not would
 * only stop all payments when it cannot be reached.
 */
export const banksToAsk = async (
  services: Services,
  period: LostPeriod,
  { payment, candidates }: { payment: Pick<PreparedPayment, 'tenant_id'>; candidates: readonly Configuration[] },
): Promise<AskedBank[]> => {
  const { connectors } = services.banks
  const askable = (configurations: readonly Configuration[]): AskedBank[] =>
    configurations.flatMap((configuration) => {
      const connector = connectors.connectorFor(configuration)
      const isAsked = connector?.capabilities.inquiry === 'by_reference' && !keepsNoLedger(connector)
      return isAsked ? [{ configuration, connector }] : []
    })
  const others = (await connectors.configurationsOf(payment.tenant_id)).filter(
    ({ id, isActive }) => isActive && !candidates.some((each) => each.id === id),
  )
  const asked = askable(candidates)
  for (const bank of askable(others)) if (await wasInUse(services, period, bank.configuration)) asked.push(bank)
  return asked
}

/** How long before the loss a payment through a configuration counts as its use. */
const IN_USE_MS = 7 * 86_400_000
/** By restore and configuration, so that only the first payment looks. */
const inUse = new Map<string, Promise<boolean>>()

const wasInUse = (
  { runtime }: Services,
  { restoreId, sinceMs, untilMs }: LostPeriod,
  { tenantId, id }: Configuration,
): Promise<boolean> => {
  const key = `${restoreId} ${id}`
  const looked =
    inUse.get(key) ??
    runtime.db.transaction({ of: tenantId, mode: 'read' }, async (tx) => {
      const [first, last] = [idAt(Math.floor(sinceMs) - IN_USE_MS, 'first'), idAt(Math.ceil(untilMs), 'last')]
      const rows = await tx.query(
        sql`select 1 from payments where tenant_id = ${tenantId} and id >= ${first} and id <= ${last} and configuration_id = ${id} limit 1`,
      )
      return rows.length > 0
    })
  inUse.set(key, looked)
  looked.catch(() => inUse.delete(key))
  return looked
}
