/**
 * The state of a payment as people see it, which says more than the stored state: how much is refunded, and whether a
 * link is still unpaid.
 */
import type { ReactNode } from 'react'
import type { Transaction } from '../../../sdk/src/generated/cards.ts'
import { Status } from './values.tsx'

type Paid = Pick<Transaction, 'status' | 'payment_type' | 'bin_number' | 'amount' | 'net_amount'>

/** A payment link has no card until it is paid. */
const isUnpaidLink = ({ payment_type, bin_number, status }: Paid): boolean =>
  payment_type === 'link' && bin_number === null && status === 'processing'

export const isRefundedInPart = ({ status, amount, net_amount }: Paid): boolean =>
  status === 'completed' && net_amount < amount

const shownStatus = (payment: Paid): string => {
  if (isUnpaidLink(payment)) return 'awaiting_payment'
  return isRefundedInPart(payment) ? 'partially_refunded' : payment.status
}

export const PaymentStatus = ({ of }: { of: Paid }): ReactNode => <Status value={shownStatus(of)} />
