/** POST /api/v1/payments/recurring and POST /api/v1/recurring: two operations that create the same kind of plan. */
import { type Call, type Endpoint, endpoint } from '../../access/endpoint.ts'
import type { ProblemCode } from '../../core/problem.ts'
import { PaymentResultSchema } from '../../payments/model/payment-schemas.ts'
import { respondWithPayment, respondWithRecurringPlan } from '../created-response.ts'
import { RECURRING_PLANS_PATH, RECURRING_PLANS_TAG } from '../recurring-plan-requests.ts'
import {
  CreateRecurringPayment,
  type CreateRecurringPaymentBody,
  CreateRecurringPlan,
  type CreateRecurringPlanBody,
  RecurringCreated,
} from '../recurring-plan-schemas.ts'
import { termsOfPayment, termsOfRecurringPlan } from '../recurring-plan-terms.ts'
import type { RecurringServices } from '../recurring-services.ts'
import { toRecurringPlanKey } from '../repeat-recurring-plan.ts'
import { startRecurringPlan } from '../start-recurring-plan.ts'

const COMMON_ERRORS: readonly ProblemCode[] = [
  'merchant_id_required',
  'invalid_amount',
  'invalid_currency',
  'invalid_card_number',
  'invalid_card_expiry',
  'invalid_cvv',
  'invalid_card_holder',
  'invalid_billing_city',
  'config_error',
  'routing_no_match',
  'connector_not_found',
  'fraud_blocked',
  'daily_limit_exceeded',
  'monthly_limit_exceeded',
  'bank_declined',
  'payment_failed',
  'non_3d_not_allowed',
  'three_ds_required',
  'recurring_not_supported',
]

const shared = {
  method: 'POST',
  allow: 'pay',
  effect: 'takes-money',
  product: 'recurring',
  idempotent: 'own',
  movesMoney: true,
  needsMerchant: true,
} as const

const AFTERWARDS =
  ' The platform charges the other installments on their dates, with the card kept sealed and without its code. Send an `Idempotency-Key`: a repeat finds the same plan.'

export const createRecurringPayment = (services: RecurringServices): Endpoint =>
  endpoint({
    ...shared,
    path: '/api/v1/payments/recurring',
    tag: 'Payments',
    summary: 'Make a recurring plan and its first payment',
    description: `Answers the first payment; \`extra_properties.recurring_plan_id\` names the plan. With \`start_date\` ahead the payment is pending and sent on its date.${AFTERWARDS}`,
    body: CreateRecurringPayment,
    answers: { 200: PaymentResultSchema, 202: PaymentResultSchema },
    errors: COMMON_ERRORS,
    async handle(call) {
      const terms = termsOfPayment(call.body as CreateRecurringPaymentBody)
      const asked = { call: call as Call, terms, key: toRecurringPlanKey(call, 'payment') }
      return respondWithPayment(services, await startRecurringPlan(services, asked))
    },
  })

export const createRecurringPlan = (services: RecurringServices): Endpoint =>
  endpoint({
    ...shared,
    path: RECURRING_PLANS_PATH,
    tag: RECURRING_PLANS_TAG,
    summary: 'Make a recurring plan',
    description: `Answers the plan. With \`secure_type\` three_ds the shopper confirms the first payment: show \`html_content\`, never store or log it.${AFTERWARDS}`,
    body: CreateRecurringPlan,
    answers: { 200: RecurringCreated, 202: RecurringCreated },
    errors: [
      ...COMMON_ERRORS,
      'invalid_callback_url',
      'three_ds_not_supported',
      'three_ds_init_exception',
      'three_ds_module_not_found',
    ],
    async handle(call) {
      const body = call.body as CreateRecurringPlanBody
      const asked = {
        call: call as Call,
        terms: termsOfRecurringPlan(body),
        key: toRecurringPlanKey(call, 'plan'),
        returnUrl: body.return_url,
      }
      return respondWithRecurringPlan(services, await startRecurringPlan(services, asked))
    },
  })
