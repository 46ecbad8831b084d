/** The state table of a chargeback: opened, answered by the merchant or not, decided once. */
import type { Machine } from '../core/state-machine.ts'
import type { EventType } from '../webhooks/events/event-catalogue.ts'

export const CHARGEBACK_STATES = ['opened', 'disputed', 'won', 'lost'] as const
export type ChargebackState = (typeof CHARGEBACK_STATES)[number]
/** Actions of a status update, as the interface names them. */
export const CHARGEBACK_ACTIONS = ['dispute', 'win', 'lose'] as const
export type ChargebackAction = (typeof CHARGEBACK_ACTIONS)[number]

export const chargebackMachine: Machine<ChargebackState, ChargebackAction, EventType> = {
  opened: {
    dispute: { to: 'disputed', emits: [] },
    win: { to: 'won', emits: ['chargeback.resolved'] },
    lose: { to: 'lost', emits: ['chargeback.resolved'] },
  },
  disputed: {
    win: { to: 'won', emits: ['chargeback.resolved'] },
    lose: { to: 'lost', emits: ['chargeback.resolved'] },
  },
  won: {},
  lost: {},
}
