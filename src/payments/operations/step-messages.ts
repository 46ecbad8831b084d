/** Messages and failure codes of the steps of a capture, void or refund in a payment's history. */
import type { OperationKind } from '../model/operation.ts'

const LABELS: Record<OperationKind, string> = { capture: 'Capture', void: 'Void', refund: 'Refund' }

export const sentMessage = (kind: OperationKind): string => `${LABELS[kind]} sent to the bank`
export const acceptedMessage = (kind: OperationKind): string => `${LABELS[kind]} accepted by the bank`

/**
 * Returns the stored code (docs/interface/bank-codes.md#card-payments): the bank declined, or the call failed
 * technically and nothing was booked.
 */
export const toFailureCode = (
  kind: OperationKind,
  isTechnical: boolean,
): `${OperationKind}_${'failed' | 'exception'}` => `${kind}_${isTechnical ? 'exception' : 'failed'}`

/** Returns the name of the operation in the list that also has sale and pre_auth. */
export const toChargeType = (kind: OperationKind): 'post_auth' | 'void' | 'refund' =>
  kind === 'capture' ? 'post_auth' : kind
