/**
 * The state table of a settlement. Its completion is announced once it is settled and the reconciliation confirms its
 * days.
 */
import type { Machine } from '../../core/state-machine.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'

export const SETTLEMENT_STATES = ['pending', 'processing', 'settled', 'failed'] as const
export type SettlementState = (typeof SETTLEMENT_STATES)[number]
type Trigger = 'process' | 'settle' | 'fail'

export const settlementMachine: Machine<SettlementState, Trigger, EventType> = {
  pending: {
    process: { to: 'processing', emits: [] },
    settle: { to: 'settled', emits: ['settlement.completed'] },
    fail: { to: 'failed', emits: [] },
  },
  processing: {
    settle: { to: 'settled', emits: ['settlement.completed'] },
    fail: { to: 'failed', emits: [] },
  },
  settled: {},
  failed: { process: { to: 'processing', emits: [] } },
}
