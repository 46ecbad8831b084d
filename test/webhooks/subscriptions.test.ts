/** Webhook subscriptions over HTTP: life cycle, refusals, scope. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEventTypes } from '../../src/webhooks/events/event-catalogue.ts'
import type { Sent } from '../support/http.ts'
import { change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const PATH = '/api/v1/webhook-subscriptions'
const LOCAL = 'http://127.0.0.1:8099/hook'
const SECRET = /^whsec_[A-Za-z0-9_-]{43}$/

const vezne = useVezne({ limits: 'plan' })

/** tenant-load has no class limits. */
const call = async (method: string, path: string, sent: Sent = {}, client = 'admin', realm = 'tenant-load') =>
  vezne.request('cards', method, path, { token: await vezne.token(client, realm), ...sent })
const create = async (body: object = {}, ...who: string[]) =>
  call('POST', PATH, { body: { url: LOCAL, events: ['*'], ...body } }, ...who)
const listed = async (query = '', ...who: string[]): Promise<string[]> =>
  (await call('GET', `${PATH}?page_size=100${query}`, {}, ...who)).body.items.map((item: { id: string }) => item.id)
const drop = (id: string, ...who: string[]) => call('DELETE', `${PATH}/${id}`, {}, ...who)

test('the life cycle of a subscription', async () => {
  const made = await create({ description: ' Sipariş\nservisi ', events: ['payment.completed', 'payment.failed'] })
  assert.equal(made.status, 201, made.text)
  const { id, secret, created_at, ...rest } = made.body
  assert.match(secret, SECRET)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
  assert.equal(made.headers['cache-control'], 'no-store')
  assert.deepEqual(rest, {
    url: LOCAL,
    description: 'Sipariş\nservisi',
    events: ['payment.completed', 'payment.failed'],
    max_retry_count: 5,
    is_active: true,
  })

  const read = await call('GET', `${PATH}/${id}`)
  assert.deepEqual(read.body, { id, ...rest, created_at })

  const change = { id, url: 'http://localhost:8099/other', events: ['*'], max_retry_count: 2 }
  const put = await call('PUT', `${PATH}/${id}`, { body: change })
  assert.deepEqual([put.status, put.text], [204, ''])
  const changed = (await call('GET', `${PATH}/${id}`)).body
  assert.deepEqual(changed, { ...change, description: null, is_active: true, created_at })

  for (const [step, isActive] of [
    ['deactivate', false],
    ['deactivate', false],
    ['activate', true],
  ] as const) {
    assert.equal((await call('POST', `${PATH}/${id}/${step}`)).status, 204)
    assert.equal((await call('GET', `${PATH}/${id}`)).body.is_active, isActive)
    assert.equal((await listed()).includes(id), isActive)
    assert.ok((await listed('&include_inactive=true')).includes(id))
  }
  await call('PUT', `${PATH}/${id}`, { body: { url: LOCAL, events: '*', is_active: false } })
  await call('PUT', `${PATH}/${id}`, { body: { url: LOCAL, events: '*' } })
  assert.equal((await call('GET', `${PATH}/${id}`)).body.is_active, false) // absent: as it was

  assert.equal((await drop(id)).status, 204)
  assert.ok(!(await listed('&include_inactive=true')).includes(id))
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/activate'],
    ['GET', '/deliveries'],
  ] as const) {
    const gone = await call(method, `${PATH}/${id}${path}`, method === 'PUT' ? { body: change } : {})
    assert.deepEqual([gone.status, gone.body.code], [404, 'resource_not_found'], `${method} ${path}`)
  }
})

test('event types of the surface, in the order of the catalogue', async () => {
  const { body } = await call('GET', `${PATH}/event-types`)
  assert.deepEqual(body, listEventTypes('cards'))
})

const EVENT_FORMS: [sent: unknown, kept: string[]][] = [
  [['payment.completed'], ['payment.completed']],
  ['payment.completed, void.completed', ['payment.completed', 'void.completed']],
  [['void.completed', 'void.completed'], ['void.completed']],
  [['Payment.Completed'], ['payment.completed']],
  ['PAYMENT.COMPLETED', ['payment.completed']],
  [['*'], ['*']],
  ['*', ['*']],
]
for (const [sent, kept] of EVENT_FORMS) {
  test(`events ${JSON.stringify(sent)} are stored as ${kept}`, async () => {
    const { body } = await create({ events: sent })
    assert.deepEqual(body.events, kept)
    await drop(body.id)
  })
}

const BAD_BODIES: [name: string, body: object, field: string][] = [
  ['no events', { events: undefined }, 'events'],
  ['an empty list', { events: [] }, 'events'],
  ['an empty text', { events: ' , ' }, 'events'],
  ['an unknown type', { events: ['payment.completed', 'payment.exploded'] }, 'events[1]'],
  ['an unknown type in a text', { events: 'payment.exploded' }, 'events[0]'],
  ['a type that is only announced', { events: 'connector.health_changed' }, 'events[0]'],
  ['a type of the other surface', { events: 'transfer.created' }, 'events[0]'],
  ['the wildcard beside a type', { events: ['*', 'void.completed'] }, 'events'],
  ['numbers', { events: [1] }, 'events[0]'],
  ['no url', { url: undefined }, 'url'],
  ['too many retries', { max_retry_count: 6 }, 'max_retry_count'],
  ['negative retries', { max_retry_count: -1 }, 'max_retry_count'],
  ['a long description', { description: 'a'.repeat(201) }, 'description'],
]
for (const [name, body, field] of BAD_BODIES) {
  test(`400 for ${name}, which names ${field}`, async () => {
    const before = await listed()
    const refused = await create(body)
    assert.deepEqual([refused.status, refused.body.code], [400, 'bad_request'], refused.text)
    assert.ok(
      refused.body.errors.some((error: { field: string }) => error.field.startsWith(field)),
      refused.text,
    )
    assert.deepEqual(await listed(), before)
  })
}

