/** The Kuveyt Türk adapter without 3-D Secure: approvals, declines, refusals of strict gates, the service, the ledger. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { GOOD_CARD } from '../nestpay-client.ts'
import {
  FOREIGN,
  hashOf,
  MERCHANT,
  type Members,
  messageXml,
  openKuveyt,
  type References,
  referencesOf,
  shop,
} from './kuveyt-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let kuveyt: ReturnType<typeof openKuveyt>
before(async () => {
  kuveyt = openKuveyt(bank.url)
})

let orders = 0
const newOrder = (): string => `KT-${++orders}`
const net = async (order: string, merchant = MERCHANT): Promise<number | undefined> =>
  (await bank.control.order(merchant, order))?.net

/** A sale of 149.90 with its references. */
const sold = async (more: Members = {}): Promise<{ order: string; references: References & Members }> => {
  const order = newOrder()
  return { order, references: { ...referencesOf(await kuveyt.sale(order, more)) } }
}

test('a sale is approved with references and posted once; its inquiry names them', async () => {
  const order = newOrder()
  const sale = await kuveyt.sale(order, { InstallmentCount: '3' })
  assert.deepEqual(
    [sale.status, sale.code, sale.field('ResponseMessage'), sale.field('MerchantOrderId')],
    [200, '00', 'OTORİZASYON VERİLDİ', order],
  )
  const { OrderId, RRN, Stan, ProvisionNumber } = referencesOf(sale)
  assert.match(OrderId, /^1\d{8}$/)
  assert.match(RRN, /^\d{12}$/)
  assert.equal(Stan, RRN.slice(-6))
  assert.match(ProvisionNumber, /^\d{6}$/)
  assert.equal(sale.field('HashData'), hashOf(order, RRN, '00', OrderId))
  assert.deepEqual(
    ['Amount', 'CurrencyCode', 'InstallmentCount', 'CardNumber', 'HashPassword'].map((name) => sale.message[name]),
    ['14990', '949', '3', '454671******7894', ''],
  )
  const { value, success } = await kuveyt.detail(order)
  const found = value.OrderContract
  assert.deepEqual(
    [
      success,
      found.OrderId,
      found.RRN,
      found.Stan,
      found.ProvNumber,
      found.FirstAmount,
      found.FEC,
      found.InstallmentCount,
    ],
    ['true', OrderId, RRN, Stan, ProvisionNumber, '149.90', '0949', '3'],
  )
  assert.match(found.OrderDate, /^2027-05-11T\d\d:\d\d:\d\d\.\d{3}$/)
  assert.equal(await net(order), 14990)
})

test('a message in the charset that it declares', async () => {
  const order = newOrder()
  const HashData = hashOf(MERCHANT, order, '100', 'simapi')
  const message = {
    ...{ APIVersion: 'TDV2.0.0', MerchantId: MERCHANT, CustomerId: '7200235', UserName: 'simapi', HashData },
    ...{ TransactionType: 'Sale', TransactionSecurity: '1', MerchantOrderId: order, InstallmentCount: '0' },
    ...{ Amount: '100', DisplayAmount: '100', CurrencyCode: '0949', CardHolderName: 'Ömer Gül', CardNumber: GOOD_CARD },
    ...{ CardExpireDateYear: '30', CardExpireDateMonth: '12', CardCVV2: '000' },
  }
  const head = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
  const latin = Buffer.from(messageXml(message, head), 'latin1')
  assert.equal((await kuveyt.gate('Non3DPayGate', Buffer.from(messageXml(message, head)))).code, 'TechnicalException')
  assert.equal((await kuveyt.gate('Non3DPayGate', latin)).code, '00')
})

const CARDS = `
  4002020000000024 05
  5555555555554444 61
  4111111111111111 51
  5401010000000011 14
  4003030000000030 1A
  4004040000000046 96
  4508034508034509 14
  5105105105105100 82`
for (const [CardNumber, code] of CARDS.trim()
  .split('\n')
  .map((row) => row.trim().split(' ')))
  test(`card ${CardNumber} is declined with ${code}, and the inquiry says so`, async () => {
    const order = newOrder()
    const answer = await kuveyt.sale(order, { CardNumber })
    const { OrderId, RRN, ProvisionNumber } = referencesOf(answer)
    assert.deepEqual([answer.code, ProvisionNumber], [code, ''])
    assert.equal(answer.field('HashData'), hashOf(order, RRN, code, OrderId))
    assert.equal(await kuveyt.state(order), `8 ${code} 149.90 0.00 0.00 1`)
    assert.equal(await net(order), 0)
  })

