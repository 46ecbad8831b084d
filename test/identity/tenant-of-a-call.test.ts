/** Realm of iss, tenant_id claim, X-Tenant-Id, X-Merchant-Id, X-External-Merchant-Id in all 243 combinations: one consistent tenant, or a refusal. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRealms, type Realms } from '../../src/access/callers/realms.ts'
import { claimsOf, headerOf, type Mint, rs256, write } from '../support/forge.ts'
import { openMint } from '../support/mint.ts'
import { asPlatform } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

type Side = 'demo' | 'other'
type Realm = Side | 'master'
const SIDES = ['demo', 'other', undefined] as const
const REALMS = ['demo', 'other', 'master'] as const
const TENANT: Record<Side, string> = {
  demo: '00000000-0000-4000-8000-000000000010',
  other: '00000000-0000-4000-8000-000000000011',
}
const MERCHANT: Record<Side, string> = {
  demo: '00000000-0000-4000-8000-000000000020',
  other: '00000000-0000-4000-8000-000000000023',
}
const EXTERNAL: Record<Side, string> = { demo: 'M-1001', other: 'M-2001' }

const vezne = useVezne()
let realms: Realms
let mints: Record<Realm, Mint>
before(async () => {
  realms = createRealms(vezne.runtime)
  mints = {
    demo: await openMint(vezne, realms, 'tenant-demo', 'cid_test_demo_admin'),
    other: await openMint(vezne, realms, 'tenant-other', 'cid_test_other_admin'),
    master: await openMint(vezne, realms, 'master', 'cid_test_master_admin'),
  }
})
after(async () => {
  realms.close()
})

interface Combination {
  iss: Realm
  claim: Side | undefined
  tenant: Side | undefined
  merchant: Side | undefined
  external: Side | undefined
}

/** Combinations of tenant and merchant (docs/interface/requests.md#order-of-checks): the first step that fails decides. */
const expectedOf = ({ iss, claim, tenant, merchant, external }: Combination): string => {
  if (claim !== (iss === 'master' ? undefined : iss)) return 'invalid_token'
  if (tenant === undefined) return 'tenant_id_required'
  if (tenant !== iss) return 'forbidden'
  const named = merchant ?? external // X-Merchant-Id wins
  return named === undefined || named === iss ? '200' : 'merchant_not_found'
}

const tokenFor = ({ iss, claim }: Combination): string => {
  const mint = mints[iss]
  const { tenant_id: _, ...claims } = claimsOf(mint, Date.now(), {
    roles: [iss === 'master' ? 'platform-admin' : 'tenant-admin'],
  })
  const bound = claim === undefined ? claims : { ...claims, tenant_id: TENANT[claim] }
  return write(headerOf(mint), bound, rs256(mint.key))
}

const combinations: Combination[] = REALMS.flatMap((iss) =>
  SIDES.flatMap((claim) =>
    SIDES.flatMap((tenant) =>
      SIDES.flatMap((merchant) => SIDES.map((external) => ({ iss, claim, tenant, merchant, external }))),
    ),
  ),
)

test(`${combinations.length} combinations on the transfer surface`, async (t) => {
  assert.equal(combinations.length, 3 ** 5)
  const seen: Record<string, number> = {}
  for (const [nth, combination] of combinations.entries()) {
    const { tenant, merchant, external } = combination
    const { status, body } = await vezne.request('transfers', 'GET', '/api/v1/webhooks', {
      token: tokenFor(combination),
      headers: {
        ...(tenant === undefined ? {} : { 'x-tenant-id': TENANT[tenant] }),
        ...(merchant === undefined ? {} : { 'x-merchant-id': MERCHANT[merchant] }),
        ...(external === undefined ? {} : { 'x-external-merchant-id': EXTERNAL[external] }),
      },
      from: 2 + (nth % 200),
    })
    const got = status === 200 ? '200' : body.code
    assert.equal(got, expectedOf(combination), JSON.stringify(combination))
    seen[got] = (seen[got] ?? 0) + 1
  }
  t.diagnostic(JSON.stringify(seen))
  assert.deepEqual(Object.keys(seen).sort(), [
    '200',
    'forbidden',
    'invalid_token',
    'merchant_not_found',
    'tenant_id_required',
  ])
})