test('an id in the body that is not the path’s is refused', async () => {
  const { id } = (await create()).body
  const body = { id: '00000000-0000-4000-8000-000000000099', url: LOCAL, events: '*' }
  const refused = await call('PUT', `${PATH}/${id}`, { body })
  assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'mismatch'])
  await drop(id)
})

const BAD_URLS = [
  'http://shop.example.com/hook',
  'https://10.0.0.1/hook',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::ffff:127.0.0.1]/',
  'http://127.0.0.2:8080/',
  'http://2130706433/',
  'https://metadata.google.internal/',
  'https://user:word@shop.example.com/',
  'https://nowhere.invalid/',
  'http://127.0.0.1:5432/',
  'ftp://shop.example.com/',
  'shop.example.com',
]
test('an address that may not be called is refused at create and at update, and nothing is stored', async () => {
  const { id } = (await create()).body
  const before = await listed()
  for (const url of BAD_URLS) {
    const refusals = [await create({ url }), await call('PUT', `${PATH}/${id}`, { body: { url, events: '*' } })]
    for (const { status, body } of refusals)
      assert.deepEqual([url, status, body.code], [url, 422, 'invalid_webhook_url'])
  }
  assert.deepEqual(await listed(), before)
  assert.equal((await call('GET', `${PATH}/${id}`)).body.url, LOCAL)
  await drop(id)
})

test('at most 20 of the tenant and 20 of each merchant, also when created at once: the limits are independent', async () => {
  const neighbour = await vezne.request('identity', 'POST', '/api/v1/merchants', {
    token: await vezne.token('admin', 'tenant-load'),
    body: { name: 'Next door', external_id: 'M-3002' },
  })
  const of = (merchant: string) =>
    call('POST', PATH, { body: { url: LOCAL, events: ['*'] }, headers: { 'x-external-merchant-id': merchant } })
  const ofOne = await Promise.all(Array.from({ length: 23 }, () => of('M-3001')))
  assert.equal(ofOne.filter(({ status }) => status === 201).length, 20)
  assert.match(ofOne.find(({ status }) => status === 409)?.body.detail, /of this merchant/)
  const next = await of('M-3002')
  assert.equal(next.status, 201, next.text)
  const ofAll = await Promise.all(Array.from({ length: 25 }, () => create()))
  const statuses = ofAll.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(20).fill(201), ...Array(5).fill(409)])
  assert.equal(ofAll.find(({ status }) => status === 409)?.body.code, 'conflict')
  const made = [...ofOne, next, ...ofAll]
  await change(vezne, 'update merchants set is_active = false where id = $1', [neighbour.body.id])
  await Promise.all(made.filter(({ status }) => status === 201).map(({ body }) => drop(body.id)))
})

test('the same Idempotency-Key makes one subscription and shows its secret again', async () => {
  const sent = { body: { url: LOCAL, events: ['*'] }, headers: { 'idempotency-key': 'hook-1' } }
  const [first, second] = [await call('POST', PATH, sent), await call('POST', PATH, sent)]
  assert.deepEqual([first.status, second.status, second.headers['idempotent-replayed']], [201, 201, 'true'])
  assert.equal(second.text, first.text)
  assert.equal((await listed()).filter((id) => id === first.body.id).length, 1)
  await drop(first.body.id)
})

test('search covers URL and description, newest first', async () => {
  const ids: string[] = []
  for (const description of ['Kargo', 'Muhasebe']) ids.push((await create({ description })).body.id)
  assert.deepEqual(await listed('&search_term=muhaSEBE'), [ids[1]])
  assert.deepEqual(await listed('&search_term=127.0.0.1'), [ids[1], ids[0]])
  assert.deepEqual(await listed('&search_term=%25'), [])
  await Promise.all(ids.map((id) => drop(id)))
})

test('another tenant, a lower role and another merchant', async () => {
  const { id } = (await create()).body
  assert.equal((await call('GET', `${PATH}/${id}`, {}, 'admin', 'tenant-other')).status, 404)
  await drop(id)

  const demo = ['admin', 'tenant-demo']
  assert.equal((await create({}, 'pos', 'tenant-demo')).status, 403)
  const whole = (await create({}, ...demo)).body.id
  const own = (await create({}, 'm1', 'tenant-demo')).body.id
  const mine = await listed('', 'm1', 'tenant-demo')
  assert.deepEqual(mine, [own])
  assert.equal((await call('GET', `${PATH}/${whole}`, {}, 'm1', 'tenant-demo')).status, 404)
  assert.equal((await drop(whole, 'm1', 'tenant-demo')).status, 404)
  const all = await listed('', ...demo)
  assert.ok(all.includes(whole) && all.includes(own))
  const narrowed = await call('GET', PATH, { headers: { 'x-external-merchant-id': 'M-1002' } }, ...demo)
  assert.deepEqual(narrowed.body.items, [])
  assert.ok((await listed('', 'view', 'tenant-demo')).includes(whole))
  await Promise.all([drop(whole, ...demo), drop(own, ...demo)])
})

test('writes are limited to 20 a minute; reads are not', async () => {
  const who = ['admin', 'tenant-other']
  const answers = []
  for (let n = 0; n < 21; n++) answers.push(await call('DELETE', `${PATH}/${crypto.randomUUID()}`, {}, ...who))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(20).fill(404), 429],
  )
  assert.ok(Number(answers[20]?.headers['retry-after']) >= 1)
  assert.equal((await call('GET', PATH, {}, ...who)).status, 200)
})
