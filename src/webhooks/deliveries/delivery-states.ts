/** The state table of one attempt to deliver an event. The next attempt of a failed one is a row of its own. */
import { type Machine, targetOf } from '../../core/state-machine.ts'

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'dropped'
type DeliveryTrigger = 'succeed' | 'fail' | 'drop'

export const deliveryMachine: Machine<DeliveryState, DeliveryTrigger, never> = {
  waiting: {
    succeed: { to: 'delivered', emits: [] },
    fail: { to: 'failed', emits: [] },
    // Its subscription was deactivated or deleted, or its event is no longer kept.
    drop: { to: 'dropped', emits: [] },
  },
  delivered: {},
  failed: {},
  dropped: {},
}

/** State of an attempt that was made. */
export const endOfAttempt = (trigger: 'succeed' | 'fail'): DeliveryState => targetOf(deliveryMachine, trigger)
