/** Faults that the bank of transfers is given at random while crews work. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankFault, BankProcess } from '../../../support/bank.ts'
import type { Dice } from '../dice.ts'

/** Faults that an inquiry or the statement can resolve. */
const FAULTS: readonly Omit<BankFault, 'match'>[] = [
  { kind: 'timeout_before', parameters: { hold_ms: 700 } },
  { kind: 'timeout_after_charge', parameters: { hold_ms: 700 } },
  { kind: 'late_charge', parameters: { after_ms: 300, hold_ms: 900 } },
  { kind: 'reset' },
  { kind: 'http_5xx_before' },
  { kind: 'http_5xx_after' },
  { kind: 'drop_half_body' },
  { kind: 'html_instead' },
  { kind: 'html_instead', parameters: { booked: false } },
  { kind: 'slow', parameters: { delay_ms: 300 } },
  { kind: 'extra_fields' },
  { kind: 'stale_inquiry', parameters: { minutes: 5 } },
  { kind: 'late_completion', parameters: { minutes: 10 } },
  { kind: 'eft_returned', parameters: { hours: 1 } },
  { kind: 'fast_timeout', parameters: { seconds: 25 } },
  { kind: 'account_blocked' },
  { kind: 'name_mismatch' },
  { kind: 'reset', match: { operation: 'status' } } as BankFault,
  { kind: 'http_5xx_after', match: { operation: 'reversal' } } as BankFault,
  { kind: 'reset', match: { operation: 'statement' } } as BankFault,
]
const FAULT_EVERY_MS = 80
const ARMED_MAX = 12

export const sabotage = async (bank: () => BankProcess, dice: Dice, isOpen: () => boolean): Promise<void> => {
  while (isOpen()) {
    await sleep(FAULT_EVERY_MS)
    const { control } = bank()
    const armed = await control.faults().catch(() => undefined)
    if ((armed?.length ?? 0) >= ARMED_MAX) await control.disarm().catch(() => undefined)
    await control.arm(dice.pick(FAULTS)).catch(() => undefined)
  }
}
