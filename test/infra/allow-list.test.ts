/** Address allow-lists: how each entry is stored, which addresses it admits, and what is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedIp, isWiderList, toCanonicalList } from '../../src/identity/tokens/ip-allow-list.ts'

const refuse = (entry: string): never => {
  throw new Error(`bad entry ${entry}`)
}

/** Written, stored, an address it covers, and one it does not. */
const ENTRIES = `
  192.0.2.7                192.0.2.7             192.0.2.7              192.0.2.8
  192.0.2.7                192.0.2.7             ::ffff:192.0.2.7       ::ffff:192.0.2.8
  192.0.2.0/24             192.0.2.0/24          192.0.2.255            192.0.3.0
  192.0.2.77/24            192.0.2.0/24          ::ffff:192.0.2.1       2001:db8::1
  10.0.0.0/8               10.0.0.0/8            10.255.255.255         11.0.0.0
  192.0.2.7/32             192.0.2.7/32          192.0.2.7              192.0.2.6
  0.0.0.0/0                0.0.0.0/0             203.0.113.9            2001:db8::1
  2001:DB8:0:0::1          2001:db8::1           2001:db8::1            2001:db8::2
  2001:db8::1              2001:db8::1           2001:db8:0:0:0:0:0:1   192.0.2.1
  2001:db8:1::5/48         2001:db8:1::/48       2001:db8:1:ffff::9     2001:db8:2::1
  ::/0                     ::/0                  2001:db8::1            192.0.2.1
  ::ffff:192.0.2.7         192.0.2.7             192.0.2.7              192.0.2.8
  ::ffff:c000:0207         192.0.2.7             192.0.2.7              192.0.2.8
  ::ffff:10.1.2.3/104      10.0.0.0/8            10.9.9.9               11.0.0.1`
for (const line of ENTRIES.trim().split('\n')) {
  const [written, stored, inside, outside] = line.trim().split(/\s+/) as [string, string, string, string]
  test(`${written} is stored as ${stored}, admits ${inside} and not ${outside}`, () => {
    assert.equal(toCanonicalList(written, refuse), stored)
    for (const list of [written, stored, `198.51.100.1, ${written}`]) {
      assert.equal(isAllowedIp(list, inside), true, list)
      assert.equal(isAllowedIp(list, outside), false, list)
    }
  })
}

const BAD = [
  '192.0.2.256',
  '192.0.2',
  '192.0.2.7.1',
  '127.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '3221225991',
  '192.0.2.0/33',
  '192.0.2.0/-1',
  '192.0.2.0/08',
  '192.0.2.0/',
  '192.0.2.0/24/24',
  '192.0.2.0/255.255.255.0',
  '192.0.2.1-192.0.2.9',
  '192.0.2.*',
  '2001:db8::g',
  '2001:db8:::1',
  '2001:db8::/129',
  'fe80::1%eth0',
  '[2001:db8::1]',
  '::ffff:10.0.0.0/95',
  '192.0.2.7:443',
  'example.com',
  'localhost',
  '*',
]
for (const entry of BAD)
  test(`${entry} is refused, and admits nothing if stored nevertheless`, () => {
    assert.throws(() => toCanonicalList(entry, refuse), /bad entry/)
    assert.throws(() => toCanonicalList(`192.0.2.7,${entry}`, refuse), /bad entry/)
    for (const address of ['192.0.2.7', '127.0.0.1', '10.0.0.1', '2001:db8::1', 'fe80::1', '192.0.2.0'])
      assert.equal(isAllowedIp(entry, address), false, address)
  })

test('an empty list is null, and differs from a list without entries', () => {
  for (const text of ['', '   ']) assert.equal(toCanonicalList(text, refuse), null)
  for (const text of [',', ' , ', '192.0.2.7,', ',192.0.2.7', '192.0.2.7,,192.0.2.8'])
    assert.throws(() => toCanonicalList(text, refuse), /bad entry/)
})

test('entries are kept in their order, each once', () => {
  assert.equal(
    toCanonicalList(' 192.0.2.7 ,2001:DB8::1,192.0.2.7, ::ffff:192.0.2.7,10.1.0.0/8,10.2.0.0/8', refuse),
    '192.0.2.7,2001:db8::1,10.0.0.0/8',
  )
})

test('text that is not an address is never on a list', () => {
  for (const address of ['', 'unknown', '192.0.2.7, 10.0.0.1', '192.0.2.7:80'])
    assert.equal(isAllowedIp('0.0.0.0/0,::/0', address), false, address)
})

/** A list, another one, and whether the second admits an address the first does not. */
const WIDER: [known: string | null, wished: string | null, isWider: boolean][] = [
  [null, null, false],
  [null, '192.0.2.7', false],
  ['192.0.2.7', null, true],
  ['192.0.2.7', '192.0.2.7', false],
  ['192.0.2.7,192.0.2.9', '192.0.2.9', false],
  ['192.0.2.0/24', '192.0.2.9', false],
  ['192.0.2.0/24', '192.0.2.128/25', false],
  ['192.0.2.128/25', '192.0.2.0/24', true],
  ['192.0.2.0/24', '192.0.3.0/24', true],
  ['192.0.2.7', '192.0.2.7/32', false],
  ['0.0.0.0/0', '2001:db8::1', true],
  ['2001:db8::/32', '2001:db8:1::/48', false],
  ['192.0.2.7', '192.0.2.7,198.51.100.1', true],
]
test('a list is wider when one of its entries is in no entry of the other', () => {
  for (const [known, wished, expected] of WIDER)
    assert.equal(isWiderList(known, wished), expected, `${known} to ${wished}`)
})
