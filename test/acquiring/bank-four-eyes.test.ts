/** connectors.four_eyes: addresses and secrets of a bank take effect once a second person has confirmed them, and one person cannot switch that off. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { CARDS, paymentBody } from '../support/payments.ts'
import { openPeople } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform } from '../support/tenants.ts'
import { authPath } from '../support/tokens.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const TENANT = '00000000-0000-4000-8000-000000000010'
const MERCHANT = '00000000-0000-4000-8000-000000000020'
const SIMBANK = '00000000-0000-4000-8000-000000000030'
const PATH = '/api/v1/connector-configurations'
const SETTING = { key: 'connectors.four_eyes', value: 'true' }

let bank: Server // refuses every card, whichever of its addresses is called
let bankUrl: string
const heard: string[] = []
/** Tokens: an administrator, another key he created, another person, and a key the platform issued to the tenant. */
let first: string
let hisOther: string
let second: string
let ofPlatform: string
let owner: pg.Client
const vezne = useVezne()
before(async () => {
  bank = createServer((request, response) => {
    heard.push(request.url ?? '')
    let sent = ''
    request.setEncoding('latin1').on('data', (piece: string) => {
      sent += piece
    })
    request.on('end', () => {
      const order = /<OrderId>(.*?)<\/OrderId>/.exec(sent)?.[1]
      const refusal = '<Response>Declined</Response><ProcReturnCode>05</ProcReturnCode>'
      response.setHeader('content-type', 'text/xml')
      response.end(`<CC5Response><OrderId>${order}</OrderId>${refusal}</CC5Response>`)
    })
  })
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  const { port } = bank.address() as AddressInfo
  bankUrl = `http://127.0.0.1:${port}`
  for (const connector_type of ['nest_pay', 'custom'])
    await asPlatform(vezne, 'POST', '/lookups/connector-hosts', { connector_type, host: '127.0.0.1', port })
  const people = openPeople(vezne)
  first = await vezne.token('admin')
  second = await people.token('admin@demo.example', people.demoPassword('admin@demo.example'))
  hisOther = await keyOf(await key('/api/v1/tenants/me/api-keys', first), 50)
  const given = await key(`/api/v1/platform/tenants/${TENANT}/api-keys`, await vezne.token('admin', 'master'))
  ofPlatform = await keyOf(given, 51)
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
})
after(async () => {
  bank.close()
  await owner.end()
})

const key = async (path: string, token: string): Promise<Json> => {
  const made = await vezne.request('identity', 'POST', path, {
    token,
    body: { display_name: 'K', roles: ['pos-admin'] },
  })
  assert.equal(made.status, 201, made.text)
  return made.body
}
const keyOf = async ({ api_key, secret }: Json, from: number): Promise<string> => {
  const body = { client_id: api_key.client_id, client_secret: secret }
  return (await vezne.request('identity', 'POST', authPath('tenant-demo', 'token'), { body, from })).body.access_token
}
const call = (token: string, method: string, path: string, body?: unknown) =>
  vezne.request('cards', method, path, {
    token,
    headers: { 'x-merchant-id': MERCHANT },
    ...(body === undefined ? {} : { body }),
  })
const read = async (id: string): Promise<Json> => (await call(first, 'GET', `${PATH}/${id}`)).body
const decide = async (token: string, id: string, step = 'confirm', change_id?: string) =>
  call(token, 'POST', `${PATH}/${id}/${step}`, { change_id: change_id ?? (await read(id)).pending_change?.id })
const pay = (id: string, number: string = CARDS.success) =>
  call(
    first,
    'POST',
    '/api/v1/payments',
    paymentBody({ card: { number }, extra_properties: { connector_configuration_id: id } }),
  )
