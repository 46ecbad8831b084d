/** The protocol of the accounts API: authorization, references, reversals. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import {
  type Accounts,
  DEMO_CUSTOMER,
  DEMO_TRY,
  DEMO_USD,
  ibanOf,
  openAccounts,
  RECEIVER,
  SECRET_KEY,
} from './account-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let accounts: Accounts
before(async () => {
  accounts = openAccounts(bank.url)
})

test("the demo tenant's accounts are there from the start, and wait for its key", async () => {
  const { body } = await bank.control.call('GET', '/accounts')
  assert.deepEqual(
    body.accounts.map(({ iban, currency, available_balance, has_key }: Record<string, unknown>) => [
      iban,
      currency,
      available_balance,
      has_key,
    ]),
    [
      [DEMO_TRY, 'TRY', 1_000_000_000, false],
      [DEMO_USD, 'USD', 100_000_000, false],
      ['TR350090200000000000200001', 'TRY', 0, false],
    ],
  )
  assert.equal((await bank.control.balances()).sum, 0)
  assert.deepEqual((await accounts.call('GET', '/accounts')).body.code, 'unknown_customer')
  assert.equal((await accounts.enrol()).status, 200)
  const own = (await accounts.call('GET', '/accounts')).body.accounts
  assert.deepEqual([own.length, own[0].account_number, own[0].bank_code], [3, '0000000000100001', '00901'])
})

test('a call is signed, within the time window, and over its content', async () => {
  const stale = String(Math.floor(Date.now() / 1_000) - 301)
  const right = await accounts.call('GET', '/accounts')
  assert.equal(right.status, 200)
  const wrong: [string, string, Record<string, string>][] = [
    ['GET', '/accounts', { 'x-signature': `sha256=${'0'.repeat(64)}` }],
    ['GET', '/accounts', { 'x-signature': '' }],
    ['GET', '/accounts', { 'x-timestamp': stale }],
    ['GET', '/accounts', { 'x-timestamp': 'soon' }],
  ]
  for (const [method, path, headers] of wrong) {
    const { status, body } = await accounts.call(method, path, undefined, { headers })
    assert.deepEqual([status, body.code], [401, 'wrong_signature'])
  }
  const stranger = openAccounts(bank.url, DEMO_CUSTOMER, 'another-key-that-is-not-right')
  const refused = await stranger.transfer('AUTH-1')
  assert.deepEqual([refused.status, refused.body.code], [401, 'wrong_signature'])
  assert.equal((await accounts.inquire('AUTH-1')).status, 404)
  assert.equal((await bank.control.verdict()).violations.wrong_signature, 5)
})

test('the last registered key is valid, and none is shown or stored in the exchanges', async () => {
  const second = openAccounts(bank.url, DEMO_CUSTOMER, 'the-key-after-a-rotation')
  await second.enrol()
  assert.equal((await second.call('GET', '/accounts')).status, 200)
  assert.equal((await accounts.call('GET', '/accounts')).status, 401)
  await accounts.enrol()
  for (const read of [await bank.control.journal(), await bank.control.requests()])
    assert.ok(!JSON.stringify(read).includes(SECRET_KEY))
  const enrolled = (await bank.control.journal()).filter(({ kind }) => kind === 'customer')
  assert.deepEqual(
    enrolled.map(({ secret_key }) => secret_key),
    ['***', '***', '***'],
  )
})

test("one customer never sees what is another one's", async () => {
  const iban = ibanOf('00901', '555001')
  const other = openAccounts(bank.url, 'other-tenant', 'the-key-of-the-other-tenant')
  const opening = { iban, currency: 'TRY', holder_name: 'Other', opening_balance: 500 }
  assert.equal((await other.enrol({ accounts: [opening] })).body.accounts.length, 1)
  await accounts.transfer('ISO-1')
  for (const path of [`/accounts/${DEMO_TRY}`, `/accounts/${DEMO_TRY}/statement`, '/transfers/ISO-1'])
    assert.equal((await other.call('GET', path)).status, 404, path)
  assert.equal((await other.transfer('ISO-2')).body.code, 'unknown_account')
  assert.equal((await other.reverse('ISO-1')).body.known, false, 'references are unique within a customer')
  assert.equal((await accounts.inquire('ISO-1')).status, 200)
  const taken = await accounts.enrol({ accounts: [opening] })
  assert.deepEqual([taken.status, taken.body.code], [409, 'account_taken'])
  const fresh = { ...opening, iban: ibanOf('00901', '555003') }
  for (const [list, code] of [
    [[fresh, opening], 'account_taken'],
    [[fresh, { ...fresh, currency: 'USD' }], 'account_differs'],
    [[fresh, { ...fresh, iban: 'TR330006200000000001000003' }], 'not_own_bank'],
    [[fresh, { ...fresh, iban: 'TR330006200000000001000004' }], 'invalid_iban'],
  ] as const)
    assert.equal((await accounts.enrol({ accounts: list })).body.code, code)
  assert.equal((await accounts.call('GET', `/accounts/${fresh.iban}`)).status, 404, 'all or nothing')
  assert.equal((await other.enrol({ accounts: [{ ...opening, opening_balance: 900 }] })).status, 200)
  assert.equal(await other.balance(iban), 500, 'opened once')
})

test('the same reference never posts twice, and is bound to one content', async () => {
  const held = await accounts.balance()
  const answers = await Promise.all(Array.from({ length: 20 }, () => accounts.transfer('ONCE-1')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201])
  assert.equal(new Set(answers.map(({ body }) => body.bank_reference)).size, 1)
  for (const more of [
    { amount: 10_001 },
    { type: 'eft' },
    { description: 'other' },
    { transfer_id: 'x' },
    { recipient: { iban: RECEIVER } },
    { source_iban: 'TR350090200000000000200001' },
  ]) {
    const { status, body } = await accounts.transfer('ONCE-1', more)
    assert.deepEqual([status, body.code], [409, 'reference_used'])
  }
  assert.equal(await accounts.balance(), held - 10_000)
  assert.equal((await bank.control.verdict()).violations.transfer_reference_reused, 6)
})

test('a reversal of an unknown reference is accepted, and a transfer that arrives later is refused', async () => {
  const held = await accounts.balance()
  for (const _ of [1, 2])
    assert.deepEqual((await accounts.reverse('LATE-1')).body, { reference: 'LATE-1', status: 'reversed', known: false })
  const late = await accounts.transfer('LATE-1')
  assert.deepEqual([late.status, late.body.code], [409, 'reference_reversed'])
  const asked = await accounts.inquire('LATE-1')
  assert.deepEqual([asked.status, asked.body.code, asked.body.reversed], [404, 'unknown_reference', true])
  assert.equal(await accounts.balance(), held)
  const truth = await bank.control.call('GET', `/transfers/${DEMO_CUSTOMER}/LATE-1`)
  assert.equal(truth.body.status, 'tombstone')
})

test('the consistency report counts a transfer that is sent again while it may have moved money', async () => {
  const counts = async () => {
    const { violations } = await bank.control.verdict()
    return [violations.transfer_sent_twice ?? 0, violations.transfer_sent_unreversed ?? 0]
  }
  const lost = { transfer_id: 'again-2', recipient: { iban: ibanOf('00901', '9008') } }
  const refused = { transfer_id: 'again-3', recipient: { iban: ibanOf('00901', '9003') } }
  await accounts.transfer('AGAIN-1', { transfer_id: 'again-1' })
  await accounts.transfer('AGAIN-1', { transfer_id: 'again-1' })
  await assert.rejects(accounts.transfer('AGAIN-2', lost))
  await assert.rejects(accounts.transfer('AGAIN-2', lost))
  await accounts.reverse('AGAIN-2')
  await assert.rejects(accounts.transfer('AGAIN-3', lost))
  await accounts.transfer('AGAIN-5', refused)
  await bank.control.advance(2)
  await accounts.transfer('AGAIN-6', refused)
  assert.deepEqual(await counts(), [0, 0], 'as it should be done')
  await accounts.transfer('AGAIN-7', { transfer_id: 'again-1' })
  assert.deepEqual(await counts(), [1, 0])
  await assert.rejects(accounts.transfer('AGAIN-8', lost))
  assert.deepEqual(await counts(), [1, 1])
})

test('a transfer that was taken cannot be reversed, in no state', async () => {
  await accounts.transfer('KEPT-1')
  for (const status of ['processing', 'completed']) {
    const { status: http, body } = await accounts.reverse('KEPT-1')
    assert.deepEqual([http, body.code, body.transfer.status], [409, 'transfer_known', status])
    await bank.control.advance(2)
  }
})

test('an invalid transfer is refused before any posting, and the reference stays free', async () => {
  const held = await accounts.balance()
  const wrong: [object, number, string][] = [
    [{ amount: 0 }, 400, 'invalid_request'],
    [{ amount: 1.5 }, 400, 'invalid_request'],
    [{ amount: 9_007_199_254_740_992 }, 400, 'invalid_request'],
    [{ colour: 'red' }, 400, 'invalid_request'],
    [{ recipient: {} }, 400, 'invalid_request'],
    [{ recipient: { iban: RECEIVER, account_number: '1' } }, 400, 'invalid_request'],
    [{ recipient: { iban: 'TR170090100000000000009000' } }, 422, 'invalid_iban'],
    [{ recipient: { iban: DEMO_TRY } }, 422, 'same_account'],
    [{ recipient: { account_number: '1' } }, 422, 'recipient_mismatch'],
    [{ type: 'credit_card' }, 422, 'recipient_mismatch'],
    [{ type: 'credit_card', recipient: { card_number: '4546711234567895' } }, 422, 'invalid_card'],
    [{ currency: 'USD' }, 422, 'currency_mismatch'],
    [{ source_iban: DEMO_USD, currency: 'USD' }, 422, 'currency_not_allowed'],
    [{ source_iban: ibanOf('00901', '1') }, 404, 'unknown_account'],
    [{ amount: 20_000_001 }, 422, 'fast_limit'],
  ]
  for (const [more, status, code] of wrong) {
    const answer = await accounts.transfer('FREE-1', more)
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(more))
  }
  assert.equal(await accounts.balance(), held)
  assert.equal((await accounts.transfer('FREE-1', { amount: 20_000_000 })).status, 201)
})

test('a blocked account sends nothing', async () => {
  const block = (status: string) => bank.control.call('PUT', `/accounts/${DEMO_TRY}`, { status })
  await block('blocked')
  const { body } = await accounts.transfer('BLOCKED-1')
  assert.deepEqual([body.status, body.code], ['refused', '03'])
  await block('active')
  assert.equal((await accounts.transfer('BLOCKED-2')).body.status, 'processing')
})
