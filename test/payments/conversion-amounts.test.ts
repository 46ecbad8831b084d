/** Laws of converted amounts: exact rates, rounded once; parts never exceed what was charged, and together they are all of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeProportion, convert, money } from '../../src/core/money.ts'
import { refundAtBank, refundsAtBank } from '../../src/payments/model/conversion.ts'
import type { StoredStep } from '../../src/payments/model/payment-steps.ts'

const table: [minor: number, currency: string, rate: string, markup: string, expected: number][] = [
  [15_000, 'USD', '40.0000', '3.00', 386], // 3.8625
  [12_990, 'EUR', '44.0000', '3.00', 304], // 3.0408
  [10_000, 'GBP', '52.0000', '3.00', 198], // 1.9807
  [100, 'USD', '40.0000', '0', 3], // 0.025, half up
  [100, 'USD', '40.0000', '3.00', 3],
  [4_000, 'JPY', '0.2500', '0.00', 160], // no minor units there
  [9_007_199_254_740_991, 'USD', '1', '0', 9_007_199_254_740_991],
]
for (const [minor, currency, rate, markupPercent, expected] of table)
  test(`${minor} TRY at ${rate} and ${markupPercent} percent are ${expected} ${currency}`, () => {
    assert.deepEqual(convert(money(minor, 'TRY'), { currency, rate, markupPercent }), { minor: expected, currency })
  })

test('a part is no more than its whole, and the whole is all of it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e12 }),
      fc.integer({ min: 1, max: 1e12 }),
      fc.nat(),
      (whole, charged, some) => {
        const part = some % (whole + 1)
        const of = (minor: number) => computeProportion(minor, whole, money(charged, 'USD')).minor
        assert.equal(of(whole), charged)
        assert.equal(of(0), 0)
        assert.ok(of(part) <= charged && Math.abs(of(part) + of(whole - part) - charged) <= 1)
      },
    ),
  )
})

interface Booked {
  amount: number
  captured: number
  charged: number
}
/** A payment as refunds go and come back; returns what each was at the bank. */
const openPayment = ({ amount, captured, charged }: Booked) => {
  const terms = { currency: 'USD', amount: charged, rate: '40', markup_percent: '3' }
  const payment = {
    amount, captured, currency: 'TRY', refunded: 0, refunding: 0,
    history: [{ id: 'a', to: 'processing', at: 0, accepted: true, terms }] as StoredStep[],
  } // biome-ignore format: a payment reads as one
  let no = 0
  return {
    payment,
    /** Undefined: less than the smallest unit there, and refused. */
    send(minor: number): { id: string; minor: number; at_bank: number } | undefined {
      const id = `refund-${no++}`
      const at_bank = refundAtBank(payment, minor).minor
      if (at_bank === 0) return undefined
      payment.refunding += minor
      payment.history.push({ id, to: 'refund_processing', at: 0, operation: 'refund', operation_id: id, at_bank })
      return { id, minor, at_bank }
    },
    end({ id, minor }: { id: string; minor: number }, isAccepted: boolean): void {
      payment.refunding -= minor
      if (isAccepted) payment.refunded += minor
      const failure = isAccepted ? {} : { error_code: 'refund_failed' }
      payment.history.push({
        id: `${id}-end`,
        to: 'completed',
        at: 0,
        operation: 'refund',
        operation_id: id,
        ...failure,
      })
    },
  }
}

const booked = fc
  .tuple(fc.integer({ min: 100, max: 1e9 }), fc.integer({ min: 1, max: 1e8 }), fc.nat())
  .map(
    ([amount, charged, some]): Booked => ({ amount, charged, captured: some % 3 === 0 ? amount : 1 + (some % amount) }),
  )

test('refunds in any parts, some of them refused by the bank: together exactly what was charged, never more on the way', () => {
  fc.assert(
    fc.property(booked, fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.boolean()), { maxLength: 12 }), (made, parts) => {
      const { payment, send, end } = openPayment(made)
      const charged = computeProportion(made.captured, made.amount, money(made.charged, 'USD')).minor
      if (charged === 0) return // such a capture is refused
      const open: NonNullable<ReturnType<typeof send>>[] = []
      for (const [some, endsNow, isAccepted] of parts) {
        const rest = payment.captured - payment.refunded - payment.refunding
        if (rest === 0) break
        const sent = send(1 + (some % rest))
        if (sent === undefined) continue
        if (endsNow) end(sent, isAccepted)
        else open.push(sent)
        assert.ok(refundsAtBank(payment.history) <= charged)
      }
      for (const [at, sent] of open.entries()) end(sent, at % 2 === 0)
      const rest = payment.captured - payment.refunded - payment.refunding
      if (rest > 0) {
        const last = send(rest)
        assert.ok(last, 'all that is left is never nothing')
        end(last, true)
      }
      assert.equal(refundsAtBank(payment.history), charged)
      assert.equal(refundsAtBank(payment.history, true), charged)
    }),
  )
})

test('what lost chargebacks took is not given back once more', () => {
  const { payment } = openPayment({ amount: 10_000, captured: 10_000, charged: 258 })
  assert.equal(refundAtBank(payment, 6_000, 4_000).minor, 258 - 103)
})
