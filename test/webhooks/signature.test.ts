/** The published test vectors, and three verifiers that agree on 1,000 bodies and on every altered one. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Secret } from '../../src/core/secret.ts'
import { signDelivery } from '../../src/webhooks/signing/sign-delivery.ts'
import { hasValidSignature } from '../../src/webhooks/signing/verify-signature.ts'
import { makeScratch } from '../support/scratch.ts'

const TIMESTAMP = '1778491800'
const BODY = Buffer.from(
  '{"id":"evt_0123456789abcdef0123456789abcdef","type":"payment.completed","created_at":"2026-05-11T09:30:00.000+00:00","data":{"status":"completed"}}',
)
const CHECK_VALUES = {
  whsec_new_secret_for_this_example: '388255645fd2f93f19a452ee0d9915700fbae9cd51c607a76ff0177daecc3921',
  whsec_old_secret_for_this_example: '3a159fd9d951b2c6150b113aa3fc0e0b9c221ee3402ec32dae6233d1f8dbe7a8',
}

for (const [secret, hex] of Object.entries(CHECK_VALUES)) {
  test(`check value of ${secret}`, () => {
    assert.equal(BODY.length, 147)
    assert.equal(signDelivery(new Secret(secret), TIMESTAMP, BODY), `sha256=${hex}`)
  })
}

const secret = new Secret('whsec_ğüşiöç_0123456789')
const own = (body: Buffer, signature: string): boolean =>
  hasValidSignature(
    secret,
    { 'x-service-timestamp': TIMESTAMP, 'x-service-signature': signature },
    body,
    Number(TIMESTAMP),
  )

/** The verifier printed in the receiver's guide, run verbatim. */
const guide = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const printed = /```js\n(.*?)```/s.exec(guide)?.[1] ?? ''
const { isFromVezne } = await import(`data:text/javascript,${encodeURIComponent(printed)}`)
const fromTheGuide = (body: Buffer, signature: string): boolean =>
  isFromVezne(
    'whsec_ğüşiöç_0123456789',
    { 'x-service-timestamp': TIMESTAMP, 'x-service-signature': signature },
    body,
    Number(TIMESTAMP),
  )

const bodies = Array.from({ length: 1_000 }, (_, n) =>
  Buffer.from(JSON.stringify({ n, text: `çay ☕ ${String.fromCodePoint(0x1f600 + (n % 60))} ${'ş'.repeat(n % 50)}` })),
)
const altered = (body: Buffer, n: number): Buffer => {
  const copy = Buffer.from(body)
  copy[n % copy.length]! ^= 1 << (n % 8)
  return copy
}

test('own and guide verifier: 1,000 of 1,000 accepted, 1,000 of 1,000 altered refused', () => {
  const signed = bodies.map((body) => signDelivery(secret, TIMESTAMP, body))
  for (const verifier of [own, fromTheGuide]) {
    assert.equal(bodies.filter((body, n) => verifier(body, signed[n]!)).length, 1_000)
    assert.equal(bodies.filter((body, n) => verifier(altered(body, n), signed[n]!)).length, 0)
  }
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
test('openssl signs the same', { skip: !hasOpenssl && 'openssl is not on this machine' }, () => {
  const folder = makeScratch('vezne-sign-')
  const files = bodies.slice(0, 200).map((body, n) => {
    const file = join(folder, `${n}`)
    writeFileSync(file, Buffer.concat([Buffer.from(`${TIMESTAMP}.`), body]))
    return file
  })
  const output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', 'whsec_ğüşiöç_0123456789', '-r', ...files])
  rmSync(folder, { recursive: true })
  const hexes = output
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 64))
  assert.deepEqual(
    hexes.map((hex) => `sha256=${hex}`),
    bodies.slice(0, 200).map((body) => signDelivery(secret, TIMESTAMP, body)),
  )
})

const AGES: [name: string, offsetS: number, isAccepted: boolean][] = [
  ['five minutes old', 300, true],
  ['older than five minutes', 301, false],
  ['five minutes ahead', -300, true],
  ['further ahead', -301, false],
]
for (const [name, offsetS, isAccepted] of AGES) {
  test(`a timestamp ${name} is ${isAccepted ? 'accepted' : 'refused'}`, () => {
    const headers = { 'x-service-timestamp': TIMESTAMP, 'x-service-signature': signDelivery(secret, TIMESTAMP, BODY) }
    assert.equal(hasValidSignature(secret, headers, BODY, Number(TIMESTAMP) + offsetS), isAccepted)
  })
}

test('the second signature of a rotation suffices for a receiver with the old secret', () => {
  const fresh = new Secret('whsec_fresh')
  const headers = {
    'x-service-timestamp': TIMESTAMP,
    'x-service-signature': signDelivery(fresh, TIMESTAMP, BODY),
    'x-service-signature-previous': signDelivery(secret, TIMESTAMP, BODY),
  }
  const nowS = Number(TIMESTAMP)
  assert.ok(hasValidSignature(secret, headers, BODY, nowS) && hasValidSignature(fresh, headers, BODY, nowS))
  assert.ok(!hasValidSignature(new Secret('whsec_third'), headers, BODY, nowS))
})
