/** Kuveyt Türk beside what the tables of all families ask: its two addresses, its page, its operations by the bank's own numbers. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import type { Attempt, PaymentOperation } from '../../src/connectors/attempt.ts'
import { htmlFormReader } from '../../src/connectors/transport/html-form.ts'
import { contextOf, followUpOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import {
  kuveytAnswer,
  kuveytDone,
  kuveytFault,
  kuveytNoRecord,
  kuveytPage,
  kuveytRecord,
  kuveytUndone,
} from '../support/kuveyt.ts'
import { kuveytForm } from '../support/kuveyt-callbacks.ts'
import { recorded } from '../support/recorded-answers.ts'
import type { Script } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, ORDER } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [kuveyt] = families.find(([{ family }]) => family === 'kuveyt')!
const sha1 = (text: string): string => createHash('sha1').update(text).digest('base64')
/** The same rule in other words: nothing of it comes from the connector. */
const sign = (...values: string[]): string => sha1(`${values.join('')}${sha1('SimApiPw1')}`)
const elementOf = (body: Buffer, name: string): string | undefined =>
  new RegExp(`<(?:ser:)?${name}>(.*?)</`).exec(body.toString('utf8'))?.[1]

const openPair = async (...scripts: Script[]) => {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = []
  const bank = await bankThat((_, at, { url = '', headers }) => {
    asked.push({ path: url, headers })
    return scripts[Math.min(at, scripts.length - 1)]!
  })
  return { bank, asked }
}

test('payments go to the gate and operations to the service, each signed over its own terms', async () => {
  const { bank, asked } = await openPair(
    kuveytAnswer(ORDER),
    kuveytDone('PartialDrawback', ORDER),
    kuveytRecord(ORDER, {}),
  )
  const { configuration, ...rest } = attemptAt(kuveyt, bank.url, { installments: 3 })
  const attempt = { ...rest, configuration: { ...configuration, threeDSecureEndpointUrl: `${bank.url}/Home` } }
  const refund = followUpOf('refund', attempt, {
    captured: 14_990,
    references: { providerTransactionId: '155767806-539222', authCode: '050560', hostReference: '600500000001' },
  })
  assert.equal(saidBy(await kuveyt.start(attempt, contextOf().context)), 'approved')
  assert.equal(saidBy(await kuveyt.operate!(refund, contextOf().context)), 'approved')
  assert.equal(saidBy(await kuveyt.inquire(attempt, contextOf().context)), 'approved')
  assert.deepEqual(
    asked.map(({ path, headers }) => [path, headers.soapaction]),
    [
      ['/bank/Home/Non3DPayGate', undefined],
      ['/bank', 'http://boa.net/BOA.Integration.VirtualPos/Service/IVirtualPosService/PartialDrawback'],
      ['/bank', 'http://boa.net/BOA.Integration.VirtualPos/Service/IVirtualPosService/GetMerchantOrderDetail'],
    ],
  )
  const [payment, operation, question] = bank.received as [Buffer, Buffer, Buffer]
  assert.equal(elementOf(payment, 'HashData'), sign('7201', ORDER, '14990', 'simapi'))
  assert.equal(elementOf(operation, 'HashData'), sign('7201', ORDER, '5000', 'simapi'))
  assert.equal(elementOf(question, 'HashData'), sign('7201', ORDER, '0', 'simapi'))
  for (const [name, value] of [
    ['OrderId', '155767806'],
    ['Stan', '539222'],
    ['RRN', '600500000001'],
    ['ProvisionNumber', '050560'],
  ] as const)
    assert.equal(elementOf(operation, name), value)
  assert.equal(elementOf(question, 'StartDate'), '2024-06-10T18:06:40')
  assert.equal(elementOf(question, 'EndDate'), '2025-06-16T18:06:40')
})

const begin = async (script: Script | ((url: string) => Script), changes: Partial<Attempt> = {}) => {
  const callbackUrl = 'https://shop.example/cb?cb=1&a=2'
  const { bank, asked } = await openPair(typeof script === 'function' ? script(callbackUrl) : script)
  const attempt = attemptAt(kuveyt, bank.url, { model: '3d_secure', buyerIp: '192.0.2.10', ...changes })
  const start = { ...attempt, callbackUrl, expiresAt: 0, language: 'tr', merchantName: null } as const
  const { context, exchanges } = contextOf()
  return { outcome: await kuveyt.threeDSecure!.begin(start, context), bank, asked, exchanges, callbackUrl }
}
const ACS = 'http://127.0.0.1:4050/acs?a=1&amp;b=2'
const flow = { threeDSServerWebFlowStart: 'eyJhbGciOiJIUzI1NiJ9.&quot;x&quot;', browserTZ: '' }

