/** The two durable writes of captures, voids and refunds of one process, gathered in groups. */
import { GroupCommit } from '../../infra/database/group-commit.ts'
import type { House } from '../../infra/runtime.ts'
import { type Leases, openLeases } from '../../infra/database/leases.ts'
import { type GiveBack, openGiveBack } from '../attempts/release-leases.ts'
import type { FollowUpReport } from './build-operation-update.ts'
import type { FollowUpRequest } from './new-operation.ts'
import { type Prepared, prepareFollowUps } from './prepare-operations.ts'
import { type RecordedFollowUp, recordFollowUps } from './record-operations.ts'

interface FollowUpParts {
  house: House
  processNo: number
  wakeDeliveries: (tenantIds: readonly string[]) => void
}

export interface FollowUpDesk {
  prepare: (request: FollowUpRequest) => Promise<Prepared>
  /** Undefined: somebody else was first; read what is stored. */
  record: (report: FollowUpReport) => Promise<RecordedFollowUp | undefined>
  giveBack: GiveBack
  leases: Leases
  /** Operations this process is working on: a repeat of the key waits for them instead of asking the database. */
  running: Map<string, Promise<unknown>>
}

/** Both writes find their own row when only the answer of a commit was lost. */
const PERSIST_MS = 5_000
const TRIES_MAX = 3

export const openFollowUpDesk = ({ house, processNo, wakeDeliveries }: FollowUpParts): FollowUpDesk => {
  const { db } = house
  const preparing = new GroupCommit<FollowUpRequest, Prepared>({
    write: (requests) => claiming(() => prepareFollowUps(db, requests)),
    persistMs: PERSIST_MS,
    keyOf: (request) => `${request.tenant_id}${request.payment_id}${request.id}`,
  })
  const recording = new GroupCommit<FollowUpReport, RecordedFollowUp | undefined>({
    write: (reports) => recordFollowUps(db, reports),
    persistMs: PERSIST_MS,
    keyOf: (report) => `${report.tenant_id}${report.payment_id}${report.operation_id}`,
  })
  return {
    async prepare(request) {
      const prepared = await preparing.submit(request)
      if (prepared.kind === 'cancelled') wakeDeliveries([request.tenant_id])
      return prepared
    },
    async record(report) {
      const recorded = await recording.submit(report)
      if (recorded !== undefined && recorded.conclusion.events.length > 0) wakeDeliveries([report.tenant_id])
      return recorded
    },
    giveBack: openGiveBack(db, processNo, 'payment_operations'),
    leases: openLeases(house, processNo, 'payment_operations'),
    running: new Map(),
  }
}

const UNIQUE_VIOLATION = '23505'

/** Another process claimed one of the keys in the same moment, for another payment: the next look finds it. */
const claiming = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION || tries >= TRIES_MAX) throw error
    }
  }
}
