/** Trace events of chargebacks: each step of those of the traced payments, and those that the request itself took. */
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type TraceEvent, toDetails } from './trace-events.ts'
import type { TraceWords } from './trace-words.ts'

interface TracedChargebackStep {
  id: string
  chargeback_id: string
  payment_id: string
  amount: number
  currency: string
  reason_code: string | null
  from_status: string | null
  to_status: string
  actor: string | null
  correlation_id: string
  at: Date
}

/** Oldest first. `correlationId` null: of the payments alone. */
export const findChargebackSteps = (
  tx: Tx,
  tenantId: string,
  of: { correlationId: string | null; paymentIds: readonly string[]; merchantId: string | null; rowsMax: number },
): Promise<TracedChargebackStep[]> =>
  tx.query<TracedChargebackStep>(
    `select * from (
     select s.id, s.chargeback_id, c.payment_id, c.amount, c.currency, c.reason_code, s.from_status, s.to_status, s.actor,
            s.correlation_id, s.at
       from chargeback_steps s join chargebacks c on c.tenant_id = s.tenant_id and c.id = s.chargeback_id
      where s.tenant_id = $1 and ($4::uuid is null or s.merchant_id = $4)
        and (s.correlation_id = $2 or s.chargeback_id = any (
          select b.id from chargebacks b where b.tenant_id = $1 and b.payment_id = any($3::uuid[])))
      limit $5) found order by id`,
    [tenantId, of.correlationId, of.paymentIds, of.merchantId, of.rowsMax],
  )

export const toChargebackEvent = (step: TracedChargebackStep, words: TraceWords): TraceEvent => ({
  source: 'Chargeback',
  timestamp: isoTime(step.at),
  at: step.at.getTime(),
  recordId: step.chargeback_id,
  transactionId: step.payment_id,
  title: words.step(step.from_status, step.to_status),
  subtitle: words.chargebackOf(step),
  isSuccess: step.to_status !== 'lost',
  errorMessage: null,
  details: toDetails({
    previousStatus: step.from_status,
    newStatus: step.to_status,
    reasonCode: step.reason_code,
    actor: step.actor,
    correlationId: step.correlation_id,
  }),
  requestBody: null,
  responseBody: null,
})
