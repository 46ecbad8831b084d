/** A session as GET answers it. */
import { isoTime } from '../../core/clock.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { openCustomer } from '../model/session-id.ts'
import type { FollowedSession } from './follow-session.ts'

export const toSessionView = async (
  { payments: { runtime, directory } }: Pick<CheckoutServices, 'payments'>,
  { session, status, payment, attempts }: FollowedSession,
  sessionId: string,
) => {
  const customer = await openCustomer(runtime.sealer, session)
  return {
    session_id: sessionId,
    tenant_id: session.tenant_id,
    merchant_id: session.merchant_id,
    external_merchant_id: await directory.merchantExternalIdOf(session.tenant_id, session.merchant_id),
    merchant_name: session.merchant_name ?? (await directory.merchantNameOf(session.tenant_id, session.merchant_id)),
    amount: session.amount,
    currency: session.currency,
    allowed_installments: session.allowed_installments,
    description: session.description,
    external_id: session.external_id,
    basket_id: session.basket_id,
    customer_email: customer.email,
    customer_phone: customer.phone,
    metadata: session.metadata,
    status,
    transaction_id: payment?.id ?? null,
    created_at: isoTime(session.created),
    expires_at: isoTime(session.expires_at),
    payment_mode: session.payment_mode,
    allow_pre_auth: session.allow_pre_auth,
    is_test_session: session.is_test,
    attempt_count: attempts,
    max_attempts: session.max_attempts,
    success_url: session.success_url,
    cancel_url: session.cancel_url,
  }
}
