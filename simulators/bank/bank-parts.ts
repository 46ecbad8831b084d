/** Parts of the bank that every adapter uses. */
import type { Faults } from './faults/faults.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Exchanges } from './wire/exchanges.ts'

export interface Bank {
  readonly ledger: Ledger
  readonly faults: Faults
  readonly exchanges: Exchanges
  /** Seed of all random values. */
  readonly seed: string
  /** Where browsers and connectors reach it. */
  readonly url: string
  /** Folder for the files of its days. */
  readonly filesFolder: string
  /** Accepts what the protocol forbids if it can be understood; only for exploring. */
  readonly lenient: boolean
}
