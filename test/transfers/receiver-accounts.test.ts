/** Receiver accounts: IBAN, number or card; one default each; each IBAN once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { AYSE, CARD, IBANS, MERCHANT, OTHER_MERCHANT, openReceivers } from '../support/receivers.ts'
import { TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let team: ReturnType<typeof openReceivers>
before(async () => {
  team = openReceivers(vezne)
})

const post = (body: object) => team.call('POST', '/receiveraccounts', body)
const put = (id: string, body: object) => team.call('PUT', `/receiveraccounts/${id}`, body)
const defaultsOf = async (id: string): Promise<string[]> =>
  (await team.accountsOf(id)).filter((each) => each.is_default).map((each) => each.id)

test('the first account is always the default, a later one on request; there is exactly one', async () => {
  const recipient = await team.recipient()
  const first = await team.account(recipient, { iban: IBANS.bankA, is_default: false })
  const second = await team.account(recipient, { iban: 'TR57 0090 2000 0000 0000 0090 00', holder_name: 'Kaya Ltd' })
  assert.deepEqual(await defaultsOf(recipient), [first])
  const third = await team.account(recipient, { iban: IBANS.bankC, is_default: true })
  assert.deepEqual(await defaultsOf(recipient), [third])
  assert.equal((await put(second, { recipient_id: recipient, iban: IBANS.bankB, is_default: true })).status, 200)
  assert.deepEqual(await defaultsOf(recipient), [second])
  const refused = await put(second, { recipient_id: recipient, iban: IBANS.bankB, is_default: false })
  assertProblem(refused, 'bad_request', /another account/, 'is_default mismatch')
  assert.deepEqual(await defaultsOf(recipient), [second])
  const [shown] = (await team.accountsOf(recipient)).filter(({ id }) => id === second)
  const { bank_id, ...rest } = shown
  assert.ok(bank_id)
  assert.deepEqual(rest, {
    extra_properties_dict: null,
    id: second,
    recipient_id: recipient,
    holder_name: 'Fatma Kaya',
    description: null,
    account_number: null,
    iban: IBANS.bankB,
    masked_card_no: null,
    card_token: null,
    bank_name: 'Simulated Bank B',
    bank_code: '00902',
    label: null,
    external_id: null,
    iban_masked: 'TR57******************9000',
    is_default: true,
    is_active: true,
  })
  assert.equal((await team.call('DELETE', `/receiveraccounts/${second}`)).body.data, second)
  assert.deepEqual(await defaultsOf(recipient), [], 'nobody chose another one')
  assert.equal((await team.accountsOf(recipient)).length, 2)
})

test('who may only create adds the first account of a recipient and further ones, but none that becomes the default', async () => {
  const recipient = (await team.call('POST', '/recipients', { holder_name: 'Fatma Kaya' }, { as: 'maker' })).body.data
  const add = (body: object) =>
    team.call('POST', '/receiveraccounts', { recipient_id: recipient, ...body }, { as: 'maker' })
  const first = await add({ iban: IBANS.bankA, is_default: true })
  assert.equal(first.status, 201, first.text)
  assertProblem(await add({ iban: IBANS.bankB, is_default: true }), 'forbidden', /default of a recipient/)
  const second = await add({ iban: IBANS.bankB })
  assert.equal(second.status, 201, second.text)
  assert.deepEqual(await defaultsOf(recipient), [first.body.data])
  for (const answer of [first, second]) await team.call('DELETE', `/receiveraccounts/${answer.body.data}`)
  assertProblem(await add({ iban: IBANS.bankC }), 'forbidden', /default of a recipient/)
  const third = await team.account(recipient, { iban: IBANS.bankC })
  assert.deepEqual(await defaultsOf(recipient), [third])
})

test('a card is sealed; its mask and a token come back, and a change that omits it keeps it', async () => {
  const recipient = await team.recipient()
  const id = await team.account(recipient, {
    card_details: { card_number: CARD, expire_month: '12', expire_year: '2030' },
  })
  const [shown] = await team.accountsOf(recipient)
  assert.deepEqual(
    [shown.masked_card_no, shown.bank_code, shown.iban, shown.is_default],
    ['454671******7894', '00901', null, true],
  )
  assert.ok(shown.card_token)
  assert.equal((await put(id, { recipient_id: recipient, label: 'Kart' })).status, 200)
  const named = { recipient_id: recipient, card_details: { card_token: shown.card_token } }
  assert.equal((await put(id, named)).status, 200)
  assert.equal((await team.accountsOf(recipient))[0].card_token, shown.card_token)
  const copy = await team.account(await team.recipient(), { card_details: { card_token: shown.card_token } })
  assert.notEqual(copy, id)
  const stored = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ all: string; card_key: string }>(
      'select r::text as all, card_key from receiver_accounts r where tenant_id = $1 and card_token is not null',
      [TENANT],
    ),
  )
  assert.equal(new Set(stored.map(({ card_key }) => card_key)).size, 1)
  for (const { all } of stored) assert.doesNotMatch(all, new RegExp(CARD))
  assert.equal((await put(id, { recipient_id: recipient, iban: IBANS.bankA })).status, 200)
  const [moved] = await team.accountsOf(recipient)
  assert.deepEqual([moved.iban, moved.card_token, moved.masked_card_no], [IBANS.bankA, null, null])
})

const REFUSED: [why: string, body: object, code: string, field: string][] = [
  ['no way', {}, 'bad_request', 'iban mismatch'],
  ['two ways', { iban: IBANS.bankB, account_number: '1' }, 'bad_request', 'account_number mismatch'],
  ['IBAN', { iban: 'TR00' }, 'invalid_iban', 'iban invalid_iban'],
  ['bank of the IBAN', { iban: IBANS.unknownBank }, 'bank_not_found', 'iban bank_not_found'],
  ['bank_id', { account_number: '1', bank_id: MERCHANT }, 'bank_not_found', 'bank_id bank_not_found'],
  ['number without bank', { account_number: '1' }, 'bad_request', 'bank_id mismatch'],
  ['IBAN of its own', { iban: IBANS.bankA }, 'iban_already_registered', 'iban iban_already_registered'],
  [
    'recipient',
    { recipient_id: MERCHANT, iban: IBANS.bankB },
    'recipient_not_found',
    'recipient_id recipient_not_found',
  ],
  ['empty card', { card_details: {} }, 'bad_request', 'card_details mismatch'],
  [
    'check digit of the card',
    { card_details: { card_number: '4546711234567895' } },
    'invalid_card_number',
    'card_details.card_number invalid_card_number',
  ],
  [
    'token',
    { card_details: { card_token: 'none' } },
    'invalid_card_number',
    'card_details.card_token invalid_card_number',
  ],
]
for (const [why, body, code, field] of REFUSED)
  test(`refused: ${why}`, async () => {
    assertProblem(await post({ recipient_id: AYSE, ...body }), code as 'bad_request', /./, field)
    assert.equal((await team.accountsOf(AYSE)).length, 1)
  })

test('an account stays with its recipient, and is not there for another merchant', async () => {
  const id = await team.account(await team.recipient(), { iban: IBANS.bankB })
  assertProblem(await put(id, { recipient_id: AYSE, iban: IBANS.bankB }), 'bad_request', /stays/)
  assertProblem(await put(id, { recipient_id: MERCHANT, iban: IBANS.bankB }), 'recipient_not_found')
  const elsewhere = { merchant: OTHER_MERCHANT }
  const body = { recipient_id: AYSE, iban: IBANS.bankB }
  assertProblem(await team.call('PUT', `/receiveraccounts/${id}`, body, elsewhere), 'resource_not_found')
  assertProblem(await team.call('DELETE', `/receiveraccounts/${id}`, undefined, elsewhere), 'resource_not_found')
  assert.deepEqual(await team.rows('/receiveraccounts', OTHER_MERCHANT), [])
  assertProblem(
    await team.call('GET', `/receiveraccounts/by-saved-account/${AYSE}`, undefined, elsewhere),
    'recipient_not_found',
  )
})

test('lists by bank and by recipient', async () => {
  const recipient = await team.recipient()
  const id = await team.account(recipient, { iban: IBANS.bankC })
  const [{ bank_id }] = await team.accountsOf(recipient)
  const ids = async (path: string) => (await team.rows(path)).map((row) => row.id)
  assert.deepEqual(await ids(`/receiveraccounts?recipient_id=${recipient}&bank_id=${bank_id}`), [id])
  assert.ok((await ids(`/receiveraccounts/by-bank/${bank_id}`)).includes(id))
  assert.deepEqual(await ids(`/receiveraccounts?bank_id=${id}`), [])
  assertProblem(await team.call('GET', `/receiveraccounts/by-bank/${id}`), 'bank_not_found')
})

test('many at once: one of the same IBAN is made, one default is left, and a race with a deletion leaves nothing behind', async () => {
  const recipient = await team.recipient()
  const twins = await Promise.all(Array.from({ length: 8 }, () => post({ recipient_id: recipient, iban: IBANS.bankA })))
  assert.deepEqual(twins.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
  const { bank_id } = await team.shown(AYSE)
  const wanted = Array.from({ length: 8 }, (_, at) =>
    post({ recipient_id: recipient, account_number: `N${at}`, bank_id, is_default: true }),
  )
  assert.deepEqual([...new Set((await Promise.all(wanted)).map(({ status }) => status))], [201])
  assert.equal((await defaultsOf(recipient)).length, 1)
  const accounts = await team.accountsOf(recipient)
  const moves = accounts
    .filter(({ account_number }) => account_number !== null)
    .map(({ id, account_number }) => put(id, { recipient_id: recipient, account_number, bank_id, is_default: true }))
  assert.deepEqual([...new Set((await Promise.all(moves)).map(({ status }) => status))], [200])
  assert.equal((await defaultsOf(recipient)).length, 1)
  await Promise.all([
    team.call('DELETE', `/recipients/${recipient}`),
    ...Array.from({ length: 4 }, (_, at) => post({ recipient_id: recipient, account_number: `L${at}`, bank_id })),
  ])
  assert.deepEqual(await team.rows(`/receiveraccounts?recipient_id=${recipient}`), [])
})
