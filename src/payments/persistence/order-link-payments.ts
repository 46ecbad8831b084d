/**
 * The payment of an order link: stored without a card when the link is created, and given a card when a shopper pays.
 */
import type { TariffPlanQuota } from '../../access/limits/tariff-plan-quota.ts'
import { Problem } from '../../core/problem.ts'
import { type EncodeChecks, withCheckCtes, withCheckRowEncoder } from '../../fraud/checks/check-rows.ts'
import type { FraudScreening } from '../../fraud/screen.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { LEASE_IS_FREE } from '../../infra/database/due-work/leased-table.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { LEASE_S } from '../../infra/database/lease-age.ts'
import { RowParameter } from '../../infra/database/rows/row-type.ts'
import { NO_BIN, type PaymentRow } from '../model/payment.ts'
import { buildFirstSteps, CLEARED, decidePayment, FIRST_FENCING, type PaymentDraft } from './payment-draft.ts'
import type { PreparedPayment } from './prepared-payment.ts'

/** Fencing number after a shopper has paid: the payment's lease is the second one. */
export const LINK_FENCING = FIRST_FENCING + 1

export const isUnpaidLink = ({ bin, status }: Pick<PaymentRow, 'bin' | 'status'>): boolean =>
  bin === NO_BIN && status === CLEARED

export type NewLinkPayment = Pick<
  PaymentRow,
  | 'tenant_id'
  | 'id'
  | 'merchant_id'
  | 'amount'
  | 'currency'
  | 'external_id'
  | 'configuration_id'
  | 'connector_code'
  | 'extra'
  | 'correlation_id'
  | 'client_id'
  | 'actor'
  | 'caller_address'
  | 'request_body'
> & {
  /** Finds the intended buyer before the link is paid. */
  readonly buyer_email_key: Buffer | null
  readonly created: Date
  readonly expires: Date
}

/** Inserts a payment without a card; columns that need a value get {@link NO_BIN}. */
export const insertLinkPayment = (tx: Tx, payment: NewLinkPayment): Promise<number> =>
  tx.execute(INSERT_LINK, [
    payment.tenant_id,
    payment.id,
    payment.merchant_id,
    CLEARED,
    payment.amount,
    payment.currency,
    payment.external_id,
    payment.configuration_id,
    payment.connector_code,
    payment.extra,
    JSON.stringify(buildFirstSteps(payment.created.getTime(), true)),
    payment.correlation_id,
    payment.client_id,
    payment.actor,
    payment.caller_address,
    payment.request_body,
    payment.created,
    payment.expires,
    payment.buyer_email_key,
  ])

const INSERT_LINK = `
insert into payments (tenant_id, id, merchant_id, status, operation_type, payment_type, secure_type, amount, currency,
  installment_count, external_id, bin, masked_card_number, card_holder_name, card_scheme, card_type, card_fingerprint,
  configuration_id, connector_code, attempt_no, verdict, extra, history, correlation_id, client_id, actor, caller_address,
  request_body, created, last_modified, next_inquiry_at, buyer_email_key)
values ($1, $2, $3, $4, 'sale', 'link', 'three_ds_v2', $5, $6, 1, $7, ${NO_BIN}, '', '', '', '', '', $8, $9, 1,
  'approve', $10, $11::jsonb, $12, $13, $14, $15, $16, $17, $17, $18, $19)`

const PREPARE_LINK = withCheckCtes(
  2,
  (ctes) => `
with sent as materialized (select * from unnest($1::new_payment[])),
fresh as (
update payments p set secure_type = s.secure_type, installment_count = s.installment_count, bin = s.bin,
  masked_card_number = s.masked_card_number, card_holder_name = s.card_holder_name, card_scheme = s.card_scheme,
  card_type = s.card_type, card_brand = s.card_brand, issuer_bank_code = s.issuer_bank_code,
  card_fingerprint = s.card_fingerprint, card_sealed = s.card_sealed, configuration_id = s.configuration_id,
  connector_code = s.connector_code, verdict = s.verdict, extra = s.extra, ip_address = s.ip_address,
  request_body = s.request_body, buyer_email_key = s.buyer_email_key, buyer_identity_key = s.buyer_identity_key,
  attempt_at = ${PLATFORM_TIME}, fencing = ${LINK_FENCING}, lease_owner = s.lease_owner,
  lease_until = now() + interval '${LEASE_S} s', next_inquiry_at = s.next_inquiry_at, last_modified = s.created
from sent s
where ${joinByKey('p', { tenant_id: 's.tenant_id', id: 's.id' })} and p.status = '${CLEARED}' and p.bin = ${NO_BIN}
  and p.fencing = ${FIRST_FENCING} and ${LEASE_IS_FREE.replaceAll('lease_', 'p.lease_')}
returning p.tenant_id, p.id),
${ctes}
select id from fresh`,
)

type NewRow = ReturnType<typeof decidePayment>
const newRows = new RowParameter<NewRow>('new_payment')

interface LinkDeciders {
  fraud: Pick<FraudScreening, 'decide'>
  quota: Pick<TariffPlanQuota, 'grant'>
}

/**
 * `key_taken` means paid by another call, or expired. A problem means that a limit is reached and nothing is written.
 */
export const prepareLinkPayment = (
  db: Database,
  deciders: LinkDeciders,
  draft: PaymentDraft,
): Promise<PreparedPayment | 'key_taken' | Problem> =>
  newRows.with(db, (encode) =>
    withCheckRowEncoder(db, (encodeChecks) =>
      db.transaction({ of: draft.payment.tenant_id }, (tx) =>
        decideAndWrite(tx, deciders, draft, { encode, encodeChecks }),
      ),
    ),
  )

const decideAndWrite = async (
  tx: Tx,
  { fraud, quota }: LinkDeciders,
  draft: PaymentDraft,
  { encode, encodeChecks }: { encode: (rows: readonly NewRow[]) => Buffer; encodeChecks: EncodeChecks },
): Promise<PreparedPayment | 'key_taken' | Problem> => {
  const [refusal] = await quota.grant(tx, [draft.quota])
  if (refusal instanceof Problem) return refusal
  const [decided] = await fraud.decide(tx, [draft.check])
  if (decided === undefined) throw new Error('the check of an order link was not decided')
  // The shop has received the reference with the link, before there was a key.
  const row = { ...decidePayment(draft, decided), status: CLEARED, fencing: LINK_FENCING, key_reference: null }
  const { form, values } = encodeChecks([decided])
  const written = await tx.query<{ id: string }>(PREPARE_LINK[form], [encode([row]), ...values])
  return written.length === 0 ? 'key_taken' : row
}
