/** InterPOS beside what the tables of all families ask: its form, its amounts, voids that were done before, its record. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { inspect } from 'node:util'
import type { Attempt } from '../../src/connectors/attempt.ts'
import { minorOfCommaText } from '../../src/connectors/transport/bank-amounts.ts'
import { money } from '../../src/core/money.ts'
import { contextOf, followUpOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { interposAnswer, interposNoRecord, interposRecord, interposRefusal } from '../support/interpos.ts'
import type { Script } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, ORDER } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [interpos] = families.find(([{ family }]) => family === 'interpos')!
const formOf = (body: Buffer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body.toString('latin1')))

const AMOUNTS: [text: string, minor: number | null][] = [
  ['149,90', 14_990],
  ['149,9', 14_990],
  ['149', 14_900],
  ['149.90', 14_990],
  ['0', 0],
  ['0,00', 0],
  ['1.149,90', 114_990],
  ['1.149', 114_900],
  ['12.345.678,01', 1_234_567_801],
  ['1.1490', null],
  ['1,149.90', null],
  ['1149,90,', null],
  ['149,901', null],
  ['.149,90', null],
  ['-1,00', null],
  ['1e3', null],
  ['', null],
]
for (const [text, minor] of AMOUNTS)
  test(`the amount ${text || 'of nothing'}: ${minor}`, () => assert.equal(minorOfCommaText(text), minor))

test('requests are forms, and the operations leave their own order id to the bank', async () => {
  const headers: IncomingHttpHeaders[] = []
  const bank = await bankThat((_, at, request) => {
    headers.push(request.headers)
    return at === 0 ? interposAnswer(ORDER) : interposAnswer('SYSOID121330755')
  })
  const attempt = attemptAt(interpos, bank.url, { installments: 3 })
  assert.equal(saidBy(await interpos.start(attempt, contextOf().context)), 'approved')
  assert.equal(saidBy(await interpos.operate!(followUpOf('refund', attempt), contextOf().context)), 'approved')
  const account = { ShopCode: '3201', UserCode: 'SimInterApi', UserPass: 'SimUserPw1', SecureType: 'NonSecure' }
  assert.deepEqual(formOf(bank.received[0]!), {
    ...account,
    TxnType: 'Auth',
    OrderId: ORDER,
    PurchAmount: '149.90',
    Currency: '949',
    InstallmentCount: '3',
    MOTO: '0',
    Pan: '4111111111111111',
    Expiry: '1230',
    Cvv2: '000',
    Lang: 'TR',
  })
  assert.deepEqual(formOf(bank.received[1]!), {
    ...account,
    TxnType: 'Refund',
    OrderId: '',
    orgOrderId: ORDER,
    PurchAmount: '50.00',
    Currency: '949',
    MOTO: '0',
    Lang: 'TR',
  })
  for (const { 'content-type': type } of headers) assert.equal(type, 'application/x-www-form-urlencoded; charset=UTF-8')
})

test('a charge of a card on file without the cardholder is a mail order, and has no card code', async () => {
  const bank = await bankThat(interposAnswer(ORDER))
  const { card, ...attempt } = attemptAt(interpos, bank.url)
  const { cvv: _, ...onFile } = card
  const storedCredential = { sequence: 'subsequent', agreement: 'a'.repeat(32), installment: 2, tryNo: 1 } as const
  await interpos.start({ ...attempt, card: onFile, storedCredential }, contextOf().context)
  const { MOTO, Pan, Cvv2 } = formOf(bank.received[0]!)
  assert.deepEqual([MOTO, Pan, Cvv2], ['1', '4111111111111111', undefined])
})

const beginning = (changes: Partial<Attempt> = {}, model = '3d_secure', language: 'tr' | 'en' = 'tr') => {
  const attempt = attemptAt(interpos, 'http://127.0.0.1:9/bank', { model: model as '3d_pay', ...changes })
  const { configuration } = attempt
  const start = {
    ...attempt,
    configuration: { ...configuration, settings: { ...configuration.settings, three_d_model: model } },
    callbackUrl: 'https://shop.example/cb?cb=1',
    expiresAt: 0,
    language,
    merchantName: null,
  } as const
  const { context, exchanges } = contextOf()
  return { begun: interpos.threeDSecure!.begin(start, context), exchanges }
}
const begin = async (...asked: Parameters<typeof beginning>) => {
  const { begun, exchanges } = beginning(...asked)
  const outcome = await begun
  assert.ok(outcome.kind === 'challenge' && outcome.step.kind === 'form', inspect(outcome))
  return { fields: outcome.step.fields, state: outcome.state, logged: exchanges[0]!.requestBody }
}

test('the form for the browser: no password in it, a hash over what the bank hashes, and no digit that could be moved', async () => {
  const { fields, state, logged } = await begin({ installments: 3 })
  const { Hash, Rnd, ...rest } = fields
  const shop = 'https://shop.example/cb?cb=1'
  assert.deepEqual(rest, {
    ShopCode: '3201',
    TxnType: 'Auth',
    SecureType: '3DModel',
    PurchAmount: '149.90',
    OrderId: ORDER,
    OkUrl: shop,
    FailUrl: shop,
    Lang: 'TR',
    Currency: '949',
    InstallmentCount: '3',
    Pan: '4111111111111111',
    Expiry: '1230',
    Cvv2: '000',
  })
  assert.match(Rnd!, /^R[0-9A-F]{24}$/)
  const plain = `3201${ORDER}149.90${shop}${shop}Auth3${Rnd}SimMrcPass`
  assert.equal(Hash, createHash('sha1').update(plain).digest('base64'))
  assert.deepEqual(state, { secure_type: '3DModel' })
  assert.equal(JSON.parse(logged).Pan, '411111******1111')
  for (const secret of [Hash!, '"Cvv2":"000"', '"Expiry":"1230"', shop]) assert.equal(logged.includes(secret), false)

  const other = await begin({ operation: 'pre_auth', amount: money(5, 'TRY'), installments: 1 }, '3d_pay', 'en')
  const { TxnType, SecureType, PurchAmount, Currency, InstallmentCount, Lang } = other.fields
  assert.deepEqual(
    [TxnType, SecureType, PurchAmount, Currency, InstallmentCount, Lang],
    ['PreAuth', '3DPay', '0.05', '949', '', 'EN'],
  )
  assert.deepEqual(other.state, { secure_type: '3DPay' })
  assert.notEqual(other.fields.Rnd, Rnd)
})

test('no form in another currency than lira: its hash leaves the currency out', async () => {
  const outcome = await beginning({ amount: money(5, 'USD') }).begun
  assert.ok(outcome.kind === 'not_sent' && /TRY only/.test(outcome.fault.providerMessage ?? ''), inspect(outcome))
})

// The void of a pre-authorization, captured by 50.00 or not: the answers in turn, what was sent, the outcome.
const DONE = interposAnswer('SYSOID121330755')
const refused = (code: string): string => interposRefusal('SYSOID121330755', code)
const record = (TxnStatus: string): string => interposRecord(ORDER, { TxnStatus, ChargeTypeCd: '-' })
const VOIDS: [name: string, captured: number, scripts: Script[], sent: string, said: string][] = [
  ['a hold', 0, [DONE], 'Void', 'approved'],
  ['a captured hold, both at once', 5_000, [DONE, record('V')], 'Void StatusHistory', 'approved'],
  ['a captured hold, the capture first', 5_000, [DONE, record('A'), DONE], 'Void StatusHistory Void', 'approved'],
  ['the second void is refused', 5_000, [DONE, record('A'), refused('12')], 'Void StatusHistory Void', 'unknown'],
  ['the second void is lost', 5_000, [DONE, record('A'), 'reset'], 'Void StatusHistory Void', 'unknown'],
  ['whether the hold is there is not known', 5_000, [DONE, '<html></html>'], 'Void StatusHistory', 'unknown'],
  ['voided before', 0, [refused('12'), record('V')], 'Void StatusHistory', 'approved'],
  ['refused, and not voided', 0, [refused('21'), record('A')], 'Void StatusHistory', 'declined 21'],
  ['refused, and no record', 0, [refused('25'), interposNoRecord(ORDER)], 'Void StatusHistory', 'declined 25'],
  ['refused, and silence', 0, [refused('12'), '<html></html>'], 'Void StatusHistory', 'declined 12'],
  ['a fault', 0, [refused('96')], 'Void', 'unknown'],
  ['of another order', 0, [interposAnswer('V0190')], 'Void', 'unknown'],
  ['of an id that is none of the bank', 0, [interposAnswer('SYSOID12x')], 'Void', 'unknown'],
]
for (const [name, captured, scripts, sent, said] of VOIDS)
  test(`void, ${name}: ${said}`, async () => {
    const bank = await bankThat(...scripts)
    const attempt = attemptAt(interpos, bank.url, { operation: 'pre_auth' })
    const outcome = await interpos.operate!(followUpOf('void', attempt, { captured }), contextOf().context)
    assert.equal(bank.received.map((body) => formOf(body).TxnType).join(' '), sent)
    assert.equal(saidBy(outcome), said)
  })

// The record of an order, looked up: state, word, amount, captured, refunded.
const LOOKED_UP: [name: string, changes: Record<string, string>, order: unknown[]][] = [
  ['a sale', {}, ['captured', 'C', 14_990, 14_990, 0]],
  ['refunded in part', { TxnStatus: 'S', RefundedAmount: '50,00' }, ['captured', 'S', 14_990, 14_990, 5_000]],
  ['refunded', { TxnStatus: 'S', RefundedAmount: '149,9' }, ['refunded', 'S', 14_990, 14_990, 14_990]],
  ['a hold', { TxnStatus: 'A' }, ['authorized', 'A', 14_990, 0, 0]],
  ['a captured hold', { TxnStatus: 'K', PurchAmount: '50' }, ['captured', 'K', 5_000, 5_000, 0]],
  ['voided', { TxnStatus: 'V' }, ['voided', 'V', 14_990, 0, 0]],
  ['declined', { TxnStatus: 'D', ProcReturnCode: '51' }, ['declined', 'D', 14_990, 0, 0]],
]
for (const [name, changes, expected] of LOOKED_UP)
  test(`looked up, ${name}: ${expected.join(' ')}`, async () => {
    const { url } = await bankThat(interposRecord(ORDER, changes))
    const order = await interpos.lookUp!(attemptAt(interpos, url), contextOf().context)
    assert.ok(order !== 'not_found')
    const { state, word, amount, captured, refunded, movements, settlementId } = order
    assert.deepEqual([state, word, amount.minor, captured, refunded], expected)
    assert.deepEqual([movements, settlementId], [[], '17'])
  })

test('looked up, an order that the bank does not have, and one of which it says nothing', async () => {
  const { url } = await bankThat(interposNoRecord(ORDER), 'reset')
  assert.equal(await interpos.lookUp!(attemptAt(interpos, url), contextOf().context), 'not_found')
  await assert.rejects(async () => interpos.lookUp!(attemptAt(interpos, url), contextOf().context))
})
