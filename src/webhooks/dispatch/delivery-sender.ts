/**
 * Claims due deliveries tenant by tenant in turn and sends them within the slots of endpoint, tenant and process. It does
 * not use `due-work`, whose rows need no slots per endpoint, no claims ahead and no slot held until a commit
 * (docs/decisions/0235-due-work.md).
 */
import type { Runtime } from '../../infra/runtime.ts'
import { buildClaimStatement, type ClaimedDelivery } from '../deliveries/claim-deliveries.ts'
import type { WaitingSpans } from '../deliveries/waiting-span.ts'
import { type AttemptResponse, type DeliverOne, releaseDeliveries } from './deliver-one.ts'
import { createDeliverySlots, INITIAL_SLOTS, PROCESS_SLOTS_MAX } from './delivery-slots.ts'
import {
  claimSize,
  createTenantQueue,
  dequeueAll,
  dequeueNext,
  dequeueSurplus,
  type EndpointQueue,
  enqueue,
  freeByEndpoint,
  isIdle,
  type TenantQueue,
} from './tenant-queue.ts'

interface SenderOptions {
  leaseMs: number
  /**
   * A claimed delivery that has not begun within this time is released, because its lease would end during the attempt.
   */
  beginWithinMs: number
  spans: WaitingSpans
}

const CLAIMS_AT_ONCE_MAX = 2 // connections are reserved for callers first
const QUEUED_MAX = 512 // claimed and not begun, in memory

export class Sender {
  readonly #runtime: Runtime
  readonly #deliverOne: DeliverOne
  readonly #options: SenderOptions
  readonly #slots = createDeliverySlots()
  readonly #tenants = new Map<string, TenantQueue>()
  /** Tenants to claim for, and tenants with something to send, each in turn. */
  readonly #due = new Set<TenantQueue>()
  readonly #ready = new Set<TenantQueue>()
  readonly #running = new Set<Promise<unknown>>()
  #claims = 0
  #unwritten = 0
  #isStopping = false
  #isPumping = false

  constructor(runtime: Runtime, deliverOne: DeliverOne, options: SenderOptions) {
    this.#runtime = runtime
    this.#deliverOne = deliverOne
    this.#options = options
  }

  /** Reports that these tenants may have something due. */
  wake(tenantIds: Iterable<string>): void {
    for (const id of tenantIds) {
      const tenant = this.#tenants.get(id) ?? createTenantQueue(id)
      this.#tenants.set(id, tenant)
      this.#lookAt(tenant)
    }
  }

  /** Stops claiming, releases what has not begun, and resolves when the rest has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#track(releaseDeliveries(this.#runtime, [...this.#tenants.values()].flatMap(dequeueAll)))
    while (this.#running.size > 0) await Promise.allSettled([...this.#running])
  }

  #lookAt(tenant: TenantQueue): void {
    tenant.isDue = true
    this.#due.add(tenant)
    this.#pump()
  }

  /** Runs one microtask later, so that the changes of one tick are handled together. */
  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    queueMicrotask(() => {
      this.#isPumping = false
      if (this.#isStopping) return
      this.#sendReady()
      this.#claimDue()
    })
  }

  #sendReady(): void {
    for (const tenant of this.#ready) {
      if (this.#unwritten >= PROCESS_SLOTS_MAX) return
      this.#ready.delete(tenant)
      const taken = dequeueNext(tenant, this.#slots)
      if (!taken) continue // its turn comes again when one of its deliveries ends
      if (performance.now() - taken.next.at > this.#options.beginWithinMs)
        this.#track(releaseDeliveries(this.#runtime, [taken.next.claimed]).then(() => this.#lookAt(tenant)))
      else this.#send(tenant, taken.endpoint, taken.next.claimed)
      if (tenant.waiting > 0) this.#ready.add(tenant)
    }
  }

  #send(tenant: TenantQueue, endpoint: EndpointQueue, claimed: ClaimedDelivery): void {
    this.#count(tenant, endpoint, 1)
    let isCounted = true
    const written = (): void => {
      if (!isCounted) return
      isCounted = false
      this.#count(tenant, endpoint, -1)
      if (tenant.waiting > 0) this.#ready.add(tenant)
      this.#lookAt(tenant) // a later event of the same resource may have waited for this one
    }
    const answered = (answer: AttemptResponse): void => {
      this.#slots.recordResponse(claimed.subscription_id, answer)
      if (this.#slots.slotsFor(claimed.subscription_id) === INITIAL_SLOTS) this.#releaseSurplus(tenant, endpoint)
    }
    const over = this.#deliverOne(claimed, { onResponse: answered, onRecorded: written })
      .catch((err) => this.#runtime.log.error('delivery.broke', { delivery_id: claimed.id, err }))
      .finally(written)
    this.#track(over)
  }

  #count(tenant: TenantQueue, endpoint: EndpointQueue, by: 1 | -1): void {
    this.#unwritten += by
    tenant.unwritten += by
    endpoint.unwritten += by
  }

  #releaseSurplus(tenant: TenantQueue, endpoint: EndpointQueue): void {
    const extra = dequeueSurplus(tenant, endpoint)
    if (extra.length > 0) this.#track(releaseDeliveries(this.#runtime, extra).then(() => this.#lookAt(tenant)))
  }

  #claimDue(): void {
    for (const tenant of this.#due) {
      if (this.#claims >= CLAIMS_AT_ONCE_MAX || this.#waiting() >= QUEUED_MAX) return
      this.#due.delete(tenant)
      const isHeld = tenant.isClaiming || this.#runtime.db.isMoving(tenant.id)
      const size = isHeld ? 0 : claimSize(tenant, this.#slots)
      if (size > 0) this.#track(this.#claim(tenant, size)) // otherwise again when one of its claims or deliveries ends
    }
  }

  async #claim(tenant: TenantQueue, limit: number): Promise<void> {
    this.#claims++
    tenant.isClaiming = true
    tenant.isDue = false
    try {
      const statement = buildClaimStatement({
        tenantId: tenant.id,
        free: freeByEndpoint(tenant, this.#slots),
        freeByDefault: INITIAL_SLOTS,
        limit,
        now: this.#runtime.clock.now(),
        leaseMs: this.#options.leaseMs,
        span: await this.#options.spans.now(),
      })
      const rows = await this.#runtime.db.batch<ClaimedDelivery>([tenant.id], statement)
      if (rows.length > 0) tenant.isDue = true
      this.#take(
        tenant,
        rows.filter(({ state }) => state === 'waiting'),
      )
    } catch (err) {
      this.#runtime.log.error('delivery.unclaimed', { tenant_id: tenant.id, err }) // the next scan across tenants retries
    } finally {
      this.#claims--
      tenant.isClaiming = false
      if (tenant.isDue) this.#due.add(tenant)
      if (isIdle(tenant)) this.#tenants.delete(tenant.id)
      this.#pump()
    }
  }

  #take(tenant: TenantQueue, rows: readonly ClaimedDelivery[]): void {
    if (this.#isStopping) this.#track(releaseDeliveries(this.#runtime, rows))
    else enqueue(tenant, rows)
    if (tenant.waiting > 0) this.#ready.add(tenant)
  }

  #waiting(): number {
    let waiting = 0
    for (const tenant of this.#ready) waiting += tenant.waiting
    return waiting
  }

  #track(work: Promise<unknown>): void {
    this.#running.add(work)
    work.finally(() => this.#running.delete(work))
  }
}
