/** Source accounts: bound, refused, read live, changed, unbound; and the seeded one of a new sandbox. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { booksOf, item, SOURCE, startTransferTeam } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const PRIMARY = '00000000-0000-4000-8000-000000000031'
const NOBODYS = '00000000-0000-4000-8000-00000000ffff'
/** Of Simulated Bank A and of B; not bound yet. */
const NEW_IBAN = 'TR860090100000000000300001'
const OTHER_IBAN = 'TR590090100000000000300002'
const PLAN_IBAN = 'TR320090100000000000300003'
const SOURCE_IBAN = 'TR960090100000000000100001'

const team = use(startTransferTeam)
let bankA: string
let bankB: string
before(async () => {
  const banks = (
    await team.vezne.request('cards', 'GET', '/api/v1/lookups/banks?page_size=100', {
      token: await team.vezne.token('admin'),
    })
  ).body
  const list: Json[] = banks.items
  bankA = list.find(({ code }) => code === '00901').id
  bankB = list.find(({ code }) => code === '00902').id
})

const account = (changes: Json = {}): Json => ({
  connector_configuration_id: PRIMARY,
  bank_id: bankA,
  holder_name: 'Demo Ticaret',
  iban: NEW_IBAN,
  extra_properties_dict: { sandbox_opening_balance: '250000' },
  ...changes,
})
const bind = (changes: Json = {}) => team.call('admin', 'POST', '/api/v1/connectoraccounts', account(changes))
const read = (path: string) => team.call('admin', 'GET', path)
const openedBooks = async (id: string) => {
  await until('the books are open', async () => (await booksOf(team.vezne)).of(id) !== undefined)
  return (await booksOf(team.vezne)).of(id)
}

test('bound by its IBAN: opened with the bank’s balance, read live, not bound twice, changed, unbound', async () => {
  const made = await bind({ iban: 'tr86 0090 1000 0000 0000 3000 01' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.message, made.body.is_success, made.body.code], [null, true, null])
  const id = made.body.data
  assert.equal((await openedBooks(id))?.available, 250_000)
  const live = await read(`/api/v1/accounts?connector_configuration_id=${PRIMARY}`)
  const shown = live.body.data.find((each: Json) => each.account_id === id)
  assert.equal(shown.additional_data.available_balance, 250_000)
  assert.equal(shown.additional_data.iban, NEW_IBAN)
  assert.deepEqual(shown.additional_data.supported_transfer_types, ['fast', 'eft', 'remittance', 'credit_card'])

  const again = await bind()
  assert.deepEqual([again.status, again.body.code], [409, 'conflict'])
  const renamed = await team.call(
    'admin',
    'PUT',
    `/api/v1/connectoraccounts/${id}`,
    account({ holder_name: 'Yeni Ad' }),
  )
  assert.deepEqual([renamed.status, renamed.body.data], [200, id], renamed.text)
  const list = await read('/api/v1/connectoraccounts?search_term=yeni')
  assert.deepEqual(
    list.body.data.items.map((each: Json) => [each.id, each.currency, each.is_active, each.bank_code]),
    [[id, 'TRY', true, '00901']],
  )
  const exchanged = await team.call('admin', 'PUT', `/api/v1/connectoraccounts/${id}`, account({ iban: OTHER_IBAN }))
  assert.deepEqual([exchanged.status, exchanged.body.code], [409, 'conflict'])
  assert.equal((await team.call('admin', 'DELETE', `/api/v1/connectoraccounts/${id}`)).body.data, id)
  assert.equal((await team.call('admin', 'DELETE', `/api/v1/connectoraccounts/${id}`)).status, 404)
  const unbound = await read(`/api/v1/connectoraccounts/bank-accounts?connector_configuration_id=${PRIMARY}`)
  assert.deepEqual(
    unbound.body.data.map((each: Json) => [each.account_id, each.additional_data.id, each.additional_data.is_active]),
    [[NEW_IBAN, null, false]],
  )
  const rebound = await bind()
  assert.equal(rebound.status, 201, 'the same account at the bank is bound anew, with books of its own')
  assert.equal((await openedBooks(rebound.body.data))?.available, 250_000)
})

