/** A plan and its installments as they are stored. */
import type { CardBrandName } from '../../core/schema.ts'
import type { RecurringPeriod } from './due-dates.ts'
import type { InstallmentState, RecurringPlanState } from './recurring-plan-states.ts'

export interface RecurringPlanRow {
  tenant_id: string
  id: string
  merchant_id: string
  status: RecurringPlanState
  external_id: string | null
  description: string | null
  /** Amount of one installment. */
  amount: number
  currency: string
  period: RecurringPeriod
  every: number
  installment_count: number
  start_date: Date
  secure_type: 'three_ds' | 'non_three_ds'
  /** The extra_properties of the request. */
  extra: Record<string, string> | null
  wanted_configuration_id: string | null
  /** Configuration that took the first charge; the other installments use it, too. */
  configuration_id: string | null
  masked_card_number: string
  card_holder_name: string
  card_brand: CardBrandName | null
  /** Null once the plan has ended. */
  card_sealed: Buffer | null
  buyer_sealed: Buffer | null
  buyer_email_key: Buffer | null
  buyer_identity_key: Buffer | null
  /** The first installment due after the card's last month. */
  uncovered_index: number | null
  expiry_alarm_at: Date | null
  /** Payment id of the call that created the plan. */
  first_payment_id: string
  /** True once the first installment was charged or waits for its date, so that the others are due on their dates. */
  is_established: boolean
  open_count: number
  error_count: number
  completed_count: number
  event_count: number
  last_error_code: string | null
  last_error_message: string | null
  last_synced_at: Date | null
  idempotency_key: string | null
  fingerprint: Buffer | null
  answer_status: number | null
  answer_body: string | null
  correlation_id: string
  client_id: string
  created_by: string
  caller_address: string | null
  created: Date
  last_modified: Date
}

export interface InstallmentRow {
  tenant_id: string
  id: string
  plan_id: string
  installment_index: number
  due_date: Date
  amount: number
  status: InstallmentState
  try_count: number
  last_try_at: Date | null
  is_trying: boolean
  /** Payment id of the current or next attempt; there may be no such payment yet. */
  payment_id: string | null
  /** Id of the latest attempt's payment, if an attempt created one. */
  transaction_id: string | null
  result_code: string | null
  proc_return_code: string | null
  result_message: string | null
  provider_process_id: string | null
  next_step_at: Date | null
  step_count: number
  fencing: number
  updated_at: Date
}
