/** InterPOS's answers and callbacks have the names, in the order, that its hosts were recorded with, and the public hashes hold. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { formHash, signed } from '../../../simulators/bank/interpos/hash.ts'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { visitGateway } from '../shopper.ts'
import { gatewayForm, openInterpos, shop } from './interpos-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let interpos: ReturnType<typeof openInterpos>
before(async () => {
  interpos = openInterpos(bank.url)
})

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Of refused payments, voids and refunds in 2022. */
const REFUSED = words(`OrderId ProcReturnCode HostRefNum AuthCode TxnResult ErrorMessage CampanyId CampanyInstallCount
  CampanyShiftDateCount CampanyTxnId CampanyType CampanyInstallment CampanyDate CampanyAmnt TRXDATE TransId ErrorCode
  EarnedBonus UsedBonus AvailableBonus BonusToBonus CampaignBonus FoldedBonus SurchargeAmount Amount CardHolderName`)
/** Of an approved payment in 2024. */
const APPROVED = [
  ...REFUSED,
  ...words(`QrReferenceNumber QrCardToken QrData QrPayIsSucess QrIssuerPaymentMethod QrFastMessageReferenceNo
  QrFastParticipantReceiverCode QrFastParticipantReceiverName QrFastParticipantSenderCode QrFastSenderIban
  QrFastParticipantSenderName QrFastPaymentResultDesc`),
]
const STATUS = words(`OrderId ProcReturnCode BatchNo TransId TRXDATE TxnStat PurchAmount VoidDate TxnStatus ChargeTypeCd
  ErrorCode ErrorMessage RefundedAmount AuthCode`)
const CALLBACK = words(`Version MerchantID ShopCode TxnStat MD RetCode RetDet VenderCode Eci PayerAuthenticationCode
  PayerTxnId CavvAlg PAResVerified PAResSyntaxOK Expiry Pan OrderId PurchAmount Exponent Description Description2 Currency
  OkUrl FailUrl 3DStatus AuthCode HostRefNum TransId TRXDATE CardHolderName mdStatus ProcReturnCode TxnResult ErrorMessage
  ErrorCode Response HASH HASHPARAMS HASHPARAMSVAL`)

test('an approved payment, as it was recorded with an amount of 1.00', async () => {
  const { names, field } = await interpos.sale('S-1', { PurchAmount: '1.00' })
  assert.deepEqual(names, APPROVED)
  const values = words(
    'CampanyInstallCount CampanyAmnt EarnedBonus UsedBonus BonusToBonus CampaignBonus Amount QrPayIsSucess',
  )
  assert.deepEqual(values.map(field), ['0', '0', '0,00', '0,00', '0', '0,00', '1,00', 'False'])
})

test('a terminal that is not active: payment, void, refund and inquiry, with the recorded values', async () => {
  const inactive = shop(2)
  const values = (answer: Awaited<ReturnType<typeof interpos.sale>>, text: string): string[] =>
    words(text).map(answer.field)
  const said = 'ProcReturnCode TxnResult ErrorMessage ErrorCode TRXDATE TransId EarnedBonus CampaignBonus Amount'
  const recorded = ['81', 'Failed', 'Terminal Aktif Degil', 'B810002', '', '', '0', '0']
  const sale = await interpos.sale('S-2', { ...inactive, PurchAmount: '1.01' })
  assert.deepEqual([sale.names, values(sale, said)], [REFUSED, [...recorded, '1,01']])
  const voided = await interpos.void('S-2', inactive)
  assert.deepEqual([voided.names, values(voided, said)], [REFUSED, [...recorded, '0']])
  const refund = await interpos.refund('S-2', '1.01', inactive)
  assert.deepEqual([refund.names, values(refund, said)], [REFUSED, [...recorded, '1,01']])
  const status = await interpos.status('S-2', inactive)
  assert.deepEqual(status.names, STATUS)
  assert.deepEqual(
    values(status, 'ProcReturnCode PurchAmount VoidDate TxnStatus ErrorCode ErrorMessage RefundedAmount'),
    ['81', '0', '1.1.0001 00:00:00', '', 'B810002', 'TR:Terminal Aktif Degil', '0'],
  )
})

test('a found order has the names of an order that is not found', async () => {
  await interpos.sale('S-3')
  for (const order of ['S-3', 'S-none']) assert.deepEqual((await interpos.status(order)).names, STATUS)
})

