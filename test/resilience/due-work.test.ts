/** A bank that hangs keeps nobody waiting but those who wait for it: not the other tenants, and not what else its own tenant has due. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BankProcess, startBank } from '../support/bank.ts'
import type { Answer } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const BANK = 'NEST_PAY'
const BACKLOG = 600
const DUE_MS = 5_000
const PAST_THE_WINDOW_MS = 200_000
const HANGS = { kind: 'timeout_before', match: { operation: 'status' }, times: null, parameters: { hold_ms: 60_000 } }

const shop = useShop()
let bank: BankProcess
let atBank: { connector_configuration_id: string }
before(async () => {
  bank = await startBank({ port: shop.vezne.config.ports.bank })
  atBank = { connector_configuration_id: await shop.configurationOf(BANK) }
})
after(async () => {
  await bank.kill() // every call that hangs ends
})

const asDemo = async (path: string, body: object): Promise<Answer> =>
  shop.vezne.request('cards', 'POST', `/api/v1${path}`, {
    token: await shop.vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001' },
    body,
  })
const asLoad = (path: string, body: object): Promise<Answer> => shop.call('POST', path, body)
type Caller = typeof asLoad

const opened = async (answer: Answer): Promise<string> => {
  assert.equal(answer.status, 202, answer.text)
  return answer.body.transaction_id
}
const pay = (call: Caller, change: object): Promise<string> => call('/payments', paymentBody(change)).then(opened)
const refund = async (call: Caller, change: object, asked: object): Promise<string> => {
  const sold = await call('/payments', paymentBody(change))
  assert.equal(sold.status, 200, sold.text)
  await opened(await call(`/payments/${sold.body.transaction_id}/refund`, asked))
  const sql = 'select id from payment_operations where payment_id = $1'
  return (await shop.rows(sql, [sold.body.transaction_id]))[0].id
}

const KINDS = [
  {
    table: 'payments',
    operation: 'sale',
    atHangingBank: () => pay(asLoad, { extra_properties: atBank }),
    elsewhere: (call: Caller) => pay(call, { card: { number: CARDS.timeout } }),
  },
  {
    table: 'payment_operations',
    operation: 'refund',
    atHangingBank: () => refund(asLoad, { extra_properties: atBank }, {}),
    elsewhere: (call: Caller) => refund(call, {}, { extra_properties: { simulate: '99' } }),
  },
]

for (const { table, operation, atHangingBank, elsewhere } of KINDS) {
  const open = async (): Promise<string> => {
    await bank.control.arm({ kind: 'http_5xx_before', match: { operation } })
    const id = await atHangingBank()
    await bank.control.arm(HANGS)
    return id
  }
  const row = async (id: string) => (await shop.rows(`select * from ${table} where id = $1`, [id]))[0]
  const isOver = async (id: string): Promise<boolean> => ['failed', 'completed'].includes((await row(id)).status)
  const asked = async (): Promise<number> => {
    const sql = `select count(*)::int as n from ${table} where configuration_id = $1 and inquiry_count > 0`
    return (await shop.rows(sql, [atBank.connector_configuration_id]))[0].n
  }
  /** The bank is back, and nothing of the hanging ones is due. */
  const close = async (): Promise<void> => {
    await bank.control.disarm()
    const sql = `where configuration_id = $1 and status = 'processing'`
    await shop.own(`update ${table} set next_inquiry_at = null ${sql}`, [atBank.connector_configuration_id])
  }
  /** As many more of the same, all due for an hour. */
  const multiply = async (id: string, times: number): Promise<void> => {
    const names = await shop.rows(
      "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
      [table],
    )
    const changed: Record<string, string> = {
      id: 'gen_random_uuid()',
      idempotency_key: 'null',
      next_inquiry_at: "next_inquiry_at - interval '1 hour'",
      lease_until: 'null',
      card_sealed: 'null', // sealed for the other id
    }
    const all = names.map(({ name }) => name)
    await shop.own(
      `insert into ${table} (${all}) select ${all.map((name) => changed[name] ?? name)} from ${table}, generate_series(1, $2) where id = $1`,
      [id, times],
    )
  }

  test(`${table}: while one inquiry hangs, what becomes due in the same tenant is resolved`, async () => {
    const hanging = await open()
    await shop.vezne.moveClock(DUE_MS)
    await until('the bank is asked', async () => (await row(hanging)).fencing > 1)
    const next = await elsewhere(asLoad)
    await shop.vezne.moveClock(PAST_THE_WINDOW_MS)
    await until('the next one is over', () => isOver(next))
    assert.equal((await row(hanging)).inquiry_count, 0, 'still in its first inquiry')
    await close()
  })

  test(`${table}: ${BACKLOG} due ones of a tenant whose bank hangs, and the one of another tenant is resolved meanwhile`, async () => {
    await multiply(await open(), BACKLOG)
    const theirs = await elsewhere(asDemo)
    await shop.vezne.moveClock(PAST_THE_WINDOW_MS)
    await until('the one of the other tenant is over', () => isOver(theirs))
    assert.equal(await asked(), 0, 'the bank still hangs in its first inquiry')
    await close()
  })
}
