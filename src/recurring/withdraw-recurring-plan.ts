/**
 * Cancels a plan, or one installment of it: a payment that is on its way to a bank is completed, nothing new begins.
 */
import type { Call } from '../access/endpoint.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import { findTarget } from '../core/state-machine.ts'
import type { Tx } from '../infra/database/database.ts'
import { findPayment } from '../payments/model/payment-store.ts'
import { endWaiting, isWaitingForDate } from '../payments/review/release-waiting.ts'
import { applyEndTrigger, endOfRecurringPlan } from './model/end-of-recurring-plan.ts'
import type { InstallmentRow, RecurringPlanRow } from './model/recurring-plan-row.ts'
import { installmentMachine } from './model/recurring-plan-states.ts'
import { requireActive, requireRecurringPlan } from './recurring-plan-requests.ts'
import {
  findInstallments,
  findRecurringPlan,
  lockRecurringPlan,
  type RecurringPlanScope,
  writeRecurringPlans,
} from './recurring-plan-store.ts'
import type { RecurringServices } from './recurring-services.ts'

const WITHDRAWN = findTarget(installmentMachine, 'withdraw')

/** Runs in the caller's transaction. */
export const withdrawRecurringPlan = async (
  tx: Tx,
  scope: RecurringPlanScope,
  id: string,
  { by, now }: { by: string; now: Date },
): Promise<RecurringPlanRow> => {
  const before = await lockWithin(tx, scope, id)
  const installments = await findInstallments(tx, scope.tenantId, id)
  const open = installments.filter(isUntouched)
  const left = installments.filter(({ status }) => status === 'pending').length - open.length
  const { plan, events } = applyEndTrigger({ ...before, open_count: left }, 'cancel', by, now.getTime())
  await write(
    tx,
    plan,
    open.map((each) => withdraw(each, now)),
    events(plan),
    now,
  )
  return plan
}

/** `index` is the text from the path. */
export const cancelInstallment = async (
  tx: Tx,
  scope: RecurringPlanScope,
  place: { id: string; index: string },
  { by, now }: { by: string; now: Date },
): Promise<RecurringPlanRow> => {
  const before = await lockWithin(tx, scope, place.id, false)
  const installments = await findInstallments(tx, scope.tenantId, place.id)
  const installment = requireInstallment(installments, place.index)
  requireActive(before)
  checkPending(installment, now)
  const { plan, events } = endOfRecurringPlan(
    { ...before, open_count: before.open_count - 1, last_modified: now },
    by,
    now.getTime(),
  )
  await write(tx, plan, [withdraw(installment, now)], events(plan), now)
  return plan
}

/**
 * Ends a first payment that is stored for a future date. Call it before its installment is withdrawn, so that the
 * payment is never sent afterwards.
 */
export const endWaitingPayment = async (
  services: RecurringServices,
  scope: RecurringPlanScope,
  id: string,
  index: string | null,
): Promise<void> => {
  const { db, clock } = services.payments.runtime
  const payment = await db.transaction({ of: scope.tenantId }, async (tx) => {
    const plan = requireRecurringPlan(await findRecurringPlan(tx, scope, id))
    const [first] = await findInstallments(tx, scope.tenantId, id)
    if (first === undefined || plan.status !== 'active' || !isUntouched(first) || first.payment_id === null)
      return undefined
    if (index !== null && (index !== '1' || first.due_date <= clock.now())) return undefined
    return findPayment(tx, scope.tenantId, first.payment_id)
  })
  if (payment !== undefined && isWaitingForDate(payment)) await endWaiting(services.payments, payment)
}

/** Returns the person or key that cancels. */
export const toActor = ({ principal, runtime }: Pick<Call, 'principal' | 'runtime'>) => ({
  by: principal.subject,
  now: runtime.clock.now(),
})

const lockWithin = async (
  tx: Tx,
  scope: RecurringPlanScope,
  id: string,
  mustBeActive = true,
): Promise<RecurringPlanRow> => {
  const plan = requireRecurringPlan(await lockRecurringPlan(tx, scope, id))
  if (scope.merchantId !== null && plan.merchant_id !== scope.merchantId) return requireRecurringPlan(undefined)
  return mustBeActive ? requireActive(plan) : plan
}

const isUntouched = ({ status, is_trying }: InstallmentRow): boolean => status === 'pending' && !is_trying

const requireInstallment = (installments: readonly InstallmentRow[], index: string): InstallmentRow => {
  const found = installments.find(({ installment_index }) => String(installment_index) === index)
  if (found) return found
  throw new Problem('recurring_installment_not_found', {
    detail: phrase`The plan has installments 1 to ${installments.length}.`,
  })
}

const checkPending = (installment: InstallmentRow, now: Date): void => {
  const { installment_index: index, status } = installment
  if (status !== 'pending')
    throw new Problem('recurring_installment_not_pending', { detail: phrase`Installment ${index} is ${status}.` })
  if (installment.due_date <= now || installment.is_trying)
    throw new Problem('recurring_installment_due_passed', {
      detail: phrase`Installment ${index} was due on ${installment.due_date.toISOString()}: cancel the plan, or refund its payment.`,
    })
}

const withdraw = (installment: InstallmentRow, now: Date): InstallmentRow => ({
  ...installment,
  status: WITHDRAWN,
  next_step_at: null,
  updated_at: now,
})

const write = (
  tx: Tx,
  plan: RecurringPlanRow,
  installments: readonly InstallmentRow[],
  events: Awaited<ReturnType<ReturnType<typeof applyEndTrigger>['events']>>,
  now: Date,
): Promise<void> =>
  writeRecurringPlans(tx, {
    plans: [{ ...plan, event_count: plan.event_count + events.length }],
    installments,
    events: events.map((event) => ({
      ...event,
      tenant_id: plan.tenant_id,
      plan_id: plan.id,
      merchant_id: plan.merchant_id,
      correlation_id: plan.correlation_id,
      transaction_id: null,
    })),
    others: [],
    nowMs: now.getTime(),
  })
