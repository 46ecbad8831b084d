/** A plan and its installments as they are stored. */
import type { CardBrandName } from '../../core/schema.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { RecurringPeriod } from './due-dates.ts'
import type { InstallmentState, RecurringPlanState } from './recurring-plan-states.ts'

export interface RecurringPlanRow extends Row<'recurring_plans'> {
  status: RecurringPlanState
  /** Amount of one installment. */
  amount: number
  period: RecurringPeriod
  /** The extra_properties of the request. */
  extra: Record<string, string> | null
  /** Configuration that took the first charge; the other installments use it, too. */
  configuration_id: string | null
  card_brand: CardBrandName | null
  /** Null once the plan has ended. */
  card_sealed: Buffer | null
  /** The first installment due after the card's last month. */
  uncovered_index: number | null
  /** Payment id of the call that created the plan. */
  first_payment_id: string
  /** Reference of the first payment at its bank; null in plans that have their id as agreement, as all have of the release before. */
  agreement: string | null
  /** True once the first installment was charged or waits for its date, so that the others are due on their dates. */
  is_established: boolean
}

export interface InstallmentRow extends Omit<Row<'recurring_installments'>, 'lease_owner' | 'lease_until'> {
  status: InstallmentState
  /** Payment id of the current or next attempt; there may be no such payment yet. */
  payment_id: string | null
  /** Id of the latest attempt's payment, if an attempt created one. */
  transaction_id: string | null
}
