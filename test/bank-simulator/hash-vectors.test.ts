/** The hash vectors shared by bank and connectors, checked on the bank's side. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { callSignature, noticeSignature } from '../../simulators/bank/accounts/signature.ts'
import { callbackHash, callHash, formHash, securityData } from '../../simulators/bank/garanti/hash.ts'
import { hashVer3 } from '../../simulators/bank/nestpay/hash.ts'
import * as payforHash from '../../simulators/bank/payfor/hash.ts'

const { nestpay, garanti, payfor, accounts } = JSON.parse(
  readFileSync(new URL('../fixtures/hash-vectors.json', import.meta.url), 'utf8'),
)

for (const name of ['N1_form', 'N2_escaping', 'N3_callback'])
  test(`NestPay ${name}`, () => {
    const { fields, hash, storeKey = nestpay.storeKey } = nestpay[name]
    assert.equal(hashVer3(fields, storeKey), hash)
    const shuffled = Object.fromEntries(Object.entries(fields).reverse())
    assert.equal(hashVer3({ ...shuffled, HASH: 'x', encoding: 'y', nationalidno: 'z' }, storeKey), hash)
  })

test('Garanti: the two users, form, sale, void and callback', () => {
  const { terminalId, storeKey, provPassword, refundPassword, G1_form, G2_sale, G3_void, G4_callback } = garanti
  assert.equal(securityData(provPassword, terminalId), garanti.securityDataProv)
  assert.equal(securityData(refundPassword, terminalId), garanti.securityDataRefund)
  const { order, amount, currency, success, error, type, installment } = G1_form
  const form = { terminalId, orderId: order, amount, currency, successUrl: success, errorUrl: error, type, installment }
  assert.equal(formHash(form, storeKey, provPassword), G1_form.hash)
  for (const [call, password] of [
    [G2_sale, provPassword],
    [G3_void, refundPassword],
  ])
    assert.equal(callHash({ ...call, orderId: call.order, terminalId }, password), call.hash)
  assert.equal(callbackHash(G4_callback.fields, G4_callback.hashparams, storeKey), G4_callback.hash)
})

test('PayFor: the form, and the callback in both algorithms', () => {
  const [MbrId, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd, pass] = payfor.Q1_form.parts
  const form = { MbrId, OrderId, PurchAmount, OkUrl, FailUrl, TxnType, InstallmentCount, Rnd }
  assert.equal(payforHash.formHash(form, pass), payfor.Q1_form.sha1)
  const [MerchantID, merchantPass, order, AuthCode, ProcReturnCode, status, ResponseRnd, userCode] =
    payfor.Q2_callback.parts
  const fields = { MerchantID, OrderId: order, AuthCode, ProcReturnCode, '3DStatus': status, ResponseRnd }
  for (const algorithm of ['sha1', 'sha256'] as const)
    assert.equal(payforHash.callbackHash(fields, { merchantPass, userCode }, algorithm), payfor.Q2_callback[algorithm])
})

test('accounts: a call, a reading and a notification', () => {
  const { secretKey, timestamp, A1_call, A2_read, A3_notice } = accounts
  for (const { method, path, body, signature } of [A1_call, A2_read])
    assert.equal(callSignature(secretKey, { timestamp, method, path, body: Buffer.from(body) }), signature)
  assert.equal(noticeSignature(secretKey, timestamp, A3_notice.body), A3_notice.signature)
})
