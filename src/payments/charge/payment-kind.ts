/** The two kinds of payments, and the keys they claim. */
import type { ReturnAddresses } from '../persistence/payment-draft.ts'

/** `3d` means that the shopper is challenged first. */
export type PaymentKind = 'plain' | '3d'

export const paymentKind = (addresses: ReturnAddresses | null): PaymentKind => (addresses === null ? 'plain' : '3d')

/** Payments of other kinds claim separate keys, so the same key there is another operation. */
export const toPaymentKey = (kind: PaymentKind, idempotencyKey: string): string =>
  `${KEY_PREFIX[kind]}:${idempotencyKey}`
const KEY_PREFIX = { plain: 'pay', '3d': '3d' } as const
