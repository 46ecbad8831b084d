/** Each fault of transfers and notifications: the response, the true effect on the money, the notification. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { type BankFault, MORNING, startBank } from '../support/bank.ts'
import { startReceiver } from '../support/receiver.ts'
import { use } from '../support/use.ts'
import { type AccountAnswer, type Accounts, DEMO_CUSTOMER, openAccounts, SECRET_KEY } from './account-client.ts'

let accounts: Accounts
const hook = use(startReceiver)
const bank = use(() => startBank({ now: MORNING }))
before(async () => {
  accounts = openAccounts(bank.url)
  await accounts.enrol({ notice_url: `${hook.origin}/notices`, tenant_id: 'tenant-1' })
})
beforeEach(() => bank.control.disarm())

let count = 0
const newReference = (): string => `F-${++count}`
const noticesOf = (reference: string) =>
  hook.received
    .map(({ body, headers }) => ({ ...JSON.parse(String(body)), event: headers['x-webhook-event'] }))
    .filter(({ external_key }) => external_key === reference)

const seen = async (call: Promise<AccountAnswer>): Promise<string> => {
  try {
    const { status, body, text } = await call
    return body ? `${status} ${body.status}` : /<html/.test(text) ? 'html' : `${status} text`
  } catch {
    return 'broken'
  }
}

const QUICK = { hold_ms: 50 }
const CALLS: [BankFault, sees: string, money: number][] = [
  [{ kind: 'timeout_before', parameters: QUICK }, 'broken', 0],
  [{ kind: 'timeout_after_charge', parameters: QUICK }, 'broken', 10_000],
  [{ kind: 'reset' }, 'broken', 0],
  [{ kind: 'http_5xx_before' }, '503 text', 0],
  [{ kind: 'http_5xx_after' }, '500 text', 10_000],
  [{ kind: 'drop_half_body' }, 'broken', 10_000],
  [{ kind: 'slow', parameters: { delay_ms: 30 } }, '201 processing', 10_000],
  [{ kind: 'html_instead' }, 'html', 10_000],
  [{ kind: 'html_instead', parameters: { booked: false } }, 'html', 0],
  [{ kind: 'extra_fields' }, '201 processing', 10_000],
  [{ kind: 'wrong_charset' }, '201 processing', 10_000],
]
for (const [fault, sees, money] of CALLS)
  test(`${fault.kind} ${JSON.stringify(fault.parameters ?? {})}: the caller sees ${sees}, ${money} moved`, async () => {
    const reference = newReference()
    const held = await accounts.balance()
    const [armed] = await bank.control.arm({ ...fault, match: { face: 'accounts', order_id: reference } })
    assert.equal(await seen(accounts.transfer(reference)), sees)
    assert.equal(await accounts.balance(), held - money)
    assert.equal((await accounts.inquire(reference)).status, money > 0 ? 200 : 404)
    const fired = (await bank.control.journal()).filter(({ kind, id }) => kind === 'fault_fired' && id === armed.id)
    assert.deepEqual(
      fired.map((one) => one.money),
      [money > 0 ? 'moved' : 'not_moved'],
    )
    // The repeat under the same reference posts what is missing, and nothing twice.
    assert.match(await seen(accounts.transfer(reference)), /^20[01] processing$/)
    assert.equal(await accounts.balance(), held - 10_000)
  })

test('late_charge: a reversal in between wins', async () => {
  const reference = newReference()
  const held = await accounts.balance()
  await bank.control.arm({
    kind: 'late_charge',
    match: { order_id: reference },
    parameters: { after_ms: 300, hold_ms: 400 },
  })
  const sent = seen(accounts.transfer(reference))
  assert.equal((await accounts.reverse(reference)).body.known, false)
  assert.equal(await sent, 'broken')
  assert.deepEqual([(await accounts.inquire(reference)).body.reversed, await accounts.balance()], [true, held])
})

test('faults of cards never strike a transfer, nor those of transfers a reading', async () => {
  await bank.control.arm({ kind: 'declined_but_charged' }, { kind: 'account_blocked', match: { operation: 'status' } })
  const { body } = await accounts.transfer(newReference())
  assert.equal(body.status, 'processing')
  assert.equal((await accounts.inquire(body.reference)).status, 200)
})

test('an inquiry, an account, a statement and a reversal break as armed', async () => {
  const reference = newReference()
  for (const [operation, call] of [
    ['status', () => accounts.inquire(reference)],
    ['accounts', () => accounts.call('GET', '/accounts')],
    ['statement', () => accounts.call('GET', '/accounts/TR960090100000000000100001/statement')],
    ['reversal', () => accounts.reverse(reference)],
    ['receipt', () => accounts.receipt(reference)],
  ] as const) {
    await bank.control.arm({ kind: 'http_5xx_before', match: { operation } })
    assert.equal(await seen(call()), '503 text', operation)
  }
})

/** After the answer: what the clock brings, with the balance against the one before. */
const BOOKS: [BankFault, first: string, steps: [advance: number, status: string, code: string, taken: number][]][] = [
  [
    { kind: 'late_completion', parameters: { minutes: 90 } },
    'delivered',
    [
      [3_600, 'delivered', '00', 10_000],
      [1_801, 'completed', '00', 10_000],
    ],
  ],
  [
    { kind: 'eft_returned', parameters: { hours: 4, code: '02' } },
    'processing',
    [
      [2, 'completed', '00', 10_000],
      [4 * 3_600, 'returned', '02', 0],
    ],
  ],
  [{ kind: 'fast_timeout' }, 'processing', [[26, 'refused', '91', 0]]],
  [{ kind: 'account_blocked' }, 'processing', [[2, 'refused', '03', 0]]],
  [{ kind: 'name_mismatch' }, 'processing', [[2, 'refused', '05', 0]]],
  [{ kind: 'eft_after_hours' }, 'delivered', [[14 * 3_600, 'completed', '00', 10_000]]],
]
for (const [fault, first, steps] of BOOKS)
  test(`${fault.kind}: ${first}, then ${steps.map(([, status]) => status).join(', ')}`, async () => {
    await bank.control.setClock(new Date('2027-05-12T17:00:00Z'))
    const reference = newReference()
    const held = await accounts.balance()
    await bank.control.arm({ ...fault, match: { order_id: reference } })
    assert.equal((await accounts.transfer(reference)).body.status, first)
    for (const [advance, status, code, taken] of steps) {
      await bank.control.advance(advance)
      const { body } = await accounts.inquire(reference)
      assert.deepEqual([body.status, body.code, held - (await accounts.balance())], [status, code, taken])
    }
    assert.deepEqual(
      noticesOf(reference).map(({ event }) => event),
      steps.filter(([, status]) => status !== 'delivered').map(([, status]) => `transfer.${status}`),
    )
  })

