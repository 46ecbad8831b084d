/** Akbank's callbacks of another version, which name terms and md status too: the simulator's merchant 46000007 has them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import type { PendingChallenge } from '../../src/connectors/three-d-secure.ts'
import { visitGateway } from '../bank-simulator/shopper.ts'
import type { BankFault } from '../support/bank.ts'
import { saidBy } from '../support/bank-faults.ts'
import { GOOD_CARD, openBankRig, wiredConnectors } from '../support/bank-rig.ts'
import { use } from '../support/use.ts'

const akbank = wiredConnectors.find(({ family }) => family === 'akbank')!
const threeDSecure = akbank.threeDSecure!
const rig = use(openBankRig)
const MERCHANT = { storeId: '20260105093000127A5C1E7B93D04F27', terminalId: '20260105093000215C81D4F6A2E90B37' }
const CALLBACK = 'http://127.0.0.1:9/api/v1/payments/3d/callback?cb=signed'

const challenged = async (model: '3d_secure' | '3d_pay', number: string, fault?: Omit<BankFault, 'match'>) => {
  const { settings } = rig.configuration(akbank)
  const configuration = rig.configuration(akbank, { ...MERCHANT, settings: { ...settings, three_d_model: model } })
  const attempt = rig.attempt(akbank, { model, configuration, number })
  const started = { callbackUrl: CALLBACK, expiresAt: 0, language: 'tr', merchantName: null } as const
  const begun = await threeDSecure.begin({ ...attempt, ...started }, rig.context())
  assert.ok(begun.kind === 'challenge' && begun.step.kind === 'form', inspect(begun))
  if (fault) await rig.arm(attempt, fault)
  const { back, page } = await visitGateway(begun.step.action, begun.step.fields)
  assert.ok(back, page)
  assert.match(back.fields.hashParams!, /\+paymentModel\+amount\+currencyCode\+installCount\+mdStatus$/)
  return { fields: back.fields, challenge: { attempt, state: begun.state } satisfies PendingChallenge }
}

// Model, card, what the connector reads.
const ENDINGS: [model: '3d_secure' | '3d_pay', name: string, number: string, reading: string][] = [
  ['3d_secure', 'passed', GOOD_CARD, 'md 1 passed'],
  ['3d_secure', 'attempted', '4111990000000000', 'md 4 passed'],
  ['3d_secure', 'refused', '4900200000000009', 'md 0 refused'],
  ['3d_pay', 'charged', GOOD_CARD, 'md 1 passed approved'],
  ['3d_pay', 'charged after an attempt', '4111990000000000', 'md 1 passed approved'],
  ['3d_pay', 'refused', '4900200000000009', 'md 0 refused'],
]
for (const [model, name, number, reading] of ENDINGS)
  test(`${model}, ${name}: ${reading}`, async () => {
    const { fields, challenge } = await challenged(model, number)
    const verdict = await threeDSecure.confirm!(fields, challenge, rig.context())
    assert.ok(verdict.kind === 'verified', inspect(verdict))
    const { authentication, refusal, charged } = verdict
    const words = [`md ${authentication.mdStatus}`, refusal ?? 'passed', ...(charged ? [saidBy(charged)] : [])]
    assert.equal(words.join(' '), reading)
  })

for (const model of ['3d_secure', '3d_pay'] as const)
  test(`${model}, of another amount: forged`, async () => {
    const { fields, challenge } = await challenged(model, GOOD_CARD, {
      kind: 'tampered_amount',
      parameters: { minor: 100 },
    })
    const verdict = threeDSecure.verify(fields, challenge)
    assert.ok(verdict.kind === 'forged' && verdict.reason === 'other_amount', inspect(verdict))
  })

test('3d_pay, of another amount, which the callback of merchant 46000001 does not name: the record of the bank shows it', async () => {
  const { settings } = rig.configuration(akbank)
  const configuration = rig.configuration(akbank, { settings: { ...settings, three_d_model: '3d_pay' } })
  const attempt = rig.attempt(akbank, { model: '3d_pay', configuration })
  const started = { callbackUrl: CALLBACK, expiresAt: 0, language: 'tr', merchantName: null } as const
  const begun = await threeDSecure.begin({ ...attempt, ...started }, rig.context())
  assert.ok(begun.kind === 'challenge' && begun.step.kind === 'form', inspect(begun))
  await rig.arm(attempt, { kind: 'tampered_amount', parameters: { minor: 100 } })
  const { back } = await visitGateway(begun.step.action, begun.step.fields)
  const challenge = { attempt, state: begun.state }
  const verdict = threeDSecure.verify(back!.fields, challenge)
  assert.ok(verdict.kind === 'verified' && verdict.isUnconfirmed, inspect(verdict))
  assert.equal((await threeDSecure.confirm!(back!.fields, challenge, rig.context())).kind, 'no_answer')
})
