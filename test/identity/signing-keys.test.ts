/** Rotation of signing keys by the platform: scheduled without interruption, and at once after a leak. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authPath, headerIn, signIn } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const PATH = '/api/v1/platform/realms/tenant-load/signing-keys'
const vezne = useVezne()

const ask = async (method: string, path = PATH, realm = 'master') =>
  vezne.request('identity', method, path, { token: await vezne.token('admin', realm) })
const fresh = async (): Promise<string> => (await signIn(vezne, 'admin', 'tenant-load', 0)).body.access_token
const statusOf = async (token: string) => (await vezne.request('identity', 'GET', '/api/v1/me', { token })).status
const states = async () => (await ask('GET')).body.items.map(({ status }: { status: string }) => status)

test('a change: published, then it waits its five minutes; one at a time; tokens stay good', async () => {
  const token = await fresh()
  assert.deepEqual(await states(), ['active'])
  const made = await ask('POST')
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.status, 'published')
  assert.deepEqual(await states(), ['published', 'active'])
  const set = await vezne.request('identity', 'GET', authPath('tenant-load', '.well-known/jwks.json'))
  assert.equal(set.body.keys[0].kid, made.body.kid)
  assert.equal((await ask('POST')).status, 409)
  assert.equal(await statusOf(token), 200)
  assert.equal(headerIn(await fresh()).kid, headerIn(token).kid)
})

test('the key that signs leaked: its tokens are refused at once, new ones work at once', async () => {
  const token = await fresh()
  const { kid } = headerIn(token)
  assert.equal((await ask('DELETE', `${PATH}/${kid}`)).status, 204)
  assert.equal(await statusOf(token), 401)
  const next = await fresh()
  assert.notEqual(headerIn(next).kid, kid)
  assert.equal(await statusOf(next), 200)
  assert.deepEqual(await states(), ['published', 'active'])
  assert.equal((await ask('DELETE', `${PATH}/${kid}`)).status, 404)
})

test('a key that does not sign yet is revoked without harm', async () => {
  const token = await fresh()
  const [next] = (await ask('GET')).body.items
  assert.equal(next.status, 'published')
  assert.equal((await ask('DELETE', `${PATH}/${next.kid}`)).status, 204)
  assert.equal(await statusOf(token), 200)
  assert.deepEqual(await states(), ['active'])
})

test('the platform’s own realm has keys, too; others may not change any, and unknown realms have none', async () => {
  assert.equal((await ask('GET', '/api/v1/platform/realms/master/signing-keys')).body.items.length, 1)
  for (const method of ['GET', 'POST']) assert.equal((await ask(method, PATH, 'tenant-load')).status, 403)
  assert.equal((await ask('GET', PATH.replace('load', 'nobody'))).body.code, 'realm_not_found')
})
