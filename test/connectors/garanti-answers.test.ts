/** The outcome of every kind of Garanti response: approved, declined, unknown, or not sent. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outcome, PaymentOperation, PaymentOperationType } from '../../src/connectors/attempt.ts'
import { openGaranti } from '../../src/connectors/garanti/garanti.ts'
import { openBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { attemptOf, contextOf } from '../support/attempts.ts'
import {
  type GarantiRow,
  garantiAnswer,
  garantiConfiguration,
  garantiHistory,
  garantiUnknownOrder,
} from '../support/garanti.ts'
import { type Script, type ScriptedBank, startScriptedBank } from '../support/scripted-bank.ts'

const NUMBER = '4111111111111111'
const ORDER = 'V0190e3b0000070008000000000000a01'
const line = openBankHttpClient({ allowLoopback: true, isLocalOnly: true })
const garanti = openGaranti(line)
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
    configuration: garantiConfiguration(url),
    ...changes,
  })
const answered = (response: Record<string, string | undefined>) => garantiAnswer(ORDER, response)
const refused = (Code: string, ReasonCode = Code, SysErrMsg = '') =>
  answered({ Code, ReasonCode, Message: 'Declined', ErrorMsg: 'İşlem yapılamadı', SysErrMsg })

const table: [name: string, script: Script, kind: Outcome['kind'], code: string][] = [
  ['approved', answered({}), 'approved', '00'],
  ['approved by the gateway', answered({ Source: 'GVPS', ReasonCode: '' }), 'approved', '00'],
  ['word says approved, code does not', answered({ Code: '08', ReasonCode: '08' }), 'unknown', '08'],
  ['code says 00, word does not', answered({ Message: 'Declined' }), 'unknown', '00'],
  ['no word', answered({ Message: undefined }), 'unknown', '00'],
  ['no code', answered({ Code: undefined, ReasonCode: undefined }), 'unknown', ''],
  ['approval of another order', garantiAnswer('V0190'), 'unknown', '00'],
  ['approval of no order', garantiAnswer(''), 'unknown', '00'],
  ['no funds', refused('51'), 'declined', '51'],
  ['no funds, in its own words', refused('16'), 'declined', '16'],
  ['closed card', refused('17'), 'declined', '17'],
  ['renewed card', refused('09'), 'declined', '09'],
  ['invalid transaction', refused('12'), 'declined', '12'],
  ['wrong card code', refused('12', '12', 'CVC2 DOGRULANAMADI'), 'declined', '12/CVC'],
  ['field missing', refused('92', '0002'), 'declined', '92/0002'],
  ['hash or password', refused('92', '0651'), 'declined', '92/0651'],
  ['order id used, or unknown, who knows', refused('92', '0108'), 'unknown', '92/0108'],
  ['gateway refusal of another kind', refused('92', '0999'), 'unknown', '92/0999'],
  ['gateway refusal without a reason', refused('92', ''), 'unknown', '92'],
  ['issuer not there', refused('91'), 'unknown', '91'],
  ['system fault', refused('96'), 'unknown', '96'],
  ['system error', refused('99'), 'unknown', '99'],
  ['try again', refused('19'), 'unknown', '19'],
  ['sent before', refused('94'), 'unknown', '94'],
  ['a code nobody knows', refused('Q7'), 'unknown', 'Q7'],
  ['HTTP 502', { status: 502, body: answered({}) }, 'unknown', 'no_answer'],
  ['HTML', { contentType: 'text/html', body: '<html><body>bakim</body></html>' }, 'unknown', 'no_answer'],
  ['half', { half: answered({}) }, 'unknown', 'no_answer'],
  ['cut', 'reset', 'unknown', 'no_answer'],
]
for (const [name, script, kind, code] of table)
  test(`${name}: ${kind} ${code}`, async () => {
    const bank = await bankThat(script)
    const { context, exchanges } = contextOf()
    const outcome = await garanti.start(attemptAt(bank.url), context)
    assert.equal(outcome.kind, kind)
    assert.equal(outcome.kind === 'approved' ? outcome.bankCode : outcome.fault.providerCode, code)
    for (const secret of [NUMBER, 'SimProvPw1', '<CVV2>000', '<HashData>9'])
      assert.equal(JSON.stringify(exchanges).includes(secret), false, secret)
  })

test('a configuration without the second user sends nothing', async () => {
  const bank = await bankThat(answered({}))
  for (const extraCredentials of [undefined, new Secret('not json'), new Secret('{"refund_username":"PROVRFN"}')]) {
    const secrets = { password: new Secret('SimProvPw1'), ...(extraCredentials ? { extraCredentials } : {}) }
    const configuration = garantiConfiguration(bank.url, { secrets })
    const outcome = await garanti.start(attemptAt(bank.url, { configuration }), contextOf().context)
    assert.ok(outcome.kind === 'not_sent' && outcome.fault.providerCode === 'not_configured')
    assert.deepEqual(
      garanti.checkSettings!(configuration)
        .map(({ field }) => field)
        .includes('extra_credentials'),
      true,
    )
  }
  assert.equal(bank.received.length, 0)
  assert.deepEqual(garanti.checkSettings!(garantiConfiguration(bank.url)), [])
})

const SALE: GarantiRow = {}
const PRE_AUTH: GarantiRow = {
  Type: 'preauth',
  PreAuthAmount: '14990',
  AuthAmount: '0',
  PreAuthDate: '20260105',
  AuthDate: '',
}
const statusWord = (word: string): string =>
  garantiAnswer(ORDER, {}, `<OrderInqResult><Status>${word}</Status></OrderInqResult>`)
const statusScript: Script = statusWord('DECLINED')
test('inquiry: a decline that the status of the order contradicts, or cannot confirm, decides nothing', async () => {
  for (const script of [statusWord('APPROVED'), statusWord('WAITINGPOSTAUTH'), 'reset'] as const) {
    const declined = garantiHistory(ORDER, [{ Status: '01', ReturnCode: '51' }])
    const bank = await startScriptedBank((body) => (body.includes('orderhistoryinq') ? declined : script))
    banks.push(bank)
    assert.equal((await garanti.inquire(attemptAt(bank.url), contextOf().context)).kind, 'no_answer')
  }
})
const histories: [name: string, rows: GarantiRow[] | Script, sale: string, preAuth: string][] = [
  ['a sale', [SALE], 'approved', 'no_answer'],
  ['a sale, in words', [{ Type: 'Satis' }], 'approved', 'no_answer'],
  ['a pre-authorization', [PRE_AUTH], 'no_answer', 'approved'],
  [
    'a pre-authorization that was captured',
    [PRE_AUTH, { Type: 'postauth', AuthAmount: '5000' }],
    'no_answer',
    'approved',
  ],
  ['a sale of another amount', [{ AuthAmount: '1499' }], 'no_answer', 'no_answer'],
  ['a sale in another currency', [{ CurrencyCode: '840' }], 'no_answer', 'no_answer'],
  ['a declined sale', [{ Status: '01', ReturnCode: '51' }], 'declined 51', 'no_answer'],
  ['a declined sale, then a good one', [{ Status: '01', ReturnCode: '51' }, SALE], 'approved', 'no_answer'],
  ['a sale nobody decided', [{ Status: '01', ReturnCode: '' }], 'no_answer', 'no_answer'],
  ['a sale with a void date', [{ VoidDate: '20260105' }], 'declined undone_there', 'no_answer'],
  ['a sale and its void', [SALE, { Type: 'void' }], 'declined undone_there', 'no_answer'],
  ['a sale and a refused void', [SALE, { Type: 'void', Status: '01', ReturnCode: '21' }], 'approved', 'no_answer'],
  ['a row of a kind nobody knows', [SALE, { Type: 'bonus' }], 'no_answer', 'no_answer'],
  ['no rows', [], 'no_answer', 'no_answer'],
  ['no such order', garantiUnknownOrder(ORDER), 'not_found', 'not_found'],
  ['no such order, of another order', garantiUnknownOrder('V0190'), 'no_answer', 'no_answer'],
  ['a refusal of the question', refused('92', '0651'), 'no_answer', 'no_answer'],
  ['a history of another order', garantiHistory('V0190', [SALE]), 'no_answer', 'no_answer'],
  ['HTTP 500', { status: 500, body: garantiUnknownOrder(ORDER) }, 'no_answer', 'no_answer'],
]
for (const [name, rows, sale, preAuth] of histories)
  test(`inquiry: ${name} is ${sale}, of a pre-authorization ${preAuth}`, async () => {
    const script = Array.isArray(rows) ? garantiHistory(ORDER, rows) : rows
    const bank = await startScriptedBank((body) => (body.includes('orderhistoryinq') ? script : statusScript))
    banks.push(bank)
    const seen: string[] = []
    for (const operation of ['sale', 'pre_auth'] as const) {
      const observed = await garanti.inquire(attemptAt(bank.url, { operation }), contextOf().context)
      seen.push(observed.kind === 'declined' ? `declined ${observed.fault.providerCode}` : observed.kind)
    }
    assert.deepEqual(seen, [sale, preAuth])
  })

const reversals: [name: string, scripts: Script[], result: string][] = [
  ['charged', [garantiHistory(ORDER, [SALE]), answered({})], 'reversed'],
  ['not known, and the void leaves a tombstone', [garantiUnknownOrder(ORDER), answered({})], 'reversed'],
  ['not known, and the void is refused', [garantiUnknownOrder(ORDER), refused('92', '0110')], 'nothing_there'],
  ['not known, and the void is not answered', [garantiUnknownOrder(ORDER), 'reset'], 'no_answer'],
  ['declined', [garantiHistory(ORDER, [{ Status: '01', ReturnCode: '51' }])], 'nothing_there'],
  ['voided before', [garantiHistory(ORDER, [{ VoidDate: '20260105' }])], 'nothing_there'],
  ['charged, and the void is refused', [garantiHistory(ORDER, [SALE]), refused('21')], 'no_answer'],
  ['no history', ['reset'], 'no_answer'],
]
for (const [name, scripts, result] of reversals)
  test(`reversal: ${name}: ${result}`, async () => {
    const bank = await bankThat(...scripts)
    assert.equal(await garanti.reverse!(attemptAt(bank.url), contextOf().context), result)
  })

const CAPTURED = { Type: 'postauth', AuthAmount: '5000' }
const REFUND = { Type: 'refund', AuthAmount: '5000' }
// Operation of 50.00, what was recorded before it, the bank's rows, the outcome.
const followUps: [
  PaymentOperationType,
  before: [captured: number, refunded: number],
  rows: GarantiRow[],
  kind: string,
][] = [
  ['capture', [0, 0], [PRE_AUTH], 'not_found'],
  ['capture', [0, 0], [PRE_AUTH, CAPTURED], 'approved'],
  ['capture', [0, 0], [PRE_AUTH, { ...CAPTURED, AuthAmount: '4999' }], 'no_answer'],
  ['void', [14_990, 0], [SALE], 'not_found'],
  ['void', [14_990, 0], [SALE, { Type: 'void', AuthAmount: '14990' }], 'approved'],
  ['refund', [14_990, 0], [SALE], 'not_found'],
  ['refund', [14_990, 0], [SALE, REFUND], 'approved'],
  ['refund', [14_990, 5_000], [SALE, REFUND], 'not_found'],
  ['refund', [14_990, 5_000], [SALE, REFUND, REFUND], 'approved'],
  ['refund', [14_990, 0], [SALE, REFUND, REFUND], 'no_answer'],
  ['refund', [14_990, 0], [SALE, { ...REFUND, Status: '01', ReturnCode: '92' }], 'not_found'],
  ['refund', [14_990, 0], [SALE, { ...REFUND, Status: '01', ReturnCode: '' }], 'no_answer'],
]
for (const [operation, [captured, refunded], rows, kind] of followUps)
  test(`${operation} after ${captured} and ${refunded}, ${rows.length} rows: ${kind}`, async () => {
    const bank = await bankThat(garantiHistory(ORDER, rows))
    const followUp: PaymentOperation = {
      operation,
      tenantId: 't',
      transactionId: 't',
      reference: 'R-2',
      amount: money(5_000, 'TRY'),
      original: {
        operation: 'sale',
        reference: ORDER,
        references: { providerTransactionId: null, authCode: null, hostReference: '600500000001' },
        amount: money(14_990, 'TRY'),
        captured,
        refunded,
        approvedAt: 0,
      },
      extra: {},
      configuration: garantiConfiguration(bank.url),
    }
    assert.equal((await garanti.inquireOperation!(followUp, contextOf().context)).kind, kind)
  })
