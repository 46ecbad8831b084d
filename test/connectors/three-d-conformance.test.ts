/** The port's 3D Secure contract for every connector that offers it: nothing forged is accepted, no card is stored. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import type { Configuration } from '../../src/connectors/attempt.ts'
import type { Connector } from '../../src/connectors/port.ts'
import { createRegistry } from '../../src/connectors/registry.ts'
import type { ChallengeStart } from '../../src/connectors/three-d-secure.ts'
import { createBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { maskCardNumbers } from '../../src/core/card-numbers-in-text.ts'
import { alone, attemptOf, configurationFor, contextOf, simbankParts } from '../support/attempts.ts'
import { ADAPTERS } from '../support/cut-callbacks.ts'
import { openFamilies } from './families/families.ts'

const line = createBankHttpClient({ allowLoopback: true, isLocalOnly: true })
after(() => line.close())
const registry = createRegistry({ simbank: simbankParts(), httpClient: line })
const { families, bankThat } = openFamilies()
const NUMBER = '4539578763621486'
const CVV = '737'

const configurationOf3d = (connector: Connector, model: string, api = 'http://127.0.0.1:4999/api'): Configuration =>
  configurationFor(connector, api, { settings: { three_d_model: model } })

for (const connector of registry.connectors) {
  const { threeDSecure, family } = connector
  if (threeDSecure === undefined) continue
  const challenge = families.find(([each]) => each.family === family)?.[1].challenge
  const api = challenge && (await bankThat(challenge.begun)).url

  test(`${family}: declares its models, and reports an unknown one`, () => {
    assert.equal(threeDSecure.modelOf(configurationOf3d(connector, '3d_secure')), '3d_secure')
    assert.equal(threeDSecure.modelOf(configurationOf3d(connector, '3d_unheard_of')), undefined)
  })

  for (const model of ['3d_secure', '3d_pay'] as const) {
    const configuration = configurationOf3d(connector, model, api)
    if (threeDSecure.modelOf(configuration) !== model) continue
    const attempt = attemptOf(NUMBER, { cvv: CVV, configuration, model })
    const start: ChallengeStart = {
      ...attempt,
      callbackUrl: 'http://127.0.0.1:4999/callback?cb=x',
      expiresAt: 1_750_000_900_000,
      language: 'tr',
      merchantName: 'Shop',
    }

    test(`${family} ${model}: begins, records its exchange masked, and a state without the card`, async () => {
      const { context, exchanges } = contextOf()
      const outcome = await threeDSecure.begin(start, context)
      assert.ok(outcome.kind === 'challenge', inspect(outcome))
      assert.equal(exchanges.length, challenge ? 2 : 1) // the form, and what was asked before it
      for (const text of [JSON.stringify(exchanges), JSON.stringify(outcome.state)]) {
        assert.equal(text.includes(NUMBER), false)
        assert.doesNotMatch(text, alone(CVV))
        assert.equal(maskCardNumbers(text), text)
      }
      if (outcome.step.kind === 'redirect') assert.equal(outcome.step.url.includes(NUMBER), false)
    })

    test(`${family} ${model}: an unsigned callback is forged, and no input makes it throw`, async () => {
      const outcome = await threeDSecure.begin(start, contextOf().context)
      assert.ok(outcome.kind === 'challenge')
      const pending = { attempt, state: outcome.state }
      const callbacks = ADAPTERS[family]
      assert.ok(callbacks ?? challenge, `${family} has no callbacks in test/support/cut-callbacks.ts`)
      const genuine = callbacks ? fc.sample(callbacks.genuine(model), 20) : [challenge!.callback]
      const names = genuine.flatMap((fields) => Object.keys(fields))
      const values = fc.oneof(
        fc.string(),
        fc.constantFrom('1', attempt.transactionId, attempt.reference, '15000', '150.00', '949'),
      )
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...new Set(names)), values), (fields) => {
          const { kind } = threeDSecure.verify(fields, pending)
          assert.ok(kind === 'forged' || (kind === 'unsigned' && threeDSecure.confirm !== undefined), kind)
        }),
        { numRuns: 500 },
      )
    })
  }
}
