/** What a plan opens: every product by its own operations, whichever surface serves them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { createDenials } from '../../src/access/audit/denials.ts'
import { createAuthenticator } from '../../src/access/callers/authenticate.ts'
import { createRealms, type Realms } from '../../src/access/callers/realms.ts'
import { type Endpoint, endpoint, ok, PRODUCTS, type SurfaceName } from '../../src/access/endpoint.ts'
import { createRateLimiter } from '../../src/access/limits/rate-limiter.ts'
import { possibleErrors } from '../../src/access/pipeline/common-errors.ts'
import { mountEndpoints } from '../../src/access/pipeline/pipeline.ts'
import { openHttpServer } from '../../src/infra/http/http-server.ts'
import { asPlatform } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

let realms: Realms
const apps = new Map<SurfaceName, FastifyInstance>()
const vezne = useVezne()
before(async () => {
  realms = createRealms(vezne.runtime)
  const accessControl = {
    realms,
    limiter: createRateLimiter(),
    authenticate: createAuthenticator(vezne.runtime, realms),
  }
  const denials = createDenials(vezne.runtime)
  for (const name of SURFACES) {
    const app = openHttpServer({
      config: vezne.config,
      log: vezne.runtime.log,
      surface: name,
      limitAnonymous: () => undefined,
    })
    mountEndpoints(
      {
        app,
        name,
        runtime: vezne.runtime,
        accessControl,
        denials,
        configurationIdOf: async () => undefined,
        isIssued: async () => false,
      },
      OPERATIONS,
    )
    await app.ready()
    apps.set(name, app)
  }
})
after(async () => {
  for (const app of apps.values()) await app.close()
  realms.close()
})

const SURFACES = ['cards', 'transfers', 'fraud', 'identity'] as const
const operation = (path: string, product?: (typeof PRODUCTS)[number]): Endpoint =>
  endpoint({
    method: 'GET',
    path,
    summary: path,
    tag: 'Licences',
    allow: 'any',
    answers: { 200: Type.Object({}) },
    handle: async () => ok({}),
    ...(product === undefined ? {} : { product }),
  })
const OPERATIONS = [operation('/plain'), ...PRODUCTS.map((product) => operation(`/${product}`, product))]

const SANDBOX = '00000000-0000-4000-8000-000000000001'
const sell = async (features: readonly string[]): Promise<void> => {
  const { body } = await asPlatform(vezne, 'GET', `/platform/plans/${SANDBOX}`)
  const change = { ...body, rate_limit_per_second: 1_000, burst: 1_000, feature_codes: features }
  const answer = await asPlatform(vezne, 'PUT', `/platform/plans/${SANDBOX}`, change)
  assert.equal(answer.status, 200, answer.text)
  const held = async () => [...((await realms.realmBySlug('tenant-demo'))?.plan?.features ?? [])].join()
  await until('the plan holds', async () => (await held()) === features.join())
}

/** `code`, or 200. */
const open = async (surface: SurfaceName, path: string, token: string): Promise<string> => {
  const app = apps.get(surface) as FastifyInstance
  const answer = await app.inject({
    url: path,
    headers: {
      host: '127.0.0.1',
      authorization: `Bearer ${token}`,
      'x-tenant-id': '00000000-0000-4000-8000-000000000010',
    },
  })
  return answer.statusCode === 200 ? '200' : (answer.json() as { code: string }).code
}

const OF_SURFACE: Record<SurfaceName, string | null> = {
  cards: 'card_payments',
  transfers: 'transfers',
  fraud: 'fraud',
  identity: null,
}

for (const sold of PRODUCTS)
  test(`a plan of only ${sold} enables only ${sold}`, async () => {
    await sell([sold])
    const token = await vezne.token('admin')
    for (const surface of SURFACES) {
      const expected = (product: string | null): string =>
        product === null || product === sold ? '200' : 'product_not_licensed'
      assert.equal(await open(surface, '/plain', token), expected(OF_SURFACE[surface]), surface)
      for (const product of PRODUCTS) assert.equal(await open(surface, `/${product}`, token), expected(product))
    }
  })

test('an empty plan opens what belongs to no product; the platform has no plan and needs none', async () => {
  await sell([])
  assert.equal(await open('identity', '/plain', await vezne.token('admin')), '200')
  assert.equal(await open('cards', '/plain', await vezne.token('admin')), 'product_not_licensed')
  assert.equal(await open('fraud', '/plain', await vezne.token('admin', 'master')), '200')
})

test('the documents name the refusal where it can happen', () => {
  const names = (surface: SurfaceName, spec: Endpoint) => possibleErrors(surface, spec).includes('product_not_licensed')
  assert.equal(names('identity', operation('/plain')), false)
  assert.equal(names('identity', operation('/x', 'reconciliation')), true)
  assert.equal(names('cards', operation('/plain')), true)
})