const STRICT: [string, Members, string][] = [
  ['another merchant', { MerchantId: '7299' }, 'MerchantNotDefined'],
  ['no merchant', { MerchantId: '' }, 'EmptyMerchantIdField'],
  ['another customer', { CustomerId: '400235' }, 'MerchantNotDefined'],
  ['no customer', { CustomerId: undefined }, 'EmptyCustomerIdField'],
  ['another user', { UserName: 'apitest' }, 'ApiUserNotDefined'],
  ['a wrong hash', { HashData: 'x' }, 'HashDataError'],
  ['a hash of another amount', { HashData: hashOf(MERCHANT, 'KT-x', '1', 'simapi') }, 'HashDataError'],
  ['a merchant that only takes 3-D Secure', shop(7), 'Non3dUsageUnavailable'],
  ['a suspended merchant', shop(2), '03'],
  ['dollars without permission', { ...shop(5), CurrencyCode: '0840', CardNumber: FOREIGN }, '58'],
  ['dollars of a card of this country', { CurrencyCode: '0840' }, '12'],
  ['a currency of three digits', { CurrencyCode: '949' }, 'CurrencyCodeInvalid'],
  ['a currency that the bank does not have', { CurrencyCode: '0826' }, 'CurrencyCodeInvalid'],
  ['decimals', { Amount: '149.90', DisplayAmount: '149.90' }, 'TechnicalException'],
  ['nothing', { Amount: '0', DisplayAmount: '0' }, 'EmptyAmountField'],
  ['no amount', { Amount: undefined }, 'EmptyAmountField'],
  ['another amount to show', { DisplayAmount: '14991' }, 'TechnicalException'],
  ['the security of a challenge', { TransactionSecurity: '3' }, 'InvalidTransactionSecurity'],
  ['another type', { TransactionType: 'PreAuthorization' }, 'TechnicalException'],
  ['an empty number of installments', { InstallmentCount: '' }, 'TechnicalException'],
  ['one installment written out', { InstallmentCount: '1' }, 'TechnicalException'],
  ['more installments than the card takes', { CardNumber: '5400637000000004', InstallmentCount: '12' }, '57'],
  ['an older version', { APIVersion: '1.0.0' }, 'TechnicalException'],
  ['no version', { APIVersion: undefined }, 'TechnicalException'],
  ['no card', { CardNumber: undefined }, 'EmptyCardNumberField'],
  ['a card of fifteen digits', { CardNumber: '370101000000016' }, 'LengthControlCardNumberField'],
  ['a wrong check digit', { CardNumber: '4546711234567893' }, 'InvalidCardNumber'],
  ['no card code', { CardCVV2: undefined }, 'EmptyCVV2Field'],
  ['no expiry', { CardExpireDateYear: '' }, 'EmptyCardExpireDateField'],
  ['a year of four digits', { CardExpireDateYear: '2030' }, 'InvalidCardExpireDateFormat'],
  ['no holder', { CardHolderName: '' }, 'EmptyCardHolderNameField'],
  ['no order id', { MerchantOrderId: '' }, 'EmptyMerchantOrderIdField'],
  ['an order id with a blank', { MerchantOrderId: 'K 1' }, 'TechnicalException'],
  ['an unknown element', { Colour: 'red' }, 'TechnicalException'],
]
for (const [what, members, code] of STRICT)
  test(`refused: ${what}`, async () => {
    const order = newOrder()
    const answer = await kuveyt.sale(order, members)
    assert.deepEqual([answer.status, answer.code, answer.field('OrderId')], [200, code, '0'])
    assert.equal(answer.field('HashData'), '')
    assert.equal(await net(order, String(members.MerchantId ?? MERCHANT) || MERCHANT), undefined)
  })

test('refused: what is no message', async () => {
  const xml = messageXml({ MerchantId: MERCHANT })
  for (const body of [
    '',
    'x',
    xml.replaceAll('KuveytTurkVPosMessage', 'CC5Request'),
    xml.replace('?>', '?><!DOCTYPE a>'),
  ])
    assert.notEqual((await kuveyt.gate('Non3DPayGate', body)).code, '00')
  const head = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>'
  assert.equal((await kuveyt.gate('Non3DPayGate', head + xml)).code, 'TechnicalException')
})

