/** Akbank's callbacks: what each means, the same text listed in another way, and charges that its record has to confirm. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { akbankHistory, akbankUnknownOrder } from '../support/akbank.ts'
import { contextOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import type { Script } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, ORDER } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [akbank] = families.find(([{ family }]) => family === 'akbank')!
const threeDSecure = akbank.threeDSecure!
const [MERCHANT, TERMINAL, KEY] = [
  '20260105093000127A5C1E7B93D04F21',
  '20260105093000215C81D4F6A2E90B31',
  '53696d5f6b6e6f6c6c5f6a6f6d6f5f6b6f6c6f5f6a6f6b6c6d6e6f5f6b6f6a6f',
]
/** The same rule in other words: nothing of it comes from the connector. */
const sign = (text: string): string => createHmac('sha512', KEY).update(text).digest('base64')

type Fields = Record<string, string>
const listed = (fields: Fields, names: readonly string[] = Object.keys(fields)): Fields => ({
  ...fields,
  hashParams: names.join('+'),
  hash: sign(names.map((name) => fields[name] ?? '').join('')),
})
const PLACE = {
  txnDateTime: '2026-01-05T10:15:30.123',
  merchantSafeId: MERCHANT,
  terminalSafeId: TERMINAL,
  orderId: ORDER,
}
const PROOF = {
  secureId: 'VG8yV2tCRHpTSlpNN2VqcDJRS1k=',
  secureEcomInd: '02',
  secureData: 'kBM8+wZGAAAAAAAAAAAAAAAAAAAA',
  secureMd: '08A86B192287C69B2C443E7A42B29B5F46436C41DF8E159B4A232BB3D961940F',
}
const PASSED: Fields = { txnCode: '3001', responseCode: 'VPS-0000', responseMessage: 'BAŞARILI', ...PLACE, ...PROOF }
const FAILED: Fields = {
  responseCode: 'VPS-1279',
  responseMessage: 'BKM 3DS Server Doğrulama Başarısız',
  orderId: ORDER,
}
const charge = (responseCode: string, responseMessage: string, hostResponseCode: string, hostMessage: string): Fields => ({
  txnCode: '1000', responseCode, responseMessage, hostResponseCode, hostMessage, ...PLACE,
  authCode: '306456', rrn: '411024360235', batchNumber: '43', stan: '86',
}) // biome-ignore format: a form reads as one
const CHARGED = charge('VPS-0000', 'BAŞARILI', '00', '000 ONAY KODU XXXXXX')
const DECLINED = charge('VPS-1005', 'Provizyon Hatası', '05', '005 RED-ONAYLANMADI')
const names = Object.keys
const moved = (fields: Fields, from: string, to: string): Fields => {
  const [a, b] = [fields[from]!, fields[to]!]
  return { ...listed(fields), [from]: a.slice(0, -1), [to]: `${a.slice(-1)}${b}` }
}

