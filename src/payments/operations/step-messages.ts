/** How the history of a payment words the steps of a capture, void or refund, and what it calls their failures. */
import type { FollowUpKind } from '../model/operation.ts'

const WORDS: Record<FollowUpKind, string> = { capture: 'Capture', void: 'Void', refund: 'Refund' }

export const sentMessage = (kind: FollowUpKind): string => `${WORDS[kind]} sent to the bank`
export const acceptedMessage = (kind: FollowUpKind): string => `${WORDS[kind]} accepted by the bank`

/** Stored codes (errors.md 1.8 to 1.10): the bank said no, or the call failed technically and nothing was booked. */
export const failureCodeOf = (kind: FollowUpKind, isTechnical: boolean): `${FollowUpKind}_${'failed' | 'exception'}` =>
  `${kind}_${isTechnical ? 'exception' : 'failed'}`

/** What the operation is called beside sale and pre_auth. */
export const chargeTypeOf = (kind: FollowUpKind): 'post_auth' | 'void' | 'refund' =>
  kind === 'capture' ? 'post_auth' : kind
