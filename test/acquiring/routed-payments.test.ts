/** Where payments go: rules of both kinds, daily limits, settings; each change applies from the next payment on. */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const DAY_MS = 86_400_000
const ids: Record<string, string> = {}
const vezne = useVezne()
before(async () => {
  // The other connectors call a bank that does not run here.
  for (const { id, code } of (await asAdmin('GET', '/api/v1/connectors')).body.items)
    if (code !== 'SIMBANK') await asAdmin('POST', `/api/v1/connectors/${id}/deactivate`)
  for (const { id, name } of (await asAdmin('GET', '/api/v1/connector-configurations')).body.items) ids[name] = id
})
beforeEach(async () => {
  for (const kind of ['routing-rules', 'simple-routing-rules']) {
    const { body } = await asAdmin('GET', `/api/v1/${kind}?include_inactive=true`)
    if (body.total_count > 0)
      await asAdmin('POST', `/api/v1/${kind}/bulk-delete`, { ids: body.items.map((item: { id: string }) => item.id) })
  }
})

const asAdmin = async (method: string, path: string, body?: unknown) =>
  vezne.request('cards', method, path, { token: await vezne.token('admin', 'tenant-load'), body })
const rule = async (change: object): Promise<string> => {
  const body = {
    name: 'r',
    min_amount: 0,
    max_amount: 1_000_000,
    target_connector_config_id: ids['SIM-FALLBACK'],
    ...change,
  }
  const answer = await asAdmin('POST', '/api/v1/routing-rules', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const simpleRule = (change: object) =>
  asAdmin('POST', '/api/v1/simple-routing-rules', {
    name: 's',
    target_connector_config_id: ids['SIM-FALLBACK'],
    ...change,
  })
/** Configurations a payment was tried at, in order. */
const triedAt = async (change: object = {}): Promise<string[]> => {
  const { body } = await asAdmin('POST', '/api/v1/payments', paymentBody(change))
  const logs = await asAdmin('GET', `/api/v1/api-request-logs?transaction_id=${body.transaction_id}`)
  const names = logs.body.items.map(({ connector_configuration_id: id }: { connector_configuration_id: string }) =>
    Object.keys(ids).find((name) => ids[name] === id),
  )
  return names.reverse()
}

test('without rules the lowest priority number; a simple rule before that; a full rule before both', async () => {
  assert.deepEqual(await triedAt(), ['SIM-PRIMARY'])
  await simpleRule({ has_installment: false })
  assert.deepEqual(await triedAt(), ['SIM-FALLBACK'])
  assert.deepEqual(await triedAt({ installment: 2 }), ['SIM-PRIMARY'])
  await rule({ card_bin: CARDS.success.slice(0, 6), target_connector_config_id: ids['SIM-PRIMARY'] })
  assert.deepEqual(await triedAt(), ['SIM-PRIMARY'])
  assert.deepEqual(await triedAt({ card: { number: CARDS.debit } }), ['SIM-FALLBACK'])
})

test('a simple rule by the bank that issued the card', async () => {
  const { body } = await asAdmin('GET', `/api/v1/lookups/bins/${CARDS.success.slice(0, 6)}`)
  await simpleRule({ bank_code: body.bank_code })
  assert.deepEqual(await triedAt(), ['SIM-FALLBACK'])
  await asAdmin('POST', '/api/v1/simple-routing-rules/bulk-delete', {
    ids: (await asAdmin('GET', '/api/v1/simple-routing-rules')).body.items.map((item: { id: string }) => item.id),
  })
  await simpleRule({ bank_code: '9999' })
  assert.deepEqual(await triedAt(), ['SIM-PRIMARY'])
})

test('a daily limit is reached exactly, also by concurrent payments, and resets the next day', async () => {
  const id = await rule({ daily_transaction_limit: 5 })
  const tried = await Promise.all(Array.from({ length: 12 }, () => triedAt()))
  assert.equal(tried.filter(([name]) => name === 'SIM-FALLBACK').length, 5)
  assert.equal(tried.filter(([name]) => name === 'SIM-PRIMARY').length, 7)
  const counted = async () => (await asAdmin('GET', `/api/v1/routing-rules/${id}`)).body.daily_transaction_count
  assert.equal(await counted(), 5)
  const resolved = await asAdmin('POST', '/api/v1/routing-rules/resolve', { amount: 15_000 })
  assert.deepEqual(resolved.body, [])
  await vezne.moveClock(DAY_MS)
  assert.equal(await counted(), 0)
  assert.deepEqual(await triedAt(), ['SIM-FALLBACK'])
  assert.equal(await counted(), 1)
})

test('settings: no fallback, or more candidates than the rule names', async () => {
  const { body: settings } = await asAdmin('GET', '/api/v1/routing-rules/settings')
  const set = (change: object) => asAdmin('PUT', '/api/v1/routing-rules/settings', { ...settings, ...change })
  const failing = { card: { number: CARDS.gatewayError } }
  await rule({ target_connector_config_id: ids['SIM-PRIMARY'], fallback_connector_config_id: ids['SIM-FALLBACK'] })
  assert.deepEqual(await triedAt(failing), ['SIM-PRIMARY', 'SIM-FALLBACK'])
  await set({ fallback_enabled: false })
  assert.deepEqual(await triedAt(failing), ['SIM-PRIMARY'])
  await set({ min_execution_candidates: 2 })
  await asAdmin('POST', '/api/v1/routing-rules/bulk-delete', {
    ids: (await asAdmin('GET', '/api/v1/routing-rules')).body.items.map((item: { id: string }) => item.id),
  })
  assert.deepEqual(await triedAt(failing), ['SIM-PRIMARY', 'SIM-FALLBACK'])
  await set({})
  assert.deepEqual(await triedAt(failing), ['SIM-PRIMARY'])
})

test('mode score sends the payment to the best figures', async () => {
  const { body: settings } = await asAdmin('GET', '/api/v1/routing-rules/settings')
  await rule({ name: 'first', priority: 1, target_connector_config_id: ids['SIM-PRIMARY'] })
  const second = await rule({ name: 'second', priority: 2 })
  assert.deepEqual(await triedAt(), ['SIM-PRIMARY'])
  await asAdmin('PATCH', `/api/v1/routing-rules/${second}/score`, { weight: 100 })
  assert.deepEqual(await triedAt(), ['SIM-PRIMARY'])
  await asAdmin('PUT', '/api/v1/routing-rules/settings', { ...settings, routing_mode: 'score' })
  assert.deepEqual(await triedAt(), ['SIM-FALLBACK'])
  await asAdmin('PUT', '/api/v1/routing-rules/settings', settings)
  assert.deepEqual(await triedAt(), ['SIM-PRIMARY'])
})
