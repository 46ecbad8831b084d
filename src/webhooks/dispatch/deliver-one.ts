/**
 * Takes a claimed delivery to its recorded end: secrets, attempt, log row, next attempt, health of the subscription.
 */
import type { Secret } from '../../core/secret.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import { counter, histogram } from '../../infra/process/metrics.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.ts'
import { parkDelivery, releaseLeases } from '../deliveries/delivery-store.ts'
import { buildFinishStatement, type FinishedAttempt } from '../deliveries/finish-attempts.ts'
import { createSigningSecrets } from '../signing/signing-secret.ts'
import {
  type AttemptContext,
  attemptDelivery,
  type OpenedSecrets,
  toFinishedAttempt,
  toInterruptedAttempt,
} from './attempt-delivery.ts'
import { createSubscriptionHealth } from './subscription-health.ts'
import { tracedAttempt } from './traced-attempt.ts'

export interface AttemptResponse {
  isAnswered: boolean
  durationMs: number
}

interface DeliveryCallbacks {
  /** Called when the exchange has ended and its result is being written. */
  onResponse(answer: AttemptResponse): void
  /**
   * Called when the result is in the database, or could not be written, so that nothing of this delivery is at risk any
   * longer.
   */
  onRecorded(): void
}

/** Resolves when nothing is left to do, including the health of the subscription. */
export type DeliverOne = (claimed: ClaimedDelivery, steps: DeliveryCallbacks) => Promise<void>

const CRASH_REPEATS_MAX = 3
const PARKED_MS = 3_600_000 // an operator may restore the lost key
const NOT_SENT: AttemptResponse = { isAnswered: true, durationMs: 0 }

const attempts = counter('vezne_delivery_attempts_total')
const durations = histogram('vezne_delivery_attempt_seconds')

const records = histogram('vezne_delivery_record_seconds')

export const createDeliverOne = (runtime: Runtime, context: AttemptContext, isStopping: () => boolean): DeliverOne => {
  const secrets = createSigningSecrets(runtime)
  const finish = openAttemptRecorder(runtime)
  const recordHealth = createSubscriptionHealth(runtime)

  const opened = async (claimed: ClaimedDelivery): Promise<OpenedSecrets | null> => {
    const { tenant_id, subscription_id, secret_sealed, previous_secret_sealed } = claimed
    let current: Secret
    try {
      current = await secrets.open(tenant_id, subscription_id, secret_sealed)
    } catch (err) {
      await parkUnsignable(runtime, claimed, err)
      return null
    }
    // A lost previous secret must not block the one that replaced it.
    const previous =
      previous_secret_sealed &&
      (await secrets.open(tenant_id, subscription_id, previous_secret_sealed).catch(() => null))
    return { current, previous }
  }

  const write = async (finished: FinishedAttempt, written: () => void): Promise<void> => {
    const endedAt = performance.now()
    try {
      const isOurs = await finish.submit(finished)
      written()
      records.observe((performance.now() - endedAt) / 1_000)
      if (isOurs) await recordHealth(finished)
    } catch (err) {
      // The lease expires and the attempt is repeated, because delivery is at least once.
      runtime.log.error('delivery.unwritten', { delivery_id: finished.claimed.id, err })
    }
  }

  return async (claimed, { onResponse, onRecorded }) => {
    if (claimed.crash_repeats > CRASH_REPEATS_MAX) {
      onResponse(NOT_SENT)
      return write(toInterruptedAttempt(context, claimed), onRecorded)
    }
    const keys = await opened(claimed)
    if (keys === null) return onResponse(NOT_SENT)
    const sent = await tracedAttempt(runtime, claimed, () => attemptDelivery(context, claimed, keys))
    const { status, fault, durationMs } = sent.exchange
    if (fault !== null && isStopping()) {
      await releaseDeliveries(runtime, [claimed])
      return onResponse(NOT_SENT)
    }
    onResponse({ isAnswered: status !== null && fault === null, durationMs })
    const finished = toFinishedAttempt(context, claimed, sent)
    const over = write(finished, onRecorded)
    reportAttempt(runtime, finished)
    return over
  }
}

/** Releases unsent deliveries; if that fails, their leases expire. */
export const releaseDeliveries = async (runtime: Runtime, claimed: readonly ClaimedDelivery[]): Promise<void> => {
  const byTenant = Map.groupBy(claimed, (one) => one.tenant_id)
  for (const [tenantId, those] of byTenant)
    await runtime.db
      .transaction({ of: tenantId }, (tx) => releaseLeases(tx, tenantId, those))
      .catch((err) => runtime.log.warn('delivery.unreleased', { tenant_id: tenantId, err }))
}

const openAttemptRecorder = (runtime: Runtime) =>
  new GroupCommit<FinishedAttempt, boolean>({
    partOf: ({ claimed }) => runtime.db.shardOf(claimed.tenant_id),
    keyOf: ({ claimed }) =>
      `${claimed.tenant_id} ${claimed.resource_id} ${claimed.sequence} ${claimed.subscription_id}`,
    write: async (attempts) => {
      const tenantIds = attempts.map(({ claimed }) => claimed.tenant_id)
      const rows = await runtime.db.batch<{ id: string }>(tenantIds, buildFinishStatement(attempts))
      const ids = new Set(rows.map(({ id }) => id))
      return attempts.map(({ claimed }) => ids.has(claimed.id))
    },
  })

const parkUnsignable = async (runtime: Runtime, claimed: ClaimedDelivery, err: unknown): Promise<void> => {
  const { tenant_id, id, subscription_id } = claimed
  attempts.inc({ outcome: 'parked' })
  runtime.log.error('delivery.parked', { delivery_id: id, subscription_id, err })
  const until = new Date(runtime.clock.ms() + PARKED_MS)
  const reason = 'the signing secret cannot be opened'
  await runtime.db
    .transaction({ of: tenant_id }, (tx) => parkDelivery(tx, tenant_id, claimed, reason, until))
    .catch((cause) => runtime.log.warn('delivery.unreleased', { tenant_id, err: cause }))
}

const reportAttempt = (
  runtime: Runtime,
  { claimed, state, httpStatusCode, durationMs, errorMessage, next }: FinishedAttempt,
): void => {
  const outcome = state === 'delivered' ? 'delivered' : next === null ? 'dead' : 'failed'
  attempts.inc({ outcome })
  durations.observe(durationMs / 1_000)
  runtime.log.info('delivery.attempted', {
    tenant_id: claimed.tenant_id,
    delivery_id: claimed.id,
    event_id: claimed.event_id,
    event_type: claimed.event_type,
    correlation_id: claimed.correlation_id,
    outcome,
    status: httpStatusCode,
    duration_ms: durationMs,
    retry: claimed.attempt_number - 1,
    retry_max: claimed.max_retry_count,
    error: errorMessage,
    next_due_at: next?.dueAt ?? null,
  })
}
