/** Lists that grow: every filter finds the same rows whether they are counted one by one or in closed blocks, and those it says. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CLOSED_LISTS } from '../../src/app/closed-lists.ts'
import { closeBlock } from '../../src/lists/blocks/close-block.ts'
import { findWrongBlocks } from '../../src/lists/blocks/compare-blocks.ts'
import { foldDeltas } from '../../src/lists/blocks/fold-deltas.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { item, MERCHANT, SOURCE, startTransferTeam, TENANT } from '../support/transfers.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any
const SIZES = { rows: 2, open: 1, fan: 2, deltas: 1 }
const HOUR_MS = 3_600_000
let middle: string
const paid: string[] = []
const cards = async (method: string, path: string, body?: unknown) =>
  team.vezne.request('cards', method, `/api/v1${path}`, {
    token: await team.vezne.token('admin'),
    body,
    headers: { 'x-merchant-id': MERCHANT },
  })

const team = use(startTransferTeam)
before(async () => {
  for (const number of [CARDS.success, CARDS.declined, CARDS.success, CARDS.debit])
    paid.push((await cards('POST', '/payments', paymentBody({ card: { number } }))).body.transaction_id)
  await cards('POST', `/payments/${paid[0]}/refund`, { amount: 700, reason_code: 'fraud' })
  const made = await team.create([item(), item({ amount: { value: 100, currency_code: 'TRY' } })])
  await team.approve(made.slice(0, 1))
  await team.vezne.moveClock(HOUR_MS)
  middle = encodeURIComponent(team.vezne.runtime.clock.now().toISOString())
  await cards('POST', `/payments/${paid[2]}/refund`, {})
  await cards('POST', `/payments/${paid[3]}/refund`, { amount: 100, extra_properties: { simulate: '05' } })
  await team.create([item({ recipient: { iban: 'TR860090100000000000009001', holder_name: 'Ali Kaya' } })])
})

const QUERIES: [surface: 'cards' | 'transfers' | 'fraud', path: string, query: string, is: (row: Json) => boolean][] = [
  ['cards', '/refunds', '', () => true],
  ['cards', '/refunds', 'status=completed', (row) => row.status === 'completed'],
  ['cards', '/refunds', 'status=failed', (row) => row.status === 'failed'],
  ['cards', '/refunds', 'refund_type=full', (row) => row.refund_amount === row.original_amount],
  ['cards', '/refunds', 'sla_breached=false&reason_code=fraud', (row) => row.reason_code === 'fraud'],
  ['cards', '/refunds', 'sla_breached=false&start_date=MIDDLE', (row) => row.reason_code !== 'fraud'],
  ['transfers', '/transfers', '', () => true],
  ['transfers', '/transfers', 'status=pending&currency=TRY', (row) => row.status === 'pending'],
  ['transfers', '/transfers', 'status=approved', (row) => row.status === 'approved'],
  ['transfers', '/transfers', 'transfer_type=fast&max_amount=200', (row) => Number(row.amount) === 100],
  ['transfers', '/transfers', 'iban=TR860090100000000000009001', (row) => row.receiver_account.iban.endsWith('9001')],
  ['transfers', '/transfers', `source_account_id=${SOURCE}`, () => true],
  ['transfers', '/transfers', 'search_term=kaya', (row) => /9001$/.test(row.receiver_account.iban)],
  ['transfers', '/transfers', 'start_date=MIDDLE', (row) => /9001$/.test(row.receiver_account.iban)],
  ['fraud', '/fraud/logs', '', () => true],
  ['fraud', '/fraud/logs', 'process=sanal_pos', (row) => row.process === 'sanal_pos'],
  ['fraud', '/fraud/logs', 'decision=approve&min_score=0&max_score=50', (row) => row.decision === 'approve'],
  ['fraud', '/fraud/logs', 'process=para_transferi&from=MIDDLE', (row) => row.process === 'para_transferi'],
  ['fraud', '/fraud/logs', 'process=para_transferi&start_date=MIDDLE', (row) => row.process === 'para_transferi'],
  ['cards', '/api-request-logs', '', () => true],
  ['cards', '/api-request-logs', 'is_success=false', (row) => !row.is_success],
  ['cards', '/api-request-logs', 'status_code=200&method=post', (row) => row.status_code === 200],
  ['cards', '/api-request-logs', 'error_category=BankDeclined', (row) => row.error_category === 'BankDeclined'],
  ['cards', '/api-request-logs', 'request_timestamp_from=MIDDLE', () => true],
  ['cards', '/api-request-logs', 'request_timestamp_to=MIDDLE&connector_code=SIMBANK', () => true],
  ['cards', '/api-request-logs', 'transaction_id=PAID', (row) => row.transaction_id === paid[1]],
]

interface Found {
  query: string
  total: number
  ids: string[]
}
const look = async (): Promise<Found[]> => {
  const found: Found[] = []
  for (const [surface, path, asked, is] of QUERIES) {
    const query = `${path}?${asked.replace('MIDDLE', middle).replace('PAID', paid[1] as string)}`
    const all: Json[] = []
    let total = 0
    for (let page = 1; page === 1 || all.length < total; page++) {
      const { status, text, body } = await team.vezne.request(
        surface,
        'GET',
        `/api/v1${query}&page_size=3&page=${page}`,
        {
          token: await team.vezne.token('admin'),
          headers: surface === 'transfers' ? { 'x-tenant-id': TENANT } : {},
        },
      )
      assert.equal(status, 200, text)
      assert.ok(body.items.length > 0 || body.total_count === 0, `${query} page ${page} of ${body.total_count}`)
      all.push(...body.items)
      total = body.total_count
    }
    assert.ok(all.length > 0 && all.every(is), `${query}: ${all.length}`)
    found.push({ query, total, ids: all.map(({ id }) => id) })
  }
  return found
}

test('every filter of every list', async () => {
  const { db } = team.vezne.runtime
  const open = await look()
  for (const list of CLOSED_LISTS) {
    assert.ok(await closeBlock(db, list, TENANT, SIZES), list.list)
    while (await closeBlock(db, list, TENANT, SIZES));
  }
  assert.deepEqual(await look(), open)
  const [pending] = (await team.call('maker', 'GET', '/api/v1/transfers?status=pending')).body.items
  await team.approve([pending.id])
  const { total } = (await look()).find(({ query }) => query.includes('status=approved')) as Found
  assert.equal(total, 2)
  for (const list of CLOSED_LISTS) {
    await foldDeltas(db, list, TENANT)
    assert.deepEqual(await findWrongBlocks(db, list, TENANT, 20), [], list.list)
  }
})

test('a range has the common names beside those of its list; of both the last one counts', async () => {
  const token = await team.vezne.token('admin')
  const ask = async (surface: 'cards' | 'transfers' | 'fraud' | 'identity', path: string) =>
    team.vezne.request(surface, 'GET', `/api/v1${path}`, {
      token,
      headers: surface === 'transfers' ? { 'x-tenant-id': TENANT } : {},
    })
  const [past, ahead] = ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z']
  const lists = [
    ['cards', '/cancellation-requests'],
    ['cards', '/api-request-logs'],
    ['transfers', '/transfers'],
    ['transfers', '/recurringtransfers'],
    ['fraud', '/fraud/alerts'],
    ['identity', '/audit-log'],
  ] as const
  for (const [surface, path] of lists) {
    assert.equal((await ask(surface, `${path}?start_date=${past}&end_date=${ahead}`)).status, 200, path)
    const reversed = await ask(surface, `${path}?start_date=${ahead}&end_date=${past}`)
    assert.equal(reversed.status, 422, path)
  }
  const figures = (name: string) => ask('transfers', `/dashboard/range?${name}=${middle}&end_date=${middle}`)
  assert.deepEqual((await figures('start_date')).body, (await figures('from_date')).body)
  const both = await ask('fraud', `/fraud/logs?from=${past}&start_date=${ahead}`)
  assert.deepEqual([both.status, both.body.items], [200, []])
})
