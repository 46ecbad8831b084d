/** Akbank beside what the tables of all families ask: its signatures, its form, voids of captures. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { inspect } from 'node:util'
import type { Attempt } from '../../src/connectors/attempt.ts'
import { money } from '../../src/core/money.ts'
import { akbankAnswer, akbankFault, akbankHistory, akbankRefusal, akbankUnknownOrder } from '../support/akbank.ts'
import { contextOf, followUpOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import type { Script } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, ORDER } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [akbank, { recorded }] = families.find(([{ family }]) => family === 'akbank')!
const threeDSecure = akbank.threeDSecure!
const [MERCHANT, TERMINAL, KEY] = [
  '20260105093000127A5C1E7B93D04F21',
  '20260105093000215C81D4F6A2E90B31',
  '53696d5f6b6e6f6c6c5f6a6f6d6f5f6b6f6c6f5f6a6f6b6c6d6e6f5f6b6f6a6f',
]
/** The same rule in other words: nothing of it comes from the connector. */
const sign = (text: string | Buffer): string => createHmac('sha512', KEY).update(text).digest('base64')

test('every request is signed as it goes out, with the time in Istanbul and another random number each time', async () => {
  const headers: IncomingHttpHeaders[] = []
  const bank = await bankThat((body, at, request) => {
    headers.push(request.headers)
    return recorded(body, at, request)
  })
  const attempt = attemptAt(akbank, bank.url)
  await akbank.start(attempt, contextOf().context)
  await akbank.inquire(attempt, contextOf().context)
  await akbank.operate!(followUpOf('refund', attempt), contextOf().context)
  assert.equal(bank.received.length, 3)
  for (const [at, body] of bank.received.entries()) {
    assert.equal(headers[at]!['auth-hash'], sign(body))
    assert.equal(headers[at]!['content-type'], 'application/json')
  }
  const requests = bank.received.map((body) => JSON.parse(body.toString('utf8')))
  assert.equal(requests[0].requestDateTime, '2025-06-15T18:06:40.000') // 15:06:40 UTC
  for (const { randomNumber } of requests) assert.match(randomNumber, /^[0-9A-F]{128}$/)
  assert.equal(new Set(requests.map(({ randomNumber }) => randomNumber)).size, 3)
})

test('a charge of a card on file without the cardholder is a mail order, and has no card code', async () => {
  const bank = await bankThat(akbankAnswer(ORDER))
  const { card, ...attempt } = attemptAt(akbank, bank.url)
  const { cvv: _, ...onFile } = card
  const storedCredential = { sequence: 'subsequent', agreement: 'a'.repeat(32), installment: 2, tryNo: 1 } as const
  await akbank.start({ ...attempt, card: onFile, storedCredential }, contextOf().context)
  const { card: sent, transaction } = JSON.parse(bank.received[0]!.toString('utf8'))
  assert.deepEqual(sent, { cardNumber: '4111111111111111', expireDate: '1230' })
  assert.equal(transaction.motoInd, 1)
})

const begin = async (changes: Partial<Attempt> = {}, model = '3d_secure', language: 'tr' | 'en' = 'tr') => {
  const attempt = attemptAt(akbank, 'http://127.0.0.1:9/bank', { model: model as '3d_pay', ...changes })
  const { configuration } = attempt
  const start = {
    ...attempt,
    configuration: { ...configuration, settings: { ...configuration.settings, three_d_model: model } },
    callbackUrl: 'https://shop.example/cb?cb=1',
    expiresAt: 0,
    language,
    merchantName: null,
  } as const
  const outcome = await threeDSecure.begin(start, contextOf().context)
  assert.ok(outcome.kind === 'challenge' && outcome.step.kind === 'form', inspect(outcome))
  return { fields: outcome.step.fields, state: outcome.state }
}

