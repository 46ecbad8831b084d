/**
 * After a restore shops repeat every key that they used since the backup, and people make the same transfers again: the bank's
 * books do not change, and every request is answered as the first time.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBackups } from '../support/backups.ts'
import { booksOf, doBusiness, openShops, repeatAll, useGatewaysOnly } from '../support/lost-hours.ts'
import { openTeam, ordersAtBank } from '../support/lost-transfers.ts'
import { use } from '../support/use.ts'

const COUNTS = { sales: 4, challenged: 2, declined: 2, fallback: 2, followed: 2 }
const TRANSFERS = 12

const backups = use(openBackups)

test('payments, captures, voids, refunds and transfers after the backup: nothing is charged, refunded or sent twice', async () => {
  const { bank } = backups
  const kept = await backups.live(async (vezne) => {
    const shops = openShops(vezne, bank)
    await useGatewaysOnly(shops)
    const team = openTeam(vezne)
    await team.ready()
    await team.ended(await team.pay('kept', 3))
    return doBusiness(shops, 'kept', COUNTS)
  })
  await backups.backUp()
  const { lost, ends } = await backups.live(async (vezne) => {
    const team = openTeam(vezne)
    return {
      lost: await doBusiness(openShops(vezne, bank), 'lost', COUNTS),
      ends: await team.ended(await team.pay('lost', TRANSFERS)),
    }
  })
  const [books, orders] = [await booksOf({ bank }), await ordersAtBank(bank)]
  await backups.restored(async (vezne, open) => {
    assert.notEqual(vezne.runtime.restores.closed(), null)
    await open()
    assert.deepEqual(await repeatAll(openShops(vezne, bank), [...kept, ...lost]), [])
    assert.deepEqual(await booksOf({ bank }), books)
    const team = openTeam(vezne)
    assert.deepEqual(await team.ended(await team.pay('lost', TRANSFERS)), ends)
    assert.deepEqual(await ordersAtBank(bank), orders)
    const { total, violations } = await bank.control.verdict()
    assert.equal(total, 0, JSON.stringify(violations))
  })
})
