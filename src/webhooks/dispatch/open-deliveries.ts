/** Opens the way from committed events to their subscribers: sent from this process, or by those this one wakes. */
import type { House } from '../../infra/runtime.ts'
import { gauge } from '../../infra/process/metrics.ts'
import { type Outgoing, openOutgoing } from '../../infra/outgoing/outgoing.ts'
import { startSweep } from '../../infra/process/sweep.ts'
import { deliverOneWith } from './deliver-one.ts'
import { dueEndpoints } from '../deliveries/due-endpoints.ts'
import { Sender } from './sender.ts'
import { webhookTargetRules } from './subscriber-address-rules.ts'

export interface Deliveries {
  /** Call it after the commit that made deliveries due; without tenants, all are looked at. */
  wake(tenantIds?: readonly string[]): void
  /** Why a subscriber's URL is refused, or null. Asks DNS: never inside a transaction. */
  urlFault(url: string): Promise<string | null>
  /** Sends from this process. Before that, `wake` tells the processes that do. */
  start(): { stop(): Promise<void> }
}

export interface DeliverySettings {
  /** From the DNS question to the last byte of the answer: delivery contract, point 2. */
  budgetMs: number
  /** The database's time; longer than the budget and the wait before it. */
  leaseMs: number
  /** Longest wait between two looks across tenants. */
  idleMs: number
  /** How long a stopping process waits for receivers. */
  stopMs: number
  outgoing: Outgoing
  /** Real time: subscribers compare it with their own watch. */
  realMs: () => number
  /** Uniform in [0, 1): jitter of the retries. */
  draw: () => number
}

const defaults = (house: House): DeliverySettings => ({
  budgetMs: 15_000,
  leaseMs: 45_000,
  idleMs: 1_000,
  stopMs: 5_000,
  outgoing: openOutgoing({ rules: webhookTargetRules(house.config) }),
  realMs: Date.now,
  draw: Math.random,
})

export const openDeliveries = (house: House, changed: Partial<DeliverySettings> = {}): Deliveries => {
  const settings = { ...defaults(house), ...changed }
  let wake = tellOthers(house)
  return {
    wake: (tenantIds) => wake(tenantIds),
    urlFault: (url) => settings.outgoing.fault(url),
    start() {
      const sending = startSending(house, settings)
      wake = sending.wake
      return sending
    },
  }
}

type Wake = Deliveries['wake']

const startSending = (house: House, settings: DeliverySettings): { wake: Wake; stop(): Promise<void> } => {
  const { outgoing, budgetMs, leaseMs, idleMs, stopMs, realMs, draw } = settings
  let isClosing = false
  const context = { outgoing, clock: house.clock, budgetMs, realMs, draw }
  const sender = new Sender(
    house,
    deliverOneWith(house, context, () => isClosing),
    { leaseMs, beginWithinMs: (leaseMs - budgetMs) * 0.8 },
  )
  const sweep = startSweep({ name: 'deliveries', work: () => look(house, sender), idleMs, log: house.log })
  const wake: Wake = (tenantIds) => (tenantIds ? sender.wake(tenantIds) : sweep.wake())
  const silence = [
    house.notices.on('clock', () => sweep.wake()),
    house.notices.on('due', (tenants) => wake(tenants === '' ? undefined : tenants.split(','))),
  ]
  return {
    wake,
    async stop() {
      for (const end of silence) end()
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

const backlog = gauge('vezne_delivery_backlog_seconds', 'Age of the oldest delivery that is due and not being sent')

const look = async (house: House, sender: Sender): Promise<number> => {
  const now = house.clock.now()
  const due = await house.db.acrossTenants((tx) => dueEndpoints(tx, now))
  sender.wake(new Set(due.map(({ tenant_id }) => tenant_id)))
  const oldest = Math.min(now.getTime(), ...due.map(({ oldest_due_at }) => oldest_due_at.getTime()))
  backlog.set((now.getTime() - oldest) / 1_000)
  return 0
}

const GATHER_MS = 25 // far inside the 250 ms of a first attempt; one notice for many commits
const NAMED_MAX = 100 // a notice carries 8,000 bytes

const tellOthers = (house: House): Wake => {
  const woken = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    timer = undefined
    house.notices.tell('due', woken.size > NAMED_MAX ? '' : [...woken].join(','))
    woken.clear()
  }
  return (tenantIds = []) => {
    for (const id of tenantIds) woken.add(id)
    if (timer === undefined) timer = setTimeout(tell, GATHER_MS)
  }
}
