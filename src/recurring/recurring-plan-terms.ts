/** The terms of a plan, from either operation, and the rows it begins with. */
import type { Call } from '../access/endpoint.ts'
import { newId } from '../core/id.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { fieldProblem } from '../core/problem.ts'
import type { PaymentDraft } from '../payments/persistence/payment-draft.ts'
import { dueDates, firstUncovered, type RecurringPeriod } from './model/due-dates.ts'
import type { InstallmentRow, RecurringPlanRow } from './model/recurring-plan-row.ts'
import { NEW_RECURRING_PLAN } from './model/recurring-plan-states.ts'
import type { CreateRecurringPaymentBody, CreateRecurringPlanBody } from './recurring-plan-schemas.ts'

type Common = Pick<CreateRecurringPlanBody, 'external_id' | 'amount' | 'card' | 'buyer' | 'description'>

export interface RecurringPlanTerms extends Common {
  readonly period: RecurringPeriod
  readonly every: number
  readonly installments: number
  readonly startDate: string | undefined
  readonly secureType: RecurringPlanRow['secure_type']
  readonly extra: Record<string, string> | null
  readonly configurationId: string | null
}

export const termsOfPayment = (body: CreateRecurringPaymentBody): RecurringPlanTerms => ({
  ...toCommon(body),
  period: body.frequency,
  every: body.interval ?? 1,
  installments: body.total_payment_count,
  startDate: body.start_date,
  secureType: 'non_three_ds',
  extra: body.extra_properties ?? null,
  configurationId: null,
})

export const termsOfRecurringPlan = (body: CreateRecurringPlanBody): RecurringPlanTerms => ({
  ...toCommon(body),
  period: body.period,
  every: body.interval ?? 1,
  installments: body.installment_count,
  startDate: body.start_date,
  secureType: body.secure_type ?? 'non_three_ds',
  extra: null,
  configurationId: body.connector_config_id ?? null,
})

export const toCommon = ({ external_id, amount, card, buyer, description }: Common): Common => ({
  amount,
  card,
  ...(external_id === undefined ? {} : { external_id }),
  ...(buyer === undefined ? {} : { buyer }),
  ...(description === undefined ? {} : { description }),
})

export interface RecurringPlanDates {
  readonly dates: readonly number[]
  /** The first payment is stored now and sent on its date. */
  readonly isAhead: boolean
}

/** A start in the past counts as now: installments before it are not charged retroactively. */
export const toDates = (terms: RecurringPlanTerms, nowMs: number, isSandbox: boolean): RecurringPlanDates => {
  const start = terms.startDate === undefined ? undefined : Date.parse(terms.startDate)
  const isAhead = start !== undefined && start > nowMs
  if (isAhead && terms.secureType === 'three_ds')
    throw fieldProblem(
      'start_date',
      'bad_request',
      phrase`must not lie ahead with three_ds: the shopper confirms the first payment now; leave start_date or secure_type out`,
    )
  const { period, every: interval, installments } = terms
  const startMs = isAhead ? start : nowMs
  const isInSandboxTime = isSandbox && start === undefined
  return { dates: dueDates({ startMs, period, interval, installments, isInSandboxTime }), isAhead }
}

interface NewRecurringPlan {
  id: string
  terms: RecurringPlanTerms
  planned: RecurringPlanDates
  draft: PaymentDraft
  installmentIds: readonly string[]
  kept: Pick<RecurringPlanRow, 'card_sealed' | 'buyer_sealed'>
  key: Pick<RecurringPlanRow, 'idempotency_key' | 'fingerprint'>
  now: Date
}

type Caller = Pick<Call, 'principal' | 'correlationId' | 'request'>

export const buildRecurringPlan = (
  call: Caller,
  { id, terms, planned, draft, kept, key, now }: NewRecurringPlan,
): RecurringPlanRow => {
  const { payment } = draft
  const expiry = { expireYear: Number(terms.card.expire_year), expireMonth: Number(terms.card.expire_month) }
  return {
    tenant_id: payment.tenant_id,
    id,
    merchant_id: payment.merchant_id,
    status: NEW_RECURRING_PLAN,
    external_id: terms.external_id ?? null,
    description: terms.description ?? null,
    amount: payment.amount,
    currency: payment.currency,
    period: terms.period,
    every: terms.every,
    installment_count: terms.installments,
    start_date: new Date(planned.dates[0] as number),
    secure_type: terms.secureType,
    extra: terms.extra,
    wanted_configuration_id: terms.configurationId,
    configuration_id: null,
    masked_card_number: payment.masked_card_number,
    card_holder_name: payment.card_holder_name,
    card_brand: payment.card_brand,
    ...kept,
    buyer_email_key: payment.buyer_email_key,
    buyer_identity_key: payment.buyer_identity_key,
    uncovered_index: firstUncovered(planned.dates, expiry),
    expiry_alarm_at: null,
    first_payment_id: payment.id,
    agreement: payment.key_reference,
    is_established: false,
    open_count: terms.installments,
    error_count: 0,
    completed_count: 0,
    event_count: 0,
    last_error_code: null,
    last_error_message: null,
    last_synced_at: null,
    ...key,
    answer_status: null,
    answer_body: null,
    correlation_id: call.correlationId,
    client_id: call.principal.clientId,
    created_by: call.principal.subject,
    caller_address: call.request.clientAddress,
    created: now,
    last_modified: now,
  }
}

/** How long the first payment of a plan may take before another process takes over. */
const FIRST_STEP_MS = 2_000

export const buildInstallments = ({ id, planned, draft, installmentIds, now }: NewRecurringPlan): InstallmentRow[] =>
  planned.dates.map((due, at) => {
    const isFirst = at === 0
    return {
      tenant_id: draft.payment.tenant_id,
      id: installmentIds[at] as string,
      plan_id: id,
      installment_index: at + 1,
      due_date: new Date(due),
      amount: draft.payment.amount,
      status: 'pending',
      // A payment that is only stored is not an attempt yet.
      try_count: isFirst && !planned.isAhead ? 1 : 0,
      last_try_at: isFirst && !planned.isAhead ? now : null,
      is_trying: isFirst,
      payment_id: isFirst ? draft.payment.id : null,
      transaction_id: null,
      result_code: null,
      proc_return_code: null,
      result_message: null,
      provider_process_id: null,
      next_step_at: isFirst ? new Date(now.getTime() + FIRST_STEP_MS) : null,
      step_count: 0,
      fencing: 1,
      updated_at: now,
    }
  })

export const newInstallmentIds = (count: number, nowMs: number): string[] =>
  Array.from({ length: count }, () => newId(nowMs))
