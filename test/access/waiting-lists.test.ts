/** Lists leave the rows of which something waits for a second person, and those that the caller may decide: never what he asked for himself. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { openPeople } from '../support/people.ts'
import { startStubIssuer } from '../support/stub-issuer.ts'
import { asPlatform, tokenOf } from '../support/tenants.ts'
import { FALLBACK, MARKET, PRIMARY, startTwoPeople, TENANT } from '../support/two-banks.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any
type Surface = 'cards' | 'identity'

const two = use(startTwoPeople)
const issuer = use(startStubIssuer)
let tokens: Readonly<Record<'first' | 'second' | 'viewer', string>>
before(async () => {
  const people = openPeople(two.vezne)
  await people.make('looks', { roles: ['tenant-admin'] })
  tokens = {
    first: await two.vezne.token('admin'),
    second: await people.token('admin@demo.example', people.demoPassword('admin@demo.example')),
    viewer: await people.token('looks'),
  }
  await two.only(PRIMARY, FALLBACK)
  await two.wantTwo()
  await ask('first', 'cards', 'POST', '/settings', { key: 'chargebacks.four_eyes', value: 'true' })
  await ask('first', 'cards', 'POST', '/payments', paymentBody())
})

const ask = async (
  who: keyof typeof tokens,
  surface: Surface,
  method: string,
  path: string,
  body?: object,
): Promise<Json> => {
  const answer = await two.vezne.request(surface, method, `/api/v1${path}`, {
    token: tokens[who],
    ...(body === undefined ? {} : { body }),
    ...(path === '/payments' ? { headers: { 'x-merchant-id': MARKET } } : {}),
  })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

/** Asks for something, and says where it is listed and under which id. */
const WAITING: readonly [what: string, surface: Surface, list: string, ask: () => Promise<string>][] = [
  [
    'an external id',
    'identity',
    '/merchants?include_inactive=true&',
    async () => (await ask('first', 'identity', 'PATCH', `/merchants/${MARKET}`, { external_id: 'LIST-1' })).id,
  ],
  [
    'a key',
    'identity',
    '/tenants/me/api-keys?include_inactive=true&',
    async () => (await ask('first', 'identity', 'POST', '/tenants/me/api-keys', { display_name: 'Till' })).api_key.id,
  ],
  [
    'a person',
    'identity',
    '/users?',
    async () => {
      const body = { username: 'listed', email: 'listed@demo.example', roles: ['pos-viewer'] }
      return (await ask('first', 'identity', 'POST', '/users', body)).data.id
    },
  ],
  [
    'a provider',
    'identity',
    '/tenants/me/identity-providers?include_inactive=true&',
    async () => {
      const body = { name: 'Own people', issuer: issuer.origin, role_mappings: [] }
      return (await ask('first', 'identity', 'POST', '/tenants/me/identity-providers', body)).id
    },
  ],
  [
    'a bank profile',
    'cards',
    '/merchants/bank-profile-changes?',
    async () => {
      const body = { connector_config_id: FALLBACK, sub_merchant_id: 'S-1' }
      return (await ask('first', 'cards', 'POST', `/merchants/${MARKET}/bank-profiles`, body)).id
    },
  ],
  [
    'a chargeback',
    'cards',
    '/chargebacks?',
    async () => {
      const { transaction_id } = await ask('first', 'cards', 'POST', '/payments', paymentBody())
      const { id } = await ask('first', 'cards', 'POST', '/chargebacks', { transaction_id, amount: 100 })
      await ask('first', 'cards', 'PUT', `/chargebacks/${id}/status`, { action: 'lose' })
      return id
    },
  ],
]

for (const [what, surface, list, asked] of WAITING)
  test(`${what}: listed for whoever decides it`, async () => {
    const idsOf = async (who: keyof typeof tokens, filter: string): Promise<string[]> => {
      const page = await ask(who, surface, 'GET', `${list}${filter}&page_size=100`)
      return (page.data ?? page).items.map(({ id }: Json) => id)
    }
    const isChanges = list.includes('changes')
    const all = isChanges ? 'page=1' : 'waits=true'
    const before = await idsOf('first', all)
    const id = await asked()
    assert.deepEqual((await idsOf('first', all)).sort(), [...before, id].sort())
    assert.ok((await idsOf('second', 'waits_for=me')).includes(id), 'the other person')
    assert.ok(!(await idsOf('first', 'waits_for=me')).includes(id), 'who asked')
    assert.deepEqual(await idsOf('viewer', 'waits_for=me'), [], 'who waits for a confirmation, too')
  })

test('a key is listed for nobody who cannot confirm it: who is bound to its merchant, and the platform', async () => {
  const body = { display_name: 'Counter', merchant_id: MARKET }
  const { id } = (await ask('first', 'identity', 'POST', '/tenants/me/api-keys', body)).api_key
  const bound = await tokenOf(two.vezne, { id: TENANT, slug: 'tenant-demo' }, ['tenant-admin'], MARKET)
  const own = async (filter: string): Promise<string[]> => {
    const path = `/api/v1/tenants/me/api-keys?${filter}`
    return (await two.vezne.request('identity', 'GET', path, { token: bound })).body.items.map((key: Json) => key.id)
  }
  assert.ok((await own('waits=true')).includes(id))
  assert.deepEqual(await own('waits_for=me'), [])
  const ofPlatform = async (tenant: string, filter: string) =>
    asPlatform(two.vezne, 'GET', `/platform/tenants/${tenant}/api-keys?${filter}`)
  assert.ok((await ofPlatform(TENANT, 'waits=true')).body.total_count > 0)
  assert.equal((await ofPlatform(TENANT, 'waits_for=me')).body.total_count, 0)
  assert.equal((await ofPlatform(MARKET, 'waits_for=me')).status, 404)
})
