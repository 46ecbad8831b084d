/** Checkout sessions, order links and their pages, of one process. */
import type { Endpoint } from '../access/endpoint.ts'
import { openSharedTransactions } from '../infra/database/shared-transactions.ts'
import { openBrands } from './brand.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { checkoutEndpoints } from './endpoints.ts'

export interface Checkout {
  endpoints: readonly Endpoint[]
  close(): void
}

export const openCheckout = (given: Omit<CheckoutServices, 'brands' | 'tries'>): Checkout => {
  const { runtime } = given.payments
  const brands = openBrands(runtime)
  const tries = { begin: openSharedTransactions(runtime.db), end: openSharedTransactions(runtime.db) }
  return { endpoints: checkoutEndpoints({ ...given, brands, tries }), close: () => brands.close() }
}
