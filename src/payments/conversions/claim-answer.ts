/** Stores the answer to an offer and claims its payment for one process; only one of several answers takes effect. */
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import { LEASE_END } from '../../infra/database/due-work/leased-table.ts'
import { type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { answerOffer } from '../model/conversion-store.ts'
import type { OfferedTerms } from '../model/conversion-terms.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import { newStep, nextStepTime } from '../model/payment-steps.ts'
import { PAYMENT_COLUMNS } from '../model/payment-store.ts'
import { CLEARED } from '../persistence/payment-draft.ts'

interface AnswerClaim {
  payment: PaymentRow
  offered: OfferedTerms
  isAccepted: boolean
  /** The caller's key with its merchant, and what a repeat must match. */
  key: string | null
  fingerprint: Buffer | null
  owner: number
  nowMs: number
}

/** Rolls the transaction back: the offer was open, but its payment no longer is. */
class PaymentTaken extends Error {}

/**
 * Returns undefined if another answer, or the expiry, was first. A lease of the inquiry job does not matter: it asks no
 * bank about a waiting payment, and what it records is guarded by the fencing number.
 */
export const claimAnswer = async (
  inTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  claim: AnswerClaim,
): Promise<Leased<PaymentRow> | undefined> => {
  const leasedAt = readClocks()
  const { payment, isAccepted: accepted, key, fingerprint, nowMs } = claim
  const offer = { tenant_id: payment.tenant_id, payment_id: payment.id }
  try {
    return await inTenant(async (tx) => {
      if (!(await answerOffer(tx, offer, { accepted, key, fingerprint, nowMs }))) return undefined
      const taken = await takePayment(tx, claim)
      if (taken === undefined) throw new PaymentTaken('the payment of the offer has ended')
      return { ...taken, leasedAt }
    })
  } catch (error) {
    // The second case: the key was taken at the same moment for the offer of another payment.
    if (error instanceof PaymentTaken || isUniqueViolation(error)) return undefined
    throw error
  }
}

const takePayment = async (
  tx: Tx,
  { payment, offered, isAccepted, owner, nowMs }: AnswerClaim,
): Promise<PaymentRow | undefined> => {
  const { expires: _, ...terms } = offered
  const step = newStep(CLEARED, nextStepTime(payment, nowMs), {
    message: isAccepted ? ACCEPTED : DECLINED,
    accepted: isAccepted,
    ...(isAccepted ? { terms } : {}),
  })
  const [row] = await tx.query<PaymentRow>(
    sql`update payments set fencing = fencing + 1, history = history || ${JSON.stringify([step])}::jsonb, attempt_at = ${PLATFORM_TIME},
       last_modified = ${isoTime(nowMs)}, next_inquiry_at = ${isoTime(nowMs + INQUIRY_FIRST_MS)}, inquiry_count = 0, lease_owner = ${owner}, lease_until = ${rawSql(LEASE_END)}
     where tenant_id = ${payment.tenant_id} and id = ${payment.id} and status = 'processing' and fencing >= ${payment.fencing}
     returning ${rawSql(PAYMENT_COLUMNS)}`,
  )
  return row
}

const ACCEPTED = 'The shopper chose the currency of the card'
const DECLINED = 'The shopper chose the currency of the payment'
