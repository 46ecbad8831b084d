/** Recipients: storage and responses, refusals, visibility per caller. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { AYSE, IBANS, MEHMET, MERCHANT, OTHER_MERCHANT, openReceivers } from '../support/receivers.ts'
import { TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let team: ReturnType<typeof openReceivers>
before(async () => {
  team = openReceivers(vezne)
})

const post = (body: object) => team.call('POST', '/recipients', { holder_name: 'Fatma Kaya', ...body })
const put = (id: string, body: object) => team.call('PUT', `/recipients/${id}`, { holder_name: 'Fatma Kaya', ...body })

test('a recipient with everything; the tax number is sealed and only its end is shown', async () => {
  const answer = await post({
    extra_properties_dict: { team: 'Lojistik' },
    first_name: 'Fatma',
    last_name: 'Kaya',
    iban: 'TR57 0090 2000 0000 0000 0090 00',
    account_number: '0000000000009000',
    description: 'Kargo\nhaftalık',
    tax_id: '10000000146',
    email: 'fatma@example.com',
    phone: '+90 555 000 00 00',
    label: 'Kargo',
    external_id: 'R-1',
  })
  assert.equal(answer.status, 201, answer.text)
  const { data: id, ...envelope } = answer.body
  assert.deepEqual(envelope, { message: null, is_success: true, code: null })
  const { bank_id, created, ...shown } = await team.shown(id)
  assert.ok(bank_id)
  assert.ok(created)
  assert.deepEqual(shown, {
    extra_properties_dict: { team: 'Lojistik' },
    id,
    first_name: 'Fatma',
    last_name: 'Kaya',
    holder_name: 'Fatma Kaya',
    description: 'Kargo\nhaftalık',
    account_number: '0000000000009000',
    iban: IBANS.bankB,
    masked_card_no: null,
    card_token: null,
    bank_name: 'Simulated Bank B',
    bank_code: '00902',
    tax_id: '0146',
    tax_id_type: 'tckn',
    email: 'fatma@example.com',
    phone: '+90 555 000 00 00',
    label: 'Kargo',
    external_id: 'R-1',
    is_active: true,
  })
  const [row] = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ all: string }>('select r::text as all from recipients r where tenant_id = $1 and id = $2', [TENANT, id]),
  )
  assert.doesNotMatch(row?.all ?? '', /10000000146/)
  const [account] = await team.accountsOf(id)
  assert.deepEqual([account.iban, account.is_default, account.holder_name], [IBANS.bankB, true, 'Fatma Kaya'])
})

const REFUSED: [why: string, body: object, code: string, field: string][] = [
  ['IBAN, check digits', { iban: 'TR160090100000000000009001' }, 'invalid_iban', 'iban invalid_iban'],
  ['IBAN, country', { iban: 'XX160090100000000000009000' }, 'invalid_iban', 'iban invalid_iban'],
  ['bank of the IBAN', { iban: IBANS.unknownBank }, 'bank_not_found', 'iban bank_not_found'],
  ['bank_id', { bank_id: MERCHANT }, 'bank_not_found', 'bank_id bank_not_found'],
  ['number without bank', { account_number: '123' }, 'bad_request', 'bank_id mismatch'],
  ['VKN', { tax_id: '1234567891' }, 'invalid_tax_id', 'tax_id invalid_tax_id'],
  ['TCKN', { tax_id: '10000000147' }, 'invalid_tax_id', 'tax_id invalid_tax_id'],
  ['type of the tax number', { tax_id: '1234567890', tax_id_type: 'tckn' }, 'bad_request', 'tax_id_type mismatch'],
  ['type without number', { tax_id_type: 'vkn' }, 'bad_request', 'tax_id_type mismatch'],
  ['name', { holder_name: 'X' }, 'bad_request', 'holder_name too_short'],
  ['card number', { description: 'pay 4546711234567894' }, 'bad_request', 'description invalid_format'],
]
for (const [why, body, code, field] of REFUSED)
  test(`refused: ${why}`, async () => {
    const before = (await team.rows('/recipients')).length
    assertProblem(await post(body), code as 'bad_request', /./, field)
    assert.equal((await team.rows('/recipients')).length, before)
  })

test('a bank that is not the one of the IBAN is a mismatch', async () => {
  const { bank_id } = await team.shown(AYSE)
  assertProblem(await post({ iban: IBANS.bankB, bank_id }), 'bad_request', /00902/, 'bank_id mismatch')
  const id = await team.recipient({ bank_id, account_number: '77' })
  const shown = await team.shown(id)
  assert.deepEqual([shown.bank_code, shown.account_number, shown.iban], ['00901', '77', null])
})

test('an external id belongs to one live recipient of a merchant, the first one', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => post({ external_id: 'TWIN' })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  assert.ok(refused)
  assertProblem(refused, 'duplicate_external_id', /external_id/, 'external_id duplicate_external_id')
  const other = await team.recipient()
  assertProblem(await put(other, { external_id: 'TWIN' }), 'duplicate_external_id')
  const first = answers.find(({ status }) => status === 201)?.body.data
  await team.call('DELETE', `/recipients/${first}`)
  assert.equal((await put(other, { external_id: 'TWIN' })).status, 200)
  const elsewhere = { holder_name: 'Fatma Kaya', external_id: 'TWIN' }
  assert.equal((await team.call('POST', '/recipients', elsewhere, { merchant: OTHER_MERCHANT })).status, 201)
})

test('a change replaces everything but tax number, switch and accounts; its IBAN moves the default account', async () => {
  const id = await team.recipient({ iban: IBANS.bankB, tax_id: '1234567890', label: 'x', is_active: false })
  const [old] = await team.accountsOf(id)
  assert.equal((await put(id, { id, holder_name: 'Fatma Demir' })).status, 200)
  const kept = await team.shown(id)
  assert.deepEqual(
    [kept.holder_name, kept.label, kept.tax_id, kept.tax_id_type, kept.is_active, kept.iban],
    ['Fatma Demir', null, '7890', 'vkn', false, IBANS.bankB],
  )
  assert.equal((await team.accountsOf(id))[0].holder_name, 'Fatma Demir')
  assert.equal((await put(id, { iban: IBANS.bankC, is_active: true })).status, 200)
  assert.equal((await put(id, { iban: IBANS.bankC })).status, 200)
  const accounts = await team.accountsOf(id)
  assert.deepEqual(
    accounts.map((each) => [each.id, each.iban, each.bank_code, each.is_default]),
    [[old.id, IBANS.bankC, '00903', true]],
  )
  await team.account(id, { iban: IBANS.bankA })
  assertProblem(await put(id, { iban: IBANS.bankA }), 'iban_already_registered', /already/)
  assert.equal((await team.shown(id)).iban, IBANS.bankC)
  assertProblem(await put(id, { id: AYSE }), 'bad_request', /path/, 'id mismatch')
})

test('a deleted recipient is deleted with its accounts, and no sealed value stays', async () => {
  const id = await team.recipient({ iban: IBANS.bankA, tax_id: '1234567890' })
  const gone = await team.call('DELETE', `/recipients/${id}`)
  assert.deepEqual([gone.status, gone.body.data], [200, id])
  for (const [method, path] of [
    ['DELETE', `/recipients/${id}`],
    ['GET', `/receiveraccounts/by-saved-account/${id}`],
    ['DELETE', '/recipients/none'],
  ] as const)
    assertProblem(await team.call(method, path), 'recipient_not_found')
  assertProblem(await put(id, {}), 'recipient_not_found')
  assert.deepEqual(await team.rows(`/receiveraccounts?recipient_id=${id}`), [])
  const [row] = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query('select tax_id_sealed from recipients where tenant_id = $1 and id = $2', [TENANT, id]),
  )
  assert.deepEqual(row, { tax_id_sealed: null })
})

test('the demo recipients stand there from the start', async () => {
  const ayse = await team.shown(AYSE)
  assert.deepEqual([ayse.holder_name, ayse.iban, ayse.bank_code], ['Ayşe Yılmaz', IBANS.bankA, '00901'])
  const mehmet = await team.shown(MEHMET)
  assert.deepEqual([mehmet.holder_name, mehmet.iban, mehmet.bank_id], ['Mehmet Demir', null, null])
})

test('every filter of the list', async () => {
  const id = await team.recipient({
    holder_name: 'Zeynep Örnek',
    first_name: 'Zeynep',
    last_name: 'Örnek',
    iban: IBANS.bankC,
    account_number: '4711',
    extra_properties_dict: { plate: '34 ZZ 9' },
    label: 'yüzde%',
    is_active: false,
  })
  const { bank_id } = await team.shown(id)
  const found = async (query: string) => (await team.rows(`/recipients?page_size=100&${query}`)).map((row) => row.id)
  for (const query of [
    'first_name=zey',
    'last_name=rnek',
    'holder_name=Zeynep',
    'account_number=4711',
    'extra_properties_search_term=ZZ%209',
    'search_term=y%C3%BCzde%25',
  ])
    assert.deepEqual(await found(query), [id], query)
  for (const query of [`bank_id=${bank_id}`, 'iban=tr98%200090%203000%200000%200000%200090%2000', 'is_active=false'])
    assert.ok((await found(query)).includes(id), query)
  assert.ok(!(await found('is_active=true')).includes(id))
  assert.deepEqual(await found('search_term=%25%25'), [])
  assert.deepEqual(await found(`bank_id=${id}`), [])
  assert.ok((await team.rows(`/recipients/by-bank/${bank_id}`)).some((row) => row.id === id))
  for (const unknown of [id, 'x'])
    assertProblem(await team.call('GET', `/recipients/by-bank/${unknown}`), 'bank_not_found')
  const page = (await team.call('GET', '/recipients?page=2&page_size=1')).body.data
  assert.equal(page.items.length, 1)
  assert.deepEqual([page.page, page.has_previous_page], [2, true])
})

test('a merchant’s callers reach only their own; the tenant’s reach all, and a new one needs its merchant', async () => {
  const theirs = (await team.call('POST', '/recipients', { holder_name: 'Other Shop' }, { merchant: OTHER_MERCHANT }))
    .body.data
  assert.ok((await team.rows('/recipients?page_size=100', null)).some((row) => row.id === theirs))
  assert.ok(!(await team.rows('/recipients?page_size=100')).some((row) => row.id === theirs))
  assertProblem(await put(theirs, {}), 'recipient_not_found')
  assertProblem(await team.call('DELETE', `/recipients/${theirs}`), 'recipient_not_found')
  const body = { recipient_id: theirs, iban: IBANS.bankA }
  assertProblem(await team.call('POST', '/receiveraccounts', body), 'recipient_not_found', /./)
  assertProblem(
    await team.call('POST', '/recipients', { holder_name: 'No One' }, { merchant: null }),
    'merchant_id_required',
  )
  const added = await team.call('POST', '/recipients', { holder_name: 'By an operator' }, { as: 'maker' })
  assert.equal(added.status, 201, 'an operator adds, and changes nothing')
  assertProblem(await team.call('DELETE', `/recipients/${added.body.data}`, undefined, { as: 'maker' }), 'forbidden')
})
