/** A tenant in the middle of its day moves to another shard and back by the command, and another one notices nothing. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { findTenantMoves } from '../../src/infra/database/shards/move/tenant-moves.ts'
import { planBody } from '../support/card-plans.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { startReceiver } from '../support/receiver.ts'
import { openMoveCommands } from '../support/tenant-moves.ts'
import { makeTenant, tokenOf } from '../support/tenants.ts'
import { booksOf, item, startTransferTeam, TENANT } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { runVezneWell } from '../support/vezne-command.ts'

const MONTH_MS = 31 * 86_400_000
const SLUG = 'tenant-demo'
/** Its bank answers while the tenant is being drained. */
const SLOW_CARD = {
  card_number: '4539450000000009',
  expected_result: 'Success',
  simulated_delay_ms: 6_000,
  expiry_month: 12,
  expiry_year: 2030,
  card_schema_type: 'Visa',
  card_type: 'Credit',
  card_brand: 'Other',
}

const team = use(() => startTransferTeam({ shards: 2 }))
const receiver = use(async () => {
  const { origin, received, close } = await startReceiver()
  return { origin, received, stop: close }
})
const commands = use(() => openMoveCommands(team.vezne))

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const call = async (method: string, path: string, body?: unknown, key: string = randomUUID()) =>
  team.vezne.request('cards', method, `/api/v1${path}`, {
    token: await team.vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001', ...(method === 'POST' ? { 'idempotency-key': key } : {}) },
    ...(body === undefined ? {} : { body }),
  })