// A callback of a model: what is read of it.
const CALLBACKS: [name: string, model: '3D' | '3D_PAY', fields: Fields, reading: string][] = [
  ['passed', '3D', listed(PASSED), 'md 1 passed'],
  ['passed in the older scheme', '3D', listed({ ...PASSED, secureEcomInd: '05' }), 'md 1 passed'],
  ['attempted', '3D', listed({ ...PASSED, secureEcomInd: '06' }), 'md 4 passed'],
  ['not authenticated at all', '3D', listed({ ...PASSED, secureEcomInd: '07' }), 'md 7 unavailable'],
  ['with an md status of its own', '3D', listed({ ...PASSED, mdStatus: '1' }), 'md 1 passed'],
  ['attempted, with its md status', '3D', listed({ ...PASSED, secureEcomInd: '01', mdStatus: '2' }), 'md 4 passed'],
  ['attempted, with the md status of a passed one', '3D', listed({ ...PASSED, secureEcomInd: '06', mdStatus: '1' }), 'forged incomplete'],
  ['passed, with the md status of a failed one', '3D', listed({ ...PASSED, mdStatus: '0' }), 'forged incomplete'],
  ['an unsigned md status is not read', '3D', { ...listed(PASSED), mdStatus: '0' }, 'md 1 passed'],
  ['with terms that are ours', '3D', listed({ ...PASSED, amount: '149.90', currencyCode: '949', installCount: '1' }), 'md 1 passed'],
  ['with another amount', '3D', listed({ ...PASSED, amount: '14.99' }), 'forged other_amount'],
  ['with another currency', '3D', listed({ ...PASSED, currencyCode: '840' }), 'forged other_amount'],
  ['failed', '3D', listed(FAILED), 'md 0 refused'],
  ['given up', '3D', listed({ ...FAILED, responseMessage: 'Kart hamili işlemi iptal etti' }), 'md 0 cancelled'],
  ['with empty fields beside it', '3D', { ...listed(FAILED), txnCode: '', hostResponseCode: '', merchantSafeId: '' }, 'md 0 refused'],
  ['order id used before', '3D', listed({ ...FAILED, responseCode: 'VPS-1013' }), 'forged incomplete'],
  ['order id used before, as the bank says it', '3D', listed({ ...FAILED, responseCode: 'VPS-1013', responseMessage: `Sipariş Numarası : ${ORDER} tekil olmalıdır` }), 'forged incomplete'],
  ['failed, with a text that names the order', '3D', listed({ ...FAILED, responseMessage: `${ORDER} başarısız` }), 'md 0 refused'],
  ['passed without its proof', '3D', listed(PASSED, names(PASSED).slice(0, 7)), 'forged incomplete'],
  ['charged', '3D_PAY', listed(CHARGED), 'md 1 passed approved, unconfirmed'],
  ['charged without a host', '3D_PAY', listed(CHARGED, names(CHARGED).filter((name) => !/host/.test(name))), 'forged incomplete'],
  ['charged after an attempt, which it says', '3D_PAY', listed({ ...CHARGED, mdStatus: '2' }), 'md 1 passed approved, unconfirmed'],
  ['charged with the md status of a failed challenge', '3D_PAY', listed({ ...CHARGED, mdStatus: '7' }), 'forged incomplete'],
  ['declined', '3D_PAY', listed(DECLINED), 'md 1 passed declined 05'],
  ['declined with a code of letters', '3D_PAY', listed(charge('VPS-1005', 'Provizyon Hatası', 'N7', '0N7 CVV')), 'md 1 passed declined N7'],
  ['a fault of the host', '3D_PAY', listed(charge('VPS-1005', 'Provizyon Hatası', '96', '096 BANKANIZI ARAYIN')), 'md 1 passed unknown'],
  ['approved and refused', '3D_PAY', listed({ ...CHARGED, hostResponseCode: '51' }), 'md 1 passed unknown'],
  ['failed at a bank that charges', '3D_PAY', listed(FAILED), 'md 0 refused'],
  // The same text under the same hash, listed in another way; and what was not signed.
  ['no order', '3D', { ...listed(PASSED), orderId: undefined as never }, 'forged no_order'],
  ['another order', '3D', listed({ ...PASSED, orderId: 'V0190' }), 'forged other_order'],
  ['the order in small letters', '3D', listed({ ...PASSED, orderId: ORDER.toLowerCase() }), 'forged other_order'],
  ['another merchant', '3D', listed({ ...PASSED, merchantSafeId: TERMINAL }), 'forged other_order'],
  ['no hash', '3D', { ...listed(PASSED), hash: '' }, 'forged incomplete'],
  ['no list', '3D', { ...listed(PASSED), hashParams: '' }, 'forged bad_hash'],
  ['the hash of another key', '3D', { ...listed(PASSED), hash: createHmac('sha512', 'x').update('').digest('base64') }, 'forged bad_hash'],
  ['another code', '3D', { ...listed(FAILED), responseCode: 'VPS-0000' }, 'forged bad_hash'],
  ['a field less in the list', '3D', { ...listed(PASSED), hashParams: names(PASSED).slice(1).join('+') }, 'forged bad_hash'],
  ['a name without a value more', '3D', { ...listed(PASSED), hashParams: `${names(PASSED).join('+')}+none` }, 'md 1 passed'],
  ['a name twice', '3D', listed(PASSED, [...names(PASSED), 'orderId']), 'forged bad_hash'],
  ['an empty name', '3D', listed(PASSED, ['', ...names(PASSED)]), 'forged bad_hash'],
  ['the list in another order', '3D', listed(PASSED, names(PASSED).toReversed()), 'forged bad_hash'],
  ['code and transaction changed places', '3D', listed(PASSED, ['responseCode', 'txnCode', ...names(PASSED).slice(2)]), 'forged bad_hash'],
  ['names in another case', '3D', listed(Object.fromEntries(Object.entries(PASSED).map(([name, value]) => [name.toLowerCase(), value]))), 'forged no_order'],
  ['the code in another case beside it', '3D', { ...listed(FAILED), ResponseCode: 'VPS-0000', RESPONSECODE: 'VPS-0000' }, 'md 0 refused'],
  ['all of a failure as one text', '3D', listed({ ...FAILED, x: '' }, ['x', 'orderId']), 'forged bad_hash'],
  ['a letter moved into the host code', '3D_PAY', moved(DECLINED, 'responseMessage', 'hostResponseCode'), 'forged bad_hash'],
  ['a digit moved out of the host code', '3D_PAY', moved(DECLINED, 'hostResponseCode', 'hostMessage'), 'forged bad_hash'],
  ['a digit moved into the ECI', '3D', moved(PASSED, 'secureId', 'secureEcomInd'), 'forged incomplete'],
  ['a digit moved behind the order', '3D', moved(PASSED, 'orderId', 'secureId'), 'forged other_order'],
] // biome-ignore format: a table reads as one
for (const [name, payment_model, fields, reading] of CALLBACKS)
  test(`callback ${payment_model}, ${name}: ${reading}`, () => {
    const attempt = attemptAt(akbank, null, { model: payment_model === '3D' ? '3d_secure' : '3d_pay' })
    const verdict = threeDSecure.verify(fields, { attempt, state: { payment_model } })
    if (verdict.kind !== 'verified')
      return assert.equal(`${verdict.kind} ${'reason' in verdict && verdict.reason}`, reading)
    const { authentication, refusal, charged, isUnconfirmed } = verdict
    const words = [`md ${authentication.mdStatus}`, refusal ?? 'passed', ...(charged ? [saidBy(charged)] : [])]
    assert.equal(`${words.join(' ')}${isUnconfirmed ? ', unconfirmed' : ''}`, reading)
    const { secureId: xid, secureData: cavv, secureMd: md } = PROOF
    if (payment_model === '3D' && refusal === undefined)
      assert.deepEqual(authentication, { ...authentication, xid, cavv, md, eci: fields.secureEcomInd })
  })

