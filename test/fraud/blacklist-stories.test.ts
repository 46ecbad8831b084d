/** What is on the blacklist is stopped: transfers and payments, by every type of entry, for whom it is meant and for as long as it is. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { GOOD_IBAN, item, startTransferTeam } from '../support/transfers.ts'
import { use } from '../support/use.ts'
import type { Vezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const OTHER_IBAN = 'TR860090100000000000009001'
const MERCHANT = 'M-1001'
const HOUR_MS = 3_600_000

const team = use(startTransferTeam)
let vezne: Vezne
before(async () => {
  vezne = team.vezne
})

type Side = 'platform' | 'tenant'
const fraud = async (side: Side, method: string, path = '', body?: unknown): Promise<Answer> =>
  vezne.request('fraud', method, `/api/v1${side === 'platform' ? '/platform' : ''}/fraud/blacklist${path}`, {
    token: await (side === 'platform' ? vezne.token('admin', 'master') : vezne.token('fraud')),
    ...(body === undefined ? {} : { body }),
  })
/** Returns what lifts it again. */
const list = async (type: string, value: string, more: Json = {}, side: Side = 'tenant') => {
  const body = { entry_type: type, value, ...(side === 'platform' ? { scope: 'global' } : {}), ...more }
  const answer = await fraud(side, 'POST', '', body)
  assert.equal(answer.status, 201, answer.text)
  return async () => assert.equal((await fraud(side, 'DELETE', `/${answer.body.id}`)).status, 204)
}
const pay = async (change: Json = {}, realm = 'tenant-demo'): Promise<Answer> =>
  vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('admin', realm),
    body: paymentBody(change),
    headers: realm === 'tenant-demo' ? { 'x-external-merchant-id': MERCHANT } : {},
  })
const paid = async (change: Json = {}, realm?: string): Promise<void> => {
  const answer = await pay(change, realm)
  assert.equal(answer.status, 200, answer.text)
}
const blocked = async (change: Json = {}, realm?: string): Promise<Json> =>
  assertProblem(await pay(change, realm), 'fraud_blocked')
const transfer = (...items: Json[]): Promise<Answer> =>
  team.call('maker', 'POST', '/api/v1/transfers/bulk/create', { items })
const to = (iban: string): Json => item({ recipient: { iban, holder_name: 'Ayşe Yılmaz' } })

test('a blacklisted IBAN blocks the call; lifted, the same transfer is made', async () => {
  assert.equal((await transfer(to(GOOD_IBAN))).status, 201)
  const lift = await list('iban', 'tr16 0090 1000 0000 0000 0090 00', { reason: 'reported by the bank' })
  const answer = await transfer(to(OTHER_IBAN), to(GOOD_IBAN))
  assertProblem(answer, 'fraud_blocked')
  assert.ok(JSON.stringify(answer.body.errors).includes('items[1]'), answer.text)
  assert.equal((await transfer(to(OTHER_IBAN))).status, 201)
  await lift()
  assert.equal((await transfer(to(OTHER_IBAN), to(GOOD_IBAN))).status, 201)
})

test('a blacklisted IBAN blocks the same account by its number, written short or whole', async () => {
  const numbers = ['0000000000009000', '9000', '00 9000']
  const [whole, ...others] = numbers.map((account_number) =>
    item({ transfer_type: 'remittance', recipient: { account_number, holder_name: 'Ayşe Yılmaz' } }),
  ) as [Json, ...Json[]]
  assert.equal((await transfer(whole)).status, 201)
  const lift = await list('iban', GOOD_IBAN)
  for (const order of [whole, ...others]) assertProblem(await transfer(order), 'fraud_blocked')
  const other = item({ transfer_type: 'remittance', recipient: { account_number: '100001', holder_name: 'Ayşe' } })
  assert.equal((await transfer(other)).status, 201)
  await lift()
  assert.equal((await transfer(whole)).status, 201)
})

test('a card is refused as a recipient, too', async () => {
  const recipient = { holder_name: 'Ayşe Yılmaz', card_details: { card_number: CARDS.debit } }
  const toCard = item({ transfer_type: 'credit_card', recipient })
  assert.equal((await transfer(toCard)).status, 201)
  const lift = await list('card', CARDS.debit)
  assertProblem(await transfer(toCard), 'fraud_blocked')
  await lift()
  assert.equal((await transfer(toCard)).status, 201)
})

const STOPS: [type: string, value: string, stopped: Json, passes: Json][] = [
  ['card', '4022 7740 2277 4026', { card: { number: CARDS.debit } }, {}],
  ['email', 'Thief@Bad.Example', { buyer: { email: 'thief@bad.example' } }, { buyer: { email: 'a@bad.example' } }],
  ['email', '@evil.example', { buyer: { email: 'Any@EVIL.example' } }, { buyer: { email: 'a@not.evil.example' } }],
  ['ip', '198.51.100.7', { buyer: { ip_address: '198.51.100.7' } }, { buyer: { ip_address: '198.51.100.8' } }],
  ['ip', '198.51.100.0/25', { buyer: { ip_address: '198.51.100.9' } }, { buyer: { ip_address: '198.51.100.129' } }],
  ['ip', '2001:db8::/32', { buyer: { ip_address: '2001:DB8:5::1' } }, { buyer: { ip_address: '2001:db9::1' } }],
  [
    'device',
    'fp-1',
    { extra_properties: { device_fingerprint: 'fp-1' } },
    { extra_properties: { device_fingerprint: 'FP-1' } },
  ],
]
for (const [type, value, stopped, passes] of STOPS)
  test(`${type} ${value} stops a payment, and no other`, async () => {
    await paid(stopped)
    const lift = await list(type, value)
    const { transaction_id } = await blocked(stopped)
    assert.ok(transaction_id)
    await paid(passes)
    await lift()
    await paid(stopped)
  })

test('a merchant is stopped by its own name', async () => {
  const lift = await list('merchant_external_id', MERCHANT)
  await blocked()
  assertProblem(await transfer(to(GOOD_IBAN)), 'fraud_blocked')
  await lift()
  await paid()
})

test('until an entry expires, by the platform’s clock', async () => {
  await list('device', 'for an hour', { expires_at: new Date(vezne.runtime.clock.ms() + HOUR_MS).toISOString() })
  const payment = { extra_properties: { device_fingerprint: 'for an hour' } }
  await blocked(payment)
  await vezne.moveClock(HOUR_MS)
  await paid(payment)
})

test('an entry of a tenant stops its own payments, one of the platform those of all tenants', async () => {
  const payment = { extra_properties: { device_fingerprint: 'shared' } }
  const liftOwn = await list('device', 'shared')
  await blocked(payment)
  await paid(payment, 'tenant-other')
  await liftOwn()
  const liftAll = await list('device', 'shared', {}, 'platform')
  await blocked(payment)
  await blocked(payment, 'tenant-other')
  await liftAll()
  await paid(payment)
  await paid(payment, 'tenant-other')
})

test('the check names the types that matched, and the built-in rule that stopped it', async () => {
  const lifts = [await list('email', 'known@bad.example'), await list('ip', '203.0.113.9')]
  await blocked({ buyer: { email: 'known@bad.example', ip_address: '203.0.113.9' } })
  const { body } = await vezne.request('fraud', 'GET', '/api/v1/fraud/logs?page_size=1', {
    token: await vezne.token('fraud'),
  })
  const [check] = body.items
  assert.deepEqual([check.decision, check.reason_codes, check.score], ['block', 'BUILTIN-BLACKLIST', 100])
  for (const lift of lifts) await lift()
})
