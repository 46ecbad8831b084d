/** A payment that was not sent to a bank (connection refused, breaker open): a repeat of its key retries the same payment. */
import type { Configuration } from '../../connectors/attempt.ts'
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { LEASE_END, LEASE_IS_FREE } from '../../infra/database/due-work/leased-table.ts'
import { INQUIRY_FIRST_MS } from '../model/inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import { PAYMENT_COLUMNS } from '../model/payment-store.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'

/** How long the payment waits for a repeat of its key; afterwards it fails like any other. */
const RETRY_WINDOW_MS = 15 * 60_000

/** An open payment has an error only if it was not sent. */
export const isUnsent = ({ status, error_code, answer_status, verdict }: PaymentRow): boolean =>
  (status === 'processing' || status === 'created') &&
  error_code !== null &&
  answer_status === null &&
  verdict === 'approve'

/** Returns the transition of an unsent payment, which keeps its state and stores the reason. */
export const toUnsentTransition = (
  { configuration_id, attempt_no }: PreparedPayment,
  { error_code, error_message }: Pick<PaymentTransition, 'error_code' | 'error_message'>,
  nowMs: number,
): PaymentTransition => ({
  trigger: undefined,
  error_code: error_code ?? null,
  error_message: error_message ?? null,
  next_inquiry_ms: nowMs + RETRY_WINDOW_MS,
  note: { message: `${error_message}; nothing was sent`, configuration_id, attempt_no },
})

/** A separate class, because after this failure the same request may come again with the same card. */
export class UnsentProblem extends Problem {}

/** The response to the first caller, and to every repeat for which the bank is unavailable as well. */
export const unsentPaymentProblem = ({
  id,
  status,
  error_code,
}: Pick<PaymentRow, 'id' | 'status' | 'error_code'>): Problem =>
  new UnsentProblem(status === 'created' ? 'three_ds_init_exception' : 'connector_unavailable', {
    detail: phrase`The bank could not be reached and nothing was sent to it. Repeat the request with the same Idempotency-Key: the same payment is tried again for 15 minutes, then it fails.`,
    transaction_id: id,
    ...(error_code === null ? {} : { error_code }),
  })

/**
 * Claims the attempt for one of possibly many repeats. Its reference stays, since no bank has seen it: a restored database
 * looks for a lost charge only as far as banks know our attempts. Returns undefined if another repeat was first, or the
 * payment has expired.
 */
export const claimUnsent = async (
  tx: Tx,
  { tenant_id, id, fencing }: Pick<PaymentRow, 'tenant_id' | 'id' | 'fencing'>,
  taking: { target: Configuration; secureType: string; owner: number; nowMs: number },
): Promise<PaymentRow | undefined> => {
  const { target, secureType, owner, nowMs } = taking
  const [row] = await tx.query<PaymentRow>(
    `update payments set fencing = fencing + 1, configuration_id = $4, connector_code = $5,
       secure_type = $6, error_code = null, error_message = null, attempt_at = ${PLATFORM_TIME}, last_modified = $7,
       next_inquiry_at = $8, inquiry_count = 0, lease_owner = $9, lease_until = ${LEASE_END}
     where tenant_id = $1 and id = $2 and fencing = $3 and status in ('created', 'processing') and error_code is not null
       and answer_status is null and verdict = 'approve' and next_inquiry_at is not null
       and ${LEASE_IS_FREE}
     returning ${PAYMENT_COLUMNS}`,
    [
      tenant_id,
      id,
      fencing,
      target.id,
      target.connectorCode,
      secureType,
      isoTime(nowMs),
      isoTime(nowMs + INQUIRY_FIRST_MS),
      owner,
    ],
  )
  return row
}
