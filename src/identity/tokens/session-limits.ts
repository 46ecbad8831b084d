/** Length of a person's session: 15 minutes without use and 12 hours in all, or shorter if the plan limits it. */
import type { TariffPlan } from '../../access/callers/realms.ts'

export const SESSION_IDLE_MINUTES_MAX = 15 // PCI DSS 4.0, 8.2.8
export const SESSION_MINUTES_MAX = 12 * 60

const MINUTE_MS = 60_000

export const sessionLimits = (plan: TariffPlan | null): { readonly idleMs: number; readonly maxMs: number } => ({
  idleMs: Math.min(plan?.sessionIdleMinutes ?? SESSION_IDLE_MINUTES_MAX, SESSION_IDLE_MINUTES_MAX) * MINUTE_MS,
  maxMs: Math.min(plan?.sessionMaxMinutes ?? SESSION_MINUTES_MAX, SESSION_MINUTES_MAX) * MINUTE_MS,
})
