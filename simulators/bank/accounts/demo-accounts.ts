/** The accounts of the demo tenant, in the bank's world from its first start on. */
import { readFileSync } from 'node:fs'
import type { Ledger } from '../ledger/ledger.ts'
import type { AccountBody } from './bodies.ts'
import { openAccount } from './open-account.ts'

const { customer, accounts } = JSON.parse(readFileSync(new URL('../world/accounts.json', import.meta.url), 'utf8')) as {
  customer: string
  accounts: AccountBody[]
}

/** Opens the accounts. The customer's key is sent with the first call: see PUT /customers/{customer}. */
export const addDemoAccounts = (ledger: Ledger): void => {
  for (const account of accounts) openAccount(ledger, customer, account)
}
