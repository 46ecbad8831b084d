/** PayFor beside what the tables of all families ask: the currency, which no hash of the bank covers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { attemptOf, contextOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { KEY } from '../support/callback-parts.ts'
import { payforAnswer, payforHistory, payforInquiry, payforUnknownOrder } from '../support/payfor.ts'
import { payfor as callbacks } from '../support/payfor-callbacks.ts'
import type { Script } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, ORDER } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [payfor] = families.find(([{ family }]) => family === 'payfor')!
const threeDSecure = payfor.threeDSecure!
const PROOF = { mdStatus: '1', eci: '05', cavv: null, xid: null, md: '1000000043578529', dsTransId: null }

const finishAt = async (record: Script): Promise<string> => {
  const bank = await bankThat((body) => {
    const text = body.toString('utf8')
    if (text.includes('TxnHistory')) return payforHistory(ORDER, [{ Currency: '392' }])
    return text.includes('OrderInquiry') ? record : payforAnswer(ORDER)
  })
  return saidBy(
    await threeDSecure.finish(attemptAt(payfor, bank.url, { model: '3d_secure' }), PROOF, contextOf().context),
  )
}

test('a charge after a challenge counts once the bank has it with our amount and currency', async () => {
  assert.equal(await finishAt(payforInquiry(ORDER)), 'approved')
  assert.equal(await finishAt(payforInquiry(ORDER, { Currency: '392' })), 'unknown')
  assert.equal(await finishAt(payforInquiry(ORDER, { PurchAmount: '149.91' })), 'unknown')
  assert.equal(await finishAt(payforUnknownOrder(ORDER)), 'unknown')
  assert.equal(await finishAt('reset'), 'unknown')
})

test('what the bank charged on its own page counts once it has it with our amount and currency', async () => {
  const genuine = fc.sample(callbacks.genuine('3d_pay'), { numRuns: 300, seed: 1 })
  const approved = genuine.find(({ ProcReturnCode }) => ProcReturnCode === '00')!
  const declined = genuine.find(({ ProcReturnCode }) => ProcReturnCode === '51')!
  const confirm = async (fields: Record<string, string>, script: Script) => {
    const bank = await bankThat(script)
    const amount = money(15_000, 'TRY')
    const attempt = attemptOf('4539578763621486', {
      ...attemptAt(payfor, bank.url, { model: '3d_pay', amount, reference: fields.OrderId! }),
      card: attemptOf('4539578763621486').card,
    })
    const secrets = { ...attempt.configuration.secrets, secretKey: new Secret(KEY) }
    const configuration = { ...attempt.configuration, secrets }
    const challenge = { attempt: { ...attempt, configuration }, state: { secure_type: '3DPay' } }
    const reading = threeDSecure.verify(fields, challenge)
    assert.ok(reading.kind === 'verified' && reading.charged)
    const verdict = await threeDSecure.confirm!(fields, challenge, contextOf().context)
    const said = verdict.kind === 'verified' && verdict.charged ? saidBy(verdict.charged) : verdict.kind
    return [reading.isUnconfirmed ?? false, said, bank.received.length]
  }
  const record = (changes: Record<string, string>) =>
    payforInquiry(approved.OrderId!, { PurchAmount: '150.00', ...changes })
  assert.deepEqual(await confirm(approved, record({})), [true, 'approved', 1])
  assert.deepEqual(await confirm(approved, record({ PurchAmount: '1.50' })), [true, 'no_answer', 2])
  assert.deepEqual(await confirm(approved, record({ Currency: '392' })), [true, 'no_answer', 2])
  assert.deepEqual(await confirm(approved, 'reset'), [true, 'no_answer', 1])
  assert.deepEqual(await confirm(declined, 'reset'), [false, 'declined 51', 0])
})
