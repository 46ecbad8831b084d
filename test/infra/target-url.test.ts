/** Addresses a subscriber may not name, in every spelling, and the few allowed by the sandbox's switch. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkAddress } from '../../src/infra/outgoing/address-rules.ts'
import { parseTarget, type TargetRules } from '../../src/infra/outgoing/target-url.ts'

const PRODUCTION: TargetRules = { allowLoopback: false, ownHosts: ['api.vezne.example'] }
const SANDBOX: TargetRules = { ...PRODUCTION, allowLoopback: true }

const faultOf = (url: string, rules: TargetRules): string | null => {
  const target = parseTarget(url, rules)
  return 'fault' in target ? String(target.fault) : null
}

const REFUSED = `
  https://0.0.0.0/
  https://0.1.2.3/
  https://0/
  https://10.0.0.1/
  https://10.255.255.255/hook
  https://172.16.0.1/
  https://172.31.255.254/
  https://192.168.1.1/
  https://100.64.0.1/
  https://100.127.255.254/
  https://127.0.0.2/
  https://127.255.255.255/
  https://127.1/
  https://2130706433/
  https://0x7f000001/
  https://0x7f.1/
  https://0177.0.0.1/
  https://017700000001/
  https://①②⑦.⓪.⓪.①/
  https://127。0。0。1/
  https://%31%32%37.0.0.1/
  https://169.254.0.1/
  https://169.254.169.254/latest/meta-data/
  https://192.0.0.8/
  https://192.0.0.192/
  https://192.0.2.1/
  https://192.88.99.1/
  https://198.18.0.1/
  https://198.19.255.255/
  https://198.51.100.7/
  https://203.0.113.7/
  https://224.0.0.1/
  https://239.255.255.250/
  https://240.0.0.1/
  https://255.255.255.255/
  https://[::]/
  https://[0:0:0:0:0:0:0:1]/
  https://[::127.0.0.1]/
  https://[fc00::1]/
  https://[fd12:3456::1]/
  https://[fe80::1]/
  https://[febf::1]/
  https://[fec0::1]/
  https://[ff02::1]/
  https://[ff0e::1]/
  https://[::ffff:127.0.0.1]/
  https://[::ffff:7f00:1]/
  https://[::ffff:10.0.0.1]/
  https://[::ffff:8.8.8.8]/
  https://[::ffff:0:127.0.0.1]/
  https://[64:ff9b::7f00:1]/
  https://[64:ff9b::8.8.8.8]/
  https://[64:ff9b:1::1]/
  https://[2002:7f00:1::]/
  https://[2002:0808:0808::1]/
  https://[2001::1]/
  https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/
  https://[2001:db8::1]/
  https://[2001:2::1]/
  https://[2001:20::1]/
  https://[3fff::1]/
  https://[5f00::1]/
  https://[100::1]/
  https://[4000::1]/
  https://localhost.:8443/
  https://foo.localhost/
  https://localhost.localdomain/
  https://intranet/
  https://payments-db/
  https://printer.local/
  https://metadata.google.internal/computeMetadata/v1/
  https://instance-data.ec2.internal/
  https://router.home.arpa/
  https://nas.lan/
  https://api.vezne.example/api/v1/payments
  https://API.VEZNE.EXAMPLE./
  http://shop.example.com/hook
  http://8.8.8.8/
  ftp://shop.example.com/
  file:///etc/passwd
  gopher://shop.example.com/
  javascript:alert(1)
  https:shop.example.com
  //shop.example.com/hook
  shop.example.com/hook
  https://
  https://user@shop.example.com/
  https://user:word@shop.example.com/
  https://@shop.example.com/
  https://shop.example.com@10.0.0.1/
  https://shop.example.com:22/
  https://shop.example.com:25/
  https://shop.example.com:5432/
  https://shop.example.com:6379/
  https://shop.example.com:9200/
  https://shop.example.com:11211/
  https://shop.example.com:27017/
  https://shop.example.com:0/
  https://shop.example.com:99999/
  https:\\\\shop.example.com\\hook
  https://shop.example.com\\@10.0.0.1/
`
const refused = REFUSED.split('\n')
  .map((line) => line.trim().replaceAll('\\\\', '\\'))
  .filter((line) => line !== '')

test(`the table has at least 70 rows (${refused.length})`, () => assert.ok(refused.length >= 70))
for (const url of refused) {
  test(`refused, with the sandbox's switch too: ${url}`, () => {
    assert.notEqual(faultOf(url, PRODUCTION), null)
    assert.notEqual(faultOf(url, SANDBOX), null)
  })
}

const LOCAL = [
  'http://127.0.0.1:4000/inbox',
  'https://127.0.0.1/',
  'http://[::1]:9000/',
  'http://localhost:8080/hook?a=b',
]
for (const url of LOCAL) {
  test(`only with the sandbox's switch: ${url}`, () => {
    assert.notEqual(faultOf(url, PRODUCTION), null)
    assert.equal(faultOf(url, SANDBOX), null)
  })
}

const ALLOWED = [
  'https://shop.example.com/hooks/payments?source=a%20b',
  'https://shop.example.com:8443/',
  'https://SHOP.example.com./hook',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
  'https://dükkan.example.com/',
]
for (const url of ALLOWED) test(`allowed by form: ${url}`, () => assert.equal(faultOf(url, PRODUCTION), null))

test('a URL above 2048 characters or with a line break is refused', () => {
  assert.notEqual(faultOf(`https://shop.example.com/${'a'.repeat(2048)}`, SANDBOX), null)
  assert.notEqual(faultOf('https://shop.example.com/\nhook', SANDBOX), null)
})

test('addresses: only the operator’s networks are allowed', () => {
  const rules = { allowLoopback: false, allowedNetworks: ['10.20.0.0/16', 'fd00:20::/32'] }
  assert.equal(checkAddress('10.20.3.4', rules), null)
  assert.equal(checkAddress('::ffff:10.20.3.4', rules), null)
  assert.equal(checkAddress('fd00:20::1', rules), null)
  assert.match(String(checkAddress('10.21.0.1', rules)), /not a public address \(private\)/)
  assert.notEqual(checkAddress('127.0.0.1', rules), null)
})

test('addresses: what a network translates counts as what it carries', () => {
  const rules = { allowLoopback: false }
  assert.equal(checkAddress('64:ff9b::808:808', rules), null)
  assert.notEqual(checkAddress('64:ff9b::a00:1', rules), null)
  assert.notEqual(checkAddress('::ffff:192.168.0.1', rules), null)
})

test('no private IPv4 address passes in any of its numeric spellings', () => {
  const privateAddress = fc.oneof(
    ...[
      [10, 8],
      [127, 8],
      [0, 8],
    ].map(([first]) => fc.tuple(fc.constant(first!), fc.nat(255), fc.nat(255), fc.nat(255))),
    fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
  )
  fc.assert(
    fc.property(privateAddress, ([a, b, c, d]) => {
      const number = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
      const hex = (n: number): string => `0x${n.toString(16)}`
      const spellings = [
        `${a}.${b}.${c}.${d}`,
        String(number),
        hex(number),
        `0${number.toString(8)}`,
        `${hex(a)}.${hex(b)}.${hex(c)}.${hex(d)}`,
        `${a}.${b * 65536 + c * 256 + d}`,
        `[::ffff:${a}.${b}.${c}.${d}]`,
      ]
      for (const host of spellings) assert.notEqual(faultOf(`https://${host}/`, PRODUCTION), null, host)
    }),
  )
})
