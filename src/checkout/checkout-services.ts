/** Services of checkout sessions, order links and their pages. */
import type { RateLimiter } from '../access/limits/rate-limiter.ts'
import type { ShareTransaction } from '../infra/database/shared-transactions.ts'
import type { PaymentServices } from '../payments/attempts/payment-services.ts'
import type { BinLookup } from '../reference/reference-data.ts'
import type { Brands } from './brand.ts'

export interface CheckoutServices {
  payments: PaymentServices
  /** Looks up a card by the first digits of its number. */
  binOf: (digits: string) => Promise<BinLookup>
  brands: Brands
  /** Windows that count guesses of an address. */
  windows: RateLimiter['windows']
  /** Neither the tenant is suspended nor the merchant inactive. */
  mayTakePayments: (tenantId: string, merchantId: string) => Promise<boolean>
  /** Batches concurrent attempts: all that begin together share one commit, likewise all that end. Keyed by session id. */
  tries: { begin: ShareTransaction<unknown>; end: ShareTransaction<unknown> }
}
