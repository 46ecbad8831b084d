/** The path of a new plan: the draft of its first payment, the plan with its key, then the first payment itself. */
import type { Answer, Call } from '../access/endpoint.ts'
import { isoTime } from '../core/clock.ts'
import { newId } from '../core/id.ts'
import { Problem } from '../core/problem.ts'
import { readClocks } from '../infra/database/lease-age.ts'
import { toCaller } from '../payments/attempts/caller.ts'
import type { CardBody, ChargeCall } from '../payments/charge/charge-call.ts'
import { draftPayment } from '../payments/charge/draft-payment.ts'
import { chargeDraft } from '../payments/creation/charge-draft.ts'
import { toStartKey } from '../payments/model/bank-reference.ts'
import { OWN_AGREEMENT, toRecurringPlanKeys } from '../payments/model/stored-credential.ts'
import { readReturnUrls } from '../payments/three-d-secure/return-urls.ts'
import { toPaymentKey } from './charging/run-installments.ts'
import { sealKept } from './kept-card.ts'
import type { InstallmentRow, RecurringPlanRow } from './model/recurring-plan-row.ts'
import { deleteRecurringPlan, insertRecurringPlan } from './recurring-plan-store.ts'
import {
  buildInstallments,
  buildRecurringPlan,
  newInstallmentIds,
  type RecurringPlanDates,
  type RecurringPlanTerms,
  toCommon,
  toDates,
} from './recurring-plan-terms.ts'
import type { RecurringServices } from './recurring-services.ts'
import {
  type CreatedRecurringPlan,
  findRecurringPlanOfKey,
  type RecurringPlanKey,
  respondToRepeat,
} from './repeat-recurring-plan.ts'

interface NewRecurringPlanCall {
  readonly call: Call
  readonly terms: RecurringPlanTerms
  /** Null if the caller sent none. */
  readonly key: RecurringPlanKey | null
  readonly returnUrl?: string | undefined
}

/** Throws whatever refuses the first payment before it is stored; then nothing is stored. */
export const startRecurringPlan = async (
  services: RecurringServices,
  asked: NewRecurringPlanCall,
): Promise<CreatedRecurringPlan> => {
  const { call, terms, key } = asked
  const { clock, config, db, sealer } = services.payments.runtime
  const holder = key === null ? undefined : await findRecurringPlanOfKey(services, key)
  if (holder !== undefined) return respondToRepeat(services, holder)
  const now = clock.now()
  const planned = toDates(terms, now.getTime(), config.env === 'sandbox')
  const addresses = terms.secureType === 'three_ds' ? readReturnUrls(config, { return_url: asked.returnUrl }) : null
  const id = newId(now.getTime())
  const installmentIds = newInstallmentIds(terms.installments, now.getTime())
  const ownPaymentKey = toPaymentKey(installmentIds[0] as string, 1)
  const paymentKey = key === null ? ownPaymentKey : toStartKey(ownPaymentKey, key.key)
  const first = toFirstCharge(call, { terms, planned, planId: id, paymentKey })
  const draft = await draftPayment(services.payments, first, addresses)
  const kept = await sealKept(sealer, { tenant_id: call.tenantId, id }, first.body)
  const ownKey = { idempotency_key: key?.key ?? null, fingerprint: key?.fingerprint ?? null }
  const made = { id, terms, planned, draft, installmentIds, kept, key: ownKey, now }
  const plan = buildRecurringPlan(call, made)
  const [installment, ...others] = buildInstallments(made) as [InstallmentRow, ...InstallmentRow[]]
  // A repeat of the key returns the plan and sends nothing, so a first payment that was not sent has failed.
  const caller = toCaller(call.request)
  return services.leases.during(installment.id, async () => {
    const leasedAt = readClocks()
    const owner = services.payments.leases.processNo
    const isNew = await db.transaction({ of: plan.tenant_id }, (tx) =>
      insertRecurringPlan(tx, plan, [installment, ...others], owner),
    )
    if (!isNew) return startRecurringPlan(services, asked) // its key was taken meanwhile
    return payFirst(services, { plan, installment }, () => chargeDraft(services.payments, draft, leasedAt, caller))
  })
}

/** Updates the plan from the first payment's outcome before the response is sent, also on errors. */
const payFirst = async (
  services: RecurringServices,
  { plan, installment }: { plan: RecurringPlanRow; installment: InstallmentRow },
  charge: () => Promise<Answer | 'known' | Problem>,
): Promise<CreatedRecurringPlan> => {
  const { tenant_id } = plan
  const { db } = services.payments.runtime
  const { id, plan_id, fencing } = installment
  const follow = () => services.conclude({ tenant_id, id, plan_id, fencing, refusal: null })
  let answer: Answer | 'known' | Problem
  try {
    answer = await charge()
  } catch (error) {
    if (error instanceof Problem) await follow()
    else void services.leases.release(installment)
    throw error
  }
  if (answer instanceof Problem) {
    await db.transaction({ of: tenant_id }, (tx) => deleteRecurringPlan(tx, plan))
    throw answer
  }
  if (answer === 'known') return respondToRepeat(services, plan)
  await follow()
  return { plan, answer, isRepeat: false }
}

interface FirstCharge {
  terms: RecurringPlanTerms
  planned: RecurringPlanDates
  planId: string
  paymentKey: string
}

/** Returns the request in the form of a single payment. */
const toFirstCharge = (call: Call, { terms, planned, planId, paymentKey }: FirstCharge): ChargeCall<CardBody> => {
  const { configurationId, extra } = terms
  const common = toCommon(terms)
  const due = planned.isAhead ? { due: isoTime(planned.dates[0] as number) } : {}
  const place = { installment: 1, tryNo: 1, isInitial: true, ...due }
  const keys = toRecurringPlanKeys({ planId, agreement: OWN_AGREEMENT, ...place })
  return {
    body: {
      ...common,
      installment: 1,
      extra_properties: { ...extra, ...keys },
    },
    tenantId: call.tenantId,
    merchantId: call.merchantId,
    principal: call.principal,
    correlationId: call.correlationId,
    idempotencyKey: null,
    request: call.request,
    runtime: call.runtime,
    recurring: {
      paymentId: newId(call.runtime.clock.ms()),
      paymentKey,
      configurationId,
      isUnattended: false,
      waitsForDate: planned.isAhead,
    },
  }
}
