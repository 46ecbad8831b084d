/** Gateway facts that the pages need: its callback fields, and its signature. */
import type { Charge } from '../acquirer/charge.ts'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'
import type { Merchant } from '../world/merchants.ts'
import type { Authentication } from './authentication.ts'

export type Fields = Readonly<Record<string, string>>

export interface ThreeDAdapter {
  merchant(id: string): Merchant | undefined
  /** Returns all posted fields except the signature. `amount` is the one the callback states. */
  fields(
    bank: Bank,
    session: Session,
    authentication: Authentication,
    charged: Charge | undefined,
    amount: number,
  ): Fields
  sign(fields: Fields, storeKey: string): Fields
}
