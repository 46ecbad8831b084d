/**
 * Events of plans. `sequence` counts within the plan, not the payment: an event may have no payment, and a payment's
 * sequence number would cost another write.
 */
import { type BankFacts, NO_BANK_FACTS } from '../../payments/model/bank-facts.ts'
import type { PaymentRow } from '../../payments/model/payment.ts'
import { buildPaymentEvent } from '../../payments/persistence/payment-event.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'
import type { InstallmentRow, RecurringPlanRow } from './recurring-plan-row.ts'

/** Columns of its payment that an installment needs. */
export type PaymentFacts = BankFacts &
  Pick<
    PaymentRow,
    | 'id'
    | 'status'
    | 'amount'
    | 'currency'
    | 'merchant_id'
    | 'masked_card_number'
    | 'card_scheme'
    | 'external_id'
    | 'configuration_id'
    | 'operation_type'
    | 'secure_type'
    | 'verdict'
    | 'next_inquiry_at'
    | 'extra'
    | 'key_reference'
  >

export interface RecurringPlanEvent {
  sequence: number
  id: string
  type: string
  body: string
}

type EventRecurringPlan = Pick<
  RecurringPlanRow,
  'id' | 'status' | 'amount' | 'currency' | 'merchant_id' | 'external_id' | 'event_count' | 'installment_count'
>

/**
 * Builds the event of one installment; `payment` is null if its last attempt created none. The plan is given in its
 * state after the event, except that its count is the one before.
 */
export const buildInstallmentEvent = (
  plan: EventRecurringPlan,
  installment: Pick<InstallmentRow, 'installment_index' | 'status' | 'try_count'>,
  type: EventType,
  payment: PaymentFacts | null,
  { code, message }: { code: string | null; message: string | null },
  nowMs: number,
): RecurringPlanEvent => {
  const hasFailed = type === 'subscription.failed' || type === 'subscription.charge.failed'
  const further = {
    recurring_plan_id: plan.id,
    plan_status: plan.status,
    installment_index: installment.installment_index,
    installment_status: installment.status,
    error_code: hasFailed ? code : null,
    error_message: hasFailed ? message : null,
    ...(type === 'subscription.failed' ? { try_count: installment.try_count } : {}),
    ...(hasFailed ? { provider_error_code: payment?.bank_code ?? null } : { provider_error_code: undefined }),
  }
  return buildEvent(plan, type, payment, further, nowMs)
}

/** Builds an event of the plan itself. */
export const buildRecurringPlanEvent = (
  plan: EventRecurringPlan,
  type: 'subscription.cancelled' | 'subscription.completed',
  cancelledBy: string,
  nowMs: number,
): RecurringPlanEvent => {
  const further =
    type === 'subscription.cancelled' ? { cancelled_by: cancelledBy } : { installment_count: plan.installment_count }
  return buildEvent(plan, type, null, { recurring_plan_id: plan.id, plan_status: plan.status, ...further }, nowMs)
}

const buildEvent = (
  plan: EventRecurringPlan,
  type: EventType,
  payment: PaymentFacts | null,
  further: Record<string, unknown>,
  nowMs: number,
): RecurringPlanEvent => {
  const about = payment ?? { ...NO_PAYMENT, ...plan }
  const none = payment === null ? { transaction_id: null, status: null } : {}
  return buildPaymentEvent(about as PaymentFacts, type, plan.event_count + 1, nowMs, { ...none, ...further })
}

const NO_PAYMENT = {
  ...NO_BANK_FACTS,
  masked_card_number: '',
  card_scheme: '' as PaymentFacts['card_scheme'],
}
