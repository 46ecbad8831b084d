/** Takes the best of a payment's routes that is not used up for today, and what of it can be called right now. */
import type { Configuration } from '../../connectors/attempt.ts'
import { Problem } from '../../core/problem.ts'
import { noRoute, type Route } from './choose-route.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'

/** Routes without a daily limit cost nothing here. A repeat of a request counts again: a limit is never passed, only met early. */
export const takeRoute = async (
  desk: PaymentDesk,
  tenantId: string,
  routes: readonly [Route, ...Route[]],
): Promise<Route['candidates']> => {
  for (const { candidates, limited } of routes)
    if (limited === undefined || (await desk.connectors.countRouted(tenantId, limited))) return candidates
  throw noRoute()
}

/** Configurations whose breaker is open are left out; if none is left, nothing is stored. */
export const openCandidates = (
  desk: PaymentDesk,
  candidates: [Configuration, ...Configuration[]],
): [Configuration, ...Configuration[]] => {
  const [first, ...others] = candidates.filter(
    (each) => desk.connectors.connectorFor(each) && desk.connectors.breakerState(each) !== 'open',
  )
  if (first === undefined)
    throw new Problem('connector_unavailable', {
      detail:
        'The bank connection is switched off after repeated faults and no fallback took over; nothing was stored. Try again in 30 seconds.',
    })
  return [first, ...others]
}
