/** Outcomes of a transfer: decided by IBAN and amount, on the bank's clock, and the ledger balances to the kuruş. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../support/bank.ts'
import { startReceiver } from '../support/receiver.ts'
import { use } from '../support/use.ts'
import { type Accounts, DEMO_CUSTOMER, DEMO_TRY, DEMO_USD, ibanOf, openAccounts } from './account-client.ts'

let accounts: Accounts
const hook = use(startReceiver)
const bank = use(() => startBank({ now: MORNING }))
before(async () => {
  accounts = openAccounts(bank.url)
  await accounts.enrol({ notice_url: `${hook.origin}/notices`, tenant_id: 'tenant-1' })
})

let count = 0
const newReference = (): string => `T-${++count}`
const noticesOf = (reference: string) =>
  hook.received.map(({ body }) => JSON.parse(String(body))).filter(({ external_key }) => external_key === reference)

/** How an answered transfer goes on: ending, first status, status later, code, notifications, what it took from the account. */
const TABLE: [ending: string, first: string, then: string, code: string, notices: number, taken: number][] = [
  ['00', 'processing', 'completed', '00', 1, 1],
  ['01', 'delivered', 'completed', '00', 1, 1],
  ['02', 'processing', 'refused', '01', 1, 0],
  ['03', 'processing', 'refused', '02', 1, 0],
  ['04', 'processing', 'refused', '03', 1, 0],
  ['05', 'processing', 'refused', '04', 1, 0],
  ['06', 'processing', 'refused', '05', 1, 0],
  ['11', 'delivered', 'delivered', '00', 0, 1],
  ['12', 'processing', 'completed', '00', 1, 1],
]
for (const [ending, first, then, code, notices, taken] of TABLE)
  for (const by of ['iban', 'amount'])
    test(`${ending} by ${by}: ${first}, then ${then}`, async () => {
      const reference = newReference()
      const amount = by === 'amount' ? 20_000 + Number(ending) : 20_050
      const iban = ibanOf('00901', by === 'iban' ? `90${ending}` : '1234')
      const held = await accounts.balance()
      const { status, body } = await accounts.transfer(reference, { amount, recipient: { iban } })
      assert.deepEqual([status, body.status, body.code], [201, first, '00'])
      const left = held - amount * taken
      assert.equal(await accounts.balance(), left)
      await bank.control.advance(31)
      const later = await accounts.inquire(reference)
      assert.deepEqual([later.status, later.body.status, later.body.code], [200, then, code])
      assert.equal(noticesOf(reference).length, notices)
      assert.equal(await accounts.balance(), left)
    })

for (const ending of ['9007', '9008'])
  test(`${ending}: no response and no notification, an inquiry knows ${ending === '9007' ? 'it' : 'nothing'}`, async () => {
    const reference = newReference()
    const iban = ibanOf('00901', ending)
    const held = await accounts.balance()
    await assert.rejects(accounts.transfer(reference, { recipient: { iban } }))
    await bank.control.advance(60)
    const { status, body } = await accounts.inquire(reference)
    if (ending === '9007') assert.deepEqual([status, body.status], [200, 'completed'])
    else assert.deepEqual([status, body.code, body.reversed], [404, 'unknown_reference', false])
    assert.equal(await accounts.balance(), ending === '9007' ? held - 10_000 : held)
    assert.deepEqual(noticesOf(reference), [])
  })

for (const [ending, codes] of [
  ['9009', ['96', '96', '00', '00']],
  ['9010', ['96', '96', '96', '96']],
] as const)
  test(`${ending}: a system fault posts nothing and leaves the reference free`, async () => {
    const transfer_id = newReference()
    const recipient = { iban: ibanOf('00901', ending) }
    const held = await accounts.balance()
    const seen: string[] = []
    // The faults are those of the transfer, under whatever reference it is tried.
    for (const reference of [`${transfer_id}.1`, `${transfer_id}.2`, `${transfer_id}.2`, `${transfer_id}.2`]) {
      const { body } = await accounts.transfer(reference, { transfer_id, recipient })
      assert.equal(body.status === 'not_processed', body.code === '96')
      seen.push(body.code)
    }
    assert.deepEqual(seen, codes)
    assert.equal(await accounts.balance(), ending === '9009' ? held - 10_000 : held)
  })

