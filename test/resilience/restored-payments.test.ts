/**
 * After a restore shops repeat every key that they used since the backup, and people make the same transfers again: the bank's
 * books do not change, and every request is answered as the first time; that of a lost payment with what has become of it since.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBackups } from '../support/backups.ts'
import { booksOf, ordersAtBank } from '../support/bank-books.ts'
import { doBusiness, openShops, repeatAll, useGatewaysOnly } from '../support/lost-hours.ts'
import { openTeam } from '../support/lost-transfers.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const KEPT = { sales: 4, challenged: 2, declined: 2, fallback: 2, followed: 2 }
/** `npm run checks -- restored-keys`: 500 payments, their captures, voids and refunds, 50 transfers. */
const isWhole = process.env.VEZNE_RESTORED_WHOLE === '1'
const LOST = isWhole ? { sales: 250, challenged: 60, declined: 40, fallback: 30, followed: 30 } : KEPT
const TRANSFERS = isWhole ? 50 : 12

const backups = use(openBackups)
const answers = { status: 500 }
const subscriber = use(() => startReceiver((_, response) => void response.writeHead(answers.status).end()))
const idsOf = ({ received }: Receiver): Set<string> =>
  new Set(received.map(({ body }) => JSON.parse(body.toString()).id))

test('payments, captures, voids, refunds and transfers after the backup: nothing is charged, refunded or sent twice', async () => {
  const { bank } = backups
  const kept = await backups.live(async (vezne) => {
    const shops = openShops(vezne, bank)
    await useGatewaysOnly(shops)
    const team = openTeam(vezne)
    await team.ready()
    await team.ended(await team.pay('kept', 3))
    const subscribed = await shops.subscribe(`${subscriber.origin}/hook`)
    assert.equal(subscribed.status, 201, subscribed.text)
    const made = await doBusiness(shops, 'kept', KEPT)
    await until('deliveries were tried', () => idsOf(subscriber).size > 0)
    return made
  })
  await backups.backUp()
  const { lost, ends } = await backups.live(async (vezne) => {
    const team = openTeam(vezne)
    return {
      lost: await doBusiness(openShops(vezne, bank), 'lost', LOST),
      ends: await team.ended(await team.pay('lost', TRANSFERS)),
    }
  })
  const [books, orders] = [await booksOf({ bank }), await ordersAtBank(bank)]
  const pending = await backups.restored(async (vezne, { ask, status, open }) => {
    assert.notEqual(vezne.runtime.restores.closed(), null)
    const found = (await ask()).join('\n')
    assert.match(found, new RegExp(`^${TRANSFERS - Math.floor(TRANSFERS / 3)} unknown transfers at .*, TRY`, 'm'))
    assert.match(found, /^[0-9]+ unknown payments at NESTPAY-DEMO, TRY/m)
    assert.match(await status(), /transfers found in account statements: on a list for people/)
    const waiting = await openShops(vezne, bank).pendingEvents()
    subscriber.received.length = 0
    answers.status = 200
    await open()
    const shops = openShops(vezne, bank)
    assert.deepEqual(await repeatAll(shops, kept, false), [])
    assert.deepEqual(await repeatAll(shops, lost, true), [])
    assert.deepEqual(await booksOf({ bank }), books)
    const team = openTeam(vezne)
    assert.deepEqual(await team.ended(await team.pay('lost', TRANSFERS)), ends)
    assert.deepEqual(await ordersAtBank(bank), orders)
    const { total, violations } = await bank.control.verdict()
    assert.equal(total, 0, JSON.stringify(violations))
    assert.match(await status(), /payments found by repeats of callers: known again/)
    await until('what the backup had pending is delivered', async () => {
      await vezne.moveClock(60_000)
      const ids = idsOf(subscriber)
      return waiting.every((id) => ids.has(id))
    })
    return waiting
  })
  assert.ok(pending.length > 0)
})
