/** Rights revoked over HTTP at one process while tokens are valid: the other refuses money-moving writes, and none passes later. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import type { VezneProcess } from '../support/process.ts'
import { CARDS_AT, callBeside, IDENTITY_AT, startBeside } from '../support/second-process.ts'
import { asPlatform, makeKey, makeTenant } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let other: VezneProcess
before(async () => {
  other = await startBeside(vezne)
})
after(async () => {
  other.kill('SIGTERM')
  await other.exit
})

const LATE = 40 // writes after the first refusal, of each row: none may pass
const UNLIMITED = '00000000-0000-4000-8000-000000000004'
const PLAN = {
  code: 'taken-away',
  name: 'Taken away',
  daily_transaction_limit: 0,
  monthly_transaction_limit: 0,
  rate_limit_per_second: 1_000,
  feature_codes: ['card_payments'],
}
const WITHOUT_CARDS = { ...PLAN, code: 'without-cards', feature_codes: ['transfers'] }

interface Shop {
  tenantId: string
  merchantId: string
  planId: string
  keyId: string
  /** Of tenant-admin, which administers. */
  admin: string
}
type Step = (shop: Shop) => Promise<{ status: number; text: string }>
const onTenant =
  (step: string): Step =>
  ({ tenantId }) =>
    asPlatform(vezne, 'POST', `/platform/tenants/${tenantId}/${step}`)
const onMerchant =
  (change: object): Step =>
  async ({ admin, merchantId }) =>
    vezne.request('identity', 'PUT', `/api/v1/merchants/${merchantId}`, {
      token: admin,
      body: { name: 'Shop', ...change },
    })
const onPlan =
  (change: object): Step =>
  ({ planId }) =>
    asPlatform(vezne, 'PUT', `/platform/plans/${planId}`, { ...PLAN, ...change })
const onKey =
  (change: object): Step =>
  ({ tenantId, keyId }) =>
    asPlatform(vezne, 'PUT', `/platform/tenants/${tenantId}/api-keys/${keyId}`, {
      display_name: 'Till',
      roles: ['pos-operator'],
      ...change,
    })
const toPlan =
  (plan: (shop: Shop) => Promise<string> | string): Step =>
  async (shop) =>
    asPlatform(vezne, 'PUT', `/platform/tenants/${shop.tenantId}/plan`, { plan_id: await plan(shop) })
const withoutCards = async (): Promise<string> => {
  const made = await asPlatform(vezne, 'POST', '/platform/plans', WITHOUT_CARDS, { 'idempotency-key': 'without-cards' })
  return made.body.id
}

/** What is revoked, how the write is refused then, and how it is restored. */
const TABLE: [name: string, away: Step, code: string, back: Step][] = [
  ['tenant suspended', onTenant('suspend'), 'realm_suspended', onTenant('activate')],
  ['merchant inactive', onMerchant({ is_active: false }), 'merchant_inactive', onMerchant({ is_active: true })],
  ['licence out of the plan', onPlan({ feature_codes: [] }), 'product_not_licensed', onPlan({})],
  ['plan without the licence', toPlan(withoutCards), 'product_not_licensed', toPlan(({ planId }) => planId)],
  ['role taken from the key', onKey({ roles: ['pos-viewer'] }), 'forbidden', onKey({})],
  ['key switched off', onKey({ is_active: false }), 'invalid_token', onKey({ is_active: true })],
]

test('money-moving writes at another process are refused, late ones accepted: 0', async (t) => {
  const plan = (await asPlatform(vezne, 'POST', '/platform/plans', PLAN)).body
  const tenant = await makeTenant(vezne, { plan_id: UNLIMITED })
  const shop = await openShop(tenant, plan.id)
  let token = await shop.signIn()
  const pay = () => callBeside(other, CARDS_AT, 'POST', '/payments', { token, body: paymentBody() })
  let late = 0
  for (const [name, away, code, back] of TABLE) {
    assert.equal((await pay()).status, 200, name)
    const done = await away(shop)
    assert.equal(done.status, 200, `${name}: ${done.text}`)
    const at = performance.now()
    await until(`${name} holds there`, async () => (await pay()).body.code === code)
    t.diagnostic(`${name}: refused after ${(performance.now() - at).toFixed(0)} ms`)
    const answers = await Promise.all(Array.from({ length: LATE }, pay))
    late += answers.filter(({ status }) => status < 300).length
    assert.deepEqual([...new Set(answers.map(({ body }) => body.code))], [code], name)
    const given = await back(shop)
    assert.equal(given.status, 200, `${name}: ${given.text}`)
    if (code === 'invalid_token') token = await shop.signIn() // those of before stay ended
    await until(`${name} is given back there`, async () => (await pay()).status === 200)
  }
  t.diagnostic(`late accepted writes: ${late} of ${LATE * TABLE.length}`)
  assert.equal(late, 0)
})

const openShop = async (
  tenant: { id: string; slug: string },
  planId: string,
): Promise<Shop & { signIn: () => Promise<string> }> => {
  const admin = (await (await makeKey(vezne, tenant, ['tenant-admin'])).signIn(160)).body.access_token
  const merchant = await vezne.request('identity', 'POST', '/api/v1/merchants', {
    token: admin,
    body: { name: 'Shop' },
  })
  await asPlatform(vezne, 'PUT', `/platform/tenants/${tenant.id}/plan`, { plan_id: planId })
  const key = await asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/api-keys`, {
    display_name: 'Till',
    roles: ['pos-operator'],
  })
  const body = { client_id: key.body.api_key.client_id, client_secret: key.body.secret }
  const at = `/api/v1/auth/${tenant.slug}/token`
  return {
    tenantId: tenant.id,
    merchantId: merchant.body.id,
    planId,
    keyId: key.body.api_key.id,
    admin,
    signIn: async () => (await vezne.request('identity', 'POST', at, { body, from: 161 })).body.access_token,
  }
}

test('a tenant created at one process is served at the other at once, its tokens and its refusals', async () => {
  const tenant = await makeTenant(vezne)
  const key = await makeKey(vezne, tenant, ['tenant-admin'])
  const { access_token } = (await key.signIn(162)).body
  const me = () => callBeside(other, IDENTITY_AT, 'GET', '/me', { token: access_token })
  assert.equal((await me()).body.tenant_id, tenant.id)
  const signIn = async () => {
    const answer = await fetch(`http://127.0.0.1:${other.portBase + IDENTITY_AT}/api/v1/auth/${tenant.slug}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: key.clientId, client_secret: 'cs_test_wrong' }),
    })
    return ((await answer.json()) as { code: string }).code
  }
  assert.equal(await signIn(), 'invalid_credentials')
})
