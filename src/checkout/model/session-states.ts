/** The state table of a checkout session and of an order link's page (docs/interface/states.md#checkout-session). */
import type { Machine } from '../../core/state-machine.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'

export const SESSION_STATES = ['open', 'processing', 'completed', 'failed', 'expired', 'cancelled'] as const
export type SessionState = (typeof SESSION_STATES)[number]
export const NEW_SESSION: SessionState = 'open'
/** `give_up`: the last attempt failed. The session's events are those of its payments. */
export type SessionTrigger = 'pay' | 'succeed' | 'reopen' | 'give_up' | 'cancel' | 'expire'

export const sessionMachine: Machine<SessionState, SessionTrigger, EventType> = {
  open: {
    pay: { to: 'processing', emits: [] },
    cancel: { to: 'cancelled', emits: [] },
    expire: { to: 'expired', emits: [] },
  },
  processing: {
    succeed: { to: 'completed', emits: [] },
    reopen: { to: 'open', emits: [] },
    give_up: { to: 'failed', emits: [] },
  },
  completed: {},
  failed: {},
  expired: {},
  cancelled: {},
}
