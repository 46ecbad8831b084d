/** Card numbers that belong to no test card, sent in every member a caller controls: the scan at the end of the run looks for them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { paymentBody } from '../../support/payments.ts'
import { startReceiver } from '../../support/receiver.ts'
import { noteKnown } from '../../support/seen.ts'
import { useVezne } from '../../support/vezne.ts'
import { hasCheckDigit } from './shapes.ts'

const vezne = useVezne()
let token: string
before(async () => {
  token = await vezne.token('admin', 'tenant-load')
})

/** Random, so that nothing else on the disk holds it. A bank of the BIN table issues the range; as a card, others go too. */
const canary = (bin = '400684'): string => {
  const body = bin + String(Math.floor(Math.random() * 1e9)).padStart(9, '0')
  const digits = [...'0123456789'].map((last) => body + last).find(hasCheckDigit) as string
  noteKnown('card', digits)
  return digits
}
const pay = (change: object = {}, headers: Record<string, string> = {}) =>
  vezne.request('cards', 'POST', '/api/v1/payments', { token, body: paymentBody(change), headers })
const grouped = (digits: string, by: string): string => digits.replace(/(.{4})(?=.)/g, `$1${by}`)

test('as the card of a payment: sold, refused, malformed', async () => {
  for (const card of [{}, { cvv: '739' }, { expire_year: '2020' }, { cvv: '73' }, { holder_name: '' }, { number: 1 }]) {
    for (const bin of [undefined, '454360', '520123', '979299']) await pay({ card: { number: canary(bin), ...card } })
    const number = canary()
    await pay({ card: { number, cvv: '739', ...card } })
    await pay({ card: { number: grouped(number, ' '), cvv: '739', ...card } })
    await pay({ card: { number: grouped(number, '-'), ...card } })
  }
  const number = canary()
  assert.equal((await pay({ card: { number: Number(number) } })).status, 400)
  assert.equal((await pay({ card: { number: `${number}0` } })).status, 422)
})

test('as another member, as a name, in broken JSON', async () => {
  for (const member of ['external_id', 'basket_id', 'holder_name', 'nmber', canary()]) await pay({ [member]: canary() })
  await pay({ extra_properties: { note: canary(), [canary()]: 'x' } })
  await pay({ card: { holder_name: canary() } })
  await pay({ card: { number: canary(), [canary()]: canary() } })
  await pay({ amount: { amount: Number(canary()), currency: canary() } })
  for (const body of [
    `{"card":{"number":"${canary()}","number":"${canary()}"}}`,
    `{"a":${canary()}x`,
    `${canary()}`,
    `"${canary()}`,
  ])
    await vezne.request('cards', 'POST', '/api/v1/payments', { token, body })
  for (const type of ['text/plain', `application/${canary()}`])
    await vezne.request('cards', 'POST', '/api/v1/payments', {
      token,
      body: canary(),
      headers: { 'content-type': type },
    })
})

test('in addresses and headers', async () => {
  for (const path of [
    `/api/v1/payments/${canary()}`,
    `/${canary()}`,
    `/api/v1/transactions?search_term=${canary()}`,
    `/api/v1/transactions?page=${canary()}`,
    `/api/v1/transactions?${canary()}=1`,
    `/api/v1/lookups/bins/${canary()}`,
    `/api/v1/Trace/${canary()}`,
  ])
    await vezne.request('cards', 'GET', path, { token })
  for (const name of [
    'idempotency-key',
    'x-request-id',
    'user-agent',
    'x-external-merchant-id',
    'x-merchant-id',
    'x-tenant-id',
    'x-forwarded-for',
    'accept-language',
    'traceparent',
  ])
    await pay({}, { [name]: canary() })
  await vezne.request('cards', 'GET', '/api/v1/transactions', { token: canary() })
})

test('in the operations of identity', async () => {
  const auth = (realm: string, body: object) =>
    vezne.request('identity', 'POST', `/api/v1/auth/${realm}/token`, { body })
  await auth(canary(), {})
  await auth('tenant-load', { grant_type: canary(), client_id: canary(), client_secret: canary() })
  await auth('tenant-load', { grant_type: 'client_credentials', client_id: canary(), client_secret: canary() })
  await vezne.request('identity', 'POST', '/api/v1/auth/tenant-load/refresh', { body: { refresh_token: canary() } })
  const step = (name: string, body: object) =>
    vezne.request('identity', 'POST', `/api/v1/auth/tenant-load/${name}`, { body })
  await step('login', { username: canary(), password: canary() })
  await step('login', { username: `${canary()}@shop.example`, password: canary() })
  await step('change-password', { username: canary(), password: canary(), new_password: canary() })
  const user = { username: `u-${canary()}`, email: `${canary()}@shop.example`, password: canary(), roles: [] }
  await vezne.request('identity', 'POST', '/api/v1/users', { token, body: user })
  await vezne.request('identity', 'POST', '/api/v1/tenants/me/roles', {
    token,
    body: { name: canary(), description: canary(), includes: ['pos-viewer'] },
  })
  await vezne.request('identity', 'GET', `/api/v1/users?search=${canary()}`, { token })
})

test('as a subscriber: in the URL, the description, and the response', async () => {
  const answer = [canary(), canary(), canary()]
  const target = await startReceiver((_, response) => {
    response
      .writeHead(500, { 'x-card': answer[0] as string })
      .end(`${answer[1]} cvv=739 ${grouped(answer[2] as string, '-')}`)
  })
  const subscribe = (change: object) =>
    vezne.request('cards', 'POST', '/api/v1/webhook-subscriptions', {
      token,
      body: { url: `${target.origin}/hook`, events: ['*'], ...change },
    })
  await subscribe({})
  await subscribe({ url: `${target.origin}/${canary()}` })
  await subscribe({ description: canary(), events: [canary()] })
  const paid = await pay({ card: { number: canary() } })
  await target.until(1)
  for (const path of [`Trace/${paid.headers['x-correlation-id']}`, 'api-request-logs', 'transactions'])
    assert.equal((await vezne.request('cards', 'GET', `/api/v1/${path}`, { token })).status, 200)
  await target.close()
})

test('as a question: is this number one?', async () => {
  for (const number of [canary(), grouped(canary(), ' '), `${canary()}1`])
    await vezne.request('cards', 'POST', '/api/v1/validation/card', { token, body: { card_number: number, number } })
  await vezne.request('cards', 'POST', '/api/v1/validation/iban', { token, body: { iban: canary() } })
})
