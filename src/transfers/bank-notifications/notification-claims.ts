/** Claims of a bank notification about a transfer, and where they differ from our record. */
import { maskCardNumber } from '../../core/card-number.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { money } from '../../core/money.ts'
import { expectedFee } from '../ledger/expected-fees.ts'
import { TRANSFER_TYPES, type TransferRow } from '../model/transfer.ts'
import { parseTransferReference, toTransferReference } from '../model/transfer-reference.ts'
import type { BankNotificationBody } from './notification-schemas.ts'

/** Members of additional_data that are used; all others are neither read nor stored. */
const DETAILS = ['reference', 'status', 'code', 'amount', 'currency', 'fee', 'sent_as', 'receipt_no'] as const
type Detail = (typeof DETAILS)[number]
type NotificationDetails = Readonly<Partial<Record<Detail, string | number | boolean>>>

export const notificationDetails = ({
  additional_data = {},
}: Pick<BankNotificationBody, 'additional_data'>): NotificationDetails =>
  Object.fromEntries(
    DETAILS.flatMap((name) => {
      const value = Object.hasOwn(additional_data, name) ? additional_data[name] : undefined
      return value === undefined || value === null ? [] : [[name, typeof value === 'object' ? 'unreadable' : value]]
    }),
  )

/** Returns the notification as stored in the log. */
export const toLoggedNotification = (body: BankNotificationBody): string => {
  const { external_key, product_ref_no, success, error_description, channel_id, shadow_card_number: card } = body
  const kept = { external_key, product_ref_no, success, error_description, channel_id }
  const shown = card === undefined ? {} : { shadow_card_number: card.replace(/[0-9]{11,}/g, maskCardNumber) }
  return maskCardNumbers(
    JSON.stringify({ ...kept, ...shown, additional_data: notificationDetails(body) }).slice(0, KEPT_MAX),
  )
}
const KEPT_MAX = 8_000

export type ClaimedTransfer = Pick<
  TransferRow,
  | 'id'
  | 'key_reference'
  | 'status'
  | 'amount'
  | 'currency'
  | 'fee'
  | 'request_type'
  | 'sent_type'
  | 'receipt_no'
  | 'provider_transaction_id'
  | 'attempt_no'
>

/** Returns the names of members that do not fit the transfer; an absent member contradicts nothing. */
export const findMismatches = (body: BankNotificationBody, transfer: ClaimedTransfer): string[] => {
  const { reference, status, amount, currency, fee, sent_as, receipt_no } = notificationDetails(body)
  const isDelivered = transfer.status === 'delivered'
  const endings = body.success ? ['completed'] : ['refused']
  const fees = isDelivered ? transfer.fee : expectedFeeMinor(transfer)
  const types: readonly unknown[] = isDelivered ? [transfer.sent_type] : TRANSFER_TYPES
  const attemptNo = parseTransferReference(String(reference))?.attemptNo ?? 0
  const tests: readonly [name: string, differs: boolean][] = [
    [
      'reference',
      reference !== undefined &&
        (toTransferReference(transfer, attemptNo) !== reference || attemptNo > transfer.attempt_no),
    ],
    ['status', status !== undefined && !endings.includes(String(status))],
    ['amount', amount !== undefined && amount !== transfer.amount],
    ['currency', currency !== undefined && currency !== transfer.currency],
    ['fee', body.success && fee !== undefined && fee !== fees],
    ['sent_as', body.success && sent_as !== undefined && !types.includes(sent_as)],
    ['receipt_no', body.success && receipt_no !== undefined && !isReceiptNo(receipt_no, transfer.receipt_no)],
    ['product_ref_no', differs(body.product_ref_no, transfer.provider_transaction_id)],
  ]
  return tests.filter(([, isOther]) => isOther).map(([name]) => name)
}

const expectedFeeMinor = ({ request_type, amount, currency }: ClaimedTransfer): number =>
  expectedFee(request_type, money(amount, currency)).minor
const isReceiptNo = (claimed: unknown, known: string | null): boolean =>
  typeof claimed === 'string' && /^[\w-]{1,40}$/.test(claimed) && !differs(claimed, known)
const differs = (claimed: string | undefined, known: string | null): boolean =>
  claimed !== undefined && known !== null && known !== '' && claimed !== known
