/** For tests of a subscriber: deliveries as the service sends them. */
import { signBody } from './signature.ts'
import type { VezneEvent } from './verify.ts'

export interface SignedDelivery {
  readonly body: string
  readonly headers: Record<string, string>
}

type EventOf<T extends VezneEvent['type']> = Extract<VezneEvent, { type: T }>

/** `data` contains the members that matter to the test; the others are null. */
export const signEvent = async <T extends VezneEvent['type']>(
  type: T,
  data: Partial<EventOf<T>['data']>,
  secret: string,
  { id = `evt_${crypto.randomUUID().replaceAll('-', '')}`, now = Date.now }: { id?: string; now?: () => number } = {},
): Promise<SignedDelivery> => {
  const event = { id, type, created_at: new Date(now()).toISOString(), data: { ...EMPTY, ...data } }
  return signDelivery(JSON.stringify(event), secret, { id, type, now })
}

/** Signs a custom body, unchanged. */
export const signDelivery = async (
  body: string,
  secret: string,
  {
    id = 'evt_test',
    type = 'payment.completed',
    now = Date.now,
  }: { id?: string; type?: string; now?: () => number } = {},
): Promise<SignedDelivery> => {
  const timestamp = String(Math.floor(now() / 1_000))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-event': type,
      'x-service-event-id': id,
      'x-service-delivery-id': crypto.randomUUID(),
      'x-service-timestamp': timestamp,
      'x-service-signature': await signBody(secret, timestamp, new TextEncoder().encode(body)),
    },
  }
}

/** The members of every card payment event. */
const EMPTY = {
  transaction_id: null,
  status: null,
  amount: null,
  currency: null,
  merchant_id: null,
  provider_transaction_id: null,
  auth_code: null,
  error_code: null,
  error_message: null,
  masked_card_number: null,
  card_brand: null,
  sequence: null,
  external_id: null,
}
