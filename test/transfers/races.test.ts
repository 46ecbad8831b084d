/** Many at once on the same transfers: one decision, one send, one row per external id. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { LOAD_TENANT, RECEIVERS, startLoadTeam } from '../support/load-team.ts'
import { use } from '../support/use.ts'

const team = use(startLoadTeam)

const words = (answers: readonly Answer[]): string[] =>
  answers.map(({ status, body }) => (status < 300 ? String(status) : `${status} ${body.code}`)).sort()
const makeSome = (count: number, change: object = {}): Promise<string[]> =>
  team.create(Array.from({ length: count }, () => team.item(RECEIVERS.completes, change)))
const statesOf = async (ids: readonly string[]): Promise<string[]> =>
  (await team.rows('select status from transfers where id = any($1) order by id', [ids])).map(({ status }) => status)
const countOf = async (condition: string, values: unknown[] = []): Promise<number> =>
  (
    await team.rows(
      `select count(*)::int as n from transfers where tenant_id = '${LOAD_TENANT}' and ${condition}`,
      values,
    )
  )[0].n

test('approved and rejected at the same moment: one of them, for each transfer', async () => {
  const ids = await makeSome(40)
  const answers = await Promise.all([
    team.bulk('checker', 'approve', { transfer_ids: ids }),
    team.bulk('sender', 'reject', { transfer_ids: ids.toReversed() }),
    ...ids.flatMap((id) => [
      team.bulk('sender', 'approve', { transfer_ids: [id] }),
      team.bulk('checker', 'reject', { transfer_ids: [id] }),
    ]),
  ])
  const won = answers.reduce((sum, { body }) => sum + (body.total_approved ?? 0) + (body.total_rejected ?? 0), 0)
  assert.equal(won, 40)
  const rows = await team.rows(
    'select status, approved_by, rejected_by, jsonb_array_length(history) as steps from transfers where id = any($1)',
    [ids],
  )
  for (const { status, approved_by, rejected_by, steps } of rows) {
    assert.equal(steps, 2)
    assert.equal(approved_by === null, status === 'rejected')
    assert.equal(rejected_by === null, status === 'approved')
  }
})

test('sent by many at once, with and without a key: one send, one booking', async () => {
  const ids = await makeSome(20)
  await team.bulk('checker', 'approve', { transfer_ids: ids })
  const key = { 'idempotency-key': 'send-at-once' }
  const body = { transfer_ids: ids }
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => team.call('sender', 'POST', '/transfers/bulk/send', body, key)),
    ...Array.from({ length: 5 }, () => team.bulk('sender', 'send', { transfer_ids: ids.toReversed() })),
    ...ids.map((id) => team.bulk('admin', 'send', { transfer_ids: [id] })),
  ])
  for (const word of new Set(words(answers))) assert.match(word, /^202$|^422 payment_already_sent$/)
  await team.settle()
  assert.deepEqual(await statesOf(ids), Array(20).fill('completed'))
  assert.deepEqual(await team.differences(), [])
  const posted = await team.rows(
    "select count(*)::int as n from transfer_postings where transfer_id = any($1) and kind = 'reserve'",
    [ids],
  )
  assert.equal(posted[0].n, 20)
})

test('ten bulk creates of a thousand with the same external ids, in both orders: one row each, no deadlock', async () => {
  const items = Array.from({ length: 1_000 }, (_, at) => team.item(RECEIVERS.completes, { external_id: `SAME-${at}` }))
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      team.bulk('maker', 'create', { items: at % 2 === 0 ? items : items.toReversed() }),
    ),
  )
  assert.deepEqual(words(answers), ['201', ...Array(9).fill('409 duplicate_external_id')])
  const refused = answers.find(({ status }) => status === 409)
  assert.equal(refused?.body.errors.length, 1_000)
  const [counts] = await team.rows(
    "select count(*)::int as n, count(distinct external_id)::int as ids from transfers where external_id like 'SAME-%'",
  )
  assert.deepEqual(counts, { n: 1_000, ids: 1_000 })
  const [events] = await team.rows(
    "select count(*)::int as n from events e join transfers t on t.id = e.resource_id where t.external_id like 'SAME-%'",
  )
  assert.equal(events.n, 1_000)
})

const BAD: [name: string, items: (good: object) => unknown, status: number, code: string, fields: string[]][] = [
  ['none', () => [], 400, 'bad_request', ['items']],
  ['null', () => null, 400, 'bad_request', ['items']],
  ['a null among them', (good) => [good, null], 400, 'bad_request', ['items[1]']],
  ['1,001', (good) => Array(1_001).fill(good), 400, 'bad_request', ['items']],
  [
    'two bad ones among a hundred',
    (good) => [
      ...Array(50).fill(good),
      { ...good, amount: { value: 0, currency_code: 'TRY' } },
      ...Array(48).fill(good),
      { ...good, recipient: { iban: 'TR000000000000000000000000', holder_name: 'Ayşe' } },
    ],
    422,
    'invalid_amount',
    ['items[50].amount.value', 'items[99].recipient.iban'],
  ],
  [
    'the same external id twice',
    (good) => [{ ...good, external_id: 'TWICE' }, good, { ...good, external_id: 'TWICE' }],
    409,
    'duplicate_external_id',
    ['items[2].external_id'],
  ],
  [
    'a past date',
    (good) => [{ ...good, scheduled_date: '2020-01-01T00:00:00Z' }],
    422,
    'invalid_schedule',
    ['items[0].scheduled_date'],
  ],
  [
    'a far date',
    (good) => [{ ...good, scheduled_date: '2099-01-01T00:00:00Z' }],
    422,
    'invalid_schedule',
    ['items[0].scheduled_date'],
  ],
  [
    'a leap second',
    (good) => [{ ...good, scheduled_date: '2027-06-30T23:59:60Z' }],
    400,
    'bad_request',
    ['items[0].scheduled_date'],
  ],
]
for (const [name, items, status, code, fields] of BAD)
  test(`a bulk create of ${name}: refused whole, the faulty fields named`, async () => {
    const before = await countOf('true')
    const answer = await team.bulk('maker', 'create', { items: items(team.item(RECEIVERS.completes)) })
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text.slice(0, 300))
    const named = answer.body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual([...new Set(named)], fields)
    assert.equal(await countOf('true'), before)
  })

test('the largest amount, by card: insufficient funds and no other error', async () => {
  const [id] = await team.create([
    team.item('', {
      transfer_type: 'credit_card',
      recipient: { holder_name: 'Ayşe', card_details: { card_number: '4006841234567892' } },
      amount: { value: Number.MAX_SAFE_INTEGER, currency_code: 'TRY' },
    }),
  ])
  await team.rows('update transfers set is_held = false where id = $1', [id])
  assert.equal((await team.bulk('checker', 'approve', { transfer_ids: [id] })).status, 200)
  const sent = await team.bulk('sender', 'send', { transfer_ids: [id] })
  assert.deepEqual([sent.status, sent.body.sent?.[0].status], [202, 'failed'], sent.text)
})
