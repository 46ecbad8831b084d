/** The last two stages of a capture, void or refund: the transition becomes an update, and the update is recorded. */
import { type LoggedExchange, toRequestLogRow } from '../../acquiring/request-log/request-log-row.ts'
import type { OperationRow, OperationTransition } from '../model/operation.ts'
import type { OperationStep } from './apply-operation-transition.ts'
import { toLogOwner } from './bank-operation.ts'
import type { OperationStepServices } from './operation-recorder.ts'

interface StepDetails {
  logged?: readonly LoggedExchange[]
  /** Real time in ms; null if no caller waits. */
  arrivedAt?: number | null
  /** An operator decided the outcome, so no event is sent. */
  isSilent?: boolean
}

/** Returns undefined if another process was first; then the stored state has to be read. */
export const takeOperationStep = (
  { runtime, operations }: OperationStepServices,
  operation: OperationRow,
  transition: OperationTransition,
  { logged = [], arrivedAt = null, isSilent = false }: StepDetails,
): Promise<OperationStep | undefined> => {
  const nowMs = runtime.clock.ms()
  return operations.record({
    tenant_id: operation.tenant_id,
    operation_id: operation.id,
    payment_id: operation.payment_id,
    fencing: operation.fencing,
    transition,
    logs: logged.map((each) => toRequestLogRow(toLogOwner(operation), each, nowMs)),
    duration_ms: arrivedAt === null ? null : Date.now() - arrivedAt,
    nowMs,
    errorsBase: runtime.config.errorsBase,
    isSilent,
  })
}
