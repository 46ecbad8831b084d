/** Applies the decision of an alert in the surface whose payment or transfer is under review. */
import type { Tx } from '../../infra/database/database.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'

/** The end of an alert: decided by a person, or expired. */
export type AlertDecision = 'approved' | 'rejected' | 'expired'

export interface DecidedAlert {
  tenant_id: string
  id: string
  /** Check of the payment or transfer. */
  check_id: string
  process: FraudProcess
  merchant_id: string
}

export interface AlertDecisionHandler {
  /**
   * Runs in the transaction of the decision, acting for the alert's tenant: marks what waits, so that a job carries the
   * decision out should this process die. `actor` is who decided, null for the clock. Returns false if nothing is under
   * review any more.
   */
  recordDecision(tx: Tx, alert: DecidedAlert, decision: AlertDecision, actor: string | null): Promise<boolean>
  /** Runs after the commit and applies the decision at once; never throws for failures that a job would retry. */
  applyDecision(alert: DecidedAlert, decision: AlertDecision): Promise<void>
}

/** Handlers by process; a process that is left out has nothing under review. */
export type AlertDecisionHandlers = Readonly<Partial<Record<FraudProcess, AlertDecisionHandler>>>
