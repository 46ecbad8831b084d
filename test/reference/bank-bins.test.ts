/** BIN ranges written by the platform: permissions, refusals, and the effect on lookups and payments in every process. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuntime } from '../../src/app/open-runtime.ts'
import { newId } from '../../src/core/id.ts'
import { createReferenceData } from '../../src/reference/reference-data.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const PATH = '/lookups/bank-bins'
const body = (change: object = {}) => ({
  bank_code: '00901',
  bin_start: '910000',
  bin_end: '910009',
  schema_type: 'Troy',
  card_type: 'Debit',
  ...change,
})
const create = (change: object = {}) => asPlatform(vezne, 'POST', PATH, body(change))
const lookUp = async (bin: string, surface: 'cards' | 'identity' = 'cards') =>
  (await vezne.request(surface, 'GET', `/api/v1/lookups/bins/${bin}`, { token: await vezne.token('pos') })).body

test('a range is created, found at once on both surfaces, changed, deactivated and deleted', async () => {
  assert.equal((await lookUp('910005')).found, false)
  const made = await create({ country: 'de', card_program: 'bonus' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    { ...made.body, id: '' },
    {
      id: '',
      bank_code: '00901',
      bank_name: 'Simulated Bank A',
      bin_start: '910000',
      bin_end: '910009',
      schema_type: 'Troy',
      card_type: 'Debit',
      card_program: 'Bonus',
      country: 'DE',
      is_commercial: false,
      card_length: 16,
      is_active: true,
    },
  )
  for (const surface of ['cards', 'identity'] as const) {
    const { found, schema, card_type, country } = await lookUp('910005', surface)
    assert.deepEqual([found, schema, card_type, country], [true, 'Troy', 'Debit', 'DE'])
  }
  const path = `${PATH}/${made.body.id}`
  const changed = await asPlatform(vezne, 'PUT', path, body({ bin_end: '910004', card_type: 'Credit' }))
  assert.deepEqual([changed.body.country, changed.body.card_program], ['TR', null], 'what is left out is the default')
  assert.deepEqual([(await lookUp('910005')).found, (await lookUp('910004')).card_type], [false, 'Credit'])
  await asPlatform(vezne, 'PUT', path, body({ is_active: false }))
  assert.equal((await lookUp('910004')).found, false)
  assert.equal((await asPlatform(vezne, 'PUT', path, body())).body.is_active, false, 'absent: stays')
  assert.equal((await asPlatform(vezne, 'DELETE', path)).status, 204)
  assertProblem(await asPlatform(vezne, 'DELETE', path), 'resource_not_found')
  assertProblem(await asPlatform(vezne, 'PUT', path, body()), 'resource_not_found')
  assert.equal((await create()).status, 201, 'its digits are free again')
})

const OVERLAPS: [start: string, end: string, isFree: boolean][] = [
  ['920010', '920019', true],
  ['920000', '920009', true],
  ['920020', '920020', true],
  ['920015', '920015', false],
  ['920005', '920010', false],
  ['920000', '929999', false],
  ['9200150', '9200159', true],
  ['92001500', '92001500', true],
  ['92001500', '92001599', false],
]
test('ranges of one length never overlap; a longer one inside a shorter one takes precedence', async () => {
  for (const [bin_start, bin_end, isFree] of OVERLAPS) {
    const answer = await create({ bin_start, bin_end })
    if (isFree) assert.equal(answer.status, 201, `${bin_start}: ${answer.text}`)
    else assertProblem(answer, 'conflict', /overlaps/, 'bin_start conflict')
  }
  const wide = (await create({ bin_start: '930000', bin_end: '930000', is_active: false })).body
  assertProblem(await create({ bin_start: '930000', bin_end: '930001' }), 'conflict')
  assertProblem(
    await asPlatform(vezne, 'PUT', `${PATH}/${wide.id}`, body({ bin_start: '920000', bin_end: '920000' })),
    'conflict',
  )
  await create({ bin_start: '94000000', bin_end: '94000049', card_type: 'Prepaid' })
  await create({ bin_start: '940000', bin_end: '940000' })
  assert.deepEqual([(await lookUp('94000049')).card_type, (await lookUp('94000050')).card_type], ['Prepaid', 'Debit'])
})

test('of ten concurrent overlapping ones, one is created', async () => {
  const raced = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => create({ bin_start: `95000${nth}`, bin_end: '950009' })),
  )
  assert.equal(raced.filter(({ status }) => status === 201).length, 1)
  for (const answer of raced.filter(({ status }) => status !== 201)) assertProblem(answer, 'conflict')
})

const BAD: [name: string, change: object, code: 'bad_request' | 'bank_not_found', field?: string][] = [
  ['five digits', { bin_start: '91000' }, 'bad_request', 'bin_start invalid_format'],
  ['nine digits', { bin_end: '910000000' }, 'bad_request', 'bin_end invalid_format'],
  ['letters', { bin_start: '91000x' }, 'bad_request', 'bin_start invalid_format'],
  ['other lengths', { bin_end: '9100099' }, 'bad_request', 'bin_end mismatch'],
  ['the wrong way round', { bin_start: '960009', bin_end: '960000' }, 'bad_request', 'bin_end mismatch'],
  ['no bank', { bank_code: undefined }, 'bad_request', 'bank_code required'],
  ['an unknown bank', { bank_code: '99999', bin_start: '960000', bin_end: '960000' }, 'bank_not_found'],
  ['an unknown scheme', { schema_type: 'Diners' }, 'bad_request', 'schema_type unknown_value'],
]
for (const [name, change, code, field] of BAD)
  test(`refused: ${name}`, async () => assertProblem(await create(change), code, /./, field))

test('only the platform writes; the card surface has no such operation', async () => {
  const token = await vezne.token('admin')
  for (const [method, path] of [
    ['POST', PATH],
    ['PUT', `${PATH}/${newId(0)}`],
    ['DELETE', `${PATH}/${newId(0)}`],
  ] as const)
    assertProblem(
      await vezne.request(
        'identity',
        method,
        `/api/v1${path}`,
        method === 'DELETE' ? { token } : { token, body: body() },
      ),
      'forbidden',
    )
  assertProblem(
    await vezne.request('cards', 'POST', `/api/v1${PATH}`, {
      token: await vezne.token('admin', 'master'),
      body: body(),
    }),
    'method_not_allowed',
  )
})

test('another process is notified', async () => {
  const opened = await openRuntime(vezne.config, () => undefined)
  const bins = createReferenceData(opened.runtime)
  try {
    assert.equal((await bins.binOf('9700001234567890')).found, false)
    assert.equal((await create({ bin_start: '970000', bin_end: '970000' })).status, 201)
    await until('the range is known there', async () => (await bins.binOf('9700001234567890')).found)
  } finally {
    bins.close()
    await opened.close()
  }
})
