/** Database constraints on captures, voids and refunds: a violation is refused, whoever the writer is. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Tx } from '../../src/infra/database/database.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
let tenant: string
before(async () => {
  tenant = (await shop.rows("select tenant_id from realms where slug = 'tenant-load'", []))[0].tenant_id
})

const UNDONE = new Error('undone on purpose')
/** As the program's role, rolled back: true when the database allows it. */
const passes = async (...statements: [sql: string, values: unknown[]][]): Promise<true | string> => {
  try {
    await shop.vezne.runtime.db.transaction({ of: tenant }, async (tx: Tx) => {
      for (const [sql, values] of statements) assert.equal(await tx.execute(sql, values), 1, sql)
      throw UNDONE
    })
    return 'unreachable'
  } catch (error) {
    return error === UNDONE ? true : (error as Error).message
  }
}

/** A copy of an operation of the payment, changed. */
const copy = (payment: string, kind: string, status: string): [string, unknown[]] => [
  `insert into payment_operations (tenant_id, id, payment_id, merchant_id, kind, status, amount, currency, state_before,
     configuration_id, connector_code, attempt_no, attempt_at, path, correlation_id, client_id, created_by, request_body, created,
     last_modified)
   select tenant_id, gen_random_uuid(), payment_id, merchant_id, $2, $3, amount, currency, state_before, configuration_id,
     connector_code, attempt_no, attempt_at, path, correlation_id, client_id, created_by, request_body, created, last_modified
   from payment_operations where payment_id = $1 limit 1`,
  [payment, kind, status],
]

test('only one capture, unless the bank refused it; nothing beside a running capture or void', async () => {
  const captured = await shop.authorize()
  await shop.follow(captured, 'capture', { amount: 100 })
  assert.match(String(await passes(copy(captured, 'capture', 'processing'))), /one_capture/)
  assert.match(String(await passes(copy(captured, 'capture', 'completed'))), /one_capture/)
  assert.equal(await passes(copy(captured, 'capture', 'failed')), true)
  assert.equal(await passes(copy(captured, 'void', 'processing')), true)
  assert.match(
    String(await passes(copy(captured, 'void', 'processing'), copy(captured, 'void', 'processing'))),
    /one_alone/,
  )
  assert.equal(await passes(copy(captured, 'refund', 'processing'), copy(captured, 'refund', 'processing')), true)
})

test('a final state is final, and a request cannot change', async () => {
  const id = await shop.sell()
  await shop.follow(id, 'refund', { amount: 100 })
  await shop.follow(id, 'refund', { amount: 100, extra_properties: { simulate: '05' } })
  const change = (change: string, status: string): Promise<true | string> =>
    passes([`update payment_operations set ${change} where payment_id = $1 and status = $2`, [id, status]])
  for (const [from, to] of [
    ['completed', 'failed'],
    ['completed', 'processing'],
    ['failed', 'completed'],
    ['failed', 'processing'],
  ] as const)
    assert.match(String(await change(`status = '${to}'`, from)), /is its end/, `${from} to ${to}`)
  for (const asked of ['amount = amount + 1', "currency = 'USD'", "kind = 'void'", 'payment_id = gen_random_uuid()'])
    assert.match(String(await change(asked, 'completed')), /cannot change/, asked)
  assert.equal(await change('idempotency_key = null', 'completed'), true)
})

test('refunds, including those in flight, never exceed what was captured', async () => {
  const id = await shop.authorize()
  await shop.follow(id, 'capture', { amount: 10_000 })
  const set = (change: string) => passes([`update payments set ${change} where id = $1`, [id]])
  assert.equal(await set('refunding = 10000'), true)
  assert.equal(await set('refunded = 4000, refunding = 6000'), true)
  assert.match(String(await set('refunding = 10001')), /payments_refunds_fit/)
  assert.match(String(await set('refunded = 4000, refunding = 6001')), /payments_refunds_fit/)
  assert.match(String(await set('refunding = -1')), /check/)
  assert.match(String(await set('captured = amount + 1')), /check/)
})

test('the requester of a void cannot be its reviewer', async () => {
  const id = await shop.sell()
  const made = await shop.call('POST', '/cancellation-requests', { transaction_id: id })
  assert.match(
    String(await passes(['update cancellation_requests set reviewed_by = requested_by where id = $1', [made.body]])),
    /whoever asked does not review/,
  )
})

for (const table of ['payment_operations', 'cancellation_requests'])
  for (const statement of [`delete from ${table}`, `truncate ${table}`, `drop table ${table}`])
    test(`${statement} is denied`, async () => {
      assert.match(String(await passes([statement, []])), /permission denied|must be owner/)
    })

test('another tenant sees none of them', async () => {
  const other = '00000000-0000-4000-8000-000000000010'
  for (const table of ['payment_operations', 'cancellation_requests']) {
    const [row] = await shop.vezne.runtime.db.transaction({ of: other }, (tx) =>
      tx.query<{ n: number }>(`select count(*)::int as n from ${table}`),
    )
    assert.equal(row?.n, 0)
  }
})
