/** An external id is one among the merchant's transfers that may still succeed or did, whichever months they are of. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepPartitions } from '../support/kept-partitions.ts'
import { item, startTransferTeam, TENANT } from '../support/transfers.ts'
import { use } from '../support/use.ts'

const MONTH_MS = 31 * 86_400_000
const team = use(startTransferTeam)

const create = async (external_id: string): Promise<[status: number, id: string | undefined]> => {
  const answer = await team.call('maker', 'POST', '/api/v1/transfers/bulk/create', { items: [item({ external_id })] })
  return [answer.status, answer.body.transfers?.[0].id]
}
const rows = <Row>(sql: string, values: unknown[]) =>
  team.vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.query<Row>(sql, values))

test('an id of a month long ago is taken, free once its transfer is rejected, and taken by one of many at once', async () => {
  const [, old] = await create('INV-1')
  for (let month = 0; month < 3; month++) {
    await team.vezne.moveClock(MONTH_MS)
    await keepPartitions(team.vezne.runtime, {})
  }
  assert.deepEqual(await create('INV-1'), [409, undefined])
  const refused = await team.call('checker', 'POST', '/api/v1/transfers/bulk/reject', { transfer_ids: [old] })
  assert.equal(refused.status, 200, refused.text)
  const answers = await Promise.all(Array.from({ length: 8 }, () => create('INV-1')))
  assert.deepEqual(answers.map(([status]) => status).sort(), [201, ...Array(7).fill(409)])
  const parts = await rows<{ status: string; part: string }>(
    'select status, tableoid::regclass::text as part from transfers where tenant_id = $1 and external_id = $2 order by id',
    [TENANT, 'INV-1'],
  )
  assert.deepEqual(
    parts.map(({ status }) => status),
    ['rejected', 'pending'],
  )
  assert.notEqual(parts[0]?.part, parts[1]?.part)
  assert.doesNotMatch(parts[1]!.part, /_others$/)
  const [live] = await rows<{ ids: number; claims: number }>(
    `select (select count(*)::int from transfers where external_id is not null and status not in ('failed', 'rejected')) as ids,
       (select count(*)::int from transfer_external_ids) as claims`,
    [],
  )
  assert.equal(live?.claims, live?.ids)
})

test('checked before: every fault of every item at once, ids of living transfers too, and nothing is made', async () => {
  const check = async (items: readonly object[]): Promise<string[]> => {
    const { status, body, text } = await team.call('maker', 'POST', '/api/v1/transfers/bulk/check', { items })
    assert.equal(status, 200, text)
    assert.equal(body.total_count, items.length)
    return body.errors.map((each: { item_index: number; field: string; code: string }) =>
      [each.item_index, each.field, each.code].join(' '),
    )
  }
  await create('LIVING')
  const [, rejected] = await create('REJECTED')
  await team.call('checker', 'POST', '/api/v1/transfers/bulk/reject', { transfer_ids: [rejected] })
  const counts = (): Promise<unknown[]> =>
    rows(
      `select (select count(*)::int from transfers) as transfers, (select count(*)::int from audit_log) as entries,
         (select count(*)::int from fraud_checks) as checks`,
      [],
    )
  const before = await counts()
  const items = [
    item({ external_id: 'LIVING' }),
    item({ external_id: 'TWICE' }),
    item({ recipient: { holder_name: 'Ayşe Yılmaz' } }),
    item({ external_id: 'TWICE', amount: { value: 0, currency_code: 'TRY' } }),
    item({ external_id: 'REJECTED' }),
  ]
  assert.deepEqual(await check(items), [
    '0 external_id duplicate_external_id',
    '2 recipient mismatch',
    '3 amount.value invalid_amount',
    '3 external_id duplicate_external_id',
  ])
  assert.deepEqual(await counts(), before)
})
