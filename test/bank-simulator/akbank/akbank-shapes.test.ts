/** Akbank's answers, lists and callbacks have the members that its test host was recorded with, and the public hashes hold. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { callbackHash, computeHash, formHash } from '../../../simulators/bank/akbank/hash.ts'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { visitGateway } from '../shopper.ts'
import { card, gatewayForm, head, type Json, openAkbank, terms } from './akbank-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let akbank: ReturnType<typeof openAkbank>
before(async () => {
  akbank = openAkbank(bank.url)
})

/** Names of all members, with those inside of them. */
const namesIn = (tree: Json, path = ''): string[] =>
  Object.entries(tree).flatMap(([name, inside]) =>
    typeof inside === 'object' && inside !== null && Object.keys(inside).length > 0 && !Array.isArray(inside)
      ? namesIn(inside, `${path}${name}.`)
      : [`${path}${name}`],
  )
const words = (text: string): string[] => text.trim().split(/\s+/)
const hasNames = (tree: Json, ...expected: string[]): void =>
  assert.deepEqual(namesIn(tree).sort(), expected.flatMap(words).sort())

const SAID = 'txnCode responseCode responseMessage txnDateTime terminal.merchantSafeId terminal.terminalSafeId'
const HOST = 'hostResponseCode hostMessage'
const ORDER = 'order.orderId'
const MOVEMENT = 'transaction.authCode transaction.rrn transaction.batchNumber transaction.stan'
const NO_MOVEMENT = 'transaction.rrn transaction.batchNumber transaction.stan'
const CAMPAIGN = 'campaign.additionalInstallCount campaign.deferingMonth'
const amounts = ['ccb', 'pcb', 'xcb'].flatMap((each) => [`${each}EarnedRewardAmount`, `${each}BalanceRewardAmount`])
const REWARD = amounts.map((each) => `reward.${each}`).join(' ')
const NAMES = 'reward.ccbRewardDesc reward.pcbRewardDesc reward.xcbRewardDesc'
const PLAN = { numberOfPayments: 2, frequencyInterval: 3, frequencyCycle: 'M' }

test('payments: approved, declined by the bank, refused by the gateway', async () => {
  hasNames((await akbank.sale('S-1')).body, SAID, HOST, ORDER, MOVEMENT, 'card.cardHolderName', CAMPAIGN, REWARD, NAMES)
  const poor = card({ cardNumber: '4111111111111111' })
  hasNames((await akbank.sale('S-2', { card: poor })).body, SAID, HOST, ORDER, MOVEMENT, CAMPAIGN, REWARD)
  hasNames((await akbank.sale('S-1')).body, SAID, ORDER, NO_MOVEMENT)
  hasNames((await akbank.preauth('S-3')).body, SAID, HOST, ORDER, MOVEMENT)
  const capture = (await akbank.capture('S-3', '149.90')).body
  hasNames(capture, SAID, HOST, ORDER, MOVEMENT, 'card.cardHolderName', CAMPAIGN, 'campaign.deferingDate reward')
  hasNames((await akbank.capture('S-9', '149.90')).body, SAID, ORDER, NO_MOVEMENT)
  hasNames((await akbank.refund('S-3', '1.00')).body, SAID, HOST, ORDER, MOVEMENT)
  hasNames((await akbank.refund('S-9', '1.00')).body, SAID, ORDER, NO_MOVEMENT)
  hasNames((await akbank.void('S-1')).body, SAID, HOST, ORDER)
  hasNames((await akbank.void('S-1')).body, SAID, ORDER)
})

test('plans of repeated payments, which this bank does not make', async () => {
  const recurring = 'recurring.numberOfPayments recurring.frequencyInterval recurring.frequencyCycle'
  const begin = { ...head('1000'), card: card(), transaction: terms(), recurring: PLAN }
  const plan = await akbank.send({ ...begin, order: { orderTrackId: 'S-plan' } })
  assert.equal(plan.code, 'VPS-1061')
  hasNames(plan.body, SAID, recurring, NO_MOVEMENT)
  hasNames((await akbank.send({ ...begin, order: { orderId: 'S-4' } })).body, SAID, recurring, ORDER, NO_MOVEMENT)
  const track = { order: { orderTrackId: 'S-plan' } }
  const [refund, voided, history] = [
    await akbank.refund('', '1.00', track),
    await akbank.void('', track),
    await akbank.history('', track),
  ]
  for (const { code, body } of [refund, voided, history])
    assert.deepEqual(
      [code, body.responseMessage],
      ['VPS-1059', 'Planlı İşlem bulunamadı. Talimat Takip Numarası : S-plan'],
    )
  hasNames(refund.body, SAID, 'order.orderTrackId', NO_MOVEMENT)
  hasNames(voided.body, SAID, 'order.orderTrackId')
  hasNames(history.body, SAID)
  assert.equal((await akbank.void('S-1', { recurring: { recurringOrder: 1 } })).code, 'VPS-1055')
})

