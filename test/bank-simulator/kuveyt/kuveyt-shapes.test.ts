/** Kuveyt Türk's answers have the elements, in the order, that its hosts were recorded with, and the public hashes hold. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { answerHash, requestHash } from '../../../simulators/bank/kuveyt/hash.ts'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { visitGateway } from '../shopper.ts'
import { type Json, openKuveyt, pageForm, referencesOf, shop } from './kuveyt-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let kuveyt: ReturnType<typeof openKuveyt>
before(async () => {
  kuveyt = openKuveyt(bank.url)
})

const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true, removeNSPrefix: true })
const words = (text: string): string[] => text.trim().split(/\s+/)
const hasNames = (tree: Json, expected: string): void => assert.deepEqual(Object.keys(tree), words(expected))
const contract = (text: string): Json => parser.parse(text).VPosTransactionResponseContract

const MESSAGE = `OrderId OkUrl FailUrl MerchantId SubMerchantId CustomerId UserName HashPassword CardNumber IsTemporaryCard
  BatchID InstallmentCount Amount CancelAmount MerchantOrderId OrderStatus RetryCount FECAmount CurrencyCode QeryId DebtId
  SurchargeAmount SGKDebtAmount TransactionSecurity DeferringCount InstallmentMaturityCommisionFlag PaymentId
  OrderPOSTransactionId TranDate TransactionUserId DeviceData CardHolderData`
const REFUSED = 'IsEnrolled IsVirtual ResponseCode ResponseMessage OrderId TransactionTime'

test('an approved payment, and a refused one', async () => {
  const paid = contract((await kuveyt.sale('S-1')).text)
  hasNames(
    paid,
    `VPosMessage IsEnrolled IsVirtual ProvisionNumber RRN Stan ResponseCode ResponseMessage OrderId TransactionTime
    MerchantOrderId HashData MerchantId BusinessKey`,
  )
  hasNames(paid.VPosMessage, MESSAGE)
  hasNames(contract((await kuveyt.sale('S-1')).text), `${REFUSED} BusinessKey`)
  const empty = contract((await kuveyt.provision('S-2', '')).text)
  hasNames(empty, `${REFUSED} BusinessKey`)
  assert.deepEqual([empty.IsEnrolled, empty.TransactionTime], ['false', '0001-01-01T00:00:00'])
  assert.match((await kuveyt.sale('S-3')).text, /<IsTemporaryCard xsi:nil="true" \/>/)
})

const responseOf = (page: string): Json =>
  contract(decodeURIComponent(pageForm(page)!.fields.AuthenticationResponse!.replaceAll('+', ' ')))

test('what is posted back: a refused message, another type of security, a passed challenge', async () => {
  hasNames(
    responseOf((await kuveyt.enroll('S-4', { HashData: 'x' })).text),
    `${REFUSED} MerchantOrderId ReferenceId MerchantId BusinessKey`,
  )
  const insecure = responseOf((await kuveyt.enroll('S-4', { TransactionSecurity: '1' })).text)
  hasNames(insecure, `${REFUSED} ReferenceId MerchantId BusinessKey`)
  assert.equal(insecure.IsEnrolled, 'false')
  const { action, fields } = pageForm((await kuveyt.enroll('S-5')).text)!
  const { back } = await visitGateway(action, fields)
  const passed = contract(decodeURIComponent(back!.fields.AuthenticationResponse!.replaceAll('+', ' ')))
  hasNames(passed, `VPosMessage ${REFUSED} MerchantOrderId HashData MD ReferenceId MerchantId BusinessKey`)
  hasNames(passed.VPosMessage, MESSAGE)
})

const RESULT = 'Results Success Value'
const DONE = `IsEnrolled IsVirtual ProvisionNumber RRN Stan ResponseCode ResponseMessage OrderId TransactionTime
  MerchantOrderId CurrencyCode MerchantId BusinessKey`
const resultOf = (text: string, operation: string): Json =>
  parser.parse(text).Envelope.Body[`${operation}Response`][`${operation}Result`]

test("the service: done, refused by the service, refused by the card's bank, not there", async () => {
  const references = { ...referencesOf(await kuveyt.sale('S-6')) }
  const part = resultOf((await kuveyt.partial('S-6', references, '100')).text, 'PartialDrawback')
  hasNames(part, RESULT)
  hasNames(part.Value, DONE)
  const whole = { ...referencesOf(await kuveyt.sale('S-7')) }
  const same = resultOf((await kuveyt.partial('S-7', whole)).text, 'PartialDrawback')
  hasNames(same.Results.Result, 'ErrorMessage IsFriendly Severity')
  hasNames(same.Value, 'IsEnrolled IsVirtual ResponseCode OrderId TransactionTime MerchantId BusinessKey')
  hasNames(resultOf((await kuveyt.void('S-7', whole)).text, 'SaleReversal').Value, DONE)
  const again = resultOf((await kuveyt.void('S-7', whole)).text, 'SaleReversal')
  hasNames(again.Results.Result, 'ErrorMessage ErrorCode IsFriendly Severity')
  assert.equal(again.Results.Result.Severity, 'BusinessError')
  const voided = resultOf((await kuveyt.partial('S-7', whole, '100')).text, 'PartialDrawback')
  hasNames(voided.Value, DONE.replace('ProvisionNumber ', ''))
  const none = resultOf((await kuveyt.void('S-none', whole)).text, 'SaleReversal')
  hasNames(none.Value, 'IsEnrolled IsVirtual OrderId TransactionTime MerchantId BusinessKey')
})

test('an older version repeats the user and the hash of its password, and has a second result', async () => {
  const older = shop(9)
  const paid = contract((await kuveyt.sale('S-9', older)).text)
  const names = words(MESSAGE).filter(
    (name) => !['IsTemporaryCard', 'OrderStatus', 'RetryCount', 'DeviceData', 'CardHolderData'].includes(name),
  )
  hasNames(paid.VPosMessage, names.join(' '))
  assert.deepEqual([paid.VPosMessage.UserName, paid.VPosMessage.MerchantId], ['simapi', '7209'])
  assert.equal(paid.VPosMessage.HashPassword.length, 28)
  assert.equal('MerchantId' in paid, false)
  const references = { ...referencesOf(await kuveyt.sale('S-10', older)) }
  await kuveyt.void('S-10', references, '14990', older)
  const again = resultOf((await kuveyt.void('S-10', references, '14990', older)).text, 'SaleReversal')
  assert.deepEqual(
    again.Results.Result.map(({ ErrorCode }: Json) => ErrorCode),
    ['21', 'IntegrationFatalException'],
  )
  const { action, fields } = pageForm((await kuveyt.enroll('S-11', older)).text)!
  const { back } = await visitGateway(action, fields)
  const passed = contract(decodeURIComponent(back!.fields.AuthenticationResponse!.replaceAll('+', ' ')))
  hasNames(passed, `VPosMessage ${REFUSED} MerchantOrderId HashData MD BusinessKey`)
})

test("the service does not reach the card's bank", async () => {
  const references = { ...referencesOf(await kuveyt.sale('S-12')) }
  const { error, success, code } = await kuveyt.partial('S-12', references, '191')
  assert.deepEqual([error, success, code], ['ServiceUnavailable', 'false', 'DbLayerError'])
})

test('the service: an order, and none', async () => {
  await kuveyt.sale('S-8')
  const { OrderContract } = resultOf((await kuveyt.detail('S-8')).text, 'GetMerchantOrderDetail').Value
  hasNames(
    OrderContract,
    `IsSelected IsSelectable OrderId MerchantOrderId MerchantId CardHolderName CardType CardNumber OrderDate OrderStatus
    LastOrderStatus OrderType TransactionStatus FirstAmount CancelAmount DrawbackAmount ClosedAmount FEC VPSEntryMode
    InstallmentCount TransactionSecurity ResponseCode ResponseExplain EndOfDayStatus TransactionSide CardHolderIPAddress
    MerchantIPAddress MerchantUserName ProvNumber BatchId CardExpireDate PosTerminalId Explain Explain2 Explain3 RRN Stan
    UserName HostName SystemDate UpdateUserName UpdateHostName UpdateSystemDate EndOfDayDate HostIP FECAmount
    IdentityTaxNumber QueryId DebtId DebtorName Period SurchargeAmount SGKDebtAmount DeferringCount`,
  )
  hasNames(resultOf((await kuveyt.detail('S-none')).text, 'GetMerchantOrderDetail'), RESULT)
})

test('the public hashes: requests with and without addresses, and answers of the bank', () => {
  const message = { MerchantId: '80', UserName: 'apiuser', MerchantOrderId: 'ORDER-123', Amount: '7256' }
  const home = 'http://localhost:44785/Home'
  assert.equal(requestHash(message, 'Api123'), 'Bf+hZf2c1gf1pTXnEaSGxDpGRr0=')
  assert.equal(
    requestHash({ ...message, OkUrl: `${home}/Success`, FailUrl: `${home}/Fail` }, 'Api123'),
    'P3a0zjAklu2g8XDJfTx2qvwHH8g=',
  )
  const [posted, paid] = [
    { merchantOrderId: '2024042111A0', code: '00', orderId: '155767806' },
    { merchantOrderId: '2024042111A0', code: '00', orderId: '155767806', rrn: '411219539222' },
  ]
  assert.equal(answerHash(posted, 'api123'), 'dlO20ZLqs4W5FfgY0VmUSBUpwoM=')
  assert.equal(answerHash(paid, 'api123'), 'N7zs7LHEy3lx6N2nb0FUG2UcnUw=')
})
