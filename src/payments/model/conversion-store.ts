/** SQL of `dcc_offers`: offers of banks to charge in the currency of the card, one per payment. */
import type { Holder } from '../../access/idempotency/idempotency-key.ts'
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'
import type { ConversionTerms } from './conversion-terms.ts'

interface NewOffer extends ConversionTerms {
  tenant_id: string
  payment_id: string
  merchant_id: string
  expires_at: Date
  /** Set for a payment with 3D Secure. */
  return_url: string | null
  cancel_url: string | null
  created: Date
}

interface OfferRow extends NewOffer {
  /** Null if not answered. */
  accepted: boolean | null
}

/** An existing row comes from an earlier attempt of the same call. */
export const insertOffer = (tx: Tx, offer: NewOffer): Promise<number> =>
  tx.execute(
    insertInto(
      'dcc_offers',
      {
        tenant_id: offer.tenant_id,
        payment_id: offer.payment_id,
        merchant_id: offer.merchant_id,
        currency: offer.currency,
        amount: offer.amount,
        rate: offer.rate,
        markup_percent: offer.markup_percent,
        expires_at: offer.expires_at,
        return_url: offer.return_url,
        cancel_url: offer.cancel_url,
        created: offer.created,
      },
      sql`on conflict do nothing`,
    ),
  )

const COLUMNS = sql`tenant_id, payment_id, merchant_id, currency, amount, rate, markup_percent, expires_at, return_url, cancel_url,
  accepted, created`

export const findOffer = async (tx: Tx, tenantId: string, paymentId: string): Promise<OfferRow | undefined> => {
  const [row] = await tx.query<OfferRow>(
    sql`select ${COLUMNS} from dcc_offers where tenant_id = ${tenantId} and payment_id = ${paymentId}`,
  )
  return row
}

/** Returns the offer that was answered under this key. */
export const findOfferByKey = async (
  tx: Tx,
  tenantId: string,
  key: string,
): Promise<(Holder & { payment_id: string }) | undefined> => {
  const [row] = await tx.query<Holder & { payment_id: string }>(
    sql`select payment_id, answer_fingerprint as fingerprint, answered_at as created from dcc_offers
      where tenant_id = ${tenantId} and answer_key = ${key}`,
  )
  return row
}

export const releaseOfferKey = (tx: Tx, tenantId: string, paymentId: string): Promise<number> =>
  tx.execute(sql`update dcc_offers set answer_key = null where tenant_id = ${tenantId} and payment_id = ${paymentId}`)

/** Returns true for exactly one of several answers. */
export const answerOffer = async (
  tx: Tx,
  { tenant_id, payment_id }: Pick<OfferRow, 'tenant_id' | 'payment_id'>,
  answer: { accepted: boolean; key: string | null; fingerprint: Buffer | null; nowMs: number },
): Promise<boolean> =>
  (await tx.execute(
    `update dcc_offers set accepted = $3, answered_at = $4, answer_key = $5, answer_fingerprint = $6
      where tenant_id = $1 and payment_id = $2 and accepted is null and expires_at > $4`,
    [tenant_id, payment_id, answer.accepted, isoTime(answer.nowMs), answer.key, answer.fingerprint],
  )) > 0

/**
 * Withdraws the offer of a payment that continues without it: it was held for review, and is sent long after the offer
 * has expired.
 */
export const withdrawOffer = (tx: Tx, tenantId: string, paymentId: string): Promise<number> =>
  tx.execute(
    sql`delete from dcc_offers where tenant_id = ${tenantId} and payment_id = ${paymentId} and accepted is null`,
  )

/** Deletes offers that are a day old and no longer read: the terms of a charge are in the payment's history. */
export const deleteOffers = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute(sql`delete from dcc_offers where tenant_id = ${tenantId} and created < ${before}`)
