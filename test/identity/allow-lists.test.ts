/** Production keys that reach transfers name the addresses they are used from, whichever role they reach them by, and name few. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { noteKnown } from '../support/seen.ts'
import { asPlatform, makeTenant } from '../support/tenants.ts'
import { authPath, change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

let tenant: { id: string; slug: string }
/** Of the first key. */
let admin: string
const vezne = useVezne({ config: { env: 'production' } })
before(async () => {
  tenant = await makeTenant(vezne)
  admin = await tokenOf(await first({ roles: ['tenant-admin'], allowed_ips: '127.0.0.0/8' }))
})

const OWN = '/api/v1/tenants/me'
const first = (body: object): Promise<Answer> =>
  asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/api-keys`, { display_name: 'First', ...body })
const call = (method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, path, { token: admin, ...(body === undefined ? {} : { body }) })
const made = (body: object) => call('POST', `${OWN}/api-keys`, { display_name: 'Made in a test', ...body })
const signIn = (key: Answer): Promise<Answer> => {
  assert.equal(key.status, 201, key.text)
  noteKnown('secret', key.body.secret)
  const body = { client_id: key.body.api_key.client_id, client_secret: key.body.secret }
  return vezne.request('identity', 'POST', authPath(tenant.slug, 'token'), { body })
}
const tokenOf = async (key: Answer): Promise<string> => {
  const answer = await signIn(key)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.access_token
}

const ROLES = ['tenant-admin', 'transfer-admin', 'transfer-operator', 'transfer-viewer', 'transfer-merchant-user']
for (const role of ROLES)
  test(`${role}: no key without addresses`, async () => {
    assertProblem(await first({ roles: [role] }), 'validation_failed', /allowed_ips/)
    assertProblem(await made({ roles: [role] }), 'validation_failed', /allowed_ips/)
  })

const LISTS: [list: string, isTaken: boolean][] = [
  ['0.0.0.0/0', false],
  ['::/0', false],
  ['0.0.0.0/1,128.0.0.0/1', false],
  ['203.0.113.0/24, 10.0.0.0/7', false],
  ['2001:db8::/31', false],
  ['10.0.0.0/8,11.0.0.0/8,12.0.0.0/8,13.0.0.0/8,14.0.0.0/32', false],
  [Array.from({ length: 256 }, (_, at) => `${at}.0.0.0/8`).join(), false],
  ['10.0.0.0/8,127.0.0.0/8,203.0.113.0/24,2001:db8::/32', true],
]
for (const [list, isTaken] of LISTS)
  test(`${list.slice(0, 60)} is ${isTaken ? '' : 'not '}a list of addresses`, async () => {
    const answer = await made({ roles: ['tenant-admin'], allowed_ips: list })
    if (isTaken) assert.equal(answer.status, 201, answer.text)
    else assertProblem(answer, 'validation_failed', /allowed_ips/)
    const shop = await made({ roles: ['pos-operator'], allowed_ips: list })
    assert.equal(shop.status, 201, 'it reaches no transfers')
  })

test('a key that got no list, or one of everywhere, before it was asked for gets no tokens', async () => {
  const key = await made({ roles: ['tenant-admin'], allowed_ips: '127.0.0.1' })
  for (const list of [null, '', '0.0.0.0/0', '0.0.0.0/1,128.0.0.0/1']) {
    await change(vezne, 'update clients set allowed_ips = $2 where id = $1', [key.body.api_key.id, list])
    assertProblem(await signIn(key), 'ip_not_allowed', /allow-list/)
  }
})

test('a role of the tenant’s own that comes to reach transfers: running tokens of a key without a list do not', async () => {
  assert.equal((await call('POST', `${OWN}/roles`, { name: 'clerk', includes: ['pos-viewer'] })).status, 201)
  const [open, bound] = [
    await tokenOf(await made({ roles: ['clerk'] })),
    await tokenOf(await made({ roles: ['clerk'], allowed_ips: '127.0.0.1' })),
  ]
  const grown = await call('PUT', `${OWN}/roles/clerk`, { includes: ['pos-viewer', 'transfer-operator'] })
  assert.equal(grown.status, 200, grown.text)
  const list = (surface: 'cards' | 'transfers', token: string) =>
    vezne.request(surface, 'GET', surface === 'cards' ? '/api/v1/transactions' : '/api/v1/transfers', {
      token,
      headers: { 'x-tenant-id': tenant.id },
    })
  assertProblem(await list('transfers', open), 'forbidden', /allowed_ips/)
  assert.equal((await list('cards', open)).status, 200)
  assert.equal((await list('transfers', bound)).status, 200)
})
