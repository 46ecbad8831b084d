/** Kuveyt Türk's callbacks: what each means, the same text cut in another way, and refusals that nothing signs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { xmlFormat } from '../../src/connectors/transport/xml.ts'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { attemptOf, configurationFor, contextOf } from '../support/attempts.ts'
import { kuveytNoAnswer, kuveytNoRecord, kuveytRecord } from '../support/kuveyt.ts'
import { type Elements, kuveytForm, kuveytHashOf } from '../support/kuveyt-callbacks.ts'
import { recorded } from '../support/recorded-answers.ts'
import type { Script } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, ORDER } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [kuveyt] = families.find(([{ family }]) => family === 'kuveyt')!
const threeDSecure = kuveyt.threeDSecure!
const PASSWORD = 'SimApiPw1'
const MD = 'KdipxuB/+AncDNdIKzh5uRh4flnYqSp3drh/2yzaOQraHWjGF+NOkvSjYzbQtRQn'

type Fields = Record<string, string>
const signed = (changes: Elements = {}, password = PASSWORD): Fields => {
  const elements = { order: ORDER, code: '00', bankOrder: '155767806', md: MD, amount: '14990', ...changes }
  return kuveytForm({ hash: kuveytHashOf(elements, password), ...elements })
}
const FAILED = { code: 'ThreeDError', md: undefined, amount: undefined as never, message: 'Olmadı' }
/** The hash of the first under the values of the second. */
const cutAs = (genuine: Elements, other: Elements): Fields =>
  signed({ ...other, hash: kuveytHashOf({ order: ORDER, code: '00', bankOrder: '155767806', ...genuine }, PASSWORD) })

const CALLBACKS: [name: string, fields: Fields, reading: string][] = [
  ['passed', signed(), 'md 1 passed'],
  ['passed, not escaped', signed({ isPlain: true }), 'md 1 passed'],
  ['passed, with our card', signed({ card: '41111111****1111' }), 'md 1 passed'],
  ['passed, without what is not signed', signed({ amount: undefined as never }), 'md 1 passed'],
  ['failed', signed(FAILED), 'md 0 refused'],
  ['failed with a code of the issuer', signed({ ...FAILED, code: '05' }), 'md 0 refused'],
  ['given up', signed({ ...FAILED, message: 'Kullanıcı iptal etti' }), 'md 0 cancelled'],
  ['a refusal that nothing signs', signed({ ...FAILED, hash: undefined }), 'unsigned'],
  ['an approval that nothing signs', signed({ hash: undefined }), 'forged incomplete'],
  ['no code and no hash', signed({ code: '', hash: undefined }), 'forged incomplete'],
  ['no field', {}, 'forged no_order'],
  ['an empty field', { AuthenticationResponse: '' }, 'forged incomplete'],
  ['no XML', { AuthenticationResponse: 'x' }, 'forged incomplete'],
  ['a broken escape', { AuthenticationResponse: '%3c%zz' }, 'forged incomplete'],
  ['another root', { AuthenticationResponse: '<Other/>' }, 'forged incomplete'],
  ['XML with entities', { AuthenticationResponse: '<!DOCTYPE a [<!ENTITY b "c">]><VPosTransactionResponseContract/>' }, 'forged incomplete'],
  ['the field in another case', { authenticationResponse: signed().AuthenticationResponse! }, 'forged no_order'],
  ['no order', signed({ order: '' }), 'forged no_order'],
  ['another order', signed({ order: 'V0190' }), 'forged other_order'],
  ['the order in small letters', signed({ order: ORDER.toLowerCase() }), 'forged other_order'],
  ['two orders', { AuthenticationResponse: signed({ isPlain: true }).AuthenticationResponse!.replace('<HashData>', `<MerchantOrderId>${ORDER}</MerchantOrderId><HashData>`) }, 'forged no_order'],
  ['two codes', { AuthenticationResponse: signed({ ...FAILED, isPlain: true }).AuthenticationResponse!.replace('<OrderId>', '<ResponseCode>00</ResponseCode><OrderId>') }, 'forged bad_hash'],
  ['another amount', signed({ amount: '1499' }), 'forged other_amount'],
  ['another card', signed({ card: '55555555****4444' }), 'forged other_card'],
  ['another password', signed({}, 'SimUserPw2'), 'forged bad_hash'],
  ['no password', signed({}, ''), 'forged bad_hash'],
  ['an empty hash', signed({ hash: '' }), 'forged incomplete'],
  ['another code', cutAs({ code: '05' }, { code: '00' }), 'forged bad_hash'],
  ['passed without MD', signed({ md: undefined }), 'forged incomplete'],
  ['an MD that is none', signed({ md: 'a b' }), 'forged incomplete'],
  ['a digit of the number in the code', cutAs({}, { code: '001', bankOrder: '55767806' }), 'forged bad_hash'],
  ['a digit of the code in the number', cutAs({}, { code: '0', bankOrder: '0155767806' }), 'forged bad_hash'],
  ['all in the code', cutAs({ code: '05' }, { code: '05155767806', bankOrder: '' }), 'forged bad_hash'],
  ['a code out of the number', cutAs({ code: 'Error', bankOrder: '00155767806' }, { code: 'Error00', bankOrder: '155767806' }), 'forged bad_hash'],
] // biome-ignore format: a table reads as one
for (const [name, fields, reading] of CALLBACKS)
  test(`callback, ${name}: ${reading}`, () => {
    const verdict = threeDSecure.verify(fields, { attempt: attemptAt(kuveyt, null, { model: '3d_secure' }), state: {} })
    if (verdict.kind === 'unsigned') return assert.equal(verdict.kind, reading)
    if (verdict.kind === 'forged') return assert.equal(`${verdict.kind} ${verdict.reason}`, reading)
    const { authentication, refusal, charged } = verdict
    assert.equal(`md ${authentication.mdStatus} ${refusal ?? 'passed'}`, reading)
    assert.deepEqual([authentication.md, charged], [refusal === undefined ? MD : null, undefined])
  })

