/**
 * Reserves the best of a payment's routes within its daily limit, and those of its configurations that can be called
 * right now.
 */
import type { Configuration } from '../../connectors/attempt.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { noRouteProblem, type Route } from './choose-route.ts'

/**
 * Reserves a route; one without a daily limit costs nothing. A repeat of a request counts again: a limit is never
 * exceeded, only reached early.
 */
export const reserveRoute = async (
  services: Pick<PaymentServices, 'banks'>,
  tenantId: string,
  routes: readonly [Route, ...Route[]],
): Promise<Route['candidates']> => {
  for (const { candidates, limited } of routes)
    if (limited === undefined || (await services.banks.connectors.countRouted(tenantId, limited))) return candidates
  throw noRouteProblem()
}

/** Leaves out configurations whose breaker is open; if none is left, nothing is stored. */
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
