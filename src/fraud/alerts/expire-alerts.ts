/** Expires alerts that were not decided in time, each exactly once whatever the number of processes. */
import type { Runtime } from '../../infra/runtime.ts'
import type { AlertDecisionHandlers, DecidedAlert } from './alert-decision-handler.ts'
import { expireAlert, findExpiredAlerts } from './alert-store.ts'
import { applyAlertDecision } from './apply-alert-decision.ts'

const BATCH_MAX = 200 // alerts per round; the next round follows at once
const CONCURRENCY = 8

/** One round over all tenants; returns how many alerts it ended. */
export const expireAlerts = async (runtime: Runtime, decisionHandlers: AlertDecisionHandlers): Promise<number> => {
  const due = await runtime.db.transaction({ as: 'platform' }, (tx) =>
    findExpiredAlerts(tx, runtime.clock.now(), BATCH_MAX),
  )
  let ended = 0
  for (let at = 0; at < due.length; at += CONCURRENCY) {
    const batch = due.slice(at, at + CONCURRENCY).map((alert) => expireOneAlert(runtime, decisionHandlers, alert))
    ended += (await Promise.all(batch)).filter(Boolean).length
  }
  return ended
}

/** Returns whether this process ended it. One that fails must not stop the others: it is due again in the next round. */
const expireOneAlert = async (
  runtime: Runtime,
  decisionHandlers: AlertDecisionHandlers,
  { tenant_id, id }: Pick<DecidedAlert, 'tenant_id' | 'id'>,
): Promise<boolean> => {
  let waits = false
  const alert = await runtime.db
    .transaction({ of: tenant_id }, async (tx) => {
      const expired = await expireAlert(tx, tenant_id, id, runtime.clock.now())
      if (expired !== undefined)
        waits = (await decisionHandlers[expired.process]?.recordDecision(tx, expired, 'expired', null)) ?? false
      return expired
    })
    .catch((err: unknown) => void runtime.log.error('fraud_alert.not_expired', { alert_id: id, err }))
  if (alert === undefined) return false
  if (waits) await applyAlertDecision(runtime.log, decisionHandlers, alert, 'expired')
  runtime.log.info('fraud_alert.expired', { alert_id: alert.id, check_id: alert.check_id, process: alert.process })
  return true
}
