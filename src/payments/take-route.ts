/** Takes the best of a payment's routes that is not used up for today. */
import { noRoute, type Route } from './choose-route.ts'
import type { PaymentDesk } from './payment-desk.ts'

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
