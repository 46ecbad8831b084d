/** What a bulk create is refused for: the code, the index and the field of each, and nothing made. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ProblemCode } from '../../src/core/problem.ts'
import { assertProblem } from '../support/problems.ts'
import { AYSE, CARD, IBANS } from '../support/receivers.ts'
import { SOURCE } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const LOAD = '00000000-0000-4000-8000-000000000012' // no limit of calls holds it back
const own = (nth: number): string => `00000000-0000-4000-8000-0000000005${nth}0`
const LIRAS = own(0)
const DOLLARS = own(1)
const INACTIVE = own(2)
const LIMITED = own(3)
const ACCOUNTS: [id: string, iban: string, bank: string, currency: string, isActive: boolean, extra: Json][] = [
  [LIRAS, 'TR960090100000000000100001', '00901', 'TRY', true, null],
  [DOLLARS, 'TR690090100000000000100002', '00901', 'USD', true, null],
  [INACTIVE, 'TR350090200000000000200001', '00902', 'TRY', false, null],
  [LIMITED, IBANS.bankA, '00901', 'TRY', true, { single_transfer_limit: '1000' }],
]
const names = { inactive: '', withoutAccount: '', offAccount: '', atBankB: '' }

const vezne = useVezne({ env: { VEZNE_ROLE: 'api' } })
before(async () => {
  await vezne.runtime.db.transaction({ of: LOAD }, async (tx) => {
    const [row] = await tx.query<{ id: string }>('select id from connector_configurations where tenant_id = $1', [LOAD])
    for (const [id, iban, bank, currency, isActive, extra] of ACCOUNTS)
      await tx.execute(
        `insert into source_accounts (tenant_id, id, configuration_id, bank_code, holder_name, iban, currency, is_active,
           extra, created, last_modified) values ($1, $2, $3, $4, 'Load', $5, $6, $7, $8, now(), now())`,
        [LOAD, id, row?.id, bank, iban, currency, isActive, extra],
      )
  })
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await call('POST', path, body, 'admin')
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const holder_name = 'Fatma Kaya'
  names.inactive = await make('/recipients', { holder_name, iban: IBANS.bankA, is_active: false })
  names.withoutAccount = await make('/recipients', { holder_name })
  const recipient_id = await make('/recipients', { holder_name, iban: IBANS.bankA })
  names.offAccount = await make('/receiveraccounts', { recipient_id, iban: IBANS.bankB, is_active: false })
  const shown = await call('GET', `/receiveraccounts?recipient_id=${recipient_id}`, undefined, 'admin')
  const atB = shown.body.data.items.find(({ iban }: Json) => iban === IBANS.bankB)
  names.atBankB = await make('/receiveraccounts', { recipient_id, account_number: '42', bank_id: atB.bank_id })
})

const call = async (method: string, path: string, body?: unknown, as = 'maker', key?: string) =>
  vezne.request('transfers', method, `/api/v1${path}`, {
    token: await vezne.token(as, 'tenant-load'),
    headers: { 'x-tenant-id': LOAD, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(body === undefined ? {} : { body }),
  })
const create = (items: unknown) => call('POST', '/transfers/bulk/create', { items })
const count = async (): Promise<number> => (await call('GET', '/transfers?page_size=1')).body.total_count

const good = (change: Json = {}): Json => ({
  source_account_id: LIRAS,
  transfer_type: 'fast',
  recipient: { iban: IBANS.bankA, holder_name: 'Ayşe Yılmaz' },
  amount: { value: 12_345, currency_code: 'TRY' },
  ...change,
})
const to = (recipient: Json, change: Json = {}): Json =>
  good({ recipient: { holder_name: 'Ayşe Yılmaz', ...recipient }, ...change })
const worth = (value: unknown, currency_code = 'TRY', change: Json = {}): Json =>
  good({ amount: { value, currency_code }, ...change })
const far = (days: number): string => new Date(vezne.runtime.clock.ms() + days * 86_400_000).toISOString()

const RULES: [why: string, item: () => Json, code: ProblemCode, field: string][] = [
  [
    'account of another tenant',
    () => good({ source_account_id: SOURCE }),
    'source_account_not_found',
    'source_account_id',
  ],
  ['inactive account', () => good({ source_account_id: INACTIVE }), 'source_account_inactive', 'source_account_id'],
  ['currency of the account', () => worth(1, 'USD'), 'invalid_currency', 'amount.currency_code'],
  [
    'currency of the way',
    () => worth(1, 'USD', { source_account_id: DOLLARS }),
    'invalid_currency',
    'amount.currency_code',
  ],
  ['nothing', () => worth(0), 'invalid_amount', 'amount.value'],
  ['less than nothing', () => worth(-5), 'invalid_amount', 'amount.value'],
  ['limit of fast', () => worth(20_000_001), 'fast_amount_limit', 'amount.value'],
  [
    'limit of the account',
    () => worth(1_001, 'TRY', { source_account_id: LIMITED }),
    'single_transfer_limit_exceeded',
    'amount.value',
  ],
  ['IBAN', () => to({ iban: 'TR160090100000000000009001' }), 'invalid_iban', 'recipient.iban'],
  ['foreign IBAN', () => to({ iban: IBANS.foreign }), 'iban_not_eligible', 'recipient.iban'],
  [
    'remittance to another bank',
    () => to({ iban: IBANS.bankB }, { transfer_type: 'remittance' }),
    'iban_not_eligible',
    'recipient.iban',
  ],
  [
    'remittance to an account number at another bank',
    () => good({ recipient: { receiver_account_id: names.atBankB }, transfer_type: 'remittance' }),
    'unsupported_transfer_type',
    'recipient',
  ],
  ['unknown bank', () => to({ iban: IBANS.unknownBank }), 'bank_not_found', 'recipient.iban'],
  ['fast to a number', () => to({ account_number: '42' }), 'unsupported_transfer_type', 'recipient'],
  ['fast to a card', () => to({ card_details: { card_number: CARD } }), 'unsupported_transfer_type', 'recipient'],
  [
    'credit_card to an IBAN',
    () => to({ iban: IBANS.bankA }, { transfer_type: 'credit_card' }),
    'unsupported_transfer_type',
    'recipient',
  ],
  [
    'check digit of the card',
    () => to({ card_details: { card_number: '4546711234567895' } }, { transfer_type: 'credit_card' }),
    'invalid_card_number',
    'recipient.card_details.card_number',
  ],
  [
    'unknown token',
    () => to({ card_details: { card_token: 'none' } }, { transfer_type: 'credit_card' }),
    'account_not_found',
    'recipient.card_details.card_token',
  ],
  ['tax number', () => to({ iban: IBANS.bankA, tax_id: '1234567891' }), 'invalid_tax_id', 'recipient.tax_id'],
  [
    'tax number beside a stored recipient',
    () => good({ recipient: { recipient_id: names.withoutAccount, tax_id: '1234567891' } }),
    'invalid_tax_id',
    'recipient.tax_id',
  ],
  ['past', () => good({ scheduled_date: far(-1) }), 'invalid_schedule', 'scheduled_date'],
  ['far', () => good({ scheduled_date: far(366) }), 'invalid_schedule', 'scheduled_date'],
  [
    'recipient of another tenant',
    () => good({ recipient: { recipient_id: AYSE } }),
    'recipient_not_found',
    'recipient.recipient_id',
  ],
  [
    'recipient without account',
    () => good({ recipient: { recipient_id: names.withoutAccount } }),
    'default_receiver_account_required',
    'recipient.recipient_id',
  ],
  [
    'recipient switched off',
    () => good({ recipient: { recipient_id: names.inactive } }),
    'recipient_blocked',
    'recipient.recipient_id',
  ],
  [
    'unknown account',
    () => good({ recipient: { receiver_account_id: AYSE } }),
    'account_not_found',
    'recipient.receiver_account_id',
  ],
  [
    'account switched off',
    () => good({ recipient: { receiver_account_id: names.offAccount } }),
    'recipient_blocked',
    'recipient.receiver_account_id',
  ],
]
for (const [why, item, code, field] of RULES)
  test(`refused: ${why}`, async () => {
    const before = await count()
    assertProblem(await create([good(), item()]), code, /./, `items[1].${field} ${code}`)
    const checked = await call('POST', '/transfers/bulk/check', { items: [good(), item()] })
    const { item_index: at, message, ...fault } = checked.body.errors[0]
    assert.deepEqual([at, fault, checked.body.errors.length], [1, { field, code }, 1], message)
    assert.equal(await count(), before)
  })

const SHAPES: [why: string, item: () => Json, field: string, hint?: RegExp][] = [
  ['no recipient', () => good({ recipient: {} }), 'recipient mismatch', /exactly one/],
  ['two recipients', () => to({ iban: IBANS.bankA, account_number: '42' }), 'recipient mismatch', /exactly one/],
  ['no name', () => good({ recipient: { iban: IBANS.bankA } }), 'recipient.holder_name mismatch'],
  [
    'two ways to a card',
    () => to({ card_details: { card_number: CARD, card_token: 'x' } }),
    'recipient.card_details mismatch',
  ],
  ['a text for an amount', () => worth('12'), 'amount.value invalid_type'],
  ['a fraction', () => worth(1.5), 'amount.value invalid_type'],
  ['an amount beyond the range', () => worth(9_007_199_254_740_992), 'amount.value out_of_range'],
  ['an unknown currency', () => worth(1, 'GBP'), 'amount.currency_code unknown_value'],
  ['an unknown way', () => good({ transfer_type: 'swift' }), 'transfer_type unknown_value'],
  ['no day', () => good({ scheduled_date: 'tomorrow' }), 'scheduled_date invalid_format'],
  ['a long description', () => good({ description: 'x'.repeat(101) }), 'description too_long'],
  ['a long external id', () => good({ external_id: 'x'.repeat(101) }), 'external_id too_long'],
  ['an unknown member', () => good({ transfertype: 'fast' }), 'transfertype unknown_value', /transfer_type/],
  ['an unknown member below', () => to({ ibann: 'x' }), 'recipient.ibann unknown_value', /iban/],
]
for (const [why, item, field, hint] of SHAPES)
  test(`shape: ${why}`, async () => {
    const { errors } = assertProblem(await create([good(), item()]), 'bad_request', hint)
    assert.equal(`${errors[0].field} ${errors[0].code}`, `items[1].${field}`)
  })

test('how many: none, one, a thousand, a thousand and one; a null is no item', async () => {
  assertProblem(await create([]), 'bad_request', /./, 'items too_few_items')
  assertProblem(await create(null), 'bad_request', /./, 'items required')
  const before = await count()
  assertProblem(await create(Array(1_001).fill(good())), 'bad_request', /./, 'items too_many_items')
  assertProblem(await create([good(), null]), 'bad_request', /items\[1\]/)
  assert.equal(await count(), before)
  assert.equal((await create([good()])).body.total_count, 1)
  const all = await create(Array.from({ length: 1_000 }, (_, nth) => good({ external_id: `M-${nth}` })))
  assert.equal(all.status, 201, all.text.slice(0, 300))
  assert.deepEqual([all.body.transfers[999].external_id, all.body.total_amount], ['M-999', 12_345_000])
})

test('an external id twice in the call, and one of an earlier transfer: each is named', async () => {
  const inside = await create([good({ external_id: 'A' }), good(), good({ external_id: 'A' })])
  assertProblem(inside, 'duplicate_external_id', /items\[2\]/, 'items[2].external_id duplicate_external_id')
  assert.equal((await create([good({ external_id: 'A' }), good({ external_id: 'B' })])).status, 201)
  const before = await create([good({ external_id: 'C' }), good({ external_id: 'B' }), good({ external_id: 'A' })])
  const { errors } = assertProblem(before, 'duplicate_external_id', /items\[1\]/)
  assert.deepEqual(
    errors.map(({ field }: Json) => field),
    ['items[1].external_id', 'items[2].external_id'],
  )
  assert.equal((await call('GET', '/transfers?external_id=C')).body.total_count, 0)
})

test('every faulty item is named, and the code is that of the first', async () => {
  const answer = await create([good(), worth(0), to({ iban: IBANS.foreign }), good({ source_account_id: SOURCE })])
  const { errors } = assertProblem(answer, 'invalid_amount', /items\[1\]\.amount\.value.*2 more/)
  assert.deepEqual(
    errors.map(({ field, code }: Json) => [field, code]),
    [
      ['items[1].amount.value', 'invalid_amount'],
      ['items[2].recipient.iban', 'iban_not_eligible'],
      ['items[3].source_account_id', 'source_account_not_found'],
    ],
  )
})

test('a key comes before the rules: the repeat gets what is stored, another request a 409, though both would be refused now', async () => {
  const send = (items: Json[]) => call('POST', '/transfers/bulk/create', { items }, 'maker', 'bulk-1')
  const items = [good({ scheduled_date: far(0) })]
  const first = await send(items)
  assert.equal(first.status, 201, first.text)
  const made = await count()
  await vezne.moveClock(10 * 60_000)
  assertProblem(await create(items), 'invalid_schedule')
  const late = await send(items)
  assert.deepEqual([late.status, late.headers['idempotent-replayed'], late.text], [201, 'true', first.text])
  const setActive = (isActive: boolean) =>
    vezne.runtime.db.transaction({ of: LOAD }, (tx) =>
      tx.execute('update source_accounts set is_active = $3 where tenant_id = $1 and id = $2', [LOAD, LIRAS, isActive]),
    )
  await setActive(false)
  assert.equal((await send(items)).text, first.text)
  await setActive(true)
  assertProblem(await send([worth(0)]), 'idempotency_key_in_use')
  assert.equal(await count(), made)
})
