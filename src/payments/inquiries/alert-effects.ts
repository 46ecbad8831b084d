/** What the decision of a fraud alert sets off for the card payment that waits for it. */
import { isoTime } from '../../core/clock.ts'
import type { AlertEffects, DecidedAlert } from '../../fraud/alerts/alert-decision-handler.ts'
import { claimDuePayments } from '../attempts/due-payments.ts'
import { settleDue } from './resolve-payments.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { markDecision } from '../review/apply-alert-decision.ts'

export const heldPayments = (desk: PaymentDesk): AlertEffects => ({
  settle: (tx, alert, decision) => markDecision(tx, alert, decision, desk.house.clock.ms()),
  async carryOut(alert) {
    // Without knowing whose leases count, the job is left to whoever does.
    if (!desk.seesOthers()) return
    const work = desk.leases.during(alert.check_id, () => settleIfDue(desk, alert))
    desk.running.set(alert.check_id, work)
    try {
      await work
    } catch (error) {
      desk.house.log.error('alert.not_carried_out', { alert_id: alert.id, error: (error as Error).message })
    } finally {
      if (desk.running.get(alert.check_id) === work) desk.running.delete(alert.check_id)
    }
  },
})

/** What the inquiry job would do in its next round; nothing where it was first, or the payment waits for something else. */
const settleIfDue = async (desk: PaymentDesk, { tenant_id, check_id }: DecidedAlert): Promise<void> => {
  const { db, clock } = desk.house
  const claim = { tenantId: tenant_id, now: isoTime(clock.ms()), owner: desk.processNo, limit: 1, id: check_id }
  const [due] = await db.inTenant(tenant_id, (tx) => claimDuePayments(tx, claim))
  if (due !== undefined) await settleDue(desk, due)
}