test('dollars of a foreign card, and a card of another scheme than the merchant takes', async () => {
  const order = newOrder()
  assert.equal((await kuveyt.sale(order, { CurrencyCode: '0840', CardNumber: FOREIGN })).code, '00')
  assert.equal((await bank.control.order(MERCHANT, order)).currency, 'USD')
  assert.equal((await kuveyt.sale(newOrder(), shop(8))).code, '58')
})

test('a used order number is refused and counted, although the bank takes it again', async () => {
  const { order } = await sold()
  assert.equal((await kuveyt.sale(order)).code, 'OrderIsProcessedBefore')
  assert.equal(await net(order), 14990)
  assert.equal((await bank.control.verdict()).violations.duplicate_charge, 1)
})

test('a void undoes the day of the sale, once; it has the references of the sale', async () => {
  const { order, references } = await sold()
  const answer = await kuveyt.void(order, references)
  assert.deepEqual(
    [answer.success, answer.code, answer.value.RRN, answer.value.OrderId, answer.value.CurrencyCode],
    ['true', '00', references.RRN, references.OrderId, '0949'],
  )
  assert.equal(await kuveyt.state(order), '6 00 149.90 149.90 0.00 1')
  const again = await kuveyt.void(order, references)
  assert.deepEqual([again.success, again.error, again.code, again.value.OrderId], ['false', '21', 'DbLayerError', '0'])
  const refund = await kuveyt.partial(order, references, '100')
  assert.deepEqual([refund.success, refund.error, refund.code], ['true', '', '28'])
  assert.match(refund.value.RRN, /^\d{12}$/)
  assert.equal(await net(order), 0)
})

test('a void after the day of the sale, of a part, and of what was refunded', async () => {
  const [later, refunded] = [await sold(), await sold()]
  assert.equal((await kuveyt.void(later.order, later.references, '100')).error, 'TransactionAmountMismatchException')
  assert.equal((await kuveyt.partial(refunded.order, refunded.references, '100')).code, '00')
  assert.equal((await kuveyt.void(refunded.order, refunded.references)).error, 'InvalidRequestError')
  await bank.control.endDay()
  assert.equal((await kuveyt.void(later.order, later.references)).error, 'InvalidRequestError')
  assert.equal(await kuveyt.state(later.order), '1 00 149.90 0.00 0.00 2')
})

test('refunds: several parts, together at most the sale; the whole of it not in parts on its day', async () => {
  const { order, references } = await sold()
  const whole = await kuveyt.partial(order, references)
  assert.deepEqual([whole.success, whole.error, whole.code], ['false', '', 'DbLayerError'])
  assert.match(whole.text, /<ErrorMessage>[^<]+<\/ErrorMessage><IsFriendly>/)
  assert.equal((await kuveyt.partial(order, references, '14991')).error, 'TransactionAmountMismatchException')
  const part = await kuveyt.partial(order, references, '10000')
  assert.equal(part.code, '00')
  assert.notEqual(part.value.RRN, references.RRN)
  assert.equal(part.value.OrderId, references.OrderId)
  assert.equal(await kuveyt.state(order), '5 00 149.90 0.00 100.00 1')
  assert.equal((await kuveyt.partial(order, references, '4991')).error, 'TransactionAmountMismatchException')
  assert.equal((await kuveyt.partial(order, references, '4990')).code, '00')
  assert.equal(await kuveyt.state(order), '4 00 149.90 0.00 149.90 1')
  assert.equal((await kuveyt.partial(order, references, '1')).error, 'InvalidRequestError')
  assert.equal(await net(order), 0)
})

test('a refund of the whole names exactly the amount of the sale', async () => {
  const { order, references } = await sold()
  await bank.control.endDay()
  for (const amount of ['14989', '14991'])
    assert.equal((await kuveyt.drawBack(order, references, amount)).error, 'TransactionAmountMismatchException')
  assert.equal((await kuveyt.drawBack(order, references)).code, '00')
  assert.equal(await net(order), 0)
})

test('a merchant that refunds only after the end of the day', async () => {
  const { order, references } = await sold(shop(6))
  assert.equal((await kuveyt.drawBack(order, references, '14990', shop(6))).error, 'InvalidRequestError')
  await bank.control.advance(24 * 3_600)
  assert.equal((await kuveyt.drawBack(order, references, '14990', shop(6))).code, '00')
})

