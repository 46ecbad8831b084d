/** Genuine callbacks of every bank, and the same text under the same hash cut up or named another way. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { CALLBACK_PARAMETERS, callbackHash } from '../../simulators/bank/garanti/hash.ts'
import { hashVer3 } from '../../simulators/bank/nestpay/hash.ts'
import { akbank } from './akbank-callbacks.ts'
import { attemptOf } from './attempts.ts'
import { type Adapter, BASE64, type Dice, digits, type Fields, KEY, ORDER, proof, text } from './callback-parts.ts'
import { interpos } from './interpos-callbacks.ts'
import { iyzico } from './iyzico-callbacks.ts'
import { kuveyt } from './kuveyt-callbacks.ts'
import { payfor } from './payfor-callbacks.ts'

const random20 = text(BASE64, 20)
/** Begins with digits often: those are what slips into a neighbour. */
const handle = fc.tuple(digits(2), text(BASE64, { minLength: 0, maxLength: 60 })).map(([head, rest]) => head + rest)

const authentications = fc
  .record({
    mdStatus: digits(1),
    cavv: proof,
    eci: fc.constantFrom('01', '02', '05', '06', '07'),
    md: handle,
    xid: proof,
  })
  .chain((passed) =>
    fc.constantFrom(passed, { ...passed, cavv: '', eci: '00' }, { ...passed, cavv: '', eci: '', md: `A${passed.md}` }),
  )
const charges = fc.constantFrom(
  { authCode: '304919', code: '00', word: 'Approved' },
  { authCode: '', code: '05', word: 'Declined' },
  { authCode: '', code: '51', word: 'Declined' },
  { authCode: '', code: '', word: 'Error' },
)
/** Garanti was recorded with one space for the number of a charge that it refused. */
const spaced = { authCode: ' ', code: '92', word: 'Declined' }

const GARANTI_NAMES = CALLBACK_PARAMETERS.split(':').filter((name) => name !== '')

const garanti: Adapter = {
  settings: {
    connectorCode: 'GARANTI_VPOS',
    connectorType: 'garanti_vpos',
    terminalId: '10100200',
    storeId: '7000001',
  },
  levels: { '3d_secure': { level: '3D' }, '3d_pay': { level: '3D_PAY' } },
  genuine: (model) =>
    fc
      .record({ authentication: authentications, charge: fc.oneof(charges, fc.constant(spaced)), rnd: random20 })
      .map(({ authentication, charge, rnd }) => {
        const { mdStatus, cavv, eci, md, xid } = authentication
        const { authCode, code, word } = model === '3d_pay' ? charge : { authCode: '', code: '', word: '' }
        const fields: Fields = {
        clientid: '10100200', oid: ORDER, orderid: ORDER, txnamount: '15000', txncurrencycode: '949',
        authcode: authCode, procreturncode: code, response: word, mdstatus: mdStatus, cavv, eci, md, rnd, xid,
        hashparams: CALLBACK_PARAMETERS,
      } // biome-ignore format: a form reads as one
        return { ...fields, hash: callbackHash(fields, CALLBACK_PARAMETERS, KEY) }
      }),
  cut(fields, dice) {
    const all = GARANTI_NAMES.map((name) => fields[name]!).join('')
    const foreign = [...GARANTI_NAMES, 'xid', 'orderid', 'txnstatus', 'mdstatus']
    const shuffled = () => foreign.toSorted(() => dice(3) - 1).slice(0, 3 + dice(9))
    const names = dice(4) > 0 ? GARANTI_NAMES : dice(2) ? shuffled() : GARANTI_NAMES.filter(() => dice(4) > 0)
    let at = 0
    const ends = names.map((name, index) => {
      const jump = dice(4) > 0 ? 0 : dice(7) - 3
      at = Math.min(all.length, Math.max(at, at + (fields[name] ?? '').length + jump))
      return index === names.length - 1 ? all.length : at
    })
    const cut = Object.fromEntries(names.map((name, index) => [name, all.slice(ends[index - 1] ?? 0, ends[index])]))
    return { ...fields, ...cut, hashparams: names.map((name) => `${name}:`).join('') }
  },
}

/** Names that decide, in the order of the hash; a value may be posted under one that the bank did not send at all. */
const VERDICTS = ['eci', 'mdStatus', 'oid', 'ProcReturnCode', 'Response']

const byName = (fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => name !== 'HASH')
    .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))

const words = fc.constantFrom('', 'a|b', 'c\\|d', '1|00|Approved', '1')
const signed = (fields: Fields): Fields => ({ ...fields, HASH: hashVer3(fields, KEY) })

/** The end of a challenge. Banks with 3d_pay send nothing of a charge, or an error, where the authentication failed. */
const challengeOf = (model: string): fc.Arbitrary<Fields> =>
  fc
    .record({
      authentication: authentications,
      charge: charges,
      rnd: random20,
      scheme: digits(1),
      words,
      isSilent: fc.boolean(),
    })
    .map(({ authentication, charge, rnd, scheme, words, isSilent }) => {
      const { mdStatus, cavv, eci, md, xid } = authentication
      const { authCode, code, word } = charge
      const isPassed = /^[1-4]$/.test(mdStatus)
      return signed({
        amount: '150.00', cavv, cavvAlgorithm: scheme, clientid: '500100200', currency: '949', dsId: scheme, eci, ErrMsg: words,
        hashAlgorithm: 'ver3', iReqCode: '', md, mdErrorMsg: words, mdStatus, merchantID: '500100200', oid: ORDER,
        'payResults.dsId': scheme, protocol: '3DS2.1.0', ReturnOid: ORDER, rnd, sID: scheme, storetype: '3d', taksit: scheme, xid,
        ...(model === '3d_pay' && (isPassed || !isSilent)
          ? { AuthCode: authCode, ProcReturnCode: code, Response: word, TransId: '26005SIM000001' }
          : {}),
      }) // biome-ignore format: a form reads as one
    })

