/** A move that was killed once it had hidden its tenant: jobs drop and replace no part whose rows of the tenant they cannot see, and do it later. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepClaimDays } from '../../src/payments/persistence/claim-days.ts'
import { keepPartitions, purgeDeliveries, rewriteParts } from '../support/kept-partitions.ts'
import { openKilledMoves } from '../support/killed-moves.ts'
import { CARDS } from '../support/payments.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const KEPT = { events: 3 }
const vezne = useVezne({ shards: 2, env: { VEZNE_WORKER_SHARDS: '1' } }) // a worker of the first shard would keep and send as well
const moves = use(() => openKilledMoves(vezne))

const claimDays = async (): Promise<number[]> =>
  (await moves.own('select no from claim_days order by no')).map(({ no }) => no)
const holders = async (id: string): Promise<number> =>
  (await moves.own('select from idempotency_claims where holder = $1', [id])).length
const passClaimDays = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) {
    await keepClaimDays(moves.upkeep)
    await vezne.moveClock(13 * HOUR_MS)
  }
  await keepClaimDays(moves.upkeep)
}

test('the claim of an open payment stays, and its key charges once', async () => {
  const shop = await moves.openShop()
  const pay = () => shop.pay('open', { card: { number: CARDS.timeout } })
  const open = await pay()
  assert.equal(open.status, 202, open.text)
  const id = open.body.transaction_id
  const days = await claimDays()

  await shop.hide()
  await moves.own(`update claim_days set begun_at = begun_at - interval '1 day'`)
  await passClaimDays()
  assert.deepEqual((await claimDays()).slice(0, days.length), days)
  assert.equal(await holders(id), 1)
  assert.deepEqual(moves.kept().get('idempotency_claims'), [shop.tenant.slug])

  await shop.giveUp()
  await keepClaimDays(moves.upkeep)
  assert.ok(!(await claimDays()).includes(days[0]!))
  assert.equal(await holders(id), 1)
  assert.equal((await pay()).body.transaction_id, id)
  const payments = await moves.own('select from payments where tenant_id = $1', [shop.tenant.id])
  assert.equal(payments.length, 1)
})

test('deliveries that wait and their events stay, and rewritten months wait', async () => {
  const { upkeep, own, kept } = moves
  const shop = await moves.openShop()
  const hook = await shop.call('POST', '/webhook-subscriptions', {
    url: 'https://shop.test.example/hook',
    events: ['payment.completed', 'refund.completed'],
  })
  assert.equal(hook.status, 201, hook.text)
  const paid = await shop.pay()
  assert.equal(paid.status, 200, paid.text)
  const id = paid.body.transaction_id
  const stored = async () => {
    const [row] = await own(
      `select (select count(*)::int from events where resource_id = $1 and type = 'refund.completed') as events,
         (select count(*)::int from webhook_deliveries where resource_id = $1 and state = 'waiting') as deliveries`,
      [id],
    )
    return row
  }
  const runJobs = async (): Promise<void> => {
    await keepPartitions(upkeep, KEPT)
    await purgeDeliveries(upkeep)
    await rewriteParts(upkeep, 1, undefined, { lot: 500, rest: 0 })
  }
  const rewritten = async (): Promise<number> =>
    (await own(`select from part_rewrites where table_name = 'payments' and step = 'done'`)).length
  await keepPartitions(upkeep, {})
  await vezne.moveClock(130 * DAY_MS)
  const refund = await shop.call('POST', `/payments/${id}/refund`, { amount: { amount: 100, currency: 'TRY' } })
  assert.equal(refund.status, 200, refund.text)

  await shop.hide()
  await runJobs()
  assert.deepEqual(await stored(), { events: 1, deliveries: 2 })
  assert.equal(await rewritten(), 0)
  const tables = kept()
  for (const table of ['events', 'webhook_deliveries', 'payments'])
    assert.deepEqual(tables.get(table), [shop.tenant.slug], table)

  await shop.giveUp()
  await runJobs()
  assert.deepEqual(await stored(), { events: 1, deliveries: 2 })
  assert.ok((await rewritten()) > 0)
  assert.deepEqual(kept(), new Map())
})
