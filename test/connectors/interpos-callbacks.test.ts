/** InterPOS's callbacks: what each means, the same text cut in another way, and what no hash of the bank covers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saidBy } from '../support/bank-faults.ts'
import { signedByInterpos } from '../support/interpos-callbacks.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, ORDER } from './families/family.ts'

const { families } = openFamilies()
const [interpos] = families.find(([{ family }]) => family === 'interpos')!
const KEY = 'SimMrcPass'

type Fields = Record<string, string>
const SHOP = 'https://shop.example/cb?cb=1'
const BASE: Fields = {
  Version: '', MerchantID: '', ShopCode: '3201', TxnStat: 'Y', MD: '41AB1CD2/x=', Eci: '02', PayerAuthenticationCode: 'AAIBBYNoEQAAAAAAAAAAAAAAAAA=',
  PayerTxnId: '', PAResVerified: 'True', PAResSyntaxOK: 'True', Expiry: '****', Pan: '411111******1111', OrderId: ORDER, PurchAmount: '149,90',
  Exponent: '', Currency: '949', OkUrl: SHOP, FailUrl: SHOP, '3DStatus': '1', AuthCode: '', HostRefNum: '', TransId: '', TRXDATE: '',
  CardHolderName: '', mdStatus: '1', ProcReturnCode: '', TxnResult: '', ErrorMessage: '', ErrorCode: '', Response: '',
} // biome-ignore format: a form reads as one
const signed = (changes: Fields = {}, key = KEY): Fields => signedByInterpos({ ...BASE, ...changes }, key)
const status = (mdStatus: string): Fields => ({ mdStatus, '3DStatus': mdStatus })
const FAILED = { ...status('0'), TxnStat: 'N', MD: '', Eci: '', PayerAuthenticationCode: '', ErrorMessage: 'Olmadı' }
const CHARGED = {
  ProcReturnCode: '00',
  Response: 'Approved',
  AuthCode: '304919',
  HostRefNum: '600500000001',
  TransId: 'T1',
}
const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
/** The last character of one value at the beginning of the next, or the other way. */
const moved = (fields: Fields, from: string, to: string): Fields => ({
  ...fields,
  [from]: fields[from]!.slice(0, -1),
  [to]: `${fields[from]!.slice(-1)}${fields[to]}`,
})
const movedBack = (fields: Fields, from: string, to: string): Fields => ({
  ...fields,
  [from]: fields[from]!.slice(1),
  [to]: `${fields[to]}${fields[from]!.slice(0, 1)}`,
})
const LIST = signed().HASHPARAMS!
const listed = (list: string): Fields => signedByInterpos({ ...BASE }, KEY, list)

