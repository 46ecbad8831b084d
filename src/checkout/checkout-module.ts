/** Checkout sessions, order links and their pages, of one process. */
import type { Endpoint } from '../access/endpoint.ts'
import { createSharedTransactions } from '../infra/database/shared-transactions.ts'
import { createBrands } from './brand.ts'
import { checkoutEndpoints } from './checkout-endpoints.ts'
import type { CheckoutServices } from './checkout-services.ts'

export interface Checkout {
  endpoints: readonly Endpoint[]
  close(): void
}

export const composeCheckout = (given: Omit<CheckoutServices, 'brands' | 'tries'>): Checkout => {
  const { runtime } = given.payments
  const brands = createBrands(runtime)
  const tries = { begin: createSharedTransactions(runtime.db), end: createSharedTransactions(runtime.db) }
  return { endpoints: checkoutEndpoints({ ...given, brands, tries }), close: () => brands.close() }
}
