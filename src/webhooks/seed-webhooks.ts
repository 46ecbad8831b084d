/** Demo data: tenant-demo's subscription to the start page's own inbox, in a sandbox that may call loopback. */
import type { Runtime } from '../infra/runtime.ts'
import { listEventTypes } from './events/event-catalogue.ts'
import { generateSigningSecret, sealSigningSecret } from './signing/signing-secret.ts'
import { changeSubscription, findSubscription, insertSubscription } from './subscriptions/subscription-store.ts'

export const INBOX = {
  tenantId: '00000000-0000-4000-8000-000000000010',
  subscriptionId: '00000000-0000-4000-8000-000000000070',
  path: '/inbox',
} as const

/**
 * Does nothing if it exists or was deleted, except that its address follows the port of the process that
 * `ownsAddresses`.
 */
export const seedInbox = async (runtime: Runtime, ownsAddresses: boolean): Promise<void> => {
  const { config, clock, db } = runtime
  if (config.env !== 'sandbox' || !config.allowLocalWebhooks) return
  const { tenantId, subscriptionId: id } = INBOX
  const secretSealed = await sealSigningSecret(runtime, tenantId, id, generateSigningSecret())
  const scope = { tenantId, surface: 'cards', merchantId: null } as const
  const url = `http://127.0.0.1:${config.ports.console}${INBOX.path}`
  const shape = { url, description: 'Live inbox of the start page', events: listEventTypes('cards'), maxRetryCount: 0 }
  await db.transaction({ of: tenantId }, async (tx) => {
    const isNew = await insertSubscription(tx, { ...scope, ...shape, id, secretSealed, now: clock.now() })
    const kept = isNew ? undefined : await findSubscription(tx, scope, id)
    if (ownsAddresses && kept && kept.url !== url) await changeSubscription(tx, scope, id, shape, clock.now())
  })
}
