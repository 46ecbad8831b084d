/** A day of a finance team: a thousand transfers created, approved, sent and completed, each person in one role, and the ledger balances to the kuruş. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isBy } from '../support/hook-shop.ts'
import { RECEIVERS, startLoadTeam } from '../support/load-team.ts'
import { startReceiver } from '../support/receiver.ts'
import { use } from '../support/use.ts'

/** How many go where; ten are rejected before they are sent. */
const PARTS = [
  [RECEIVERS.completes, 900],
  [RECEIVERS.delivered, 60],
  [RECEIVERS.refused, 20],
  [RECEIVERS.silent, 10],
  [RECEIVERS.completes, 10],
] as const
const AMOUNT = 10_100
const OPENING = 1_000_000_000

const receiver = use(startReceiver)
let secret: string
const team = use(startLoadTeam)
before(async () => {
  const events = ['transfer.created', 'transfer.succeeded', 'transfer.failed']
  const made = await team.call('admin', 'POST', '/webhooks', { url: `${receiver.origin}/hook`, events })
  assert.equal(made.status, 201, made.text)
  secret = made.body.secret
})

let ids: string[]

test('an operator makes a thousand, and may neither approve nor send them', async () => {
  const items = PARTS.flatMap(([iban, count]) => Array.from({ length: count }, () => iban)).map((iban, at) =>
    team.item(iban, { external_id: `DAY-${at}`, amount: { value: AMOUNT, currency_code: 'TRY' } }),
  )
  const answer = await team.bulk('maker', 'create', { items })
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual([answer.body.total_count, answer.body.total_amount], [1_000, 1_000 * AMOUNT])
  ids = answer.body.transfers.map(({ id }: { id: string }) => id)
  for (const verb of ['approve', 'send'] as const)
    assert.equal((await team.bulk('maker', verb, { transfer_ids: ids })).status, 403)
  const again = await team.bulk('maker', 'create', { items: items.slice(0, 2) })
  assert.deepEqual([again.status, again.body.code], [409, 'duplicate_external_id'])
  assert.deepEqual(
    again.body.errors.map(({ field }: { field: string }) => field),
    ['items[0].external_id', 'items[1].external_id'],
  )
})

test('an admin approves 990 and rejects ten; their maker sends none of them', async () => {
  const approved = await team.bulk('checker', 'approve', { transfer_ids: ids.slice(0, 990), remarks: 'salaries' })
  assert.deepEqual([approved.status, approved.body.total_approved, approved.body.skipped], [200, 990, []])
  const rejected = await team.bulk('checker', 'reject', { transfer_ids: ids, reason: 'not ours' })
  assert.deepEqual([rejected.status, rejected.body.total_rejected, rejected.body.skipped.length], [200, 10, 990])
  // The maker's role may not even ask.
  const sent = await team.bulk('maker', 'send', { transfer_ids: ids.slice(0, 990) })
  assert.deepEqual([sent.status, sent.body.code], [403, 'forbidden'])
})

test('a third person sends them all, and the bank decides each', async () => {
  const sent = await team.bulk('sender', 'send', { transfer_ids: ids })
  assert.deepEqual([sent.status, sent.body.total_sent, sent.body.skipped.length], [202, 990, 10])
  await team.settle()
  const counted = await team.rows(
    'select status, error_code, count(*)::int as n from transfers where id = any($1) group by 1, 2 order by 1, 2',
    [ids],
  )
  assert.deepEqual(
    counted.map(({ status, error_code, n }) => [status, error_code, n]),
    [
      ['completed', null, 960],
      ['failed', 'account_not_found', 20],
      ['failed', 'bank_timeout', 10],
      ['rejected', null, 10],
    ],
  )
  const [late, silent] = await Promise.all(
    [900, 980].map(async (at) => (await team.call('maker', 'GET', `/transfers/${ids[at]}`)).body),
  )
  const life = (transfer: { history: { new_status: string }[] }) => transfer.history.map((step) => step.new_status)
  assert.deepEqual(life(late), ['pending', 'approved', 'processing', 'delivered', 'completed'])
  assert.equal(silent.retry_count, 3)
})

test('the ledger equals the bank’s to the kuruş, and nothing was sent twice', async () => {
  assert.deepEqual(await team.differences(), [])
  const [books] = await team.rows('select available::text, reserved::text from source_balances where account_id = $1', [
    team.source.id,
  ])
  assert.deepEqual(books, { available: String(OPENING - 960 * AMOUNT), reserved: '0' })
})

test('a thousand transfers were announced and 990 endings, each once and signed', async () => {
  const deliveries = await receiver.until(1_990)
  const told = new Map<string, string[]>()
  for (const delivery of deliveries) {
    assert.ok(isBy(secret, delivery), 'signed')
    const event = JSON.parse(delivery.body.toString('utf8'))
    told.set(event.data.transfer_id, [...(told.get(event.data.transfer_id) ?? []), event.type])
  }
  assert.equal(told.size, 1_000)
  const endings = Map.groupBy(told.values(), (types) => types.join(' '))
  assert.deepEqual(Object.fromEntries([...endings].map(([types, each]) => [types, each.length])), {
    'transfer.created transfer.succeeded': 960,
    'transfer.created transfer.failed': 30,
    'transfer.created': 10,
  })
})
