/**
 * Records the results of attempts, many at once. Each is decided from its payment as stored by then, under the lock of
 * its plan.
 */
import type { Database, Tx } from '../../infra/database/database.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import type { PaymentFacts } from '../model/recurring-plan-events.ts'
import type { InstallmentRow, RecurringPlanRow } from '../model/recurring-plan-row.ts'
import type { RecurringPlanSettings } from '../model/recurring-plan-settings.ts'
import { INSTALLMENT_COLUMNS, writeRecurringPlans } from '../recurring-plan-store.ts'
import { decideTry, type Refusal, type TryResult } from './decide-try.ts'

/** An attempt that this process worked on under its lease. */
export interface WorkedTry extends Pick<InstallmentRow, 'tenant_id' | 'id' | 'plan_id' | 'fencing'> {
  /** Used only if no payment was created. */
  readonly refusal: Refusal | null
}

/** Undefined if another process holds it by now, or has recorded it. */
export type ConcludedTry = Pick<TryResult, 'plan' | 'installment'> | undefined

interface Concluding {
  readonly settingsOf: (tenantId: string) => Promise<RecurringPlanSettings>
  readonly nowMs: () => number
}

export const concludeTries = async (
  db: Database,
  { settingsOf, nowMs }: Concluding,
  tries: readonly WorkedTry[],
): Promise<ConcludedTry[]> => {
  const tenants = [...new Set(tries.map(({ tenant_id }) => tenant_id))]
  const settings = new Map(await Promise.all(tenants.map(async (id) => [id, await settingsOf(id)] as const)))
  return db.transaction({ of: tenants }, async (tx) => {
    const { plans, installments } = await lockAll(tx, tries)
    const now = nowMs()
    const results = tries.map((each): TryResult | undefined => {
      const storedInstallment = installments.get(each.id)
      const plan = plans.get(each.plan_id)
      if (storedInstallment === undefined || plan === undefined || !isStillWorkedOn(storedInstallment, each))
        return undefined
      const { payment, ...installment } = storedInstallment
      const end = { plan: withAgreement(plan, payment), installment, payment, refusal: each.refusal, nowMs: now }
      const result = decideTry({ ...end, settings: settings.get(each.tenant_id) as RecurringPlanSettings })
      plans.set(plan.id, result.plan) // the next installment of this plan sees the new state
      return result
    })
    const done = results.filter((each) => each !== undefined)
    const touched = new Set(done.map(({ plan }) => plan.id))
    if (done.length > 0)
      await writeRecurringPlans(tx, {
        plans: [...touched].map((id) => plans.get(id) as RecurringPlanRow),
        installments: done.map(({ installment }) => installment),
        events: done.flatMap(toEventRows),
        others: done.flatMap(({ plan, others }) =>
          others === null ? [] : [{ tenant_id: plan.tenant_id, plan_id: plan.id, effect: others }],
        ),
        nowMs: now,
      })
    return results
  })
}

/** The first payment may be known again after a restore: then its bank has it, and the agreement, under another reference. */
const withAgreement = (plan: RecurringPlanRow, payment: PaymentFacts | null): RecurringPlanRow =>
  plan.agreement === null || payment?.id !== plan.first_payment_id
    ? plan
    : { ...plan, agreement: payment.key_reference }

const isStillWorkedOn = (storedInstallment: InstallmentRow, { fencing }: WorkedTry): boolean =>
  storedInstallment.status === 'pending' && storedInstallment.is_trying && storedInstallment.fencing === fencing

const toEventRows = ({ plan, installment, events }: TryResult) =>
  events.map((event) => ({
    ...event,
    tenant_id: plan.tenant_id,
    plan_id: plan.id,
    merchant_id: plan.merchant_id,
    correlation_id: plan.correlation_id,
    transaction_id: isOfInstallment(event.type) ? installment.transaction_id : null,
  }))

const isOfInstallment = (type: string): boolean =>
  type !== 'subscription.completed' && type !== 'subscription.cancelled'

type KnownTry = InstallmentRow & { payment: PaymentFacts | null }

/** Locks plans first, in one order; their installments are read after that lock. */
const lockAll = async (
  tx: Tx,
  tries: readonly WorkedTry[],
): Promise<{ plans: Map<string, RecurringPlanRow>; installments: Map<string, KnownTry> }> => {
  const planKeys = [...new Map(tries.map((each) => [each.plan_id, each])).values()]
  const [plans, installments] = await Promise.all([
    tx.query<RecurringPlanRow>(
      LOCK_PLANS,
      [planKeys.map((each) => each.tenant_id), planKeys.map((each) => each.plan_id)],
      'lock-card-plans',
    ),
    tx.query<KnownTry>(
      READ_TRIES,
      [tries.map((each) => each.tenant_id), tries.map((each) => each.id)],
      'read-card-tries',
    ),
  ])
  return {
    plans: new Map(plans.map((plan) => [plan.id, plan])),
    installments: new Map(installments.map((each) => [each.id, each])),
  }
}

const LOCK_PLANS = `
select p.* from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, id)
  join recurring_plans p on ${joinByKey('p', { tenant_id: 'wanted.tenant_id', id: 'wanted.id' })}
 order by p.tenant_id, p.id for update of p`

const READ_TRIES = `
select ${INSTALLMENT_COLUMNS.split(',')
  .map((name) => `i.${name.trim()}`)
  .join(', ')},
  (select jsonb_build_object('id', p.id, 'status', p.status, 'amount', p.amount, 'currency', p.currency, 'merchant_id', p.merchant_id,
     'provider_transaction_id', p.provider_transaction_id, 'auth_code', p.auth_code, 'host_reference', p.host_reference,
     'bank_code', p.bank_code, 'error_code', p.error_code, 'error_message', p.error_message,
     'masked_card_number', p.masked_card_number, 'card_scheme', p.card_scheme, 'external_id', p.external_id,
     'configuration_id', p.configuration_id, 'key_reference', p.key_reference, 'operation_type', p.operation_type, 'secure_type', p.secure_type,
     'verdict', p.verdict, 'next_inquiry_at', p.next_inquiry_at, 'extra', p.extra)
     from payments p where ${joinByKey('p', { tenant_id: 'i.tenant_id', id: 'i.payment_id' })}) as payment
  from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, id)
  join recurring_installments i on ${joinByKey('i', { tenant_id: 'wanted.tenant_id', id: 'wanted.id' })}`
