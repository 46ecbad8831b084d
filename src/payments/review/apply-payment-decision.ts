/**
 * Applies an alert's decision to the payment that waits for it: stores the decision, and when a job continues the
 * payment.
 */
import { isoTime } from '../../core/clock.ts'
import type { AlertDecision, DecidedAlert } from '../../fraud/alerts/alert-decision-handler.ts'
import type { Tx } from '../../infra/database/database.ts'

/**
 * Decides a review once: a second decision, or one that finds the payment ended, changes nothing and returns false. The
 * fencing number does not change, so that a call in progress, the start of 3D Secure, can still be recorded; it then
 * finds the new decision.
 */
export const applyAlertDecision = async (
  tx: Tx,
  { tenant_id, check_id }: Pick<DecidedAlert, 'tenant_id' | 'check_id'>,
  decision: AlertDecision,
  nowMs: number,
): Promise<boolean> => {
  const isApproved = decision === 'approved'
  const marked = await tx.execute(APPLY_DECISION, [
    tenant_id,
    check_id,
    isApproved ? 'approve' : 'block',
    isoTime(nowMs),
    isApproved,
  ])
  return marked > 0
}

/** A payment of a plan that was approved ahead of its date; its installment releases it (review/release-waiting.ts). */
const WAITS_FOR_DATE = `h.operation_type = 'recurring' and coalesce((h.extra ->> 'recurring_due')::timestamptz > $4, false)`

/**
 * Makes some payments due at once: a payment without 3D Secure; a payment held after its challenge, unless 3d/complete
 * has to come first (it is never called for a charge without a callback); and a refused payment whose shopper is still
 * at the bank's page. The others apply the decision at their next step.
 */
const APPLY_DECISION = `
update payments p set verdict = $3, last_modified = $4,
  next_inquiry_at = case when due then $4 else p.next_inquiry_at end,
  inquiry_count = case when due then 0 else p.inquiry_count end,
  attempt_at = case when due and $5 then $4 else p.attempt_at end,
  lease_owner = case when p.secure_type = 'non_3d' then null else p.lease_owner end,
  lease_until = case when p.secure_type = 'non_3d' then null else p.lease_until end
from (
  select h.id, h.secure_type = 'non_3d' and not ($5 and ${WAITS_FOR_DATE})
    or h.status = 'three_d_secure_auth_processing' and (not $5 or not s.is_manual
      or s.completion_correlation_id is not null or s.md_status is null)
    or h.status = 'three_d_secure_init_processing' and not $5 as due
  from payments h left join three_d_sessions s on s.tenant_id = h.tenant_id and s.payment_id = h.id
  where h.tenant_id = $1 and h.id = $2 and h.verdict = 'review'
    and h.status in ('created', 'three_d_secure_init_processing', 'three_d_secure_auth_processing')
  for update of h) held
where p.tenant_id = $1 and p.id = held.id`
