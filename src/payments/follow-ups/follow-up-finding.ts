/** What a bank's word on a capture, void or refund comes to. */
import type { BankReferences } from '../../connectors/attempt.ts'

/** What became known, or that nothing is known yet. */
export type FollowUpFinding =
  /** `bankCode`: null where people found it in the bank's records. */
  | { kind: 'accepted'; references: BankReferences; bankCode: string | null }
  /** `storedCode`: what the bank's code means (errors.md 2); a technical one says that nothing was booked. */
  | {
      kind: 'refused'
      storedCode: string
      bankCode: string | null
      message: string
      references?: BankReferences
      nothingSent?: true
    }
  | { kind: 'open'; nextInquiryMs: number }
