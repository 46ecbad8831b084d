/** Whatever headers say, the caller is the socket's peer, or the right-most hop that is not a trusted proxy. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConnectionReader } from '../../src/infra/http/client-address.ts'

/** The caller's true address, an address it forges, and the trusted proxies. */
const TRUE = '203.0.113.7'
const WISHED = '198.51.100.1'
const NEAR = '10.0.0.2'
const FAR = '10.0.0.3'
const PROXIES = ['10.0.0.0/8', '192.0.2.9', 'fd00::/8']

type Headers = Record<string, string>
const read = (peer: string, headers: Headers, proxies = PROXIES, encrypted = false) =>
  createConnectionReader(proxies)({ socket: { remoteAddress: peer, encrypted }, headers } as never)

/** As Node joins a repeated header. */
const twice = (...values: string[]): string => values.join(', ')

/** What a caller may put into the list before a proxy appends its true address. */
const PREFIXES = [
  '',
  `${WISHED}, `,
  `${WISHED},`,
  ` ${WISHED} ,\t`,
  `${WISHED}, ${WISHED}, `,
  `${NEAR}, `,
  `${WISHED}, ${NEAR}, `,
  `${NEAR}, ${WISHED}, `,
  '127.0.0.1, ',
  '::1, ',
  `::ffff:${WISHED}, `,
  `${WISHED}:443, `,
  `[::ffff:${WISHED}]:443, `,
  'unknown, ',
  '_hidden, ',
  ', , ',
  `for=${WISHED}, `,
  `"${WISHED}", `,
  '0x7f.1, ',
  '0177.0.0.1, ',
  '2130706433, ',
  `${WISHED};${WISHED}, `,
  `${WISHED}\u0000, `,
  `${'1.1.1.1, '.repeat(200)}`,
  'fd00::1, ',
]
/** How the last proxy may write the caller's address. */
const TRUE_FORMS = [TRUE, `${TRUE}:51234`, `::ffff:${TRUE}`, `[::ffff:${TRUE}]:51234`, ` ${TRUE} `]
const OTHERS: Headers[] = [
  { 'x-real-ip': WISHED },
  { forwarded: `for=${WISHED};proto=https` },
  { 'x-client-ip': WISHED, 'true-client-ip': WISHED, 'cf-connecting-ip': WISHED },
  { 'x-forwarded-host': WISHED, 'x-forwarded': WISHED, 'forwarded-for': WISHED, via: WISHED },
]

let variants = 0
const is = (name: string, expected: string, peer: string, headers: Headers, proxies = PROXIES): void => {
  variants++
  assert.equal(read(peer, headers, proxies).address, expected, `${name}: ${peer} ${JSON.stringify(headers)}`)
}

test('behind a trusted proxy: the address it appended, whatever precedes it', () => {
  for (const prefix of PREFIXES)
    for (const form of TRUE_FORMS) is('one proxy', TRUE, NEAR, { 'x-forwarded-for': `${prefix}${form}` })
  for (const prefix of PREFIXES) {
    is('two proxies', TRUE, NEAR, { 'x-forwarded-for': `${prefix}${TRUE}, ${FAR}` })
    is('two headers', TRUE, NEAR, { 'x-forwarded-for': twice(`${prefix}${WISHED}`, TRUE) })
    is('a proxy that speaks IPv6', TRUE, `::ffff:${NEAR}`, { 'x-forwarded-for': `${prefix}${TRUE}` })
  }
  for (const other of OTHERS) is('other headers', TRUE, NEAR, { 'x-forwarded-for': TRUE, ...other })
})

test('without a trusted proxy: the socket, whatever the headers say', () => {
  for (const prefix of PREFIXES) is('a stranger', TRUE, TRUE, { 'x-forwarded-for': `${prefix}${WISHED}` })
  for (const other of OTHERS) {
    is('a stranger', TRUE, TRUE, other)
    is('a stranger on IPv6', TRUE, `::ffff:${TRUE}`, other)
    is('no proxies at all', NEAR, NEAR, { ...other, 'x-forwarded-for': WISHED }, [])
    is('a proxy that says nothing of it', NEAR, NEAR, other)
  }
  is('beside the proxy', '192.0.2.8', '192.0.2.8', { 'x-forwarded-for': WISHED })
  is('the proxy of one address', TRUE, '192.0.2.9', { 'x-forwarded-for': TRUE })
  is('IPv6 in its short form', '2001:db8::7', 'fd00::2', { 'x-forwarded-for': '2001:0DB8:0:0::7' })
  is('a zone', 'fe80::7', 'fd00::2', { 'x-forwarded-for': 'fe80::7%eth0' })
})

test('an entry that is not an address: the proxy that passed it on is the caller', () => {
  for (const odd of [
    'unknown',
    '_x',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '0x7f.1',
    '010.0.0.1',
    '1.2.3.4:999999',
    ':::',
  ]) {
    is('made up', NEAR, NEAR, { 'x-forwarded-for': odd })
    is('made up before a proxy', FAR, NEAR, { 'x-forwarded-for': `${WISHED}, ${odd}, ${FAR}` })
  }
  assert.ok(variants >= 200, `${variants} variants`)
})

test('only trusted proxies report the protocol, each for its own hop', () => {
  const table: [proto: string | undefined, forwardedFor: string | undefined, isSecure: boolean][] = [
    ['https', TRUE, true],
    ['HTTPS', TRUE, true],
    ['http', TRUE, false],
    [undefined, TRUE, false],
    ['', TRUE, false],
    ['https, http', `${TRUE}, ${FAR}`, true], // the inner hop is plain
    ['http, https', `${TRUE}, ${FAR}`, false],
    ['https, http', `${WISHED}, ${TRUE}`, false], // the first entry is set by the caller
    ['http, https', `${WISHED}, ${TRUE}`, true],
    ['https, http', TRUE, false],
    ['https, https', TRUE, true],
    ['https', `${TRUE}, ${FAR}`, true],
    ['http', `${TRUE}, ${FAR}`, false],
    ['https', undefined, true],
    ['httpss', TRUE, false],
    ['https;', TRUE, false],
  ]
  for (const [proto, forwardedFor, isSecure] of table) {
    const headers = {
      ...(proto === undefined ? {} : { 'x-forwarded-proto': proto }),
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
    }
    assert.equal(read(NEAR, headers).isSecure, isSecure, JSON.stringify(headers))
    assert.equal(read(TRUE, headers).isSecure, false, `from a stranger: ${JSON.stringify(headers)}`)
    assert.equal(read(TRUE, headers, PROXIES, true).isSecure, true, 'TLS of our own')
  }
  assert.equal(
    read(NEAR, { forwarded: 'proto=https', 'front-end-https': 'on', 'x-url-scheme': 'https' }).isSecure,
    false,
  )
})
