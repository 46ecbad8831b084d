/** First durable write of a capture, void or refund: the key's claim, the operation and the payment's step. From here on the intent is on disk. */
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { edgeFor } from '../../core/state-machine.ts'
import type { ProblemCode } from '../../core/problem.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { type Cancellation, cancelHeld, cancellationOf, lockAlertsOf } from './void-under-review.ts'
import type { PaymentRow } from '../model/payment.ts'
import { paymentMachine } from '../model/payment-states.ts'
import { type StoredStep, stepTime } from '../model/payment-steps.ts'
import { decideFollowUp } from './decide-operation.ts'
import type { FollowUpRequest, Sending } from './new-operation.ts'
import { lockPayments, type StoredOperation } from '../model/operation-store.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../model/operation.ts'
import { roundsOf } from './rounds.ts'
import { SEND_FOLLOW_UPS } from './insert-operations-sql.ts'
import { chargeTypeOf, sentMessage } from './step-messages.ts'

export const KEY_LIFE_MS = 24 * 3_600_000 // contract/README 18

export type Prepared =
  | { kind: 'going'; operation: StoredOperation; payment: PaymentRow }
  /** The key, or the id, belongs to an operation that is there already. */
  | { kind: 'known'; operation: StoredOperation }
  /** It waited for a fraud review, and is over. */
  | { kind: 'cancelled'; operation: OperationRow }
  | { kind: 'wait' }
  | { kind: 'refused'; code: ProblemCode; detail: string }

/** Requests for one payment are decided one after the other, each on what the ones before it left. */
export const prepareFollowUps = (db: Database, requests: readonly FollowUpRequest[]): Promise<Prepared[]> =>
  db.inTenants(
    requests.map((request) => request.tenant_id),
    async (tx) => {
      const payments = await lockPayments(tx, requests)
      const known = await knownOperations(tx, requests)
      const freed = await freeUnsent(tx, known, requests)
      const toVoid = requests.flatMap(({ asked, payment_id }) =>
        asked.kind === 'void' ? (payments.get(payment_id) ?? []) : [],
      )
      const work: Work = { sendings: [], cancellations: [], alerts: await lockAlertsOf(tx, toVoid) }
      const decided = requests.map((request) => {
        const payment = payments.get(request.payment_id)
        const operation = known.find((each) => isOf(each, request) && !freed.has(each.id))
        if (payment === undefined) return { kind: 'refused', code: 'payment_not_found', detail: GONE } as const
        if (operation !== undefined)
          return isOurs(operation, request)
            ? ({ kind: 'going', operation, payment } as const)
            : ({ kind: 'known', operation } as const)
        return decide(request, payment, work)
      })
      const made = await send(tx, work.sendings)
      const cancelled = await cancelHeld(tx, work.cancellations)
      return decided.map((each) => {
        if (each.kind === 'send')
          return { kind: 'going', payment: each.payment, operation: made.get(each.id) as StoredOperation }
        if (each.kind === 'cancel') return { kind: 'cancelled', operation: cancelled.get(each.id) as OperationRow }
        return each
      })
    },
  )

/** What the requests of one batch come to. */
interface Work {
  sendings: Sending[]
  cancellations: Cancellation[]
  /** Payments under review whose alert nobody decides right now. */
  alerts: ReadonlySet<string>
}

const GONE = 'No payment with this id is within reach of this token and merchant.'

const isOf = (operation: KnownOperation, request: FollowUpRequest): boolean =>
  operation.tenant_id === request.tenant_id &&
  (operation.id === request.id ||
    (operation.idempotency_key !== null && request.keys.includes(operation.idempotency_key)))

/** Of operations that never left for the bank, those that are repeated: their key is free for another try. Answers their ids. */
const freeUnsent = async (
  tx: Tx,
  known: readonly KnownOperation[],
  requests: readonly FollowUpRequest[],
): Promise<ReadonlySet<string>> => {
  const unsent = known.filter((operation) => operation.nothing_sent && operation.status === 'failed')
  const freed = unsent.filter((operation) =>
    requests.some(
      (request) =>
        isOf(operation, request) &&
        operation.id !== request.id &&
        request.fingerprints.includes(operation.fingerprint?.toString('hex') ?? ''),
    ),
  )
  if (freed.length > 0)
    await tx.execute(
      `update payment_operations set idempotency_key = null where tenant_id = any($1::uuid[]) and id = any($2::uuid[])`,
      [freed.map(({ tenant_id }) => tenant_id), freed.map(({ id }) => id)],
    )
  return new Set(freed.map(({ id }) => id))
}

