/**
 * Meaning of a bank notification for a transfer in its state (docs/interface/transfers.md#bank-notifications). Pure.
 */

import type { TransferRow } from '../model/transfer.ts'
import { parseTransferReference } from '../model/transfer-reference.ts'
import { type ClaimedTransfer, findMismatches, notificationDetails } from './notification-claims.ts'
import type { BankNotificationBody } from './notification-schemas.ts'

export type AssessedTransfer = ClaimedTransfer & Pick<TransferRow, 'step'>

/**
 * A notification is never an outcome: anyone who knows the key of a configuration can sign one, so only the bank's own
 * response ends a transfer.
 */
export interface NotificationAssessment {
  /**
   * `duplicate`: the transfer had already ended. `noted`: it claims that a delivered transfer was not executed, which
   * the history records. `ask`: the bank is asked.
   */
  readonly kind: 'duplicate' | 'ignored' | 'noted' | 'ask'
  readonly reason: string
}

export const assessNotification = (body: BankNotificationBody, transfer: AssessedTransfer): NotificationAssessment => {
  switch (transfer.status) {
    case 'completed':
    case 'failed':
    case 'rejected':
      return { kind: 'duplicate', reason: 'ended' }
    case 'pending':
    case 'approved':
      return { kind: 'ignored', reason: 'not_sent' }
    case 'processing':
    case 'delivered':
      return assessSent(body, transfer)
  }
}

const assessSent = (body: BankNotificationBody, transfer: AssessedTransfer): NotificationAssessment => {
  const attemptNo = attemptNoNamedBy(body)
  // A reversed or refused attempt says nothing about the attempt after it.
  if (attemptNo !== undefined && attemptNo < transfer.attempt_no) return { kind: 'ignored', reason: 'earlier_attempt' }
  if (transfer.step === 'send') return { kind: 'ignored', reason: 'attempt_not_sent' }
  if (transfer.status === 'delivered' && !body.success) return { kind: 'noted', reason: 'delivered' }
  const [misfit] = findMismatches(body, transfer)
  return { kind: 'ask', reason: misfit === undefined ? 'matches' : `other_${misfit}` }
}

/** Returns the attempt it is about; undefined if it names only the transfer. */
const attemptNoNamedBy = (body: BankNotificationBody): number | undefined => {
  const { reference } = notificationDetails(body)
  return (
    parseTransferReference(body.external_key) ??
    (reference === undefined ? undefined : parseTransferReference(String(reference)))
  )?.attemptNo
}
