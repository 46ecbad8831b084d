/** A suspended tenant: every surface refuses it, work under way completes, and is resolved when the tenant is activated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { ok, startReceiver } from '../support/receiver.ts'
import { asPlatform } from '../support/tenants.ts'
import { authPath, signIn } from '../support/tokens.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
const vezne = useVezne()
const shop = use(() => startReceiver(ok))

const step = async (name: 'suspend' | 'activate'): Promise<void> => {
  const { status, text } = await asPlatform(vezne, 'POST', `/platform/tenants/${DEMO}/${name}`)
  assert.equal(status, 200, text)
}

test('token, refresh, login and every surface return realm_suspended; activated, all of them work again', async () => {
  const { body: tokens } = await signIn(vezne, 'admin', 'tenant-demo', 120)
  const [user] = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-demo')?.users ?? []
  const refresh = (refresh_token: string) =>
    vezne.request('identity', 'POST', authPath('tenant-demo', 'refresh'), { body: { refresh_token } })
  const logIn = () =>
    vezne.request('identity', 'POST', authPath('tenant-demo', 'login'), {
      body: { username: user?.email, password: user?.password },
      from: 121,
    })
  const headers = { 'x-tenant-id': DEMO }
  const surfaces = [
    ['cards', '/api/v1/transactions'],
    ['transfers', '/api/v1/webhooks'],
    ['identity', '/api/v1/merchants'],
  ] as const
  await step('suspend')
  assertProblem(await signIn(vezne, 'admin', 'tenant-demo', 122), 'realm_suspended')
  assertProblem(await refresh(tokens.refresh_token), 'realm_suspended')
  assertProblem(await logIn(), 'realm_suspended')
  for (const [surface, path] of surfaces)
    assertProblem(await vezne.request(surface, 'GET', path, { token: tokens.access_token, headers }), 'realm_suspended')
  await step('activate')
  assert.equal((await signIn(vezne, 'admin', 'tenant-demo', 123)).status, 200)
  assert.equal((await logIn()).status, 200)
  assert.equal((await refresh(tokens.refresh_token)).status, 200, 'the refused refresh did not use it up')
  for (const [surface, path] of surfaces)
    assert.equal((await vezne.request(surface, 'GET', path, { token: tokens.access_token, headers })).status, 200)
})

test('a payment without a bank response is resolved and announced although its tenant is suspended meanwhile', async () => {
  const token = await vezne.token('admin')
  const call = (method: string, path: string, body?: unknown) =>
    vezne.request('cards', method, `/api/v1${path}`, {
      token,
      headers: { 'x-external-merchant-id': 'M-1001' },
      ...(body === undefined ? {} : { body }),
    })
  await call('POST', '/webhook-subscriptions', { url: `${shop.origin}/hook`, events: ['payment.failed'] })
  const answer = await call('POST', '/payments', paymentBody({ card: { number: CARDS.timeout } }))
  assert.equal(answer.status, 202, answer.text)
  await step('suspend')
  await vezne.moveClock(120_000)
  const [delivered] = await shop.until(1)
  assert.ok(delivered?.body.includes(answer.body.transaction_id))
  assertProblem(await call('GET', `/payments/${answer.body.transaction_id}`), 'realm_suspended')
  await step('activate')
  await until('settled', async () => {
    const { body } = await call('GET', `/payments/${answer.body.transaction_id}`)
    return body.status === 'failed' && body.error_code === 'bank_timeout'
  })
})
