/** What sending needs beside the desk: how patient the tenant is, and the record of what became known, gathered in groups. */
import { GroupCommit } from '../../infra/database/group-commit.ts'
import { type Leases, openLeases } from '../../infra/database/leases.ts'
import type { TransferParts } from '../model/transfer-services.ts'
import type { Patience } from './outcome-to-transition.ts'
import { type Recorded, recordTransfers } from './record-transfers.ts'
import type { Windows } from './bank-windows.ts'

export interface SendingDesk extends TransferParts {
  patienceOf: (tenantId: string) => Promise<Patience>
  windowsOf: (tenantId: string) => Promise<Windows>
  /** True: recorded. False: somebody else was first. */
  record: (record: Recorded) => Promise<boolean>
  leases: Leases
}

/** The write finds its own row when only the answer of a commit was lost. */
const PERSIST_MS = 5_000

export const openSendingDesk = (
  parts: TransferParts,
  { patienceOf, windowsOf }: Pick<SendingDesk, 'patienceOf' | 'windowsOf'>,
): SendingDesk => {
  const recording = new GroupCommit<Recorded, boolean>({
    write: (records) => recordTransfers(parts.house.db, records),
    persistMs: PERSIST_MS,
    keyOf: (record) => `${record.tenant_id}${record.id}`,
  })
  return {
    ...parts,
    patienceOf,
    windowsOf,
    leases: openLeases(parts.house, parts.processNo, 'transfers'),
    async record(record) {
      const isRecorded = await recording.submit(record)
      if (isRecorded && record.event !== null) parts.wakeDeliveries([record.tenant_id])
      return isRecorded
    },
  }
}
