/** The vetted address is the one connected to, and its certificate must be right. */
import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { after, test } from 'node:test'
import type { TargetRules } from '../../src/infra/outgoing/target-url.ts'
import { certificate } from '../support/certificate.ts'
import { type Reply, startDnsServer } from '../support/dns-server.ts'
import { closeAll, closeLater, LOCAL, open, receiver, send } from '../support/outgoing-rig.ts'
import { ok, type ReceiverOptions } from '../support/receiver.ts'

/** One loopback address stands for the public Internet, so that the guard's own path is the one tested. */
const NAMED: TargetRules = { allowLoopback: false, allowedNetworks: ['127.0.0.1/32'] }

after(closeAll)

const authority = certificate('Test Authority', { isAuthority: true })
const TLS: Record<string, { tls: NonNullable<ReceiverOptions['tls']>; fault: RegExp | null }> = {
  'a valid certificate': { tls: certificate('localhost', { issuer: authority }), fault: null },
  'an expired one': {
    tls: certificate('localhost', { issuer: authority, notBefore: new Date(0), notAfter: new Date(86_400_000) }),
    fault: /expired/,
  },
  'a self-signed one': { tls: certificate('localhost'), fault: /self-signed/ },
  'one for another name': {
    tls: certificate('other.example', { issuer: authority }),
    fault: /Hostname\/IP does not match/,
  },
  'TLS 1.1': {
    tls: {
      ...certificate('localhost', { issuer: authority }),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    },
    fault: /alert|version|protocol/i,
  },
}
for (const [name, { tls, fault }] of Object.entries(TLS)) {
  test(`${name} is ${fault ? 'refused' : 'accepted'}`, async () => {
    const target = await receiver(ok, { tls })
    const answer = await send(open(LOCAL, { ca: authority.cert }), target.origin, 5_000)
    if (fault) assert.match(answer.fault ?? '', fault)
    else assert.equal(answer.fault, null)
    assert.equal(target.received.length, fault ? 0 : 1)
  })
}

/** After which a server that never answers is given up. */
const SILENT_MS = 100

/** A receiver at the one vetted address, a sentinel at another with the same port, and DNS between them. */
const named = async (reply: (name: string, type: 'A' | 'AAAA', asked: number) => Reply, timeout = 5_000) => {
  const tls = certificate('shop.example.com', { issuer: authority })
  const target = await receiver(ok, { tls })
  const sentinel = await receiver(ok, { tls, host: '::1', port: target.port })
  const dns = await startDnsServer((name, type) =>
    reply(name, type, dns.asked.filter((one) => one.type === type).length),
  )
  closeLater(() => dns.close())
  const resolver = new Resolver({ timeout, tries: 1 })
  resolver.setServers([dns.address])
  const outgoing = open(NAMED, { resolver, ca: authority.cert })
  return { target, sentinel, dns, resolver, outgoing, url: `https://shop.example.com:${target.port}/hook` }
}

test('the vetted address is the one connected to, name in Host and certificate, DNS asked once per attempt', async () => {
  const { target, dns, outgoing, url } = await named(() => ['127.0.0.1'])
  assert.equal((await send(outgoing, url)).fault, null)
  assert.equal((await send(outgoing, url)).fault, null)
  assert.equal(target.received[0]?.headers.host, `shop.example.com:${target.port}`)
  assert.equal(dns.asked.length, 4) // A and AAAA, twice
})

const BAD_ANSWERS: Record<string, Reply> = {
  'a private address': ['10.0.0.1'],
  'loopback in IPv6 only': ['::1'],
  'a mixed set': ['127.0.0.1', '::1'],
  'a mixed set of one family': ['127.0.0.1', '192.168.0.1'],
  'an alias to a private name': ['inside.example.com>10.0.0.1'],
  'a mapped address': ['::ffff:169.254.169.254'],
  'no such name': 'nxdomain',
  'an empty set': [],
  'a failing server': 'servfail',
  'a silent server': 'silence',
}
for (const [name, reply] of Object.entries(BAD_ANSWERS)) {
  test(`${name} fails the attempt, but not permanently, and is refused at create`, async () => {
    const { target, sentinel, resolver, outgoing, url } = await named(
      () => reply,
      reply === 'silence' ? SILENT_MS : undefined,
    )
    const answer = await send(outgoing, url)
    assert.notEqual(answer.fault, null)
    assert.equal(answer.isFinal, false)
    const isSilent = reply === 'servfail' || reply === 'silence'
    if (isSilent) await assert.rejects(outgoing.fault(url), { code: 'service_unavailable' })
    else assert.notEqual(await outgoing.fault(url), null)
    const isUnknown = reply === 'nxdomain' || reply.length === 0
    if (isUnknown) {
      const lenient = open({ ...NAMED, acceptsUnknownNames: true }, { resolver })
      assert.equal(await lenient.fault(url), null, 'taken by the sandbox, judged at delivery')
    }
    assert.equal(target.accepted + sentinel.accepted, 0)
  })
}

test('a slow resolver counts inside the budget', async () => {
  const { outgoing, url } = await named(() => 'silence', SILENT_MS)
  const answer = await send(outgoing, url, 50)
  assert.match(answer.fault ?? '', /within 0.05 seconds/)
})

test('a name that turns private between attempts and within them reaches the sentinel in 0 of 1000 tries', async () => {
  const { target, sentinel, outgoing, url } = await named((_, type, asked) =>
    asked % 3 === 0 ? ['127.0.0.1'] : asked % 3 === 1 ? ['::1'] : type === 'A' ? ['127.0.0.1'] : ['::1'],
  )
  let delivered = 0
  for (let turn = 0; turn < 100; turn++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(outgoing, url)))
    delivered += answers.filter(({ fault }) => fault === null).length
  }
  assert.equal(sentinel.accepted, 0)
  assert.ok(delivered > 0 && delivered < 1_000)
  assert.equal(target.received.length, delivered)
})
