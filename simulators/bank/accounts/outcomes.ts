/**
 * How a transfer ends: decided by the last four digits of the receiving IBAN, otherwise the last two of the amount;
 * otherwise it completes.
 */
import type { Planned } from '../ledger/account-facts.ts'

export type Outcome =
  | {
      readonly kind: 'accepted'
      readonly status: 'processing' | 'delivered'
      readonly plan: readonly Planned[]
      /** Posted, but the caller gets neither a response nor a notification. */
      readonly isSilent?: true
      /** The bank has no receipt for it. */
      readonly lacksReceipt?: true
    }
  /** No response, nothing posted, unknown to later inquiries. */
  | { readonly kind: 'lost' }
  /** Returns system fault 96 on this many attempts, then completes. */
  | { readonly kind: 'faulty'; readonly tries: number }

const SECOND_MS = 1_000
const DELIVERED_MS = 30 * SECOND_MS
export const SILENT_MS = SECOND_MS // the connection is closed then, which a caller cannot tell from two minutes of silence

export const completing: Outcome = {
  kind: 'accepted',
  status: 'processing',
  plan: [{ step: 'complete', after_ms: SECOND_MS }],
}
export const refusing = (code: string): Outcome => ({
  kind: 'accepted',
  status: 'processing',
  plan: [{ step: 'refuse', after_ms: SECOND_MS, code }],
})
export const delivering = (afterMs: number): Outcome => ({
  kind: 'accepted',
  status: 'delivered',
  plan: [{ step: 'complete', after_ms: afterMs }],
})

const OUTCOMES: readonly Outcome[] = [
  completing,
  delivering(DELIVERED_MS),
  refusing('01'),
  refusing('02'),
  refusing('03'),
  refusing('04'),
  refusing('05'),
  { ...completing, isSilent: true },
  { kind: 'lost' },
  { kind: 'faulty', tries: 2 },
  { kind: 'faulty', tries: Infinity },
  { kind: 'accepted', status: 'delivered', plan: [] },
  { ...completing, lacksReceipt: true },
]

/** `receiver` is an IBAN or account number; undefined for a card. */
export const decideOutcome = (receiver: string | undefined, amount: number): Outcome => {
  const ending = receiver?.slice(-4) ?? ''
  if (ending.startsWith('90')) {
    const named = OUTCOMES[Number(ending.slice(2))]
    if (named) return named
  }
  return OUTCOMES[amount % 100] ?? completing
}
