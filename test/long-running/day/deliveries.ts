/** A subscriber of everything, and whether each event of the books came to it at least once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { asOwner } from '../../resilience/chaos/platform-records.ts'
import { asLoad, type Caller } from '../../resilience/chaos/program.ts'
import { LOAD_MERCHANT, LOAD_TENANT } from '../../support/load-team.ts'

const SLICES = '0123456789abcdef'

export interface Subscriber {
  /** Ids of events that came. */
  readonly events: ReadonlySet<string>
  /** Deliveries of an event that had come before. */
  readonly repeats: number
  close(): Promise<void>
}

/** Keeps the ids alone: bodies of an hour would be gigabytes. */
export const openSubscriber = async (caller: Caller): Promise<Subscriber> => {
  const events = new Set<string>()
  let repeats = 0
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      const id = String(request.headers['x-service-event-id'])
      if (events.has(id)) repeats++
      else events.add(id)
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const cards = await asLoad(caller, 'POST', '/api/v1/webhook-subscriptions', { body: { url, events: ['*'] } })
  const transfers = await caller.http.request('transfers', 'POST', '/api/v1/webhooks', {
    token: await caller.token('tenant-load'),
    body: { url, events: '*' },
    headers: { 'x-tenant-id': LOAD_TENANT, 'x-merchant-id': LOAD_MERCHANT },
  })
  for (const { status, text } of [cards, transfers]) if (status !== 201) throw new Error(`no subscription: ${text}`)
  return {
    events,
    get repeats() {
      return repeats
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Events of the tenant that never came, with what became of their deliveries. */
export const lostEvents = (url: string, { events }: Subscriber): Promise<{ made: number; lost: string[] }> =>
  asOwner(url, async (owner) => {
    const lost: string[] = []
    let made = 0
    for (const slice of SLICES) {
      const { rows } = await owner.query<LostEvent>(
        'select id, type, resource_id, sequence, created from events where tenant_id = $1 and right(id::text, 1) = $2',
        [LOAD_TENANT, slice],
      )
      made += rows.length
      for (const event of rows.filter(({ id }) => !events.has(id))) lost.push(await fateOf(owner, event))
    }
    return { made, lost }
  })

interface LostEvent {
  readonly id: string
  readonly type: string
  readonly resource_id: string
  readonly sequence: number
  readonly created: Date
}

const fateOf = async (owner: Pick<pg.Client, 'query'>, event: LostEvent): Promise<string> => {
  const { rows } = await owner.query(
    `select attempt_number, state, due_at, lease_until, http_status_code, error_message from webhook_deliveries
      where tenant_id = $1 and resource_id = $2 and sequence = $3 order by attempt_number`,
    [LOAD_TENANT, event.resource_id, event.sequence],
  )
  return `${event.type} ${event.id} of ${event.created.toISOString()}: ${JSON.stringify(rows)}`
}
