/**
 * Finds the banks that may have charged a payment before the database was restored: those that would take it now, and, because
 * routing may have been another one then, every other bank of the tenant that takes its currency, switched off or not.
 */
import { takesCurrency } from '../../acquiring/configurations/takes-currency.ts'
import type { CardData, Configuration } from '../../connectors/attempt.ts'
import type { Connector } from '../../connectors/port.ts'
import { idAt } from '../../core/id.ts'
import type { LostPeriod } from '../../infra/database/promotions/restores.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentServices } from './payment-services.ts'

type Services = Pick<PaymentServices, 'runtime' | 'banks'>

export interface Recalled {
  payment: PreparedPayment
  card: CardData
  /** The target first, then its fallbacks. */
  candidates: readonly Configuration[]
}

export interface AskedBank {
  readonly configuration: Configuration
  readonly connector: Connector
  /** Today's route does not lead there, and no payment went there shortly before the loss: its silence stops nothing. */
  readonly isUnused: boolean
}

interface Banks {
  readonly asked: readonly AskedBank[]
  /** Unused banks that cannot be asked. */
  readonly unasked: readonly Configuration[]
}

/** Returns `unaskable` if a bank that is in use cannot be asked at all. */
export const findBanksToAsk = async (
  services: Services,
  period: LostPeriod,
  { payment, candidates }: Recalled,
): Promise<Banks | 'unaskable'> => {
  const { connectors } = services.banks
  const others = (await connectors.configurationsOf(payment.tenant_id)).filter(
    (each) => takesCurrency(each, payment.currency) && !candidates.some(({ id }) => id === each.id),
  )
  const asked: AskedBank[] = []
  const unasked: Configuration[] = []
  for (const configuration of [...candidates, ...others]) {
    const connector = connectors.connectorFor(configuration)
    // The bank inside the process keeps no ledger: nothing of it can have been lost.
    if (connector === undefined || connector.capabilities.booksNothingLate) continue
    const isUnused = others.includes(configuration) && !(await wasInUse(services, period, configuration))
    if (connector.capabilities.inquiry === 'by_reference') asked.push({ configuration, connector, isUnused })
    else if (isUnused) unasked.push(configuration)
    else return 'unaskable'
  }
  return { asked, unasked }
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

/** An unused bank that did not answer is left out for so long: of many payments only one waits for it. */
const LEFT_OUT_MS = 60_000
const leftOutUntil = new Map<string, number>()

/** A changed configuration is asked at once. */
const toKey = ({ configuration: { id, changedAt } }: AskedBank): string => `${id} ${changedAt}`

export const leaveOut = (bank: AskedBank): void => void leftOutUntil.set(toKey(bank), performance.now() + LEFT_OUT_MS)

/** A bank that is in use is always asked. */
export const isLeftOut = (bank: AskedBank): boolean =>
  bank.isUnused && (leftOutUntil.get(toKey(bank)) ?? 0) > performance.now()
