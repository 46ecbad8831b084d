/** Double entry of the accounts API in minor units: which ledger accounts a transfer touches. Every list sums to zero. */
import { ledgerAccount } from '../ledger/account-books.ts'
import type { Currency, TransferType } from '../ledger/account-facts.ts'
import { move, type Postings } from '../ledger/postings.ts'

const own = (currency: Currency, name: string): string => `transfers/${currency}/${name}`

/** Contra account for transfers to receivers without an account at this bank. */
export const toClearingAccount = (currency: Currency, way: TransferType): string => own(currency, CLEARING[way])

const CLEARING: Readonly<Record<TransferType, string>> = {
  fast: 'clearing_fast',
  eft: 'clearing_eft',
  remittance: 'book_transfers',
  credit_card: 'card_settlement',
}

export const toFundsAccount = (currency: Currency): string => own(currency, 'funds')

export const deposit = (iban: string, currency: Currency, minor: number): Postings =>
  move(toFundsAccount(currency), ledgerAccount(iban), minor)

interface Moved {
  readonly source_iban: string
  readonly currency: Currency
  readonly amount: number
  readonly fee: number
  readonly clears_to: string
}

/** Takes the amount from the account; the fee is a separate line. */
export const take = ({ source_iban, currency, amount, fee }: Moved): Postings => [
  ...move(ledgerAccount(source_iban), own(currency, 'in_transit'), amount),
  ...move(ledgerAccount(source_iban), own(currency, 'in_transit'), fee),
]
export const arrive = ({ currency, amount, fee, clears_to }: Moved): Postings => [
  ...move(own(currency, 'in_transit'), clears_to, amount),
  ...move(own(currency, 'in_transit'), own(currency, 'fee_income'), fee),
]
export const returnFunds = ({ source_iban, currency, amount, fee }: Moved): Postings =>
  move(own(currency, 'in_transit'), ledgerAccount(source_iban), amount + fee)
/** The bank keeps the fee. */
export const comeBack = ({ source_iban, amount, clears_to }: Moved): Postings =>
  move(clears_to, ledgerAccount(source_iban), amount)
