/**
 * The first durable write of a capture, void or refund: the key's claim, the operation and the payment's step. From
 * here on the intent is durable. It is in one piece because its statements are one transaction.
 */
import { isFree, isSameRequest } from '../../access/idempotency/idempotency-key.ts'
import { isoTime } from '../../core/clock.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { ProblemCode } from '../../core/problem.ts'
import { requireEdge } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findBounds, inParts, joinByKey } from '../../infra/database/key-join.ts'
import type { Transactions } from '../../infra/database/statements/joined-transactions.ts'
import { type FindChargebacks, withChargebacks } from '../model/chargebacks.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../model/operation.ts'
import { keysWithClaims, lockPayments, operationByKey, type StoredOperation } from '../model/operation-store.ts'
import type { PaymentRow } from '../model/payment.ts'
import { paymentMachine } from '../model/payment-states.ts'
import { newStep, nextStepTime } from '../model/payment-steps.ts'
import { decideOperation } from './decide-operation.ts'
import { type EncodeInserts, insertOperations, withInsertEncoder } from './insert-operations.ts'
import type { NewOperation, OperationInsert } from './new-operation.ts'
import { sentMessage, toChargeType } from './step-messages.ts'
import { buildReviewVoid, lockOpenAlerts, type ReviewVoid, voidUnderReview } from './void-under-review.ts'

export type PreparedOperation =
  | { kind: 'going'; operation: StoredOperation; payment: PaymentRow }
  /** The key or the id belongs to an existing operation. */
  | { kind: 'known'; operation: StoredOperation }
  /** The payment was under fraud review, and has ended. */
  | { kind: 'cancelled'; operation: OperationRow }
  | { kind: 'wait' }
  | { kind: 'refused'; code: ProblemCode; detail: Phrase }

/** Decides requests for one payment one after the other, each on the state the previous one left. */
export const prepareOperations = (
  db: Transactions,
  findChargebacks: FindChargebacks,
  requests: readonly NewOperation[],
): Promise<PreparedOperation[]> => withInsertEncoder(db, (encode) => prepare(db, findChargebacks, requests, encode))

const prepare = (
  db: Transactions,
  findChargebacks: FindChargebacks,
  requests: readonly NewOperation[],
  encode: EncodeInserts,
): Promise<PreparedOperation[]> =>
  db.transaction({ of: requests.map((request) => request.tenant_id), joins: 'planned once' }, async (tx) => {
    // These queries travel in one flush; known operations are read after the payments are locked.
    const [locked, found, chargebacks] = await Promise.all([
      lockPayments(tx, requests),
      findKnownOperations(tx, requests),
      findChargebacks(tx, requests),
    ])
    const payments = new Map(locked.values().map((each) => [each.id, withChargebacks(each, chargebacks)]))
    const known = await releaseExpiredKeys(tx, found, requests)
    const freed = await releaseUnsentKeys(tx, known, requests)
    const toVoid = requests.flatMap(({ decisionInput, payment_id }) =>
      decisionInput.kind === 'void' ? (payments.get(payment_id) ?? []) : [],
    )
    const lockedAlerts = await lockOpenAlerts(tx, toVoid)
    const inserts: OperationInsert[] = []
    const reviewVoids: ReviewVoid[] = []
    const decided = requests.map((request): RequestDecision | PreparedOperation => {
      const payment = payments.get(request.payment_id)
      const operation = known.find((each) => belongsToRequest(each, request) && !freed.has(each.id))
      if (payment === undefined) return { kind: 'refused', code: 'payment_not_found', detail: NOT_FOUND_DETAIL }
      if (operation !== undefined)
        return isOwnEarlierTry(operation, request)
          ? { kind: 'going', operation, payment }
          : { kind: 'known', operation }
      // The second request with one key in a batch finds the first one in the next batch.
      if ([...inserts, ...reviewVoids].some((each) => isHeldBy(each, request))) return { kind: 'wait' }
      const decision = decideRequest(request, payment, lockedAlerts)
      if ('payment' in decision) payments.set(payment.id, decision.payment)
      if (decision.kind === 'send') inserts.push(decision.insert)
      if (decision.kind === 'cancel') reviewVoids.push(decision.reviewVoid)
      return decision
    })
    const made = await insertOperations(tx, inserts, encode)
    const cancelled = await voidUnderReview(tx, reviewVoids)
    return decided.map((each) => {
      if (each.kind === 'send')
        return { kind: 'going', payment: each.payment, operation: made.get(each.insert.id) as StoredOperation }
      if (each.kind === 'cancel')
        return { kind: 'cancelled', operation: cancelled.get(each.reviewVoid.id) as OperationRow }
      return each
    })
  })

