/** What a shopper could change in a bank's form under its hash: digits that slip into the next value, and terms that no hash of the callback shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { attemptOf, contextOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { KEY } from '../support/callback-parts.ts'
import { ADAPTERS } from '../support/cut-callbacks.ts'
import { garantiHistory } from '../support/garanti.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt } from './families/family.ts'

const { families, bankThat } = openFamilies()
const connectorOf = (name: string) => families.find(([{ family }]) => family === name)![0]

const formOf = async (name: string, cvv: string, currency: string): Promise<Readonly<Record<string, string>>> => {
  const connector = connectorOf(name)
  const attempt = attemptAt(connector, 'http://127.0.0.1:9/bank', { model: '3d_pay', amount: money(15_000, currency) })
  const { configuration, card } = attempt
  const start = {
    ...attempt,
    installments: 1,
    card: { ...card, cvv: new Secret(cvv) },
    configuration: { ...configuration, settings: { ...configuration.settings, three_d_model: '3d_pay' } },
    callbackUrl: 'https://shop.example/cb?cb=1',
    expiresAt: 0,
    language: 'tr',
    merchantName: null,
  } as const
  const outcome = await connector.threeDSecure!.begin(start, contextOf().context)
  assert.ok(outcome.kind === 'challenge' && outcome.step.kind === 'form', inspect(outcome))
  return outcome.step.fields
}

test('PayFor: no digit follows the installments in the text of the hash', async () => {
  for (let form = 0; form < 40; form++) assert.match((await formOf('payfor', '000', 'TRY')).Rnd!, /^[A-Z]/)
})

const CODES: [cvv: string, currency: string, isSent: boolean][] = [
  ['949', 'USD', false],
  ['0949', 'USD', false],
  ['840', 'TRY', false],
  ['978', 'TRY', false],
  ['949', 'TRY', true],
  ['840', 'USD', true],
  ['000', 'TRY', true],
]
for (const [cvv, currency, isSent] of CODES)
  test(`NestPay: a card code ${cvv} is ${isSent ? '' : 'not '}in the form of a payment in ${currency}`, async () => {
    assert.equal((await formOf('nestpay', cvv, currency)).cv2, isSent ? cvv : undefined)
  })

test('Garanti: what the bank charged on its own page counts once it has it with our amount and currency', async () => {
  const [approved] = fc
    .sample(ADAPTERS.garanti!.genuine('3d_pay'), { numRuns: 100, seed: 1 })
    .filter(({ procreturncode, mdstatus }) => procreturncode === '00' && mdstatus === '1')
  const confirm = async (row: Record<string, string>): Promise<string> => {
    const order = approved!.orderid!
    const bank = await bankThat(garantiHistory(order, [{ AuthAmount: '15000', ...row }]))
    const changes = { model: '3d_pay', amount: money(15_000, 'TRY'), reference: order } as const
    const given = attemptAt(connectorOf('garanti'), bank.url, changes)
    const secrets = { ...given.configuration.secrets, secretKey: new Secret(KEY) }
    const attempt = {
      ...given,
      card: attemptOf('4539578763621486').card,
      configuration: { ...given.configuration, secrets },
    }
    const challenge = { attempt, state: { level: '3D_PAY' } }
    const reading = connectorOf('garanti').threeDSecure!.verify(approved!, challenge)
    assert.ok(reading.kind === 'verified' && reading.isUnconfirmed, inspect(reading))
    const verdict = await connectorOf('garanti').threeDSecure!.confirm!(approved!, challenge, contextOf().context)
    return verdict.kind === 'verified' && verdict.charged ? saidBy(verdict.charged) : verdict.kind
  }
  assert.equal(await confirm({}), 'approved')
  assert.equal(await confirm({ AuthAmount: '1500' }), 'no_answer')
  assert.equal(await confirm({ CurrencyCode: '840' }), 'no_answer')
})
