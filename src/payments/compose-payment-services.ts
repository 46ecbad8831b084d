/** Opens the services that the steps of a payment share in one process, with both durable writes group-committed. */
import { createLeases } from '../infra/database/due-work/leases.ts'
import { GroupCommit } from '../infra/database/group-commit.ts'
import { noCaller } from './attempts/caller.ts'
import { LEASED_PAYMENTS } from './attempts/due-payments.ts'
import { createFormCache } from './attempts/form-cache.ts'
import { PAYMENTS_PATH, type PaymentDependencies } from './attempts/payment-services.ts'
import { recordFoundOperations } from './operations/lost/record-found-operations.ts'
import { createOperationRecorder, type OperationServices } from './operations/operation-recorder.ts'
import { keepOffer } from './persistence/keep-offer.ts'
import { prepareLinkPayment } from './persistence/order-link-payments.ts'
import type { PaymentDraft } from './persistence/payment-draft.ts'
import { type PreparationResult, preparePayments } from './persistence/prepare-payments.ts'
import { type PaymentUpdate, recordPayments } from './persistence/record-payments.ts'
import { createPaymentSettings } from './settings/payment-settings.ts'
import { CHALLENGE_MS } from './three-d-secure/three-d-session.ts'

/** Retrying is safe: both writes find their own row if only the response of a commit was lost. */
const PERSIST_MS = 5_000

const A_JOB = noCaller(PAYMENTS_PATH)

export const composePaymentServices = ({
  runtime,
  directory,
  fraud,
  processRegistry,
  connectors,
  policyOf,
  quota,
  wakeDeliveries,
  findChargebacks,
}: PaymentDependencies): OperationServices => {
  const { db, config } = runtime
  const openPreparing = () =>
    new GroupCommit<PaymentDraft, PreparationResult>({
      write: (drafts, shard) => preparePayments(db.on(shard), { fraud, quota }, drafts),
      partOf: ({ payment }) => db.shardOf(payment.tenant_id),
      persistMs: PERSIST_MS,
      // Sorted by key if there is one, because two batches that claim the same keys must lock them in one order.
      keyOf: ({ payment }) => `${payment.tenant_id}${payment.idempotency_key ?? ''}${payment.id}`,
    })
  // A counting batch waits for a tenant's lock, so payments of tenants without such rules and limits are kept out of
  // it.
  const [preparing, counting] = [openPreparing(), openPreparing()]
  const recording = new GroupCommit<PaymentUpdate, boolean>({
    write: (updates, shard) => recordPayments(db.on(shard), updates),
    partOf: (update) => db.shardOf(update.tenant_id),
    persistMs: PERSIST_MS,
    keyOf: (update) => `${update.tenant_id}${update.id}`,
  })
  return {
    runtime,
    directory,
    fraud,
    banks: {
      connectors,
      async meaningOf(tenantId, connectorCode, bankCode) {
        const reading = (await connectors.errorCodesOf(tenantId))(connectorCode, bankCode)
        return { storedCode: reading.storedCode, category: reading.category, mayTryFallback: reading.shouldRetry }
      },
    },
    terms: { policyOf, quota, settings: createPaymentSettings(runtime) },
    records: {
      async prepare(draft) {
        await keepOffer(db, draft)
        return (isCounted(draft) ? counting : preparing).submit(draft)
      },
      async prepareLink(draft) {
        await keepOffer(db, draft)
        return prepareLinkPayment(db.forTenants([draft.payment.tenant_id]), { fraud, quota }, draft)
      },
      async record(update) {
        const isRecorded = await recording.submit(update)
        if (isRecorded && update.events.length > 0) wakeDeliveries([update.tenant_id])
        return isRecorded
      },
      async recordFound(update, found) {
        const isRecorded = await recordFoundOperations(
          { runtime, processNo: processRegistry.processNo, findChargebacks },
          update,
          found,
        )
        if (isRecorded) wakeDeliveries([update.tenant_id])
        return isRecorded
      },
      updateContext: (nowMs, { path, arrivedAt } = A_JOB) => ({
        nowMs,
        errorsBase: config.errorsBase,
        instance: path,
        duration_ms: arrivedAt === null ? null : Date.now() - arrivedAt,
      }),
    },
    leases: {
      ...createLeases(runtime, processRegistry.processNo, LEASED_PAYMENTS),
      processNo: processRegistry.processNo,
      canTrustLeases: processRegistry.canTrustLeases,
      running: new Map(),
    },
    forms: createFormCache(CHALLENGE_MS),
    findChargebacks,
    operations: createOperationRecorder({
      runtime,
      processNo: processRegistry.processNo,
      findChargebacks,
      wakeDeliveries,
    }),
  }
}

const isCounted = ({ check, quota }: PaymentDraft): boolean => check.counting !== null || quota !== null