const NOT_FOUND_DETAIL = phrase`No payment with this id is within reach of this token and merchant.`

const belongsToRequest = (operation: KnownOperation, request: NewOperation): boolean =>
  operation.tenant_id === request.tenant_id && (operation.id === request.id || isHeldBy(operation, request))

const isHeldBy = ({ idempotency_key }: Pick<KnownOperation, 'idempotency_key'>, request: NewOperation): boolean =>
  idempotency_key !== null && request.equivalentKeys.includes(idempotency_key)

/**
 * Releases the keys of operations that were never sent to the bank, so that a retry can use them. Returns their ids.
 */
const releaseUnsentKeys = async (
  tx: Tx,
  known: readonly KnownOperation[],
  requests: readonly NewOperation[],
): Promise<ReadonlySet<string>> => {
  const unsent = known.filter((operation) => operation.nothing_sent && operation.status === 'failed')
  const freed = unsent.filter((operation) =>
    requests.some(
      (request) =>
        belongsToRequest(operation, request) &&
        operation.id !== request.id &&
        isSameRequest(operation.fingerprint, request.fingerprint),
    ),
  )
  await releaseKeys(tx, freed)
  return new Set(freed.map(({ id }) => id))
}

/**
 * Returns whether an earlier attempt of this request wrote the operation and lost the commit's response, and no other
 * process has taken it over.
 */
const isOwnEarlierTry = (operation: KnownOperation, request: NewOperation): boolean =>
  operation.id === request.id &&
  operation.created.getTime() === request.nowMs &&
  operation.status === 'processing' &&
  operation.fencing === 1

type KnownOperation = StoredOperation & { idempotency_key: string | null }

/** Returns operations that already belong to these requests or hold a requested key. */
export const findKnownOperations = (
  tx: Tx,
  requests: readonly Pick<NewOperation, 'tenant_id' | 'id' | 'payment_id' | 'equivalentKeys'>[],
): Promise<KnownOperation[]> => {
  const keys = requests.flatMap(({ tenant_id, equivalentKeys }) => equivalentKeys.map((key) => ({ tenant_id, key })))
  const payments = requests.map(({ payment_id }) => payment_id)
  return tx.query<KnownOperation>(
    FIND_KNOWN,
    [
      requests.map(({ tenant_id }) => tenant_id),
      payments,
      requests.map(({ id }) => id),
      keys.map(({ tenant_id }) => tenant_id),
      keys.map(({ key }) => key),
      ...findBounds(payments),
    ],
    'known-operations',
  )
}

const KNOWN_COLUMNS = `${OPERATION_COLUMNS}, idempotency_key, coalesce(lease_until > now(), false) as is_leased`
const buildOperationJoin = (key: Parameters<typeof operationByKey>[1], further = ''): string =>
  `lateral (select ${KNOWN_COLUMNS} from payment_operations o where ${operationByKey('o', key)} ${further} offset 0) o`