test('a step needs every reference of the sale', async () => {
  const { order, references } = await sold()
  for (const name of ['OrderId', 'RRN', 'Stan', 'ProvisionNumber'])
    for (const value of ['0', undefined])
      assert.equal(
        (await kuveyt.void(order, { ...references, [name]: value })).error,
        'RRNOrStanOrProvIsIncorrect',
        name,
      )
  assert.equal((await kuveyt.void(order, references, '14990', { CurrencyCode: '0840' })).error, 'CurrencyCodeInvalid')
  assert.equal((await kuveyt.void(order, references, '14990', { HashData: 'x' })).error, 'HashDataError')
  assert.equal((await kuveyt.void(order, references, '14990', { UserName: 'x' })).error, 'ApiUserNotDefined')
  assert.equal((await kuveyt.void(order, { ...references, Amount: '1' })).error, 'TransactionAmountMismatchException')
  assert.equal(await net(order), 14990)
})

test('a void of an unknown order has no code and leaves a tombstone: a charge that arrives later is refused', async () => {
  const order = newOrder()
  const answer = await kuveyt.void(order, { OrderId: '0', RRN: '', Stan: '', ProvisionNumber: '' })
  assert.deepEqual([answer.success, answer.error, answer.code, answer.value.OrderId], ['true', '', '', '0'])
  assert.notEqual(answer.value.BusinessKey, '0')
  assert.equal((await bank.control.order(MERCHANT, order)).state, 'tombstone')
  assert.equal((await kuveyt.sale(order)).code, 'OrderIsProcessedBefore')
  assert.equal(await kuveyt.state(order), 'nothing')
})

test('an inquiry looks at a span of time, and at one order where it names its number', async () => {
  const { order, references } = await sold()
  const found = async (more: Members): Promise<boolean> =>
    (await kuveyt.detail(order, more)).value.OrderContract !== undefined
  assert.equal(await found({ OrderId: references.OrderId }), true)
  assert.equal(await found({ OrderId: '155767806' }), false)
  assert.equal(await found({ EndDate: '2027-01-01T00:00:00' }), false)
  assert.equal(await found({ StartDate: '2027-12-01T00:00:00' }), false)
  assert.equal((await kuveyt.detail(order, { StartDate: undefined })).error, 'NullCheck')
  const refused = await kuveyt.detail(order, {}, { HashData: 'x' })
  assert.deepEqual([refused.success, refused.error, refused.value], ['false', 'HashDataError', ''])
  const none = await kuveyt.detail('KT-none')
  assert.deepEqual([none.success, none.value], ['true', ''])
})

test('the service has a fault for what it does not understand', async () => {
  const { envelope, service } = kuveyt
  const good = envelope('SaleReversal', { VPosMessage: { MerchantId: MERCHANT } })
  for (const [body, action] of [
    ['', 'SaleReversal'],
    ['<a/>', 'SaleReversal'],
    [good, 'DrawBack'],
    [good.replaceAll('boa.net', 'example.com'), 'SaleReversal'],
    [envelope('PreAuthorization', { VPosMessage: {} }), 'PreAuthorization'],
  ] as const) {
    const answer = await service(body, action)
    assert.deepEqual([answer.status, /<s:Fault><faultcode>/.test(answer.text)], [500, true], body)
  }
})

test('nothing stored contains a full card number or its code', async () => {
  const order = newOrder()
  await kuveyt.sale(order, { CardCVV2: '731' })
  const kept = JSON.stringify([await bank.control.requests(order), await bank.control.journal()])
  assert.ok(kept.includes('454671******7894'))
  assert.ok(!kept.includes(GOOD_CARD) && !/(?<![\d.])731(?!\d)/.test(kept))
})

test('the ledger has every cent once: what cardholders paid is owed to the merchant', async () => {
  const inEuros = { CurrencyCode: '0978', CardNumber: FOREIGN }
  const euros = (amount: string): Members => ({ ...inEuros, Amount: amount, DisplayAmount: amount })
  const [kept, voided, part] = [await sold(euros('1000')), await sold(euros('2000')), await sold(euros('3000'))]
  const inStep = { CurrencyCode: '0978' }
  await kuveyt.void(voided.order, voided.references, '2000', inStep)
  await kuveyt.partial(part.order, part.references, '500', inStep)
  await kuveyt.sale(newOrder(), { ...euros('4000'), CardCVV2: '999' })
  const { balances, sum } = await bank.control.balances()
  assert.deepEqual(
    [balances[`${MERCHANT}/EUR/cardholder`], balances[`${MERCHANT}/EUR/receivable`], sum],
    [-3500, 3500, 0],
  )
  assert.equal(await net(kept.order), 1000)
})
