/** The outcome of every kind of NestPay response: approved, declined, unknown, or not sent. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outcome } from '../../src/connectors/attempt.ts'
import { openNestpay } from '../../src/connectors/nestpay/nestpay.ts'
import { openBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { money } from '../../src/core/money.ts'
import { attemptOf, contextOf } from '../support/attempts.ts'
import { nestpayAnswer, nestpayConfiguration, nestpayStatus, nestpayUnknownOrder } from '../support/nestpay.ts'
import { type Script, type ScriptedBank, startScriptedBank } from '../support/scripted-bank.ts'

const NUMBER = '4111111111111111'
const ORDER = 'V0190e3b0000070008000000000000a01'
const line = openBankHttpClient({ allowLoopback: true, isLocalOnly: true })
const nestpay = openNestpay(line)
const banks: ScriptedBank[] = []
after(async () => {
  line.close()
  for (const bank of banks) await bank.close()
})

const bankThat = async (...scripts: Script[]): Promise<ScriptedBank> => {
  const bank = await startScriptedBank((_, at) => scripts[Math.min(at, scripts.length - 1)]!)
  banks.push(bank)
  return bank
}
const attemptAt = (url: string | null, changes: Parameters<typeof attemptOf>[1] = {}) =>
  attemptOf(NUMBER, {
    reference: ORDER,
    amount: money(14_990, 'TRY'),
    configuration: nestpayConfiguration(url),
    ...changes,
  })

const answered = (changes: Record<string, string | undefined>, extra: Record<string, string> = {}) =>
  nestpayAnswer(ORDER, changes, extra)
const refused = (code: string, errorCode = '', message = 'no', response = code === '99' ? 'Error' : 'Declined') =>
  answered({ Response: response, ProcReturnCode: code, AuthCode: '', ErrMsg: message }, { ERRORCODE: errorCode })

const NO_ORDER = { Response: 'Error', ProcReturnCode: '99', AuthCode: '' }

// Response, its outcome, the bank's code as stored.
const table: [name: string, script: Script, kind: Outcome['kind'], code: string][] = [
  ['approved', answered({}), 'approved', '00'],
  ['approved without references', answered({ TransId: '', HostRefNum: undefined }), 'approved', '00'],
  ['approved with unknown elements', answered({ NewField: 'yeni' }, { NEW: 'x' }), 'approved', '00'],
  ['flag says approved, code does not', answered({ ProcReturnCode: '85' }), 'unknown', '85'],
  ['code says 00, flag does not', answered({ Response: 'Declined' }), 'unknown', '00'],
  ['no flag', answered({ Response: undefined }), 'unknown', '00'],
  ['another flag', answered({ Response: 'APPROVED' }), 'unknown', '00'],
  ['flag twice', answered({ ErrMsg: '</ErrMsg><Response>Approved</Response><ErrMsg>' }), 'unknown', '00'],
  ['no code', answered({ ProcReturnCode: '' }), 'unknown', ''],
  ['approval of another order', nestpayAnswer('V0190', {}), 'unknown', '00'],
  ['approval of no order', answered({ OrderId: '' }), 'unknown', '00'],
  ['decline of another order', nestpayAnswer('V0190', { Response: 'Declined', ProcReturnCode: '51' }), 'unknown', '51'],
  ['gateway refusal of no order', nestpayAnswer('', NO_ORDER, { ERRORCODE: 'CORE-2012' }), 'declined', '99/CORE-2012'],
  [
    'gateway refusal of no order, unlisted',
    nestpayAnswer('', NO_ORDER, { ERRORCODE: 'CORE-1' }),
    'unknown',
    '99/CORE-1',
  ],
  ['decline of no order', nestpayAnswer('', { Response: 'Declined', ProcReturnCode: '51' }), 'unknown', '51'],
  [
    'gateway refusal without an id',
    answered({ ...NO_ORDER, OrderId: undefined }, { ERRORCODE: 'CORE-2012' }),
    'unknown',
    '99/CORE-2012',
  ],
  ['no funds', refused('51'), 'declined', '51'],
  ['a decline that says ISO8583-51 too', refused('51', 'ISO8583-51'), 'declined', '51'],
  ['plain refusal', refused('28'), 'declined', '28'],
  ['wrong original', refused('77'), 'declined', '77'],
  ['issuer not there', refused('91'), 'unknown', '91'],
  ['system fault', refused('96'), 'unknown', '96'],
  ['try again', refused('09'), 'unknown', '09'],
  ['approved with a condition, as ISO has it', refused('08'), 'declined', '08'],
  ['a code nobody knows', refused('Q7'), 'unknown', 'Q7'],
  ['gateway error', refused('99'), 'unknown', '99'],
  ['gateway error of another kind', refused('99', 'CORE-9999'), 'unknown', '99/CORE-9999'],
  ['order id used', refused('99', 'CORE-2507', 'used already'), 'unknown', '99/CORE-2507'],
  ['XID used', refused('99', '', 'XID already used.'), 'unknown', '99/XID'],
  ['card number format', refused('99', 'CORE-2012'), 'declined', '99/CORE-2012'],
  ['wrong card code', refused('99', 'ISO8583-82'), 'declined', '99/ISO8583-82'],
  ['installments', refused('99', 'CORE-2603'), 'declined', '99/CORE-2603'],
  ['HTTP 500', { status: 500, body: answered({}) }, 'unknown', 'no_answer'],
  ['HTTP 503 with a decline', { status: 503, body: refused('51') }, 'unknown', 'no_answer'],
  ['HTTP 302', { status: 302, body: '' }, 'unknown', 'no_answer'],
  ['HTTP 404', { status: 404, body: 'nothing here' }, 'unknown', 'no_answer'],
  ['HTML', { contentType: 'text/html', body: '<!doctype html><title>Bakim</title>' }, 'unknown', 'no_answer'],
  ['nothing', '', 'unknown', 'no_answer'],
  ['half of the XML', answered({}).slice(0, 200), 'unknown', 'no_answer'],
  ['half of the answer, then cut', { half: answered({}) }, 'unknown', 'no_answer'],
  ['cut', 'reset', 'unknown', 'no_answer'],
  ['another root', answered({}).replaceAll('CC5Response', 'CC6Response'), 'unknown', 'no_answer'],
  ['more after the end', `${answered({})}<CC5Response/>`, 'unknown', 'no_answer'],
]
for (const [name, script, kind, code] of table)
  test(`${name}: ${kind} ${code}`, async () => {
    const bank = await bankThat(script)
    const { context, exchanges } = contextOf()
    const outcome = await nestpay.start(attemptAt(bank.url), context)
    assert.equal(outcome.kind, kind)
    assert.equal(outcome.kind === 'approved' ? outcome.bankCode : outcome.fault.providerCode, code)
    assert.equal(bank.received.length, 1)
    assert.equal(exchanges.length, 1)
    assert.equal(exchanges[0]!.endpoint, bank.url)
    for (const secret of [NUMBER, 'SimApiPw1', '<Cvv2Val>000'])
      assert.equal(JSON.stringify(exchanges).includes(secret), false, secret)
  })

test('an unavailable issuer or a duplicate order id is not a fault of the gateway; its own system is', async () => {
  const counts = async (script: Script): Promise<unknown> => {
    const bank = await bankThat(script)
    const outcome = await nestpay.start(attemptAt(bank.url), contextOf().context)
    assert.ok(outcome.kind === 'unknown')
    return outcome.countsForBreaker
  }
  for (const script of [
    refused('91'),
    refused('94'),
    refused('Q7'),
    refused('99', 'CORE-2507'),
    refused('99', '', 'XID already used.'),
  ])
    assert.equal(await counts(script), false)
  for (const script of [refused('96'), refused('99'), refused('99', 'CORE-9999')])
    assert.equal(await counts(script), true)
  for (const script of [answered({ ProcReturnCode: '85' }), 'reset'] as const)
    assert.notEqual(await counts(script), false)
})

test('no response in time, connection refused, no address, no password', async () => {
  const hanging = await bankThat('hang')
  const stop = new AbortController()
  const waiting = nestpay.start(attemptAt(hanging.url), { ...contextOf().context, signal: stop.signal })
  setImmediate(function look() {
    if (hanging.received.length === 0) setImmediate(look)
    else stop.abort()
  })
  assert.equal((await waiting).kind, 'unknown')

  const gone = await startScriptedBank(() => '')
  await gone.close()
  const kindAt = async (changes: Parameters<typeof attemptOf>[1], url: string | null = gone.url) => {
    const outcome = await nestpay.start(attemptAt(url, changes), contextOf().context)
    return outcome.kind === 'approved' ? 'approved' : `${outcome.kind} ${outcome.fault.providerCode}`
  }
  assert.equal(await kindAt({}), 'not_sent not_reached')
  assert.equal(await kindAt({}, null), 'not_sent not_configured')
  assert.equal(await kindAt({}, 'https://vpos.example.com/fim/api'), 'not_sent not_configured')
  const configuration = nestpayConfiguration(gone.url, { secrets: {} })
  assert.equal(await kindAt({ configuration }), 'not_sent not_configured')
})

// TRANS_STAT and what else differs, for a sale and for a pre-authorization of 149.90.
const statuses: [extra: Record<string, string>, sale: string, preAuth: string][] = [
  [{ TRANS_STAT: 'C' }, 'approved', 'approved'],
  [{ TRANS_STAT: 'S' }, 'approved', 'approved'],
  [{ TRANS_STAT: 'A', CAPTURE_AMT: '' }, 'no_answer', 'approved'],
  [{ TRANS_STAT: 'C', ORIG_TRANS_AMT: '1499' }, 'no_answer', 'no_answer'],
  [{ TRANS_STAT: 'C', ORD_ID: 'another' }, 'no_answer', 'no_answer'],
  [{ TRANS_STAT: 'V' }, 'declined undone_there', 'declined undone_there'],
  [{ TRANS_STAT: 'D', PROC_RET_CD: '51' }, 'declined 51', 'declined 51'],
  [{ TRANS_STAT: 'ERR', PROC_RET_CD: '99' }, 'not_found', 'not_found'],
  [{ TRANS_STAT: 'PN' }, 'no_answer', 'no_answer'],
  [{ TRANS_STAT: 'R' }, 'no_answer', 'no_answer'],
  [{ TRANS_STAT: 'NEW' }, 'no_answer', 'no_answer'],
]
for (const [extra, sale, preAuth] of statuses)
  test(`inquiry: ${Object.values(extra).join(' ')} is ${sale}, of a pre-authorization ${preAuth}`, async () => {
    const bank = await bankThat(nestpayStatus(ORDER, extra))
    const seen: string[] = []
    for (const operation of ['sale', 'pre_auth'] as const) {
      const observed = await nestpay.inquire(attemptAt(bank.url, { operation }), contextOf().context)
      seen.push(observed.kind === 'declined' ? `declined ${observed.fault.providerCode}` : observed.kind)
    }
    assert.deepEqual(seen, [sale, preAuth])
  })

const unclear: [name: string, script: Script, kind: string][] = [
  ['no record found', nestpayUnknownOrder(ORDER), 'not_found'],
  ['no record found of another order', nestpayUnknownOrder('V0190'), 'no_answer'],
  ['a gateway error', refused('99', 'CORE-2310', 'Wrong name'), 'no_answer'],
  ['a decline of the question', refused('05'), 'no_answer'],
  ['an approval without a status', answered({}), 'no_answer'],
  ['HTTP 500', { status: 500, body: nestpayUnknownOrder(ORDER) }, 'no_answer'],
  ['HTML', { body: '<html></html>' }, 'no_answer'],
  ['cut', 'reset', 'no_answer'],
]
for (const [name, script, kind] of unclear)
  test(`inquiry: ${name} is ${kind}`, async () => {
    const bank = await bankThat(script)
    assert.equal((await nestpay.inquire(attemptAt(bank.url), contextOf().context)).kind, kind)
  })

const reversals: [name: string, scripts: Script[], result: string][] = [
  ['accepted', [answered({})], 'reversed'],
  ['nothing to void, order unknown', [refused('99', 'CORE-2008'), nestpayUnknownOrder(ORDER)], 'nothing_there'],
  [
    'nothing to void, voided before',
    [refused('99', 'CORE-2008'), nestpayStatus(ORDER, { TRANS_STAT: 'V' })],
    'nothing_there',
  ],
  [
    'nothing to void, declined',
    [refused('99', 'CORE-2008'), nestpayStatus(ORDER, { TRANS_STAT: 'D' })],
    'nothing_there',
  ],
  ['day closed over a charge', [refused('99', 'CORE-2008'), nestpayStatus(ORDER, { TRANS_STAT: 'S' })], 'no_answer'],
  ['refused, then silence', [refused('05'), 'reset'], 'no_answer'],
  ['cut', ['reset'], 'no_answer'],
  [
    'approval of another order, charge still there',
    [nestpayAnswer('X'), nestpayStatus(ORDER, { TRANS_STAT: 'C' })],
    'no_answer',
  ],
]
for (const [name, scripts, result] of reversals)
  test(`reversal: ${name}: ${result}`, async () => {
    const bank = await bankThat(...scripts)
    assert.equal(await nestpay.reverse!(attemptAt(bank.url), contextOf().context), result)
  })
