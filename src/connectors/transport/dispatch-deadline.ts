/** Limits when a request that moves money may be sent: its call must end before the lease under which it was prepared expires. */
import { type ClockReading, elapsedMs, LEASE_S } from '../../infra/database/lease-age.ts'
import type { Fault } from '../attempt.ts'
import { TOO_OLD } from '../own-bank-codes.ts'

/** Part of the lease that is reserved to record the outcome. */
const RECORD_MS = 1_000

/** Time from the moment the lease was taken to the first byte; the answer may take the whole deadline from there. */
export const dispatchBudgetMs = (deadlineMs: number): number => LEASE_S * 1_000 - RECORD_MS - deadlineMs

export const mayDispatch = (leasedAt: ClockReading, deadlineMs: number, now?: ClockReading): boolean =>
  elapsedMs(leasedAt, now) <= dispatchBudgetMs(deadlineMs)

/** Nothing was sent: this process was paused, and another one may have decided the operation. */
export const expiredDispatch = (): { kind: 'not_sent'; fault: Fault } => ({
  kind: 'not_sent',
  fault: { providerCode: TOO_OLD, providerMessage: 'too much time had passed to send it', isOurs: true },
})
