/** Opens accounts, and registers the customers who own them. */

import type { BankAccount } from '../ledger/account-books.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { AccountBody, CustomerBody } from './bodies.ts'
import { isIban, isOwnBank } from './iban.ts'
import { deposit, toFundsAccount } from './transfer-postings.ts'

export type OpeningRefusal = 'invalid_iban' | 'not_own_bank' | 'account_taken' | 'account_differs' | 'funds_exhausted'

/** An existing account of the same customer and currency counts as opened; its balance does not change. */
export const openAccount = (ledger: Ledger, customer: string, body: AccountBody): BankAccount | OpeningRefusal => {
  const { iban, currency, holder_name, name = 'Vadesiz Hesap', opening_balance = 0 } = body
  const { accounts } = ledger.books.accounts
  const refusal = openingRefusal(ledger, customer, body)
  if (refusal) return refusal
  if (!accounts.has(iban))
    ledger.commit({
      kind: 'account_opened',
      iban,
      customer,
      name,
      holder_name,
      currency,
      postings: deposit(iban, currency, opening_balance),
    })
  return accounts.get(iban)!
}

const openingRefusal = (
  ledger: Ledger,
  customer: string,
  { iban, currency, opening_balance = 0 }: AccountBody,
): OpeningRefusal | undefined => {
  if (!isIban(iban)) return 'invalid_iban'
  if (!isOwnBank(iban)) return 'not_own_bank'
  const known = ledger.books.accounts.accounts.get(iban)
  if (known && known.customer !== customer) return 'account_taken'
  if (known && known.currency !== currency) return 'account_differs'
  return known || hasFunds(ledger, currency, opening_balance) ? undefined : 'funds_exhausted'
}

/** Beyond this, numbers are no longer exact, which a ledger must be. */
export const hasFunds = (ledger: Ledger, currency: AccountBody['currency'], minor: number): boolean =>
  (ledger.books.balances.get(toFundsAccount(currency)) ?? 0) - minor > -Number.MAX_SAFE_INTEGER

const canFund = (ledger: Ledger, accounts: readonly AccountBody[]): boolean =>
  accounts.every(({ currency }) => {
    const alike = accounts.filter((account) => account.currency === currency)
    return hasFunds(
      ledger,
      currency,
      alike.reduce((sum, { opening_balance = 0 }) => sum + opening_balance, 0),
    )
  })

/** Enrols as at a branch, which needs no signature: the last key is valid. Does all of it or nothing. */
export const enrol = (ledger: Ledger, customer: string, body: CustomerBody): OpeningRefusal | undefined => {
  const { accounts = [], ...terms } = body
  const refusal = accounts.map((account) => openingRefusal(ledger, customer, account)).find((one) => one !== undefined)
  if (refusal) return refusal
  if (new Set(accounts.map(({ iban }) => iban)).size < accounts.length) return 'account_differs'
  if (!canFund(ledger, accounts)) return 'funds_exhausted'
  const known = ledger.books.accounts.customers.get(customer)
  const isNew = (['secret_key', 'notice_url', 'tenant_id'] as const).some((name) => known?.[name] !== terms[name])
  if (isNew) ledger.commit({ kind: 'customer', customer, ...terms })
  for (const account of accounts) openAccount(ledger, customer, account)
  return undefined
}
