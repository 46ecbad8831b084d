/** An allow-list applies to the true caller: the socket's address, or behind a trusted proxy the one it appended. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { demoClient } from '../support/demo.ts'
import type { Answer } from '../support/http.ts'
import { authPath, change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const ALLOWED = '203.0.113.7'
const PROXY = 9 // 127.0.1.9
const vezne = useVezne({ env: { VEZNE_TRUSTED_PROXIES: '127.0.1.9, 10.0.0.0/8' } })
before(async () => {
  await change(vezne, `update clients set allowed_ips = $1 where client_id = $2`, [
    `${ALLOWED}, 127.0.1.20`,
    demoClient(vezne.demo, 'admin', 'tenant-load').client_id,
  ])
})

const ask = (from: number, headers: Record<string, string>): Promise<Answer> => {
  const { client_id, client_secret } = demoClient(vezne.demo, 'admin', 'tenant-load')
  return vezne.request('identity', 'POST', authPath('tenant-load', 'token'), {
    body: { client_id, client_secret },
    headers,
    from,
  })
}

const table: [name: string, from: number, headers: Record<string, string>, isAllowed: boolean][] = [
  ['the proxy says who it was', PROXY, { 'x-forwarded-for': ALLOWED }, true],
  ['two proxies', PROXY, { 'x-forwarded-for': `198.51.100.9, ${ALLOWED}, 10.1.1.1` }, true],
  ['in IPv6 form, with a port', PROXY, { 'x-forwarded-for': `[::ffff:${ALLOWED}]:4711` }, true],
  ['another caller that wrote the allowed one before', PROXY, { 'x-forwarded-for': `${ALLOWED}, 198.51.100.9` }, false],
  ['a caller that names a proxy', PROXY, { 'x-forwarded-for': `${ALLOWED}, 198.51.100.9, 10.1.1.1` }, false],
  ['no address after the allowed one', PROXY, { 'x-forwarded-for': `${ALLOWED}, unknown` }, false],
  ['the proxy itself', PROXY, {}, false],
  ['other headers behind the proxy', PROXY, { 'x-real-ip': ALLOWED, forwarded: `for=${ALLOWED}` }, false],
  ['past the proxy', 8, { 'x-forwarded-for': ALLOWED }, false],
  ['past the proxy, other headers', 8, { 'x-real-ip': ALLOWED, forwarded: `for=${ALLOWED}` }, false],
  ['the allowed peer itself', 20, {}, true],
  ['the allowed peer, whatever it writes', 20, { 'x-forwarded-for': '198.51.100.9' }, true],
]
for (const [name, from, headers, isAllowed] of table)
  test(`${isAllowed ? 'allowed' : 'refused'}: ${name}`, async () => {
    const answer = await ask(from, headers)
    assert.equal(answer.status, isAllowed ? 200 : 403, answer.text)
    if (!isAllowed) assert.equal(answer.body.code, 'ip_not_allowed')
  })
