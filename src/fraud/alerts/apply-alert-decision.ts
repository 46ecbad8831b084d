/** After the commit of a decision: what it sets off, carried out at once; a job comes back to what fails here. */
import type { Log } from '../../infra/process/log.ts'
import type { AlertDecision, AlertDecisionHandlers, DecidedAlert } from './alert-decision-handler.ts'

/** Never throws: the decision stands, whatever becomes of its first try. */
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
