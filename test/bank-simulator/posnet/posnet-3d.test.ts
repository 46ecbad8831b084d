/** The PosNet adapter's 3D Secure: sealed packets, the page, what comes back, and its charge. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { computeMac } from '../../../simulators/bank/posnet/hash.ts'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { post, read } from '../shopper.ts'
import { mac, openPosnet, type PosnetAnswer, TERMINAL, xidOf } from './posnet-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let posnet: ReturnType<typeof openPosnet>
before(async () => {
  posnet = openPosnet(bank.url)
})

let payments = 0
const newXid = (): string => xidOf(++payments)
const proofOf = (xid: string, amount = '14990'): string => mac(xid, amount, 'TL')
const isRefused = (answer: PosnetAnswer, code: string): void =>
  assert.deepEqual([answer.approved, answer.code], ['0', code], answer.text)
const violations = async (): Promise<Record<string, number>> => (await bank.control.verdict()).violations

test("the MAC of the bank's own document", () => {
  const fields = { xid: 'YKB_TST_190620093100_024', amount: '175', currency: 'TL', merchantId: '6706598320' }
  const key = { encKey: '10,10,10,10,10,10,10,10', terminalId: '67005551' }
  assert.equal(computeMac(fields, key), 'J/7/Xprj7F/KDf98luVfIGyUPRQzUCqGwpmvz3KT7oQ=')
})

test('a passed challenge is read, and charged once', async () => {
  const xid = newXid()
  const { action, fields } = await posnet.challenge(xid, 'ok', { installment: '03' })
  assert.equal(action, 'http://127.0.0.1:9/back')
  assert.deepEqual(
    ['CCPrefix', 'TranType', 'Amount', 'Xid', 'MerchantId'].map((name) => fields[name]),
    ['544093', 'Sale', '14990', xid, '6700000001'],
  )
  const told = await posnet.resolve(fields, proofOf(xid))
  assert.deepEqual(['approved', 'xid', 'amount', 'currency', 'installment', 'txStatus', 'mdStatus'].map(told.field), [
    '1',
    xid,
    '14990',
    'TL',
    '03',
    'Y',
    '1',
  ])
  assert.equal(told.field('mac'), mac('1', xid, '14990', 'TL'))
  const order = `TDS_${xid}`
  assert.equal(await bank.control.order(TERMINAL, order), undefined)
  const charged = await posnet.finish(fields, proofOf(xid))
  const key = charged.field('hostlogkey')
  assert.equal(charged.approved, '1', charged.text)
  assert.equal(charged.field('mac'), mac(key, xid, '14990', 'TL'))
  assert.equal((await bank.control.order(TERMINAL, order))?.net, 14_990)
  const again = await posnet.finish(fields, proofOf(xid))
  assert.deepEqual([again.approved, again.code, again.field('hostlogkey')], ['2', '0127', key])
  isRefused(await posnet.seal(xid), '0127')
  assert.deepEqual((await posnet.agreement(order)).fields('hostlogkey'), [key])
  assert.equal((await posnet.refund('', '14990', { hostLogKey: undefined, orderID: order })).approved, '1')
})

test('a hold after a challenge', async () => {
  const xid = newXid()
  const { fields } = await posnet.challenge(xid, 'ok', { tranType: 'Auth' })
  assert.equal(fields.TranType, 'Auth')
  const key = (await posnet.finish(fields, proofOf(xid))).field('hostlogkey')
  assert.equal((await bank.control.order(TERMINAL, `TDS_${xid}`))?.held, 14_990)
  assert.equal((await posnet.capture(key, '10000')).approved, '1')
})

test('a failed challenge is told, and the bank leaves it to the merchant', async () => {
  const xid = newXid()
  const { fields } = await posnet.challenge(xid, 'fail')
  const told = await posnet.resolve(fields, proofOf(xid))
  assert.deepEqual([told.field('mdStatus'), told.field('txStatus')], ['0', 'N'])
  assert.equal(told.field('mac'), mac('0', xid, '14990', 'TL'))
  const before = (await violations()).charged_without_authentication ?? 0
  assert.equal((await posnet.finish(fields, proofOf(xid))).approved, '1')
  assert.equal((await violations()).charged_without_authentication, before + 1)
})

test('nothing is read or charged without the MAC of this very payment', async () => {
  const [xid, other] = [newXid(), newXid()]
  const { fields } = await posnet.challenge(xid, 'ok')
  const second = (await posnet.challenge(other, 'ok')).fields
  for (const proof of [proofOf(other), proofOf(xid, '100'), mac(xid, '14990', 'US'), '']) {
    isRefused(await posnet.resolve(fields, proof), proof === '' ? '0150' : 'E216')
    isRefused(await posnet.finish(fields, proof), proof === '' ? '0150' : 'E216')
  }
  isRefused(await posnet.resolve(second, proofOf(xid)), 'E216')
  for (const name of ['BankPacket', 'MerchantPacket', 'Sign']) {
    isRefused(await posnet.resolve({ ...fields, [name]: second[name]! }, proofOf(xid)), 'E216')
    isRefused(await posnet.resolve({ ...fields, [name]: 'AB12' }, proofOf(xid)), 'E216')
  }
  isRefused(await posnet.finish({ BankPacket: 'AB12' }, proofOf(xid)), 'E216')
  // Each packet is sealed for its own purpose.
  isRefused(await posnet.finish(fields, proofOf(xid), { wpAmount: '100' }), '0150')
  assert.equal(await bank.control.order(TERMINAL, `TDS_${xid}`), undefined)
})

test('what is refused before the shopper goes to the bank', async () => {
  const xid = newXid()
  isRefused(await posnet.seal('V190'), 'E189')
  isRefused(await posnet.seal(`TDS_${xid}`), 'E189')
  isRefused(await posnet.seal(xid, { posnetid: '9999' }), '0148')
  isRefused(await posnet.seal(xid, { amount: '569a' }), '0002')
  isRefused(await posnet.seal(xid, { tranType: 'sale' }), '0150')
  isRefused(await posnet.seal(xid, { expDate: '1230' }), '0150')
  isRefused(await posnet.seal(xid, { cvc: undefined }), '0150')
  isRefused(await posnet.seal(xid, { currencyCode: '949' }), '0150')
})

test('a form that the bank cannot trust keeps the shopper there', async () => {
  const [first, second] = [await posnet.seal(newXid()), await posnet.seal(newXid(), { amount: '100' })]
  for (const changed of [
    { posnetData: second.field('data1') },
    { digest: second.field('sign') },
    { mid: '6700000002' },
    { posnetID: '9999' },
    { merchantReturnURL: 'javascript:alert(1)' },
    { merchantReturnURL: `http://127.0.0.1:9/${'x'.repeat(255)}` },
  ] as Record<string, string>[]) {
    const answer = await read(await post(posnet.page, posnet.formOf(first, changed)))
    assert.deepEqual([answer.status, answer.back], [400, undefined], JSON.stringify(changed))
  }
})

test('a merchant without 3D Secure, an unknown card, and one that may not pay', async () => {
  const visit = async (sealed: PosnetAnswer, more: Record<string, string> = {}) =>
    (await read(await post(posnet.page, posnet.formOf(sealed, more)))).back!.fields
  const unknown = newXid()
  const fields = await visit(await posnet.seal(unknown, { ccno: '4111111111111112' }))
  assert.equal((await posnet.resolve(fields, proofOf(unknown))).field('mdStatus'), '8')
  isRefused(await posnet.finish(fields, proofOf(unknown)), '0015')
  const poor = newXid()
  const back = (await posnet.challenge(poor, 'ok', { ccno: '4111111111111111' })).fields
  isRefused(await posnet.finish(back, proofOf(poor)), '0051')
  const isThere = await bank.control.order(TERMINAL, `TDS_${poor}`)
  assert.equal(isThere?.state, 'declined')
})

test('faults: a false signature, another payment, another amount', async () => {
  const [xid, other] = [newXid(), newXid()]
  await posnet.challenge(other, 'ok')
  const arm = (kind: string, parameters = {}) =>
    bank.control.arm({ kind, match: { face: 'posnet', order_id: `TDS_${xid}` }, parameters })
  await arm('bad_hash')
  isRefused(await posnet.resolve((await posnet.challenge(xid, 'ok')).fields, proofOf(xid)), 'E216')
  await arm('swapped_order', { order_id: `TDS_${other}` })
  const swapped = (await posnet.challenge(xid, 'ok')).fields
  assert.equal(swapped.Xid, other)
  isRefused(await posnet.resolve(swapped, proofOf(xid)), 'E216')
  await arm('tampered_amount', { minor: 100 })
  const tampered = (await posnet.challenge(xid, 'ok')).fields
  assert.equal(tampered.Amount, '100')
  isRefused(await posnet.resolve(tampered, proofOf(xid)), 'E216')
  assert.equal((await posnet.resolve(tampered, proofOf(xid, '100'))).field('amount'), '100')
})