test('the bank is asked for a page, and its form goes to the browser', async () => {
  const { outcome, bank, asked, exchanges, callbackUrl } = await begin({
    contentType: 'text/html; charset=utf-8',
    body: kuveytPage(ACS, flow),
  })
  assert.deepEqual(outcome, {
    kind: 'challenge',
    step: {
      kind: 'form',
      action: 'http://127.0.0.1:4050/acs?a=1&b=2',
      fields: { threeDSServerWebFlowStart: 'eyJhbGciOiJIUzI1NiJ9."x"', browserTZ: '' },
    },
    state: {},
  })
  assert.equal(asked[0]!.path, '/bank/ThreeDModelPayGate')
  const [body] = bank.received as [Buffer]
  assert.equal(elementOf(body, 'HashData'), sign('7201', ORDER, '14990', callbackUrl, callbackUrl, 'simapi'))
  for (const [name, value] of [
    ['TransactionSecurity', '3'],
    ['ClientIP', '192.0.2.10'],
    ['CardCVV2', '000'],
    ['CurrencyCode', '0949'],
    ['InstallmentCount', '0'],
  ] as const)
    assert.equal(elementOf(body, name), value)
  const log = JSON.stringify(exchanges)
  for (const secret of ['4111111111111111', 'SimApiPw1', '<CardCVV2>000', 'eyJhbGci', callbackUrl])
    assert.equal(log.includes(secret), false, secret)
})

const refusedPage =
  (code: string) =>
  (url: string): Script =>
    kuveytPage(url.replaceAll('&', '&amp;'), kuveytForm({ order: ORDER, code, bankOrder: '0', message: 'Olmadı' }))
const BEGUN: [name: string, script: Script | ((url: string) => Script), said: string][] = [
  ['the hash is wrong', refusedPage('HashDataError'), 'declined HashDataError'],
  ['the address is not known', refusedPage('PosMerchantIPError'), 'declined PosMerchantIPError'],
  ['a word nobody knows', refusedPage('SomethingElse'), 'unknown SomethingElse'],
  ['a page without a form', '<html><body>Bakim</body></html>', 'unknown no_answer'],
  ['a form that is not posted', kuveytPage(ACS, flow).replace(/'POST'/g, "'GET'"), 'unknown no_answer'],
  ['a page to where no browser is sent', kuveytPage('javascript:alert(1)', flow), 'not_sent not_configured'],
  ['a page on another machine', kuveytPage('https://acs.example/', flow), 'not_sent not_configured'],
  ['nothing', '', 'unknown no_answer'],
]
for (const [name, script, said] of BEGUN)
  test(`a challenge, ${name}: ${said}`, async () => {
    const { outcome } = await begin(script)
    assert.ok(outcome.kind !== 'challenge')
    assert.equal(`${outcome.kind} ${outcome.fault.providerCode}`, said)
  })

// The charge after a challenge, by the terms that its answer names.
const FINISHED: [name: string, script: Script, said: string][] = [
  ['ours', kuveytAnswer(ORDER), 'approved'],
  ['ours, the currency in four digits', kuveytAnswer(ORDER, {}, { CurrencyCode: '0949' }), 'approved'],
  ['another amount', kuveytAnswer(ORDER, {}, { Amount: '1499' }), 'unknown'],
  ['another currency', kuveytAnswer(ORDER, {}, { CurrencyCode: '840' }), 'unknown'],
  ['no terms', kuveytAnswer(ORDER, { VPosMessage: undefined }), 'unknown'],
  ['another order', kuveytAnswer('V0190'), 'unknown'],
  ['a proof that the bank does not have', kuveytFault('MetaDataNotFound'), 'unknown'],
  ['no proof', kuveytFault('EmptyMDException'), 'unknown'],
]
for (const [name, script, said] of FINISHED)
  test(`after a challenge, ${name}: ${said}`, async () => {
    const { bank, asked } = await openPair(script)
    const proof = { mdStatus: '1', md: 'Kdip+/x=', eci: null, cavv: null, xid: null, dsTransId: null }
    const attempt = attemptAt(kuveyt, bank.url, { model: '3d_secure' })
    assert.equal(saidBy(await kuveyt.threeDSecure!.finish(attempt, proof, contextOf().context)), said)
    assert.equal(asked[0]!.path, '/bank/ThreeDModelProvisionGate')
    const [body] = bank.received as [Buffer]
    assert.deepEqual([elementOf(body, 'Data'), elementOf(body, 'CardNumber')], ['Kdip+/x=', undefined])
    assert.equal(elementOf(body, 'HashData'), sign('7201', ORDER, '14990', 'simapi'))
  })

