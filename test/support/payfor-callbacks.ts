/** Genuine callbacks of PayFor, and the same text under the same hash cut up or named another way. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { type Adapter, type Dice, digits, type Fields, KEY, ORDER, proof, text } from './callback-parts.ts'

const PAYFOR_NAMES = ['AuthCode', 'ProcReturnCode', '3DStatus', 'ResponseRnd']
/** Computed here and not by the simulator, from the parts that the bank's rule lists. */
const payforHash = (fields: Fields, algorithm: 'sha1' | 'sha256'): string =>
  createHash(algorithm)
    .update(
      ['085300000000001', KEY, fields.OrderId, ...PAYFOR_NAMES.map((name) => fields[name]), 'SIM_API_USER'].join(''),
    )
    .digest('base64')

/** A passed challenge that was charged, declined, not charged yet; a failed one with either code of the gateway. */
const payforEndings = fc.oneof(
  fc.record({
    status: fc.constantFrom('1', '2', '4'),
    authCode: text([...'0123456789ABCDEFSP'], 6),
    code: fc.constant('00'),
  }),
  fc.record({
    status: fc.constantFrom('1', '2', '4'),
    authCode: fc.constant(''),
    code: fc.constantFrom('05', '51', '1A', 'V036', 'M041', 'V9199'),
  }),
  fc.record({
    status: fc.constantFrom('-1', '0', '5', '7'),
    authCode: fc.constant(''),
    code: fc.constantFrom('V034', 'MR15'),
  }),
)

export const payfor: Adapter = {
  settings: {
    connectorCode: 'QNB_VPOS',
    connectorType: 'qnb_finansbank_vpos',
    storeId: '085300000000001',
    username: 'SIM_API_USER',
  },
  levels: { '3d_secure': { secure_type: '3DModel' }, '3d_pay': { secure_type: '3DPay' } },
  genuine: (model) =>
    fc
      .record({
        ending: payforEndings,
        guid: digits(16),
        rnd: digits(18),
        xid: proof,
        cavv: proof,
        isNew: fc.boolean(),
      })
      .map(({ ending: { status, authCode, code }, guid, rnd, xid, cavv, isNew }) => {
        const isPassed = /^[1-4]$/.test(status)
        const isOpen = model === '3d_secure' && isPassed
        const fields: Fields = {
        RequestGuid: guid, MbrId: '5', MerchantID: '085300000000001', OrderId: ORDER, SecureType: model === '3d_pay' ? '3DPay' : '3DModel',
        PurchAmount: '150.00', Currency: '949', TxnType: 'Auth', InstallmentCount: '0', PayerTxnId: xid, CardMask: '453957******1486',
        PayerAuthenticationCode: isPassed ? cavv : '', Eci: isPassed ? '05' : '', '3DStatus': status, AuthCode: isOpen ? '' : authCode,
        ProcReturnCode: isOpen ? 'V033' : code, ErrMsg: 'İşlem', HostRefNum: '', ResponseRnd: `PF${rnd}`,
      } // biome-ignore format: a form reads as one
        return isNew
          ? { ...fields, ResponseHash: payforHash(fields, 'sha256') }
          : { ...fields, ResponseHash: payforHash(fields, 'sha1'), HashType: 'Sha1' }
      }),
  cut(fields, dice) {
    const { OrderId = '', ...others } = fields
    const names = ['OrderId', ...PAYFOR_NAMES]
    // Also into the order before them: it is our own, and known.
    const all = OrderId + PAYFOR_NAMES.map((name) => fields[name]!).join('')
    let at = 0
    const cut: Fields = {}
    names.forEach((name, index) => {
      const jump = dice(3) > 0 ? 0 : dice(9) - 4
      const end = Math.min(all.length, Math.max(at, at + (fields[name] ?? '').length + jump))
      cut[name] = all.slice(at, index === names.length - 1 ? all.length : end)
      at = end
    })
    const renamed =
      dice(4) > 0 ? cut : Object.fromEntries(Object.entries(cut).map(([name, value]) => [caseless(name, dice), value]))
    return { ...Object.fromEntries(Object.entries(others).filter(([name]) => !names.includes(name))), ...renamed }
  },
}

/** The same name in other letters, as a caller might hope that it is read. */
const caseless = (name: string, dice: Dice): string => (dice(3) === 0 ? name.toLowerCase() : name)
