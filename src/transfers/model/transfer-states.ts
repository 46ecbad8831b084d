/** The state table of a transfer (docs/interface/states.md#transfer). A transition that is not listed cannot happen. */
import type { Machine } from '../../core/state-machine.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'

export const TRANSFER_STATES = [
  'pending',
  'approved',
  'processing',
  'delivered',
  'completed',
  'failed',
  'rejected',
] as const
export type TransferState = (typeof TRANSFER_STATES)[number]

export type TransferTrigger =
  | 'approve'
  | 'reject'
  | 'reject_alert'
  | 'send'
  | 'repeat'
  | 'deliver'
  | 'complete'
  | 'fail'

export const transferMachine: Machine<TransferState, TransferTrigger, EventType> = {
  pending: {
    approve: { to: 'approved', emits: [] },
    reject: { to: 'rejected', emits: [] },
    reject_alert: { to: 'rejected', emits: [] },
  },
  approved: {
    send: { to: 'processing', emits: [] },
  },
  processing: {
    // After code 96, or after 91 and an inquiry that found nothing: one more attempt, counted.
    repeat: { to: 'processing', emits: [] },
    deliver: { to: 'delivered', emits: [] },
    complete: { to: 'completed', emits: ['transfer.succeeded'] },
    fail: { to: 'failed', emits: ['transfer.failed'] },
  },
  delivered: {
    complete: { to: 'completed', emits: ['transfer.succeeded'] },
  },
  completed: {},
  failed: {},
  rejected: {},
}
