/** Production has no test cards: reads are empty, writes are refused. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startVezne, type Vezne } from '../support/vezne.ts'

const PATH = '/api/v1/test-cards'
const CARD = {
  ...{ card_number: '4539578763621486', expiry_month: 12, expiry_year: 2030, card_schema_type: 'Visa' },
  ...{ card_type: 'Credit', card_brand: 'World', expected_result: 'Success' },
}
let vezne: Vezne
let token: string
before(async () => {
  // The rows of the sandbox are in this database: production does not look at them.
  vezne = await startVezne({ config: { env: 'production' } })
  token = await vezne.token('pos')
})
after(() => vezne.stop())

const call = (method: string, path: string, body?: object) =>
  vezne.request('cards', method, path, { token, ...(body && { body }) })

test('the list is empty, one card is not found', async () => {
  const list = await call('GET', PATH)
  assert.deepEqual([list.status, list.body.items, list.body.total_count], [200, [], 0], list.text)
  const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ id: string }>('select id from test_cards limit 1'),
  )
  assert.equal((await call('GET', `${PATH}/${row!.id}`)).status, 404)
})

test('writes are refused', async () => {
  for (const [path, body] of [
    [PATH, CARD],
    [`${PATH}/generate`, { ...CARD, card_number: undefined, count: 1 }],
  ] as const) {
    const answer = await call('POST', path, body)
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], answer.text)
  }
})
