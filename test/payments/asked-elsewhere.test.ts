/**
 * While a restore asks the banks: routing may have been another one when the lost payment was charged, so every bank of the tenant
 * is asked; one that nobody used and that does not answer stops no shop.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const TODAY = 'NEST_PAY'
const ELSEWHERE = 'GARANTI_VPOS'
const NOWHERE = 'http://127.0.0.1:9/nothing'

const shop = useShop()
const bank = use(() => startBank({ port: shop.vezne.config.ports.bank }))

/** Looks at the use of each bank anew. */
const restore = async (): Promise<void> => {
  const { restores } = shop.vezne.runtime
  const earlier = restores.askBanksFrom('any')?.restoreId
  await shop.own(
    `insert into restores (reason, system, database_oid, timeline, lost_since, lost_until, finished, finished_by, asks_banks_until)
     select 'older_state', system, database_oid, timeline, now() - interval '3 days', now() + interval '1 hour', now(), 'test', now() + interval '40 days'
       from database_identity`,
    [],
  )
  await until('the banks are asked', () => {
    const period = restores.askBanksFrom('any')
    return period !== null && period.restoreId !== earlier
  })
}
before(restore)

const pay = async (key: string, code: string, change: object = {}): Promise<Answer> => {
  const connector_configuration_id = await shop.configurationOf(code)
  const body = paymentBody({ extra_properties: { connector_configuration_id }, ...change })
  return shop.call('POST', '/payments', body, { 'idempotency-key': key })
}

const lose = async (id: string): Promise<void> => {
  for (const [table, column] of [
    ['idempotency_claims', 'holder'],
    ['journal', 'payment_id'],
    ['events', 'resource_id'],
    ['payments', 'id'],
  ])
    await shop.own(`delete from ${table} where ${column} = $1`, [id])
}

/** Charged elsewhere since the backup. */
const chargeAndLose = async (key: string): Promise<void> => {
  const { status, text, body } = await pay(key, ELSEWHERE)
  assert.equal(status, 200, text)
  await lose(body.transaction_id)
}

const change = async (code: string, set: string, values: unknown[] = []): Promise<void> => {
  const id = await shop.configurationOf(code)
  await shop.own(`update connector_configurations set ${set}, last_modified = clock_timestamp() where id = $1`, [
    id,
    ...values,
  ])
  const [{ tenant_id }] = await shop.rows('select tenant_id from connector_configurations where id = $1', [id])
  shop.vezne.runtime.notifications.publish('connectors', tenant_id)
}

/** The bank cannot be reached while `work` runs. */
const withoutBank = async (code: string, work: () => Promise<void>): Promise<void> => {
  const id = await shop.configurationOf(code)
  const [{ api_endpoint_url: url }] = await shop.rows(
    'select api_endpoint_url from connector_configurations where id = $1',
    [id],
  )
  await change(code, 'api_endpoint_url = $2', [NOWHERE])
  await work().finally(() => change(code, 'api_endpoint_url = $2', [url]))
}

const salesAtBank = async (): Promise<number> =>
  (await bank.control.journal()).filter(({ operation }) => operation === 'sale').length
const listedOf = (id: string) =>
  shop.rows(`select outcome from restore_findings where kind = 'payment' and subject_id = $1`, [id])

for (const [what, isActive] of [
  ['took no payment that is known', true],
  ['was switched off meanwhile', false],
] as const)
  test(`charged by a bank that ${what}: the payment is known again, at that bank`, async () => {
    const key = randomUUID()
    await chargeAndLose(key)
    const sales = await salesAtBank()
    await change(ELSEWHERE, 'is_active = $2', [isActive])
    const again = await pay(key, TODAY)
    await change(ELSEWHERE, 'is_active = true')
    assert.deepEqual([again.status, again.body.status], [200, 'completed'], again.text)
    assert.equal(await salesAtBank(), sales)
    const [row] = await shop.rows('select configuration_id from payments where id = $1', [again.body.transaction_id])
    assert.equal(row.configuration_id, await shop.configurationOf(ELSEWHERE))
    await lose(again.body.transaction_id) // so that nobody has used that bank
  })

test('an unused bank has the key with another amount: that is an answer, and nothing is sent', async () => {
  const key = randomUUID()
  await chargeAndLose(key)
  const sales = await salesAtBank()
  assertProblem(await pay(key, TODAY, { amount: { amount: 16_000, currency: 'TRY' } }), 'connector_unavailable')
  assert.equal(await salesAtBank(), sales)
})

test('an unused bank that cannot be reached: the payment is sent, and is on the list of people', async () => {
  await withoutBank(ELSEWHERE, async () => {
    for (const key of [randomUUID(), randomUUID()]) {
      const paid = await pay(key, TODAY)
      assert.deepEqual([paid.status, paid.body.status], [200, 'completed'], paid.text)
      assert.deepEqual(await listedOf(paid.body.transaction_id), [{ outcome: 'listed' }])
    }
  })
  const paid = await pay(randomUUID(), TODAY)
  assert.deepEqual(await listedOf(paid.body.transaction_id), [])
})

test('a bank that was in use shortly before the loss and cannot be reached: nothing is sent', async () => {
  assert.equal((await pay(randomUUID(), ELSEWHERE)).status, 200)
  await restore()
  const sales = await salesAtBank()
  await withoutBank(ELSEWHERE, async () => {
    assertProblem(await pay(randomUUID(), TODAY), 'connector_unavailable')
  })
  assert.equal(await salesAtBank(), sales)
})
