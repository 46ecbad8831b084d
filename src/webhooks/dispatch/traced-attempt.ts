/** The span of an attempt to deliver an event; it continues the trace of the request that caused the event. */
import { findTrace } from '../../infra/database/trace-contexts.ts'
import type { Exchange } from '../../infra/outgoing/outgoing.ts'
import { inSpan, isTracing } from '../../infra/process/tracing.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.ts'

export const tracedAttempt = async <Sent extends { readonly exchange: Exchange }>(
  { db }: Pick<Runtime, 'db'>,
  claimed: ClaimedDelivery,
  send: () => Promise<Sent>,
): Promise<Sent> => {
  if (!isTracing()) return send()
  const { tenant_id: tenantId, correlation_id: correlationId } = claimed
  const parent = await findTrace(db, { tenantId, correlationId }).catch(() => undefined)
  return inSpan(
    () => ({
      name: `deliver ${claimed.event_type}`,
      kind: 'producer',
      parent,
      attributes: {
        'messaging.operation.type': 'send',
        'messaging.message.id': claimed.event_id,
        'vezne.event_type': claimed.event_type,
        'vezne.delivery_id': claimed.id,
        'vezne.subscription_id': claimed.subscription_id,
        'vezne.attempt': claimed.attempt_number,
        'vezne.correlation_id': correlationId,
        'vezne.tenant_id': tenantId,
      },
    }),
    async (span) => {
      const sent = await send()
      const { status, fault } = sent.exchange
      if (fault !== null || status === null || status >= 300) span?.fail('not_delivered')
      return sent
    },
  )
}