/** The gateway refuses the form before anybody is asked: no authentication at all, or md status 7. */
const refusedForm = (model: string): fc.Arbitrary<Fields> =>
  fc.record({ rnd: random20, month: fc.oneof(digits(1), fc.constant('12')), words, isStatus7: fc.boolean() }).map(
    ({ rnd, month, words, isStatus7 }) =>
      signed({
        amount: '150.00', clientid: '500100200', currency: '949', ErrMsg: words, failUrl: 'https://shop.example/fail',
        hashAlgorithm: 'ver3', lang: 'tr', maskedCreditCard: '***', MaskedPan: '**', oid: ORDER, okUrl: 'https://shop.example/ok',
        Response: 'Error', rnd, storetype: model === '3d_pay' ? '3d_pay' : '3d', taksit: '', TranType: 'Auth',
        ...(isStatus7
          ? { mdStatus: '7', mdErrorMsg: words, ProcReturnCode: '99', ErrCode: '3D-1007' }
          : { Ecom_Payment_Card_ExpDate_Month: month, Ecom_Payment_Card_ExpDate_Year: '0', ErrorCode: 'HPP-1001', traceId: 'e7ba2a6' }),
      }), // biome-ignore format: a form reads as one
  )

const nestpay: Adapter = {
  settings: { connectorCode: 'NEST_PAY', connectorType: 'nest_pay', storeId: '500100200' },
  levels: { '3d_secure': { store_type: '3d' }, '3d_pay': { store_type: '3d_pay' } },
  genuine: (model) => fc.oneof({ weight: 3, arbitrary: challengeOf(model) }, refusedForm(model)),
  cut(fields, dice) {
    const names = byName(fields)
    const values = names.map((name) => fields[name]!)
    if (dice(4) === 0) return reSeparated(fields, values, dice)
    // The hash holds the values in the order of their names, and no name: every other set of names in that order fits.
    const renamed = new Map<number, string>()
    let from = 0
    for (const name of VERDICTS.filter(() => dice(3) === 0)) {
      const index = from + dice(names.length - from)
      renamed.set(index, name)
      from = Math.min(names.length - 1, index + 1)
    }
    return { HASH: fields.HASH!, ...namedInOrder(names, values, renamed) }
  },
}

/** Names for all values, in order: those wanted where they are wanted, the genuine ones where they fit, made-up ones between. */
const namedInOrder = (names: string[], values: string[], renamed: ReadonlyMap<number, string>): Fields => {
  const wanted = new Set(renamed.values())
  const out: Fields = {}
  let last = ''
  values.forEach((value, index) => {
    const next = [...renamed].find(([at]) => at >= index)?.[1].toLowerCase()
    const own = names[index]!
    const isFit = own.toLowerCase() > last && (next === undefined || own.toLowerCase() < next) && !wanted.has(own)
    const name = renamed.get(index) ?? (isFit ? own : `${last}!`)
    out[name] = value
    last = name.toLowerCase()
  })
  return out
}

/** Values with the separators as read without the escapes. */
const reSeparated = (fields: Fields, values: string[], dice: Dice): Fields => {
  const joined = values.map((value) => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|')
  const parts = joined.split('|')
  const names = byName(fields)
  const steps = names.map((_, index) => index + (dice(3) === 0 ? dice(3) - 1 : 0)).sort((a, b) => a - b)
  const cut = names.map((name, index) => [name, parts.slice(steps[index], steps[index + 1] ?? parts.length).join('|')])
  return { HASH: fields.HASH!, ...Object.fromEntries(cut) }
}

const simbank: Adapter = {
  settings: {},
  levels: { '3d_secure': {} },
  genuine: () =>
    authentications.map(({ mdStatus, cavv, eci, xid }) => {
      const { transactionId } = attemptOf('4539578763621486')
      const fields = {
        transaction_id: transactionId,
        md_status: mdStatus,
        xid,
        ds_trans_id: transactionId,
        result: mdStatus === '1' ? 'ok' : 'refused',
        ...(cavv ? { cavv, eci } : {}),
      }
      const plain = Object.entries(fields)
        .sort()
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
      return { ...fields, hash: createHmac('sha256', KEY).update(plain).digest('hex') }
    }),
  cut({ hash, ...fields }, dice) {
    const parts = Object.entries(fields)
      .sort()
      .map(([name, value]) => `${name}=${value}`)
    const pieces: string[] = []
    for (const part of parts) dice(2) ? pieces.push(part) : pieces.push([...pieces.splice(-1), part].join('&'))
    const cut = pieces.map((piece): [string, string] => {
      const signs = [...piece.matchAll(/=/g)].map(({ index }) => index)
      const at = signs[dice(2) * dice(signs.length)]!
      return [piece.slice(0, at), piece.slice(at + 1)]
    })
    return { hash: hash!, ...Object.fromEntries(cut) }
  },
}

export const ADAPTERS: Readonly<Record<string, Adapter>> = {
  akbank,
  garanti,
  interpos,
  iyzico,
  kuveyt,
  nestpay,
  payfor,
  simbank,
}
