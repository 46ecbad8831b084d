/** Members of a bank code's row: which of them lets a payment be tried again at another bank, and so takes a second person under connectors.four_eyes. */
import type { StoredErrorCode } from './error-code-store.ts'

type Meaning = Omit<StoredErrorCode, 'id' | 'connector_code' | 'provider_error_code' | 'mapped_to_code'>

interface Mark {
  readonly loosens: boolean
  readonly because: string
}

/** A member without a mark does not compile. */
export const MEANING_MEMBERS: Readonly<Record<keyof Meaning, Mark>> = {
  should_retry: {
    loosens: true,
    because:
      'routing tries another bank after the code; where the first one booked after all, the card is charged twice',
  },
  mapped_to_id: { loosens: true, because: 'the row then follows the should_retry of another one' },
  category: {
    loosens: false,
    because: 'names the refusal to callers; whether a code declines is read from the table of its bank alone',
  },
  turkish_message: { loosens: false, because: 'for people' },
  english_message: { loosens: false, because: 'for people' },
  internal_description: { loosens: false, because: 'for people' },
  http_status_suggestion: { loosens: false, because: 'a suggestion to callers; nothing here follows it' },
}

/** Returns true if a payment is retried at another bank after the code. `followed` is the row whose meaning it inherits. */
export const retries = (row: Pick<StoredErrorCode, 'should_retry'>, followed?: { should_retry: boolean }): boolean =>
  followed?.should_retry ?? row.should_retry

/** Returns true if the change of the row's value makes payments retry; rows that inherit from it then retry too. */
export const beginsToRetry = (
  before: Pick<StoredErrorCode, 'should_retry'>,
  after: Pick<StoredErrorCode, 'should_retry'>,
): boolean => after.should_retry && !before.should_retry
