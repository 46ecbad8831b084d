/** Cancelling a plan, one of its installments, or the plan of a payment. */
import { type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { processedAtMs } from '../../payments/model/payment.ts'
import { buildPaymentResult } from '../../payments/model/payment-result.ts'
import { PaymentResultSchema, TransactionIdParams } from '../../payments/model/payment-schemas.ts'
import { findPayment, requirePayment } from '../../payments/model/payment-store.ts'
import { findPlanId } from '../../payments/model/stored-credential.ts'
import { RECURRING_PLANS_PATH, RECURRING_PLANS_TAG, requireRecurringPlan } from '../recurring-plan-requests.ts'
import { readRecurringPlanDetail } from '../recurring-plan-response.ts'
import {
  CancelRecurring,
  InstallmentParams,
  RecurringPlanDetail,
  RecurringPlanParams,
} from '../recurring-plan-schemas.ts'
import type { RecurringServices } from '../recurring-services.ts'
import { cancelInstallment, endWaitingPayment, toActor, withdrawRecurringPlan } from '../withdraw-recurring-plan.ts'

const shared = { method: 'POST', allow: 'money-back', effect: 'stops', product: 'recurring' } as const
const ON_ITS_WAY = ' What is on its way to the bank goes on to its end: void or refund it where it was charged.'

const toScope = ({ tenantId, merchantId }: Pick<Call, 'tenantId' | 'merchantId'>) => ({ tenantId, merchantId })

export const cancelRecurringPlan = (services: RecurringServices): Endpoint =>
  endpoint({
    ...shared,
    path: `${RECURRING_PLANS_PATH}/:id/cancel`,
    tag: RECURRING_PLANS_TAG,
    summary: 'Cancel a recurring plan',
    description: `Open installments are cancelled and the card is erased.${ON_ITS_WAY}`,
    notFound: 'recurring_plan_not_found',
    params: RecurringPlanParams,
    answers: { 200: RecurringPlanDetail },
    errors: ['recurring_plan_not_found', 'recurring_plan_not_active'],
    async handle(call) {
      const scope = toScope(call)
      const { id } = call.params
      await endWaitingPayment(services, scope, id, null)
      const answer = await call.inTx(async (tx) => {
        await withdrawRecurringPlan(tx, scope, id, toActor(call))
        return ok(await readRecurringPlanDetail(tx, scope, id))
      })
      services.wakeDeliveries([call.tenantId])
      return answer
    },
  })

export const cancelRecurringInstallment = (services: RecurringServices): Endpoint =>
  endpoint({
    ...shared,
    path: `${RECURRING_PLANS_PATH}/:id/installments/:index/cancel`,
    tag: RECURRING_PLANS_TAG,
    summary: 'Cancel one installment of a plan',
    description: 'While it is pending and before its due date. A plan whose last open installment it was ends with it.',
    notFound: 'recurring_plan_not_found',
    params: InstallmentParams,
    answers: { 200: RecurringPlanDetail },
    errors: [
      'recurring_plan_not_found',
      'recurring_plan_not_active',
      'recurring_installment_not_found',
      'recurring_installment_not_pending',
      'recurring_installment_due_passed',
    ],
    async handle(call) {
      const scope = toScope(call)
      await endWaitingPayment(services, scope, call.params.id, call.params.index)
      const answer = await call.inTx(async (tx) => {
        await cancelInstallment(tx, scope, call.params, toActor(call))
        return ok(await readRecurringPlanDetail(tx, scope, call.params.id))
      })
      services.wakeDeliveries([call.tenantId])
      return answer
    },
  })

export const cancelRecurringPlanOfPayment = (services: RecurringServices): Endpoint =>
  endpoint({
    ...shared,
    path: '/api/v1/payments/:transaction_id/recurring/cancel',
    tag: 'Payments',
    summary: 'Cancel the plan of a payment',
    description: `Any payment of the plan names it; answered with that payment.${ON_ITS_WAY}`,
    movesMoney: true,
    notFound: 'payment_not_found',
    params: TransactionIdParams,
    body: CancelRecurring,
    isBodyOptional: true,
    answers: { 200: PaymentResultSchema },
    errors: ['payment_not_found', 'recurring_plan_not_found', 'recurring_plan_not_active'],
    async handle(call) {
      const scope = toScope(call)
      const id = call.params.transaction_id
      const repeated = (call.body as { transaction_id?: string } | undefined)?.transaction_id
      if (repeated !== undefined && repeated !== id)
        throw fieldProblem('transaction_id', 'mismatch', phrase`differs from the path`)
      const read = (tx: Parameters<typeof findPayment>[0]) => findPayment(tx, scope.tenantId, id, scope.merchantId)
      const planId = findPlanId(requirePayment(await call.read(read))) ?? requireRecurringPlan(undefined).id
      await endWaitingPayment(services, scope, planId, null)
      const answer = await call.inTx(async (tx) => {
        await withdrawRecurringPlan(tx, scope, planId, toActor(call))
        const payment = requirePayment(await read(tx))
        return ok(buildPaymentResult({ ...payment, processed_ms: processedAtMs(payment) }))
      })
      services.wakeDeliveries([call.tenantId])
      return answer
    },
  })
