/** A bank's genuine callback split differently: the hash still matches, and it must have the same meaning or be rejected. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { createRegistry } from '../../src/connectors/registry.ts'
import type { CallbackReading, PendingChallenge } from '../../src/connectors/three-d-secure.ts'
import { createBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { Secret } from '../../src/core/secret.ts'
import { attemptOf, configurationOf, simbankParts } from '../support/attempts.ts'
import { type Dice, KEY, ORDER } from '../support/callback-parts.ts'
import { ADAPTERS } from '../support/cut-callbacks.ts'
import { examples } from '../support/property-examples.ts'

const line = createBankHttpClient({ allowLoopback: true, isLocalOnly: true })
after(() => line.close())
const { connectors } = createRegistry({ simbank: simbankParts(), httpClient: line })
const THROWS = fc.array(fc.nat(1_000_000), { minLength: 80, maxLength: 80 })
const diceOf = (thrown: readonly number[]): Dice => {
  let next = 0
  return (below) => thrown[next++ % thrown.length]! % below
}

/** The decisive members of a verification: the rest is text for people. */
const worth = (verdict: CallbackReading): unknown => {
  if (verdict.kind !== 'verified') return verdict.kind
  const { authentication, refusal, charged } = verdict
  const { mdStatus } = authentication
  const fault = charged && 'fault' in charged ? charged.fault.providerCode : ''
  return { mdStatus, refusal: refusal ?? '', charged: charged ? `${charged.kind} ${fault}` : '' }
}

for (const { family, threeDSecure } of connectors) {
  const face = ADAPTERS[family]
  if (threeDSecure === undefined || (face === undefined && threeDSecure.confirm)) continue // unsigned: the bank is asked
  assert.ok(face, `${family} has callbacks and no splittings here`)
  for (const [model, state] of Object.entries(face.levels)) {
    const configuration = configurationOf({
      ...face.settings,
      settings: { three_d_model: model },
      secrets: { secretKey: new Secret(KEY), password: new Secret(KEY) },
    })
    const attempt = attemptOf('4539578763621486', { reference: ORDER, configuration, model: model as '3d_pay' })
    const challenge: PendingChallenge = { attempt, state }

    test(`${family} ${model}: genuine callbacks are accepted, and split differently none means anything else`, () => {
      let genuineOnes = 0
      let cutOnes = 0
      fc.assert(
        fc.property(face.genuine(model), THROWS, (genuine, thrown) => {
          const said = threeDSecure.verify(genuine, challenge)
          if (said.kind === 'verified') genuineOnes++
          const other = face.cut(genuine, diceOf(thrown))
          if (JSON.stringify(Object.entries(other).sort()) === JSON.stringify(Object.entries(genuine).sort())) return
          cutOnes++
          const verdict = threeDSecure.verify(other, challenge)
          if (verdict.kind === 'verified')
            assert.deepEqual(worth(verdict), worth(said), `${JSON.stringify(genuine)} as ${JSON.stringify(other)}`)
          if (verdict.kind === 'verified' && family !== 'nestpay')
            assert.deepEqual(verdict.authentication, said.kind === 'verified' && said.authentication)
        }),
        { numRuns: examples(2_000) },
      )
      assert.ok(genuineOnes > examples(1_900), `${genuineOnes} genuine callbacks counted`)
      assert.ok(cutOnes > examples(1_000), `${cutOnes} were cut up`)
    })
  }
}
