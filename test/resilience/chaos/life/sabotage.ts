/** Faults that the bank is given at random while shops are open. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankFault, BankProcess } from '../../../support/bank.ts'
import type { Dice } from '../dice.ts'

/** Faults that an inquiry can resolve; those that only a settlement file shows are tested there. */
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
  { kind: 'stale_inquiry', parameters: { minutes: 1 } },
  { kind: 'callback_twice', parameters: { copies: 3 } },
  { kind: 'callback_late', parameters: { minutes: 20 } },
  { kind: 'callback_never' },
  { kind: 'callback_then_success_url' },
  { kind: 'bad_hash' },
  { kind: 'md1_then_decline' },
]
const FAULT_EVERY_MS = 100
/** And only after so many entries of its journal: a slow machine that makes few calls would otherwise meet a fault at each, and breakers stay open. */
const ENTRIES_A_FAULT = 3
/** A fault that matched no call is removed. */
const ARMED_MAX = 12

/** Arms one after the other until the shops close. */
export const sabotage = async (bank: () => BankProcess, dice: Dice, isOpen: () => boolean): Promise<void> => {
  let seen = 0
  while (isOpen()) {
    await sleep(FAULT_EVERY_MS)
    const { control } = bank()
    const fresh = await control.journal(seen + 1).catch(() => [])
    if (seen > 0 && fresh.length < ENTRIES_A_FAULT) continue
    seen += fresh.length
    const armed = await control.faults().catch(() => undefined)
    if ((armed?.length ?? 0) >= ARMED_MAX) await control.disarm().catch(() => undefined)
    await control.arm(dice.pick(FAULTS)).catch(() => undefined)
  }
}
