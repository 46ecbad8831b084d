/** What was verified is not read again: an error in what is new is seen by the next pass, one in what is old by a pass over all. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listTenantIds } from '../../src/access/callers/realm-lookup.ts'
import { compareCounts } from '../../src/access/limits/quota-jobs.ts'
import { CLOSED_LISTS, listsOfTenants } from '../../src/app/closed-lists.ts'
import { COUNTED_TABLES } from '../../src/app/handed-reads.ts'
import { checkLists } from '../../src/cli/doctor/lists.ts'
import { checkQuotaCounts } from '../../src/cli/doctor/quota.ts'
import { findWrongNewBlocks } from '../../src/lists/blocks/compare-blocks.ts'
import { createClosing } from '../../src/lists/upkeep/close-lists.ts'
import { compareLists } from '../../src/lists/upkeep/list-jobs.ts'
import { PAYMENT_LIST } from '../../src/payments/queries/payment-list.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop({ env: { VEZNE_ROLE: 'api' } }) // without a worker: nothing is compared but here
})
after(() => shop.vezne.stop())

type Open = Parameters<typeof checkQuotaCounts>[0]
const open = () => ({ runtime: shop.vezne.runtime }) as Open
const stateOf = async (
  look: (open: Open, isWhole: boolean) => Promise<readonly { state: string }[]>,
  isWhole: boolean,
) => (await look(open(), isWhole))[0]!.state
const sell = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await shop.sell()
}

test('counts of limits: days before the verified one are not read, and the month has what they count', async () => {
  const { runtime } = shop.vezne
  const plant = (more: number, where = 'true') =>
    shop.rows(
      `update quota_counts set count = count + ${more} where tenant_id in (select tenant_id from payments) and ${where}`,
      [],
    )
  await sell(3)
  await compareCounts(runtime, COUNTED_TABLES)
  assert.equal(await stateOf(checkQuotaCounts, false), 'ok')
  await plant(5)
  assert.equal(await stateOf(checkQuotaCounts, false), 'warn', 'today is always read')
  await compareCounts(runtime, COUNTED_TABLES)
  assert.equal(await stateOf(checkQuotaCounts, true), 'ok', 'mended')

  await shop.rows(
    `update verified_bounds set until = (now() + interval '2 days')::date::text where check_name = 'quotas'`,
    [],
  )
  await plant(5)
  assert.equal(await stateOf(checkQuotaCounts, false), 'ok', 'the day was right once')
  assert.equal(await stateOf(checkQuotaCounts, true), 'warn')
  await plant(1, 'not is_month')
  assert.equal(await stateOf(checkQuotaCounts, false), 'warn', 'a month is the sum of its days')
  await compareCounts(runtime, COUNTED_TABLES)
  assert.equal(await stateOf(checkQuotaCounts, true), 'ok', 'one that differs is counted whole')
})

test('blocks of lists: new ones are compared once, all of them on request', async () => {
  const { runtime } = shop.vezne
  const { db } = runtime
  const sizes = { rows: 4, open: 2, fan: 50, deltas: 50 }
  const closing = { db, lists: CLOSED_LISTS, tenantIds: listTenantIds, sizes, rest: 0 }
  const close = createClosing(closing)
  const [{ tenant_id: tenantId }] = await shop.rows('select tenant_id from payments limit 1', [])
  const wrong = async (isWhole: boolean): Promise<number> =>
    (await findWrongNewBlocks(db, PAYMENT_LIST, tenantId, { isWhole, most: 100, isOver: () => false })).wrong.length
  const plant = (place: 'first' | 'last', by: number) =>
    shop.rows(
      `update closed_blocks set counts[1] = counts[1] + ${by} where list = 'payments' and level = 0 and tenant_id = $1
         and first_id = (select first_id from closed_blocks where list = 'payments' and level = 0 and tenant_id = $1
                          order by first_id ${place === 'first' ? 'asc' : 'desc'} limit 1)`,
      [tenantId],
    )
  await sell(20)
  while ((await close()) > 0);
  await compareLists(listsOfTenants(runtime))
  await plant('first', 1)
  assert.deepEqual([await wrong(false), await wrong(true)], [0, 1])
  await sell(10)
  while ((await close()) > 0);
  await plant('last', 1)
  assert.deepEqual([await wrong(false), await wrong(true)], [1, 2])
  assert.equal(await stateOf(checkLists, true), 'warn')
  await compareLists(listsOfTenants(runtime))
  while ((await close()) > 0);
  assert.deepEqual([await wrong(false), await wrong(true)], [0, 0], 'such a list is begun anew')
  assert.equal(await stateOf(checkLists, true), 'ok')
  const copies = async () => (await checkLists(open(), false))[1]!.state
  const closeAll = async () => {
    const again = createClosing(closing)
    while ((await again()) > 0);
  }
  await closeAll()
  await shop.rows('delete from closed_block_copies', [])
  assert.equal(await copies(), 'warn', 'filters would read all rows')
  await closeAll()
  assert.equal(await copies(), 'ok')
  await shop.rows(
    `update closed_block_values set counts[1] = counts[1] + 1 where name = 'bin' and first_id = (select min(first_id::text)::uuid from closed_block_values)`,
    [],
  )
  await compareLists(listsOfTenants(runtime))
  assert.deepEqual(await shop.rows('select from closed_block_values', []), [], 'a list with a wrong copy is begun anew')
})
