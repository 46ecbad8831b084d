/** What the caller of a payment held for review is told, and every repeat of its key. */
import { Problem, problemBody } from '../core/problem.ts'
import { PAYMENTS_PATH, type PaymentDesk } from './payment-desk.ts'
import type { NewPayment } from './writing/prepare-payments.ts'

export const reviewProblem = (payment: Pick<NewPayment, 'id'>): Problem =>
  new Problem('fraud_review_required', {
    detail:
      'A fraud rule holds the payment for review; it goes to the bank once somebody approves it. Read it by its transaction_id.',
    transaction_id: payment.id,
  })

/** Known before the first write, and committed with it. */
export const reviewAnswer = (
  desk: PaymentDesk,
  payment: NewPayment,
): { answer_status: number; answer_body: string } => {
  const problem = reviewProblem(payment)
  const { errorsBase } = desk.house.config
  const facts = { errorsBase, instance: PAYMENTS_PATH, correlationId: payment.correlation_id }
  return { answer_status: problem.status, answer_body: JSON.stringify(problemBody(problem, facts)) }
}
