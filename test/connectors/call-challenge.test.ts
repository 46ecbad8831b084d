/** Failing calls around a challenge: what was sent decides, the outcome is never guessed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallContext } from '../../src/connectors/attempt.ts'
import { createBankCalls } from '../../src/connectors/call/call-bank.ts'
import { type ChallengingConnector, createChallengeCalls } from '../../src/connectors/call/call-challenge.ts'
import type { ChallengeOutcome, ThreeDSecure } from '../../src/connectors/three-d-secure.ts'
import { readClocks } from '../../src/infra/database/lease-age.ts'
import { attemptOf, connectorThat } from '../support/attempts.ts'

const clock = { ms: () => 1_750_000_000_000, now: () => new Date(1_750_000_000_000) }
const attempt = attemptOf('4539578763621486')
const start = {
  ...attempt,
  callbackUrl: 'http://127.0.0.1/callback',
  expiresAt: 0,
  language: 'tr' as const,
  merchantName: null,
}
const never = (): Promise<never> => new Promise(() => undefined)
const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
const faults: string[] = []

const callsOf = (threeDSecure: Partial<ThreeDSecure>) => {
  const connector = { ...connectorThat(never), threeDSecure } as unknown as ChallengingConnector
  const calls = createChallengeCalls(createBankCalls({ clock, onFault: (event) => void faults.push(event) }))
  return { connector, calls }
}
const begin = async (work: (context: CallContext) => Promise<ChallengeOutcome>) => {
  const { connector, calls } = callsOf({ begin: (_, context) => work(context) })
  return calls.begin(connector, start, readClocks())
}
const CHALLENGE: ChallengeOutcome = {
  kind: 'challenge',
  step: { kind: 'redirect', url: 'http://x/' },
  state: { a: 'b' },
}

test('a challenge and a refusal are returned as the bank sent them', async () => {
  assert.deepEqual((await begin(async () => CHALLENGE)).outcome, CHALLENGE)
  const declined: ChallengeOutcome = { kind: 'declined', fault: { providerCode: 'U', providerMessage: 'no' } }
  assert.deepEqual((await begin(async () => declined)).outcome, declined)
})

const ENDS: [name: string, work: () => Promise<never>, kind: string][] = [
  ['never reached', () => Promise.reject(refused), 'not_sent'],
  ['broken off', () => Promise.reject(new Error('reset')), 'unknown'],
  ['silent past the deadline', never, 'unknown'],
]
for (const [name, work, kind] of ENDS) {
  test(`begin, ${name}: ${kind}`, async () => assert.equal((await begin(work)).outcome.kind, kind))

  test(`finish, ${name}: ${kind}`, async () => {
    const { connector, calls } = callsOf({ finish: work })
    const proof = { mdStatus: '1', eci: null, cavv: null, xid: null, md: null, dsTransId: null }
    assert.equal((await calls.finish(connector, attempt, proof, readClocks())).outcome.kind, kind)
  })

  test(`asking how a challenge ended, ${name}: no answer`, async () => {
    const { connector, calls } = callsOf({ inquireAuthentication: work })
    assert.equal((await calls.inquireAuthentication(connector, { attempt, state: {} })).verdict, 'no_answer')
  })
}

const confirm = (work: NonNullable<ThreeDSecure['confirm']> | undefined) => {
  const { connector, calls } = callsOf(work ? { confirm: work } : {})
  return calls.confirm(connector, { a: 'b' }, { attempt, state: {} })
}

test('what the bank says of an unsigned callback is returned as it is', async () => {
  const forged = { kind: 'forged', reason: 'bad_hash' } as const
  assert.deepEqual(await confirm(async () => forged), { verdict: forged, exchanges: [] })
})

const SILENCES: [name: string, work: NonNullable<ThreeDSecure['confirm']> | undefined][] = [
  ['a bank never reached', () => Promise.reject(refused)],
  ['a call that broke off', () => Promise.reject(new Error('reset'))],
  ['silence past the deadline', never],
  ['a connector that cannot ask', undefined],
]
for (const [name, work] of SILENCES)
  test(`an unsigned callback and ${name}: no answer`, async () =>
    assert.equal((await confirm(work)).verdict.kind, 'no_answer'))

test('a bank without inquiry is reported as such', async () => {
  const { connector, calls } = callsOf({})
  assert.equal((await calls.inquireAuthentication(connector, { attempt, state: {} })).verdict, 'not_offered')
})

test('a bank whose inits fail opens the breaker, and is tried again later', async () => {
  const { connector, calls } = callsOf({ begin: () => Promise.reject(new Error('reset')) })
  const kinds = []
  for (let call = 0; call < 4; call++) kinds.push((await calls.begin(connector, start, readClocks())).outcome.kind)
  assert.deepEqual(kinds, ['unknown', 'unknown', 'unknown', 'not_sent'])
})
