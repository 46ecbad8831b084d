/** The responses of both operations: the first payment, or the plan with what the shopper has to do. */
import type { Answer } from '../access/endpoint.ts'
import type { PaymentResult } from '../payments/model/payment-result.ts'
import { findPayment } from '../payments/model/payment-store.ts'
import { isWaitingForDate } from '../payments/review/release-waiting.ts'
import { readRecurringPlanDetail } from './recurring-plan-response.ts'
import { keepAnswer } from './recurring-plan-store.ts'
import type { RecurringServices } from './recurring-services.ts'
import type { CreatedRecurringPlan } from './repeat-recurring-plan.ts'

const AHEAD = 'The plan is made; its first payment is sent on its date.'

/** The response of POST /payments/recurring. */
export const respondWithPayment = async (
  services: RecurringServices,
  { plan, answer }: CreatedRecurringPlan,
): Promise<Answer> =>
  (await isWaiting(services, plan, answer))
    ? { status: 200, body: { ...readResult(answer), is_success: true, message: AHEAD } }
    : answer

/** The response of POST /recurring, stored under the key once the first payment is charged. */
export const respondWithRecurringPlan = async (
  services: RecurringServices,
  created: CreatedRecurringPlan,
): Promise<Answer> => {
  const { answer, plan } = created
  if (plan.answer_status !== null && plan.answer_body !== null)
    return { status: plan.answer_status, bodyText: plan.answer_body, isReplay: true }
  if (answer.status >= 400) return answer
  const result = readResult(answer)
  const { db } = services.payments.runtime
  const scope = { tenantId: plan.tenant_id, merchantId: plan.merchant_id }
  const detail = await db.transaction({ of: plan.tenant_id, mode: 'read' }, (tx) =>
    readRecurringPlanDetail(tx, scope, plan.id),
  )
  const isAhead = await isWaiting(services, plan, answer)
  const challenge = result.status === 'pending_3ds' ? result.extra_properties : null
  const body = JSON.stringify({
    plan: detail,
    is_success: isAhead || result.is_success,
    message: isAhead ? AHEAD : result.message,
    error_code: null,
    requires_three_d_secure: challenge !== null,
    html_content: challenge?.html_content ?? null,
    redirect_token: challenge === null ? null : toToken(challenge.redirect_url),
    transaction_id: result.transaction_id,
  })
  const status = isAhead ? 200 : answer.status
  if (status === 200 && challenge === null)
    await db.transaction({ of: plan.tenant_id }, (tx) => keepAnswer(tx, plan, status, body))
  return {
    status,
    bodyText: body,
    carriesSecret: answer.carriesSecret ?? false,
    isReplay: created.isRepeat && status === 200,
  }
}

/**
 * Returns whether the payment is stored and approved by the rules, so that there is nothing more to report before its
 * date. One that a fraud review holds is pending like any other.
 */
const isWaiting = async (
  { payments: { runtime } }: RecurringServices,
  { tenant_id, first_payment_id }: CreatedRecurringPlan['plan'],
  answer: Answer,
): Promise<boolean> => {
  if (answer.status !== 202) return false
  const payment = await runtime.db.transaction({ of: tenant_id, mode: 'read' }, (tx) =>
    findPayment(tx, tenant_id, first_payment_id),
  )
  return payment !== undefined && isWaitingForDate(payment)
}

const readResult = ({ body, bodyText }: Answer): PaymentResult =>
  (bodyText === undefined ? body : JSON.parse(bodyText)) as PaymentResult

/** Returns the token that names the challenge in the address of its page. */
const toToken = (redirectUrl: string | undefined): string | null =>
  redirectUrl === undefined ? null : (new URL(redirectUrl).pathname.split('/').at(-1) ?? null)
