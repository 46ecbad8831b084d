/** Variables as the check log stores them: packing round-trips, and old rows stay readable. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { istanbulHour, istanbulWeekday } from '../../src/fraud/expressions/istanbul-time.ts'
import { PACKED_NAMES, packVariables, unpackVariables } from '../../src/fraud/expressions/packed-variables.ts'
import { toPaymentVariables, type Value } from '../../src/fraud/expressions/payment-variables.ts'
import { PLAIN_NAMES, typeOfVariable } from '../../src/fraud/expressions/variable-names.ts'

/** Never edit a line of this: rows are read by it. A new variable is appended. */
const FROZEN = `process operation channel tenant_id merchant merchant_external_id amount_minor currency installment
  is_3d_secure card.bin card.last4 card.scheme card.type card.brand card.country card.bank_code customer.id customer.email
  customer.email_domain customer.phone customer.ip customer.country customer.ip_country customer.shipping_country
  device.fingerprint device.user_agent transfer.bank_code transfer.country transfer.recipient_known time.hour time.weekday
  blacklist.hit blacklist.types`

test('the order of the names is frozen, and every variable has its place', () => {
  assert.deepEqual(PACKED_NAMES, FROZEN.split(/\s+/))
  assert.deepEqual([...PACKED_NAMES].sort(), [...PLAIN_NAMES].sort())
})

const valueFor = (name: string): fc.Arbitrary<Value> =>
  ({
    text: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('0', '1', 'null', 'a@b@c', '@')),
    number: fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, 1)),
    boolean: fc.boolean(),
    list: fc.subarray(['card', 'email', 'ip']),
  })[typeOfVariable(name)!]

test('what was packed comes back; names that were left out are null, velocities that were not counted stay absent', () => {
  const every = Object.fromEntries(PACKED_NAMES.map((name) => [name, fc.option(valueFor(name))]))
  const velocities = fc.dictionary(
    fc.constantFrom('velocity.card.1h.count', 'velocity.iban.30d.amount_minor'),
    fc.nat(),
  )
  fc.assert(
    fc.property(fc.record(every, { requiredKeys: [] }), velocities, (given, counted) => {
      const blank = Object.fromEntries(PACKED_NAMES.map((name) => [name, null]))
      assert.deepEqual(
        { ...unpackVariables(packVariables({ ...given, ...counted })) },
        { ...blank, ...given, ...counted },
      )
    }),
    { numRuns: 500 },
  )
})

test('a text of fewer names reads as one whose later names are unknown', () => {
  const { process, 'blacklist.types': types } = unpackVariables('[0,"sanal_pos","sale"]')
  assert.deepEqual([process, types], ['sanal_pos', null])
})

test('a payment fits into 350 characters, its e-mail domain is not kept twice', () => {
  const variables = toPaymentVariables({
    id: '0198c1f2-7c1e-7a7b-9d52-1f0f6f3b2a10',
    tenantId: '0198c1f2-7c1e-7a7b-9d52-1f0f6f3b2a11',
    merchantId: '0198c1f2-7c1e-7a7b-9d52-1f0f6f3b2a12',
    merchantExternalId: 'M-100234',
    operation: 'sale',
    channel: 'api',
    amount: money(12_990, 'TRY'),
    installment: 1,
    is3dSecure: false,
    card: {
      number: new Secret('4546711234567894'),
      fingerprint: Buffer.alloc(32),
      bin: '454671',
      last4: '7894',
      scheme: 'Visa',
      type: 'Credit',
      brand: 'Bonus',
      country: 'TR',
      bankCode: '00062',
    },
    customer: {
      id: 'c-88213',
      email: 'Ayse.Yilmaz@Example.com',
      phone: '+90 (555) 000-1122',
      ip: '85.105.12.34',
      country: 'TR',
      shippingCountry: 'TR',
    },
    device: { fingerprint: 'fp_9f8e7d6c5b4a', userAgent: null },
    atMs: Date.parse('2026-05-10T22:30:00Z'),
  })
  const text = packVariables(variables)
  assert.ok(text.length <= 350, text)
  assert.equal(text.match(/example\.com/g)?.length, 1)
  assert.equal(unpackVariables(text)['customer.email_domain'], 'example.com')
  assert.equal(unpackVariables(text)['customer.ip_country'], 'TR')
})

test('hour and weekday are those of a calendar, also in the years when Istanbul had summer time', () => {
  const calendar = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Istanbul',
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2040, 0) }), (ms) => {
      const parts = Object.fromEntries(calendar.formatToParts(ms).map(({ type, value }) => [type, value]))
      assert.deepEqual([istanbulHour(ms), istanbulWeekday(ms)], [Number(parts.hour), days.indexOf(parts.weekday!) + 1])
    }),
    { numRuns: 300 },
  )
})
