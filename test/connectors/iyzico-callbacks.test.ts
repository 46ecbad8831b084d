/** iyzico's callbacks and pages: what each means, and what a shopper could change on the way. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money } from '../../src/core/money.ts'
import { contextOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { iyzicoAnswer, iyzicoPage, iyzicoRefusal, PAYMENT_ID, SECRET_KEY } from '../support/iyzico.ts'
import { iyzicoCallback } from '../support/iyzico-callbacks.ts'
import type { Script } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, ORDER } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [iyzico] = families.find(([{ family }]) => family === 'iyzico')!
const threeDSecure = iyzico.threeDSecure!

type Fields = Record<string, string>
const PASSED = {
  status: 'success',
  paymentId: PAYMENT_ID,
  conversationData: '',
  conversationId: ORDER,
  mdStatus: '1',
}
const signed = (changes: Fields = {}, key = SECRET_KEY) => iyzicoCallback({ ...PASSED, ...changes }, key)
/** The signature of the first over the values of the second. */
const resigned = (genuine: Fields, shown: Fields): Fields => ({
  ...PASSED,
  ...shown,
  signature: signed(genuine).signature!,
})
const { conversationData: _, ...withoutData } = signed()

// biome-ignore format: a table reads as one
const CALLBACKS: [name: string, fields: Fields, reading: string][] = [
  ['passed', signed(), 'md 1 passed'],
  ['passed, with data', signed({ conversationData: 'a:b+/=' }), 'md 1 passed'],
  ['passed, its empty data not posted', withoutData, 'md 1 passed'],
  ['passed, with fields that nothing signs', { ...signed(), paidPrice: '1', currency: 'USD' }, 'md 1 passed'],
  ['refused', signed({ status: 'failure', mdStatus: '0' }), 'md 0 refused'],
  ['success of what was not authenticated', signed({ mdStatus: '0' }), 'md 0 refused'],
  ['failure of what was authenticated', signed({ status: 'failure' }), 'md 0 refused'],
  ['an attempt', signed({ status: 'failure', mdStatus: '4' }), 'md 4 refused'],
  ['success of an attempt', signed({ mdStatus: '4' }), 'md 4 refused'],
  ['not available', signed({ status: 'failure', mdStatus: '5' }), 'md 5 unavailable'],
  ['no md status', signed({ status: 'failure', mdStatus: '' }), 'md 0 refused'],
  ['a status nobody knows', signed({ status: 'SUCCESS' }), 'md 0 refused'],
  ['an md status that is none', signed({ mdStatus: 'null' }), 'forged incomplete'],
  ['no fields', {}, 'forged no_order'],
  ['no conversation', signed({ conversationId: '' }), 'forged no_order'],
  ['another conversation', signed({ conversationId: 'V0190' }), 'forged other_order'],
  ['another payment', signed({ paymentId: '25149158' }), 'forged other_order'],
  ['no payment', signed({ paymentId: '' }), 'forged other_order'],
  ['no signature', { ...PASSED }, 'forged incomplete'],
  ['an empty signature', { ...PASSED, signature: '' }, 'forged incomplete'],
  ['the signature in capitals', { ...signed(), signature: signed().signature!.toUpperCase() }, 'forged bad_hash'],
  ['another key', signed({}, 'sandbox-SimIyzicoSecret2'), 'forged bad_hash'],
  ['an empty key', signed({}, ''), 'forged bad_hash'],
  ['another md status', resigned({ mdStatus: '0' }, {}), 'forged bad_hash'],
  ['another status', resigned({ status: 'failure' }, {}), 'forged bad_hash'],
  ['other data', resigned({}, { conversationData: 'x' }), 'forged bad_hash'],
  ['a conversation that was data', { ...signed({ conversationData: `x:${ORDER}`, conversationId: '1' }), conversationData: 'x', conversationId: `${ORDER}:1` }, 'forged other_order'],
  ['names in another case', { Status: 'success', PaymentId: PAYMENT_ID, ConversationId: ORDER, MdStatus: '1', Signature: signed().signature! }, 'forged no_order'],
]
for (const [name, fields, reading] of CALLBACKS)
  test(`callback, ${name}: ${reading}`, () => {
    const attempt = attemptAt(iyzico, null, { model: '3d_secure' })
    const verdict = threeDSecure.verify(fields, { attempt, state: { payment_id: PAYMENT_ID } })
    if (verdict.kind === 'forged') return assert.equal(`forged ${verdict.reason}`, reading)
    assert.ok(verdict.kind === 'verified' && verdict.charged === undefined)
    const { authentication, refusal } = verdict
    assert.equal(`md ${authentication.mdStatus} ${refusal ?? 'passed'}`, reading)
    const data = fields.conversationData ? `:${fields.conversationData}` : ''
    assert.equal(authentication.md, refusal === undefined ? `${PAYMENT_ID}${data}` : null)
  })

test('a configuration without its key, and a challenge without its payment, trust nothing', () => {
  const attempt = attemptAt(iyzico, null, { model: '3d_secure' })
  const bare = { ...attempt, configuration: { ...attempt.configuration, secrets: {} } }
  const read = (challenge: Parameters<typeof threeDSecure.verify>[1]) => threeDSecure.verify(signed({}, ''), challenge)
  assert.deepEqual(read({ attempt: bare, state: { payment_id: PAYMENT_ID } }), { kind: 'forged', reason: 'bad_hash' })
  assert.deepEqual(read({ attempt, state: {} }), { kind: 'forged', reason: 'other_order' })
})

