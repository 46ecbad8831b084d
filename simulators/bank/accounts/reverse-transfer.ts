/** A reversal by reference: an unknown reference leaves a tombstone, and a known transfer does not change. */
import { type Transfer, transferKey } from '../ledger/account-books.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** Returns the transfer, which cannot be reversed, or that the bank does not know it and has accepted the reversal. */
export const reverseTransfer = (ledger: Ledger, customer: string, reference: string): Transfer | 'taken' => {
  const books = ledger.books.accounts
  const key = transferKey(customer, reference)
  const transfer = books.transfers.get(key)
  if (transfer) return transfer
  if (!books.tombstones.has(key)) ledger.commit({ kind: 'transfer_tombstone', customer, reference })
  return 'taken'
}