const ROW = `amount hostResponseCode orderId pcbRewardAmount ccbRewardAmount xcbRewardAmount settlementId maskedCardNumber
  txnDateTime responseCode rrn installCount txnCode txnStatus hostMessage orgOrderId stan responseMessage currencyCode batchNumber`
const CLOSED = 'preAuthStatus preAuthCloseDate preAuthCloseAmount'

test('the history of an order: a sale, a declined one, a hold, its capture and the void of it, and none', async () => {
  const rowsOf = async (order: string): Promise<Json[]> => {
    const { body } = await akbank.history(order)
    hasNames(body, SAID, 'txnDetailList')
    return body.txnDetailList
  }
  hasNames((await rowsOf('S-1'))[0], ROW, 'authCode')
  hasNames((await rowsOf('S-2'))[0], ROW)
  await akbank.preauth('S-5')
  hasNames((await rowsOf('S-5'))[0], ROW, 'authCode preAuthStatus')
  await akbank.capture('S-5', '149.90')
  await akbank.void('S-5')
  for (const order of ['S-3', 'S-5']) {
    const [hold, capture] = await rowsOf(order)
    hasNames(hold, ROW, 'authCode', CLOSED)
    hasNames(capture, ROW, 'authCode')
  }
  hasNames((await akbank.history('S-9')).body, SAID)
})

const REPORTED = `txnCode responseCode responseMessage hostResponseCode hostResponseMessage txnDateTime orderId authCode rrn
  maskedCardNumber batchNumber stan settlementId txnStatus amount currencyCode currencyLabel installmentCount installmentLabel
  ccbRewardAmount pcbRewardAmount xcbRewardAmount preAuthCloseAmount orgOrderId`

test('the report of a day', async () => {
  const day = { startDateTime: '2027-05-11T00:00:00.000', endDateTime: '2027-05-12T00:00:00.000' }
  const { body, data, list } = await akbank.report(day)
  hasNames(
    body,
    'data requestId responseMessage txnDateTime responseCode terminal.terminalSafeId terminal.merchantSafeId',
  )
  hasNames(data, 'txnDateTime terminal.merchantSafeId terminal.terminalSafeId txnDetailList')
  const reported = (order: string): Json => list.find(({ orderId }) => orderId === order)
  hasNames(reported('S-1'), REPORTED)
  hasNames(reported('S-3'), REPORTED, 'preAuthCloseDate')
})

test('callbacks: a passed challenge, a failed one, a charge inside, and a declined one', async () => {
  const visit = async (order: string, more: Record<string, string>): Promise<Record<string, string>> =>
    (await visitGateway(`${bank.url}/akbank/securepay`, gatewayForm(order, more))).back!.fields
  const SIGNED = 'hashParams hash'
  const NAMED = 'txnCode responseCode responseMessage merchantSafeId terminalSafeId orderId'
  const passed = await visit('S-6', {})
  hasNames(passed, NAMED, SIGNED, 'txnDateTime secureEcomInd secureId secureData secureMd')
  assert.equal(
    passed.hashParams,
    'txnCode+responseCode+responseMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId+secureId+secureEcomInd+secureData+secureMd',
  )
  const failed = await visit('S-7', { creditCard: '4900200000000009' })
  hasNames(failed, NAMED, SIGNED, HOST)
  const paid = await visit('S-7', { paymentModel: '3D_PAY', cardHolderName: 'Ayşe' })
  const CHARGED = 'txnDateTime authCode rrn batchNumber stan additionalInstallCount deferingMonth'
  const described = 'cardHolderName ccbRewardDesc pcbRewardDesc xcbRewardDesc'
  hasNames(paid, NAMED, SIGNED, HOST, CHARGED, amounts.join(' '), described)
  assert.equal(
    paid.hashParams,
    'txnCode+responseCode+responseMessage+hostResponseCode+hostMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId+cardHolderName+authCode+rrn+batchNumber+stan+additionalInstallCount+deferingMonth+ccbEarnedRewardAmount+ccbBalanceRewardAmount+ccbRewardDesc+pcbEarnedRewardAmount+pcbBalanceRewardAmount+xcbEarnedRewardAmount+xcbBalanceRewardAmount',
  )
  const declined = await visit('S-8', { paymentModel: '3D_PAY', creditCard: '4900200000000009', amount: '1.51' })
  hasNames(declined, NAMED, SIGNED, HOST)
  const poor = await visit('S-10', { paymentModel: '3D_PAY', amount: '1.51' })
  hasNames(poor, NAMED, SIGNED, HOST, CHARGED, amounts.join(' '))
})

