/** Kuveyt Türk on the wire: merchants and cards that its gateway refuses, an older version of it, and the buyer's address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import type { Configuration } from '../../src/connectors/attempt.ts'
import { visitGateway } from '../bank-simulator/shopper.ts'
import { saidBy } from '../support/bank-faults.ts'
import { GOOD_CARD, openBankRig, wiredConnectors } from '../support/bank-rig.ts'
import { use } from '../support/use.ts'

const rig = use(openBankRig)
const kuveyt = wiredConnectors.find(({ family }) => family === 'kuveyt')!
const threeDSecure = kuveyt.threeDSecure!

// Of a merchant: what it is, its number, a sale, the beginning of a challenge.
const MERCHANTS: [what: string, storeId: string, sale: string, challenge: string][] = [
  ['any', '7201', 'approved', 'challenge'],
  ['suspended', '7202', 'declined 03', 'declined 03'],
  ['without 3D Secure', '7203', 'approved', 'declined 888'],
  ['with 3D Secure only', '7207', 'declined Non3dUsageUnavailable', 'challenge'],
  ['of an older version', '7209', 'approved', 'challenge'],
  ['unknown', '7299', 'declined MerchantNotDefined', 'declined MerchantNotDefined'],
]
const start = {
  callbackUrl: 'http://127.0.0.1:9/cb?cb=signed',
  expiresAt: 0,
  language: 'tr',
  merchantName: null,
} as const

const begin = async (changes: Partial<Configuration>, buyerIp: string | null = '192.0.2.10') => {
  const configuration = rig.configuration(kuveyt, changes)
  const attempt = rig.attempt(kuveyt, { model: '3d_secure', configuration, buyerIp })
  return { attempt, outcome: await threeDSecure.begin({ ...attempt, ...start }, rig.context()) }
}
const wordOf = (outcome: { kind: string; fault?: { providerCode: string } }): string =>
  outcome.kind === 'declined' ? `declined ${outcome.fault?.providerCode}` : outcome.kind

for (const [what, storeId, sale, challenge] of MERCHANTS)
  test(`a merchant ${what}: a sale ${sale}, a challenge ${challenge}`, async () => {
    const attempt = rig.attempt(kuveyt, { configuration: rig.configuration(kuveyt, { storeId }) })
    assert.equal(saidBy(await kuveyt.start(attempt, rig.context())), sale)
    const begun = await begin({ storeId })
    assert.equal(wordOf(begun.outcome), challenge)
  })

for (const storeId of ['7201', '7209'])
  for (const buyerIp of ['192.0.2.10', '2001:db8::1', null])
    test(`a challenge of merchant ${storeId} from ${buyerIp}: passed, charged, on record`, async () => {
      const { attempt, outcome } = await begin({ storeId }, buyerIp)
      assert.ok(outcome.kind === 'challenge' && outcome.step.kind === 'form', inspect(outcome))
      const { back } = await visitGateway(outcome.step.action, { ...outcome.step.fields })
      const verdict = threeDSecure.verify(back!.fields, { attempt, state: outcome.state })
      assert.ok(verdict.kind === 'verified' && verdict.refusal === undefined, inspect(verdict))
      assert.equal(saidBy(await threeDSecure.finish(attempt, verdict.authentication, rig.context())), 'approved')
      assert.equal(saidBy(await kuveyt.inquire(attempt, rig.context())), 'approved')
    })

test('a card without 16 digits, a payment without a card code, dollars of a card of this country: declined', async () => {
  const long = rig.attempt(kuveyt, { number: '370101000000016', cvv: '0000' })
  assert.equal(saidBy(await kuveyt.start(long, rig.context())), 'declined LengthControlCardNumberField')
  const { card, ...attempt } = rig.attempt(kuveyt)
  const { cvv: _, ...kept } = card
  assert.equal(saidBy(await kuveyt.start({ ...attempt, card: kept }, rig.context())), 'declined EmptyCVV2Field')
  const dollars = rig.attempt(kuveyt, { amount: { minor: 1_500, currency: 'USD' } as never })
  assert.equal(saidBy(await kuveyt.start(dollars, rig.context())), 'declined 12')
})

test('an older version refuses a second void with two reasons, and the record decides', async () => {
  const configuration = rig.configuration(kuveyt, { storeId: '7209' })
  const attempt = rig.attempt(kuveyt, { configuration, number: GOOD_CARD })
  const outcome = await kuveyt.start(attempt, rig.context())
  for (const _ of [1, 2]) {
    const undo = rig.followUp(attempt, outcome, 'void', 14_990)
    assert.equal(saidBy(await kuveyt.operate!(undo, rig.context())), 'approved')
  }
})
