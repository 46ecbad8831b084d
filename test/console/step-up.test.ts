/** Step-up follows from what an operation is: whatever does not say that it is less asks for the password of the last five minutes. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { allEndpoints } from '../../scripts/pages/operations-page.ts'
import type { Endpoint, SurfaceName } from '../../src/access/endpoint.ts'
import { permissionScope } from '../../src/access/permissions.ts'
import { findStepUp } from '../../src/console/step-up.ts'
import { openBrowser } from '../support/console.ts'
import { openPeople } from '../support/people.ts'
import { useVezne } from '../support/vezne.ts'

const MINUTE_MS = 60_000
const KEPT = new URL('writes-without-step-up.txt', import.meta.url)

const vezne = useVezne()

const writes = (Object.entries(allEndpoints()) as [SurfaceName, Endpoint[]][]).flatMap(([surface, all]) =>
  all.filter(({ method }) => method !== 'GET').map((spec) => ({ surface, spec })),
)

test('every write without step-up, with its reason, is one that was looked at', () => {
  const listed = writes.flatMap(({ surface, spec }) => {
    const { asks, reason } = findStepUp(spec)
    return asks === 'always' ? [] : [`${surface} ${spec.method} ${spec.path} · ${reason}`]
  })
  const text = `${listed.toSorted().join('\n')}\n`
  console.log(text)
  if (process.env.VEZNE_WRITE_GOLDEN === '1') writeFileSync(KEPT, text)
  assert.equal(
    text,
    readFileSync(KEPT, 'utf8'),
    'A write that needs no password any more, or a new reason: look at it, then write the list again with VEZNE_WRITE_GOLDEN=1.',
  )
})

test('what decides, sends, or moves money out asks whatever else it says, and what says nothing asks too', () => {
  const made = { method: 'POST', path: '/x', summary: '', tag: 'New', allow: 'admin', answers: {} } as const
  const handle = () => assert.fail()
  const asks = (spec: Partial<Endpoint>) => findStepUp({ ...made, handle, ...spec } as Endpoint).asks
  assert.equal(asks({}), 'always')
  assert.equal(asks({ method: 'GET' }), 'never')
  assert.equal(asks({ movesMoney: true }), 'always')
  assert.equal(asks({ fourEyes: 'create' }), 'always')
  assert.equal(asks({ fourEyes: 'create', effect: 'proposes' }), 'never')
  for (const effect of ['proposes', 'takes-money', 'computes'] as const)
    for (const fourEyes of ['decide', 'send'] as const) assert.equal(asks({ fourEyes, effect }), 'always', effect)
  for (const effect of ['computes', 'notes', 'repeats', 'sandbox', 'proves-itself'] as const)
    assert.equal(asks({ movesMoney: true, effect }), 'always', effect)
  assert.equal(asks({ movesMoney: true, effect: 'gives-back' }), 'above-limit')
})

/** What people did without the password before step-up followed from the operation. */
const MONEY_AND_WORD = [
  'cards POST /api/v1/settlements',
  'cards PUT /api/v1/settlements/{id}/status',
  'cards POST /api/v1/settlements/terms',
  'cards POST /api/v1/settlements/terms/{id}/confirm',
  'cards POST /api/v1/reconciliations/{id}/details/{detail_id}/resolve',
  'cards POST /api/v1/reconciliations/{id}/details/bulk-resolve',
  'cards POST /api/v1/reconciliations/{id}/details/{detail_id}/remedy',
  'cards POST /api/v1/reconciliations/{id}/finalize',
  'cards POST /api/v1/unresolved-operations/{id}/propose',
  'cards POST /api/v1/unresolved-operations/{id}/confirm',
  'cards POST /api/v1/merchants/{merchant_id}/bank-profiles',
  'cards PUT /api/v1/merchants/{merchant_id}/bank-profiles/{id}',
  'cards PUT /api/v1/webhook-subscriptions/{id}',
  'cards POST /api/v1/webhook-subscriptions/{id}/activate',
  'cards PUT /api/v1/chargebacks/{id}/status',
  'transfers POST /api/v1/receiveraccounts',
  'transfers PUT /api/v1/receiveraccounts/{id}',
  'transfers PUT /api/v1/webhooks/{id}',
  'fraud POST /api/v1/fraud/alerts/{id}/approve',
  'fraud POST /api/v1/fraud/rules',
  'fraud PATCH /api/v1/fraud/rules/{id}',
  'fraud DELETE /api/v1/fraud/rules/{id}',
]

test('after five minutes every such write of a tenant asks again: none gets as far as its own checks', async () => {
  const browser = openBrowser(vezne)
  const password = openPeople(vezne).demoPassword('admin@demo.example')
  const body = { tenant: 'tenant-demo', email: 'admin@demo.example', password }
  assert.equal((await browser.call('POST', 'session', { body })).status, 200)
  await vezne.moveClock(6 * MINUTE_MS)
  const asked = new Set<string>()
  for (const surface of ['cards', 'transfers', 'fraud', 'identity'] as const)
    for (const { name, path, method, example } of await writesOf(surface)) {
      const answer = await browser.call(method, path, {
        body: example,
        headers: { 'x-external-merchant-id': 'M-1001' },
      })
      assert.equal(answer.body?.code, 'step_up_required', `${name}: ${answer.text}`)
      asked.add(name)
    }
  assert.deepEqual(
    MONEY_AND_WORD.filter((name) => !asked.has(name)),
    [],
  )
})

interface DocumentedWrite {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly example: object
}

/** Those that always ask, filled with the examples of the document, so that nothing is refused for its form. */
const writesOf = async (surface: SurfaceName): Promise<DocumentedWrite[]> => {
  // biome-ignore lint/suspicious/noExplicitAny: a document from the outside
  const { body: document }: { body: any } = await vezne.request(surface, 'GET', '/openapi.json')
  return writes
    .filter((each) => each.surface === surface && findStepUp(each.spec).asks === 'always')
    .filter(({ spec }) => permissionScope(surface, spec.allow) !== 'platform')
    .map(({ spec: { method, path } }) => {
      const documented = path.replaceAll(/:(\w+)/g, '{$1}')
      const operation = document.paths[documented][method.toLowerCase()]
      const filled = documented
        .replace('{version}', '1')
        .replace('{tenant_id}', 'me')
        .replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(parameterOf(document, operation, name).example ?? randomUUID()),
        )
      return {
        name: `${surface} ${method} ${documented}`,
        method,
        path: filled.replace('/api/v1/', `${surface}/`),
        example: withIds(operation.requestBody?.content['application/json']?.example ?? {}),
      }
    })
}

/** A configuration may be named, and a name is looked up before anything else: the example’s is none of this tenant. */
const withIds = (example: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      /config/.test(name) && typeof value === 'string' ? randomUUID() : value,
    ]),
  )

// biome-ignore lint/suspicious/noExplicitAny: a document from the outside
const parameterOf = (document: any, operation: any, name: string): { example?: string } =>
  operation.parameters
    // biome-ignore lint/suspicious/noExplicitAny: a document from the outside
    .map((each: any) => (each.$ref ? document.components.parameters[each.$ref.split('/').at(-1)] : each))
    // biome-ignore lint/suspicious/noExplicitAny: a document from the outside
    .find((each: any) => each.in === 'path' && each.name === name) ?? {}
