/** Whoever locks the other administrator out first does not move the takings of a key either: thirty days are time to notice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { PASSWORD } from '../support/people.ts'
import { makeKey, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const KEYS = '/api/v1/tenants/me/api-keys'
const DAY_MS = 86_400_000
let from = 10
type Call = (method: string, path: string, body?: object) => Promise<Answer['body']>

/** A tenant of two administrators, and a key in use that sells for the first of two merchants. */
interface Rig {
  /** As the first administrator. */
  call: Call
  /** As the second one, and the path of that one's key. */
  asSecond: Call
  other: string
  one: string
  two: string
  till: string
  merchantOf: () => Promise<string>
  move: (to: string) => Promise<Answer['body']>
}
const callerOf =
  (token: string): Call =>
  async (method, path, body) => {
    const answer = await vezne.request('identity', method, path, { token, ...(body ? { body } : {}) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body?.data ?? answer.body
  }

const openRig = async (): Promise<Rig> => {
  const tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  const token = await tokenOf(vezne, tenant, ['tenant-admin'])
  const call = callerOf(token)
  const second = await makeKey(vezne, tenant, ['tenant-admin'])
  const asSecond = callerOf((await second.signIn(from++)).body.access_token)
  const merchant = async (): Promise<string> => (await call('POST', '/api/v1/merchants', { name: 'Shop' })).id
  const [one, two] = [await merchant(), await merchant()]
  const { api_key, secret } = await call('POST', KEYS, { display_name: 'Till', merchant_id: one })
  await asSecond('POST', `${KEYS}/${api_key.id}/confirm`)
  const sent = { client_id: api_key.client_id, client_secret: secret }
  const at = `/api/v1/auth/${tenant.slug}/token`
  const signedIn = await vezne.request('identity', 'POST', at, { body: sent, from: from++ })
  const { items } = await call('GET', `${KEYS}?page_size=100`)
  const theirs = items.find(({ client_id }: { client_id: string }) => client_id === second.clientId)
  return {
    call,
    asSecond,
    other: `${KEYS}/${theirs.id}`,
    one,
    two,
    till: `${KEYS}/${api_key.id}`,
    async merchantOf() {
      const body = paymentBody()
      const paid = await vezne.request('cards', 'POST', '/api/v1/payments', { token: signedIn.body.access_token, body })
      assert.equal(paid.status, 200, paid.text)
      const read = `/api/v1/transactions/${paid.body.transaction_id}`
      return (await vezne.request('cards', 'GET', read, { token })).body.merchant_id
    },
    move: (to) => call('PUT', `${KEYS}/${api_key.id}`, { display_name: 'Till', merchant_id: to }),
  }
}

const ADMIN = { display_name: 'Other', roles: ['tenant-admin'] }
const WAYS: Readonly<Record<string, (rig: Rig) => Promise<unknown>>> = {
  'switched off': ({ call, other }) => call('PUT', other, { ...ADMIN, is_active: false }),
  deleted: ({ call, other }) => call('DELETE', other),
  'made less than an administrator': ({ call, other }) => call('PUT', other, { ...ADMIN, roles: ['pos-viewer'] }),
  'given more, so that it waits itself': ({ call, other }) =>
    call('PUT', other, { ...ADMIN, roles: ['tenant-admin', 'pos-admin'] }),
  'given a new secret': ({ call, other }) => call('POST', `${other}/rotate-secret`),
}
for (const [way, lockOut] of Object.entries(WAYS))
  test(`the other administrator is ${way}: another merchant waits all the same`, async () => {
    const rig = await openRig()
    await lockOut(rig)
    const moved = await rig.move(rig.two)
    assert.deepEqual([moved.merchant_id, moved.awaited], [rig.one, { merchant_id: rig.two }])
    assert.equal(await rig.merchantOf(), rig.one)
  })

test('the role of the other administrator includes less from now on, or the key of somebody who is not there any more is switched off: the same', async () => {
  const emptied = await openRig()
  const role = { name: 'boss', includes: ['tenant-admin'] }
  await emptied.call('POST', '/api/v1/tenants/me/roles', role)
  await emptied.asSecond('PUT', emptied.other, { ...ADMIN, roles: ['boss'] })
  await emptied.call('POST', `${emptied.other}/confirm`)
  const left = await openRig()
  const { api_key } = await left.asSecond('POST', KEYS, ADMIN)
  await left.call('POST', `${KEYS}/${api_key.id}/confirm`)
  await left.call('DELETE', left.other)
  await vezne.moveClock(31 * DAY_MS)
  await emptied.call('PUT', '/api/v1/tenants/me/roles/boss', { includes: ['pos-viewer'] })
  await left.call('PUT', `${KEYS}/${api_key.id}`, { ...ADMIN, is_active: false })
  for (const rig of [emptied, left]) {
    const moved = await rig.move(rig.two)
    assert.deepEqual([moved.merchant_id, moved.awaited], [rig.one, { merchant_id: rig.two }])
  }
})

test('a person who administers is disabled: the same; after thirty days the one who is left decides alone', async () => {
  const rig = await openRig()
  const person = { username: 'other', email: 'other@people.example', password: PASSWORD, roles: ['tenant-admin'] }
  const user = `/api/v1/users/${(await rig.call('POST', '/api/v1/users', person)).id}`
  await rig.asSecond('POST', `${user}/confirm`)
  await rig.call('DELETE', rig.other)
  await vezne.moveClock(31 * DAY_MS)
  await rig.call('PUT', user, { enabled: false })
  const moved = await rig.move(rig.two)
  assert.deepEqual([moved.merchant_id, moved.awaited], [rig.one, { merchant_id: rig.two }])
  await vezne.moveClock(31 * DAY_MS)
  const alone = await rig.move(rig.two)
  assert.deepEqual([alone.merchant_id, alone.awaited], [rig.two, null])
})
