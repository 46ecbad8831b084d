/**
 * The fee of a transfer, as far as it is known before the bank responds
 * (docs/interface/sandbox.md#simulated-transfers).
 */
import { computeShare, type Money, money } from '../../core/money.ts'
import type { TransferType } from '../model/transfer.ts'

/** Percentage of the amount. */
const PERCENT: Readonly<Record<TransferType, number>> = { fast: 0, eft: 0, remittance: 0, credit_card: 1 }

/** Reserved together with the amount; the fee that is posted is the one the bank charges. */
export const expectedFee = (type: TransferType, amount: Money): Money =>
  PERCENT[type] === 0 ? money(0, amount.currency) : computeShare(amount, PERCENT[type])
