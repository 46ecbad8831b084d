/** PayFor beside what the tables of all families ask: the currency, which no hash of the bank covers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money } from '../../src/core/money.ts'
import { contextOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { payforAnswer, payforHistory, payforInquiry, payforUnknownOrder } from '../support/payfor.ts'
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

test('the bank charges at once in TRY only: in another currency the shopper could change it to a lesser one', async () => {
  const begin = async (currency: string) => {
    const attempt = attemptAt(payfor, 'http://127.0.0.1:9/bank', { model: '3d_pay', amount: money(14_990, currency) })
    const { settings } = attempt.configuration
    const configuration = { ...attempt.configuration, settings: { ...settings, three_d_model: '3d_pay' } }
    const shown = {
      callbackUrl: 'https://shop.example/back',
      expiresAt: 0,
      language: 'tr',
      merchantName: null,
    } as const
    return (await threeDSecure.begin({ ...attempt, ...shown, configuration }, contextOf().context)).kind
  }
  assert.equal(await begin('TRY'), 'challenge')
  assert.equal(await begin('USD'), 'not_sent')
})
