/** Subscriptions of card payments and of transfers: the same operations on two surfaces. */
import { useMay } from '../../api/me.ts'
import * as ops from '../../generated/operations.ts'

const CARDS = {
  name: 'cards' as const,
  list: ops.getWebhookSubscriptions,
  read: ops.getWebhookSubscriptionsById,
  health: ops.getWebhookSubscriptionsHealth,
  types: ops.getWebhookSubscriptionsEventTypes,
  create: ops.postWebhookSubscriptions,
  change: ops.putWebhookSubscriptionsById,
  remove: ops.deleteWebhookSubscriptionsById,
  rotate: ops.postWebhookSubscriptionsByIdRotateSecret,
  activate: ops.postWebhookSubscriptionsByIdActivate,
  deactivate: ops.postWebhookSubscriptionsByIdDeactivate,
  deliveries: ops.getWebhookSubscriptionsByIdDeliveries,
  allDeliveries: ops.getWebhookSubscriptionsDeliveries,
  delivery: ops.getWebhookSubscriptionsDeliveriesByDeliveryId,
  replaySince: ops.postWebhookSubscriptionsByIdReplay,
  replay: ops.postWebhookSubscriptionsDeliveriesByDeliveryIdReplay,
}

/** The shapes are the same; only the event names differ, which the service checks. */
const TRANSFERS = {
  name: 'transfers' as const,
  list: ops.getWebhooks,
  read: ops.getWebhooksById,
  health: ops.getWebhooksHealth,
  types: ops.getWebhooksEventTypes,
  create: ops.postWebhooks,
  change: ops.putWebhooksById,
  remove: ops.deleteWebhooksById,
  rotate: ops.postWebhooksByIdRotateSecret,
  activate: ops.postWebhooksByIdActivate,
  deactivate: ops.postWebhooksByIdDeactivate,
  deliveries: ops.getWebhooksByIdDeliveries,
  allDeliveries: ops.getWebhooksDeliveries,
  delivery: ops.getWebhooksDeliveriesByDeliveryId,
  replaySince: ops.postWebhooksByIdReplay,
  replay: ops.postWebhooksDeliveriesByDeliveryIdReplay,
}

export type Side = Omit<typeof CARDS, 'name'> & { readonly name: 'cards' | 'transfers' }

/** Returns the surface with this name among those the person may see, otherwise the first. */
export const useSides = (named: string | undefined): { readonly side: Side; readonly all: readonly Side[] } => {
  const may = useMay()
  const all = [CARDS as Side, TRANSFERS as unknown as Side].filter(({ list }) => may(list))
  return { side: all.find(({ name }) => name === named) ?? all[0] ?? (CARDS as Side), all }
}
