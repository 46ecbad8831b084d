/** Connectors as a tenant reads them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useVezne } from '../support/vezne.ts'

const SIMBANK = '00000000-0000-4000-8000-000000000030'
const vezne = useVezne()

const get = async (path: string, client = 'view', realm = 'tenant-demo') =>
  vezne.request('cards', 'GET', path, { token: await vezne.token(client, realm) })

test('the sandbox tenant has the simulated bank with three configurations', async () => {
  const list = await get('/api/v1/connectors')
  assert.equal(list.status, 200, list.text)
  const { created, last_modified, ...simbank } = list.body.items.find(
    (item: { code: string }) => item.code === 'SIMBANK',
  )
  assert.deepEqual(simbank, {
    extra_properties_dict: {},
    id: SIMBANK,
    name: 'Simulated Bank',
    code: 'SIMBANK',
    type: 'custom',
    is_active: true,
    configuration_count: 3,
  })
  assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
  assert.equal(last_modified, created)
  const one = await get(`/api/v1/connectors/${SIMBANK}`)
  assert.deepEqual(
    one.body,
    list.body.items.find((item: { id: string }) => item.id === SIMBANK),
  )
})

test('search covers name and code, without case, and takes wildcards literally', async () => {
  const codes = async (term: string) => {
    const { body } = await get(`/api/v1/connectors?search_term=${encodeURIComponent(term)}`)
    return body.items.map((item: { code: string }) => item.code)
  }
  assert.deepEqual(await codes('simb'), ['SIMBANK'])
  assert.deepEqual(await codes('SIMULATED b'), ['SIMBANK'])
  assert.deepEqual(await codes('nothing'), [])
  assert.deepEqual(await codes('S%K'), [])
})

test('a page beyond the last is empty', async () => {
  const { body } = await get('/api/v1/connectors?page=900&page_size=10')
  assert.deepEqual([body.items, body.page, body.has_next_page, body.has_previous_page], [[], 900, false, true])
})

test('another tenant has its own bank, under an id of its own', async () => {
  const { body } = await get('/api/v1/connectors?search_term=SIMBANK', 'admin', 'tenant-other')
  assert.equal(body.total_count, 1)
  assert.notEqual(body.items[0].id, SIMBANK)
  const foreign = await get(`/api/v1/connectors/${SIMBANK}`, 'admin', 'tenant-other')
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'resource_not_found'])
})

test('merchants do not read connectors', async () => {
  const answer = await get('/api/v1/connectors', 'm1')
  assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
})

test('a malformed id is not found', async () => {
  const answer = await get('/api/v1/connectors/nothing')
  assert.deepEqual([answer.status, answer.body.code], [404, 'resource_not_found'])
})
