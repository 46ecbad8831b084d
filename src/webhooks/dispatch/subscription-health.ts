/** Switches off a subscription that has not succeeded once in five days, with twenty deliveries permanently failed. */

import { counter } from '../../infra/process/metrics.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { dropPendingDeliveries } from '../deliveries/delivery-store.ts'
import type { FinishedAttempt } from '../deliveries/finish-attempts.ts'
import { clearFailing, countFailure, disableSubscription } from '../subscriptions/subscription-store.ts'

const FAILING_MS = 5 * 86_400_000
const DEAD_DELIVERIES_MIN = 20

const disabledTotal = counter('vezne_webhook_subscriptions_disabled_total')

/**
 * Called with every finished attempt; writes the subscription only if something about it changed. A burst of attempts
 * claimed together reports the same change many times: while one is being written the others have nothing to add, and
 * must not use connections needed to record deliveries.
 */
export const createSubscriptionHealth = (runtime: Runtime): ((finished: FinishedAttempt) => Promise<void>) => {
  const underWay = new Map<string, Promise<unknown>>()
  const once = async (news: string, write: () => Promise<unknown>): Promise<void> => {
    const written = underWay.get(news) ?? write().finally(() => underWay.delete(news))
    underWay.set(news, written)
    await written
  }
  return async ({ claimed, state, next }) => {
    const { tenant_id: tenantId, subscription_id: id, failing_since: failingSince, is_replay: isReplay } = claimed
    if (state === 'delivered') {
      if (failingSince === null) return
      await once(`${id} well`, () => runtime.db.transaction({ of: tenantId }, (tx) => clearFailing(tx, tenantId, id)))
    } else if (next === null && !isReplay) await recordFailure(runtime, claimed, 1)
    else if (failingSince === null) await once(`${id} failing`, () => recordFailure(runtime, claimed, 0))
  }
}

const recordFailure = async (runtime: Runtime, claimed: FinishedAttempt['claimed'], dead: 0 | 1): Promise<void> => {
  const { tenant_id: tenantId, subscription_id: id } = claimed
  const now = runtime.clock.now()
  const isDisabled = await runtime.db.transaction({ of: tenantId }, async (tx) => {
    const health = await countFailure(tx, tenantId, id, now, dead)
    if (!health?.is_active || health.dead_count < DEAD_DELIVERIES_MIN) return false
    if (now.getTime() - health.failing_since.getTime() < FAILING_MS) return false
    await disableSubscription(tx, tenantId, id, now)
    await dropPendingDeliveries(tx, tenantId, id)
    return true
  })
  if (!isDisabled) return
  disabledTotal.inc()
  // The path of an address may be what its owner keeps secret.
  const { host } = new URL(claimed.url)
  runtime.log.error('webhook_subscription.disabled', { tenant_id: tenantId, subscription_id: id, host })
}
