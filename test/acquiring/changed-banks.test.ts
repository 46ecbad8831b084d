/** A change of a tenant's banks applies to the next payment, in the process that made it and in every other. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { startVezne, useVezne } from '../support/vezne.ts'

const TENANT = 'tenant-load'
const vezne = useVezne()
let simbank: string
before(async () => {
  // The other connectors call a bank that does not run here.
  for (const { id, code } of (await asAdmin('GET', '/api/v1/connectors')).body.items)
    if (code === 'SIMBANK') simbank = id
    else await asAdmin('POST', `/api/v1/connectors/${id}/deactivate`)
})

const asAdmin = async (method: string, path: string, body?: unknown) =>
  vezne.request('cards', method, path, { token: await vezne.token('admin', TENANT), body })
const pay = (change: object = {}) => asAdmin('POST', '/api/v1/payments', paymentBody(change))
const configurations = async (): Promise<{ id: string; name: string; is_active: boolean; last_modified: string }[]> =>
  (await asAdmin('GET', '/api/v1/connector-configurations?include_inactive=true')).body.items
const idOf = async (name: string): Promise<string> =>
  (await configurations()).find((each) => each.name === name)?.id as string
const steps = (id: string, step: string) => asAdmin('POST', `/api/v1/connector-configurations/${id}/${step}`)

/** Name of the configuration that took the payment. */
const takenBy = async (transactionId: string): Promise<string> => {
  const { body } = await asAdmin('GET', `/api/v1/api-request-logs?transaction_id=${transactionId}`)
  const { connector_configuration_id } = body.items[0]
  return (await configurations()).find(({ id }) => id === connector_configuration_id)?.name ?? 'deleted'
}
const paidBy = async (change: object = {}): Promise<string> => {
  const answer = await pay(change)
  assert.equal(answer.status, 200, answer.text)
  return takenBy(answer.body.transaction_id)
}

test('deactivated: the fallback takes the next payment; activated again: the target', async () => {
  assert.equal(await paidBy(), 'SIM-PRIMARY')
  const primary = await idOf('SIM-PRIMARY')
  await steps(primary, 'deactivate')
  assert.equal(await paidBy(), 'SIM-FALLBACK')
  await steps(await idOf('SIM-FALLBACK'), 'deactivate')
  const refused = await pay()
  assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_currency'])
  await steps(await idOf('SIM-FALLBACK'), 'activate')
  await steps(primary, 'activate')
  assert.equal(await paidBy(), 'SIM-PRIMARY')
})

test('changed settings apply to the next payment', async () => {
  const primary = await idOf('SIM-PRIMARY')
  const put = (extra_properties_dict: object) =>
    asAdmin('PUT', `/api/v1/connector-configurations/${primary}`, {
      name: 'SIM-PRIMARY',
      mode: 'test',
      priority: 10,
      extra_properties_dict,
    })
  assert.equal((await put({ max_installments: '2' })).status, 200)
  assert.equal(await paidBy({ installment: 3 }), 'SIM-FALLBACK')
  assert.equal((await put({ supported_currencies: 'TRY,USD,EUR,GBP' })).status, 200)
  assert.equal(await paidBy({ installment: 3 }), 'SIM-PRIMARY')
})

test('deactivating a connector removes all its configurations from routing', async () => {
  await asAdmin('POST', `/api/v1/connectors/${simbank}/deactivate`)
  assert.equal((await pay()).status, 422)
  await asAdmin('POST', `/api/v1/connectors/${simbank}/activate`)
  assert.equal(await paidBy(), 'SIM-PRIMARY')
})

test('a code mapped to "try elsewhere" sends the next payment to the fallback', async () => {
  const path = '/api/v1/connector-error-codes'
  const row = (await asAdmin('GET', `${path}?connector_code=SIMBANK`)).body.find(
    (each: { provider_error_code: string }) => each.provider_error_code === '51',
  )
  const calls = async () => {
    const { body } = await pay({ card: { number: CARDS.insufficient } })
    const logs = await asAdmin('GET', `/api/v1/api-request-logs?transaction_id=${body.transaction_id}`)
    return logs.body.total_count
  }
  assert.equal(await calls(), 1)
  await asAdmin('PUT', `${path}/${row.id}`, { ...row, mapped_to_id: undefined, should_retry: true })
  assert.equal(await calls(), 2)
  await asAdmin('PUT', `${path}/${row.id}`, { ...row, mapped_to_id: undefined, should_retry: false })
  assert.equal(await calls(), 1)
})

