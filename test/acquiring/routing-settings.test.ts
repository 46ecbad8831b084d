/** Routing settings over HTTP, and the rules a payment matches under them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

const FULL = '/api/v1/routing-rules'
const PRIMARY = '00000000-0000-4000-8000-000000000031'
const DEFAULT = '00000000-0000-4000-8000-000000000040'

const vezne = useVezne()

const call = async (method: string, path: string, sent: Sent = {}, client = 'admin') =>
  vezne.request('cards', method, path, { token: await vezne.token(client), ...sent })
const create = async (change: object): Promise<string> => {
  const body = { name: 'Bonus', min_amount: 100, max_amount: 500_000, target_connector_config_id: PRIMARY, ...change }
  return (await call('POST', FULL, { body })).body
}

const SETTINGS = {
  routing_mode: 'priority',
  weight_factor: 0.3,
  success_rate_factor: 0.3,
  response_time_factor: 0.2,
  cost_factor: 0.2,
  min_execution_candidates: 1,
  fallback_enabled: true,
  bin_weight: 0,
  amount_weight: 0,
  currency_weight: 0,
  installment_weight: 0,
  brand_weight: 0,
  type_weight: 0,
}

test('settings: defaults, full replacement, and their effect on resolve', async () => {
  assert.deepEqual((await call('GET', `${FULL}/settings`, {}, 'view')).body, SETTINGS)
  const bonus = await create({ card_brand_filter: 'Bonus', priority: 200, weight: 10 })
  const resolve = async (change: object = {}) => {
    const body = { amount: 1_000, card_bin: '454671', card_brand: 'bonus', ...change }
    const answer = await call('POST', `${FULL}/resolve`, { body }, 'view')
    assert.equal(answer.status, 200, answer.text)
    return answer.body.map((rule: { id: string }) => rule.id)
  }
  assert.deepEqual(await resolve(), [DEFAULT, bonus])
  assert.deepEqual(await resolve({ card_brand: undefined }), [DEFAULT])
  assert.deepEqual(await resolve({ amount: 99 }), [DEFAULT])
  const changed = { ...SETTINGS, routing_mode: 'score', brand_weight: 100 }
  assert.equal((await call('PUT', `${FULL}/settings`, { body: changed })).status, 204)
  assert.deepEqual((await call('GET', `${FULL}/settings`)).body, changed)
  assert.deepEqual(await resolve(), [bonus, DEFAULT])
  assert.equal((await call('PUT', `${FULL}/settings`, { body: SETTINGS })).status, 204)

  assertProblem(await call('POST', `${FULL}/resolve`, { body: { amount: 1, currency: 'CHF' } }), 'invalid_currency')
  assertProblem(await call('POST', `${FULL}/resolve`, { body: {} }), 'bad_request', /./, 'amount required')
  for (const [change, field] of [
    [{ weight_factor: 1.1 }, 'weight_factor out_of_range'],
    [{ min_execution_candidates: 0 }, 'min_execution_candidates out_of_range'],
    [{ routing_mode: 'random' }, 'routing_mode unknown_value'],
    [{ type_weight: undefined }, 'type_weight required'],
  ] as const)
    assertProblem(
      await call('PUT', `${FULL}/settings`, { body: { ...SETTINGS, ...change } }),
      'bad_request',
      /./,
      field,
    )
  assertProblem(await call('PUT', `${FULL}/settings`, { body: SETTINGS }, 'pos'), 'forbidden')
  await call('DELETE', `${FULL}/${bonus}`)
})
