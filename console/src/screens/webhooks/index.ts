/** Screens of webhooks: subscriptions, deliveries, and how a signature is made. */

import {
  getWebhookSubscriptions,
  getWebhookSubscriptionsById,
  getWebhookSubscriptionsDeliveries,
  getWebhooks,
  getWebhooksById,
  getWebhooksDeliveries,
} from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const WEBHOOKS = [
  screen({
    path: '/webhooks',
    title: { en: 'Webhooks', tr: 'Webhooklar' },
    menu: { group: 'developers', icon: 'out' },
    anyOf: [getWebhookSubscriptions, getWebhooks],
    load: () => import('./subscription-list.tsx'),
  }),
  screen({
    path: '/webhooks/deliveries',
    title: { en: 'Deliveries', tr: 'Gönderimler' },
    anyOf: [getWebhookSubscriptionsDeliveries, getWebhooksDeliveries],
    load: () => import('./all-deliveries.tsx'),
  }),
  screen({
    path: '/webhooks/cards/$id',
    title: { en: 'Subscription', tr: 'Abonelik' },
    anyOf: [getWebhookSubscriptionsById],
    load: () => import('./subscription-detail.tsx'),
  }),
  screen({
    path: '/webhooks/transfers/$id',
    title: { en: 'Subscription to transfers', tr: 'Transfer aboneliği' },
    anyOf: [getWebhooksById],
    load: () => import('./subscription-detail.tsx'),
  }),
  screen({
    path: '/signature',
    title: { en: 'Signature explainer', tr: 'İmza açıklayıcı' },
    menu: { group: 'developers', icon: 'approve' },
    anyOf: [getWebhookSubscriptions, getWebhooks],
    load: () => import('./signature.tsx'),
  }),
]