// The bank charged on its own page, as its callback says: what its record says of it.
const CONFIRMED: [name: string, fields: Fields, script: Script, said: string, asked: number][] = [
  ['a sale', CHARGED, akbankHistory(ORDER, [{}]), 'approved', 1],
  ['of another amount', CHARGED, akbankHistory(ORDER, [{ amount: 14.99 }]), 'no_answer', 1],
  ['in another currency', CHARGED, akbankHistory(ORDER, [{ currencyCode: 392 }]), 'no_answer', 1],
  ['declined', CHARGED, akbankHistory(ORDER, [{ responseCode: 'VPS-1005', hostResponseCode: '05' }]), 'no_answer', 1],
  ['voided', CHARGED, akbankHistory(ORDER, [{ txnStatus: 'V' }]), 'no_answer', 1],
  ['no such order', CHARGED, akbankUnknownOrder(ORDER), 'no_answer', 1],
  ['nothing', CHARGED, '<html></html>', 'no_answer', 1],
  ['a decline is not asked about', DECLINED, '', 'declined 05', 0],
]
for (const [name, fields, script, said, asked] of CONFIRMED)
  test(`charged on its own page, on record ${name}: ${said}`, async () => {
    const bank = await bankThat(script)
    const attempt = attemptAt(akbank, bank.url, { model: '3d_pay' })
    const challenge = { attempt, state: { payment_model: '3D_PAY' } }
    const verdict = await threeDSecure.confirm!(listed(fields), challenge, contextOf().context)
    assert.equal(verdict.kind === 'verified' && verdict.charged ? saidBy(verdict.charged) : verdict.kind, said)
    assert.equal(bank.received.length, asked)
    if (said === 'approved' && verdict.kind === 'verified' && verdict.charged?.kind === 'approved')
      assert.deepEqual(verdict.charged.references, {
        providerTransactionId: '99-5',
        authCode: '064716',
        hostReference: '600500000001',
      })
  })
