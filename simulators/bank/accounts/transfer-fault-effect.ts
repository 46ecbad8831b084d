/** Changes that a fault makes in the bank's processing of a transfer. */

import type { Striking } from '../faults/faults.ts'
import type { Planned } from '../ledger/account-facts.ts'
import { type Outcome, refusing } from './outcomes.ts'

export interface TransferFaultEffect {
  /** Takes precedence over IBAN and amount. */
  readonly outcome?: Outcome
  /** The transfer completes at the bank's next EFT hours. */
  readonly waitsForHours?: true
  /** The step after which it comes back. */
  readonly returns?: Planned
  /** The transfer completes, and its notification is acknowledged, before the response is sent. */
  readonly tellsFirst?: true
  /** Inquiries find nothing for this long. */
  readonly hidesMs?: number
}

const MINUTE_MS = 60_000

export const toTransferEffect = (fault: Striking | undefined): TransferFaultEffect => {
  const number = (name: string): number => Number(fault?.parameter(name))
  switch (fault?.name) {
    case 'late_completion':
      return {
        outcome: {
          kind: 'accepted',
          status: 'delivered',
          plan: [{ step: 'complete', after_ms: number('minutes') * MINUTE_MS }],
        },
      }
    case 'eft_returned':
      return {
        returns: { step: 'return', after_ms: number('hours') * 60 * MINUTE_MS, code: String(fault.parameter('code')) },
      }
    case 'fast_timeout':
      return {
        outcome: {
          kind: 'accepted',
          status: 'processing',
          plan: [{ step: 'give_back', after_ms: number('seconds') * 1_000, code: '91' }],
        },
      }
    case 'eft_after_hours':
      return { waitsForHours: true }
    case 'account_blocked':
      return { outcome: refusing('03') }
    case 'name_mismatch':
      return { outcome: refusing('05') }
    case 'notice_before_answer':
      return { tellsFirst: true }
    case 'stale_inquiry':
      return { hidesMs: number('minutes') * MINUTE_MS }
    default:
      return {}
  }
}
