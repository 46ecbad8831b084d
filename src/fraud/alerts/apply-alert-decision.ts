/** Applies a decision right after its commit; a job retries what fails here. */
import type { Log } from '../../infra/process/log.ts'
import type { AlertDecision, AlertDecisionHandlers, DecidedAlert } from './alert-decision-handler.ts'

/** Never throws: the decision remains valid even if its first application fails. */
export const applyAlertDecision = async (
  log: Log,
  decisionHandlers: AlertDecisionHandlers,
  alert: DecidedAlert,
  decision: AlertDecision,
): Promise<void> => {
  try {
    await decisionHandlers[alert.process]?.applyDecision(alert, decision)
  } catch (err) {
    log.error('fraud_alert.not_carried_out', { alert_id: alert.id, check_id: alert.check_id, decision, err })
  }
}
