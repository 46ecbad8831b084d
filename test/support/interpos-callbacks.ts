/** Genuine callbacks of InterPOS, and the same text under the same hash cut up or named another way. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { type Adapter, BASE64, type Dice, digits, type Fields, KEY, ORDER, proof, text } from './callback-parts.ts'

const LIST = 'Version:PurchAmount:Exponent:Currency:OkUrl:FailUrl:MD:OrderId:ProcReturnCode:Response:mdStatus:'
const NAMES = LIST.split(':').filter((name) => name !== '')

/** Computed here and not by the simulator, from the list that the bank sends. */
export const signedByInterpos = (fields: Fields, key = KEY, list = LIST): Fields => {
  const plain = list.split(':').map((name) => fields[name] ?? '')
  const HASH = createHash('sha1')
    .update(`${plain.join('')}${key}`)
    .digest('base64')
  return { ...fields, HASH, HASHPARAMS: list, HASHPARAMSVAL: plain.join('') }
}

/** Begins with digits often: those are what slips into a neighbour. */
const handle = fc.tuple(digits(2), text(BASE64, { minLength: 4, maxLength: 60 })).map(([head, rest]) => head + rest)

const passed = fc.record({ mdStatus: fc.constantFrom('1', '2', '3', '4'), md: handle, code: fc.constant('') })
const failed = fc.record({
  mdStatus: fc.constantFrom('0', '5', '6', '7'),
  md: fc.oneof(handle, fc.constant('')),
  code: fc.constantFrom('', '81', '05', '12'),
})
const charged = fc.record({
  mdStatus: fc.constantFrom('1', '2', '3', '4'),
  md: handle,
  code: fc.constantFrom('00', '00', '05', '51', '1A', 'N7', '91', ''),
})

export const interpos: Adapter = {
  settings: { connectorCode: 'DENIZBANK_VPOS', connectorType: 'deniz_bank_vpos', storeId: '3201' },
  levels: { '3d_secure': { secure_type: '3DModel' }, '3d_pay': { secure_type: '3DPay' } },
  genuine: (model) =>
    fc
      .record({
        ending: fc.oneof(failed, model === '3d_pay' ? charged : passed),
        amount: fc.constantFrom('150,00', '150', '150,0'),
        address: fc.constantFrom('https://shop.example/cb?cb=1.2-3_4', 'http://127.0.0.1:4050/949'),
        hasWord: fc.boolean(),
        xid: proof,
        cavv: proof,
      })
      .map(({ ending: { mdStatus, md, code }, amount, address, hasWord, xid, cavv }) => {
        const isPassed = /^[1-4]$/.test(mdStatus)
        const word = code === '' || !hasWord ? '' : code === '00' ? 'Approved' : 'Declined'
        return signedByInterpos({
          Version: '', MerchantID: '', ShopCode: '3201', TxnStat: isPassed ? 'Y' : 'N', MD: md, Eci: isPassed ? '02' : '',
          PayerAuthenticationCode: isPassed ? cavv : '', PayerTxnId: isPassed ? xid : '', PAResVerified: 'True', Expiry: '****',
          Pan: '453957******1486', OrderId: ORDER, PurchAmount: amount, Exponent: '', Currency: '949', OkUrl: address, FailUrl: address,
          '3DStatus': mdStatus, AuthCode: code === '00' ? '304919' : '', HostRefNum: '', TransId: code === '00' ? '26005SIM000001' : '',
          mdStatus, ProcReturnCode: code, ErrorMessage: isPassed ? '' : 'Olmadı', ErrorCode: '', Response: word,
        }) // biome-ignore format: a form reads as one
      }),
  cut(fields, dice) {
    const all = NAMES.map((name) => fields[name]!).join('')
    const names = newNames(dice)
    let at = 0
    const cut = names.map((name, index): [string, string] => {
      const jump = dice(4) > 0 ? 0 : dice(9) - 4
      const end = Math.min(all.length, Math.max(at, at + (fields[name] ?? '').length + jump))
      const value = all.slice(at, index === names.length - 1 ? all.length : end)
      at = end
      return [name, value]
    })
    // The list is posted as it was signed, or as it would fit the cut.
    const HASHPARAMS = dice(2) ? LIST : `${names.join(':')}:`
    const others = Object.entries(fields).filter(([name]) => !NAMES.includes(name))
    return { ...Object.fromEntries(others), ...Object.fromEntries(cut), HASHPARAMS }
  },
}

const FOREIGN = ['3DStatus', 'MDSTATUS', 'procreturncode', 'x', 'ErrorCode', 'AuthCode']

/** The names as they are, with one in another case, more, less or twice, or in another order. */
const newNames = (dice: Dice): string[] => {
  const at = dice(NAMES.length)
  switch (dice(9)) {
    case 0:
      return NAMES.map((name) => (dice(5) === 0 ? name.toLowerCase() : name))
    case 1:
      return NAMES.toSpliced(at, 0, FOREIGN[dice(FOREIGN.length)]!)
    case 2:
      return NAMES.toSpliced(at, 1)
    case 3:
      return NAMES.toSpliced(at, 0, NAMES[dice(NAMES.length)]!)
    case 4:
      return NAMES.toSorted(() => dice(3) - 1)
    default:
      return [...NAMES]
  }
}
