/** The two durable writes of captures, voids and refunds of one process, group-committed. */

import { Problem } from '../../core/problem.ts'
import type { Database } from '../../infra/database/database.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import { createLeases, type Leases } from '../../infra/database/due-work/leases.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import type { FindChargebacks } from '../model/chargebacks.ts'
import {
  dropEmptyOperationClaims,
  type OperatedPayment,
  type PaymentReach,
  readOperatedPayments,
} from '../model/operation-store.ts'
import { KEY_UNDECIDED_DETAIL } from '../model/payment-store.ts'
import type { OperationReport, OperationStep } from './apply-operation-transition.ts'
import { LEASED_OPERATIONS } from './due-operations.ts'
import type { NewOperation } from './new-operation.ts'
import { type PreparedOperation, prepareOperations } from './prepare-operations.ts'
import { recordOperations } from './record-operations.ts'

interface OperationRecorderDependencies {
  runtime: Runtime
  processNo: number
  findChargebacks: FindChargebacks
  wakeDeliveries: (tenantIds: readonly string[]) => void
}

interface OperationRecorder {
  find: (wanted: PaymentReach) => Promise<OperatedPayment | undefined>
  prepare: (request: NewOperation) => Promise<PreparedOperation>
  /** Returns undefined if another process was first; then the stored state has to be read. */
  record: (report: OperationReport) => Promise<OperationStep | undefined>
  leases: Leases
  /** Operations this process is working on; a repeat of the key waits for them instead of polling the database. */
  running: Map<string, Promise<unknown>>
}

/** Services for captures, voids and refunds. */
export interface OperationServices extends PaymentServices {
  operations: OperationRecorder
}

export type OperationStepServices = Pick<OperationServices, 'runtime' | 'banks' | 'terms' | 'leases' | 'operations'>

/** Retrying is safe: both writes find their own row if only the response of a commit was lost. */
const PERSIST_MS = 5_000
const TRIES_MAX = 3

export const createOperationRecorder = ({
  runtime,
  processNo,
  findChargebacks,
  wakeDeliveries,
}: OperationRecorderDependencies): OperationRecorder => {
  const { db } = runtime
  const reading = new GroupCommit<PaymentReach, OperatedPayment | undefined>({
    write: (wanted, shard) => readOperatedPayments(db.on(shard), wanted),
    partOf: ({ tenantId }) => db.shardOf(tenantId),
    keyOf: ({ tenantId, paymentId }) => `${tenantId}${paymentId}`,
  })
  const preparing = new GroupCommit<NewOperation, PreparedOperation>({
    write: (requests, shard) => prepareWithFreeKeys(db.on(shard), findChargebacks, requests),
    partOf: (request) => db.shardOf(request.tenant_id),
    persistMs: PERSIST_MS,
    keyOf: (request) => `${request.tenant_id}${request.payment_id}${request.id}`,
  })
  const recording = new GroupCommit<OperationReport, OperationStep | undefined>({
    write: (reports, shard) => recordOperations(db.on(shard), findChargebacks, reports),
    partOf: (report) => db.shardOf(report.tenant_id),
    persistMs: PERSIST_MS,
    keyOf: (report) => `${report.tenant_id}${report.payment_id}${report.operation_id}`,
  })
  return {
    find: (wanted) => reading.submit(wanted),
    async prepare(request) {
      const prepared = await preparing.submit(request)
      if (prepared.kind === 'cancelled') wakeDeliveries([request.tenant_id])
      return prepared
    },
    async record(report) {
      const recorded = await recording.submit(report)
      if (recorded !== undefined && recorded.update.events.length > 0) wakeDeliveries([report.tenant_id])
      return recorded
    },
    leases: createLeases(runtime, processNo, LEASED_OPERATIONS),
    running: new Map(),
  }
}

/**
 * Retries if another process concurrently claimed one of the keys for another payment: the next read finds its
 * operation, or the claim has no operation and is dropped.
 */
const prepareWithFreeKeys = async (
  db: Database,
  findChargebacks: FindChargebacks,
  requests: readonly NewOperation[],
): Promise<PreparedOperation[]> => {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    try {
      return await prepareOperations(db, findChargebacks, requests)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
    const tenants = requests.map(({ tenant_id }) => tenant_id)
    await db.transaction({ of: tenants }, (tx) => dropEmptyOperationClaims(tx, requests.flatMap(toKeys)))
  }
  throw new Problem('service_unavailable', { detail: KEY_UNDECIDED_DETAIL })
}

const toKeys = ({ tenant_id, equivalentKeys, idempotency_key }: NewOperation) =>
  [...new Set([...equivalentKeys, ...(idempotency_key === null ? [] : [idempotency_key])])].map((key) => ({
    tenant_id,
    key,
  }))
