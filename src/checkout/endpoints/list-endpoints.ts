/** GET of checkout sessions and of payment links: what was made, newest first. */
import { type Answer, type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { toPage } from '../../core/pagination.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { toPageUrl } from '../model/page-url.ts'
import { openSessionId } from '../model/session-id.ts'
import {
  CheckoutSessionPage,
  OrderLinkPage,
  type SessionFilters,
  SessionListQuery,
} from '../model/session-list-schemas.ts'
import type { SessionRow } from '../model/session-row.ts'
import { listedStatus, pageOfSessions } from '../sessions/list-sessions.ts'

const shared = {
  method: 'GET',
  // The rows link to pages on which sessions are paid and canceled.
  allow: 'pay',
  product: 'checkout',
  query: SessionListQuery,
  errors: ['validation_failed'],
} as const

export const listCheckoutSessions = (services: CheckoutServices): Endpoint =>
  endpoint({
    ...shared,
    path: '/api/v1/checkout/sessions',
    tag: 'CheckoutSessions',
    summary: 'List checkout sessions',
    description:
      'Newest first, of the last 31 days unless start_date says otherwise. `status` as it was seen last; reading one follows its payment.',
    answers: { 200: CheckoutSessionPage },
    handle: (call) =>
      listed(services, call as ListCall, 'session', (row, sessionId) => ({
        session_id: sessionId,
        transaction_id: row.attempt_no === 0 ? null : row.payment_id,
        attempt_count: row.attempt_no,
        max_attempts: row.max_attempts,
        is_test_session: row.is_test,
      })),
  })

export const listOrderLinks = (services: CheckoutServices): Endpoint =>
  endpoint({
    ...shared,
    path: '/api/v1/payments/order-link',
    tag: 'Payments',
    summary: 'List payment links',
    description:
      'Newest first, of the last 31 days unless start_date says otherwise, with the address to send again while it can be paid.',
    answers: { 200: OrderLinkPage },
    handle: (call) =>
      listed(services, call as ListCall, 'link', (row, sessionId, isOpen) => ({
        transaction_id: row.payment_id,
        payment_link: isOpen ? toPageUrl(call.runtime.config, sessionId) : null,
      })),
  })

type ListCall = Call<unknown, SessionFilters>
type Listed = Omit<SessionRow, 'is_attempting'>

/** The addresses of pages are secrets of the shop: no cache keeps them. */
const listed = async (
  { payments: { runtime, directory } }: CheckoutServices,
  { query, tenantId, merchantId, readList }: ListCall,
  kind: SessionRow['kind'],
  own: (row: Listed, sessionId: string, isOpen: boolean) => object,
): Promise<Answer> => {
  const nowMs = runtime.clock.ms()
  const { rows, total } = await readList((tx) => pageOfSessions(tx, { tenantId, merchantId }, kind, query, nowMs))
  const items = await Promise.all(
    rows.map(async (row) => {
      const status = listedStatus(row, nowMs)
      return {
        ...own(row, await openSessionId(runtime.sealer, row), status === 'open'),
        merchant_id: row.merchant_id,
        external_merchant_id: await directory.merchantExternalIdOf(tenantId, row.merchant_id),
        merchant_name: row.merchant_name ?? (await directory.merchantNameOf(tenantId, row.merchant_id)),
        amount: row.amount,
        currency: row.currency,
        description: row.description,
        external_id: row.external_id,
        status,
        created_by: row.created_by,
        created_at: isoTime(row.created),
        expires_at: isoTime(row.expires_at),
      }
    }),
  )
  return { ...ok(toPage(items, total, query)), carriesSecret: true }
}
