/** What the decision of a fraud alert sets off for the transfer that waits for it; no event, and nothing to be woken. */
import { isoTime } from '../../core/clock.ts'
import type { AlertDecision, AlertEffects, DecidedAlert } from '../../fraud/alerts/alert-decision-handler.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { TransferStep } from '../model/transfer.ts'
import type { TransferParts } from '../model/transfer-services.ts'

export const heldTransfers = ({ house }: Pick<TransferParts, 'house'>): AlertEffects => ({
  settle: (tx, alert, decision, actor) => SETTLE[decision](tx, alert, { actor, nowMs: house.clock.ms() }),
  // The decision itself has done it all.
  carryOut: async () => undefined,
})

interface Deciding {
  actor: string | null
  nowMs: number
}
type Settling = (tx: Tx, alert: DecidedAlert, by: Deciding) => Promise<boolean>

const WAITS = `tenant_id = $1 and id = $2 and status = 'pending' and is_held`

/** Its three people still take their steps. */
const release: Settling = async (tx, alert, by) =>
  (await tx.execute(
    `update transfers set is_held = false, history = history || $3::jsonb, last_modified = $4 where ${WAITS}`,
    [alert.tenant_id, alert.check_id, stepOf('pending', by, 'Fraud alert approved'), isoTime(by.nowMs)],
  )) > 0

/** The analyst is none of the three people: `rejected_by` stays empty, and the history says who. */
const reject: Settling = async (tx, alert, by) =>
  (await tx.execute(
    `update transfers set status = 'rejected', is_held = false, processed_at = $4, error_code = 'fraud_blocked',
       error_message = 'The fraud review did not approve the transfer', history = history || $3::jsonb, last_modified = $4
     where ${WAITS}`,
    [alert.tenant_id, alert.check_id, stepOf('rejected', by, 'Fraud alert rejected'), isoTime(by.nowMs)],
  )) > 0

/** Stays as it is: nobody can approve it any more, and anybody but its creator may reject it. */
const expire: Settling = async (tx, alert) =>
  (await tx.query(`select 1 from transfers where ${WAITS}`, [alert.tenant_id, alert.check_id])).length > 0

const SETTLE: Readonly<Record<AlertDecision, Settling>> = { approved: release, rejected: reject, expired: expire }

const stepOf = (to: TransferStep['to'], { actor, nowMs }: Deciding, note: string): string =>
  JSON.stringify({ to, at: nowMs, ...(actor === null ? {} : { actor }), note } satisfies TransferStep)
