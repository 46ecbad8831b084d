/** Payments and transactions of the card surface: the table of contents. */
import type { Endpoint } from '../access/endpoint.ts'
import { approveCancellation } from './endpoints/approve-cancellation.ts'
import { createCancellation } from './endpoints/create-cancellation.ts'
import { listCancellations } from './endpoints/list-cancellations.ts'
import { rejectCancellation } from './endpoints/reject-cancellation.ts'
import { confirmDcc } from './endpoints/confirm-dcc.ts'
import { pointInquiry } from './endpoints/point-inquiry.ts'
import { createPayment } from './endpoints/create-payment.ts'
import { followUpEndpoints } from './endpoints/capture-void-refund.ts'
import type { PaymentDesk } from './attempts/payment-services.ts'
import { getPayment } from './endpoints/get-payment.ts'
import { paymentHistory } from './endpoints/payment-history.ts'
import { queryPayment } from './endpoints/query-payment.ts'
import { getRefund } from './endpoints/get-refund.ts'
import { listRefunds } from './endpoints/list-refunds.ts'
import { threeDSecureEndpoints } from './endpoints/three-d-secure-endpoints.ts'
import { getTrace } from './endpoints/get-trace.ts'
import { getTransaction } from './endpoints/get-transaction.ts'
import { listTransactions } from './endpoints/list-transactions.ts'
import { transactionHistories } from './endpoints/transaction-histories.ts'
import { unresolvedEndpoints } from './endpoints/unresolved-operations.ts'

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
