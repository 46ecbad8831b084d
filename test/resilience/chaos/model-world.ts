/** The running program as the model sees it: its clock, its responses, and its tables after each command. */
import assert from 'node:assert/strict'
import pg from 'pg'
import { until } from '../../support/until.ts'
import { type Model, statesOf } from './payment-model.ts'
import { asLoad, asPlatform, type Stand } from './program.ts'
import { type Told, toldBy } from './swarm.ts'

export interface World {
  /** The platform's clock, ms. */
  now(): number
  moveClock(seconds: number): Promise<void>
  pay(text: string, key: string): Promise<Told | undefined>
  /** Status of the answer to a decision about the payment's alert. */
  decide(transaction: string, verb: 'approve' | 'reject'): Promise<number>
  /** Model and tables agree. */
  compare(model: Model): Promise<void>
  close(): Promise<void>
}

interface Row {
  id: string
  status: string
  amount: number
  captured: number
  journal: number[]
  events: string[]
}

const BOOKS = `
select p.id, p.status, p.amount::int, p.captured::int,
  array(select j.amount::int from journal j where j.tenant_id = p.tenant_id and j.payment_id = p.id) as journal,
  array(select e.type from events e where e.tenant_id = p.tenant_id and e.resource_id = p.id order by sequence) as events
from payments p where p.basket_id = $1`
const DUE = `select count(*)::int as n from payments p left join fraud_alerts a on a.check_id = p.id and a.tenant_id = p.tenant_id
where basket_id = $1 and (p.status in ('created', 'processing') and next_inquiry_at <= $2 or a.status = 'open' and a.expires_at <= $2)`

const EVENT_OF: Record<string, string[]> = {
  completed: ['payment.completed'],
  authorized: ['payment.authorized'],
  failed: ['payment.failed'],
  processing: [],
  created: [],
}

export const openWorld = async (program: Stand): Promise<World> => {
  const client = new pg.Client({ connectionString: program.ownerUrl() })
  await client.connect()
  // An earlier world may have moved it.
  const clock = await asPlatform(program, 'identity', 'GET', '/api/v1/sandbox/clock')
  let offset = Math.round((Date.parse(clock.body.now) - Date.now()) / 1_000) * 1_000
  const now = (): number => Date.now() + offset
  return {
    now,
    async moveClock(seconds) {
      await program.moveClock(seconds)
      offset += seconds * 1_000
    },
    async pay(text, key) {
      const headers = { 'idempotency-key': key, 'x-external-merchant-id': 'M-3001' }
      return toldBy(await asLoad(program, 'POST', '/api/v1/payments', { body: text, headers }))
    },
    async decide(transaction, verb) {
      const asked = (method: string, path: string) =>
        asPlatform(program, 'fraud', method, `/api/v1/platform/fraud/alerts${path}`) // no one decides their own request
      const [alert] = (await asked('GET', `?search_term=${transaction}`)).body.items
      return (await asked('POST', `/${alert.id}/${verb}`)).status
    },
    async compare(model) {
      const due = async (): Promise<number> =>
        (await client.query<{ n: number }>(DUE, [model.sequence, new Date(now())])).rows[0]?.n ?? 0
      await until('what is due is done', async () => (await due()) === 0)
      const { rows } = await client.query<Row>(BOOKS, [model.sequence])
      assert.equal(rows.length, model.payments.length, 'number of payments')
      for (const payment of model.payments) {
        const row = rows.find(({ id }) => id === payment.transaction)
        assert.ok(row, `payment ${payment.transaction} is gone`)
        const states = statesOf(payment, now())
        const state = states.find((each) => each === row.status)
        assert.ok(state, `${row.status}, where the model allows ${states.join(' or ')}`)
        payment.state = state
        const money = state === 'completed' ? [payment.request.amount] : []
        assert.deepEqual(row.journal, money)
        assert.deepEqual([row.amount, row.captured], [payment.request.amount, money[0] ?? 0])
        assert.deepEqual(row.events, EVENT_OF[state])
      }
    },
    close: () => client.end(),
  }
}
