/**
 * Applies the decision of a fraud alert to the transfer under review. There is no event, so nothing has to be woken.
 */

import { isoTime } from '../../core/clock.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { AlertDecision, AlertDecisionHandler, DecidedAlert } from '../../fraud/alerts/alert-decision-handler.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { TransferStep } from '../model/transfer.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { transferMachine } from '../model/transfer-states.ts'

export const createReviewDecisionHandler = ({ runtime }: Pick<TransferServices, 'runtime'>): AlertDecisionHandler => ({
  recordDecision: (tx, alert, decision, actor) =>
    BY_DECISION[decision](tx, alert, { actor, nowMs: runtime.clock.ms() }),
  // The decision itself has done everything.
  applyDecision: async () => undefined,
})

interface DecisionContext {
  actor: string | null
  nowMs: number
}
type ApplyToTransfer = (tx: Tx, alert: DecidedAlert, by: DecisionContext) => Promise<boolean>

const isUnderReview = ({ tenant_id, check_id }: DecidedAlert): Sql =>
  sql`tenant_id = ${tenant_id} and id = ${check_id} and status = 'pending' and is_held`

/** After the review its three people still have to take their steps. */
const releaseFromReview: ApplyToTransfer = async (tx, alert, by) =>
  (await tx.execute(
    sql`update transfers set is_held = false, history = history || ${toHistoryStep('pending', by, 'Fraud alert approved')}::jsonb,
       last_modified = ${isoTime(by.nowMs)}
     where ${isUnderReview(alert)}`,
  )) > 0

const REJECTED_BY_ALERT = findTarget(transferMachine, 'reject_alert')
/** The analyst is not one of the three people, so `rejected_by` stays empty and the history names the analyst. */
const rejectUnderReview: ApplyToTransfer = async (tx, alert, by) => {
  const now = isoTime(by.nowMs)
  const step = toHistoryStep(REJECTED_BY_ALERT, by, 'Fraud alert rejected')
  const rejected = await tx.execute(
    sql`update transfers set status = ${REJECTED_BY_ALERT}, is_held = false, processed_at = ${now}, error_code = 'fraud_blocked',
       error_message = 'The fraud review did not approve the transfer', history = history || ${step}::jsonb, last_modified = ${now}
     where ${isUnderReview(alert)}`,
  )
  return rejected > 0
}

/** The transfer does not change: it can no longer be approved, and anyone except its creator may reject it. */
const leaveUnderReview: ApplyToTransfer = async (tx, alert) =>
  (await tx.query(sql`select 1 from transfers where ${isUnderReview(alert)}`)).length > 0

const BY_DECISION: Readonly<Record<AlertDecision, ApplyToTransfer>> = {
  approved: releaseFromReview,
  rejected: rejectUnderReview,
  expired: leaveUnderReview,
}

const toHistoryStep = (to: TransferStep['to'], { actor, nowMs }: DecisionContext, note: string): string =>
  JSON.stringify({ to, at: nowMs, ...(actor === null ? {} : { actor }), note } satisfies TransferStep)
