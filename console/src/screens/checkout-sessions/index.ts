/** Screens of checkout sessions. */

import {
  getCheckoutSessions,
  getCheckoutSessionsBySessionId,
  postCheckoutSessions,
} from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const CHECKOUT_SESSIONS = [
  screen({
    path: '/checkout-sessions',
    title: { en: 'Checkout sessions', tr: 'Ödeme oturumları' },
    menu: { group: 'money', icon: 'list' },
    anyOf: [getCheckoutSessions, postCheckoutSessions, getCheckoutSessionsBySessionId],
    load: () => import('./sessions.tsx'),
  }),
  screen({
    path: '/checkout-sessions/$id',
    title: { en: 'Checkout session', tr: 'Ödeme sayfası oturumu' },
    anyOf: [getCheckoutSessionsBySessionId],
    load: () => import('./session-detail.tsx'),
  }),
]