test('stale_inquiry: an inquiry finds nothing for a while, a reversal does', async () => {
  const reference = newReference()
  await bank.control.arm({ kind: 'stale_inquiry', match: { order_id: reference }, parameters: { minutes: 5 } })
  await accounts.transfer(reference)
  assert.equal((await accounts.inquire(reference)).status, 404)
  assert.equal((await accounts.reverse(reference)).body.code, 'transfer_known')
  await bank.control.advance(301)
  assert.equal((await accounts.inquire(reference)).body.status, 'completed')
})

test('a notification is signed as the interface says, and reports what happened', async () => {
  const reference = newReference()
  const transfer_id = `id-${reference}`
  await accounts.transfer(reference, { transfer_id })
  await bank.control.advance(2)
  const [notice] = hook.received.filter(({ body }) => body.includes(transfer_id))
  const { headers, body, path } = notice!
  const timestamp = String(headers['x-webhook-timestamp'])
  const hmac = createHmac('sha256', SECRET_KEY).update(`${timestamp}.${body}`).digest('hex')
  assert.equal(headers['x-webhook-signature'], `sha256=${hmac}`)
  assert.ok(Math.abs(Date.now() / 1_000 - Number(timestamp)) < 60, 'real time, whatever the clock of the bank')
  assert.deepEqual(
    [path, headers['x-tenant-id'], headers['x-webhook-event']],
    ['/notices', 'tenant-1', 'transfer.completed'],
  )
  const said = JSON.parse(String(body))
  const known = (await accounts.inquire(reference)).body
  assert.deepEqual([said.external_key, said.product_ref_no, said.success], [transfer_id, known.bank_reference, true])
  const { reference: named, amount, receipt_no, code } = said.additional_data
  assert.deepEqual([named, amount, receipt_no, code], [reference, 10_000, known.receipt_no, '00'])
})

test('notice_before_answer: the customer is notified first', async () => {
  const reference = newReference()
  await bank.control.arm({ kind: 'notice_before_answer', match: { order_id: reference } })
  const { body } = await accounts.transfer(reference)
  assert.deepEqual([body.status, noticesOf(reference).length], ['completed', 1])
})

const NOTICES: [BankFault, copies: number, check: (reference: string) => void][] = [
  [
    { kind: 'notice_twice', parameters: { copies: 3 } },
    3,
    (reference) => assert.equal(noticesOf(reference)[2].success, true),
  ],
  [{ kind: 'notice_lost' }, 0, () => undefined],
  [
    { kind: 'notice_wrong_amount', parameters: { minor: 777 } },
    1,
    (reference) => assert.equal(noticesOf(reference)[0].additional_data.amount, 777),
  ],
  [
    { kind: 'notice_bad_signature' },
    1,
    (reference) => {
      const { headers, body } = hook.received.find(({ body }) => body.includes(`"${reference}"`))!
      const hmac = createHmac('sha256', SECRET_KEY).update(`${headers['x-webhook-timestamp']}.${body}`).digest('hex')
      assert.notEqual(headers['x-webhook-signature'], `sha256=${hmac}`)
    },
  ],
]
for (const [fault, copies, check] of NOTICES)
  test(`${fault.kind}: ${copies} arrive, the money is where it was`, async () => {
    const reference = newReference()
    const held = await accounts.balance()
    await bank.control.arm({ ...fault, match: { order_id: reference } })
    await accounts.transfer(reference)
    await bank.control.advance(2)
    assert.equal(noticesOf(reference).length, copies)
    check(reference)
    assert.deepEqual(
      [(await accounts.inquire(reference)).body.status, await accounts.balance()],
      ['completed', held - 10_000],
    )
    const { body } = await bank.control.call('GET', '/notices')
    assert.ok(body.posted.some((one: { reference: string }) => one.reference === reference))
    assert.deepEqual(body.owed, [])
  })

test('an unavailable customer gets its notification once, and learns the result by inquiry', async () => {
  await accounts.enrol({ notice_url: 'http://127.0.0.1:1/notices' })
  const reference = newReference()
  await accounts.transfer(reference)
  await bank.control.advance(2)
  const { body } = await bank.control.call('GET', '/notices')
  assert.match(body.posted.at(-1).answer, /^not delivered/)
  assert.equal((await accounts.inquire(reference)).body.status, 'completed')
  await accounts.enrol({ notice_url: 'http://192.0.2.1/notices' })
  await accounts.transfer(newReference())
  await bank.control.advance(2)
  assert.match((await bank.control.call('GET', '/notices')).body.posted.at(-1).answer, /^not sent/)
  assert.equal((await bank.control.call('GET', `/transfers?customer=${DEMO_CUSTOMER}`)).body.next, null)
})
