/** Statements, receipts and hours of the accounts API. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import { type Accounts, ibanOf, openAccounts, RECEIVER } from './account-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let accounts: Accounts
before(async () => {
  accounts = openAccounts(bank.url)
  await accounts.enrol()
})

test('a statement has every movement once, by day, with the balances around it', async () => {
  const source_iban = ibanOf('00901', '555002')
  const opening = { iban: source_iban, currency: 'TRY', holder_name: 'Demo', opening_balance: 100_000 }
  await accounts.enrol({ accounts: [opening] })
  for (let n = 1; n <= 5; n++)
    await accounts.transfer(`DAY-${n}`, { source_iban, amount: n * 100, transfer_id: `id-${n}` })
  await bank.control.advance(86_400)
  const card_number = '4546711234567894'
  await accounts.transfer('DAY-6', { source_iban, type: 'credit_card', amount: 1_000, recipient: { card_number } })
  const read = async (query: string) => (await accounts.call('GET', `/accounts/${source_iban}/statement?${query}`)).body
  const today = '2027-05-12'
  const first = await read('from=2027-05-11&to=2027-05-11&page_size=4')
  assert.deepEqual(
    [first.opening_balance, first.closing_balance, first.total_count, first.movements.length],
    [0, 98_500, 6, 4],
  )
  const second = await read('from=2027-05-11&to=2027-05-11&page_size=4&page=2')
  const rows = [...first.movements, ...second.movements]
  assert.deepEqual(
    rows.map(({ amount, balance }: { amount: number; balance: number }) => [amount, balance]),
    [
      [100_000, 100_000],
      [-100, 99_900],
      [-200, 99_700],
      [-300, 99_400],
      [-400, 99_000],
      [-500, 98_500],
    ],
  )
  const { transfer_id, reference, counterparty_iban } = rows[5]
  assert.deepEqual([transfer_id, reference, counterparty_iban], ['id-5', 'DAY-5', RECEIVER])
  const now = await read('')
  assert.deepEqual([now.from, now.to, now.opening_balance, now.closing_balance], [today, today, 98_500, 97_490])
  assert.deepEqual(
    now.movements.map(({ type, amount }: { type: string; amount: number }) => [type, amount]),
    [
      ['transfer_out', -1_000],
      ['fee', -10],
    ],
  )
  for (const query of ['from=2027-13-01', 'from=2027-05-12&to=2027-05-11', 'page=0', 'page_size=1001', 'to=x'])
    assert.equal((await read(query)).code, 'invalid_request', query)
})

test('a receipt states what was paid; 9012 has none', async () => {
  await accounts.transfer('RCPT-1', { description: 'Fatura şubat' })
  assert.equal((await accounts.receipt('RCPT-1')).body.code, 'receipt_not_available')
  await bank.control.advance(2)
  const { body } = await accounts.receipt('RCPT-1')
  assert.match(body.receipt_no, /^SIM\d{12}$/)
  assert.deepEqual([body.total, body.sender.holder_name, body.description], [10_000, 'Demo Ticaret', 'Fatura şubat'])
  await accounts.transfer('RCPT-2', { recipient: { iban: ibanOf('00901', '9012') } })
  await bank.control.advance(2)
  const none = await accounts.receipt('RCPT-2')
  assert.deepEqual([none.status, none.body.code], [502, 'receipt_error'])
})

test('after hours an EFT waits where the bank enforces its hours, and FAST never does', async () => {
  const friday = new Date('2027-05-14T15:30:00Z') // half past six; then the week of Kurban Bayramı
  await bank.control.setClock(friday)
  const eft = (reference: string) => accounts.transfer(reference, { type: 'eft', amount: 5_000_000 })
  assert.equal((await eft('HOURS-1')).body.status, 'processing')
  await bank.control.call('PUT', '/windows', { windows: 'bank_hours' })
  const { body } = await eft('HOURS-2')
  assert.deepEqual([body.status, body.expected_at], ['delivered', '2027-05-20T06:00:01.000Z'])
  assert.equal((await accounts.transfer('HOURS-3')).body.status, 'processing')
  await bank.control.setClock(new Date('2027-05-20T06:00:02Z'))
  assert.equal((await accounts.inquire('HOURS-2')).body.status, 'completed')
  await bank.control.call('PUT', '/windows', { windows: 'open' })
})