// A refusal that nothing signs, by what the bank has on record.
const CONFIRMED: [name: string, script: Script, said: string][] = [
  ['nothing', kuveytNoRecord(), 'verified refused'],
  ['a declined charge', kuveytRecord(ORDER, { LastOrderStatus: '8', ResponseCode: '05' }), 'verified refused'],
  ['a charge', kuveytRecord(ORDER, {}), 'forged incomplete'],
  ['no answer', kuveytNoAnswer(), 'no_answer'],
  ['silence', 'reset', 'no_answer'],
]
for (const [name, script, said] of CONFIRMED)
  test(`an unsigned refusal, on record ${name}: ${said}`, async () => {
    const { url } = await bankThat(script)
    const challenge = { attempt: attemptAt(kuveyt, url, { model: '3d_secure' }), state: {} }
    const fields = signed({ ...FAILED, hash: undefined })
    const verdict = await threeDSecure.confirm!(fields, challenge, contextOf().context)
    const word = verdict.kind === 'verified' ? verdict.refusal : verdict.kind === 'forged' ? verdict.reason : undefined
    assert.equal([verdict.kind, word].filter(Boolean).join(' '), said)
  })

// Callbacks of the bank's test host, with the password of its public user.
const RECORDED: [name: string, reading: string][] = [
  ['3d: success_tdv2', 'md 1 passed'],
  // Of another merchant, whose password is not public.
  ['3d: 3d_auth_success_payment_fail_1', 'forged bad_hash'],
  ['3d: 3d_auth_fail', 'unsigned'],
  // Without an order outside of the message, and without a hash: of the interface before TDV2, and of a refused form.
  ['3d: success1', 'forged no_order'],
  ['3d: 3d_auth_success_payment_fail_2', 'forged no_order'],
  ['3d: invalid_configuration', 'forged no_order'],
]
for (const [name, reading] of RECORDED)
  test(`recorded callback ${name}: ${reading}`, () => {
    const tree = recorded.kuveyt.callbacks[name]!
    const reference = tree.MerchantOrderId ?? 'none'
    const attempt = attemptOf('5188961939192544', {
      reference,
      amount: money(101, 'TRY'),
      configuration: configurationFor(kuveyt, null, { secrets: { password: new Secret('api123') } }),
    })
    const xml = xmlFormat('VPosTransactionResponseContract', 'utf-8').encode(tree).toString('utf8')
    const read = (text: string): string => {
      const fields = { AuthenticationResponse: encodeURIComponent(text).replaceAll('%20', '+') }
      const verdict = threeDSecure.verify(fields, { attempt, state: {} })
      if (verdict.kind === 'forged') return `${verdict.kind} ${verdict.reason}`
      if (verdict.kind === 'unsigned') return verdict.kind
      return `md ${verdict.authentication.mdStatus} ${verdict.refusal ?? 'passed'}`
    }
    assert.equal(read(xml), reading)
    // One digit of the hashed number changed: no longer trusted.
    if (reading === 'md 1 passed') assert.equal(read(xml.replaceAll('155767806', '155767807')), 'forged bad_hash')
  })

test('every recorded callback of Kuveyt Türk is read', () =>
  assert.deepEqual(RECORDED.map(([name]) => name).sort(), Object.keys(recorded.kuveyt.callbacks).sort()))
