/**
 * Movements of settlements, as entries that debit one account and credit another. Accounts have the names of the
 * payments' journal, which books a sale from `bank:<configuration>` (what the bank owes) to `merchant:<id>` (what the
 * merchant is owed).
 */
import type { SettlementRow } from '../model/settlement-row.ts'

export interface SettlementEntry {
  readonly kind: string
  readonly debit: string
  readonly credit: string
  readonly amount: number
}

interface Accounts {
  readonly bank: string
  readonly merchant: string
  readonly bankCommission: string
  readonly bankTax: string
  readonly reserve: string
  readonly payout: string
}
const PLATFORM_COMMISSION = 'commission:platform'
const PLATFORM_TAX = 'tax:platform'

const accountsOf = ({ merchant_id, configuration_id }: SettlementRow): Accounts => ({
  bank: `bank:${configuration_id}`,
  merchant: `merchant:${merchant_id}`,
  bankCommission: `commission:${configuration_id}`,
  bankTax: `tax:${configuration_id}`,
  reserve: `reserve:${merchant_id}`,
  payout: `payout:${configuration_id}`,
})

/** A negative amount swaps the accounts; zero gives no entry. */
const move = (kind: string, debit: string, credit: string, amount: number): SettlementEntry[] => {
  if (amount === 0) return []
  return amount > 0 ? [{ kind, debit, credit, amount }] : [{ kind, debit: credit, credit: debit, amount: -amount }]
}

/**
 * Returns the entries made at creation: what the bank keeps, what the platform takes, what is withheld, and any
 * difference between what the bank paid and what was booked.
 */
export const entriesOfMaking = (row: SettlementRow): SettlementEntry[] => {
  const { bank, merchant, bankCommission, bankTax, reserve } = accountsOf(row)
  const commission = row.bank_commission - row.bank_tax
  return [
    ...move('adjustment', bank, merchant, row.adjustment_amount),
    ...move('bank_commission', merchant, bankCommission, commission),
    ...move('bank_commission_kept', bankCommission, bank, commission),
    ...move('bank_tax', merchant, bankTax, row.bank_tax),
    ...move('bank_tax_kept', bankTax, bank, row.bank_tax),
    ...move('platform_commission', merchant, PLATFORM_COMMISSION, row.platform_commission - row.platform_tax),
    ...move('platform_tax', merchant, PLATFORM_TAX, row.platform_tax),
    ...move('reserve', merchant, reserve, row.reserve_amount),
    ...move('reserve_released', reserve, merchant, row.reserve_released),
  ]
}

/** Returns the entries made when it is settled: what the bank paid, and the merchant's part of it. */
export const entriesOfPayout = (row: SettlementRow): SettlementEntry[] => {
  const { bank, merchant, payout } = accountsOf(row)
  return [
    ...move('bank_payment', payout, bank, row.gross_amount - row.refund_amount - row.bank_commission),
    ...move('payout', merchant, payout, row.payout_amount),
  ]
}
