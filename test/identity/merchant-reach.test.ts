/** What a caller bound to one merchant sees of banks' records, calls and traces: its own merchant's, as the payment itself. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import type { Answer } from '../support/http.ts'
import { LOAD_MERCHANT, LOAD_TENANT, RECEIVERS, startLoadTeam } from '../support/load-team.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { startReceiver } from '../support/receiver.ts'
import { type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const UNLIMITED_PLAN = '00000000-0000-4000-8000-000000000004'

const vezne = useVezne()
use(() => startBank({ port: vezne.config.ports.bank }))
let tenant: MadeTenant
let admin: string
let own: string
let other: string
let bound: Record<'pos-admin' | 'pos-viewer' | 'merchant-admin' | 'merchant-user', string>
let extra_properties: { connector_configuration_id: string }
before(async () => {
  tenant = await makeTenant(vezne, { plan_id: UNLIMITED_PLAN })
  admin = await tokenOf(vezne, tenant, ['tenant-admin'])
  own = await merchant('OWN')
  other = await merchant('OTHER')
  const tokens = (['pos-admin', 'pos-viewer', 'merchant-admin', 'merchant-user'] as const).map(
    async (role) => [role, await tokenOf(vezne, tenant, [role], own)] as const,
  )
  bound = Object.fromEntries(await Promise.all(tokens)) as typeof bound
  const { body } = await call('GET', '/connector-configurations?search_term=NESTPAY', admin)
  extra_properties = { connector_configuration_id: body.items[0].id }
})

const call = (
  method: string,
  path: string,
  token: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  vezne.request('cards', method, `/api/v1${path}`, { token, headers, ...(body === undefined ? {} : { body }) })
const merchant = async (external_id: string): Promise<string> => {
  const answer = await vezne.request('identity', 'POST', '/api/v1/merchants', {
    token: admin,
    body: { name: external_id, external_id },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}
const sell = async (merchantId: string, change: object = {}, headers: Record<string, string> = {}): Promise<string> => {
  const body = paymentBody({ extra_properties, ...change })
  const answer = await call('POST', '/payments', admin, body, { 'x-merchant-id': merchantId, ...headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.transaction_id
}
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
const logsOf = async (token: string, query = '', headers: Record<string, string> = {}): Promise<any[]> => {
  const answer = await call('GET', `/api-request-logs?page_size=100&${query}`, token, undefined, headers)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.total_count, answer.body.items.length)
  return answer.body.items
}
const orderIdOf = (paymentId: string): string => `V${paymentId.replaceAll('-', '')}01`

test("the bank's record by its order id: of a payment within reach, or for callers of the whole tenant", async () => {
  const [mine, second, theirs] = [
    await sell(own),
    await sell(own, { amount: { amount: 2_000, currency: 'TRY' } }),
    await sell(other),
  ]
  for (const read of ['query', 'history']) {
    const ask = (token: string, orderId: string, headers?: Record<string, string>) =>
      call('GET', `/payments/${mine}/${read}?order_id=${orderId}`, token, undefined, headers)
    const shown = ({ body }: Answer) => body.external?.amount ?? body.external_history?.[0]?.amount
    for (const [role, token] of Object.entries(bound)) {
      assert.equal(shown(await ask(token, orderIdOf(mine))), 15_000, role)
      assert.equal(shown(await ask(token, orderIdOf(second))), 2_000, role)
      // Another merchant's, an unknown one, and one that the bank's merchant made elsewhere are all reported alike.
      for (const id of [theirs, '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'])
        assertProblem(await ask(token, orderIdOf(id)), 'payment_not_found', /order/)
      assertProblem(await ask(token, orderIdOf(theirs).toLowerCase()), 'payment_not_found', /order/)
      assertProblem(await ask(token, 'MADE-AT-THE-BANKS-OWN-PANEL'), 'payment_not_found', /order/)
    }
    assert.equal(shown(await ask(admin, orderIdOf(theirs))), 15_000)
    assert.equal((await ask(admin, 'MADE-AT-THE-BANKS-OWN-PANEL')).status, 200)
    // A header narrows what a caller reads that is not bound; orders made elsewhere are no merchant's.
    const narrowed = { 'x-merchant-id': own }
    assertProblem(await ask(admin, orderIdOf(theirs), narrowed), 'payment_not_found', /order/)
    assert.equal(shown(await ask(admin, orderIdOf(second), narrowed)), 2_000)
    assert.equal((await ask(admin, 'MADE-AT-THE-BANKS-OWN-PANEL', narrowed)).status, 200)
  }
})

test('the request log: calls for payments, captures, voids and refunds of its merchant, by binding and by header', async () => {
  const [mine, theirs] = [await sell(own), await sell(other)]
  const refunds: string[] = []
  for (const id of [mine, theirs]) {
    const answer = await call('POST', `/payments/${id}/refund`, admin, { amount: 100 })
    assert.equal(answer.status, 200, answer.text)
    const { body } = await call('GET', `/refunds?search_term=${id}`, admin)
    refunds.push(body.items[0].id)
  }
  const [myRefund, theirRefund] = refunds as [string, string]
  const views: [token: string, headers: Record<string, string>, sees: string[], not: string[]][] = [
    [bound['pos-admin'], {}, [mine, myRefund], [theirs, theirRefund]],
    [bound['pos-viewer'], {}, [mine, myRefund], [theirs, theirRefund]],
    [admin, { 'x-merchant-id': other }, [theirs, theirRefund], [mine, myRefund]],
    [admin, { 'x-external-merchant-id': 'OWN' }, [mine, myRefund], [theirs, theirRefund]],
    [admin, {}, [mine, myRefund, theirs, theirRefund], []],
  ]
  for (const [token, headers, sees, not] of views) {
    const seen = new Set((await logsOf(token, '', headers)).map(({ transaction_id }) => transaction_id))
    assert.deepEqual([sees.filter((id) => !seen.has(id)), not.filter((id) => seen.has(id))], [[], []])
    for (const id of not) assert.deepEqual(await logsOf(token, `transaction_id=${id}`, headers), [])
  }
})

const traceOf = (token: string, id: string) => call('GET', `/Trace/${id}`, token)
// biome-ignore lint/suspicious/noExplicitAny: as above
const sourcesOf = ({ body }: Answer): Set<string> => new Set(body.data.events.map(({ source }: any) => source))

test('a trace: of the own merchant for every role, without what the role could not read elsewhere', async () => {
  const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
  const receiver = await startReceiver()
  for (const token of [admin, bound['merchant-admin']]) {
    const made = await call('POST', '/webhook-subscriptions', token, { url: `${receiver.origin}/hook`, events: ['*'] })
    assert.equal(made.status, 201, made.text)
  }
  const paymentId = await sell(own, {}, { 'x-request-id': mine })
  await sell(other, {}, { 'x-request-id': theirs })
  await until('both deliveries were tried', async () => {
    const { body } = await traceOf(admin, mine)
    return body.data.summary.webhookCount >= 2
  })
  for (const [role, token] of Object.entries(bound)) {
    const answer = await traceOf(token, mine)
    assert.equal(answer.status, 200, `${role}: ${answer.text}`)
    assert.deepEqual(answer.body.data.summary.transactionIds, [paymentId])
    // Deliveries to the tenant's own subscription are not the merchant's; merchant-user reads none at all.
    assert.equal(answer.body.data.summary.webhookCount, role === 'merchant-user' ? 0 : 1, role)
    assert.equal(sourcesOf(answer).has('FraudCheck'), role.startsWith('pos-'), role)
    assertProblem(await traceOf(token, theirs), 'resource_not_found')
  }
  const blocked = crypto.randomUUID()
  const declined = await call('POST', '/payments', admin, paymentBody({ card: { number: CARDS.declined } }), {
    'x-merchant-id': own,
    'x-request-id': blocked,
  })
  assertProblem(declined, 'bank_declined')
  assert.equal((await traceOf(bound['merchant-user'], blocked)).body.data.summary.hasErrors, true)
  await receiver.close()
})

test('request logs of transfers: only for roles of transfers, without the receiving IBANs', async () => {
  const team = await startLoadTeam()
  const realm = { id: LOAD_TENANT, slug: 'tenant-load' }
  const asked = crypto.randomUUID()
  const items = [team.item(RECEIVERS.completes), team.item(RECEIVERS.refused)]
  const made = await team.call('maker', 'POST', '/transfers/bulk/create', { items }, { 'x-request-id': asked })
  const ids: string[] = made.body.transfers.map(({ id }: { id: string }) => id)
  await team.bulk('checker', 'approve', { transfer_ids: ids })
  await team.bulk('sender', 'send', { transfer_ids: ids })
  await team.settle(60_000)
  const list = async (token: string) => {
    const answer = await team.vezne.request('cards', 'GET', '/api/v1/api-request-logs?page_size=100', { token })
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  const all = await list(await tokenOf(team.vezne, realm, ['tenant-admin']))
  const ofTransfers = all.body.items.filter(({ transaction_id }: { transaction_id: string }) =>
    ids.includes(transaction_id),
  )
  assert.ok(ofTransfers.length >= ids.length)
  assert.match(all.text, /TR16\*{18}9000/)
  const stored = JSON.stringify(
    await team.rows('select request_body, response_body, endpoint, error_message from api_request_logs'),
  )
  for (const text of [all.text, stored])
    for (const iban of [...Object.values(RECEIVERS), team.source.iban]) assert.ok(!text.includes(iban), iban)
  for (const roles of [['pos-admin'], ['pos-viewer']])
    assert.equal((await list(await tokenOf(team.vezne, realm, roles))).body.total_count, 0)
  // The log of one bulk creation, for callers who may see transfers.
  const trace = async (roles: string[], merchantId: string | null = null) =>
    team.vezne.request('cards', 'GET', `/api/v1/Trace/${asked}`, {
      token: await tokenOf(team.vezne, realm, roles, merchantId),
    })
  for (const told of [
    await trace(['tenant-admin']),
    await trace(['merchant-user', 'transfer-merchant-user'], LOAD_MERCHANT),
  ]) {
    assert.equal(told.status, 200, told.text)
    const { summary, events } = told.body.data
    assert.deepEqual([...summary.transactionIds].sort(), [...ids].sort())
    assert.equal(summary.hasErrors, true)
    assert.equal(events[0].title, 'POST /api/v1/transfers/bulk/create')
    assert.equal(events[0].subtitle, '2 transfers')
    for (const iban of Object.values(RECEIVERS)) assert.ok(!told.text.includes(iban), iban)
  }
  for (const roles of [['pos-admin'], ['pos-viewer']]) assertProblem(await trace(roles), 'resource_not_found')
  const both = await list(await tokenOf(team.vezne, realm, ['pos-viewer', 'transfer-viewer'], LOAD_MERCHANT))
  assert.equal(both.body.total_count, ofTransfers.length)
  await team.stop()
})
