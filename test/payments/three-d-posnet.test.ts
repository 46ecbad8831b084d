/** 3D Secure at a bank that signs no callback (PosNet): the bank is asked, and what it does not say changes nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBankShop } from '../support/bank-shop.ts'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { use } from '../support/use.ts'

const rig = use(openBankShop)

const POSNET = { code: 'YAPI_KREDI_VPOS' }
const PAID = ['3ds.completed', 'payment.completed']

const begin = async (card: string = CARDS_3D.frictionless) => rig.init(await rig.useModel(POSNET, '3d_secure'), card)
const asked = async (): Promise<number> =>
  (await rig.bank.control.requests()).filter(({ operation }) => operation === 'resolve').length
/** What the bank took of all orders of the merchant. */
const taken = async (): Promise<number> => {
  const { orders } = await rig.bank.control.orders()
  return orders.filter(({ merchant }) => merchant === '67000001').reduce((sum, { net }) => sum + net, 0)
}

test('approved once, although the callback comes ten times concurrently', async () => {
  const before = await taken()
  const started = await begin()
  const back = await rig.atBank(started)
  const answers = await Promise.all(Array.from({ length: 10 }, () => rig.callback(back)))
  for (const { status, headers, text } of answers) {
    assert.equal(status, 303, text)
    assert.match(headers.location ?? '', /status=completed$/)
  }
  assert.deepEqual(await rig.types(started.id), PAID)
  assert.equal(await taken(), before + 15_000)
  const { status, md_status, secure_type } = await rig.shop.transaction(started.id)
  assert.deepEqual([status, md_status, secure_type], ['completed', 'fully_authenticated', 'three_ds_v2'])
  // Once it is decided, one more is no reason to ask.
  const calls = await asked()
  assert.equal((await rig.callback(back)).status, 303)
  assert.equal(await asked(), calls)
})

test('the shopper cancels: failed, nothing is charged', async () => {
  const before = await taken()
  const started = await begin(CARDS_3D.challenge)
  const answer = await rig.callback(await rig.atBank(started, 'cancel'))
  assert.match(answer.headers.location ?? '', /status=failed$/)
  assert.deepEqual(await rig.types(started.id), ['3ds.failed'])
  assert.equal(await taken(), before)
})

test('authenticated, then declined', async () => {
  const started = await begin(CARDS_3D.declined)
  const answer = await rig.callback(await rig.atBank(started))
  assert.match(answer.headers.location ?? '', /status=failed$/)
  const { error_code, provider_error_code } = await rig.shop.payment(started.id)
  assert.deepEqual([error_code, provider_error_code], ['do_not_honor', '0005'])
})

for (const kind of ['http_5xx_before', 'drop_half_body', 'html_instead'])
  test(`the bank does not say how it ended (${kind}): nothing changes, and the same callback counts afterwards`, async () => {
    const before = await taken()
    const started = await begin()
    const back = await rig.atBank(started)
    await rig.bank.control.arm({ kind, match: { face: 'posnet', operation: 'resolve' } })
    const answer = await rig.callback(back)
    assertProblem(answer, 'three_ds_complete_exception')
    assert.equal((await rig.shop.payment(started.id)).status, 'pending_3ds')
    assert.deepEqual(await rig.types(started.id), [])
    assert.match((await rig.callback(back)).headers.location ?? '', /status=completed$/)
    assert.equal(await taken(), before + 15_000)
  })

test('packets of another payment, changed ones and other terms are refused, and the payment waits on', async () => {
  const [mine, other] = [await begin(), await begin()]
  const [back, foreign] = [await rig.atBank(mine), await rig.atBank(other)]
  const { Xid = '', BankPacket = '', Sign = '' } = back.fields
  const changes: Record<string, string>[] = [
    foreign.fields,
    { ...foreign.fields, Xid },
    { ...back.fields, BankPacket: foreign.fields.BankPacket! },
    { ...back.fields, BankPacket: `${BankPacket.slice(0, -1)}${BankPacket.endsWith('0') ? '1' : '0'}` },
    { ...back.fields, Sign: Sign.toLowerCase() },
    { Xid, mdStatus: '1' },
  ]
  for (const fields of changes) {
    const { status, body } = await rig.callback({ ...back, fields })
    assert.equal(status, 422)
    assert.match(body.code, /^three_ds_(verify_failed|card_mismatch)$/) // the second one names another order
  }
  assert.equal((await rig.shop.payment(mine.id)).status, 'pending_3ds')
  for (const each of [back, foreign])
    assert.match((await rig.callback(each)).headers.location ?? '', /status=completed$/)
})

test('the questions to the bank are in the log of the payment, without packets', async () => {
  const started = await begin()
  const back = await rig.atBank(started)
  await rig.callback(back)
  const logs = await rig.vezne.runtime.db.transaction({ of: rig.shop.tenantId }, (tx) =>
    tx.query<{ request_body: string | null }>('select * from api_request_logs where transaction_id = $1', [started.id]),
  )
  const text = JSON.stringify(logs)
  assert.match(text, /oosResolveMerchantData/)
  assert.ok(!text.includes(back.fields.BankPacket!) && !text.includes(back.fields.MerchantPacket!))
})