test('a payment whose configuration is deleted still gets its inquiry and is resolved', async () => {
  const made = await asAdmin('POST', '/api/v1/connector-configurations', {
    connector_id: simbank,
    name: 'SHORT-LIVED',
    mode: 'test',
    priority: 1,
  })
  const { id } = made.body
  const extra_properties = { connector_configuration_id: id }
  const paid = await pay({ card: { number: CARDS.timeout }, extra_properties })
  assert.equal(paid.status, 202, paid.text)
  assert.equal((await asAdmin('DELETE', `/api/v1/connector-configurations/${id}`)).status, 204)
  const refused = await pay({ extra_properties })
  assert.deepEqual([refused.status, refused.body.code], [404, 'connector_not_found'])
  await vezne.moveClock(200_000)
  await until('the bank has been asked', async () => {
    const { body } = await asAdmin('GET', `/api/v1/payments/${paid.body.transaction_id}`)
    return body.status === 'failed'
  })
})

test('the account at the bank stays once payments were made; another configuration takes the new one', async () => {
  const make = async (name: string) =>
    (await asAdmin('POST', '/api/v1/connector-configurations', { connector_id: simbank, name, mode: 'test' })).body
  const { id } = await make('ACCOUNT')
  const put = (change: object) =>
    asAdmin('PUT', `/api/v1/connector-configurations/${id}`, { name: 'ACCOUNT', mode: 'test', ...change })
  assert.equal((await put({ terminal_id: 'T-1', store_id: 'S-1' })).status, 200)
  const extra_properties = { connector_configuration_id: id }
  await pay({ card: { number: CARDS.declined }, extra_properties })
  assert.equal((await put({ terminal_id: 'T-2', store_id: 'S-1' })).status, 200) // a refusal moved nothing
  assert.equal((await pay({ extra_properties })).status, 200)
  const refused = await put({ terminal_id: 'T-3' })
  assert.equal(refused.status, 409, refused.text)
  assert.deepEqual(
    refused.body.errors.map((each: { field: string }) => each.field),
    ['terminal_id', 'store_id'],
  )
  const kept = {
    terminal_id: 'T-2',
    store_id: 'S-1',
    api_endpoint_url: `${vezne.config.urls.bank}/new`,
    password: 'changed',
  }
  assert.equal((await put(kept)).status, 200)
})

test('so does the code of its bank, by which terms of merchants are found, once it was given', async () => {
  const wish = { connector_id: simbank, name: 'CODE', mode: 'test' }
  const { id } = (await asAdmin('POST', '/api/v1/connector-configurations', wish)).body
  const put = (change: object) => asAdmin('PUT', `/api/v1/connector-configurations/${id}`, { ...wish, ...change })
  assert.equal((await pay({ extra_properties: { connector_configuration_id: id } })).status, 200)
  assert.equal((await put({ bank_code: '00062' })).status, 200)
  const refused = await put({ bank_code: '00099' })
  assert.equal(refused.status, 409, refused.text)
  assert.deepEqual(
    refused.body.errors.map((each: { field: string }) => each.field),
    ['bank_code'],
  )
  assert.equal((await put({})).status, 409)
})

test('an open breaker closes when the configuration is changed', async () => {
  const primary = await idOf('SIM-PRIMARY')
  const health = async () => (await asAdmin('GET', `/api/v1/connector-configurations/${primary}/health`)).body
  for (let n = 0; n < 3; n++) await pay({ card: { number: CARDS.trippingGateway } })
  const down = await health()
  assert.deepEqual([down.breaker_state, down.status], ['open', 'down'])
  assert.equal((await pay()).status, 503) // the fallback has failed as often
  await vezne.moveClock(1_000)
  const { body } = await asAdmin('GET', `/api/v1/connector-configurations/${primary}`)
  await asAdmin('PUT', `/api/v1/connector-configurations/${primary}`, body)
  assert.equal((await health()).breaker_state, 'closed')
  assert.equal(await paidBy(), 'SIM-PRIMARY')
})

test('another process follows by itself', async () => {
  const other = await startVezne({ env: { DATABASE_URL: vezne.ownerUrl } })
  try {
    const token = await other.token('admin', TENANT)
    const paidThere = async (): Promise<string> => {
      const { body } = await other.request('cards', 'POST', '/api/v1/payments', { token, body: paymentBody() })
      return takenBy(body.transaction_id)
    }
    assert.equal(await paidThere(), 'SIM-PRIMARY')
    const primary = await idOf('SIM-PRIMARY')
    await steps(primary, 'deactivate')
    await until('the other process has heard of it', async () => (await paidThere()) === 'SIM-FALLBACK')
    await steps(primary, 'activate')
    await until('and of the way back', async () => (await paidThere()) === 'SIM-PRIMARY')
  } finally {
    await other.stop()
  }
})
