/** Reserves the best of a payment's routes within its daily limit, and the configurations of it that can be called right now. */
import type { Configuration } from '../../connectors/attempt.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { noRouteProblem, type Route } from './choose-route.ts'

/** Routes without a daily limit cost nothing here. A repeat of a request counts again: a limit is never exceeded, only reached early. */
export const reserveRoute = async (
  services: Pick<PaymentServices, 'banks'>,
  tenantId: string,
  routes: readonly [Route, ...Route[]],
): Promise<Route['candidates']> => {
  for (const { candidates, limited } of routes)
    if (limited === undefined || (await services.banks.connectors.countRouted(tenantId, limited))) return candidates
  throw noRouteProblem()
}

/** Configurations whose breaker is open are left out; if none is left, nothing is stored. */
export const filterAvailable = (
  services: Pick<PaymentServices, 'banks'>,
  candidates: [Configuration, ...Configuration[]],
): [Configuration, ...Configuration[]] => {
  const [first, ...others] = candidates.filter(
    (each) => services.banks.connectors.connectorFor(each) && services.banks.connectors.breakerState(each) !== 'open',
  )
  if (first === undefined)
    throw new Problem('connector_unavailable', {
      detail: phrase`The bank connection is switched off after repeated faults and no fallback took over; nothing was stored. Try again in 30 seconds, with the same Idempotency-Key.`,
    })
  return [first, ...others]
}
