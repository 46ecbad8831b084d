/** Deliveries without the surfaces: a database, events written as payments write them, senders, and a clock moved by hand. */

import { openRuntime } from '../../src/app/open-runtime.ts'
import { newEventId, newId } from '../../src/core/id.ts'
import type { Secret } from '../../src/core/secret.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import type { Runtime } from '../../src/infra/runtime.ts'
import {
  composeDeliveries,
  type Deliveries,
  type DeliverySettings,
} from '../../src/webhooks/dispatch/deliveries-module.ts'
import type { EventType } from '../../src/webhooks/events/event-catalogue.ts'
import { EVENT_OUTBOX_CTES } from '../../src/webhooks/events/event-outbox.ts'
import { generateSigningSecret, sealSigningSecret } from '../../src/webhooks/signing/signing-secret.ts'
import { insertSubscription, type NewSubscription } from '../../src/webhooks/subscriptions/subscription-store.ts'
import { makeDatabase, testServer } from './test-server.ts'
import { until } from './until.ts'

export const TENANT = '00000000-0000-4000-8000-000000000010'
export const OTHER_TENANT = '00000000-0000-4000-8000-000000000011'
export const MERCHANT = '00000000-0000-4000-8000-000000000020'
/** For a receiver that hangs: it costs a test half a second. One that answers may take longer on a busy machine, so that other senders wait as the program's do. */
export const SHORT = { budgetMs: 400, leaseMs: 2_000 }

export interface TestEvent {
  tenantId?: string
  type?: EventType
  resourceId?: string
  sequence?: number
  merchantId?: string
  word?: string
}
export interface Written {
  id: string
  resource_id: string
  body: string
}

export interface DeliveryRow {
  subscription_id: string
  resource_id: string
  sequence: number
  attempt_number: number
  id: string
  state: string
  due_at: Date
  next_retry_at: Date | null
  http_status_code: number | null
  error_message: string | null
  response_body: string | null
  is_replay: boolean
  crash_repeats: number
}

export interface Rig {
  runtime: Runtime
  /** A runtime on the same database as if of another process, with the same clock. */
  anotherRuntime(): Promise<{ runtime: Runtime; close(): Promise<void> }>
  /** Starts sending; ended with the rig. */
  send(settings?: Partial<DeliverySettings>, runtime?: Runtime): Deliveries & { stop(): Promise<void> }
  subscribe(url: string, changes?: Partial<NewSubscription>): Promise<{ id: string; secret: Secret }>
  announce(events: readonly TestEvent[]): Promise<Written[]>
  rows(subscriptionId: string): Promise<DeliveryRow[]>
  /** The rows, once they are as wished. */
  until(subscriptionId: string, isSo: (rows: DeliveryRow[]) => boolean): Promise<DeliveryRow[]>
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  move(ms: number): void
  close(): Promise<void>
}

export const openRig = async (): Promise<Rig> => {
  const database = await makeDatabase()
  const config = loadConfig({
    DATABASE_URL: database.url,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_LOG_LEVEL: 'error',
    VEZNE_LOG_TO: 'file',
    VEZNE_DATA_DIR: testServer().dataDir,
  })
  let offset = 0
  const clock = { ms: () => Date.now() + offset, now: () => new Date(Date.now() + offset) }
  const enders: (() => Promise<unknown>)[] = [() => database.drop()]
  const anotherRuntime = async () => {
    const opened = await openRuntime(config, () => undefined)
    const runtime: Runtime = { ...opened.runtime, clock: { ...opened.runtime.clock, ...clock } }
    return { runtime, close: () => opened.close() }
  }
  const { runtime, close } = await anotherRuntime()
  enders.push(close)
  const sql = <Row>(text: string, values: readonly unknown[] = []) =>
    runtime.db.transaction({ as: 'platform' }, (tx) => tx.query<Row>(text, values))
  await sql('update webhook_subscriptions set is_active = false') // the start page's
  const rows = (subscriptionId: string) =>
    sql<DeliveryRow>('select * from webhook_deliveries where subscription_id = $1 order by attempt_number, id', [
      subscriptionId,
    ])

  return {
    runtime,
    anotherRuntime,
    send(settings = {}, from = runtime) {
      const deliveries = composeDeliveries(from, {
        budgetMs: 15_000,
        leaseMs: 45_000,
        idleMs: 50,
        stopMs: 0,
        ...settings,
      })
      const sending = deliveries.start()
      enders.push(() => sending.stop())
      return { ...deliveries, stop: () => sending.stop() }
    },
    async subscribe(url, changes = {}) {
      const id = newId(clock.ms())
      const secret = generateSigningSecret()
      const tenantId = changes.tenantId ?? TENANT
      const secretSealed = await sealSigningSecret(runtime, tenantId, id, secret)
      const whole = { ...SUBSCRIPTION, tenantId, id, url, secretSealed, now: clock.now(), ...changes }
      await runtime.db.transaction({ of: tenantId }, (tx) => insertSubscription(tx, whole))
      return { id, secret }
    },
    announce: (events) => announce(runtime, events),
    rows,
    async until(subscriptionId, isSo) {
      let now: DeliveryRow[] = []
      await until('the rows are as expected', async () => {
        now = await rows(subscriptionId)
        return isSo(now)
      }).catch((error: Error) => {
        throw new Error(`${error.message}; the rows are ${JSON.stringify(now, null, 1)}`)
      })
      return now
    },
    sql,
    move: (ms) => {
      offset += ms
    },
    async close() {
      for (const end of enders.splice(0).reverse()) await end()
    },
  }
}

const SUBSCRIPTION = {
  surface: 'cards' as const,
  merchantId: null,
  description: null,
  events: ['*'],
  maxRetryCount: 5,
}

/** One statement and commit for all, with the same text as the payments'. */
export const announce = async (runtime: Runtime, events: readonly TestEvent[]): Promise<Written[]> => {
  const made = events.map((event) => {
    const {
      tenantId = TENANT,
      type = 'payment.completed',
      sequence = 1,
      merchantId = MERCHANT,
      word = 'çay ☕',
    } = event
    const resourceId = event.resourceId ?? newId(runtime.clock.ms())
    const id = newEventId()
    return {
      tenantId,
      type,
      sequence,
      merchantId,
      resourceId,
      id,
      body: JSON.stringify({ id, type, data: { sequence, word } }),
    }
  })
  const each = <T>(of: (one: (typeof made)[number]) => T): T[] => made.map(of)
  const values = [
    each((one) => one.tenantId),
    each((one) => one.resourceId),
    each((one) => one.sequence),
    each((one) => one.id),
    each((one) => one.type),
    each((one) => one.merchantId),
    each((one) => one.body),
    each(() => runtime.clock.now()),
  ]
  await runtime.db.batch(
    each((one) => one.tenantId),
    { name: 'announce-in-test', text: ANNOUNCE, values },
  )
  return made.map(({ id, resourceId, body }) => ({ id, resource_id: resourceId, body }))
}

export const ANNOUNCE = `
  with announced as (
    select tenant_id, resource_id, sequence, id, 'cards' as surface, type, merchant_id, resource_id as transaction_id,
           body, 'c0ffee00-0000-4000-8000-000000000000' as correlation_id, created
      from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::timestamptz[])
        as u (tenant_id, resource_id, sequence, id, type, merchant_id, body, created)
  ), ${EVENT_OUTBOX_CTES}
  select id from announced`
