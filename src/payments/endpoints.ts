/** Payments and transactions of the card surface: the table of contents. */
import type { Endpoint } from '../access/endpoint.ts'
import { approveCancellation } from './cancellation-requests/approve-cancellation.ts'
import { createCancellation } from './cancellation-requests/create-cancellation.ts'
import { listCancellations } from './cancellation-requests/list-cancellations.ts'
import { rejectCancellation } from './cancellation-requests/reject-cancellation.ts'
import { confirmDcc } from './card-programs/confirm-dcc.ts'
import { pointInquiry } from './card-programs/point-inquiry.ts'
import { createPayment } from './create-payment.ts'
import { followUpEndpoints } from './follow-ups/follow-up-endpoints.ts'
import type { PaymentDesk } from './payment-desk.ts'
import { getPayment } from './reading/get-payment.ts'
import { paymentHistory } from './reading/payment-history.ts'
import { queryPayment } from './reading/query-payment.ts'
import { getRefund } from './refunds/get-refund.ts'
import { listRefunds } from './refunds/list-refunds.ts'
import { threeDSecureEndpoints } from './three-d-secure/endpoints.ts'
import { getTrace } from './trace/get-trace.ts'
import { getTransaction } from './transactions/get-transaction.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { transactionHistories } from './transactions/transaction-histories.ts'
import { unresolvedEndpoints } from './unresolved/unresolved-endpoints.ts'

export const paymentEndpoints = (desk: PaymentDesk): Endpoint[] => [
  createPayment(desk),
  ...followUpEndpoints(desk),
  ...threeDSecureEndpoints(desk),
  getPayment,
  queryPayment(desk),
  paymentHistory(desk),
  pointInquiry(desk),
  confirmDcc,
  listRefunds(desk),
  getRefund,
  listCancellations(desk),
  createCancellation(desk),
  approveCancellation(desk),
  rejectCancellation(desk),
  ...unresolvedEndpoints,
  listTransactions(desk),
  getTransaction,
  transactionHistories(desk),
  getTrace,
]
