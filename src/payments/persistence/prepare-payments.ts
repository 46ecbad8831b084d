/** First durable write of a payment: the claim of its key, its row and its first attempt. From here on the intent is durable. */

import type { PlanQuota, QuotaRequest } from '../../access/limits/plan-quota.ts'
import type { CardScheme } from '../../core/card-number.ts'
import type { Problem } from '../../core/problem.ts'
import type { CardBrandName, CardTypeName } from '../../core/schema.ts'
import { type EncodeChecks, withCheckCtes, withCheckRowEncoder } from '../../fraud/checks/check-rows.ts'
import type { Check, DecidedCheck } from '../../fraud/checks/fraud-check.ts'
import type { FraudScreening } from '../../fraud/screen.ts'
import type { Database, Statement, Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { LEASE_S } from '../../infra/database/lease-age.ts'
import { RowParameter } from '../../infra/database/rows/row-type.ts'
import type { PaymentState } from '../model/payment-states.ts'
import type { StoredStep } from '../model/payment-steps.ts'

export interface NewPayment {
  tenant_id: string
  id: string
  merchant_id: string
  status: PaymentState
  operation_type: 'sale' | 'pre_auth'
  secure_type: 'non_3d' | 'three_ds_v2' | 'three_d_pay'
  amount: number
  currency: string
  installment_count: number
  external_id: string | null
  basket_id: string | null
  bin: number
  masked_card_number: string
  card_holder_name: string
  card_scheme: CardScheme
  card_type: CardTypeName
  card_brand: CardBrandName | null
  issuer_bank_code: string | null
  card_fingerprint: Buffer
  card_sealed: Buffer
  configuration_id: string
  connector_code: string
  verdict: string
  extra: Record<string, string> | null
  history: StoredStep[]
  idempotency_key: string | null
  fingerprint: Buffer | null
  correlation_id: string
  client_id: string
  actor: string | null
  caller_address: string | null
  ip_address: string | null
  request_body: string
  buyer_email_key: Buffer | null
  buyer_identity_key: Buffer | null
  /** Process that makes the call; its lease ends with it. */
  lease_owner: number
  /** Platform clock, ISO 8601. */
  created: string
  /** When it first becomes due for the inquiry job, should this process die; null = never (under review). */
  next_inquiry_at: string | null
}

/** A payment whose fraud decision is part of its first write. */
export interface UndecidedPayment {
  payment: NewPayment
  check: Check
  /** Null: neither plan nor key limits how many. */
  quota: QuotaRequest | null
  /** Applies the fraud decision to the payment. */
  decide: (decisions: DecidedCheck) => void
}

const PREPARE = withCheckCtes(
  2,
  (ctes) => `
with fresh as (
insert into payments (tenant_id, id, merchant_id, status, operation_type, payment_type, secure_type, amount, currency,
  installment_count, external_id, basket_id, bin, masked_card_number, card_holder_name, card_scheme, card_type, card_brand,
  issuer_bank_code, card_fingerprint, card_sealed, configuration_id, connector_code, attempt_no, attempt_at, lease_until,
  lease_owner, next_inquiry_at, verdict, extra, history, idempotency_key, fingerprint, correlation_id, client_id,
  actor, caller_address, ip_address, request_body, buyer_email_key,
  buyer_identity_key, created, last_modified)
select tenant_id, id, merchant_id, status, operation_type, 'card', secure_type, amount, currency,
  installment_count, external_id, basket_id, bin, masked_card_number, card_holder_name, card_scheme, card_type, card_brand,
  issuer_bank_code, card_fingerprint, card_sealed, configuration_id, connector_code, 1, ${PLATFORM_TIME},
  case when next_inquiry_at is not null then now() + interval '${LEASE_S} s' end,
  case when next_inquiry_at is not null then lease_owner end, next_inquiry_at, verdict, extra, history, idempotency_key,
  fingerprint, correlation_id, client_id, actor, caller_address, ip_address, request_body, buyer_email_key,
  buyer_identity_key, created, created
from unnest($1::payments[])
on conflict do nothing
returning tenant_id, id),
${ctes}
select id from fresh`,
)

const payment = new RowParameter<NewPayment>('payments')

/**
 * Inserts all, each as its fraud decision says; returns per payment whether it is new. False: its key belongs to an earlier
 * payment, or the row is our own and only the response of an earlier try was lost. A problem: a limit is reached, and
 * nothing is written, whether its key is taken or not.
 */
export const preparePayments = async (
  db: Database,
  judges: PaymentDeciders,
  undecided: readonly UndecidedPayment[],
): Promise<PreparationResult[]> => {
  const tenants = undecided.map(({ payment }) => payment.tenant_id)
  return payment.with(db, (encode) =>
    withCheckRowEncoder(db, async (encodeChecks) => {
      const decided = (taken: readonly UndecidedPayment[], decisions: readonly DecidedCheck[]) =>
        buildPrepareStatement(taken, decisions, { encode, encodeChecks })
      const known = undecided.map(({ check }) => check.decided)
      const isCounted = !areAllDecided(known) || undecided.some(({ quota }) => quota !== null)
      if (isCounted) return prepareCounted(db, judges, { undecided, tenants, buildStatement: decided })
      return toFreshness(undecided, await db.batch<{ id: string }>(tenants, decided(undecided, known)))
    }),
  )
}

/** True: new and stored. */
export type PreparationResult = boolean | Problem

/** The decisions made inside the write, on its snapshot. */
interface PaymentDeciders {
  fraud: Pick<FraudScreening, 'decide'>
  quota: Pick<PlanQuota, 'grant'>
}

const toFreshness = (undecided: readonly UndecidedPayment[], rows: readonly { id: string }[]): boolean[] => {
  const fresh = new Set(rows.map(({ id }) => id))
  return undecided.map(({ payment }) => fresh.has(payment.id))
}

/** State shared by the tries of a counted batch. */
interface CountedBatch {
  undecided: readonly UndecidedPayment[]
  tenants: readonly string[]
  buildStatement: (undecided: readonly UndecidedPayment[], decisions: readonly DecidedCheck[]) => Statement
}

/**
 * Counts, decides and writes in one transaction. A payment whose key is taken is not counted; the write itself finds
 * out, since a check before it would cost every payment what only a repeat needs.
 */
const prepareCounted = async (
  db: Database,
  { fraud, quota }: PaymentDeciders,
  { undecided, tenants, buildStatement }: CountedBatch,
): Promise<PreparationResult[]> => {
  let taken = findRepeatsWithin(undecided)
  for (;;) {
    const believed = taken
    const write = async (tx: Tx): Promise<PreparationResult[]> => {
      const refusals = await quota.grant(
        tx,
        undecided.map((each) => (believed.has(each.payment.id) ? null : each.quota)),
      )
      const granted = undecided.filter((_, at) => refusals[at] === null)
      const checks = granted.map(({ check }) => check)
      const { text, values, name } = buildStatement(granted, await fraud.decide(tx, checks, believed))
      const rows = await tx.query<{ id: string }>(text, values, name)
      const found = findNotFresh(granted, rows)
      if (!isSame(found, believed)) throw new TakenKeys(found)
      const fresh = toFreshness(undecided, rows)
      return refusals.map((refusal, at) => refusal ?? (fresh[at] as boolean))
    }
    try {
      return await db.inTenants(tenants, write, { joinsByIndex: false })
    } catch (error) {
      if (!(error instanceof TakenKeys)) throw error
      taken = error.ids
    }
  }
}

/** Ends the try: other keys are taken than assumed. */
class TakenKeys extends Error {
  /** Of an error raised on purpose: the connection stays usable. */
  readonly code = 'P0001'
  readonly ids: ReadonlySet<string>
  constructor(ids: ReadonlySet<string>) {
    super('keys are taken')
    this.ids = ids
  }
}

const findNotFresh = (undecided: readonly UndecidedPayment[], rows: readonly { id: string }[]): ReadonlySet<string> => {
  const fresh = new Set(rows.map(({ id }) => id))
  return new Set(undecided.flatMap(({ payment: { id } }) => (fresh.has(id) ? [] : [id])))
}

const isSame = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some.size === others.size && some.isSubsetOf(others)

/** Of several with one key the first is written. */
const findRepeatsWithin = (undecided: readonly UndecidedPayment[]): ReadonlySet<string> => {
  const keys = new Set<string>()
  return new Set(
    undecided.flatMap(({ payment: { tenant_id, merchant_id, idempotency_key, id } }) => {
      if (idempotency_key === null) return []
      const key = `${tenant_id} ${merchant_id} ${idempotency_key}`
      if (keys.has(key)) return [id]
      keys.add(key)
      return []
    }),
  )
}

const areAllDecided = (decisions: readonly (DecidedCheck | null)[]): decisions is DecidedCheck[] =>
  decisions.every((each) => each !== null)

const buildPrepareStatement = (
  undecided: readonly UndecidedPayment[],
  decisions: readonly DecidedCheck[],
  { encode, encodeChecks }: { encode: (rows: readonly NewPayment[]) => Buffer; encodeChecks: EncodeChecks },
): Statement => {
  for (const [at, { decide }] of undecided.entries()) decide(decisions[at] as DecidedCheck)
  const { form, values } = encodeChecks(decisions)
  const payments = encode(undecided.map(({ payment }) => payment))
  return { name: `prepare-payments-${form}`, text: PREPARE[form], values: [payments, ...values] }
}
