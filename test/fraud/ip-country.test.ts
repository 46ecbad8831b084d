/** Countries of IP addresses: well-known ones, and what has none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countryOfIp } from '../../src/reference/ip-country.ts'

/** Networks that have been in one country for many years. */
const KNOWN: readonly (readonly [address: string, country: string])[] = [
  ['8.8.8.8', 'US'],
  ['193.140.83.1', 'TR'], // ULAKNET
  ['78.160.0.1', 'TR'], // Türk Telekom
  ['176.88.0.1', 'TR'], // Superonline
  ['5.24.0.1', 'TR'], // Turkcell
  ['31.145.0.1', 'TR'], // Vodafone
  ['88.198.0.1', 'DE'],
  ['77.88.8.8', 'RU'],
  ['200.160.2.3', 'BR'],
  ['114.114.114.114', 'CN'],
  ['133.1.1.1', 'JP'],
  ['2001:a98::1', 'TR'], // ULAKNET
  ['2a02:e0::1', 'TR'],
  ['2a01:4f8::1', 'DE'],
  ['2001:200::1', 'JP'],
  ['2A01:4F8:0:0:0:0:0:1', 'DE'],
  ['::ffff:78.160.0.1', 'TR'],
  ['::FFFF:4ea0:1', 'TR'],
  ['0:0:0:0:0:ffff:78.160.0.1', 'TR'],
]

for (const [address, country] of KNOWN)
  test(`${address} is in ${country}`, () => assert.equal(countryOfIp(address), country))

const NOWHERE = [
  ...['10.1.2.3', '172.16.0.1', '192.168.1.1', '127.0.0.1', '169.254.1.1', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['255.255.255.255', '192.0.2.1', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'ff02::1'],
  ...['::ffff:10.0.0.1', '::ffff:127.0.0.1'],
]
for (const address of NOWHERE) test(`${address} belongs to no country`, () => assert.equal(countryOfIp(address), null))

for (const text of [
  '',
  ' ',
  'localhost',
  '8.8.8',
  '8.8.8.8.8',
  '256.1.1.1',
  '08.8.8.8',
  '8.8.8.8/24',
  '::ffff:',
  ':::',
  '١.١.١.١',
])
  test(`"${text}" is no address`, () => assert.equal(countryOfIp(text), null))

test('two capital letters or null, for every address and every text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
      const country = countryOfIp(text)
      assert.ok(country === null || /^[A-Z]{2}$/.test(country), `${text}: ${country}`)
    }),
    { numRuns: 2_000 },
  )
})

test('every address of IPv4 is where its mapped form is', () => {
  fc.assert(fc.property(fc.ipV4(), (text) => assert.equal(countryOfIp(`::ffff:${text}`), countryOfIp(text))))
})
