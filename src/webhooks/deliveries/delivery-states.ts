/** The state table of one attempt to deliver an event. The next attempt after a failed one is a new row. */
import { findTarget, type Machine } from '../../core/state-machine.ts'

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'dropped'
type DeliveryTrigger = 'succeed' | 'fail' | 'drop'

export const deliveryMachine: Machine<DeliveryState, DeliveryTrigger, never> = {
  waiting: {
    succeed: { to: 'delivered', emits: [] },
    fail: { to: 'failed', emits: [] },
    // The subscription was deactivated or deleted, or its event is no longer stored.
    drop: { to: 'dropped', emits: [] },
  },
  delivered: {},
  failed: {},
  dropped: {},
}

/** Returns the state of an attempt that was made. */
export const endOfAttempt = (trigger: 'succeed' | 'fail'): DeliveryState => findTarget(deliveryMachine, trigger)
