/** Callbacks that banks' test hosts have posted after challenges, as the connectors read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALLBACK_PARAMETERS, callbackHash } from '../../simulators/bank/garanti/hash.ts'
import { hashVer3 } from '../../simulators/bank/nestpay/hash.ts'
import type { CallbackReading } from '../../src/connectors/three-d-secure.ts'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { attemptOf, configurationFor } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { signedByInterpos } from '../support/interpos-callbacks.ts'
import { type Face, recorded } from '../support/recorded-answers.ts'
import { openFamilies } from './families/families.ts'

const { families } = openFamilies()

/** None of PosNet was recorded; those of Kuveyt Türk are XML in one field, and have a test of their own. */
type Signed = Exclude<Face, 'posnet' | 'kuveyt'>

/** Public keys of the recorded test stores; a hash that was masked, cut or older is computed with them. */
const KEYS = {
  nestpay: '123456',
  garanti: '12345678',
  payfor: '12345678',
  akbank:
    '3230323330393034313735303032363031353172675f357637355f3273387373745f7233725f73323333383737335f323272383774767276327672323531355f',
  interpos: 'gDg1N',
}
const signed = (face: Signed, fields: Record<string, string>): Record<string, string> => {
  if (face === 'nestpay') return fields.HASH === '' ? { ...fields, HASH: hashVer3(fields, KEYS.nestpay) } : fields
  if (face === 'interpos') return fields.HASH === '' ? signedByInterpos(fields, KEYS.interpos) : fields
  if (face === 'payfor' || face === 'akbank') return fields // none of their hashes was masked
  return fields.hash === '' ? { ...fields, hash: callbackHash(fields, CALLBACK_PARAMETERS, KEYS.garanti) } : fields
}

const meaning = (verdict: CallbackReading): string => {
  if (verdict.kind === 'forged') return `forged ${verdict.reason}`
  if (verdict.kind === 'unsigned') return verdict.kind
  const { authentication, refusal, charged } = verdict
  return ['md', authentication.mdStatus || 'none', refusal ?? 'passed', ...(charged ? [saidBy(charged)] : [])].join(' ')
}

