/** Genuine callbacks of Akbank, and the same text under the same hash cut up or listed another way. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { type Adapter, BASE64, type Dice, digits, type Fields, KEY, ORDER, text } from './callback-parts.ts'

const MERCHANT = '20260105093000127A5C1E7B93D04F21'
const TERMINAL = '20260105093000215C81D4F6A2E90B31'

/** Computed here and not by the simulator: the values of the listed fields, in the order of the list. */
const signed = (fields: Fields): Fields => {
  // The bank lists what has a value.
  const names = Object.keys(fields).filter((name) => fields[name] !== '')
  const plain = names.map((name) => fields[name]).join('')
  return { ...fields, hashParams: names.join('+'), hash: createHmac('sha512', KEY).update(plain).digest('base64') }
}

const time = digits(3).map((ms) => `2026-01-05T10:15:30.${ms}`)
const words = fc.constantFrom(
  `Sipariş Numarası : ${ORDER} tekil olmalıdır`,
  'BKM 3DS Server Doğrulama Başarısız',
  'Müşteri iptal etti',
  '1',
  'Hata 83',
  '12024-01',
)
const hostWords = fc.constantFrom(
  '183 TAKSIT TUTAR HAT',
  '005 RED-ONAYLANMADI',
  '000 ONAY KODU 001200',
  '12024-0',
  '3757KART HATASI',
)

/** A newer gateway adds these, under names that come after the order. */
const newer = (model: string, mdStatus: string): Fields => ({
  paymentModel: model,
  amount: '150.00',
  currencyCode: '949',
  installCount: '1',
  mdStatus,
})

const failed = fc
  .record({
    code: fc.constantFrom('VPS-1279', 'VPS-1044', 'VPS-3008'),
    message: words,
    isNewer: fc.boolean(),
    mdStatus: digits(1),
  })
  .map(({ code, message, isNewer, mdStatus }) =>
    signed({
      responseCode: code,
      responseMessage: message,
      orderId: ORDER,
      txnCode: '',
      merchantSafeId: '',
      hostMessage: '',
      ...(isNewer ? newer('3D', mdStatus) : {}),
    }),
  )

const authenticated = fc
  .record({
    time,
    eci: fc.constantFrom('02', '05', '01', '06'),
    id: text(BASE64, 27),
    data: fc.tuple(text(BASE64, 27), fc.constantFrom('=', 'A')).map((parts) => parts.join('')),
    md: text([...'0123456789ABCDEF'], 64),
    isNewer: fc.boolean(),
    attempted: fc.constantFrom('2', '3', '4'),
  })
  .map(
    ({ time, eci, id, data, md, isNewer, attempted }) =>
    signed({
      txnCode: '3001', responseCode: 'VPS-0000', responseMessage: 'BAŞARILI', txnDateTime: time, merchantSafeId: MERCHANT,
      terminalSafeId: TERMINAL, orderId: ORDER,
      secureId: `${id}=`, secureEcomInd: eci, secureData: data, secureMd: md,
      ...(isNewer ? newer('3D', /[25]$/.test(eci) ? '1' : attempted) : {}),
    }), // biome-ignore format: a form reads as one
  )

const charged = fc
  .record({
    time,
    ending: fc.oneof(
      fc.constant(['VPS-0000', 'BAŞARILI', '00', '304919'] as const),
      fc
        .constantFrom('83', '05', '51', '96', '1A', 'N7', '09')
        .map((code) => ['VPS-1005', 'Provizyon Hatası', code, '000000'] as const),
    ),
    hostMessage: hostWords,
    holder: fc.constantFrom('', 'TD**', '1* 00**'),
    rrn: digits(12),
    batch: digits(2),
    stan: digits(2),
    isNewer: fc.boolean(),
    mdStatus: fc.constantFrom('1', '2', '3', '4'),
  })
  .map(
    ({ time, ending: [code, message, host, auth], hostMessage, holder, rrn, batch, stan, isNewer, mdStatus }) =>
    signed({
      txnCode: '1000', responseCode: code, responseMessage: message, hostResponseCode: host, hostMessage, txnDateTime: time,
      merchantSafeId: MERCHANT, terminalSafeId: TERMINAL, orderId: ORDER, cardHolderName: holder, authCode: auth, rrn, batchNumber: batch, stan,
      additionalInstallCount: '0', deferingMonth: '2', ccbEarnedRewardAmount: '0.01', ccbRewardDesc: '',
      ...(isNewer ? newer('3D_PAY', mdStatus) : {}),
    }), // biome-ignore format: a form reads as one
  )

/** Names under which a value decides something, in the order of the bank. */
const DECISIVE = [
  'txnCode',
  'responseCode',
  'responseMessage',
  'hostResponseCode',
  'hostMessage',
  'txnDateTime',
  'orderId',
]
const FOREIGN = ['mdStatus', 'secureEcomInd', 'hostResponseCode', 'responseCode', 'ResponseCode', 'amount', 'x']

export const akbank: Adapter = {
  settings: {
    connectorCode: 'AKBANK_VPOS',
    connectorType: 'akbank_vpos',
    storeId: MERCHANT,
    terminalId: TERMINAL,
  },
  levels: { '3d_secure': { payment_model: '3D' }, '3d_pay': { payment_model: '3D_PAY' } },
  genuine: (model) => fc.oneof(failed, model === '3d_pay' ? charged : authenticated),
  cut(fields, dice) {
    const names = fields.hashParams!.split('+')
    const all = names.map((name) => fields[name]!).join('')
    const others = newNames(names, dice)
    let at = 0
    const cut = others.map((name, index): [string, string] => {
      const jump = dice(4) > 0 ? 0 : dice(9) - 4
      const end = Math.min(all.length, Math.max(at, at + (fields[name] ?? '1').length + jump))
      const value = all.slice(at, index === others.length - 1 ? all.length : end)
      at = end
      return [name, value]
    })
    return { hash: fields.hash!, orderId: fields.orderId!, ...Object.fromEntries(cut), hashParams: others.join('+') }
  },
}

/** The bank's list as it is, with a name in another case, more, less or twice, in another order, or with other names in it. */
const newNames = (names: readonly string[], dice: Dice): string[] => {
  const [at, other] = [dice(names.length), FOREIGN[dice(FOREIGN.length)]!]
  switch (dice(7)) {
    case 0:
      return names.map((name) => (dice(5) === 0 ? name.toLowerCase() : name))
    case 1:
      return names.toSpliced(at, 0, other)
    case 2:
      return names.toSpliced(at, 1)
    case 3:
      return names.toSpliced(at, 0, names[dice(names.length)]!)
    case 4:
      return names.toSorted(() => dice(3) - 1)
    case 5:
      return DECISIVE.filter(() => dice(4) > 0).concat(names.slice(7).filter((name) => !DECISIVE.includes(name)))
    default:
      return [...names]
  }
}
