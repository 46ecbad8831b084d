/** Processes due installments, for all tenants: creates the payment of an attempt, or checks its result. */

import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { createDueWork, type DueWork } from '../../infra/database/due-work/due-work.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { elapsedMs, type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { noCaller } from '../../payments/attempts/caller.ts'
import { isFromBeforeRestore } from '../../payments/attempts/lost-references.ts'
import type { ChargeCall } from '../../payments/charge/charge-call.ts'
import { draftPayment } from '../../payments/charge/draft-payment.ts'
import { chargeDraft } from '../../payments/creation/charge-draft.ts'
import { toRunKey } from '../../payments/model/bank-reference.ts'
import type { PaymentRow } from '../../payments/model/payment.ts'
import { PAYMENT_COLUMNS } from '../../payments/model/payment-store.ts'
import { toRecurringPlanKeys } from '../../payments/model/stored-credential.ts'
import { endWaiting, isWaitingForDate, releaseWaiting } from '../../payments/review/release-waiting.ts'
import { openKeptCard } from '../kept-card.ts'
import type { InstallmentRow, RecurringPlanRow } from '../model/recurring-plan-row.ts'
import { RECURRING_PLANS_PATH } from '../recurring-plan-requests.ts'
import type { RecurringServices } from '../recurring-services.ts'
import type { Refusal } from './decide-try.ts'
import { LEASED_INSTALLMENTS } from './due-installments.ts'

/** The plans and the payments of the installments that were claimed together. */
interface Claimed {
  readonly plans: ReadonlyMap<string, RecurringPlanRow>
  readonly payments: ReadonlyMap<string, PaymentRow>
}

export const createInstallmentWork = (services: RecurringServices, onRoom: () => void): DueWork => {
  const { runtime, leases } = services.payments
  return createDueWork<InstallmentRow, Claimed>({
    runtime,
    processNo: leases.processNo,
    table: LEASED_INSTALLMENTS,
    leases: services.leases,
    load: loadClaimed,
    step: (installment, claimed) => runInstallment(services, installment, claimed),
    events: {
      claimFailed: 'installment.claim_failed',
      stepFailed: 'installment.failed',
      factsOf: ({ id, plan_id }) => ({ recurring_plan_id: plan_id, installment_id: id }),
    },
    onRoom,
  })
}

const loadClaimed = async (tx: Tx, tenantId: string, rows: readonly InstallmentRow[]): Promise<Claimed> => {
  const ids = (of: (row: InstallmentRow) => string | null) => [...new Set(rows.map(of))]
  const [plans, payments] = await Promise.all([
    tx.query<RecurringPlanRow>(
      `select p.* from unnest($2::uuid[]) as wanted (id)
         join recurring_plans p on ${joinByKey('p', { tenant_id: '$1::uuid', id: 'wanted.id' })}`,
      [tenantId, ids((row) => row.plan_id)],
      'plans-of-installments',
    ),
    tx.query<PaymentRow>(
      `select ${PAYMENT_COLUMNS} from unnest($2::uuid[]) as wanted (of_id)
         join payments p on ${joinByKey('p', { tenant_id: '$1::uuid', id: 'wanted.of_id' })}`,
      [tenantId, ids((row) => row.payment_id)],
      'payments-of-installments',
    ),
  ])
  return {
    plans: new Map(plans.map((each) => [each.id, each])),
    payments: new Map(payments.map((each) => [each.id, each])),
  }
}

const runInstallment = async (
  services: RecurringServices,
  installment: Leased<InstallmentRow>,
  { plans, payments }: Claimed,
): Promise<void> => {
  const plan = plans.get(installment.plan_id)
  if (plan === undefined) throw new Error(`installment ${installment.id} has no plan`)
  const payment = payments.get(installment.payment_id as string)
  const refusal = payment === undefined ? await startTry(services, plan, installment) : null
  if (refusal === 'too_late') return services.leases.release(installment)
  if (payment !== undefined && isWaitingForDate(payment)) await releaseOrEnd(services, plan, payment)
  const { tenant_id, id, plan_id, fencing } = installment
  await services.conclude({ tenant_id, id, plan_id, fencing, refusal })
}

const NO_MERCHANT = { error_code: 'merchant_inactive', error_message: 'The merchant of the plan is not active' }

/** Releases a payment whose date has come, or ends it if its plan was canceled meanwhile. */
const releaseOrEnd = async (
  services: RecurringServices,
  plan: RecurringPlanRow,
  payment: PaymentRow,
): Promise<void> => {
  const { runtime } = services.payments
  if (plan.status !== 'active') await endWaiting(services.payments, payment)
  else if (Date.parse(payment.extra?.recurring_due ?? '') > runtime.clock.ms()) return
  else if (!(await services.isMerchantActive(plan.tenant_id, plan.merchant_id)))
    await endWaiting(services.payments, payment, NO_MERCHANT)
  else await runtime.db.transaction({ of: plan.tenant_id }, (tx) => releaseWaiting(tx, payment, runtime.clock.ms()))
}

