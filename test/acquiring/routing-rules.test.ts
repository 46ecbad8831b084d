/** Routing rules of both kinds over HTTP: their life cycle, refusals, and scores. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

const FULL = '/api/v1/routing-rules'
const SIMPLE = '/api/v1/simple-routing-rules'
const PRIMARY = '00000000-0000-4000-8000-000000000031'
const FALLBACK = '00000000-0000-4000-8000-000000000032'
const NOBODY = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const vezne = useVezne()

const call = async (method: string, path: string, sent: Sent = {}, client = 'admin', realm = 'tenant-demo') =>
  vezne.request('cards', method, path, { token: await vezne.token(client, realm), ...sent })
const fullBody = (change: object = {}) => ({
  name: 'Bonus kartlar',
  min_amount: 100,
  max_amount: 500_000,
  target_connector_config_id: PRIMARY,
  ...change,
})
const simpleBody = (change: object = {}) => ({ name: 'Taksitli', target_connector_config_id: PRIMARY, ...change })
const create = async (path: string, body: object): Promise<string> => {
  const answer = await call('POST', path, { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const read = async (path: string, id: string) => (await call('GET', `${path}/${id}`, {}, 'view')).body

const KINDS: [path: string, body: (change?: object) => object, shown: object][] = [
  [
    FULL,
    fullBody,
    {
      card_bin: null,
      card_bin_end: null,
      installment_count: null,
      min_amount: 100,
      max_amount: 500_000,
      weight: 0,
      success_rate: 0,
      average_response_time_ms: 1000,
      cost_score: 0,
      daily_transaction_limit: null,
      daily_transaction_count: 0,
      composite_score: 0,
      name: 'Bonus kartlar',
    },
  ],
  [
    SIMPLE,
    simpleBody,
    { has_installment: null, min_amount: null, max_amount: null, bank_code: null, name: 'Taksitli' },
  ],
]
for (const [path, bodyOf, shown] of KINDS) {
  test(`${path}: the life cycle of a rule`, async () => {
    const id = await create(path, bodyOf({ fallback_connector_config_id: FALLBACK, currency: 'try' }))
    const { created, last_modified, ...rule } = await read(path, id)
    assert.equal(created, last_modified)
    assert.deepEqual(rule, {
      ...shown,
      extra_properties_dict: {},
      id,
      priority: 100,
      currency: 'TRY',
      card_brand_filter: null,
      card_type_filter: null,
      target_connector_config_id: PRIMARY,
      target_connector_config_name: 'SIM-PRIMARY',
      fallback_connector_config_id: FALLBACK,
      fallback_connector_config_name: 'SIM-FALLBACK',
      is_active: true,
    })
    const put = await call('PUT', `${path}/${id}`, { body: bodyOf({ id, priority: 5, card_type_filter: 'DEBIT' }) })
    assert.deepEqual([put.status, put.text], [204, ''])
    const changed = await read(path, id)
    assert.deepEqual(
      [changed.priority, changed.card_type_filter, changed.currency, changed.fallback_connector_config_id],
      [5, 'Debit', null, null],
    )
    for (const [step, isActive] of [
      ['deactivate', false],
      ['deactivate', false],
      ['activate', true],
    ] as const) {
      assert.equal((await call('POST', `${path}/${id}/${step}`)).status, 204)
      assert.equal((await read(path, id)).is_active, isActive)
    }
    assert.equal((await call('DELETE', `${path}/${id}`)).status, 204)
    for (const [method, step] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/activate'],
    ] as const)
      assertProblem(
        await call(method, `${path}/${id}${step}`, method === 'PUT' ? { body: bodyOf() } : {}),
        'resource_not_found',
      )
    const detail = await call('GET', '/api/v1/connectors/00000000-0000-4000-8000-000000000030/detail')
    assert.deepEqual(
      detail.body.changelog
        .filter((each: { entity_id: string }) => each.entity_id === id)
        .map((each: { action: string }) => each.action),
      ['deleted', 'activated', 'deactivated', 'updated', 'created'],
    )
  })

  test(`${path}: lists, bulk delete, repeats`, async () => {
    const ids = [
      await create(path, bodyOf({ name: 'Kargo' })),
      await create(path, bodyOf({ name: 'İade', is_active: false })),
    ]
    const listed = async (query: string) =>
      (await call('GET', `${path}?${query}`, {}, 'view')).body.items.map((item: { id: string }) => item.id)
    assert.deepEqual(await listed('search_term=kARGO'), [ids[0]])
    assert.ok(!(await listed('')).includes(ids[1]))
    assert.deepEqual((await listed('include_inactive=true')).slice(0, 2), [ids[1], ids[0]])
    assert.deepEqual(await listed(`target_connector_config_id=${NOBODY}`), [])
    assert.ok((await listed(`target_connector_config_id=${PRIMARY}`)).includes(ids[0]))

    const sent = {
      body: bodyOf({ name: 'Tekrar' }),
      headers: { 'idempotency-key': `rule ${path}`.replaceAll(' ', '-') },
    }
    const [first, second] = [await call('POST', path, sent), await call('POST', path, sent)]
    assert.deepEqual([first.text, first.status, second.headers['idempotent-replayed']], [second.text, 201, 'true'])

    const gone = await call('POST', `${path}/bulk-delete`, { body: { ids: [...ids, NOBODY, first.body, ids[0]] } })
    assert.deepEqual([gone.status, gone.body], [200, { deleted_count: 3, not_found_ids: [NOBODY] }])
    assert.deepEqual(await listed('include_inactive=true&search_term=Tekrar'), [])
    assertProblem(
      await call('POST', `${path}/bulk-delete`, { body: { ids: [] } }),
      'bad_request',
      /./,
      'ids too_few_items',
    )
  })

  test(`${path}: what is refused`, async () => {
    const refused = (change: object) => call('POST', path, { body: bodyOf(change) })
    for (const [change, field] of [
      [{ name: undefined }, 'name required'],
      [{ target_connector_config_id: undefined }, 'target_connector_config_id required'],
      [{ priority: 32_768 }, 'priority out_of_range'],
      [{ min_amount: -1 }, 'min_amount out_of_range'],
      [{ currency: 'LIRA' }, 'currency invalid_format'],
      [{ card_brand_filter: 'Platinum' }, 'card_brand_filter unknown_value'],
    ] as const)
      assertProblem(await refused(change), 'bad_request', /./, field)
    assertProblem(await refused({ currency: 'CHF' }), 'invalid_currency', /TRY/)
    for (const nobody of [NOBODY, 'x'])
      assertProblem(await refused({ target_connector_config_id: nobody }), 'connector_not_found', /target/)
    assertProblem(await refused({ fallback_connector_config_id: NOBODY }), 'connector_not_found', /fallback/)
    assertProblem(
      await refused({ fallback_connector_config_id: PRIMARY }),
      'validation_failed',
      /target/,
      'fallback_connector_config_id mismatch',
    )
    const range = { min_amount: 2, max_amount: 1 }
    assertProblem(await refused(range), 'validation_failed', /max_amount/, 'min_amount out_of_range')
    for (const client of ['pos', 'view', 'm1'])
      assertProblem(await call('POST', path, { body: bodyOf() }, client), 'forbidden')
    assertProblem(await call('POST', path, { body: bodyOf() }, 'admin', 'tenant-other'), 'connector_not_found')
  })
}

test('a BIN range: both ends, as long as each other, in order', async () => {
  for (const [change, field] of [
    [{ card_bin_end: '45' }, 'card_bin required'],
    [{ card_bin: '45', card_bin_end: '456' }, 'card_bin_end mismatch'],
    [{ card_bin: '46', card_bin_end: '45' }, 'card_bin_end out_of_range'],
  ] as const)
    assertProblem(await call('POST', FULL, { body: fullBody(change) }), 'validation_failed', /card_bin/, field)
  assertProblem(await call('POST', FULL, { body: fullBody({ card_bin: '4546711' }) }), 'bad_request', /card_bin/)
})

test('only the figures, and the resulting score', async () => {
  const id = await create(FULL, fullBody({ name: 'Puanlı', is_active: false, daily_transaction_limit: 3 }))
  const figures = { weight: 50, success_rate: 95.5, average_response_time_ms: 300 }
  assert.equal((await call('PATCH', `${FULL}/${id}/score`, { body: figures })).status, 204)
  assert.equal((await call('PATCH', `${FULL}/${id}/score`, { body: { id, cost_score: 40 } })).status, 204)
  const rule = await read(FULL, id)
  const { weight, success_rate, average_response_time_ms, cost_score, daily_transaction_limit, composite_score } = rule
  assert.deepEqual(
    [weight, success_rate, average_response_time_ms, cost_score, daily_transaction_limit, composite_score],
    [50, 95.5, 300, 40, 3, 191.65],
  )
  assertProblem(await call('PATCH', `${FULL}/${id}/score`, { body: { weight: 101 } }), 'bad_request', /weight/)
  assertProblem(await call('PATCH', `${FULL}/${NOBODY}/score`, { body: { weight: 1 } }), 'resource_not_found')
  assertProblem(await call('PATCH', `${FULL}/${id}/score`, { body: { id: NOBODY } }), 'bad_request', /./, 'id mismatch')
  await call('DELETE', `${FULL}/${id}`)
})
