/** Which limit each operation has on top of its organization's bucket, by the table of classes (docs/interface/requests.md#limits). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '../../scripts/pages/operations-page.ts'
import type { Endpoint, LimitClass } from '../../src/access/endpoint.ts'
import { COUNTED_CLASSES } from '../../src/access/limit-classes.ts'

/** The first that fits; all the rest is within the plan. */
const CLASSES: [operations: RegExp, limit: LimitClass][] = [
  [/^POST \/api\/v1\/auth\/:slug\/(token|login|change-password|forgotten-password|links\/(look-up|use))$/, 'token'],
  [/^POST \/api\/v1\/auth\/:slug\/refresh$/, 'refresh'],
  [/^GET \/api\/v1\/lookups\/bins\/:\w+$/, 'validation'],
  [/^POST \/api\/v1\/validation\/(iban|card|creditcard)$/, 'validation'],
  [/^GET \/api\/v1\/lookups\/(banks|cities|districts|mcc-codes|bank-bins|connector-hosts)$/, 'lookups'],
  [/^POST \/api\/v1\/transfers\/bulk\/create$/, 'bulk_transfer'],
  [/^POST \/api\/v1\/reconciliations\/(start|files)$/, 'reconciliation_start'],
  // Notifications of banks are not management (docs/interface/requests.md#limits).
  [/^POST \/api\/v1\/webhooks\/transfer-notification$/, 'none'],
  [/^(POST|PUT|DELETE) \/api\/v1\/(webhook-subscriptions|webhooks|monitors\/channels)/, 'subscription_management'],
  [/^GET (\/api\/v1)?\/health\/(live|ready)$/, 'none'],
  // Bank callbacks and hosted pages take nothing from any bucket (docs/interface/requests.md#response-headers).
  [/^(GET|POST) \/api\/v1\/payments\/3d\/callback$/, 'none'],
]

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const endpoints = Object.entries(allEndpoints()).flatMap(([surface, all]) =>
  all.filter(({ isPage }) => !isPage).map((endpoint) => ({ surface, endpoint })),
)

test(`the classes of ${endpoints.length} operations`, () => {
  for (const { surface, endpoint } of endpoints) {
    const name = nameOf(endpoint)
    const expected = CLASSES.find(([operations]) => operations.test(name))?.[1] ?? 'plan'
    assert.equal(endpoint.limit ?? 'plan', expected, `${surface} ${name}`)
  }
})

test('each class that is counted has its operations here', () => {
  const named = new Set<string>(CLASSES.map(([, limit]) => limit))
  assert.deepEqual(
    Object.keys(COUNTED_CLASSES).filter((name) => !named.has(name)),
    [],
  )
})

test('each row names an operation', () => {
  for (const [operations] of CLASSES)
    assert(
      endpoints.some(({ endpoint }) => operations.test(nameOf(endpoint))),
      String(operations),
    )
})
