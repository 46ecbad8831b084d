/** Checkout sessions, order links and their pages, of one process. */
import type { Endpoint } from '../access/endpoint.ts'
import { openBrands } from './brand.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { checkoutEndpoints } from './endpoints.ts'

export interface Checkout {
  endpoints: readonly Endpoint[]
  close(): void
}

export const openCheckout = (given: Omit<CheckoutServices, 'brands'>): Checkout => {
  const brands = openBrands(given.payments.runtime)
  return { endpoints: checkoutEndpoints({ ...given, brands }), close: () => brands.close() }
}
