/** Effects of a fraud alert's decision on the card payment that waits for it. */
import { isoTime } from '../../core/clock.ts'
import type { AlertDecisionHandler, DecidedAlert } from '../../fraud/alerts/alert-decision-handler.ts'
import { claimDue } from '../../infra/database/due-work/claim-due.ts'
import type { Aged } from '../../infra/database/lease-age.ts'
import { LEASED_PAYMENTS } from '../attempts/due-payments.ts'
import type { StepServices } from '../attempts/payment-services.ts'
import { trackRunning } from '../attempts/track-running.ts'
import type { PaymentRow } from '../model/payment.ts'
import { applyAlertDecision } from '../review/apply-payment-decision.ts'
import { resolveDuePayment } from './resolve-payments.ts'

export const paymentAlertEffects = (services: StepServices): AlertDecisionHandler => ({
  recordDecision: (tx, alert, decision) => applyAlertDecision(tx, alert, decision, services.runtime.clock.ms()),
  async applyDecision(alert) {
    // If leases cannot be trusted right now, a process that can trust them does the work.
    if (!services.leases.canTrustLeases()) return
    const work = services.leases.during(alert.check_id, () => resolveIfDue(services, alert))
    await trackRunning(services.leases.running, alert.check_id, work).catch((err: unknown) =>
      services.runtime.log.error('alert.not_carried_out', { alert_id: alert.id, err }),
    )
  },
})

/**
 * Does what the inquiry job would do in its next round; does nothing if the job was first, or the payment waits for
 * something else.
 */
const resolveIfDue = async (services: StepServices, { tenant_id, check_id }: DecidedAlert): Promise<void> => {
  const { db, clock } = services.runtime
  const claim = {
    tenantId: tenant_id,
    now: isoTime(clock.ms()),
    owner: services.leases.processNo,
    limit: 1,
    id: check_id,
  }
  const [due] = await db.transaction({ of: tenant_id }, (tx) => claimDue<Aged<PaymentRow>>(tx, LEASED_PAYMENTS, claim))
  if (due !== undefined) await resolveDuePayment(services, due)
}