const CALLBACKS: [Signed, name: string, number: string, means: string][] = [
  ['nestpay', '3d: 3d auth fail', '4355084355084358', 'md 0 refused'],
  ['nestpay', '3d: 3d auth fail wrong card number format', '4355084355084358', 'md none refused'],
  ['nestpay', '3d: 3d auth success payment fail', '4355084355084358', 'md 1 passed'],
  ['nestpay', '3d: 3d auth success payment fail wong cvv', '4355084355084358', 'md 1 passed'],
  ['nestpay', '3d: success1', '4355084355084358', 'md 1 passed'],
  ['nestpay', '3d_pay: success1', '4355084355084358', 'md 1 passed approved'],
  ['nestpay', '3d_pay: authFail1', '4355084355084358', 'md 0 refused'], // not one word of a charge
  ['nestpay', '3d_host: success1', '4355084355084358', 'md 1 passed'],
  ['nestpay', '3d_host: 3d auth fail1', '4355084355084358', 'md 0 refused'],
  ['nestpay', 'signed: threeDHashCheck', '4355084355084358', 'md 1 passed approved'],
  ['nestpay', '3d older hash: threeDHashCheck', '4355084355084358', 'md 0 refused'],
  ['garanti', '3d: paymentFail1', '4282209004348015', 'md 1 passed'],
  ['garanti', '3d: paymentFail wrong cvc code', '5549608789641500', 'md 1 passed'],
  ['garanti', '3d: 3d auth fail 1', '4282209027132012', 'md 0 refused'],
  ['garanti', '3d: success1', '5549608789641500', 'md 1 passed'],
  ['garanti', '3d: success with installment', '4282209004348015', 'md 1 passed'],
  ['garanti', '3d_pay: success1', '4282209004348015', 'md 1 passed approved'],
  ['garanti', '3d_pay: authFail', '4282209004348015', 'forged incomplete'], // unsigned
  ['garanti', '3d_pay: paymentFail1', '4282209004348015', 'md 1 passed unknown'], // an authorization code of one space
  ['garanti', 'signed: threeDHashCheck', '5406697543211173', 'md 1 passed'],
  ['payfor', '3d: success1', '4155650100416111', 'md 1 passed'],
  ['payfor', '3d: auth fail1', '4155650100416111', 'md 0 refused'],
  ['payfor', '3d: order number already exist', '4155650100416111', 'forged incomplete'], // the first form may be charged
  ['payfor', '3d_pay: success1', '4155650100416111', 'md 1 passed approved'],
  ['payfor', '3d_pay: auth fail1', '4155650100416111', 'md 0 refused'],
  ['payfor', '3d_host: success1', '4155650100416111', 'md 1 passed approved'],
  ['payfor', '3d_host: auth fail1', '4155650100416111', 'md 0 refused'],
  ['akbank', '3d: success1', '4355093000315232', 'md 1 passed'],
  ['akbank', '3d: 3d auth fail', '4355093000315232', 'md 0 refused'],
  ['akbank', '3d: 3d auth success payment fail', '4355093000315232', 'md 1 passed'],
  ['akbank', '3d: 3d auth success recurring payment fail', '4355093000315232', 'md 1 passed'],
  ['akbank', '3d_pay: success1', '4355093000315232', 'md 1 passed approved'],
  ['akbank', '3d_pay: auth fail', '4355093000315232', 'md 0 refused'],
  ['akbank', '3d_pay: payment fail', '4355093000315232', 'md 1 passed declined 83'],
  ['akbank', '3d_host: success1', '4355093000315232', 'md 1 passed approved'],
  ['akbank', '3d_host: auth fail', '4355093000315232', 'md 0 refused'],
  ['interpos', 'signed: threeDHashCheck', '4090700090840057', 'forged bad_hash'], // of two addresses: our forms name one
  ['interpos', '3d: success', '4543600299100712', 'md 1 passed'],
  ['interpos', '3d: authFail1', '5400610000000430', 'md 0 refused'],
  ['interpos', '3d_pay: authFail1', '5400610000000430', 'md 0 refused'],
  // Of a terminal that the bank had switched off: hashed without the password of the merchant, so it could be from elsewhere.
  ['interpos', '3d_host: 3d_auth_fail1', '5400610000000430', 'forged bad_hash'],
  ['interpos', '3d 2022: authFail', '4090700090840057', 'forged bad_hash'],
  ['interpos', '3d_pay 2022: authFail', '4090700090840057', 'forged bad_hash'],
]
const IDS = {
  nestpay: ({ clientid }: Record<string, string>) => ({ storeId: clientid! }),
  garanti: ({ terminalid }: Record<string, string>) => ({ terminalId: terminalid! }),
  payfor: ({ MerchantID }: Record<string, string>) => ({
    storeId: MerchantID!,
    username: 'QNB_API_KULLANICI_3DPAY', // the public user of the test host, a part of the hash
  }),
  akbank: () => ({ storeId: '2023090417500272654BD9A49CF07574', terminalId: '2023090417500284633D137A249DBBEB' }),
  interpos: () => ({ storeId: '3123' }),
}
const STATES = {
  nestpay: ({ storetype }: Record<string, string>) => ({ store_type: storetype! }),
  garanti: ({ secure3dsecuritylevel }: Record<string, string>) => ({ level: secure3dsecuritylevel! }),
  // The hosted page charges as 3DPay does.
  payfor: ({ SecureType }: Record<string, string>) => ({ secure_type: SecureType === '3DModel' ? '3DModel' : '3DPay' }),
  akbank: ({ txnCode }: Record<string, string>) => ({ payment_model: txnCode === '1000' ? '3D_PAY' : '3D' }),
  interpos: ({ HASHPARAMSVAL }: Record<string, string>) => ({
    secure_type: /3d-(pay|host)/.test(HASHPARAMSVAL!) ? '3DPay' : '3DModel',
  }),
}
const MD_STATUS = {
  nestpay: 'mdStatus',
  garanti: 'mdstatus',
  payfor: '3DStatus',
  akbank: 'responseCode',
  interpos: 'mdStatus',
}
for (const [face, name, number, means] of CALLBACKS)
  test(`${face}, callback ${name}: ${means}`, () => {
    const fields = signed(face, recorded[face].callbacks[name]!)
    const [connector] = families.find(([{ family }]) => family === face)!
    const { threeDSecure } = connector
    const ids = IDS[face](fields)
    const minor = Number(
      fields.txnamount ?? Math.round(Number((fields.amount ?? fields.PurchAmount ?? '1.01').replace(',', '.')) * 100),
    )
    const attempt = attemptOf(number, {
      reference: (fields.oid ?? fields.orderid ?? fields.OrderId ?? fields.orderId)!,
      amount: money(minor, 'TRY'),
      configuration: configurationFor(connector, null, { ...ids, secrets: { secretKey: new Secret(KEYS[face]) } }),
    })
    const state = STATES[face](fields)
    const verdict = threeDSecure!.verify(fields, { attempt, state })
    assert.equal(meaning(verdict), means)
    if (verdict.kind === 'verified' && verdict.charged?.kind === 'approved' && face === 'garanti')
      assert.deepEqual(verdict.charged.references, {
        providerTransactionId: null, // transid is the order id
        authCode: '304919',
        hostReference: '230508300426',
      })
    // One letter of any hashed value changed: no longer trusted.
    const tampered = { ...fields, [MD_STATUS[face]]: '9' }
    assert.equal(threeDSecure!.verify(tampered, { attempt, state }).kind, 'forged')
  })

test('every recorded callback is read', () => {
  for (const face of ['nestpay', 'garanti', 'payfor', 'akbank', 'interpos'] as const)
    assert.deepEqual(
      Object.keys(recorded[face].callbacks).filter(
        (name) => !CALLBACKS.some(([of, named]) => of === face && named === name),
      ),
      [],
    )
})