const read = async (id: string): Promise<Json> => (await call('GET', `/transactions/${id}`)).body
/** As a person runs it; returns what it says. */
const vezne = (...words: string[]) => runVezneWell(commands.env, ...words)
/** What the program's role reads of the tenant on a shard. */
const readOn = async (shard: number, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: team.vezne.shardUrls[shard] as string })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.tenant_ids', '${TENANT}', true)`)
    await client.query('set local role vezne_app')
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
/** Another tenant of the same shard pays all the time; returns what ends that, after which each payment has been answered 200. */
const keepPaying = async (): Promise<() => Promise<void>> => {
  const { vezne: program } = team
  const other = await makeTenant(program, { shard: 0 })
  const token = await tokenOf(program, other, ['tenant-admin', 'pos-admin'])
  const merchant = { token, body: { name: 'Other', external_id: 'M-1' } }
  assert.equal((await program.request('identity', 'POST', '/api/v1/merchants', merchant)).status, 201)
  const headers = { 'x-external-merchant-id': 'M-1' }
  const answers = new Map<number, number>()
  let isOver = false
  const pay = async (): Promise<void> => {
    while (!isOver) {
      const { status } = await program.request('cards', 'POST', '/api/v1/payments', {
        token,
        body: paymentBody(),
        headers,
      })
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  const paying = pay()
  return async () => {
    isOver = true
    await paying
    assert.deepEqual([...answers.keys()], [200])
  }
}
/** How many payments of the tenant a process is working on. */
const leased = async (): Promise<number> => {
  const rows = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query('select from payments where tenant_id = $1 and lease_until > now()', [TENANT]),
  )
  return rows.length
}
const heard = (type: string): number =>
  receiver.received.filter(({ body }) => JSON.parse(body.toString()).type === type).length

test('payments, a plan, transfers and webhooks under way go on at the other shard, and back', async () => {
  const hook = await call('POST', '/webhook-subscriptions', {
    url: `${receiver.origin}/hook`,
    events: ['payment.completed', 'capture.completed', 'subscription.charged'],
  })
  assert.equal(hook.status, 201, hook.text)
  const once = randomUUID()
  const paid = await call('POST', '/payments', paymentBody(), once)
  assert.equal(paid.status, 200, paid.text)
  const id = paid.body.transaction_id
  const refund = () => call('POST', `/payments/${id}/refund`, { amount: { amount: 100, currency: 'TRY' } })
  assert.equal((await refund()).status, 200)
  const held = await call('POST', '/payments', { ...paymentBody(), operation_type: 'pre_auth' })
  assert.equal(held.status, 200, held.text)
  const silent = await call('POST', '/payments', paymentBody({ card: { number: CARDS.timeout } }))
  assert.equal(silent.status, 202, silent.text)
  const plan = await call('POST', '/recurring', planBody())
  assert.equal(plan.status, 200, plan.text)
  const [sent, approved] = (await team.create([item(), item({ amount: { value: 777, currency_code: 'TRY' } })])) as [
    string,
    string,
  ]
  assert.equal((await team.approve([sent, approved])).status, 200)
  assert.equal((await team.send([sent])).status, 202)
  const books = (await booksOf(team.vezne)).rows.length

  const before = await read(id)
  assert.equal((await call('POST', '/test-cards', SLOW_CARD)).status, 201)
  const slow = call('POST', '/payments', paymentBody({ card: { number: SLOW_CARD.card_number } }))
  await until('a bank works on a payment', async () => (await leased()) === 1)
  const stop = await keepPaying()
  const said = await vezne('tenant', 'move', SLUG, '--to', '1').finally(stop)
  assert.match(said, /counts, checksums and sums are equal/)
  assert.match(said, /closed for [\d.]+ s/)
  assert.match(said, new RegExp(`^${SLUG} .*entries +whole$`, 'm'))
  assert.equal(team.vezne.runtime.db.shardOf(TENANT), 1)
  await until('it is open', async () => (await call('GET', `/transactions/${id}`)).status === 200)

  const again = await call('POST', '/payments', paymentBody(), once)
  assert.deepEqual([again.status, again.text], [200, paid.text])
  assert.deepEqual(await read(id), before)
  const charged = await slow
  assert.equal(charged.status, 200, charged.text)
  assert.equal((await read(charged.body.transaction_id)).status, 'completed')
  assert.equal((await refund()).status, 200)
  const captured = await call('POST', `/payments/${held.body.transaction_id}/capture`, {})
  assert.equal(captured.status, 200, captured.text)
  await until('a webhook of the new shard arrives', () => heard('capture.completed') === 1)
  await team.vezne.moveClock(120_000)
  await until('the open payment ends', async () => (await read(silent.body.transaction_id)).status === 'failed')
  assert.equal((await team.send([approved])).status, 202)
  await team.untilStates([sent, approved], ['completed'])
  assert.equal((await booksOf(team.vezne)).rows.length, books)
  await team.vezne.moveClock(MONTH_MS)
  await until('the plan is charged', async () => {
    const { installments } = (await call('GET', `/recurring/${plan.body.plan.id}`)).body
    return installments[1].payment_status === 'completed'
  })

  await assert.rejects(readOn(0, 'select from payments'), /moves to another shard/)
  assert.match(await vezne('ledger', 'verify', '--tenant', SLUG), /the ledger is even/)
  const compared = await vezne('ledger', 'verify', '--bank', team.bank.url)
  assert.match(compared, /the bank simulator's books +agree\nthe ledger is even/)
  assert.match(await vezne('audit', 'verify', '--tenant', SLUG), /entries of 1 chains.* all whole/)
  const moves = await team.vezne.runtime.db.transaction({ of: [], on: 0 }, findTenantMoves)
  assert.deepEqual(
    moves.map(({ slug, shard, step, other: left }) => [slug, shard, step, left]),
    [[SLUG, 1, null, 0]],
  )
  const audited = await team.vezne.runtime.db.transaction({ as: 'platform', on: 0 }, (tx) =>
    tx.query("select from audit_log where operation = 'vezne tenant move' and target_id = $1", [TENANT]),
  )
  assert.equal(audited.length, 4, 'draining, copying, opening, and its end')
  await vezne('tenant', 'move', SLUG, '--drop-left', '--yes')
  assert.deepEqual(await readOn(0, 'select from payments'), [])

  const late = randomUUID() // the first key is a month old by now
  const paidThere = await call('POST', '/payments', paymentBody(), late)
  assert.equal(paidThere.status, 200, paidThere.text)
  const back = await vezne('tenant', 'move', SLUG, '--to', '0')
  assert.match(back, new RegExp(`^${SLUG} .*entries +whole$`, 'm'))
  await until('it is open', async () => (await call('GET', `/transactions/${id}`)).status === 200)
  const last = await call('POST', '/payments', paymentBody(), late)
  assert.deepEqual([last.status, last.text], [200, paidThere.text])
  assert.equal((await call('POST', '/payments', paymentBody())).status, 200)
  assert.match(await vezne('ledger', 'verify', '--tenant', SLUG), /the ledger is even/)
  assert.equal(heard('capture.completed'), 1)
})

test('the command refuses what it cannot do, and says why', async () => {
  const run = (...words: string[]) => vezne('tenant', 'move', ...words)
  await assert.rejects(run('tenant-none', '--to', '1'), /there is no tenant tenant-none/)
  await assert.rejects(run(SLUG, '--to', '0'), /is on shard 0 already/)
  await assert.rejects(run(SLUG, '--to', '2'), /the shards are 0 to 1/)
  await assert.rejects(run(SLUG), /say one of --to/)
  await assert.rejects(run('master', '--to', '1'), /there is no tenant master/)
})
