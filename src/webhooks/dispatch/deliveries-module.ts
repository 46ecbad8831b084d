/** Delivers committed events to their subscribers, in this process or in the processes it wakes. */

import type { Phrase } from '../../core/phrases/phrase.ts'
import { createOutgoing, type Outgoing } from '../../infra/outgoing/outgoing.ts'
import { gauge } from '../../infra/process/metrics.ts'
import { startSweep } from '../../infra/process/sweep.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { findDueEndpoints } from '../deliveries/due-endpoints.ts'
import { createWaitingSpans, type WaitingSpans } from '../deliveries/waiting-span.ts'
import { createDeliverOne } from './deliver-one.ts'
import { Sender } from './delivery-sender.ts'
import { webhookTargetRules } from './subscriber-address-rules.ts'

export interface Deliveries {
  /** Call it after the commit that made deliveries due; without tenants, all are scanned. */
  wake(tenantIds?: readonly string[]): void
  /** Returns why a subscriber's URL is refused, or null. It queries DNS, so never call it inside a transaction. */
  urlFault(url: string): Promise<Phrase | null>
  /** Sends from this process. Until it is called, `wake` notifies the processes that send. */
  start(): { stop(): Promise<void> }
}

export interface DeliverySettings {
  /** From the DNS query to the last byte of the response (docs/webhooks.md#verify-the-signature-and-respond). */
  budgetMs: number
  /** In the database's time. It is longer than the budget and the wait before it. */
  leaseMs: number
  /** Longest wait between two scans across tenants. */
  idleMs: number
  /** How long a stopping process waits for receivers. */
  stopMs: number
  outgoing: Outgoing
  /** Returns real time, because subscribers compare it with their own clock. */
  realMs: () => number
  /** Uniform in [0, 1): jitter of the retries. */
  random: () => number
}

const defaults = (runtime: Runtime): DeliverySettings => ({
  budgetMs: 15_000,
  leaseMs: 45_000,
  idleMs: 1_000,
  stopMs: 5_000,
  outgoing: createOutgoing({ rules: webhookTargetRules(runtime.config) }),
  realMs: Date.now,
  random: Math.random,
})

export const composeDeliveries = (runtime: Runtime, changed: Partial<DeliverySettings> = {}): Deliveries => {
  const settings = { ...defaults(runtime), ...changed }
  let wake = notifySenders(runtime)
  return {
    wake: (tenantIds) => wake(tenantIds),
    urlFault: (url) => settings.outgoing.fault(url),
    start() {
      const sending = startSending(runtime, settings)
      wake = sending.wake
      return sending
    },
  }
}

type Wake = Deliveries['wake']

const startSending = (runtime: Runtime, settings: DeliverySettings): { wake: Wake; stop(): Promise<void> } => {
  const { outgoing, budgetMs, leaseMs, idleMs, stopMs, realMs, random } = settings
  let isClosing = false
  const context = { outgoing, clock: runtime.clock, budgetMs, realMs, random }
  const spans = createWaitingSpans(runtime)
  const sender = new Sender(
    runtime,
    createDeliverOne(runtime, context, () => isClosing),
    { leaseMs, beginWithinMs: (leaseMs - budgetMs) * 0.8, spans },
  )
  const sweep = startSweep({
    name: 'deliveries',
    work: () => wakeDueTenants(runtime, sender, spans),
    idleMs,
    log: runtime.log,
    wokenBy: (wakeAll) => [
      runtime.notifications.subscribe('clock', () => {
        spans.forget()
        wakeAll()
      }),
      runtime.notifications.subscribe('due', (tenants) => wake(tenants === '' ? undefined : tenants.split(','))),
    ],
  })
  const wake: Wake = (tenantIds) => (tenantIds ? sender.wake(tenantIds) : sweep.wake())
  return {
    wake,
    async stop() {
      await sweep.stop()
      const timer = setTimeout(() => {
        isClosing = true
        outgoing.close()
      }, stopMs)
      await sender.stop()
      clearTimeout(timer)
      outgoing.close()
    },
  }
}

const backlog = gauge('vezne_delivery_backlog_seconds')

const wakeDueTenants = async (runtime: Runtime, sender: Sender, spans: WaitingSpans): Promise<number> => {
  const now = runtime.clock.now()
  const span = await spans.now()
  const due = await runtime.db.transaction({ as: 'platform' }, (tx) => findDueEndpoints(tx, now, span))
  sender.wake(new Set(due.map(({ tenant_id }) => tenant_id)))
  const oldest = Math.min(now.getTime(), ...due.map(({ oldest_due_at }) => oldest_due_at.getTime()))
  backlog.set((now.getTime() - oldest) / 1_000)
  return 0
}

const COALESCE_MS = 25 // well within the 250 ms of a first attempt; one notification for many commits
const TENANTS_PER_NOTIFICATION_MAX = 100 // a notification carries 8,000 bytes

const notifySenders = (runtime: Runtime): Wake => {
  const woken = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    timer = undefined
    runtime.notifications.publish('due', woken.size > TENANTS_PER_NOTIFICATION_MAX ? '' : [...woken].join(','))
    woken.clear()
  }
  return (tenantIds = []) => {
    for (const id of tenantIds) woken.add(id)
    if (timer === undefined) timer = setTimeout(tell, COALESCE_MS)
  }
}