/** If a service cannot be reached, the attempt is not counted. */
const UNAVAILABLE_WAIT_MS = 60_000
/** Beyond the tenant's own limits the installment waits for the next day, or for a larger plan. */
const LIMIT_WAIT_MS = 60 * 60_000
const LIMITS: readonly string[] = ['daily_limit_exceeded', 'monthly_limit_exceeded']
/**
 * A lease older than this is released, not used. The next owner then either finds the payment, or can be sure that none
 * will be sent. Together with the time a payment has for its first byte this is shorter than the lease.
 */
const LEASE_USE_MS = 20_000

/** Returns null if the payment is created, by this process or another one. */
const startTry = async (
  services: RecurringServices,
  plan: RecurringPlanRow,
  installment: Leased<InstallmentRow>,
): Promise<Refusal | 'too_late' | null> => {
  if (plan.status !== 'active') return { code: 'recurring_plan_not_active', message: 'The plan has ended' }
  if (!(await services.isMerchantActive(plan.tenant_id, plan.merchant_id)))
    return { code: NO_MERCHANT.error_code, message: NO_MERCHANT.error_message }
  try {
    const call = await toChargeCall(services, plan, installment)
    const draft = await draftPayment(services.payments, call, null)
    const leasedAt = readClocks()
    if (elapsedMs(installment.leasedAt, leasedAt) > LEASE_USE_MS) return 'too_late'
    const answer = await chargeDraft(services.payments, draft, leasedAt, noCaller(RECURRING_PLANS_PATH))
    if (answer instanceof Problem) throw answer
    return null
  } catch (error) {
    if (error instanceof Problem) return toRefusal(error)
    throw error
  }
}

/**
 * Returns why no payment was created; a payment that was stored and failed throws as well, but its own state decides.
 */
const toRefusal = ({ code, status, message }: Problem): Refusal => {
  const waitMs = LIMITS.includes(code) ? LIMIT_WAIT_MS : status >= 500 ? UNAVAILABLE_WAIT_MS : undefined
  return { code, message, ...(waitMs === undefined ? {} : { waitMs }) }
}

/** An API key's limits apply only to its own calls; the tenant's limits apply here, too. */
const NO_OWN_LIMITS = { daily: null, monthly: null, ratePerSecond: null }

const toChargeCall = async (
  { payments: { runtime } }: Pick<RecurringServices, 'payments'>,
  plan: RecurringPlanRow,
  installment: InstallmentRow,
): Promise<ChargeCall> => {
  const { card, buyer } = await openKeptCard(runtime.sealer, plan)
  const nowMs = runtime.clock.ms()
  const isAhead = installment.due_date.getTime() > nowMs
  const tryNo = Math.max(1, installment.try_count)
  const keys = toRecurringPlanKeys({
    planId: plan.id,
    agreement: plan.agreement ?? plan.id,
    installment: installment.installment_index,
    tryNo,
    isInitial: plan.completed_count === 0,
    ...(isAhead ? { due: isoTime(installment.due_date) } : {}),
  })
  return {
    body: {
      ...(plan.external_id === null ? {} : { external_id: plan.external_id }),
      ...(plan.description === null ? {} : { description: plan.description }),
      amount: { amount: plan.amount, currency: plan.currency },
      installment: 1,
      card,
      ...(buyer === null ? {} : { buyer }),
      extra_properties: { ...plan.extra, ...keys },
    },
    tenantId: plan.tenant_id,
    merchantId: plan.merchant_id,
    principal: { clientId: plan.client_id, subject: plan.created_by, ownLimits: NO_OWN_LIMITS },
    correlationId: newId(nowMs),
    idempotencyKey: null,
    request: { method: 'POST', url: RECURRING_PLANS_PATH, clientAddress: plan.caller_address },
    runtime,
    recurring: {
      paymentId: installment.payment_id as string,
      paymentKey: toKeyOfTry(plan, installment),
      configurationId: plan.configuration_id ?? plan.wanted_configuration_id,
      isUnattended: true,
      waitsForDate: isAhead,
      // A plan of the backup can have charged it once it was due, one that was made again at any time.
      knownSince: (isFromBeforeRestore(runtime, plan) ? installment.due_date : plan.created).getTime(),
    },
  }
}

const toKeyOfTry = ({ agreement }: RecurringPlanRow, { id, installment_index, try_count }: InstallmentRow): string => {
  const own = toPaymentKey(id, try_count)
  return agreement === null ? own : toRunKey(own, { agreement, installment: installment_index, tryNo: try_count })
}

/** Keys of callers begin with another word. */
export const toPaymentKey = (installmentId: string, tryNo: number): string => `plan:${installmentId}:${tryNo}`