const FORM = `<form id="f" action="http://127.0.0.1:4050/3ds?a=1&amp;b=2" method="post"><input type="hidden" name="pan" value="4111111111111111"></form>`
const page = (changes: Readonly<Record<string, unknown>> = {}, html = FORM) => iyzicoPage(ORDER, html, changes)
// The answer to the first call, and the challenge that it begins.
const PAGES: [name: string, script: Script, said: string][] = [
  ['its page', page(), 'challenge http://127.0.0.1:4050/3ds?a=1&b=2'],
  ['a page without a form', page({}, '<p>bakım</p>'), 'unknown'],
  ['a page whose form is asked with GET', page({}, FORM.replace('post', 'get')), 'unknown'],
  ['a form that runs a script', page({}, FORM.replace('http://127.0.0.1:4050/3ds?a=1&amp;b=2', 'javascript:alert(1)')), 'not_sent'],
  ['no page', page({ threeDSHtmlContent: undefined }), 'unknown'],
  ['a page without a payment', page({ paymentId: undefined }), 'unknown'],
  ['a page of another conversation', iyzicoPage('V0190', FORM), 'unknown'],
  ['a page without a signature', page({ signature: undefined }), 'unknown'],
  ['a page with another signature', page({ signature: 'a'.repeat(64) }), 'unknown'],
  ['a refusal', iyzicoRefusal(ORDER, '12'), 'declined 12'],
  ['a refusal of the card', iyzicoRefusal(ORDER, '10051'), 'declined 10051'],
  ['a code nobody knows', iyzicoRefusal(ORDER, '5070'), 'unknown'],
  ['silence', 'reset', 'unknown'],
] // biome-ignore format: a table reads as one
for (const [name, script, said] of PAGES)
  test(`the begin of a challenge, ${name}: ${said}`, async () => {
    const bank = await bankThat(script)
    const started = { callbackUrl: 'https://pay.example.com/cb', expiresAt: 0, language: 'tr', merchantName: null } as const
    const { context, exchanges } = contextOf()
    const begun = await threeDSecure.begin({ ...attemptAt(iyzico, bank.url, { model: '3d_secure' }), ...started }, context)
    const sent = JSON.parse(bank.received[0]!.toString())
    assert.deepEqual([sent.callbackUrl, sent.conversationId, sent.paidPrice], ['https://pay.example.com/cb', ORDER, '149.9'])
    assert.equal(JSON.stringify(exchanges).includes('4111111111111111'), false)
    if (begun.kind !== 'challenge') return assert.equal([begun.kind, begun.kind === 'declined' ? begun.fault.providerCode : ''].join(' ').trim(), said)
    assert.ok(begun.step.kind === 'form')
    assert.equal(`challenge ${begun.step.action}`, said)
    assert.deepEqual([begun.step.fields, begun.state], [{ pan: '4111111111111111' }, { payment_id: PAYMENT_ID }])
  }) // biome-ignore format: one story

// The second call names our terms, and its answer has to.
const FINISHED: [name: string, md: string, script: Script, path: string, said: string][] = [
  ['charged', PAYMENT_ID, iyzicoAnswer(ORDER), '/bank/payment/v2/3dsecure/auth', 'approved'],
  ['charged, with data', `${PAYMENT_ID}:a:b`, iyzicoAnswer(ORDER), '/bank/payment/3dsecure/auth', 'approved'],
  ['charged less', PAYMENT_ID, iyzicoAnswer(ORDER, { paidPrice: 1 }), '/bank/payment/v2/3dsecure/auth', 'unknown'],
  ['charged in lira of dollars', PAYMENT_ID, iyzicoAnswer(ORDER, { currency: 'USD' }), '/bank/payment/v2/3dsecure/auth', 'unknown'],
  ['held', PAYMENT_ID, iyzicoAnswer(ORDER, { phase: 'PRE_AUTH' }), '/bank/payment/v2/3dsecure/auth', 'unknown'],
  ['another conversation', PAYMENT_ID, iyzicoAnswer('V0190'), '/bank/payment/v2/3dsecure/auth', 'unknown'],
  ['declined', PAYMENT_ID, iyzicoRefusal(ORDER, '10051'), '/bank/payment/v2/3dsecure/auth', 'declined 10051'],
] // biome-ignore format: a table reads as one
for (const [name, md, script, path, said] of FINISHED)
  test(`after the challenge, ${name}: ${said}`, async () => {
    const asked: string[] = []
    const bank = await bankThat((_body, _at, { url = '' }) => {
      asked.push(url)
      return script
    })
    const attempt = attemptAt(iyzico, bank.url, { model: '3d_secure', amount: money(14_990, 'TRY') })
    const authentication = { mdStatus: '1', eci: null, cavv: null, xid: null, dsTransId: null, md }
    assert.equal(saidBy(await threeDSecure.finish(attempt, authentication, contextOf().context)), said)
    const { paymentId, conversationData, paidPrice, basketId, currency } = JSON.parse(bank.received[0]!.toString())
    assert.deepEqual([asked, paymentId], [[path], PAYMENT_ID])
    const isOlder = md !== PAYMENT_ID
    assert.deepEqual(
      [conversationData, paidPrice, basketId, currency],
      isOlder ? ['a:b', undefined, undefined, undefined] : [undefined, '149.9', ORDER, 'TRY'],
    )
  })
