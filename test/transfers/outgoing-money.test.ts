/** Outgoing calls that move money: with known progress, abortable, local where required. Written once: money-written-once.test.ts. */
import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { after, test } from 'node:test'
import type { OutgoingRequest } from '../../src/infra/outgoing/outgoing.ts'
import { type Reply, startDnsServer } from '../support/dns-server.ts'
import { closeAll, closeLater, LOCAL, open, receiver } from '../support/outgoing-rig.ts'
import { hang, ok, startReceiver } from '../support/receiver.ts'

after(closeAll)

const once = (url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  method: 'POST',
  url,
  headers: {},
  body: 'charge',
  budgetMs: 60_000, // a busy machine takes long to connect
  answerBytesMax: 1024,
  isOnce: true,
  ...more,
})

const resolverOf = async (reply: (name: string) => Reply): Promise<Resolver> => {
  const dns = await startDnsServer(reply)
  closeLater(() => dns.close())
  const resolver = new Resolver({ timeout: 5_000, tries: 1 })
  resolver.setServers([dns.address])
  return resolver
}

test('nothing was sent where the port is closed, the name does not resolve, or the address is refused', async () => {
  const outgoing = open(LOCAL, { resolver: await resolverOf(() => 'nxdomain') })
  const gone = await startReceiver(ok)
  await gone.close()
  const urls = [`${gone.origin}/`, 'https://bank.example.com/', 'https://192.0.2.1/']
  for (const url of urls) {
    const answer = await outgoing.send(once(url))
    assert.deepEqual([answer.isSent, answer.status], [false, null], url)
    assert.ok(answer.fault)
  }
})

test('a request was sent without a response, by time-out or abort', async () => {
  const target = await receiver(hang)
  const outgoing = open(LOCAL)
  const late = await outgoing.send(once(target.origin, { budgetMs: 2_000 }))
  assert.deepEqual([late.isSent, late.fault], [true, 'no complete answer within 2 seconds'])
  const stop = new AbortController()
  const stopped = outgoing.send(once(target.origin, { signal: stop.signal }))
  await target.until(2)
  stop.abort()
  assert.deepEqual([(await stopped).isSent, (await stopped).fault], [true, 'the call was stopped'])
  const before = await outgoing.send(once(target.origin, { signal: stop.signal }))
  assert.deepEqual([before.isSent, before.fault, target.received.length], [false, 'the call was stopped', 2])
})

test('a request that expired during connection is not written, on a new connection or a kept one', async () => {
  const target = await receiver(ok)
  const outgoing = open(LOCAL)
  const tooOld = () => outgoing.send(once(target.origin, { mayDispatch: () => false }))
  for (const answer of [await tooOld(), await outgoing.send(once(target.origin)).then(tooOld)]) {
    assert.deepEqual([answer.isSent, answer.isTooOld, answer.status], [false, true, null])
    assert.equal(answer.fault, 'too much time had passed to send it')
  }
  assert.equal(target.received.length, 1)
  assert.equal((await outgoing.send(once(target.origin, { mayDispatch: () => true }))).status, 200)
})

test('where only loopback may be called, a public address is refused before DNS', async () => {
  const outgoing = open({ ...LOCAL, isLocalOnly: true })
  const target = await receiver(ok)
  assert.equal((await outgoing.send(once(target.origin))).status, 200)
  for (const url of ['https://vpos.example.com/fim/api', 'https://8.8.8.8/', 'https://10.0.0.8/']) {
    const answer = await outgoing.send(once(url))
    assert.match(answer.fault ?? '', /^the sandbox calls/)
    assert.deepEqual([answer.isFinal, answer.isSent], [true, false])
  }
})

test('a private name is called where the operator allows its network, and checked by its resolved address', async () => {
  const resolver = await resolverOf((name) => [name.startsWith('vpos') ? '10.20.1.1' : '10.21.1.1'])
  const outgoing = open({ allowLoopback: false, allowedNetworks: ['10.20.0.0/16'] }, { resolver })
  assert.equal(await outgoing.fault('https://vpos.bank.internal/'), null)
  assert.match(
    String(await outgoing.fault('https://other.bank.internal/')),
    /leads to 10.21.1.1 is not a public address/,
  )
  const stranger = open({ allowLoopback: false }, { resolver })
  assert.match(String(await stranger.fault('https://vpos.bank.internal/')), /not a public host name/)
})
