/** A plan as the interface describes it. */
import { isoTime, isoTimeOrNull } from '../core/clock.ts'
import type { Tx } from '../infra/database/database.ts'
import { sql } from '../infra/database/statements/sql.ts'
import type { InstallmentRow, RecurringPlanRow } from './model/recurring-plan-row.ts'
import { requireRecurringPlan } from './recurring-plan-requests.ts'
import { findInstallments, findRecurringPlan, type RecurringPlanScope } from './recurring-plan-store.ts'

export type DisplayedRecurringPlan = RecurringPlanRow & { bank_code?: string | null }

export const toRecurringPlanView = (plan: DisplayedRecurringPlan) => ({
  id: plan.id,
  merchant_id: plan.merchant_id,
  external_id: plan.external_id,
  provider_recurring_id: null, // the platform runs the plan, not a bank
  bank_code: plan.bank_code ?? null,
  period: plan.period,
  interval: plan.every,
  installment_count: plan.installment_count,
  amount: plan.amount,
  currency: plan.currency,
  start_date: isoTime(plan.start_date),
  secure_type: plan.secure_type,
  status: plan.status,
  masked_card_number: plan.masked_card_number,
  card_brand: plan.card_brand,
  card_holder_name: plan.card_holder_name,
  description: plan.description,
  last_synced_at: isoTimeOrNull(plan.last_synced_at),
  last_error_code: plan.last_error_code,
  last_error_message: plan.last_error_message,
  card_expires_before_end: plan.uncovered_index !== null,
  card_expires_before_installment: plan.uncovered_index,
  created: isoTime(plan.created),
  last_modified: isoTime(plan.last_modified),
})

const toInstallmentView = (installment: InstallmentRow) => ({
  id: installment.id,
  recurring_plan_id: installment.plan_id,
  installment_index: installment.installment_index,
  due_date: isoTime(installment.due_date),
  amount: installment.amount,
  try_count: installment.try_count,
  last_try_at: isoTimeOrNull(installment.last_try_at),
  payment_status: installment.status,
  transaction_id: installment.transaction_id,
  provider_process_id: installment.provider_process_id,
  result_code: installment.result_code,
  proc_return_code: installment.proc_return_code,
  result_message: installment.result_message,
  updated_at: isoTime(installment.updated_at),
})

const toPlanDetail = (plan: DisplayedRecurringPlan, installments: readonly InstallmentRow[]) => ({
  ...toRecurringPlanView(plan),
  installments: installments.map(toInstallmentView),
})

/** Throws recurring_plan_not_found. */
export const readRecurringPlanDetail = async (tx: Tx, scope: RecurringPlanScope, id: string) => {
  const plan = requireRecurringPlan(await findRecurringPlan(tx, scope, id))
  const [installments, banks] = await Promise.all([
    findInstallments(tx, scope.tenantId, id),
    tx.query<{ bank_code: string | null }>(
      sql`select bank_code from connector_configurations where tenant_id = ${scope.tenantId} and id = ${plan.configuration_id ?? plan.wanted_configuration_id}`,
    ),
  ])
  return toPlanDetail({ ...plan, bank_code: banks[0]?.bank_code ?? null }, installments)
}
