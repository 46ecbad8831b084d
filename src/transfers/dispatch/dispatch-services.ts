/** Services of the dispatch: the tenant's retry policy, and the grouped write of outcomes. */

import { createLeases, type Leases } from '../../infra/database/due-work/leases.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import type { ProcessRegistry } from '../../infra/database/processes/process-registry.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import type { BankWindowMode } from './bank-windows.ts'
import { LEASED_TRANSFERS } from './due-transfers.ts'
import type { RetryPolicy } from './read-transfer-outcome.ts'
import { recordTransfers, type TransferUpdate } from './record-transfers.ts'

export interface DispatchServices extends TransferServices {
  dispatch: TransferDispatch
}

/** The tenant's settings for sending, and the record of an attempt under its lease. */
interface TransferDispatch {
  retryPolicyOf: (tenantId: string) => Promise<RetryPolicy>
  windowsOf: (tenantId: string) => Promise<BankWindowMode>
  /** Returns true if it was recorded; false if another process was first. */
  record: (update: TransferUpdate) => Promise<boolean>
  leases: Leases & LeaseOwner
}

type LeaseOwner = Pick<ProcessRegistry, 'processNo' | 'canTrustLeases'>

/** Retrying is safe: the write finds its own row if only the response of a commit was lost. */
const PERSIST_MS = 5_000

export const composeDispatchServices = (
  services: TransferServices,
  { processNo, canTrustLeases }: LeaseOwner,
  { retryPolicyOf, windowsOf }: Pick<TransferDispatch, 'retryPolicyOf' | 'windowsOf'>,
): DispatchServices => {
  const { db } = services.runtime
  const recording = new GroupCommit<TransferUpdate, boolean>({
    write: (updates, shard) => recordTransfers(db.on(shard), updates),
    partOf: (update) => db.shardOf(update.tenant_id),
    persistMs: PERSIST_MS,
    keyOf: (update) => `${update.tenant_id}${update.id}`,
  })
  return {
    ...services,
    dispatch: {
      retryPolicyOf,
      windowsOf,
      async record(update) {
        const isRecorded = await recording.submit(update)
        if (isRecorded && update.event !== null) services.wakeDeliveries([update.tenant_id])
        return isRecorded
      },
      leases: { ...createLeases(services.runtime, processNo, LEASED_TRANSFERS), processNo, canTrustLeases },
    },
  }
}
