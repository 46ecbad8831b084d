/**
 * The first durable write of a payment: the claim of its key, its row and its first attempt. From here on the intent is
 * durable.
 */

import type { TariffPlanQuota } from '../../access/limits/tariff-plan-quota.ts'
import type { Problem } from '../../core/problem.ts'
import { type EncodeChecks, withCheckCtes, withCheckRowEncoder } from '../../fraud/checks/check-rows.ts'
import type { DecidedCheck } from '../../fraud/checks/fraud-check.ts'
import type { FraudScreening } from '../../fraud/screen.ts'
import type { Database, Statement, Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { LEASE_S } from '../../infra/database/lease-age.ts'
import { RowParameter } from '../../infra/database/rows/row-type.ts'
import { decidePayment, type PaymentDraft } from './payment-draft.ts'
import type { PreparedPayment } from './prepared-payment.ts'

const PREPARE = withCheckCtes(
  2,
  (ctes) => `
with sent as materialized (select * from unnest($1::new_payment[])),
claimed as materialized (
  select claim_keys(tenants, claims, holders, array_fill(null::uuid, array[cardinality(holders)])) as holder
  from (select array_agg(tenant_id) as tenants, array_agg(payment_claim(merchant_id, idempotency_key)) as claims, array_agg(id) as holders
          from sent where idempotency_key is not null) wanted),
fresh as (
insert into payments (tenant_id, id, merchant_id, status, operation_type, payment_type, secure_type, amount, currency,
  installment_count, external_id, basket_id, bin, masked_card_number, card_holder_name, card_scheme, card_type, card_brand,
  issuer_bank_code, card_fingerprint, card_sealed, configuration_id, connector_code, attempt_no, attempt_at, lease_until,
  lease_owner, next_inquiry_at, verdict, extra, history, idempotency_key, fingerprint, correlation_id, client_id,
  actor, caller_address, ip_address, request_body, buyer_email_key,
  buyer_identity_key, key_reference, created, last_modified)
select tenant_id, id, merchant_id, status, operation_type, 'card', secure_type, amount, currency,
  installment_count, external_id, basket_id, bin, masked_card_number, card_holder_name, card_scheme, card_type, card_brand,
  issuer_bank_code, card_fingerprint, card_sealed, configuration_id, connector_code, 1, ${PLATFORM_TIME},
  case when next_inquiry_at is not null then now() + interval '${LEASE_S} s' end,
  case when next_inquiry_at is not null then lease_owner end, next_inquiry_at, verdict, extra, history, idempotency_key,
  fingerprint, correlation_id, client_id, actor, caller_address, ip_address, request_body, buyer_email_key,
  buyer_identity_key, key_reference, created, created
from sent where idempotency_key is null or id in (select holder from claimed)
on conflict do nothing
returning tenant_id, id),
${ctes}
select id from fresh`,
)

type NewRow = ReturnType<typeof decidePayment>

const newRows = new RowParameter<NewRow>('new_payment')

/**
 * Inserts all payments, each with its fraud decision, which is part of the result of a new one. `key_taken` means that
 * the key belongs to an earlier payment, or that the row is our own and only the response of an earlier attempt was
 * lost. A problem means that a limit is reached and nothing is written, whether or not the key is taken.
 */
export const preparePayments = async (
  db: Database,
  deciders: PaymentDeciders,
  drafts: readonly PaymentDraft[],
): Promise<PreparationResult[]> =>
  newRows.with(db, (encode) =>
    withCheckRowEncoder(db, async (encodeChecks) => {
      const toWrite: ToWrite = (granted, decisions) => buildWrite(granted, decisions, { encode, encodeChecks })
      const known = drafts.map(({ check }) => check.decided)
      const tenants = drafts.map(({ payment }) => payment.tenant_id)
      const isCounted = !areAllDecided(known) || drafts.some(({ quota }) => quota !== null)
      if (isCounted) return prepareCounted(db, deciders, { drafts, tenants, toWrite })
      const { rows, statement } = toWrite(drafts, known)
      return toResults(rows, await db.batch<{ id: string }>(tenants, statement))
    }),
  )

export type PreparationResult = PreparedPayment | 'key_taken' | Problem

/** The decisions made inside the write, on its snapshot. */
interface PaymentDeciders {
  fraud: Pick<FraudScreening, 'decide'>
  quota: Pick<TariffPlanQuota, 'grant'>
}

/** The decided rows, and the statement that inserts them. */
interface Write {
  readonly rows: readonly NewRow[]
  readonly statement: Statement
}
type ToWrite = (granted: readonly PaymentDraft[], decisions: readonly DecidedCheck[]) => Write

const toResults = (rows: readonly NewRow[], inserted: readonly { id: string }[]): ('key_taken' | NewRow)[] => {
  const fresh = new Set(inserted.map(({ id }) => id))
  return rows.map((row) => (fresh.has(row.id) ? row : 'key_taken'))
}

/** State shared by the attempts at a counted batch. */
interface CountedBatch {
  drafts: readonly PaymentDraft[]
  tenants: readonly string[]
  toWrite: ToWrite
}

/**
 * Counts, decides and writes in one transaction. A payment whose key is taken is not counted. The write itself finds
 * that out, because a check before it would cost every payment what only repeats need.
 */
const prepareCounted = async (
  db: Database,
  { fraud, quota }: PaymentDeciders,
  { drafts, tenants, toWrite }: CountedBatch,
): Promise<PreparationResult[]> => {
  let taken = findRepeatsWithin(drafts)
  for (;;) {
    const believed = taken
    const write = async (tx: Tx): Promise<PreparationResult[]> => {
      const refusals = await quota.grant(
        tx,
        drafts.map((each) => (believed.has(each.payment.id) ? null : each.quota)),
      )
      const granted = drafts.filter((_, at) => refusals[at] === null)
      const checks = granted.map(({ check }) => check)
      const { rows, statement } = toWrite(granted, await fraud.decide(tx, checks, believed))
      const { text, values, name } = statement
      const inserted = await tx.query<{ id: string }>(text, values, name)
      const found = findNotInserted(rows, inserted)
      if (!isSame(found, believed)) throw new TakenKeys(found)
      const results = toResults(rows, inserted).values()
      return refusals.map((refusal) => refusal ?? (results.next().value as PreparationResult))
    }
    try {
      return await db.transaction({ of: tenants, joins: 'any' }, write)
    } catch (error) {
      if (!(error instanceof TakenKeys)) throw error
      taken = error.ids
    }
  }
}

/** Ends the attempt because other keys are taken than assumed. */
class TakenKeys extends Error {
  /** The code of an error raised on purpose, so the connection stays usable. */
  readonly code = 'P0001'
  readonly ids: ReadonlySet<string>
  constructor(ids: ReadonlySet<string>) {
    super('keys are taken')
    this.ids = ids
  }
}

const findNotInserted = (rows: readonly NewRow[], inserted: readonly { id: string }[]): ReadonlySet<string> => {
  const fresh = new Set(inserted.map(({ id }) => id))
  return new Set(rows.flatMap(({ id }) => (fresh.has(id) ? [] : [id])))
}

const isSame = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some.size === others.size && some.isSubsetOf(others)

/** Finds repeats within a batch: of several drafts with one key the first is written. */
const findRepeatsWithin = (drafts: readonly PaymentDraft[]): ReadonlySet<string> => {
  const keys = new Set<string>()
  return new Set(
    drafts.flatMap(({ payment: { tenant_id, merchant_id, idempotency_key, id } }) => {
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

const buildWrite = (
  granted: readonly PaymentDraft[],
  decisions: readonly DecidedCheck[],
  { encode, encodeChecks }: { encode: (rows: readonly NewRow[]) => Buffer; encodeChecks: EncodeChecks },
): Write => {
  const rows = granted.map((draft, at) => decidePayment(draft, decisions[at] as DecidedCheck))
  const { form, values } = encodeChecks(decisions)
  return {
    rows,
    statement: { name: `prepare-payments-${form}`, text: PREPARE[form], values: [encode(rows), ...values] },
  }
}
