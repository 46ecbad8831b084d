/** Stores the exchanges of a question to a bank, which changes nothing else. */
import { insertRequestLogsCte } from '../../acquiring/request-log/insert-request-logs.ts'
import { toRequestLogRow } from '../../acquiring/request-log/request-log-row.ts'
import type { Exchange, Observation } from '../../connectors/attempt.ts'
import { toLoggedExchanges } from './logged-exchanges.ts'
import type { PaymentServices } from './payment-services.ts'

/** Stores the exchanges in the request log, listed with their owner. */
export const keepExchanges = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
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
