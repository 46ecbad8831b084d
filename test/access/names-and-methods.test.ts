/** Query names, methods, path values and nulls that are not offered: each is refused as documented, none is guessed. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sendRaw } from '../support/raw-http.ts'
import { type Surface, useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let token: string
let tenant: string
before(async () => {
  token = await vezne.token('admin', 'tenant-load')
  tenant = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')!.tenant_id
})

const ask = (surface: Surface, method: string, path: string, body?: unknown) =>
  vezne.request(surface, method, path, { token, headers: { 'x-tenant-id': tenant }, ...(body ? { body } : {}) })

const misspelt: [surface: Surface, path: string, near: string][] = [
  ['cards', '/api/v1/transactions?stauts=failed', 'status'],
  ['cards', '/api/v1/api-request-logs?error_categry=Timeout', 'error_categories'],
  ['transfers', '/api/v1/transfers?recipent_id=1', 'recipient_id'],
  ['fraud', '/api/v1/fraud/alerts?asigned_to=x', 'assigned_to'],
  ['identity', '/api/v1/users?MerchntId=x', 'MerchantId'],
]
for (const [surface, path, near] of misspelt)
  test(`GET ${path}: 400 that names ${near}`, async () => {
    const { status, body } = await ask(surface, 'GET', path)
    assert.equal(status, 400)
    assert.equal(body.errors[0].code, 'unknown_value')
    assert.equal(body.errors[0].field, new URLSearchParams(path.split('?')[1]).keys().next().value)
    assert.match(body.errors[0].message, new RegExp(`unknown query name; did you mean ${near}`))
  })

test('a bank may add names to the address of its callback', async () => {
  const { status, body } = await vezne.request('cards', 'GET', '/api/v1/payments/3d/callback?cb=x&_bank=1&result=ok')
  assert.deepEqual([status, body.code], [422, 'missing_transaction_id'])
})

test('error_category in the singular filters as the plural does', async () => {
  for (const name of ['error_category', 'error_categories']) {
    assert.equal((await ask('cards', 'GET', `/api/v1/api-request-logs?${name}=Timeout`)).status, 200)
    assert.equal((await ask('cards', 'GET', `/api/v1/api-request-logs?${name}=Nothing`)).status, 400)
  }
})

test('MerchantId takes the id of a merchant and the caller’s own identifier of it', async () => {
  const merchant = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')!.merchants[0]!
  const made = await ask('identity', 'POST', '/api/v1/users', {
    username: 'bound.user',
    email: 'bound@load.example',
    merchantId: merchant.merchant_id,
    roles: ['merchant-user'],
  })
  assert.equal(made.status, 201, made.text)
  for (const name of [merchant.merchant_id, merchant.merchant_id.toUpperCase(), merchant.external_merchant_id]) {
    const { status, body } = await ask('identity', 'GET', `/api/v1/users?MerchantId=${name}`)
    assert.deepEqual([status, body.data.totalCount], [200, 1], name)
  }
  assert.equal((await ask('identity', 'GET', '/api/v1/users?MerchantId=M-1001')).body.data.totalCount, 0)
})

test('an operator adds recipients and their accounts, and changes none', async () => {
  const maker = await vezne.token('maker', 'tenant-load')
  const sent = (body: unknown) => ({ token: maker, body, headers: { 'x-tenant-id': tenant } })
  const recipient = { holder_name: 'Deniz Ay' }
  const made = await vezne.request('transfers', 'POST', '/api/v1/recipients', sent(recipient))
  assert.equal(made.status, 201, made.text)
  const changed = await vezne.request('transfers', 'PUT', `/api/v1/recipients/${made.body.data}`, sent(recipient))
  assert.equal(changed.body.code, 'forbidden')
})

test('methods that are not offered: 405 with those that are, whatever the parser knows and a fixed segment hides', async () => {
  const refusal = async (method: string, path: string) => {
    const { text } = await sendRaw(
      vezne.urls.cards,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    return [text.slice(9, 12), /^allow: (.*)\r$/im.exec(text)?.[1]]
  }
  for (const method of ['QUERY', 'SEARCH', 'PROPFIND', 'TRACE', 'OPTIONS'])
    assert.deepEqual(await refusal(method, '/api/v1/transactions'), ['405', 'GET'], method)
  assert.deepEqual(await refusal('DELETE', '/api/v1/routing-rules/settings'), ['405', 'GET, PUT'])
  assert.deepEqual(await refusal('GET', '/api/v1/test-cards/generate'), ['405', 'POST'])
  assert.deepEqual(await refusal('QUERY', '/api/v1/nothing'), ['404', undefined])
})

test('a value in the path that breaks its form cannot exist: 404, and a broken escape is a documented 400', async () => {
  const notFound: [Surface, string][] = [
    ['cards', '/api/v1/connector-error-codes/%C2%84'],
    ['identity', `/api/v1/auth/${'x'.repeat(61)}/.well-known/jwks.json`],
    ['identity', '/api/v%01/users/roles'],
  ]
  for (const [surface, path] of notFound) assert.equal((await ask(surface, 'GET', path)).status, 404, path)
  assert.equal((await ask('cards', 'GET', '/api/v1/lookups/bins/%C2%84')).status, 400)
  const document = (await ask('cards', 'GET', '/openapi.json')).body
  assert.ok(document.paths['/api/v1/connectors/{id}'].get.responses['400'], '400 stands in the document')
})

test('null means absent, and the documents say so where they describe bodies', async () => {
  const { components } = (await ask('cards', 'GET', '/openapi.json')).body
  const { properties, required } = components.schemas.CreatePayment
  assert.deepEqual(properties.description.type, ['string', 'null'])
  assert.ok(properties.buyer.anyOf.some(({ type }: { type: string }) => type === 'null'))
  for (const name of required) assert.notDeepEqual([properties[name].type].flat().at(-1), 'null', name)
  assert.equal(components.parameters.XRequestId.schema.format, undefined)
})

test('503 carries no Retry-After: that header belongs to 429', async () => {
  const { paths } = (await ask('fraud', 'GET', '/openapi.json')).body
  const headers = paths['/api/v1/fraud/rules/{id}/test'].post.responses['503'].headers
  assert.equal(headers?.['Retry-After'], undefined)
})
