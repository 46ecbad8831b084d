/** What a bank notification means for a transfer in its state (docs/interface/transfers.md#bank-notifications). Pure. */

import type { TakenOrder, TransferObservation } from '../../connectors/transfer-bank.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isBankCode } from '../dispatch/transfer-bank-codes.ts'
import type { TransferRow, TransferType } from '../model/transfer.ts'
import {
  type ClaimedTransfer,
  findMismatches,
  notificationDetails,
  parseNotifiedReference,
} from './notification-claims.ts'
import type { BankNotificationBody } from './notification-schemas.ts'

export type AssessedTransfer = ClaimedTransfer & Pick<TransferRow, 'step'>

export type NotificationAssessment =
  /** The transfer had ended. */
  | { readonly kind: 'duplicate'; readonly reason: string }
  | { readonly kind: 'ignored'; readonly reason: string }
  /** It says a delivered transfer was not executed: noted in the history only. */
  | { readonly kind: 'noted'; readonly reason: string }
  /** It matches and is complete: equal to the bank's response. */
  | { readonly kind: 'believed'; readonly reason: string; readonly observation: TransferObservation }
  /** It matches but is incomplete: the bank is asked for the rest. */
  | { readonly kind: 'confirm'; readonly reason: string }
  /** It does not match: the bank is asked instead. */
  | { readonly kind: 'doubted'; readonly reason: string }

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
  // A reversed or refused attempt cannot resolve the one that followed it.
  if (attemptNo !== undefined && attemptNo < transfer.attempt_no) return { kind: 'ignored', reason: 'earlier_attempt' }
  if (transfer.step === 'send') return { kind: 'ignored', reason: 'attempt_not_sent' }
  if (transfer.status === 'delivered' && !body.success) return { kind: 'noted', reason: 'delivered' }
  const [misfit] = findMismatches(body, transfer)
  if (misfit !== undefined) return { kind: 'doubted', reason: `other_${misfit}` }
  const observation = observationClaimedBy(body, transfer, attemptNo ?? (transfer.attempt_no === 1 ? 1 : undefined))
  return observation === undefined
    ? { kind: 'confirm', reason: 'too_little' }
    : { kind: 'believed', reason: 'concluded', observation }
}

/** Which attempt it is about; undefined when it names only the transfer. */
const attemptNoNamedBy = (body: BankNotificationBody): number | undefined => {
  const { reference } = notificationDetails(body)
  return (
    parseNotifiedReference(body.external_key) ??
    (reference === undefined ? undefined : parseNotifiedReference(String(reference)))
  )?.attemptNo
}

/** Undefined: too little to conclude from. */
const observationClaimedBy = (
  body: BankNotificationBody,
  transfer: AssessedTransfer,
  attemptNo: number | undefined,
): TransferObservation | undefined => {
  const { code, amount, fee, sent_as, receipt_no } = notificationDetails(body)
  if (transfer.status === 'delivered') return { kind: 'completed', ...toTakenOrder(body, transfer) }
  if (attemptNo !== transfer.attempt_no || amount === undefined) return undefined
  if (body.success)
    return fee === undefined || sent_as === undefined || receipt_no === undefined
      ? undefined
      : { kind: 'completed', ...toTakenOrder(body, transfer) }
  return typeof code === 'string' && isBankCode(code) ? toDeclined(body, code) : undefined
}

/** Completed from the transfer where the notification omits a member. */
export const toTakenOrder = (body: BankNotificationBody, transfer: ClaimedTransfer): TakenOrder => {
  const { code, fee, sent_as, receipt_no } = notificationDetails(body)
  return {
    bankReference: body.product_ref_no ?? transfer.provider_transaction_id ?? '',
    receiptNo: (receipt_no as string | undefined) ?? transfer.receipt_no ?? '',
    sentAs: (sent_as as TransferType | undefined) ?? transfer.sent_type ?? transfer.request_type,
    fee: (fee as number | undefined) ?? transfer.fee,
    bankCode: typeof code === 'string' && code.length <= CODE_MAX ? code : APPROVED,
  }
}
const APPROVED = '00'
const CODE_MAX = 20

const toDeclined = (body: BankNotificationBody, code: string): Extract<TransferObservation, { kind: 'declined' }> => ({
  kind: 'declined',
  fault: { providerCode: code, providerMessage: bankMessageOf(body) },
})

/** The bank's own texts. */
export const bankMessageOf = ({ error_description }: Pick<BankNotificationBody, 'error_description'>): string =>
  maskCardNumbers((error_description ?? '').slice(0, WORDS_MAX)) || 'The bank did not carry it out'
const WORDS_MAX = 500