const KNOWN = { providerTransactionId: '155767806-539222', authCode: '050560', hostReference: '600500000001' }
const LOST = { providerTransactionId: null, authCode: null, hostReference: null }
const VOIDED = kuveytRecord(ORDER, { LastOrderStatus: '6', CancelAmount: '149.90' })
// An operation: the numbers known before it, the answers in turn, what was sent, the outcome.
const OPERATIONS: [name: string, of: 'void' | 'refund', minor: number, changes: Partial<PaymentOperation['original']>, scripts: Script[], sent: string, said: string][] = [
  ['a void', 'void', 14_990, {}, [kuveytDone('SaleReversal', ORDER)], 'SaleReversal', 'approved'],
  ['whose charge was lost', 'void', 14_990, { references: LOST }, [kuveytRecord(ORDER, {}), kuveytDone('SaleReversal', ORDER)], 'GetMerchantOrderDetail SaleReversal', 'approved'],
  ['whose charge is not there', 'void', 14_990, { references: LOST }, [kuveytNoRecord()], 'GetMerchantOrderDetail', 'not_sent'],
  ['whose charge is not shown', 'void', 14_990, { references: LOST }, ['<html></html>'], 'GetMerchantOrderDetail', 'unknown'],
  ['voided before', 'void', 14_990, {}, [kuveytUndone('SaleReversal', '21', 'IntegrationFatalException'), VOIDED], 'SaleReversal GetMerchantOrderDetail', 'approved'],
  ['voided before, says the bank, and its record does not', 'void', 14_990, {}, [kuveytUndone('SaleReversal', '21'), kuveytRecord(ORDER, {})], 'SaleReversal GetMerchantOrderDetail', 'declined DbLayerError/21'],
  ['another day', 'void', 14_990, {}, [kuveytUndone('SaleReversal', 'InvalidRequestError'), kuveytRecord(ORDER, {})], 'SaleReversal GetMerchantOrderDetail', 'declined DbLayerError/InvalidRequestError'],
  ['a fault', 'void', 14_990, {}, [kuveytUndone('SaleReversal', 'ServiceUnavailable')], 'SaleReversal', 'unknown'],
  ['of another order', 'void', 14_990, {}, [kuveytDone('SaleReversal', 'V0190')], 'SaleReversal', 'unknown'],
  ['approved and failed', 'void', 14_990, {}, [kuveytDone('SaleReversal', ORDER, {}, 'false')], 'SaleReversal', 'unknown'],
  ['an answer about a refund', 'void', 14_990, {}, [kuveytDone('DrawBack', ORDER)], 'SaleReversal', 'unknown'],
  ['all of it', 'refund', 14_990, {}, [kuveytDone('DrawBack', ORDER)], 'DrawBack', 'approved'],
  ['a part', 'refund', 5_000, {}, [kuveytDone('PartialDrawback', ORDER)], 'PartialDrawback', 'approved'],
  ['the rest', 'refund', 9_990, { refunded: 5_000 }, [kuveytDone('PartialDrawback', ORDER)], 'PartialDrawback', 'approved'],
  ['of a voided sale', 'refund', 5_000, {}, [kuveytDone('PartialDrawback', ORDER, { ResponseCode: '28' }, '')], 'PartialDrawback', 'declined 28'],
  ['a part on the day of the sale', 'refund', 5_000, {}, [kuveytUndone('PartialDrawback', 'DbLayerError')], 'PartialDrawback', 'unknown'],
  ['lost', 'refund', 5_000, {}, ['reset'], 'PartialDrawback', 'unknown'],
] // biome-ignore format: a table reads as one
for (const [name, operation, minor, changes, scripts, sent, said] of OPERATIONS)
  test(`${operation}, ${name}: ${said}`, async () => {
    const bank = await bankThat(...scripts)
    const original = { captured: 14_990, references: KNOWN, ...changes }
    const followUp = followUpOf(operation, attemptAt(kuveyt, bank.url), original)
    const outcome = await kuveyt.operate!(
      { ...followUp, amount: { ...followUp.amount, minor } as never },
      contextOf().context,
    )
    const names = bank.received.map((body) => /<soapenv:Body><ser:(\w+)>/.exec(body.toString('utf8'))![1])
    assert.deepEqual([names.join(' '), saidBy(outcome)], [sent, said])
  })

// Pages that the bank has answered: where their form leads, and its fields.
const PAGES: [name: string, action: string, fields: string[]][] = [
  ['a challenge', 'https://certemvtds.bkm.com.tr/tds/resultFlow', ['threeDSServerWebFlowStart', 'browserColorDepth', 'browserScreenHeight', 'browserScreenWidth', 'browserTZ', 'browserJavascriptEnabled', 'browserJavaEnabled']],
  ['a challenge of 1.0', 'https://boa.kuveytturk.com.tr/sanalposservice/Home/ThreeDModelPayGate', ['AuthenticationResponse']],
  ['refused: hash', 'http://localhost/finansbank-payfor/3d/response.php', ['AuthenticationResponse']],
  ['refused: address of the caller', 'https://site/gateway/3d/fail?uuid=BR7z5PDu6c', ['AuthenticationResponse']],
] // biome-ignore format: a table reads as one
for (const [name, action, fields] of PAGES)
  test(`a recorded page, ${name}: ${action}`, () => {
    const page = htmlFormReader.decode(Buffer.from(recorded.kuveyt.pages![name]!), 'text/html; charset=utf-8')
    assert.deepEqual([page?.action, Object.keys(page?.fields as object)], [action, fields])
  })

test('every recorded page is read', () =>
  assert.deepEqual(PAGES.map(([name]) => name).sort(), Object.keys(recorded.kuveyt.pages!).sort()))
