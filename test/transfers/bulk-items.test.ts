/** The rules of one transfer above its shape: which account reaches whom, how much, and when (docs/interface/transfers.md#create-transfers). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findItemFault, type SourceFacts } from '../../src/transfers/creation/validate-item.ts'
import { TRANSFER_CURRENCIES, TRANSFER_TYPES } from '../../src/transfers/model/transfer.ts'
import type { TransferItem } from '../../src/transfers/schemas/creation-schemas.ts'

const NOW = Date.UTC(2026, 4, 11, 9)
const DAY = 86_400_000
const SOURCE: SourceFacts = {
  id: 's',
  bank_code: '00901',
  currency: 'TRY',
  is_active: true,
  single_transfer_limit: undefined,
}
const TO = {
  own: { iban: 'TR160090100000000000009000', account_number: null, masked_card_no: null, bank_code: '00901' },
  other: { iban: 'TR350090200000000000200001', account_number: null, masked_card_no: null, bank_code: '00902' },
  abroad: { iban: 'DE89370400440532013000', account_number: null, masked_card_no: null, bank_code: null },
  account: { iban: null, account_number: '100001', masked_card_no: null, bank_code: '00901' },
  card: { iban: null, account_number: null, masked_card_no: '400684******1234', bank_code: null },
} as const
type To = keyof typeof TO

const itemOf = (change: Partial<TransferItem> = {}): TransferItem => ({
  source_account_id: 's',
  transfer_type: 'fast',
  recipient: {},
  amount: { value: 100, currency_code: 'TRY' },
  ...change,
})
const codeOf = (item: TransferItem, to: To = 'own', source: SourceFacts | undefined = SOURCE): string =>
  findItemFault(item, source, TO[to], NOW)?.code ?? '-'

// Who reaches whom:   own IBAN, another bank's, abroad, an account number, a card.
const ROUTES = `
  fast         -                         -                         iban_not_eligible         unsupported_transfer_type  unsupported_transfer_type
  eft          -                         -                         iban_not_eligible         unsupported_transfer_type  unsupported_transfer_type
  remittance   -                         iban_not_eligible         iban_not_eligible         -                          unsupported_transfer_type
  credit_card  unsupported_transfer_type unsupported_transfer_type unsupported_transfer_type unsupported_transfer_type  -`
for (const line of ROUTES.trim().split('\n')) {
  const [type, ...codes] = line.trim().split(/\s+/) as [TransferItem['transfer_type'], ...string[]]
  test(`${type} reaches`, () => {
    const found = Object.keys(TO).map((to) => codeOf(itemOf({ transfer_type: type }), to as To))
    assert.deepEqual(found, codes)
  })
}

test('currencies: the account’s own, and only liras except for a remittance', () => {
  for (const type of TRANSFER_TYPES)
    for (const account of TRANSFER_CURRENCIES)
      for (const currency of TRANSFER_CURRENCIES) {
        const item = itemOf({ transfer_type: type, amount: { value: 100, currency_code: currency } })
        const to = type === 'credit_card' ? 'card' : 'own'
        const isFine = account === currency && (currency === 'TRY' || type === 'remittance')
        const code = codeOf(item, to, { ...SOURCE, currency: account })
        assert.equal(code, isFine ? '-' : 'invalid_currency', `${type} ${account} ${currency}`)
      }
})

const AMOUNTS: [type: TransferItem['transfer_type'], value: number, limit: number | undefined, code: string][] = [
  ['fast', 0, undefined, 'invalid_amount'],
  ['fast', -1, undefined, 'invalid_amount'],
  ['fast', 1, undefined, '-'],
  ['fast', 20_000_000, undefined, '-'],
  ['fast', 20_000_001, undefined, 'fast_amount_limit'],
  ['eft', 20_000_001, undefined, '-'],
  ['eft', Number.MAX_SAFE_INTEGER, undefined, '-'],
  ['eft', 501, 500, 'single_transfer_limit_exceeded'],
  ['eft', 500, 500, '-'],
  ['fast', 20_000_001, 500, 'fast_amount_limit'],
]
for (const [type, value, limit, code] of AMOUNTS)
  test(`${type} of ${value}${limit === undefined ? '' : ` with a limit of ${limit}`}: ${code}`, () => {
    const source = { ...SOURCE, single_transfer_limit: limit }
    assert.equal(codeOf(itemOf({ transfer_type: type, amount: { value, currency_code: 'TRY' } }), 'own', source), code)
  })

const iso = (ms: number): string => new Date(ms).toISOString()
const DATES: [scheduled: string, code: string][] = [
  [iso(NOW), '-'],
  [iso(NOW - 60_000), '-'],
  [iso(NOW - 60_001), 'invalid_schedule'],
  [iso(NOW + 365 * DAY), '-'],
  [iso(NOW + 365 * DAY + 1), 'invalid_schedule'],
  ['2026-05-11T12:00:00+03:00', '-'],
  ['2026-05-11T11:00:00+03:00', 'invalid_schedule'],
  ['2026-05-11t12:00:00z', '-'],
  ['9999-12-31T23:59:59Z', 'invalid_schedule'],
  ['0000-01-01T00:00:00Z', 'invalid_schedule'],
]
for (const [scheduled_date, code] of DATES)
  test(`scheduled for ${scheduled_date}: ${code}`, () => assert.equal(codeOf(itemOf({ scheduled_date })), code))

test('accounts that are not there, or switched off', () => {
  assert.equal(findItemFault(itemOf(), undefined, TO.own, NOW)?.code, 'source_account_not_found')
  assert.equal(codeOf(itemOf(), 'own', { ...SOURCE, is_active: false }), 'source_account_inactive')
})

test('an account number is one of the source account’s own bank', () => {
  const item = itemOf({ transfer_type: 'remittance' })
  assert.equal(codeOf(item, 'account', { ...SOURCE, bank_code: '00902' }), 'unsupported_transfer_type')
})

test('every accepted item satisfies every rule', () => {
  const items = fc.record({
    type: fc.constantFrom(...TRANSFER_TYPES),
    to: fc.constantFrom<To>('own', 'other', 'abroad', 'account', 'card'),
    value: fc.oneof(fc.integer({ min: -5, max: 30_000_000 }), fc.maxSafeInteger()),
    currency: fc.constantFrom(...TRANSFER_CURRENCIES),
    account: fc.constantFrom(...TRANSFER_CURRENCIES),
    isActive: fc.boolean(),
    at: fc.integer({ min: NOW - 2 * DAY, max: NOW + 400 * DAY }),
  })
  fc.assert(
    fc.property(items, ({ type, to, value, currency, account, isActive, at }) => {
      const item = itemOf({
        transfer_type: type,
        amount: { value, currency_code: currency },
        scheduled_date: iso(at),
      })
      if (codeOf(item, to, { ...SOURCE, currency: account, is_active: isActive }) !== '-') return
      assert.ok(isActive && value >= 1 && currency === account)
      assert.ok(type !== 'fast' || value <= 20_000_000)
      assert.ok(type === 'remittance' || currency === 'TRY')
      assert.equal(type === 'credit_card', to === 'card')
      assert.ok(
        to !== 'abroad' && (to !== 'account' || type === 'remittance') && (to !== 'other' || type !== 'remittance'),
      )
      assert.ok(at >= NOW - 60_000 && at <= NOW + 365 * DAY)
    }),
    { numRuns: 2_000 },
  )
})
