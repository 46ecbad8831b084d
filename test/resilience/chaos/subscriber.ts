/** The server that hears of everything, at an address of its own for each tenant. */
import { createHash } from 'node:crypto'
import type { Received, Receiver, startReceiver } from '../../support/receiver.ts'
import { asLoad, type Stand } from './program.ts'

export const eventId = ({ headers }: Received): string => String(headers['x-service-event-id'])

/** Refuses the first delivery of one event in sixteen, so that repeats of the schedule are among the records. */
export const refusingSome = (): Parameters<typeof startReceiver>[0] => {
  const refused = new Set<string>()
  return (request, response) => {
    const id = eventId(request)
    const isRefused = !refused.has(id) && (createHash('sha256').update(id).digest()[0] ?? 0) < 16
    if (isRefused) refused.add(id)
    response.writeHead(isRefused ? 500 : 200).end()
  }
}

/** The secret by the path of the tenant's subscriber. */
export const subscribe = async (stand: Stand, { origin }: Receiver): Promise<Record<string, string>> => {
  const path = `/${stand.tenant.slug}`
  const answer = await asLoad(stand, 'POST', '/api/v1/webhook-subscriptions', {
    body: { url: `${origin}${path}`, events: ['*'] },
  })
  if (answer.status !== 201) throw new Error(`no subscription: ${answer.text}`)
  return { [path]: answer.body.secret }
}