const gateway = (): string => `${bank.url}/interpos/mpi/Default.aspx`
const CALLBACKS: [what: string, form: Record<string, string>, values: Record<string, string>][] = [
  [
    '3DModel of an inactive terminal',
    { ShopCode: '3202' },
    { ProcReturnCode: '81', ErrorCode: 'B810002', TxnResult: '' },
  ],
  [
    '3DPay of an inactive terminal',
    { ShopCode: '3202', SecureType: '3DPay' },
    { TxnStat: 'N', PAResVerified: 'False' },
  ],
  ['3DModel', {}, { TxnStat: 'Y', Eci: '05', PAResVerified: 'True', PayerTxnId: '', ProcReturnCode: '', TRXDATE: '' }],
  ['3DPay', { SecureType: '3DPay' }, { ProcReturnCode: '00', Response: 'Approved', Exponent: '' }],
]
for (const [what, form, values] of CALLBACKS)
  test(`callback: ${what}`, async () => {
    const { fields } = (await visitGateway(gateway(), gatewayForm(`S-${what.replaceAll(' ', '-')}`, form))).back!
    assert.deepEqual(Object.keys(fields), CALLBACK)
    assert.deepEqual({ ...fields, ...values }, fields)
  })

test('callback of a page of its own, which posts its fields along', async () => {
  const { fields } = (await visitGateway(gateway(), gatewayForm('S-page', { ShopCode: '3207' }))).back!
  assert.deepEqual(Object.keys(fields).sort(), [...CALLBACK, '__EVENTTARGET', '__EVENTARGUMENT'].sort())
})

test('the public hashes: a form, and two callbacks', () => {
  const form = {
    ShopCode: '3123',
    OrderId: 'order222',
    PurchAmount: '100.25',
    TxnType: 'Auth',
    InstallmentCount: '',
    OkUrl: 'https://domain.com/success',
    FailUrl: 'https://domain.com/fail_url',
    Rnd: 'rand',
  }
  assert.equal(formHash(form, 'gDg1N'), 'vEbwP8wnsGrBR9oCjfxP9wlho1g=')
  const local = 'https://localhost/pos/examples/interpos/3d'
  const back = { Currency: '949', ProcReturnCode: '81', mdStatus: '0' }
  const { HASH, HASHPARAMS, HASHPARAMSVAL } = signed(
    {
      ...back,
      PurchAmount: '320',
      OkUrl: `${local}/success.php`,
      FailUrl: `${local}/fail.php`,
      OrderId: '20220327140D',
    },
    'gDg1N',
  )
  assert.equal(
    HASHPARAMS,
    'Version:PurchAmount:Exponent:Currency:OkUrl:FailUrl:MD:OrderId:ProcReturnCode:Response:mdStatus:',
  )
  assert.equal(HASHPARAMSVAL, `320949${local}/success.php${local}/fail.php20220327140D810`)
  assert.equal(HASH, '9DZVckklZFjuoA7sl4MN0l7VDMo=')
  const url = String.raw`http:\/\/localhost\/interpos\/3d\/response.php`
  const comma = signed({ ...back, PurchAmount: '1,01', OkUrl: url, FailUrl: url, OrderId: '20221225E1DF' }, 'gDg1N')
  assert.equal(comma.HASH, '423AWRAXl0VlEbQjpmAfntT5e3E=')
})

test('the recorded hashes of a terminal that was switched off: without the password', () => {
  for (const [PurchAmount, folder, OrderId, hash] of [
    ['1,01', '3d-host', '202212256D26', 'hmL3n1OMlNnKM4mjk2BgqfFM0rI='],
    ['30', '3d', '202204155912', '4hSLIFy/RNlEdB7sUYNnP7kAqzM='],
    ['30', '3d-pay', '20220415D7F8', 'klXFUEWTgMc6pRZJFsQRMTOa9us='],
  ] as const) {
    const url = `http://localhost/interpos/${folder}/response.php`
    const terms = {
      PurchAmount,
      Currency: '949',
      OkUrl: url,
      FailUrl: url,
      OrderId,
      ProcReturnCode: '81',
      mdStatus: '0',
    }
    assert.equal(signed(terms, '').HASH, hash)
  }
})
