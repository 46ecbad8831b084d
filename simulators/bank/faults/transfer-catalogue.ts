/** The faults of the accounts API, for transfers and for their notifications. */
import type { FaultKind } from './fault-kind.ts'

export const TRANSFER_FAULTS = {
  late_completion: {
    place: 'books',
    on: 'transfers',
    parameters: { minutes: 60 },
    does: 'books, answers delivered; it completes after minutes of the bank clock',
  },
  eft_returned: {
    place: 'books',
    on: 'transfers',
    parameters: { hours: 4, code: '02' },
    does: 'books; hours of the bank clock after its acceptance the completed transfer comes back as a credit, its fee does not',
  },
  fast_timeout: {
    place: 'books',
    on: 'transfers',
    parameters: { seconds: 25 },
    does: 'books; after seconds of the bank clock the other bank has not answered: refused with 91, the money is back',
  },
  eft_after_hours: {
    place: 'books',
    on: 'transfers',
    parameters: {},
    does: 'books, answers delivered; it completes when EFT next runs',
  },
  account_blocked: {
    place: 'books',
    on: 'transfers',
    parameters: {},
    does: 'the receiving account is frozen: refused with 03 after a second, books nothing',
  },
  name_mismatch: {
    place: 'books',
    on: 'transfers',
    parameters: {},
    does: 'the holder has another name: refused with 05 after a second, books nothing',
  },
  notice_before_answer: {
    place: 'books',
    on: 'transfers',
    parameters: {},
    does: 'books, completes, posts the notice and waits for its answer; then it answers the transfer',
  },
  notice_twice: {
    place: 'notice',
    parameters: { copies: 2 },
    does: 'posts the notice copies times at once',
  },
  notice_lost: { place: 'notice', parameters: {}, does: 'posts nothing, and believes that it did' },
  notice_wrong_amount: {
    place: 'notice',
    parameters: { minor: 100 },
    does: 'the notice names minor as its amount, with a right signature',
  },
  notice_bad_signature: { place: 'notice', parameters: {}, does: 'the notice is signed with another key' },
} as const satisfies Readonly<Record<string, FaultKind>>
