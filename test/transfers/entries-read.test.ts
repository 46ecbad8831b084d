/** A transfer reads a small number of index entries and rows, however many there are; as test/payments/entries-read.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type EntriesRead, openEntriesRead } from '../support/entries-read.ts'
import { RECEIVERS, startLoadTeam } from '../support/load-team.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

/** From its creation to its end: looked up, locked, moved, booked and announced several times. */
const ENTRIES_MAX = 40
const TRANSFERS = 250

const team = use(startLoadTeam)
let entries: EntriesRead
before(async () => {
  entries = await openEntriesRead(team.vezne)
})
after(async () => {
  await entries.close()
})

const sendAll = async (count: number): Promise<void> => {
  const ids = await team.create(Array.from({ length: count }, () => team.item(RECEIVERS.refused)))
  assert.equal((await team.bulk('checker', 'approve', { transfer_ids: ids })).status, 200)
  assert.equal((await team.bulk('sender', 'send', { transfer_ids: ids })).status, 202)
  // Refused by the bank at once: the clock stands still, so that no job comes round meanwhile and looks at whole accounts.
  await until('the bank has refused all', async () => {
    const [account] = await team.rows('select sum(reserved)::int as reserved from source_balances')
    return account.reserved === 0
  })
}

const assertFewEntries = async (): Promise<void> =>
  assert.deepEqual(await entries.above(ENTRIES_MAX, TRANSFERS, () => sendAll(TRANSFERS)), {})

test('without statistics', assertFewEntries)
for (const transfers of [1, 4])
  test(`with the statistics of ${transfers} transfers`, async () => {
    await entries.query('truncate transfers, events, webhook_deliveries, api_request_logs, fraud_checks cascade')
    await sendAll(transfers)
    await entries.query('analyze')
    await assertFewEntries()
  })
test('with the statistics of the grown table', async () => {
  await entries.query('analyze')
  await assertFewEntries()
})
