/** Limits on top of the organization's bucket, in fixed windows of a minute. The table of docs/interface/requests.md#limits is made from this one. */
import { type Phrase, phrase } from '../core/phrases/phrase.ts'

interface CountedClass {
  /** Operations as the table of limits describes them. */
  readonly operations: string
  /** Calls a minute. */
  readonly max: number
  /** Unit for which calls are counted. */
  readonly per: 'address' | 'organization'
  /** Text for a refused caller that names the limit it has used up. */
  readonly words: (max: number) => Phrase
}

export const COUNTED_CLASSES = {
  token: {
    operations: 'POST token, login, change-password, forgotten-password, links',
    max: 10,
    per: 'address',
    words: (max) => phrase`${max} token requests a minute per address`,
  },
  refresh: {
    operations: 'POST refresh',
    max: 30,
    per: 'organization',
    words: (max) => phrase`${max} refreshes a minute per organization`,
  },
  validation: {
    operations: 'BIN look-up, POST validation',
    max: 500,
    per: 'organization',
    words: (max) => phrase`${max} validations a minute`,
  },
  lookups: {
    operations: 'banks, cities, districts, merchant categories, BIN ranges, addresses of banks',
    max: 1_000,
    per: 'organization',
    words: (max) => phrase`${max} lookups a minute`,
  },
  subscription_management: {
    operations:
      'POST, PUT, DELETE of webhook subscriptions and of channels of monitors; bank notifications are not among them',
    max: 20,
    per: 'organization',
    words: (max) => phrase`${max} changes of subscriptions a minute`,
  },
  bulk_transfer: {
    operations: 'POST transfers/bulk/create',
    max: 10,
    per: 'organization',
    words: (max) => phrase`${max} bulk creates a minute`,
  },
  reconciliation_start: {
    operations: 'POST reconciliations/start, POST reconciliations/files',
    max: 5,
    per: 'organization',
    words: (max) => phrase`${max} starts of a reconciliation a minute`,
  },
} as const satisfies Readonly<Record<string, CountedClass>>

/** `plan`: only the organization's bucket. `none`: no limit at all. */
export type LimitClass = keyof typeof COUNTED_CLASSES | 'plan' | 'none'
