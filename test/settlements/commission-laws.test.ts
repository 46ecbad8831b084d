/** Commission, parts and value dates: nothing is lost in rounding, whatever the amount, the rate and the number of installments. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as simulator from '../../simulators/bank/settlement/commission.ts'
import { AMOUNT_MAX, computeBasisPoints, splitEqually } from '../../src/core/money.ts'
import { findDayKind, KNOWN_YEARS } from '../../src/reference/transfer-rules/working-days.ts'
import {
  commissionOfRefund,
  computeCommission,
  computePlatformShare,
  splitParts,
} from '../../src/settlements/model/commission.ts'
import { chooseTerms, findRate, type MerchantTerms } from '../../src/settlements/model/terms.ts'
import { computeValueDates, valueDateOfRefund } from '../../src/settlements/model/value-dates.ts'

const TERMS: MerchantTerms = {
  id: '1',
  merchant_id: null,
  configuration_id: null,
  bank_code: null,
  effective_from: '2026-01-01',
  rates: [{ card_type: 'Credit', basis_points: 356 }, { basis_points: 104 }],
  value_date_plan: 'per_installment',
  blocked_days: null,
  payout_weekday: null,
  returns_commission: true,
  platform_basis_points: 0,
  tax_basis_points: 0,
  returns_platform_commission: true,
  reserve_basis_points: 0,
  reserve_days: 0,
}
const CREDIT = { cardType: 'Credit', cardScheme: 'Visa', isOnUs: false, installments: 3 }

test('the sample of a day file: 149.90 in three at 3.56 %, and a refund of 50.00 that gives its commission back', () => {
  const commission = computeCommission(TERMS, { ...CREDIT, amount: 14_990 })
  assert.equal(commission, 534)
  const dates = computeValueDates(TERMS, '2026-01-05', 3)
  const rows = splitParts({ gross: 14_990, commission: 534, tax: 0 }, 3).map(({ gross, commission, tax, net }, n) => [
    gross,
    commission,
    tax,
    net,
    dates[n],
  ])
  assert.deepEqual(rows, [
    [4_998, 178, 0, 4_820, '2026-01-06'],
    [4_996, 178, 0, 4_818, '2026-02-06'],
    [4_996, 178, 0, 4_818, '2026-03-06'],
  ])
  const back = commissionOfRefund(TERMS, { ...CREDIT, amount: 5_000 })
  assert.deepEqual([back, -5_000 - (back ?? 0), valueDateOfRefund('2026-01-05')], [-178, -4_822, '2026-01-06'])
  assert.equal(commissionOfRefund({ ...TERMS, returns_commission: false }, { ...CREDIT, amount: 5_000 }), 0)
  // 9634 is the net sum of the file's trailer.
  assert.equal(4_820 + 4_818 + 4_818 - 4_822, 9_634)
})

const amount = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: AMOUNT_MAX }))
const signed = fc.tuple(amount, fc.boolean()).map(([minor, isBack]) => (isBack ? -minor : minor))
const installments = fc.integer({ min: 1, max: 12 })
const basisPoints = fc.integer({ min: 0, max: 10_000 })

test('half up, on the amount without its sign, never more than the whole', () => {
  fc.assert(
    fc.property(signed, basisPoints, (minor, rate) => {
      const taken = computeBasisPoints(minor, rate)
      assert.equal(taken + computeBasisPoints(-minor, rate), 0)
      const twice = 2n * BigInt(Math.abs(minor)) * BigInt(rate)
      const off = 20_000n * BigInt(Math.abs(taken)) - twice // of two ten-thousandths
      assert.ok(off > -10_000n && off <= 10_000n, `${minor} at ${rate} is ${taken}`)
      assert.ok(Math.abs(taken) <= Math.abs(minor))
      assert.ok(!Object.is(taken, -0))
    }),
  )
})

test('parts add up to the whole, each to its net, and differ by no more than the remainder on the first', () => {
  fc.assert(
    fc.property(signed, basisPoints, basisPoints, installments, (gross, rate, taxRate, count) => {
      const commission = computeBasisPoints(gross, rate)
      const tax = computeBasisPoints(commission, taxRate)
      const parts = splitParts({ gross, commission, tax }, count)
      const sum = (member: 'gross' | 'commission' | 'tax' | 'net') =>
        parts.reduce((total, part) => total + BigInt(part[member]), 0n)
      assert.equal(parts.length, count)
      assert.deepEqual([sum('gross'), sum('commission'), sum('tax')], [gross, commission, tax].map(BigInt))
      assert.equal(sum('net'), BigInt(gross) - BigInt(commission) - BigInt(tax))
      const [first, ...others] = splitEqually(gross, count) as [number, ...number[]]
      assert.equal(new Set(others).size, Math.min(1, others.length))
      for (const other of others) assert.ok(Math.abs(first) >= Math.abs(other) && Math.abs(first - other) < count)
    }),
  )
})

test('the bank simulator, which has arithmetic of its own, takes the same', () => {
  fc.assert(
    fc.property(signed, basisPoints, installments, (minor, rate, count) => {
      assert.equal(computeBasisPoints(minor, rate), simulator.computeCommission(minor, rate) + 0)
      assert.deepEqual(
        splitEqually(minor, count),
        simulator.split(minor, count).map((part) => part + 0),
      )
    }),
  )
})

test('the platform takes its share and the tax on it; of a refund only what was agreed', () => {
  const terms = { platform_basis_points: 150, tax_basis_points: 500, returns_platform_commission: false }
  assert.deepEqual(computePlatformShare(terms, 10_000), { commission: 150, tax: 8 })
  assert.deepEqual(computePlatformShare(terms, -10_000), { commission: 0, tax: 0 })
  assert.deepEqual(computePlatformShare({ ...terms, returns_platform_commission: true }, -10_000), {
    commission: -150,
    tax: -8,
  })
})

const known = fc.date({ min: new Date('2025-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
const plan = fc.constantFrom(
  { value_date_plan: 'next_day', blocked_days: null, payout_weekday: null } as const,
  { value_date_plan: 'per_installment', blocked_days: null, payout_weekday: null } as const,
  ...[0, 15, 40].map((days) => ({ value_date_plan: 'blocked_n', blocked_days: days, payout_weekday: null }) as const),
  ...[1, 3, 5].map((day) => ({ value_date_plan: 'weekly', blocked_days: null, payout_weekday: day }) as const),
)

test('value dates: business days after the movement, later for later movements and for later installments', () => {
  fc.assert(
    fc.property(known, fc.integer({ min: 0, max: 40 }), plan, installments, (date, later, plan, count) => {
      const day = date.toISOString().slice(0, 10)
      const dates = computeValueDates(plan, day, count) as string[]
      for (const [n, each] of dates.entries()) {
        assert.notEqual(findDayKind(Temporal.PlainDate.from(each)), 'closed')
        assert.ok(each > day)
        if (n > 0) assert.ok(plan.value_date_plan === 'per_installment' ? each > dates[n - 1]! : each === dates[0])
      }
      const next = computeValueDates(
        plan,
        Temporal.PlainDate.from(day).add({ days: later }).toString(),
        count,
      ) as string[]
      assert.ok(next.every((each, n) => each >= dates[n]!))
    }),
  )
})

const DATES: [plan: Partial<MerchantTerms>, day: string, count: number, dates: (string | null)[]][] = [
  // Friday to Monday; over 23 April, a Thursday, to Friday.
  [{ value_date_plan: 'next_day' }, '2026-01-09', 1, ['2026-01-12']],
  [{ value_date_plan: 'next_day' }, '2026-04-22', 1, ['2026-04-24']],
  // The eve of Ramazan Bayramı is a half day, on which banks pay; from it to the Monday after the feast.
  [{ value_date_plan: 'next_day' }, '2026-03-18', 1, ['2026-03-19']],
  [{ value_date_plan: 'next_day' }, '2026-03-19', 1, ['2026-03-23']],
  // Kurban Bayramı from Wednesday to Saturday.
  [{ value_date_plan: 'next_day' }, '2026-05-26', 1, ['2026-06-01']],
  // Month ends: the last day of a shorter month.
  [{ value_date_plan: 'per_installment' }, '2026-03-30', 4, ['2026-03-31', '2026-04-30', '2026-06-01', '2026-06-30']],
  [{ value_date_plan: 'blocked_n', blocked_days: 30 }, '2026-01-05', 3, ['2026-02-05', '2026-02-05', '2026-02-05']],
  [{ value_date_plan: 'weekly', payout_weekday: 3 }, '2026-01-07', 1, ['2026-01-14']],
  [{ value_date_plan: 'weekly', payout_weekday: 3 }, '2026-01-06', 1, ['2026-01-07']],
  // What is behind the table of holidays is told, not guessed.
  [{ value_date_plan: 'per_installment' }, '2034-11-30', 3, ['2034-12-01', null, null]],
  [{ value_date_plan: 'next_day' }, '2034-12-30', 1, [null]],
]
for (const [plan, day, count, dates] of DATES)
  test(`${plan.value_date_plan} from ${day}: ${dates.join(', ')}`, () => {
    assert.deepEqual(computeValueDates({ ...TERMS, ...plan }, day, count), dates)
  })
test('the years of the table', () => assert.deepEqual(KNOWN_YEARS, { first: 2025, last: 2034 }))

test('the narrowest terms in effect on the day are chosen, and of them the newest; the first rate that fits counts', () => {
  const at = { merchantId: 'm', configurationId: 'c', bankCode: '0046', day: '2026-06-01' }
  const row = (id: string, change: Partial<MerchantTerms>): MerchantTerms => ({ ...TERMS, id, ...change })
  const rows = [
    row('all', {}),
    row('all later', { effective_from: '2026-05-01' }),
    row('bank', { bank_code: '0046' }),
    row('configuration', { configuration_id: 'c' }),
    row('merchant', { merchant_id: 'm', effective_from: '2026-02-01' }),
    row('merchant, not yet', { merchant_id: 'm', effective_from: '2026-06-02' }),
    row('another', { merchant_id: 'n', configuration_id: 'c' }),
  ]
  const chosen = (...without: string[]) =>
    chooseTerms(
      rows.filter(({ id }) => !without.includes(id)),
      at,
    )?.id
  assert.equal(chosen(), 'merchant')
  assert.equal(chosen('merchant'), 'configuration')
  assert.equal(chosen('merchant', 'configuration'), 'bank')
  assert.equal(chosen('merchant', 'configuration', 'bank'), 'all later')
  assert.equal(chooseTerms(rows, { ...at, day: '2025-12-31' }), undefined)
  const rates = [
    { card_type: 'Credit', is_on_us: true, basis_points: 200 },
    { card_type: 'Credit', installments_from: 2, installments_to: 3, basis_points: 300 },
    { card_type: 'Credit', basis_points: 356 },
  ] as const
  const of = (change: object) => findRate({ rates }, { ...CREDIT, ...change })
  assert.deepEqual(
    [of({ isOnUs: true }), of({}), of({ installments: 4 }), of({ isOnUs: null, installments: 1 })],
    [200, 300, 356, 356],
  )
  assert.equal(of({ cardType: 'Debit' }), undefined)
})