const PLAN = {
  code: 'x',
  name: 'x',
  daily_transaction_limit: 0,
  monthly_transaction_limit: 0,
  rate_limit_per_second: 1,
}
const POLICY = { allow_non_3d: true, preferred_three_d_flow: 'pay' }
const BIN = { bank_code: '00901', bin_start: '990000', bin_end: '990000', schema_type: 'Visa', card_type: 'Debit' }
const ID = TENANT.demo

/** What the platform does: a tenant's administrator may do none of it, not even to the own tenant. */
const PLATFORM: [method: string, path: string, body?: object][] = [
  ['GET', '/platform/tenants'],
  ['POST', '/platform/tenants', { slug: 'tenant-mine', display_name: 'x', contact_email: 'a@b.example' }],
  ['GET', '/platform/tenants/tenant-demo'],
  ['POST', `/platform/tenants/${ID}/suspend`, {}],
  ['POST', `/platform/tenants/${ID}/activate`],
  ['PUT', `/platform/tenants/${ID}/plan`, { plan_id: '00000000-0000-4000-8000-000000000004' }],
  ['PUT', `/platform/tenants/${ID}/payment-policy`, POLICY],
  ['GET', '/platform/plans'],
  ['POST', '/platform/plans', PLAN],
  ['GET', '/platform/plans/00000000-0000-4000-8000-000000000001'],
  ['PUT', '/platform/plans/00000000-0000-4000-8000-000000000001', PLAN],
  ['DELETE', '/platform/plans/00000000-0000-4000-8000-000000000003'],
  ['POST', '/lookups/bank-bins', BIN],
  ['PUT', `/lookups/bank-bins/${ID}`, BIN],
  ['DELETE', `/lookups/bank-bins/${ID}`],
]
/** What belongs to a tenant: the platform's administrator reaches none of it. */
const OF_TENANTS: [method: string, path: string, body?: object][] = [
  ['GET', '/merchants'],
  ['POST', '/merchants', { name: 'x' }],
  ['GET', `/merchants/${MERCHANT.demo}`],
  ['PUT', `/merchants/${MERCHANT.demo}`, { name: 'x' }],
  ['DELETE', `/merchants/${MERCHANT.demo}`],
  ['GET', '/tenants/me/api-keys'],
]

test('platform operations with tokens of a tenant, data of tenants with tokens of the platform: forbidden, and nothing changes', async () => {
  const states = async () => [
    (await asPlatform(vezne, 'GET', '/platform/tenants?include_inactive=true')).text,
    (await asPlatform(vezne, 'GET', '/platform/plans?include_inactive=true')).text,
    (await vezne.request('identity', 'GET', '/api/v1/merchants', { token: await vezne.token('admin') })).text,
  ]
  const before = await states()
  for (const [table, token] of [
    [PLATFORM, await vezne.token('admin')],
    [PLATFORM, await vezne.token('m1')],
    [OF_TENANTS, await vezne.token('admin', 'master')],
  ] as const)
    for (const [method, path, body] of table)
      for (const headers of [{}, { 'x-tenant-id': TENANT.demo, 'x-merchant-id': MERCHANT.demo }]) {
        const sent = { token, headers, ...(body === undefined ? {} : { body }) }
        const { status, body: got } = await vezne.request('identity', method, `/api/v1${path}`, sent)
        assert.deepEqual([status, got.code], [403, 'forbidden'], `${method} ${path}`)
      }
  assert.deepEqual(await states(), before)
})

test('a role of the platform in a tenant’s token, a tenant’s role in one of the platform: nothing opens', async () => {
  const forged = (realm: Realm, role: string): string => {
    const claims = claimsOf(mints[realm], Date.now(), { roles: [role] })
    const { tenant_id: _, ...ofMaster } = claims
    return write(headerOf(mints[realm]), realm === 'master' ? ofMaster : claims, rs256(mints[realm].key))
  }
  for (const [method, path] of PLATFORM.filter(([each]) => each === 'GET'))
    assert.equal(
      (await vezne.request('identity', method, `/api/v1${path}`, { token: forged('demo', 'platform-admin') })).status,
      403,
    )
  for (const [method, path] of OF_TENANTS.filter(([each]) => each === 'GET'))
    assert.equal(
      (await vezne.request('identity', method, `/api/v1${path}`, { token: forged('master', 'tenant-admin') })).status,
      403,
    )
})
