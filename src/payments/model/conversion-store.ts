/** SQL of `dcc_offers`: offers of banks to charge in the currency of the card, one per payment. */
import type { Holder } from '../../access/idempotency/idempotency-key.ts'
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
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
    `insert into dcc_offers (tenant_id, payment_id, merchant_id, currency, amount, rate, markup_percent, expires_at, return_url,
       cancel_url, created)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      offer.tenant_id,
      offer.payment_id,
      offer.merchant_id,
      offer.currency,
      offer.amount,
      offer.rate,
      offer.markup_percent,
      offer.expires_at,
      offer.return_url,
      offer.cancel_url,
      offer.created,
    ],
  )

const COLUMNS = `tenant_id, payment_id, merchant_id, currency, amount, rate, markup_percent, expires_at, return_url, cancel_url,
  accepted, created`

export const findOffer = async (tx: Tx, tenantId: string, paymentId: string): Promise<OfferRow | undefined> => {
  const [row] = await tx.query<OfferRow>(`select ${COLUMNS} from dcc_offers where tenant_id = $1 and payment_id = $2`, [
    tenantId,
    paymentId,
  ])
  return row
}

/** Returns the offer that was answered under this key. */
export const findOfferByKey = async (
  tx: Tx,
  tenantId: string,
  key: string,
): Promise<(Holder & { payment_id: string }) | undefined> => {
  const [row] = await tx.query<Holder & { payment_id: string }>(
    `select payment_id, answer_fingerprint as fingerprint, answered_at as created from dcc_offers
      where tenant_id = $1 and answer_key = $2`,
    [tenantId, key],
  )
  return row
}

export const releaseOfferKey = (tx: Tx, tenantId: string, paymentId: string): Promise<number> =>
  tx.execute('update dcc_offers set answer_key = null where tenant_id = $1 and payment_id = $2', [tenantId, paymentId])

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
  tx.execute('delete from dcc_offers where tenant_id = $1 and payment_id = $2 and accepted is null', [
    tenantId,
    paymentId,
  ])

/** Deletes offers that are a day old and no longer read: the terms of a charge are in the payment's history. */
export const deleteOffers = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute('delete from dcc_offers where tenant_id = $1 and created < $2', [tenantId, before])
