/** Which claim names the merchant of a provider’s people says whose their payments are: it changes by two people, and does not by making the provider again. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { rs256, write } from '../support/forge.ts'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { keys, startStubIssuer } from '../support/stub-issuer.ts'
import { type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

let owner: pg.Client
let tenant: MadeTenant
let one: string
let two: string
/** Administrators, two people. */
let first: string
let second: string
const vezne = useVezne()
const issuer = use(startStubIssuer)
before(async () => {
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  first = await tokenOf(vezne, tenant, ['tenant-admin'])
  second = await tokenOf(vezne, tenant, ['tenant-admin'])
  one = await makeMerchant('M-1')
  two = await makeMerchant('M-2')
})
after(async () => {
  await owner.end()
})

const PATH = '/api/v1/tenants/me/identity-providers'
const call = (as: string, method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, path, { token: as, ...(body ? { body } : {}) })
const done = async (...sent: Parameters<typeof call>): Promise<Answer['body']> => {
  const { status, body, text } = await call(...sent)
  assert.ok(status < 300, text)
  return body
}
const makeMerchant = async (external_id: string): Promise<string> =>
  (await done(first, 'POST', '/api/v1/merchants', { name: 'Shop', external_id })).id
const provider = (merchant_claim?: string) => ({
  name: 'Own people',
  role_mappings: [{ external_role: 'till', role: 'pos-operator' }],
  ...(merchant_claim === undefined ? {} : { merchant_claim }),
})
const make = (as: string, merchant_claim?: string) =>
  done(as, 'POST', PATH, { ...provider(merchant_claim), issuer: issuer.origin })
/** Somebody of the provider, whose token names one merchant as `shop` and the other one as `office`. */
const till = (): string => {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer.origin,
    sub: 'till-1',
    aud: `${vezne.urls.identity}/api/v1/auth/${tenant.slug}`,
    iat: now,
    exp: now + 300,
    roles: ['till'],
    shop: 'M-1',
    office: 'M-2',
  }
  return write({ alg: 'RS256', kid: 'good', typ: 'JWT' }, claims, rs256(keys.privateKey))
}
const merchantOf = async (token: string): Promise<string> => {
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', { token, body: paymentBody() })
  assert.equal(paid.status, 200, paid.text)
  const at = `/api/v1/transactions/${paid.body.transaction_id}`
  return (await vezne.request('cards', 'GET', at, { token: first })).body.merchant_id
}

let at = ''
let token = ''
test('its people sell for their merchant until a second person confirms that another claim names it', async () => {
  at = `${PATH}/${(await make(first, 'shop')).id}`
  await done(second, 'POST', `${at}/confirm`)
  token = till()
  assert.equal(await merchantOf(token), one)
  const asked = await done(first, 'PUT', at, provider('office'))
  assert.deepEqual(
    [asked.merchant_claim, asked.awaited, asked.needs_confirmation],
    ['shop', { merchant_claim: 'office' }, true],
  )
  assert.equal(await merchantOf(token), one)
  assertProblem(await call(first, 'POST', `${at}/confirm`), 'four_eyes_violation')
  const agreed = await done(second, 'POST', `${at}/confirm`, { change_id: asked.change_id })
  assert.deepEqual([agreed.merchant_claim, agreed.awaited, agreed.needs_confirmation], ['office', null, false])
  assert.equal(await merchantOf(token), two)
})

test('no claim instead of one waits as well; the present one, sent again, takes it back', async () => {
  assert.deepEqual((await done(first, 'PUT', at, provider())).awaited, { merchant_claim: null })
  assert.equal(await merchantOf(token), two)
  const back = await done(first, 'PUT', at, provider('office'))
  assert.deepEqual([back.merchant_claim, back.awaited], ['office', null])
})

test('deleted and made again by one person, its people sell for the merchant of before', async () => {
  await done(first, 'DELETE', at)
  const again = await make(first, 'shop')
  assert.deepEqual([again.merchant_claim, again.awaited], ['office', { merchant_claim: 'shop' }])
  assert.equal(await merchantOf(token), two)
  await done(first, 'DELETE', at)
  assert.equal((await make(first, 'office')).awaited, null)
  await done(first, 'DELETE', at)
  await make(first, 'shop')
  assert.equal((await done(second, 'POST', `${at}/confirm`)).merchant_claim, 'shop')
  assert.equal(await merchantOf(token), one)
})

test('a tenant of one person: nobody could confirm, so the claim counts at once', async () => {
  const alone = await makeTenant(vezne)
  const admin = await tokenOf(vezne, alone, ['tenant-admin'])
  const made = await make(admin, 'shop')
  const changed = await done(admin, 'PUT', `${PATH}/${made.id}`, provider('office'))
  assert.deepEqual([changed.merchant_claim, changed.awaited], ['office', null])
})

test('the database does not let a credential that waits for its confirmation change whose payments are', async () => {
  await done(first, 'PUT', at, provider('office'))
  const id = at.slice(PATH.length + 1)
  const change = (sql: string) => owner.query(`update identity_providers set ${sql} where id = $1`, [id])
  await assert.rejects(change(`merchant_claim = 'office'`), /waits for a second person/)
  const made = await done(first, 'POST', '/api/v1/tenants/me/api-keys', { display_name: 'Till', merchant_id: one })
  const keyId = made.api_key.id
  const move = () => owner.query('update clients set merchant_id = $2 where id = $1', [keyId, two])
  await move() // nobody has used it
  await owner.query('update clients set last_used_at = now() where id = $1', [keyId])
  await assert.rejects(owner.query('update clients set merchant_id = $2 where id = $1', [keyId, one]), /waits for/)
})