// A callback of a model: what is read of it.
const CALLBACKS: [name: string, model: '3DModel' | '3DPay', fields: Fields, reading: string][] = [
  ['passed', '3DModel', signed(), 'md 1 passed'],
  ['passed, with an amount without decimals behind it', '3DModel', signed({ PurchAmount: '149,9' }), 'md 1 passed'],
  ['passed, without what is not signed', '3DModel', without(signed(), '3DStatus', 'TxnStat', 'Pan', 'PayerTxnId', 'HASHPARAMSVAL'), 'md 1 passed'],
  ['passed, with fields of the page', '3DModel', { ...signed(), __EVENTTARGET: '', __EVENTARGUMENT: '' }, 'md 1 passed'],
  ['half secure', '3DModel', signed({ ...status('4'), TxnStat: 'A' }), 'md 4 passed'],
  ['half secure by TxnStat alone', '3DModel', signed({ TxnStat: 'A' }), 'md 2 passed'],
  ['not enrolled', '3DModel', signed(status('2')), 'md 2 passed'],
  ['failed', '3DModel', signed(FAILED), 'md 0 refused'],
  ['failed with a code of the gateway', '3DModel', signed({ ...FAILED, ProcReturnCode: '81' }), 'md 0 refused'],
  ['failed like a charge', '3DModel', signed({ ...FAILED, ProcReturnCode: '05', Response: 'Declined' }), 'md 0 refused'],
  // Says nothing about an earlier form of the order, which may be charged.
  ['refused, as the order id was used', '3DModel', signed({ ...FAILED, ProcReturnCode: '94' }), 'forged incomplete'],
  ['refused, as the order id was used', '3DPay', signed({ ...FAILED, ProcReturnCode: '94' }), 'forged incomplete'],
  ['refused with a system fault', '3DPay', signed({ ...FAILED, ProcReturnCode: '96' }), 'forged incomplete'],
  ['refused with a code of letters, whose meaning is not known', '3DPay', signed({ ...FAILED, ProcReturnCode: 'E31' }), 'forged incomplete'],
  ['given up', '3DModel', signed({ ...FAILED, ErrorMessage: 'Kart hamili vazgeçti' }), 'md 0 cancelled'],
  ['no md status', '3DModel', signed({ ...FAILED, ...status('') }), 'md  cancelled'],
  ['the bank could not ask', '3DModel', signed({ ...FAILED, ...status('7') }), 'md 7 unavailable'],
  ['passed, of a form that was changed to charge at once', '3DModel', signed(CHARGED), 'forged incomplete'],
  ['passed, of such a form whose charge has a code', '3DModel', signed({ ProcReturnCode: '91', Response: 'Error' }), 'forged incomplete'],
  ['passed, without a word for the second call', '3DModel', signed({ MD: '' }), 'forged incomplete'],
  ['failed and charged, of such a form', '3DModel', signed({ ...FAILED, ...CHARGED }), 'forged incomplete'],
  ['charged', '3DPay', signed(CHARGED), 'md 1 passed approved'],
  ['charged, with the word left out', '3DPay', signed({ ...CHARGED, Response: '' }), 'md 1 passed approved'],
  ['charged, with the word of a decline', '3DPay', signed({ ...CHARGED, Response: 'Declined' }), 'md 1 passed unknown'],
  ['charged after a failed challenge', '3DPay', signed({ ...FAILED, ...CHARGED }), 'md 0 refused approved'],
  ['declined', '3DPay', signed({ ProcReturnCode: '51', Response: 'Declined' }), 'md 1 passed declined 51'],
  ['declined, with the word left out', '3DPay', signed({ ProcReturnCode: '05' }), 'md 1 passed declined 05'],
  ['declined with letters', '3DPay', signed({ ProcReturnCode: 'N7' }), 'md 1 passed declined N7'],
  ['a code of the gateway that nothing signs is not read', '3DPay', signed({ ProcReturnCode: 'Q7', ErrorCode: 'B510000' }), 'md 1 passed unknown'],
  ['a system fault', '3DPay', signed({ ProcReturnCode: '96' }), 'md 1 passed unknown'],
  ['passed, of a form that was changed to a challenge only', '3DPay', signed(), 'md 1 passed unknown'],
  ['failed where the bank charges', '3DPay', signed({ ...FAILED, ProcReturnCode: '81' }), 'md 0 refused'],
  // What is missing, another's, or not of the bank.
  ['no order', '3DModel', without(signed(), 'OrderId'), 'forged no_order'],
  ['another order', '3DModel', signed({ OrderId: 'V0190' }), 'forged other_order'],
  ['the order in small letters', '3DModel', signed({ OrderId: ORDER.toLowerCase() }), 'forged other_order'],
  ['another amount', '3DModel', signed({ PurchAmount: '14,99' }), 'forged other_amount'],
  ['a thousand times the amount', '3DModel', signed({ PurchAmount: '149.900' }), 'forged other_amount'],
  ['another currency', '3DModel', signed({ Currency: '392' }), 'forged other_amount'],
  ['no amount', '3DModel', signed({ PurchAmount: '' }), 'forged other_amount'],
  ['another card', '3DModel', signed({ Pan: '540061******0430' }), 'forged other_card'],
  ['no hash', '3DModel', without(signed(), 'HASH'), 'forged incomplete'],
  ['no list', '3DModel', without(signed(), 'HASHPARAMS'), 'forged incomplete'],
  ['an empty hash', '3DModel', { ...signed(), HASH: '' }, 'forged incomplete'],
  ['names in another case', '3DModel', Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toLowerCase(), value])), 'forged no_order'],
  ['the hash in another case', '3DModel', { ...without(signed(), 'HASH'), Hash: signed().HASH! }, 'forged incomplete'],
  ['signed without a password, as of a terminal that is switched off', '3DModel', signed({ ...FAILED, ProcReturnCode: '81' }, ''), 'forged bad_hash'],
  ['signed without a password, and passed', '3DModel', signed({}, ''), 'forged bad_hash'],
  ['the hash of another password', '3DModel', signed({}, 'SimMrcPas'), 'forged bad_hash'],
  ['another md status', '3DModel', { ...signed(FAILED), ...status('1') }, 'forged bad_hash'],
  ['another code', '3DPay', { ...signed({ ProcReturnCode: '51' }), ProcReturnCode: '00' }, 'forged bad_hash'],
  ['the text of another callback', '3DModel', { ...signed(), HASHPARAMSVAL: signed(FAILED).HASHPARAMSVAL! }, 'forged bad_hash'],
  ['the unsigned status alone is another', '3DModel', { ...signed(FAILED), '3DStatus': '1' }, 'forged incomplete'],
  ['a proof that is none', '3DModel', { ...signed(), PayerAuthenticationCode: '<b>' }, 'forged incomplete'],
  ['an ECI that is none', '3DModel', { ...signed(), Eci: '5x' }, 'forged incomplete'],
  ['the code in another case beside it', '3DPay', { ...signed({ ProcReturnCode: '51' }), procReturnCode: '00', PROCRETURNCODE: '00' }, 'md 1 passed declined 51'],
  // The same text under the same hash, listed or cut in another way.
  ['a name less', '3DModel', listed(LIST.replace('Exponent:', '')), 'forged bad_hash'],
  ['a name more', '3DModel', listed(`${LIST}Eci:`), 'forged bad_hash'],
  ['a name twice', '3DModel', listed(LIST.replace('Version:', 'Version:Version:')), 'forged bad_hash'],
  ['two names changed places', '3DModel', listed(LIST.replace('Response:mdStatus', 'mdStatus:Response')), 'forged bad_hash'],
  ['without its last colon', '3DModel', { ...signed(), HASHPARAMS: LIST.slice(0, -1) }, 'forged bad_hash'],
  ['another separator', '3DModel', { ...signed(), HASHPARAMS: LIST.replaceAll(':', '|') }, 'forged bad_hash'],
  ['a name of the list in small letters', '3DModel', { ...signed(), HASHPARAMS: LIST.replace('mdStatus', 'mdstatus'), mdstatus: '1' }, 'forged bad_hash'],
  ['a digit of the amount in the version', '3DModel', movedBack(signed(), 'PurchAmount', 'Version'), 'forged other_amount'],
  ['the last digit of the amount in the exponent', '3DModel', moved(signed(), 'PurchAmount', 'Exponent'), 'forged bad_hash'],
  ['a digit of the currency in the amount', '3DModel', movedBack(signed(), 'Currency', 'PurchAmount'), 'forged other_amount'],
  ['a letter of one address in the other', '3DModel', movedBack(signed(), 'FailUrl', 'OkUrl'), 'forged bad_hash'],
  ['a letter of the address in MD', '3DModel', moved(signed(), 'FailUrl', 'MD'), 'forged bad_hash'],
  ['all of MD in the address', '3DModel', { ...signed(), FailUrl: `${SHOP}${BASE.MD}`, MD: '' }, 'forged bad_hash'],
  ['a letter of MD in the order', '3DModel', moved(signed(), 'MD', 'OrderId'), 'forged other_order'],
  ['a digit of the code in the word', '3DPay', moved(signed({ ProcReturnCode: '51' }), 'ProcReturnCode', 'Response'), 'forged bad_hash'],
  ['the code in the md status', '3DPay', { ...signed({ ...FAILED, ProcReturnCode: '00' }), ProcReturnCode: '0', mdStatus: '00' }, 'forged bad_hash'],
  ['the md status in the code', '3DModel', { ...signed({ ...FAILED, ProcReturnCode: '81' }), ProcReturnCode: '810', mdStatus: '', '3DStatus': '' }, 'forged bad_hash'],
  ['two addresses that are not one', '3DModel', signed({ FailUrl: `${SHOP}2` }), 'forged bad_hash'],
  ['an amount in front of the address', '3DModel', signed({ OkUrl: `9${SHOP}`, FailUrl: `9${SHOP}` }), 'forged bad_hash'],
  ['a version', '3DModel', signed({ Version: '2' }), 'forged bad_hash'],
] // biome-ignore format: a table reads as one
for (const [name, secure_type, fields, reading] of CALLBACKS)
  test(`callback ${secure_type}, ${name}: ${reading}`, () => {
    const attempt = attemptAt(interpos, null, { model: secure_type === '3DModel' ? '3d_secure' : '3d_pay' })
    const verdict = interpos.threeDSecure!.verify(fields, { attempt, state: { secure_type } })
    if (verdict.kind !== 'verified')
      return assert.equal(`${verdict.kind} ${'reason' in verdict && verdict.reason}`, reading)
    const { authentication, refusal, charged } = verdict
    const words = [`md ${authentication.mdStatus}`, refusal ?? 'passed', ...(charged ? [saidBy(charged)] : [])]
    assert.equal(words.join(' '), reading)
    const { MD: md, PayerAuthenticationCode: cavv, Eci: eci } = BASE
    const proof = refusal === undefined ? { md, cavv, eci } : { md: null, cavv: null, eci: null }
    assert.deepEqual(authentication, { ...authentication, ...proof, xid: null, dsTransId: null })
    if (charged?.kind === 'approved')
      assert.deepEqual(charged.references, {
        providerTransactionId: 'T1',
        authCode: '304919',
        hostReference: '600500000001',
      })
  })

test('references that nothing signs are kept if they look like some', () => {
  const attempt = attemptAt(interpos, null, { model: '3d_pay' })
  const fields = { ...signed(CHARGED), TransId: '<b>T1</b>', AuthCode: ' ', HostRefNum: '6005-1' }
  const verdict = interpos.threeDSecure!.verify(fields, { attempt, state: { secure_type: '3DPay' } })
  assert.ok(verdict.kind === 'verified' && verdict.charged?.kind === 'approved')
  assert.deepEqual(verdict.charged.references, {
    providerTransactionId: null,
    authCode: null,
    hostReference: '6005-1',
  })
})

test('without the password of the merchant no callback is trusted', () => {
  const { configuration, ...attempt } = attemptAt(interpos, null, { model: '3d_secure' })
  const bare = { ...attempt, configuration: { ...configuration, secrets: {} } }
  const verdict = interpos.threeDSecure!.verify(signed({}, ''), {
    attempt: bare,
    state: { secure_type: '3DModel' },
  })
  assert.deepEqual(verdict, { kind: 'forged', reason: 'bad_hash' })
})
