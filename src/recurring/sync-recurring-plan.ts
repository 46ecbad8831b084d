/**
 * Asks the banks about the payments a plan has charged, and records those that a bank has undone without being asked.
 */
import type { BankOrder } from '../connectors/bank-order.ts'
import { edgeFor } from '../core/state-machine.ts'
import { sql } from '../infra/database/statements/sql.ts'
import type { PaymentRow } from '../payments/model/payment.ts'
import { findPayment } from '../payments/model/payment-store.ts'
import { type BankReport, recordBankReport } from '../payments/persistence/record-bank-report.ts'
import { findBankOrder } from '../payments/queries/bank-order-record.ts'
import { buildInstallmentEvent } from './model/recurring-plan-events.ts'
import type { InstallmentRow, RecurringPlanRow } from './model/recurring-plan-row.ts'
import { installmentMachine } from './model/recurring-plan-states.ts'
import { requireRecurringPlan } from './recurring-plan-requests.ts'
import {
  findInstallments,
  findRecurringPlan,
  lockRecurringPlan,
  type RecurringPlanScope,
  writeRecurringPlans,
} from './recurring-plan-store.ts'
import type { RecurringServices } from './recurring-services.ts'

const AT_ONCE = 8

export const syncRecurringPlan = async (
  services: RecurringServices,
  scope: RecurringPlanScope,
  id: string,
): Promise<void> => {
  const { db } = services.payments.runtime
  const charged = await db.transaction({ of: scope.tenantId }, async (tx) => {
    requireRecurringPlan(await findRecurringPlan(tx, scope, id))
    return (await findInstallments(tx, scope.tenantId, id)).filter(isCharged)
  })
  for (let at = 0; at < charged.length; at += AT_ONCE)
    await Promise.all(charged.slice(at, at + AT_ONCE).map((each) => syncInstallment(services, scope, each)))
  await db.transaction({ of: scope.tenantId }, (tx) =>
    tx.execute(
      sql`update recurring_plans set last_synced_at = ${services.payments.runtime.clock.now()} where tenant_id = ${scope.tenantId} and id = ${id}`,
    ),
  )
}

const isCharged = ({ status, transaction_id }: InstallmentRow): boolean =>
  status === 'completed' && transaction_id !== null

const syncInstallment = async (
  services: RecurringServices,
  { tenantId }: RecurringPlanScope,
  { transaction_id }: InstallmentRow,
): Promise<void> => {
  const { payments } = services
  const id = transaction_id as string
  const payment = await payments.runtime.db.transaction({ of: tenantId }, (tx) => findPayment(tx, tenantId, id))
  if (payment === undefined || payment.status !== 'completed' || payment.refunded + payment.refunding > 0) return
  const order = await findBankOrder(payments, payment, undefined)
  const report = typeof order === 'string' ? undefined : await toReport(services, payment, order)
  if (report !== undefined) await recordReport(services, payment, report)
}

export const REVERSED: BankReport = { trigger: 'reverse', bankCode: null, errorCode: null, errorMessage: null }

/** Returns undefined if the bank agrees with our record, or its state is not known for certain. */
const toReport = async (
  { payments }: Pick<RecurringServices, 'payments'>,
  payment: PaymentRow,
  { state, bankCode }: BankOrder,
): Promise<BankReport | undefined> => {
  if (state === 'voided' || state === 'refunded') return REVERSED
  if (state !== 'declined') return undefined
  const { storedCode } = await payments.banks.meaningOf(payment.tenant_id, payment.connector_code, bankCode ?? '')
  const errorMessage = 'The bank reports the payment as failed after it had approved it'
  return { trigger: 'report_error', bankCode, errorCode: storedCode, errorMessage }
}

/**
 * Records a bank's report: payment, journal, installment and plan in one transaction. Returns false if nothing changed.
 */
export const recordReport = async (
  services: Pick<RecurringServices, 'payments' | 'wakeDeliveries'>,
  { tenant_id, id, extra }: Pick<PaymentRow, 'tenant_id' | 'id' | 'extra'>,
  report: BankReport,
): Promise<boolean> => {
  const { runtime, records } = services.payments
  const { findChargebacks } = services.payments
  const context = { ...records.updateContext(runtime.clock.ms()), findChargebacks }
  const isRecorded = await runtime.db.transaction({ of: tenant_id }, async (tx) => {
    const scope = { tenantId: tenant_id, merchantId: null }
    const planId = extra?.recurring_plan_id
    const plan = planId === undefined ? undefined : await lockRecurringPlan(tx, scope, planId)
    const installments = plan === undefined ? [] : await findInstallments(tx, tenant_id, plan.id)
    const installment = installments.find((each) => each.transaction_id === id)
    const payment = await recordBankReport(tx, { tenant_id, id }, report, context)
    if (payment === undefined) return false
    if (plan !== undefined && installment !== undefined)
      await writeReport(tx, { plan, installment, payment, report, nowMs: context.nowMs })
    return true
  })
  if (isRecorded) services.wakeDeliveries([tenant_id])
  return isRecorded
}

interface Reported {
  plan: RecurringPlanRow
  installment: InstallmentRow
  payment: PaymentRow
  report: BankReport
  nowMs: number
}

/** A plan that has ended keeps its state. */
const writeReport = async (
  tx: Parameters<typeof writeRecurringPlans>[0],
  { plan, installment, payment, report, nowMs }: Reported,
): Promise<void> => {
  const edge = edgeFor(installmentMachine, installment.status, report.trigger)
  if (edge === undefined) return
  const fault = { code: report.errorCode, message: report.errorMessage }
  const now = new Date(nowMs)
  const changed = {
    ...installment,
    status: edge.to,
    result_code: fault.code,
    result_message: fault.message,
    proc_return_code: payment.bank_code,
    updated_at: now,
  }
  const isError = report.trigger === 'report_error'
  const events = edge.emits.map((type) => buildInstallmentEvent(plan, changed, type, payment, fault, nowMs))
  const after = {
    ...plan,
    completed_count: plan.completed_count - 1,
    error_count: plan.error_count + (isError ? 1 : 0),
    event_count: plan.event_count + events.length,
    ...(isError ? { last_error_code: fault.code, last_error_message: fault.message } : {}),
    last_modified: now,
  }
  const { tenant_id, merchant_id, correlation_id } = plan
  const about = { tenant_id, merchant_id, correlation_id, plan_id: plan.id, transaction_id: payment.id }
  const rows = events.map((event) => ({ ...event, ...about }))
  await writeRecurringPlans(tx, { plans: [after], installments: [changed], events: rows, others: [], nowMs })
}
