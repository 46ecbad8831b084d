/**
 * When banks accept transfers (docs/interface/transfers.md#skipped-transfers-and-bank-hours); hours and working days
 * are rows of the reference data.
 */
import { nextWindow, transferRule } from '../../reference/transfer-rules/transfer-rules.ts'
import type { SkipReason } from '../model/step-eligibility.ts'
import type { TransferType } from '../model/transfer.ts'

/** `open` means at any hour, as in the sandbox; `bank_hours` means as banks do. */
export type BankWindowMode = 'open' | 'bank_hours'

const REASONS: Readonly<Partial<Record<TransferType, SkipReason>>> = {
  fast: 'fast_window_closed',
  eft: 'eft_window_closed',
}

/** Returns null if the bank accepts it at this moment. */
export const whyWindowClosed = (type: TransferType, nowMs: number, windows: BankWindowMode): SkipReason | null => {
  if (windows === 'open') return null
  const rule = transferRule(type, nowMs)
  const isOpen = rule !== undefined && nextWindow(rule, nowMs) === nowMs
  return isOpen ? null : (REASONS[type] ?? 'invalid_state')
}
