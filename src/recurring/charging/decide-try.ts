/**
 * Decides what the end of an attempt means for its installment and its plan. Pure: it depends on the payment as stored.
 */
import { requireEdge } from '../../core/state-machine.ts'
import { inquiryWaitMs } from '../../payments/model/inquiry-schedule.ts'
import { isWaitingForDate } from '../../payments/review/release-waiting.ts'
import { endOfRecurringPlan } from '../model/end-of-recurring-plan.ts'
import { buildInstallmentEvent, type PaymentFacts, type RecurringPlanEvent } from '../model/recurring-plan-events.ts'
import type { InstallmentRow, RecurringPlanRow } from '../model/recurring-plan-row.ts'
import { type InstallmentTrigger, installmentMachine } from '../model/recurring-plan-states.ts'

/**
 * Why an attempt created no payment. `waitMs` means that the attempt is not at fault, and the same attempt continues
 * after this time.
 */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly waitMs?: number
}

interface TryEnd {
  readonly plan: RecurringPlanRow
  readonly installment: InstallmentRow
  /** Null if no payment was created. */
  readonly payment: PaymentFacts | null
  readonly refusal: Refusal | null
  readonly settings: { readonly maxTries: number; readonly retryMs: number }
  readonly nowMs: number
}

export interface TryResult {
  readonly plan: RecurringPlanRow
  readonly installment: InstallmentRow
  readonly events: readonly RecurringPlanEvent[]
  /** Effect on the other installments: due on their dates from now on, or canceled with the plan. */
  readonly others: 'arm' | 'withdraw' | null
}

export const decideTry = (end: TryEnd): TryResult => {
  const { payment, refusal, nowMs } = end
  if (payment === null)
    return refusal?.waitMs === undefined && refusal !== null ? afterFailure(end, refusal) : stillOpen(end)
  if (isHeldByDate(payment, nowMs)) return waitsForDate(end)
  switch (payment.status) {
    case 'created':
    case 'processing':
    case 'three_d_secure_init_processing':
    case 'three_d_secure_auth_processing':
      return stillOpen(end)
    case 'failed':
      return afterFailure(end, { code: payment.error_code ?? 'payment_failed', message: payment.error_message ?? '' })
    case 'canceled':
      // A payment without an authorization was never charged, only voided while it was held. A charged payment is
      // concluded before it can be voided, or counts as charged.
      return payment.auth_code === null ? finish(end, 'withdraw', null) : finish(end, 'charge', null)
    default:
      return finish(end, 'charge', null)
  }
}

const isHeldByDate = (payment: PaymentFacts, nowMs: number): boolean =>
  payment.status === 'created' && Date.parse(payment.extra?.recurring_due ?? '') > nowMs

/** The payment is stored, and its plan continues like any other from the payment's date on. */
const waitsForDate = (end: TryEnd): TryResult => {
  const { plan, installment, payment, nowMs } = end
  return {
    plan: { ...plan, is_established: true, last_modified: new Date(nowMs) },
    installment: {
      ...installment,
      is_trying: false,
      transaction_id: payment?.id ?? null,
      next_step_at: installment.due_date,
      updated_at: new Date(nowMs),
    },
    events: [],
    others: plan.is_established ? null : 'arm',
  }
}

/** Nothing has ended, so the attempt is checked again at growing intervals. */
const stillOpen = ({ plan, installment, payment, refusal, nowMs }: TryEnd): TryResult => {
  const waitMs =
    payment !== null && isWaitingForDate(payment) ? 0 : (refusal?.waitMs ?? inquiryWaitMs(installment.step_count))
  return {
    plan,
    installment: {
      ...installment,
      transaction_id: payment?.id ?? installment.transaction_id,
      next_step_at: new Date(nowMs + waitMs),
      step_count: installment.step_count + 1,
      ...(refusal === null ? {} : { result_code: refusal.code, result_message: refusal.message }),
    },
    events: [],
    others: null,
  }
}

const afterFailure = (end: TryEnd, { code, message }: Refusal): TryResult => {
  const { plan, installment, payment, settings, nowMs } = end
  if (plan.status !== 'active') return finish(end, 'withdraw', null)
  const isLast = !plan.is_established || installment.try_count >= settings.maxTries
  if (isLast) return finish(end, 'give_up', { code, message })
  return {
    plan: { ...plan, last_error_code: code, last_error_message: message, last_modified: new Date(nowMs) },
    installment: {
      ...installment,
      ...toResult(payment, { code, message }),
      is_trying: false,
      // The id is replaced only once a payment with it has ended, so that another process still working on this attempt
      // cannot create a second payment.
      payment_id: payment === null ? installment.payment_id : null,
      transaction_id: payment?.id ?? installment.transaction_id,
      next_step_at: new Date(nowMs + settings.retryMs),
      step_count: 0,
      updated_at: new Date(nowMs),
    },
    events: [],
    others: null,
  }
}

const COUNTS: Partial<Record<InstallmentTrigger, 'completed_count' | 'error_count'>> = {
  charge: 'completed_count',
  give_up: 'error_count',
}

/** Takes the installment's last step, and the plan's if no installment is left. */
const finish = (end: TryEnd, trigger: InstallmentTrigger, fault: Refusal | null): TryResult => {
  const { installment, payment, nowMs } = end
  const edge = requireEdge(installmentMachine, installment.status, trigger)
  const ended: InstallmentRow = {
    ...installment,
    ...toResult(payment, fault),
    status: edge.to,
    is_trying: false,
    transaction_id: payment?.id ?? installment.transaction_id,
    next_step_at: null,
    updated_at: new Date(nowMs),
  }
  const counted = COUNTS[trigger]
  const isRefusedAtOnce = !end.plan.is_established && trigger !== 'charge'
  const before: RecurringPlanRow = {
    ...end.plan,
    is_established: true,
    open_count: isRefusedAtOnce ? 0 : end.plan.open_count - 1,
    ...(counted === undefined ? {} : { [counted]: end.plan[counted] + 1 }),
    ...(trigger === 'charge'
      ? { configuration_id: end.plan.configuration_id ?? payment?.configuration_id ?? null }
      : {}),
    ...(fault === null ? {} : { last_error_code: fault.code, last_error_message: fault.message }),
    last_modified: new Date(nowMs),
  }
  const { plan, events: planEvents } = endOfRecurringPlan(before, end.plan.created_by, nowMs)
  const own = edge.emits.map((type) =>
    buildInstallmentEvent({ ...plan, event_count: before.event_count }, ended, type, payment, toFault(fault), nowMs),
  )
  const shifted = planEvents({ ...plan, event_count: before.event_count + own.length })
  const events = [...own, ...shifted]
  const others = end.plan.is_established ? null : isRefusedAtOnce ? 'withdraw' : 'arm'
  return { plan: { ...plan, event_count: before.event_count + events.length }, installment: ended, events, others }
}

const toFault = (fault: Refusal | null) => ({ code: fault?.code ?? null, message: fault?.message ?? null })

const toResult = (payment: PaymentFacts | null, fault: Refusal | null) => ({
  result_code: fault?.code ?? null,
  result_message: fault?.message ?? null,
  proc_return_code: payment?.bank_code ?? null,
  provider_process_id: payment?.provider_transaction_id ?? null,
})
