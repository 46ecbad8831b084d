/** The examples of the documents are taken as they stand: sent to the operation that shows them, none is refused for its form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document from the outside
type Any = any

const vezne = useVezne()

/** What is wrong with the form of a request, not with what it asks for. */
const OF_FORM = new Set(['bad_request', 'invalid_json', 'unsupported_media_type', 'tenant_id_required'])

/** Looks its host up in DNS, which a test does not have. */
const ASKS_DNS = /identity-providers$/

/** Signs out whoever calls, or ends their key: a call of its own, behind all others. */
const ENDS_ACCESS = /revoke|logout|suspend|deactivate|sandbox\/clock/

const SURFACES = ['cards', 'transfers', 'fraud', 'identity'] as const
for (const surface of SURFACES)
  test(`${surface}: every request example is taken as it stands`, async () => {
    const { body: document } = await vezne.request(surface, 'GET', '/openapi.json')
    const resolve = (value: Any): Any =>
      value.$ref
        ? value.$ref
            .slice(2)
            .split('/')
            .reduce((at: Any, part: string) => at[part], document)
        : value
    const tenant = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')
    const headers = {
      ...(surface === 'transfers' ? { 'x-tenant-id': tenant?.tenant_id ?? '' } : {}),
      ...(surface === 'identity' || surface === 'fraud'
        ? {}
        : { 'x-merchant-id': tenant?.merchants[0]?.merchant_id ?? '' }),
    }
    const refused: string[] = []
    let sent = 0
    for (const [path, item] of Object.entries<Any>(document.paths))
      for (const [method, operation] of Object.entries<Any>(item)) {
        const content = operation.requestBody?.content['application/json']
        if (content === undefined || ENDS_ACCESS.test(path) || ASKS_DNS.test(path)) continue
        const filled = operation.parameters
          .map(resolve)
          .filter((each: Any) => each.in === 'path')
          .reduce((text: string, each: Any) => text.replace(`{${each.name}}`, encodeURIComponent(each.example)), path)
        const realm = operation['x-scope'] === 'platform' ? 'master' : 'tenant-load'
        const token = operation.security.length === 0 ? undefined : await vezne.token('admin', realm)
        const answer = await vezne.request(surface, method.toUpperCase(), filled, {
          ...(token === undefined ? {} : { token }),
          headers,
          body: content.example,
        })
        sent++
        if (OF_FORM.has(answer.body?.code)) refused.push(`${method} ${path}: ${answer.text.slice(0, 400)}`)
      }
    assert.ok(sent > 8, String(sent))
    assert.deepEqual(refused, [])
  })

test('cards: the example of a sale charges, those of a refund and a void are done', async () => {
  const { body: document } = await vezne.request('cards', 'GET', '/openapi.json')
  const token = await vezne.token('admin')
  const send = (path: string, id = '') =>
    vezne.request('cards', 'POST', path.replace('{transaction_id}', id), {
      token,
      headers: { 'x-external-merchant-id': 'M-1001' },
      body: document.paths[path].post.requestBody.content['application/json'].example,
    })
  for (const step of ['refund', 'void']) {
    const paid = await send('/api/v1/payments')
    assert.equal(paid.status, 200, paid.text)
    const done = await send(`/api/v1/payments/{transaction_id}/${step}`, paid.body.transaction_id)
    assert.equal(done.status, 200, done.text)
  }
  const challenged = await send('/api/v1/payments/3d/init')
  assert.equal(challenged.body.status, 'pending_3ds', challenged.text)
})
