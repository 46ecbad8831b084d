/** Any signed input of a customer gets a response without a server error, and posts nothing unintended. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import { type Accounts, DEMO_CUSTOMER, DEMO_TRY, openAccounts } from './account-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let accounts: Accounts
before(async () => {
  accounts = openAccounts(bank.url)
  await accounts.enrol()
})

const piece = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('{', '}', '"', ',', '[', '\\u0000', '__proto__', 'null', '1e999', '-0', '"amount":1,', '\\ud800'),
)
const damaged = fc.record({
  to: fc.constantFrom('POST /transfers', `PUT /customers/${DEMO_CUSTOMER}-2`, 'POST /transfers/H-1/reversal'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(40),
  piece,
})

test('damaged bodies never end in a fault of the bank, nor in another transfer than was meant', async () => {
  const orders = new Set([10_000])
  await fc.assert(
    fc.asyncProperty(damaged, async ({ to, at, cut, piece }) => {
      const [method, path] = to.split(' ') as [string, string]
      const good = JSON.stringify(
        method === 'PUT' ? { secret_key: 'a-key-of-some-length', tenant_id: 't' } : accounts.order('H-1'),
      )
      const place = Math.floor(at * good.length)
      const raw = good.slice(0, place) + piece + good.slice(place + cut)
      const { status } = await accounts.call(method, path, undefined, { raw })
      assert.ok(status < 500, `${status}: ${raw}`)
      if (status === 201) orders.add(JSON.parse(raw).amount)
    }),
    { numRuns: 250 },
  )
  const { body } = await bank.control.call('GET', `/transfers?source_iban=${DEMO_TRY}`)
  for (const { amount } of body.transfers) assert.ok(orders.has(amount))
  assert.equal((await bank.control.balances()).sum, 0)
})

test('odd addresses and headers are refused, not stumbled over', async () => {
  const odd = ['%00', '%ff', '..%2f..', '__proto__', 'constructor', 'x'.repeat(5_000), '%F0%9F%92%A3', '%']
  for (const name of odd)
    for (const path of [
      `/accounts/${name}`,
      `/accounts/${name}/statement`,
      `/transfers/${name}`,
      `/customers/${name}`,
    ]) {
      const { status } = await accounts.call('GET', path)
      assert.ok(status >= 400 && status < 500, `${path}: ${status}`)
    }
  for (const headers of [{ 'x-customer-id': '__proto__' }, { 'x-timestamp': '9'.repeat(400) }, { 'x-signature': 'ü' }])
    assert.equal((await accounts.call('GET', '/accounts', undefined, { headers })).status, 401)
  assert.equal((await accounts.call('POST', '/transfers', undefined, { raw: 'x'.repeat(70_000) })).status, 413)
  for (const query of ['from[]=1', 'from=2027-05-11&from=2027-05-12', 'page=1e9', 'page_size=-1'])
    assert.equal((await accounts.call('GET', `/accounts/${DEMO_TRY}/statement?${query}`)).status < 500, true, query)
})

test('the control interface takes no nonsense either', async () => {
  for (const [method, path, body] of [
    ['POST', '/accounts', { customer: 'x', iban: 'TR00', currency: 'TRY', holder_name: 'x' }],
    ['POST', '/accounts', { customer: 'x' }],
    ['PUT', `/accounts/${DEMO_TRY}`, { status: 'gone' }],
    ['POST', `/accounts/${DEMO_TRY}/deposits`, { amount: -1 }],
    ['POST', `/accounts/${DEMO_TRY}/deposits`, { amount: 9e15 }],
    ['PUT', '/accounts/nobody', { status: 'active' }],
    ['POST', `/transfers/${DEMO_CUSTOMER}/nothing/steps`, { step: 'complete' }],
    ['PUT', '/windows', { windows: 'shut' }],
  ] as const) {
    const { status } = await bank.control.call(method, path, body)
    assert.ok(status >= 400 && status < 500, `${method} ${path}: ${status}`)
  }
  for (const query of ['after=-1', 'limit=x', 'limit=-5', 'after=1e300'])
    assert.equal((await bank.control.call('GET', `/transfers?${query}`)).status, 200, query)
})

test('the former address of the control interface leads to the same', async () => {
  const read = async (path: string): Promise<unknown> => (await fetch(`${bank.url}${path}`)).json()
  assert.deepEqual(await read(`/bench/accounts/${DEMO_TRY}`), await read(`/control/accounts/${DEMO_TRY}`))
  assert.equal((await fetch(`${bank.url}/benches/accounts`)).status, 404)
})
