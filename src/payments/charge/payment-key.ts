/** Key of a payment as it is claimed, and the reference at banks that is derived from it. */
import type { Runtime } from '../../infra/runtime.ts'
import { deriveKeyReference, toReferenceDay, toRepeatedKey } from '../model/bank-reference.ts'
import type { ChargeCall } from './charge-call.ts'
import { type PaymentKind, toPaymentKey } from './payment-kind.ts'

export const toKey = (
  { idempotencyKey, recurring, checkout }: Pick<ChargeCall, 'idempotencyKey' | 'recurring' | 'checkout'>,
  kind: PaymentKind,
): string | null =>
  (recurring ?? checkout)?.paymentKey ?? (idempotencyKey === null ? null : toPaymentKey(kind, idempotencyKey))

/** Returns null without a key, and while the release before may run. */
export const toKeyReference = (
  { sealer, releaseSteps }: Pick<Runtime, 'sealer' | 'releaseSteps'>,
  call: Pick<ChargeCall, 'tenantId' | 'idempotencyKey' | 'recurring' | 'checkout'>,
  { kind, merchantId, now }: { kind: PaymentKind; merchantId: string; now: Date },
): string | null => {
  const key = toKey(call, kind)
  if (key === null || !releaseSteps.hasBegun('key_references')) return null
  const scope = { tenantId: call.tenantId, merchantId, operation: 'payment', key: toRepeatedKey(key) }
  return deriveKeyReference(sealer, scope, toReferenceDay(now.getTime()))
}
