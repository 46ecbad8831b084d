/** Operations and pages of checkout. */
import type { Endpoint } from '../access/endpoint.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { listCheckoutSessions, listOrderLinks } from './endpoints/list-endpoints.ts'
import { createOrderLink } from './endpoints/order-link.ts'
import {
  completeCheckoutSession,
  createCheckoutSession,
  getCheckoutSession,
  getSessionStatus,
  payCheckoutSession,
} from './endpoints/session-endpoints.ts'
import { fieldsEndpoints } from './fields/fields-endpoints.ts'
import { pageEndpoints } from './page/page-endpoints.ts'

export const checkoutEndpoints = (services: CheckoutServices): Endpoint[] => [
  listCheckoutSessions(services),
  createCheckoutSession(services),
  getCheckoutSession(services),
  payCheckoutSession(services),
  getSessionStatus(services),
  completeCheckoutSession(services),
  listOrderLinks(services),
  createOrderLink(services),
  ...pageEndpoints(services),
  ...fieldsEndpoints(services),
]