/** Published by a library's tests, for the bank's own test terminal. */
const PUBLISHED = {
  key: '3230323330393034313735303032363031353172675f357637355f3273387373745f7233725f73323333383737335f323272383774767276327672323531355f',
  merchantSafeId: '2023090417500272654BD9A49CF07574',
  terminalSafeId: '2023090417500284633D137A249DBBEB',
}

test('the published hashes of a body, a form and a callback', () => {
  const { key, ...terminal } = PUBLISHED
  const random =
    '59EED19EC4FA761B8D147F5175C915EFD69D193ED96114F9690505EDB02FF5FD3CB161A15FD5EFFB294177291DC27B2A9F58FB1DA6F2F4617762AF180A023A33'
  const request = { version: '1.00', txnCode: '1010', requestDateTime: '2024-04-20T13:48:02.000', randomNumber: random }
  const body = JSON.stringify({ terminal, ...request, order: { orderId: '2024042053E2' } })
  assert.equal(
    computeHash(Buffer.from(body), key),
    'D07V9wUXfyPbn+L8jqd9plMfJKT3gSy22Z+yruzWsvuJBkQ63fz+wcWjTF2XurVjYtnR7wLGYTJYg0xjDCYAHA==',
  )
  const url = 'http://localhost/akbankpos/3d/response.php'
  const form = {
    paymentModel: '3D',
    txnCode: '3000',
    ...terminal,
    orderId: '20240404A4B0',
    lang: 'TR',
    amount: '1.01',
    ccbRewardAmount: '1.00',
    pcbRewardAmount: '1.00',
    xcbRewardAmount: '1.00',
    currencyCode: '949',
    installCount: '1',
    okUrl: url,
    failUrl: url,
    emailAddress: 'test@test.com',
    randomNumber:
      'AEDDD8688E11A3DC588DAB2ED59B2F64D45E798761CEFF17F4DB47581072697890180C4195986250F89C2C67A04A3B96F0AC66AE99B49BB7BEE618FBD621C4CD',
    requestDateTime: '2024-04-04T21:11:41.000',
    creditCard: '4355093000315232',
    expiredDate: '1135',
    cvv: '665',
  }
  assert.equal(
    formHash(form, key),
    'ilR2mCExklKEti+2x61A8pcOfzJ5z5M6xMYmmU8ClaKaDuxKooFuH3v7XW/ba25xlTDqGN1H//i0zTiJl5YnfA==',
  )
  assert.equal(
    formHash({ ...form, subMerchantId: 'hdfksafjsallk' }, key),
    'blqnTrcdZ2JhQBjOmIhyYPhKvC4BlbG7oArE5IkCeuo8CwaYV69EJSOph7J1JKY9opIsmc5QoscGmltGMUJtTQ==',
  )
  const callback = {
    txnCode: '3001',
    responseCode: 'VPS-0000',
    responseMessage: 'BAŞARILI',
    txnDateTime: '2024-04-18T20:15:35.000',
    ...terminal,
    orderId: '20240418BA6C',
    secureEcomInd: '02',
    secureId: 'VG8yV2tCRHpTSlpNN2VqcDJRS1k=',
    secureData: 'kBM8+wZGAAAAAAAAAAAAAAAAAAAA',
    secureMd: '08A86B192287C69B2C443E7A42B29B5F46436C41DF8E159B4A232BB3D961940F',
    hashParams:
      'txnCode+responseCode+responseMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId+secureId+secureEcomInd+secureData+secureMd',
  }
  assert.equal(
    callbackHash(callback, key),
    'bFYReNscRIyo3EQQm18qB9iZEW5eqtx1UBAjwRAoVJuigugPKr4Rjcf4PgBHtrjg1IYFYAz8k3TCFcKWS0b4Xg==',
  )
})
