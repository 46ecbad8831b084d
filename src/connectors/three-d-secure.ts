/** The part of the port around a shopper's challenge: begin, verify the callback, finish. */
import type { Language } from '../core/phrases/texts.ts'
import type { Attempt, CallContext, Configuration, Fault, Outcome, ThreeDModel } from './attempt.ts'

/** Result of a 3D Secure authentication: proof for the authorization, and for a dispute. */
export interface Authentication {
  /** Digit that the bank sent, 0 to 9. */
  readonly mdStatus: string
  readonly eci: string | null
  readonly cavv: string | null
  readonly xid: string | null
  /** The bank's reference of the authentication, where the second call needs one. */
  readonly md: string | null
  readonly dsTransId: string | null
}

/** A payment about to be challenged. */
export interface ChallengeStart extends Attempt {
  /** Address to which the bank sends the browser back, with our signed `cb`. */
  readonly callbackUrl: string
  /** Platform clock, ms; a later callback is resolved by inquiry. */
  readonly expiresAt: number
  readonly language: Language
  /** The bank's page shows this name to the shopper. */
  readonly merchantName: string | null
}

/** Next address of the shopper's browser. A form may carry the card: it is served once, and never stored or logged. */
export type NextStep =
  | { readonly kind: 'form'; readonly action: string; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'redirect'; readonly url: string }

export type ChallengeOutcome =
  /** `state`: what {@link ThreeDSecure.verify} needs later. Kept sealed; never card data. */
  | { readonly kind: 'challenge'; readonly step: NextStep; readonly state: Readonly<Record<string, string>> }
  /** The issuer does not participate. */
  | { readonly kind: 'declined'; readonly fault: Fault }
  | { readonly kind: 'not_sent'; readonly fault: Fault }
  | { readonly kind: 'unknown'; readonly fault: Fault }

/** A stored challenge, which a callback is compared with. */
export interface PendingChallenge {
  readonly attempt: Attempt
  readonly state: Readonly<Record<string, string>>
}

/** Verification of a callback. The engine, not the connector, decides on the md status (accepted_md_status of the configuration). */
export type CallbackOutcome =
  | {
      readonly kind: 'verified'
      readonly authentication: Authentication
      /** Why a challenge failed. */
      readonly refusal?: 'wrong_code' | 'cancelled' | 'timeout' | 'refused' | 'unavailable'
      readonly message?: string
      /** 3d_pay and 3d_host: the bank has already authorized, or refused to. */
      readonly charged?: Outcome
      /** The bank's signature does not cover the terms of the charge: {@link ThreeDSecure.confirm} looks for it in the bank's record. */
      readonly isUnconfirmed?: true
    }
  /** Hash, order, amount or currency do not match: nothing in it is trusted. */
  | {
      readonly kind: 'forged'
      readonly reason: 'bad_hash' | 'no_order' | 'other_order' | 'other_amount' | 'other_card' | 'incomplete'
    }

/** `unsigned`: the form of it is that of our challenge, but no hash proves it: {@link ThreeDSecure.confirm} asks the bank. */
export type CallbackReading = CallbackOutcome | { readonly kind: 'unsigned' }
export type ConfirmedCallback = CallbackOutcome | { readonly kind: 'no_answer'; readonly fault: Fault }

/** The operations around the shopper's challenge, for connectors that offer one. */
export interface ThreeDSecure {
  /**
   * Returns `3d_secure` if we authorize after the callback, `3d_pay` or `3d_host` if the bank does before it, `none` if it is
   * switched off, and undefined if the configuration names a model that does not exist.
   */
  modelOf(configuration: Configuration): ThreeDModel | undefined
  begin(start: ChallengeStart, context: CallContext): Promise<ChallengeOutcome>
  /** Checks the callback's own hash over all its fields, and compares it with the stored challenge. Makes no call. */
  verify(fields: Readonly<Record<string, string>>, challenge: PendingChallenge): CallbackReading
  /** Asks the bank what an unsigned or unconfirmed callback means; moves no money. Absent where the callbacks of the bank show all of it. */
  confirm?(
    fields: Readonly<Record<string, string>>,
    challenge: PendingChallenge,
    context: CallContext,
  ): Promise<ConfirmedCallback>
  /** The authorization after the challenge; `3d_secure` only. */
  finish(attempt: Attempt, authentication: Authentication, context: CallContext): Promise<Outcome>
  /** Inquires how the challenge ended, where the bank supports it. */
  inquireAuthentication?(challenge: PendingChallenge, context: CallContext): Promise<CallbackOutcome | 'open'>
}
