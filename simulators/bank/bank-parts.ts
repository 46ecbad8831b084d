/** What every adapter of the bank works with. */
import type { Faults } from './faults/faults.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Exchanges } from './wire/exchanges.ts'

export interface Bank {
  readonly ledger: Ledger
  readonly faults: Faults
  readonly exchanges: Exchanges
  /** What chance is drawn from. */
  readonly seed: string
  /** Where browsers and connectors reach it. */
  readonly url: string
  /** Where it leaves the files of its days. */
  readonly filesFolder: string
  /** Takes what the protocol forbids wherever it can be understood; only for exploring. */
  readonly lenient: boolean
}
