/** Everything the platform wrote down about a tenant under load, read as the owner of the database in one snapshot. */
import pg from 'pg'
import type { StoredStep } from '../../../src/payments/model/payment-steps.ts'
import { DEMO_LOAD } from './load-tenant.ts'

export interface PlatformRecords {
  payments: RecordedPayment[]
  journal: { payment_id: string; kind: string; amount: number; debit_account: string; credit_account: string }[]
  events: { resource_id: string; sequence: number; id: string; type: string; body: string }[]
  deliveries: { waiting: number; failed: number }
}

export interface RecordedPayment {
  id: string
  key: string | null
  status: string
  operation_type: string
  amount: number
  captured: number
  answer_status: number | null
  answer_body: string | null
  sequence: number
  attempt_no: number
  history: StoredStep[]
  has_card: boolean
}

/** Its id, as part of a statement. */
export const idOf = (slug: string): string => `(select tenant_id from realms where slug = '${slug}')`

export const asOwner = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the query in flight reports it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const readRecords = (url: string, { slug } = DEMO_LOAD): Promise<PlatformRecords> =>
  asOwner(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read')
    const rows = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
      (await client.query<Row>(text)).rows
    return {
      payments: await rows<RecordedPayment>(
        `select id, substr(idempotency_key, 5) as key, status, operation_type, amount::int, captured::int, answer_status,
           answer_body, sequence, attempt_no, history, card_sealed is not null as has_card
         from payments where tenant_id = ${idOf(slug)} order by id`,
      ),
      journal: await rows(
        `select payment_id, kind, amount::int, debit_account, credit_account from journal where tenant_id = ${idOf(slug)}`,
      ),
      events: await rows(
        `select resource_id, sequence, id, type, body from events where tenant_id = ${idOf(slug)} order by resource_id, sequence`,
      ),
      deliveries: (
        await rows<PlatformRecords['deliveries']>(
          `select count(*) filter (where state = 'waiting')::int as waiting,
             count(*) filter (where state = 'failed' and next_retry_at is null)::int as failed
           from webhook_deliveries where tenant_id = ${idOf(slug)}`,
        )
      )[0] as PlatformRecords['deliveries'],
    }
  })

/** Of several tenants as if they were one. */
export const joinRecords = (all: readonly PlatformRecords[]): PlatformRecords => ({
  payments: all.flatMap(({ payments }) => payments),
  journal: all.flatMap(({ journal }) => journal),
  events: all.flatMap(({ events }) => events),
  deliveries: {
    waiting: all.reduce((sum, { deliveries }) => sum + deliveries.waiting, 0),
    failed: all.reduce((sum, { deliveries }) => sum + deliveries.failed, 0),
  },
})

export const openPayments = (url: string, { slug } = DEMO_LOAD): Promise<number> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from payments where tenant_id = ${idOf(slug)} and status in ('created', 'processing')`,
    )
    return rows[0]?.n ?? 0
  })

export const waitingDeliveries = (url: string, { slug } = DEMO_LOAD): Promise<number> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from webhook_deliveries where tenant_id = ${idOf(slug)} and state = 'waiting'`,
    )
    return rows[0]?.n ?? 0
  })

/** What the database's own time would do: leases of dead or stopped processes expire. No other process may be running. */
export const endLeases = async (url: string): Promise<void> => {
  await endDeliveryLeases(url)
  await asOwner(url, async (client) => {
    for (const table of LEASED)
      await client.query(`update ${table} set lease_until = now() - interval '1 s' where lease_until > now()`)
  })
}

/** Those of payments end with their process, or are given back by it. */
export const endDeliveryLeases = (url: string): Promise<void> =>
  asOwner(url, async (client) => {
    await client.query("update webhook_deliveries set lease_until = now() - interval '1 s' where lease_until > now()")
  })

const LEASED = ['payments', 'payment_operations', 'transfers'] as const

/** So that nothing becomes free because a lease ran out: it has to be given back, or its process has to die. */
export const extendLeases = async (url: string): Promise<void> => {
  await asOwner(url, async (client) => {
    for (const table of LEASED)
      await client.query(
        `update ${table} set lease_until = lease_until + interval '1 hour' where lease_until is not null`,
      )
  })
}

/** Who is connected, by application name. */
export const connectionNames = (url: string): Promise<string[]> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select application_name as name from pg_stat_activity')
    return rows.map(({ name }) => name)
  })
