/** A tenant's claimed deliveries in memory, by endpoint, and its free capacity. */
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.ts'
import { INITIAL_SLOTS, PREFETCH_MAX, type Slots, TENANT_SLOTS_MAX } from './delivery-slots.ts'

const ENDPOINTS_REMEMBERED_MAX = 100

interface QueuedDelivery {
  claimed: ClaimedDelivery
  /** A value of performance.now() at the claim. */
  at: number
}
export interface EndpointQueue {
  waiting: QueuedDelivery[]
  /** Begun and not yet recorded in the database: what a killed process would send again. */
  unwritten: number
}
export interface TenantQueue {
  id: string
  endpoints: Map<string, EndpointQueue>
  waiting: number
  unwritten: number
  /** True if there may be more to claim. */
  isDue: boolean
  isClaiming: boolean
}

export const createTenantQueue = (id: string): TenantQueue => ({
  id,
  endpoints: new Map(),
  waiting: 0,
  unwritten: 0,
  isDue: false,
  isClaiming: false,
})

export const isIdle = ({ waiting, unwritten, isDue, isClaiming }: TenantQueue): boolean =>
  waiting === 0 && unwritten === 0 && !isDue && !isClaiming

export const enqueue = (tenant: TenantQueue, rows: readonly ClaimedDelivery[]): void => {
  const at = performance.now()
  for (const claimed of [...rows].sort(compareAge)) {
    const endpoint = tenant.endpoints.get(claimed.subscription_id) ?? { waiting: [], unwritten: 0 }
    tenant.endpoints.set(claimed.subscription_id, endpoint)
    endpoint.waiting.push({ claimed, at })
    tenant.waiting++
  }
}

/** Returns the next delivery that has a slot; endpoints take turns. */
export const dequeueNext = (
  tenant: TenantQueue,
  slots: Slots,
): { endpoint: EndpointQueue; next: QueuedDelivery } | null => {
  if (tenant.unwritten >= TENANT_SLOTS_MAX) return null
  for (const [id, endpoint] of tenant.endpoints) {
    if (endpoint.waiting.length === 0 || endpoint.unwritten >= slots.slotsFor(id)) continue
    tenant.endpoints.delete(id) // to the end of the queue
    tenant.endpoints.set(id, endpoint)
    tenant.waiting--
    return { endpoint, next: endpoint.waiting.shift() as QueuedDelivery }
  }
  return null
}

/** Removes the deliveries that an endpoint which has become slow cannot send at once; they are released. */
export const dequeueSurplus = (tenant: TenantQueue, endpoint: EndpointQueue): ClaimedDelivery[] => {
  const extra = endpoint.waiting.splice(INITIAL_SLOTS)
  tenant.waiting -= extra.length
  return extra.map(({ claimed }) => claimed)
}

export const dequeueAll = (tenant: TenantQueue): ClaimedDelivery[] => {
  const all = [...tenant.endpoints.values()].flatMap(({ waiting }) => waiting.splice(0))
  tenant.waiting = 0
  return all.map(({ claimed }) => claimed)
}

/** Returns how much to claim now; 0 if it is not worth a query. */
export const claimSize = (tenant: TenantQueue, slots: Slots): number => {
  forgetIdle(tenant)
  let ahead = 0
  for (const id of tenant.endpoints.keys()) ahead = Math.max(ahead, slots.prefetchFor(id))
  const room = TENANT_SLOTS_MAX + ahead - tenant.waiting - tenant.unwritten
  return room > 0 && (tenant.waiting === 0 || room > PREFETCH_MAX / 2) ? room : 0
}

/** Returns the free slots of each endpoint with queued deliveries. */
export const freeByEndpoint = (tenant: TenantQueue, slots: Slots): Map<string, number> =>
  new Map(
    [...tenant.endpoints].map(([id, { waiting, unwritten }]) => [
      id,
      slots.slotsFor(id) + slots.prefetchFor(id) - waiting.length - unwritten,
    ]),
  )

const forgetIdle = ({ endpoints }: TenantQueue): void => {
  if (endpoints.size <= ENDPOINTS_REMEMBERED_MAX) return
  for (const [id, { waiting, unwritten }] of endpoints) if (waiting.length + unwritten === 0) endpoints.delete(id)
}

/** Compares by the moment in the id, then by the order of the resource's events. */
const compareAge = (a: ClaimedDelivery, b: ClaimedDelivery): number => {
  const [first, second] = [a.id.slice(0, 13), b.id.slice(0, 13)]
  return first < second ? -1 : first > second ? 1 : a.sequence - b.sequence
}