const create = async (path: string, body: object): Promise<Json> => {
  const answer = await call(first, 'POST', path, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const make = (change: object = {}): Promise<Json> =>
  create(PATH, { connector_id: SIMBANK, name: 'Eigene', mode: 'test', ...change })
const switchOn = (): Promise<string> => create('/api/v1/settings', SETTING)

test('one person’s change takes effect once another person has confirmed it; until then payments use the old values', async () => {
  const [nestpay] = (await call(first, 'GET', `${PATH}?search_term=NEST_PAY&page_size=1`)).body.items
  const secrets = { username: 'u', password: 'old password', store_id: '1', secret_key: 'key' }
  const addresses = { api_endpoint_url: `${bankUrl}/old`, three_d_secure_endpoint_url: `${bankUrl}/old3d` }
  const body = {
    connector_id: nestpay.connector_id,
    name: 'Zwei',
    mode: 'test',
    priority: 900,
    ...secrets,
    ...addresses,
  }
  const { id } = await make(body) // before the setting: at once
  const setting = await switchOn()
  const wish = { ...body, api_endpoint_url: `${bankUrl}/new`, password: 'new long password' }
  const asked = await call(first, 'PUT', `${PATH}/${id}`, wish)
  assert.deepEqual([asked.status, asked.body.api_endpoint_url, asked.body.password], [200, `${bankUrl}/old`, '***'])
  const waits = async (token: string) => (await call(token, 'GET', `${PATH}?waits_for=me`)).body.total_count
  assert.deepEqual(await Promise.all([first, hisOther, ofPlatform, second].map(waits)), [0, 0, 0, 1])
  const { pending_change } = asked.body
  assert.deepEqual(pending_change.changes, [
    { field: 'api_endpoint_url', before: `${bankUrl}/old`, after: `${bankUrl}/new` },
    { field: 'secret_key', before: '***', after: '***' },
    { field: 'password', before: '***', after: '***' },
  ])
  assertProblem(await pay(id), 'bank_declined')
  assert.deepEqual(heard.splice(0), ['/old'])
  assertProblem(await call(second, 'PUT', `${PATH}/${id}`, { ...wish, name: 'Drei' }), 'conflict', /second person/)
  assertProblem(await decide(first, id), 'four_eyes_violation')
  for (const token of [hisOther, ofPlatform, await vezne.token('pos')])
    assertProblem(await call(token, 'POST', `${PATH}/${id}/confirm`, { change_id: pending_change.id }), 'forbidden')
  assertProblem(await decide(second, id, 'confirm', setting), 'conflict', /Another change/)
  await assert.rejects(
    owner.query(`update connector_configurations set pending = null, confirmed_by = pending_by where id = $1`, [id]),
    /does not confirm/,
  )
  const confirmed = await decide(second, id)
  assert.equal(confirmed.status, 200, confirmed.text)
  const { api_endpoint_url, password, pending_change: none } = confirmed.body
  assert.deepEqual([api_endpoint_url, password, none], [`${bankUrl}/new`, '***word', null])
  assertProblem(await decide(second, id, 'confirm', pending_change.id), 'conflict', /No change/)
  assertProblem(await pay(id), 'bank_declined')
  assert.deepEqual(heard.splice(0), ['/new'])

  const { changelog } = (await call(first, 'GET', `/api/v1/connectors/${nestpay.connector_id}/detail`)).body
  const steps = changelog
    .filter(({ entity_id }: Json) => entity_id === id)
    .map(({ actor, action }: Json) => [action, actor])
  assert.deepEqual(
    steps.map(([action]: string[]) => action),
    ['confirmed', 'requested', 'created'],
  )
  assert.notEqual(steps[0][1], steps[1][1])
  const log = await vezne.request('identity', 'GET', '/api/v1/audit-log?page_size=100', { token: first })
  const entries = log.body.items.filter((each: Json) => JSON.stringify(each).includes(id) && each.outcome !== 'denied')
  const people = JSON.stringify(entries.filter((each: Json) => JSON.stringify(each).includes('requested by')))
  assert.ok(people.includes(steps[0][1]) && people.includes(steps[1][1]), JSON.stringify(entries).slice(0, 2_000))
  assert.doesNotMatch(log.text, /new long password/)

  // What is not an address or a secret takes effect at once; what is rejected never does.
  assert.equal((await call(first, 'PUT', `${PATH}/${id}`, { ...(await read(id)), name: 'Vier' })).body.name, 'Vier')
  await call(first, 'PUT', `${PATH}/${id}`, { ...(await read(id)), password: 'third' })
  const rejected = await decide(first, id, 'reject')
  assert.deepEqual([rejected.status, rejected.body.pending_change, rejected.body.password], [200, null, '***word'])
})

test('a new configuration takes no payments before it is confirmed, and neither does a replacement', async () => {
  const secret = { secret_key: 'sixteen characters', api_endpoint_url: `${bankUrl}/x` }
  const { id, ...shown } = await make(secret)
  assert.deepEqual(
    [shown.is_active, shown.secret_key, shown.api_endpoint_url, shown.pending_change.is_new],
    [false, null, null, true],
  )
  assertProblem(await pay(id), 'connector_not_found')
  for (const token of [first, second])
    assertProblem(await call(token, 'POST', `${PATH}/${id}/activate`), 'conflict', /second person/)
  assertProblem(await call(second, 'PUT', `${PATH}/${id}`, { name: 'x', mode: 'test', is_active: true }), 'conflict')
  assertProblem(await decide(first, id), 'four_eyes_violation')
  const confirmed = await decide(second, id)
  assert.deepEqual(
    [confirmed.status, confirmed.body.is_active, confirmed.body.secret_key],
    [200, true, '***ters'],
    confirmed.text,
  )
  assert.equal((await pay(id)).status, 200)
  const other = await make(secret)
  assert.equal((await decide(first, other.id, 'reject')).status, 200)
  assertProblem(await call(first, 'GET', `${PATH}/${other.id}`), 'resource_not_found')

  // Open payments block a confirmation, not the request; a deletion takes the place of another change.
  const open = await pay(id, CARDS.timeout)
  assert.equal(open.status, 202, open.text)
  const wish = { name: 'Eigene', mode: 'test', api_endpoint_url: `${bankUrl}/y`, secret_key: 'other' }
  assert.equal((await call(second, 'PUT', `${PATH}/${id}`, wish)).status, 200)
  assertProblem(await decide(first, id), 'conflict', /payments of this configuration wait/)
  await vezne.moveClock(200_000)
  await until('the bank has been asked', async () => {
    const { body } = await call(first, 'GET', `/api/v1/payments/${open.body.transaction_id}`)
    return body.status === 'failed'
  })
  const answers = await Promise.all(Array.from({ length: 4 }, () => decide(first, id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
  await call(first, 'PUT', `${PATH}/${id}`, { ...wish, secret_key: 'again' })
  const waiting = (await read(id)).pending_change.id
  assert.equal((await call(first, 'DELETE', `${PATH}/${id}`)).status, 204)
  assertProblem(await decide(second, id, 'confirm', waiting), 'conflict', /Another change/)
  assert.equal((await decide(second, id)).status, 200)
})

test('two people switch it off, not one with two keys; deleting, renaming or the other surface does not bypass it', async () => {
  const [setting] = (await call(first, 'GET', `/api/v1/settings?key=${SETTING.key}`)).body.items
  const path = `/api/v1/settings/${setting.id}`
  const put = (token: string, value = 'false', change: object = {}) =>
    call(token, 'PUT', path, { ...SETTING, value, ...change })
  const isOn = async (): Promise<boolean> => {
    const made = await make()
    await call(first, 'DELETE', `${PATH}/${made.id}`)
    return made.pending_change !== null
  }
  assertProblem(await call(first, 'DELETE', path), 'conflict', /second person/)
  assertProblem(await put(first, 'x', { key: 'a.note' }), 'conflict', /second person/)
  assertProblem(await call(first, 'POST', '/api/v1/settings', SETTING), 'conflict')
  const onTransfers = await vezne.request('transfers', 'DELETE', path, {
    token: first,
    headers: { 'x-tenant-id': TENANT },
  })
  assertProblem(onTransfers, 'conflict', /second person/)
  const waiting = await make()
  assert.equal((await put(first)).status, 204)
  const [seen] = (await call(first, 'GET', `/api/v1/settings?key=${SETTING.key}`)).body.items
  assert.deepEqual([seen.value, seen.counting_value, await isOn()], ['false', 'true', true])
  for (const token of [first, hisOther, ofPlatform]) assertProblem(await put(token), 'four_eyes_violation')
  assertProblem(await call(first, 'DELETE', path), 'conflict')
  assert.equal((await put(hisOther, 'true')).status, 204) // withdrawn: it begins again
  assert.equal((await put(second)).status, 204)
  assertProblem(await put(second), 'four_eyes_violation')
  assert.equal(await isOn(), true)
  assertProblem(await put(hisOther), 'forbidden', /waits for a second person/)
  assert.equal(await isOn(), true)
  assert.equal((await put(first)).status, 204)
  assert.equal(await isOn(), false)
  // A pending change keeps waiting for a second person.
  assertProblem(await decide(first, waiting.id), 'four_eyes_violation')
  assert.equal((await decide(second, waiting.id)).status, 200)
})
