/** The fallback is called only after a definite failure: after an unknown outcome no bank is called again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { luhnDigit } from '../../src/core/card-number.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const RUNS = 500
const AT_ONCE = 100
const TENANT = '00000000-0000-4000-8000-000000000012'
const REFUSED_EVERYWHERE = '96'

const vezne = useVezne()

const asLoad = async (method: string, path: string, body?: unknown) =>
  vezne.request('cards', method, path, { token: await vezne.token('admin', 'tenant-load'), body })
const pay = (number: string) => asLoad('POST', '/api/v1/payments', paymentBody({ card: { number } }))

/** Every code of the tenant's table, on a card of its own. */
const makeCard = async (n: number, facts: object): Promise<string> => {
  const digits = `45394600000${String(n).padStart(4, '0')}`
  const card_number = `${digits}${luhnDigit(digits)}`
  const like = {
    expiry_month: 12,
    expiry_year: 2030,
    card_schema_type: 'Visa',
    card_type: 'Credit',
    card_brand: 'Other',
  }
  const answer = await asLoad('POST', '/api/v1/test-cards', { ...like, card_number, ...facts })
  assert.equal(answer.status, 201, answer.text)
  return card_number
}

/** Sales sent to a bank, per payment, by configuration and in the order they were made. */
const callsOf = async (): Promise<Map<string, string[]>> => {
  const rows = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ transaction_id: string; configurations: string[] }>(
      `select transaction_id, array_agg(configuration_id::text order by id) as configurations
       from api_request_logs where tenant_id = $1 and endpoint = 'simbank://sale' group by 1`,
      [TENANT],
    ),
  )
  return new Map(rows.map((row) => [row.transaction_id, row.configurations]))
}

const payMany = async (number: string): Promise<{ status: number; id: string }[]> => {
  const told: { status: number; id: string }[] = []
  for (let done = 0; done < RUNS; done += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => pay(number)))
    told.push(...answers.map(({ status, body }) => ({ status, id: body.transaction_id })))
  }
  return told
}

test('each bank code: the fallback is called where the table says so, and nowhere else', async () => {
  const rows = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ code: string; mayRetry: boolean }>(
      `select provider_error_code as code, should_retry as "mayRetry" from connector_error_codes
       where tenant_id = $1 and connector_code = 'SIMBANK' and provider_error_code <> '99' order by 1`,
      [TENANT],
    ),
  )
  assert.ok(rows.some(({ mayRetry }) => mayRetry) && rows.some(({ mayRetry }) => !mayRetry))
  const ids = new Map<string, string>()
  for (const [n, { code }] of rows.entries()) {
    const number = await makeCard(n, { expected_result: 'Declined', custom_error_code: code })
    const { body } = await pay(number)
    assert.equal(body.provider_error_code, code)
    ids.set(code, body.transaction_id)
  }
  const calls = await callsOf()
  for (const { code, mayRetry } of rows)
    assert.equal(calls.get(ids.get(code) as string)?.length, mayRetry ? 2 : 1, `code ${code}`)
})

test(`${RUNS} definite faults (${REFUSED_EVERYWHERE}): target, then fallback, each once`, async () => {
  const told = await payMany(CARDS.gatewayError)
  assert.deepEqual(new Set(told.map(({ status }) => status)), new Set([503]))
  const calls = await callsOf()
  const wrong = told.filter(({ id }) => new Set(calls.get(id)).size !== 2 || calls.get(id)?.length !== 2)
  assert.deepEqual(wrong, [])
})

test(`${RUNS} unknown outcomes: one call each, also after the inquiry has resolved them`, async () => {
  const number = await makeCard(1_000, { expected_result: 'Timeout', simulated_delay_ms: 0 })
  const told = await payMany(number)
  assert.deepEqual(new Set(told.map(({ status }) => status)), new Set([202]))
  const attempts = async () =>
    vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ status: string; attempt_no: number; count: number }>(
        'select status, attempt_no, count(*) from payments where tenant_id = $1 and id = any($2) group by 1, 2',
        [TENANT, told.map(({ id }) => id)],
      ),
    )
  assert.deepEqual(await attempts(), [{ status: 'processing', attempt_no: 1, count: RUNS }])

  await vezne.moveClock(200_000)
  await until('the inquiry has settled them', async () => (await attempts()).every(({ status }) => status === 'failed'))
  assert.deepEqual(await attempts(), [{ status: 'failed', attempt_no: 1, count: RUNS }])
  const calls = await callsOf()
  assert.deepEqual(
    told.filter(({ id }) => calls.get(id)?.length !== 1),
    [],
  )
})