/** Written by an earlier try of this very request, whose commit's answer was lost, and nobody else has taken it over. */
const isOurs = (operation: KnownOperation, request: FollowUpRequest): boolean =>
  operation.id === request.id &&
  operation.created.getTime() === request.nowMs &&
  operation.status === 'processing' &&
  operation.fencing === 1

type KnownOperation = StoredOperation & { idempotency_key: string | null }

/** Operations that are ours already or hold a key asked for. A key older than a day is free again, unless its operation is still open. */
const knownOperations = async (tx: Tx, requests: readonly FollowUpRequest[]): Promise<KnownOperation[]> => {
  const keys = requests.flatMap((request) => request.keys)
  const nowMs = Math.max(...requests.map((request) => request.nowMs))
  const tenants = requests.map((request) => request.tenant_id)
  if (keys.length > 0)
    await tx.execute(
      `update payment_operations set idempotency_key = null
       where idempotency_key = any($1::text[]) and tenant_id = any($2::uuid[]) and created <= $3 and status <> 'processing'`,
      [keys, tenants, isoTime(nowMs - KEY_LIFE_MS)],
    )
  const columns = `${OPERATION_COLUMNS}, idempotency_key, coalesce(lease_until > now(), false) as is_leased`
  return tx.query<KnownOperation>(
    `select ${columns} from payment_operations where tenant_id = any($1::uuid[]) and id = any($2::uuid[])
     union all
     select ${columns} from payment_operations where tenant_id = any($1::uuid[]) and idempotency_key = any($3::text[])`,
    [tenants, requests.map((request) => request.id), keys],
  )
}

type Decided =
  | Exclude<Prepared, { kind: 'going' | 'cancelled' }>
  | { kind: 'send'; id: string; payment: PaymentRow }
  | { kind: 'cancel'; id: string }

const decide = (request: FollowUpRequest, payment: PaymentRow, { sendings, cancellations, alerts }: Work): Decided => {
  const { asked, nowMs, keys, fingerprints: _, ...rest } = request
  // The second request of a batch with one key finds the first one in the next batch.
  if (
    [...sendings, ...cancellations].some((each) => each.idempotency_key !== null && keys.includes(each.idempotency_key))
  )
    return { kind: 'wait' }
  const decision = decideFollowUp(payment, asked, nowMs)
  if (decision.kind === 'refuse') return { ...decision, kind: 'refused' }
  if (decision.kind === 'wait') return decision
  if (decision.kind === 'cancel') {
    // Its alert is being decided: whoever is first, wins.
    if (!alerts.has(payment.id)) return { kind: 'wait' }
    cancellations.push(cancellationOf(payment, request))
    return { kind: 'cancel', id: request.id }
  }
  const edge = edgeFor(paymentMachine, payment.status, decision.trigger)
  if (edge === undefined) throw new Error(`${payment.status} has no edge ${decision.trigger}`)
  const state_before = payment.status === 'refund_processing' ? 'completed' : payment.status
  const { amount } = decision
  const step: StoredStep = {
    id: newId(nowMs),
    to: edge.to,
    at: stepTime(payment, nowMs),
    amount,
    operation: chargeTypeOf(asked.kind),
    operation_id: request.id,
    message: sentMessage(asked.kind),
  }
  payment.status = edge.to
  payment.history = [...payment.history, step]
  if (asked.kind === 'refund') payment.refunding += amount
  sendings.push({
    ...rest,
    kind: asked.kind,
    amount,
    currency: payment.currency,
    state_before,
    to_status: edge.to,
    refunding: payment.refunding,
    step,
    created: isoTime(nowMs),
  })
  return { kind: 'send', id: request.id, payment: { ...payment } }
}

const send = async (tx: Tx, sendings: readonly Sending[]): Promise<Map<string, StoredOperation>> => {
  const made = new Map<string, StoredOperation>()
  for (const round of roundsOf(sendings)) {
    const rows = await tx.query<StoredOperation>(SEND_FOLLOW_UPS, [JSON.stringify(round)], 'send-follow-ups')
    for (const row of rows) made.set(row.id, row)
  }
  return made
}