/** Each look-up is a separate subquery, never a join, because plans made on the empty table scanned all operations. */
const FIND_KNOWN = `
select o.* from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w(t, p, i)
cross join ${buildOperationJoin({ tenant_id: 'w.t', payment_id: 'w.p', id: 'w.i' }, `and ${inParts('o.payment_id', '$6', '$7')}`)}
union all
select o.* from ${keysWithClaims('$4', '$5')}
cross join lateral (
  select distinct tenant_id, holder, payment_id from idempotency_claims c
   where ${joinByKey('c', { tenant_id: 'w.t', claim: 'w.claim' })} offset 0) c
cross join ${buildOperationJoin({ tenant_id: 'c.tenant_id', payment_id: 'c.payment_id', id: 'c.holder' })}
where o.idempotency_key = w.k`

/** Releases keys older than a day, unless the operation is still open. Returns the operations after that. */
const releaseExpiredKeys = async (
  tx: Tx,
  known: readonly KnownOperation[],
  requests: readonly NewOperation[],
): Promise<readonly KnownOperation[]> => {
  const now = Math.max(...requests.map(({ nowMs }) => nowMs))
  const keys = new Set(requests.flatMap(({ equivalentKeys }) => equivalentKeys))
  const expired = known.filter(
    ({ idempotency_key, created, status }) =>
      idempotency_key !== null && keys.has(idempotency_key) && isFree(created, now) && status !== 'processing',
  )
  await releaseKeys(tx, expired)
  return known.map((each) => (expired.includes(each) ? { ...each, idempotency_key: null } : each))
}

const releaseKeys = async (tx: Tx, operations: readonly KnownOperation[]): Promise<void> => {
  if (operations.length === 0) return
  await tx.execute(
    `update payment_operations o set idempotency_key = null from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w(t, p, i)
      where ${operationByKey('o', { tenant_id: 'w.t', payment_id: 'w.p', id: 'w.i' })}`,
    [
      operations.map(({ tenant_id }) => tenant_id),
      operations.map(({ payment_id }) => payment_id),
      operations.map(({ id }) => id),
    ],
  )
}

type RequestDecision =
  | Exclude<PreparedOperation, { kind: 'going' | 'cancelled' }>
  /** `payment` is its state after the step. */
  | { kind: 'send'; insert: OperationInsert; payment: PaymentRow }
  | { kind: 'cancel'; reviewVoid: ReviewVoid; payment: PaymentRow }

/** `lockedAlerts` are the payments under review whose alert is not being decided right now. */
const decideRequest = (
  request: NewOperation,
  payment: PaymentRow,
  lockedAlerts: ReadonlySet<string>,
): RequestDecision => {
  const { decisionInput, nowMs, equivalentKeys: _, ...rest } = request
  const decision = decideOperation(payment, decisionInput, nowMs)
  if (decision.kind === 'refuse') return { ...decision, kind: 'refused' }
  if (decision.kind === 'wait') return decision
  if (decision.kind === 'cancel') {
    // The alert is being decided right now; the first writer wins.
    return lockedAlerts.has(payment.id) ? { kind: 'cancel', ...buildReviewVoid(payment, request) } : { kind: 'wait' }
  }
  const edge = requireEdge(paymentMachine, payment.status, decision.trigger)
  const state_before = payment.status === 'refund_processing' ? 'completed' : payment.status
  const { amount } = decision
  const step = newStep(edge.to, nextStepTime(payment, nowMs), {
    amount,
    operation: toChargeType(decisionInput.kind),
    operation_id: request.id,
    message: sentMessage(decisionInput.kind),
    ...(decision.atBank === undefined ? {} : { at_bank: decision.atBank }),
  })
  const refunding = payment.refunding + (decisionInput.kind === 'refund' ? amount : 0)
  const insert = {
    ...rest,
    kind: decisionInput.kind,
    amount,
    currency: payment.currency,
    state_before,
    to_status: edge.to,
    refunding,
    step,
    created: isoTime(nowMs),
  }
  const after = { ...payment, status: edge.to, history: [...payment.history, step], refunding }
  return { kind: 'send', insert, payment: after }
}