test('the form for the browser, signed over the values in the order of the bank', async () => {
  const { fields, state } = await begin({ installments: 3 })
  const { hash, randomNumber, ...rest } = fields
  assert.deepEqual(rest, {
    paymentModel: '3D',
    txnCode: '3000',
    merchantSafeId: MERCHANT,
    terminalSafeId: TERMINAL,
    orderId: ORDER,
    lang: 'TR',
    amount: '149.90',
    currencyCode: '949',
    installCount: '3',
    okUrl: 'https://shop.example/cb?cb=1',
    failUrl: 'https://shop.example/cb?cb=1',
    creditCard: '4111111111111111',
    expiredDate: '1230',
    cvv: '000',
    requestDateTime: '2025-06-15T18:06:40.000',
  })
  const shop = 'https://shop.example/cb?cb=1'
  assert.equal(
    hash,
    sign(
      `3D3000${MERCHANT}${TERMINAL}${ORDER}TR149.909493${shop}${shop}41111111111111111230000${randomNumber}2025-06-15T18:06:40.000`,
    ),
  )
  assert.deepEqual(state, { payment_model: '3D' })
  const other = await begin({ operation: 'pre_auth', amount: money(5, 'USD'), installments: 1 }, '3d_pay', 'en')
  const { paymentModel, txnCode, lang, amount, currencyCode, installCount } = other.fields
  assert.deepEqual(
    [paymentModel, txnCode, lang, amount, currencyCode, installCount],
    ['3D_PAY', '3004', 'EN', '0.05', '840', '1'],
  )
  assert.deepEqual(other.state, { payment_model: '3D_PAY' })
})

// The void of a pre-authorization, captured by 50.00 or not: the answers in turn, what was sent, the outcome.
const HELD = { txnCode: '1004' }
const CAPTURED = { txnCode: '1005', amount: 50 }
const UNDONE = { txnStatus: 'V' }
const VOIDS: [name: string, captured: number, scripts: Script[], sent: string, said: string][] = [
  ['a hold', 0, [akbankAnswer(ORDER)], '1003', 'approved'],
  ['a captured hold: the capture, then the hold', 5_000, [akbankAnswer(ORDER)], '1003 1003', 'approved'],
  [
    'the first void took both',
    5_000,
    [akbankAnswer(ORDER), akbankFault(ORDER, 'VPS-1008'), akbankHistory(ORDER, [{ ...HELD, ...UNDONE }])],
    '1003 1003 1010',
    'approved',
  ],
  ['the second void is refused', 5_000, [akbankAnswer(ORDER), akbankRefusal(ORDER, '12')], '1003 1003', 'declined 12'],
  ['the second void is lost', 5_000, [akbankAnswer(ORDER), 'reset'], '1003 1003', 'unknown'],
  ['the first void is refused', 5_000, [akbankFault(ORDER, 'VPS-1007')], '1003', 'declined VPS-1007'],
  [
    'voided before',
    0,
    [akbankFault(ORDER, 'VPS-1008'), akbankHistory(ORDER, [{ ...HELD, ...UNDONE }])],
    '1003 1010',
    'approved',
  ],
  [
    'voided before, and only its capture was',
    5_000,
    [akbankFault(ORDER, 'VPS-1008'), akbankHistory(ORDER, [HELD, { ...CAPTURED, ...UNDONE }])],
    '1003 1010',
    'unknown',
  ],
  [
    'voided before, and the record says nothing',
    0,
    [akbankFault(ORDER, 'VPS-1008'), '<html></html>'],
    '1003 1010',
    'unknown',
  ],
  [
    'voided before, of no record',
    0,
    [akbankFault(ORDER, 'VPS-1008'), akbankUnknownOrder(ORDER)],
    '1003 1010',
    'unknown',
  ],
]
for (const [name, captured, scripts, sent, said] of VOIDS)
  test(`void, ${name}: ${said}`, async () => {
    const bank = await bankThat(...scripts)
    const attempt = attemptAt(akbank, bank.url, { operation: 'pre_auth' })
    const outcome = await akbank.operate!(followUpOf('void', attempt, { captured }), contextOf().context)
    assert.equal(bank.received.map((body) => JSON.parse(body.toString('utf8')).txnCode).join(' '), sent)
    assert.equal(saidBy(outcome), said)
  })