const REFUSED: [what: string, changes: () => Json, status: number, code: string][] = [
  ['an unknown configuration', () => ({ connector_configuration_id: NOBODYS }), 404, 'connector_not_found'],
  ['an unknown bank', () => ({ bank_id: NOBODYS }), 404, 'bank_not_found'],
  ['a mistyped IBAN', () => ({ iban: 'TR870090100000000000300001' }), 422, 'invalid_iban'],
  ['an IBAN of another bank', () => ({ bank_id: bankB }), 422, 'invalid_iban'],
  ['a foreign IBAN', () => ({ iban: 'DE89370400440532013000' }), 422, 'invalid_iban'],
  ['neither IBAN nor number', () => ({ iban: undefined }), 400, 'bad_request'],
  ['the IBAN of another account', () => ({ iban: SOURCE_IBAN }), 409, 'conflict'],
]
for (const [what, changes, status, code] of REFUSED)
  test(`refused: ${what}`, async () => {
    const answer = await bind(changes())
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  })

test('bound only by its number: the bank reports the IBAN', async () => {
  const opened = await team.bank.control.call('POST', '/accounts', {
    customer: PRIMARY,
    iban: OTHER_IBAN,
    currency: 'TRY',
    holder_name: 'Demo Ticaret',
    opening_balance: 777,
  })
  assert.ok(opened.status < 300, JSON.stringify(opened.body))
  const made = await bind({ iban: undefined, account_number: OTHER_IBAN.slice(-16), extra_properties_dict: undefined })
  assert.equal(made.status, 201, made.text)
  assert.equal((await openedBooks(made.body.data))?.available, 777)
  const { items } = (await read(`/api/v1/connectoraccounts/by-connector-configuration/${PRIMARY}`)).body.data
  assert.equal(items.find((each: Json) => each.id === made.body.data).iban, OTHER_IBAN)
  const changed = await team.call('admin', 'PUT', `/api/v1/connectoraccounts/${made.body.data}`, {
    ...account({ iban: undefined, account_number: OTHER_IBAN.slice(-16), is_active: false }),
  })
  assert.equal(changed.status, 200, changed.text)
})

test('an account with an open transfer is not unbound', async () => {
  const [id] = await team.create([item()])
  const refused = await team.call('admin', 'DELETE', `/api/v1/connectoraccounts/${SOURCE}`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'])
  await team.call('checker', 'POST', '/api/v1/transfers/bulk/reject', { transfer_ids: [id] })
})

test('an account of a plan is not unbound until the plan is cancelled', async () => {
  const recipient = await team.call('admin', 'POST', '/api/v1/recipients', {
    holder_name: 'Ayşe Yılmaz',
    iban: 'TR160090100000000000009000',
  })
  assert.equal(recipient.status, 201, recipient.text)
  const bound = (await bind({ iban: PLAN_IBAN })).body.data
  await openedBooks(bound)
  const plan = await team.call('admin', 'POST', '/api/v1/recurringtransfers', {
    plan_name: 'Kira',
    connector_account_id: bound,
    recipient_id: recipient.body.data,
    amount: 1_000,
    transfer_type: 'fast',
    repeat_type: 'monthly',
    month_day: 5,
    start_date: new Date(team.vezne.runtime.clock.ms() + 86_400_000).toISOString(),
    end_type: 'indefinite',
  })
  assert.equal(plan.status, 201, plan.text)
  const refused = await team.call('admin', 'DELETE', `/api/v1/connectoraccounts/${bound}`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'])
  await team.call('admin', 'DELETE', `/api/v1/recurringtransfers/${plan.body.data}`)
  assert.equal((await team.call('admin', 'DELETE', `/api/v1/connectoraccounts/${bound}`)).status, 200)
})

test('a tenant made in a sandbox has one account, opened with ten million', async () => {
  const token = await team.vezne.token('admin', 'tenant-other')
  const tenant = '00000000-0000-4000-8000-000000000011'
  const ask = (path: string) =>
    team.vezne.request('transfers', 'GET', path, { token, headers: { 'x-tenant-id': tenant } })
  const { items } = (await ask('/api/v1/connectoraccounts')).body.data
  assert.equal(items.length, 1)
  assert.equal(items[0].currency, 'TRY')
  await until('the bank has opened it', async () => (await ask('/api/v1/accounts')).body.data?.length === 1)
  const [own] = (await ask('/api/v1/accounts')).body.data
  assert.equal(own.additional_data.total_balance, 1_000_000_000)
})
