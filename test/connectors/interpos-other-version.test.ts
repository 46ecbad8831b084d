/** InterPOS of another version, and of a terminal that is switched off: the simulator's shops 3207 and 3202 have them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { visitGateway } from '../bank-simulator/shopper.ts'
import { saidBy } from '../support/bank-faults.ts'
import { GOOD_CARD, openBankRig, wiredConnectors } from '../support/bank-rig.ts'
import { use } from '../support/use.ts'

const interpos = wiredConnectors.find(({ family }) => family === 'interpos')!
const threeDSecure = interpos.threeDSecure!
const rig = use(openBankRig)
const [OTHER_VERSION, SWITCHED_OFF] = ['3207', '3202']
const CALLBACK = 'http://127.0.0.1:9/api/v1/payments/3d/callback?cb=signed'
type Model = '3d_secure' | '3d_pay'

const challenged = async (storeId: string, model: Model, number: string) => {
  const { settings } = rig.configuration(interpos)
  const configuration = rig.configuration(interpos, { storeId, settings: { ...settings, three_d_model: model } })
  const attempt = rig.attempt(interpos, { model, configuration, number })
  const started = { callbackUrl: CALLBACK, expiresAt: 0, language: 'tr', merchantName: null } as const
  const begun = await threeDSecure.begin({ ...attempt, ...started }, rig.context())
  assert.ok(begun.kind === 'challenge' && begun.step.kind === 'form', inspect(begun))
  const { back, page } = await visitGateway(begun.step.action, begun.step.fields, 'ok')
  assert.ok(back, page)
  return { fields: back.fields, challenge: { attempt, state: begun.state } }
}

// Model, card, what the connector reads.
const ENDINGS: [model: Model, name: string, number: string, reading: string][] = [
  ['3d_secure', 'passed', GOOD_CARD, 'md 1 passed'],
  ['3d_secure', 'attempted', '4111990000000000', 'md 2 passed'],
  ['3d_secure', 'refused', '4900200000000009', 'md 0 refused'],
  ['3d_pay', 'charged', GOOD_CARD, 'md 1 passed approved'],
  ['3d_pay', 'declined', '4111111111111111', 'md 1 passed declined 51'],
  ['3d_pay', 'refused, with the code of a decline', '4900200000000009', 'md 0 refused'],
]
for (const [model, name, number, reading] of ENDINGS)
  test(`${model}, ${name}: ${reading}`, async () => {
    const { fields, challenge } = await challenged(OTHER_VERSION, model, number)
    assert.equal(fields.__EVENTTARGET, '')
    const verdict = threeDSecure.verify(fields, challenge)
    assert.ok(verdict.kind === 'verified', inspect(verdict))
    const { authentication, refusal, charged } = verdict
    const words = [`md ${authentication.mdStatus}`, refusal ?? 'passed', ...(charged ? [saidBy(charged)] : [])]
    assert.equal(words.join(' '), reading)
    if (model === '3d_pay' || refusal !== undefined) return
    assert.match(authentication.xid!, /^.{28}$/)
    assert.equal(saidBy(await threeDSecure.finish(challenge.attempt, authentication, rig.context())), 'approved')
    assert.equal(saidBy(await interpos.inquire(challenge.attempt, rig.context())), 'approved')
  })

test('three semicolons behind the text of an error', async () => {
  const configuration = rig.configuration(interpos, { storeId: OTHER_VERSION })
  for (const [number, said] of [
    [GOOD_CARD, 'approved'],
    ['4111111111111111', 'declined 51/B510000'],
  ] as const) {
    const attempt = rig.attempt(interpos, { configuration, number })
    assert.equal(saidBy(await interpos.start(attempt, rig.context())), said)
    assert.equal(saidBy(await interpos.inquire(attempt, rig.context())), said)
  }
})

for (const model of ['3d_secure', '3d_pay'] as const)
  test(`${model}: a terminal that is switched off: its callback, hashed without the password, proves nothing`, async () => {
    const { fields, challenge } = await challenged(SWITCHED_OFF, model, GOOD_CARD)
    assert.deepEqual([fields.ProcReturnCode, fields.mdStatus], ['81', '0'])
    assert.deepEqual(threeDSecure.verify(fields, challenge), { kind: 'forged', reason: 'bad_hash' })
  })

test('a terminal that is switched off declines a payment, and gives no record of one', async () => {
  const configuration = rig.configuration(interpos, { storeId: SWITCHED_OFF })
  const attempt = rig.attempt(interpos, { configuration })
  assert.equal(saidBy(await interpos.start(attempt, rig.context())), 'declined 81/B810002')
  assert.equal(saidBy(await interpos.inquire(attempt, rig.context())), 'no_answer')
})
