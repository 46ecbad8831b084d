/** Hashes of gateways against independent vectors, in the order of the bank and not of the machine's locale. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { akbankHash } from '../../src/connectors/akbank/akbank-account.ts'
import { formHash, isCallbackHash, requestHash, securityData } from '../../src/connectors/garanti/garanti-hash.ts'
import {
  formHash as interposFormHash,
  isCallbackHash as isInterposHash,
} from '../../src/connectors/interpos/interpos-hash.ts'
import { iyzicoHeaders, iyzicoSignature } from '../../src/connectors/iyzico/iyzico-account.ts'
import { kuveytHash } from '../../src/connectors/kuveyt/kuveyt-account.ts'
import { isVer3Hash, ver3Hash } from '../../src/connectors/nestpay/nestpay-hash.ts'
import { isCallbackHash as isPayforHash, formHash as payforFormHash } from '../../src/connectors/payfor/payfor-hash.ts'
import { Secret } from '../../src/core/secret.ts'

const { nestpay, garanti, payfor, akbank, interpos, iyzico, kuveyt } = JSON.parse(
  readFileSync(new URL('../fixtures/hash-vectors.json', import.meta.url), 'utf8'),
)

for (const [name, vector] of Object.entries<{ storeKey?: string; fields: Record<string, string>; hash: string }>({
  N1: nestpay.N1_form,
  N2: nestpay.N2_escaping,
  N3: nestpay.N3_callback,
}))
  test(`NestPay ${name}`, () => {
    const key = vector.storeKey ?? nestpay.storeKey
    assert.equal(ver3Hash(vector.fields, key), vector.hash)
    assert.equal(isVer3Hash(vector.hash, vector.fields, key), true)
    const more = { ...vector.fields, HASH: vector.hash, encoding: 'utf-8', NATIONALIDNO: '10000000146' }
    assert.equal(isVer3Hash(vector.hash, more, key), true) // these three are no part of it
    assert.equal(isVer3Hash(vector.hash, { ...vector.fields, newField: '' }, key), false)
    assert.equal(isVer3Hash(vector.hash, vector.fields, `${key}x`), false)
    assert.equal(isVer3Hash('', vector.fields, key), false)
  })

test('NestPay: any field that is changed, added or removed is detected, and any names are covered', () => {
  const fieldsOf = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { minKeys: 1 })
  fc.assert(
    fc.property(fieldsOf, fc.string(), fc.string({ minLength: 1 }), (fields, key, tail) => {
      const hash = ver3Hash(fields, key)
      const [name] = Object.keys(fields) as [string]
      assert.equal(isVer3Hash(hash, fields, key), true)
      if (/^(hash|encoding|nationalidno)$/i.test(name)) return
      assert.equal(isVer3Hash(hash, { ...fields, [name]: fields[name] + tail }, key), false)
    }),
  )
})

test('NestPay: a bank that sorts names naturally is accepted too', () => {
  // By code units a_b < a1 is false, EXTRA10 < EXTRA2; naturally EXTRA2 < EXTRA10, and a letter before an underscore.
  const fields = { EXTRA10: 'ten', EXTRA2: 'two', x_a: 'under', xAb: 'letter' }
  const natural = { 'a-2': 'two', 'a-3': 'ten', 'b-1': 'letter', 'b-2': 'under' }
  assert.notEqual(ver3Hash(fields, 'k'), ver3Hash(natural, 'k'))
  assert.equal(isVer3Hash(ver3Hash(natural, 'k'), fields, 'k'), true)
})

test('Garanti G1 to G4', () => {
  const { terminalId, storeKey } = garanti
  const prov = securityData(garanti.provPassword, terminalId)
  const refund = securityData(garanti.refundPassword, terminalId)
  assert.deepEqual([prov, refund], [garanti.securityDataProv, garanti.securityDataRefund])
  const { G1_form: form, G2_sale: sale, G3_void: back, G4_callback: callback } = garanti
  const fields = {
    terminalid: terminalId,
    orderid: form.order,
    txnamount: form.amount,
    txncurrencycode: form.currency,
    successurl: form.success,
    errorurl: form.error,
    txntype: form.type,
    txninstallmentcount: form.installment,
  }
  assert.equal(formHash(fields, storeKey, prov), form.hash)
  const partsOf = ({ order, card, amount, currency }: Record<string, string>) =>
    ({ orderId: order, terminalId, cardNumber: card, amount, currency }) as Parameters<typeof requestHash>[0]
  assert.equal(requestHash(partsOf(sale), prov), sale.hash)
  assert.equal(requestHash(partsOf(back), refund), back.hash)
  const posted = { ...callback.fields, hashparams: callback.hashparams, hash: callback.hash }
  assert.equal(isCallbackHash(posted, storeKey), true)
  for (const name of ['oid', 'mdstatus', 'response', 'cavv'])
    assert.equal(isCallbackHash({ ...posted, [name]: 'x' }, storeKey), false, name)
  assert.equal(isCallbackHash({ ...posted, hashparams: '' }, storeKey), false)
  assert.equal(isCallbackHash({ ...posted, hash: '' }, storeKey), false)
  const { hash: _, ...unsigned } = posted
  assert.equal(isCallbackHash(unsigned, storeKey), false)
})

test('PayFor Q1 and Q2, in either algorithm', () => {
  const [MbrId, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd, pass] = payfor.Q1_form.parts
  const form = { MbrId, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd, Currency: '949' }
  assert.equal(payforFormHash(form, pass), payfor.Q1_form.sha1)
  const [merchantId, merchantPass, order, AuthCode, ProcReturnCode, status, ResponseRnd, user] =
    payfor.Q2_callback.parts
  const parties = { merchantId, merchantPass, user }
  const posted = { OrderId: order, AuthCode, ProcReturnCode, '3DStatus': status, ResponseRnd }
  for (const ResponseHash of [payfor.Q2_callback.sha1, payfor.Q2_callback.sha256]) {
    assert.equal(isPayforHash({ ...posted, ResponseHash }, parties), true)
    for (const name of Object.keys(posted))
      assert.equal(isPayforHash({ ...posted, ResponseHash, [name]: 'x' }, parties), false, name)
    for (const name of Object.keys(parties))
      assert.equal(isPayforHash({ ...posted, ResponseHash }, { ...parties, [name]: 'x' }), false, name)
  }
  for (const ResponseHash of ['', 'x', payfor.Q1_form.sha1, undefined])
    assert.equal(isPayforHash({ ...posted, ...(ResponseHash === undefined ? {} : { ResponseHash }) }, parties), false)
})

test('Akbank A1 to A4: the two published ones, and two of another program', () => {
  const { publicKey, A1_published_request, A2_published_form, A3_request, A4_form } = akbank
  for (const { key = publicKey, body, hash } of [A1_published_request, A3_request]) {
    assert.equal(akbankHash(Buffer.from(body), new Secret(key)), hash)
    assert.notEqual(akbankHash(Buffer.from(`${body} `), new Secret(key)), hash)
    assert.notEqual(akbankHash(Buffer.from(body), new Secret(`${key}x`)), hash)
  }
  for (const { key = publicKey, fields, hash } of [A2_published_form, A4_form])
    assert.equal(akbankHash(Object.values<string>(fields).join(''), new Secret(key)), hash)
})

test('InterPOS D1 to D4: the two published ones, and two of another program', () => {
  const { publicKey, D1_published_form, D2_published_callback, D3_form, D4_callback } = interpos
  for (const { key = publicKey, fields, hash } of [D1_published_form, D3_form]) {
    assert.equal(interposFormHash({ ...fields, Currency: '949', SecureType: '3DPay' }, key), hash)
    for (const name of Object.keys(fields))
      assert.notEqual(interposFormHash({ ...fields, [name]: `${fields[name]}x` }, key), hash, name)
  }
  for (const { key = publicKey, fields, hash } of [D2_published_callback, D4_callback]) {
    const HASHPARAMS = `${Object.keys(fields).join(':')}:`
    const HASHPARAMSVAL = Object.values(fields).join('')
    const posted = { ...fields, HASH: hash, HASHPARAMS, HASHPARAMSVAL }
    assert.equal(isInterposHash(posted, key), true)
    assert.equal(isInterposHash({ ...posted, HASHPARAMSVAL: undefined }, key), true)
    assert.equal(isInterposHash({ ...posted, HASHPARAMSVAL: `${HASHPARAMSVAL}x` }, key), false)
    assert.equal(isInterposHash({ ...posted, HASHPARAMS: HASHPARAMS.slice(0, -1) }, key), false)
    assert.equal(isInterposHash(posted, `${key}x`), false)
    for (const name of Object.keys(fields))
      assert.equal(isInterposHash({ ...posted, [name]: `${fields[name]}x` }, key), false, name)
  }
})

test('Kuveyt K1 to K4: two published ones, a recorded callback, and one of another program', () => {
  for (const { password, parts, hash } of Object.values<{ password: string; parts: string[]; hash: string }>(kuveyt)) {
    assert.equal(kuveytHash(parts.join(''), new Secret(password)), hash)
    assert.notEqual(kuveytHash(parts.join(''), new Secret(`${password}x`)), hash)
    assert.notEqual(kuveytHash(`${parts.join('')}0`, new Secret(password)), hash)
  }
})

test('iyzico I1 to I11: three published ones, and those of another program', () => {
  const { apiKey, secretKey, I1_request, I2_callback, I3_payment_response, I4_init_response } = iyzico
  const { I7_published_callback, I8_published_callback, I9_published_request, I10_report, I11_refund_response } = iyzico
  for (const { secretKey: key = secretKey, randomKey, path, body, signature } of [
    I1_request,
    I9_published_request,
    I10_report,
    { ...I10_report, path: `${I10_report.path}?paymentConversationId=V1` },
  ]) {
    const signed = (text: string): string => {
      const account = { apiKey: new Secret(apiKey), secretKey: new Secret(key) }
      const headers = iyzicoHeaders(account, { path, body: Buffer.from(text) }, randomKey)
      assert.equal(headers['x-iyzi-rnd'], randomKey)
      return Buffer.from(headers.authorization!.replace(/^IYZWSv2 /, ''), 'base64').toString()
    }
    assert.equal(signed(body), `apiKey:${apiKey}&randomKey:${randomKey}&signature:${signature}`)
    assert.notEqual(signed(`${body} `), signed(body))
  }
  for (const { secretKey: key = secretKey, text, signature } of [
    ...[I2_callback, I3_payment_response, I4_init_response, I7_published_callback],
    ...[I8_published_callback, I11_refund_response],
  ]) {
    assert.equal(iyzicoSignature(text.split(':'), new Secret(key)), signature)
    assert.notEqual(iyzicoSignature(text.split(':'), new Secret(`${key}x`)), signature)
  }
})

test('a Turkish locale hashes the same: no name gets a dotless i', () => {
  const file = fileURLToPath(new URL('../../src/connectors/nestpay/nestpay-hash.ts', import.meta.url))
  const fields = { TRANID: '1', ISLEMTIPI: '2', islem: '3', iz: '4', Installment: '5', HASHPARAMS: '6' }
  const script = `import(${JSON.stringify(file)}).then(({ ver3Hash }) => process.stdout.write(Intl.DateTimeFormat().resolvedOptions().locale + ' ' + ver3Hash(${JSON.stringify(fields)}, 'k')))`
  const said = spawnSync(process.execPath, ['-e', script], {
    env: { ...process.env, LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    encoding: 'utf8',
  })
  assert.equal(said.stdout, `tr-TR ${ver3Hash(fields, 'k')}`, said.stderr)
})