test('9011 completes on a control call, with a notification', async () => {
  const reference = newReference()
  await accounts.transfer(reference, { recipient: { iban: ibanOf('00901', '9011') } })
  await bank.control.advance(7 * 86_400)
  assert.equal((await accounts.inquire(reference)).body.status, 'delivered')
  const path = `/transfers/${DEMO_CUSTOMER}/${reference}/steps`
  assert.equal((await bank.control.call('POST', path, { step: 'complete' })).status, 200)
  assert.equal((await accounts.inquire(reference)).body.status, 'completed')
  assert.deepEqual(
    noticesOf(reference).map(({ success }) => success),
    [true],
  )
  assert.equal((await bank.control.call('POST', path, { step: 'complete' })).status, 409)
})

test('the account has sufficient funds for amount and fee to the kuruş, and never more', async () => {
  const source_iban = ibanOf('00901', '777001')
  const card_number = '4546711234567894'
  const pay = (amount: number) =>
    accounts.transfer(newReference(), { source_iban, type: 'credit_card', amount, recipient: { card_number } })
  await accounts.enrol({
    accounts: [{ iban: source_iban, currency: 'TRY', holder_name: 'Demo', opening_balance: 30_351 }],
    notice_url: `${hook.origin}/notices`,
  })
  const first = await pay(10_049)
  assert.deepEqual([first.body.fee, first.body.recipient.card], [100, '454671******7894'])
  const second = await pay(10_050)
  assert.deepEqual([second.body.fee, await accounts.balance(source_iban)], [101, 10_051])
  const third = await pay(9_952) // 100 of fee
  assert.deepEqual([third.status, third.body.status, third.body.code], [201, 'refused', '01'])
  assert.equal((await pay(9_951)).body.status, 'processing')
  assert.equal(await accounts.balance(source_iban), 0)
  const { balances, sum } = await bank.control.balances()
  assert.equal(sum, 0)
  await bank.control.advance(2)
  assert.equal((await bank.control.balances()).balances['transfers/TRY/fee_income'], 301)
  assert.equal(balances[`account/${source_iban}`], 0)
})

test('50 at once against a balance for 30: exactly 30 leave', async () => {
  const source_iban = ibanOf('00901', '777002')
  await bank.control.call('POST', '/accounts', {
    ...{ customer: DEMO_CUSTOMER, iban: source_iban, currency: 'TRY', holder_name: 'Demo', opening_balance: 300_000 },
  })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => accounts.transfer(newReference(), { source_iban })),
  )
  assert.equal(answers.filter(({ body }) => body.status === 'processing').length, 30)
  assert.equal(answers.filter(({ body }) => body.code === '01').length, 20)
  assert.equal(await accounts.balance(source_iban), 0)
})

test('a transfer to an account of the same bank arrives there; the bank chooses the channel', async () => {
  const iban = ibanOf('00902', '777003')
  await bank.control.call('POST', '/accounts', {
    customer: 'other',
    iban,
    currency: 'TRY',
    holder_name: 'Mehmet Demir',
  })
  const reference = newReference()
  const { body } = await accounts.transfer(reference, { type: 'eft', amount: 4_999_999, recipient: { iban } })
  assert.equal(body.sent_as, 'fast')
  await bank.control.advance(2)
  const { body: account } = await bank.control.call('GET', `/accounts/${iban}`)
  assert.equal(account.available_balance, 4_999_999)
  const [movement] = account.movements
  assert.deepEqual(
    [movement.type, movement.counterparty_iban, movement.reference],
    ['transfer_in', DEMO_TRY, null],
    "the sender's reference is its own",
  )
  assert.equal((await accounts.transfer(newReference(), { type: 'eft', amount: 5_000_000 })).body.sent_as, 'eft')
})

test('a remittance stays in its bank and goes by account number too', async () => {
  const to = (recipient: object, more: object = {}) =>
    accounts.transfer(newReference(), { type: 'remittance', recipient, ...more })
  assert.equal((await to({ account_number: '0000000000001234' })).body.status, 'processing')
  assert.equal((await to({ iban: ibanOf('00902', '9000') })).body.code, 'not_own_bank')
  const toUsd = { iban: DEMO_USD }
  const { body } = await to(toUsd)
  await bank.control.advance(2)
  assert.equal((await accounts.inquire(body.reference)).body.code, '02', 'no lira on an account in dollars')
})
