/**
 * How many index entries and rows a request reads must not grow with the table, whatever statistics the plans were made on:
 * none, those of a table with a handful of rows, or those of a grown one. A plan is made once per connection and stays.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type EntriesRead, openEntriesRead } from '../support/entries-read.ts'
import { useShop } from '../support/shop.ts'

/** A capture looks at its payment five times; entries of versions that some snapshot may still see are read along. */
const ENTRIES_MAX = 15
/** Few: a walk for each batch shows the more the smaller the batches are. */
const LANES = 8
const ROUNDS = 14

const shop = useShop()
let entries: EntriesRead
before(async () => {
  entries = await openEntriesRead(shop.vezne)
})
after(async () => {
  await entries.close()
})

/** Every kind of request that looks up what earlier ones wrote. */
const REQUESTS_OF_A_ROUND = 7
const round = async (): Promise<void> => {
  const [sale, kept, dropped] = await Promise.all([shop.sell(), shop.authorize(), shop.authorize()])
  const answers = await Promise.all([
    shop.follow(sale, 'refund', { amount: 5_000 }),
    shop.follow(kept, 'capture', {}),
    shop.follow(dropped, 'void', {}),
  ])
  answers.push(await shop.follow(kept, 'refund', { amount: 5_000 }))
  for (const answer of answers) assert.equal(answer.status, 200, answer.text)
}

const assertFewEntries = async (): Promise<void> =>
  assert.deepEqual(
    await entries.above(ENTRIES_MAX, ROUNDS * LANES * REQUESTS_OF_A_ROUND, async () => {
      for (let done = 0; done < ROUNDS; done++) await Promise.all(Array.from({ length: LANES }, round))
    }),
    {},
  )

test('without statistics', assertFewEntries)
for (const payments of [0, 1, 5])
  test(`with the statistics of ${payments} payments`, async () => {
    await entries.query(`truncate payments, payment_operations, journal, events, webhook_deliveries, api_request_logs,
      fraud_checks cascade`)
    for (let sold = 0; sold < payments; sold++) await shop.sell()
    await entries.query('analyze')
    await assertFewEntries()
  })
test('with the statistics of the grown table', async () => {
  await entries.query('analyze')
  await assertFewEntries()
})
