/** The last events sent to the start page, each checked as a subscriber should check it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Secret } from '../core/secret.ts'
import type { Runtime } from '../infra/runtime.ts'
import { INBOX } from '../webhooks/seed-webhooks.ts'
import { createSigningSecrets } from '../webhooks/signing/signing-secret.ts'
import { hasValidSignature } from '../webhooks/signing/verify-signature.ts'
import { findSealedSecret } from '../webhooks/subscriptions/subscription-store.ts'

export interface InboxEvent {
  deliveryId: string
  type: string
  /** Real time in ISO 8601. */
  receivedAt: string
  isVerified: boolean
  /** The event as received, as text. */
  body: string
}

export interface Inbox {
  /** Returns whether the signature is right. */
  receive(headers: IncomingHttpHeaders, body: Buffer): Promise<boolean>
  /** Returns the events, oldest first. */
  events(): readonly InboxEvent[]
  /** Returns a function that stops following. */
  follow(listener: (event: InboxEvent) => void): () => void
}

const KEPT_MAX = 200

export const createInbox = (runtime: Runtime): Inbox => {
  const secrets = createSigningSecrets(runtime)
  const listeners = new Set<(event: InboxEvent) => void>()
  const kept: InboxEvent[] = []

  const secretNow = async (): Promise<Secret | null> => {
    const { tenantId, subscriptionId } = INBOX
    const sealed = await runtime.db.transaction({ of: tenantId }, (tx) =>
      findSealedSecret(tx, tenantId, subscriptionId),
    )
    return sealed === undefined ? null : secrets.open(tenantId, subscriptionId, sealed)
  }
  return {
    async receive(headers, body) {
      const secret = await secretNow().catch(() => null)
      const isVerified = secret !== null && hasValidSignature(secret, headers, body, Date.now() / 1_000)
      const event = eventOf(headers, body, isVerified)
      kept.push(event)
      if (kept.length > KEPT_MAX) kept.shift()
      for (const listener of listeners) listener(event)
      return isVerified
    },
    events: () => kept,
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const eventOf = (headers: IncomingHttpHeaders, body: Buffer, isVerified: boolean): InboxEvent => ({
  deliveryId: String(headers['x-service-delivery-id'] ?? '').slice(0, 100),
  type: String(headers['x-service-event'] ?? 'unknown').slice(0, 100),
  receivedAt: new Date().toISOString(),
  isVerified,
  body: body.toString('utf8'),
})
